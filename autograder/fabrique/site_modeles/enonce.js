"use strict";
// Les boutons « Copier », et les réponses aux questions « Prévois ». Rien ne sort de la page.

const donnees = JSON.parse(document.getElementById("donnees").textContent);

// ------------------------------------------------------------- le sommaire

// Ouvert sur un grand écran, où il est à côté du texte ; replié sur un petit.
const sommaire = document.querySelector(".sommaire details");
const large = matchMedia("(min-width: 1100px)");
const deplie = () => { sommaire.open = large.matches; };
large.addEventListener("change", deplie);
deplie();

// Sur un téléphone, la barre des TP défile : elle s'ouvre sur celui-ci.
document.querySelector(".barre [aria-current]").scrollIntoView({ block: "nearest", inline: "center" });

// ------------------------------------------------------------- copier

async function copie(texte) {
  try {
    await navigator.clipboard.writeText(texte);
  } catch {
    const zone = document.createElement("textarea");
    zone.value = texte;
    document.body.append(zone);
    zone.select();
    const faite = document.execCommand("copy");
    zone.remove();
    return faite;
  }
  return true;
}

for (const figure of document.querySelectorAll("figure.a-copier")) {
  const bouton = document.createElement("button");
  bouton.type = "button";
  bouton.className = "copier";
  bouton.textContent = "Copier";
  const annonce = document.createElement("span");
  annonce.className = "annonce";
  annonce.setAttribute("role", "status");
  bouton.addEventListener("click", async () => {
    const texte = figure.dataset.copie ?? figure.querySelector("code").textContent;
    annonce.textContent = (await copie(texte)) ? "Copié" : "Sélectionne le code, puis Ctrl + C";
    setTimeout(() => { annonce.textContent = ""; }, 2500);
  });
  figure.prepend(annonce, bouton);
}

// ------------------------------------------------------------- l'empreinte d'une réponse

// SHA-256 : un fichier ouvert du disque n'a pas toujours crypto.subtle.
const K = new Uint32Array(64);
const DEPART = new Uint32Array(8);
const fraction = (x) => ((x - Math.floor(x)) * 2 ** 32) | 0;
for (let n = 2, rang = 0; rang < 64; n++) {
  let premier = true;
  for (let d = 2; d * d <= n; d++) if (n % d === 0) premier = false;
  if (!premier) continue;
  if (rang < 8) DEPART[rang] = fraction(Math.sqrt(n));
  K[rang++] = fraction(Math.cbrt(n));
}

function sha256(octets) {
  const longueur = octets.length;
  const blocs = (longueur + 72) >> 6;
  const plein = new Uint8Array(blocs * 64);
  plein.set(octets);
  plein[longueur] = 0x80;
  const vue = new DataView(plein.buffer);
  vue.setUint32(plein.length - 4, longueur * 8);
  const etat = DEPART.slice();
  const w = new Uint32Array(64);
  const tourne = (x, n) => (x >>> n) | (x << (32 - n));
  for (let bloc = 0; bloc < blocs; bloc++) {
    for (let i = 0; i < 16; i++) w[i] = vue.getUint32(bloc * 64 + i * 4);
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15], y = w[i - 2];
      const s0 = tourne(x, 7) ^ tourne(x, 18) ^ (x >>> 3);
      const s1 = tourne(y, 17) ^ tourne(y, 19) ^ (y >>> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    let [a, b, c, d, e, f, g, h] = etat;
    for (let i = 0; i < 64; i++) {
      const s1 = tourne(e, 6) ^ tourne(e, 11) ^ tourne(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const s0 = tourne(a, 2) ^ tourne(a, 13) ^ tourne(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g; g = f; f = e; e = (d + t1) | 0;
      d = c; c = b; b = a; a = (t1 + t2) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((valeur, i) => { etat[i] += valeur; });
  }
  const resultat = new DataView(new ArrayBuffer(32));
  etat.forEach((mot, i) => resultat.setUint32(i * 4, mot));
  return new Uint8Array(resultat.buffer);
}

function empreinte(sel, normalisee) {
  const code = new TextEncoder();
  const grain = code.encode(sel);
  let vue = sha256(code.encode(`${sel}\n${normalisee}`));
  const suivant = new Uint8Array(32 + grain.length);
  suivant.set(grain, 32);
  for (let tour = 0; tour < donnees.tours; tour++) {
    suivant.set(vue);
    vue = sha256(suivant);
  }
  const hexa = [...vue].map((octet) => octet.toString(16).padStart(2, "0")).join("");
  return hexa.slice(0, donnees.taille);
}

// ------------------------------------------------------------- les questions

function normalise(reponse) {
  let texte = reponse.normalize("NFKD").toLowerCase();
  for (const [motif, remplacement] of donnees.regles)
    texte = texte.replace(new RegExp(motif, "g"), remplacement);
  return texte;
}

const OPERATION = /^[0-9]{1,9}(?:[+*/][0-9]{1,9})+$/;
const NOMBRE = new RegExp(`^[0-9]+$|${OPERATION.source}`);

// Les façons de lire une réponse : les mêmes, dans le même ordre, que `essais` de prevois.py.
function essais(normalisee, cases = []) {
  const chiffres = normalisee.split(" ").filter((mot) => /[0-9]/.test(mot));
  const lues = [normalisee, chiffres.join(" "), sansCases(chiffres, cases)];
  return [...new Set([...lues, ...lues.map(calcule)])].filter((lue) => lue);
}

function sansCases(mots, cases) {
  const nommees = mots.filter((mot) => cases.includes(mot));
  const nombres = mots.filter((mot) => !cases.includes(mot));
  if (!nombres.every((nombre) => NOMBRE.test(nombre))) return "";
  const paires = nommees.map((nom, i) => [cases.indexOf(nom), nombres[i]]);
  const alternent = mots.every((mot, i) => cases.includes(mot) === (i % 2 === 0));
  if (!alternent || nommees.length !== nombres.length) return nombres.join(" ");
  return paires.sort((a, b) => a[0] - b[0]).map((paire) => paire[1]).join(" ");
}

function calcule(lue) {
  const mots = lue.split(" ");
  const valeurs = mots.map((mot) => (OPERATION.test(mot) ? valeur(mot) : mot));
  const change = valeurs.some((v, i) => v !== mots[i]);
  return change && new Set(valeurs).size === 1 ? valeurs[0] : valeurs.join(" ");
}

function valeur(calcul) {
  let [haut, bas] = [0n, 1n];
  for (const terme of calcul.split("+")) {
    let [n, d] = [1n, 1n];
    for (const [, signe, nombre] of terme.matchAll(/([*/]?)([0-9]+)/g)) {
      if (signe === "/") d *= BigInt(nombre);
      else n *= BigInt(nombre);
    }
    if (!d) return calcul;
    [haut, bas] = [haut * d + n * bas, bas * d];
  }
  let [a, b] = [haut, bas];
  while (b) [a, b] = [b, a % b];
  return bas === a ? String(haut / a) : `${haut / a}/${bas / a}`;
}

function juge(numero, reponse) {
  const dite = normalise(reponse);
  if (!dite) return "vide";
  const { choix, empreintes, cases } = donnees.questions[numero];
  const lues = choix.length ? [dite] : essais(dite, cases);
  return lues.some((lue) => empreintes.includes(empreinte(numero, lue))) ? "juste" : "faux";
}

for (const formulaire of document.querySelectorAll("form.prevois")) {
  const numero = formulaire.dataset.question;
  const sortie = formulaire.querySelector("output");
  formulaire.hidden = false;
  formulaire.addEventListener("submit", (evenement) => {
    evenement.preventDefault();
    const verdict = juge(numero, new FormData(formulaire).get(numero) ?? "");
    const { relance } = donnees.questions[numero];
    const suite = verdict === "faux" ? ` ${relance || donnees.phrases.relance}` : "";
    sortie.className = verdict;
    sortie.textContent = donnees.phrases[verdict] + suite;
  });
  formulaire.addEventListener("input", () => { sortie.textContent = ""; sortie.className = ""; });
}
