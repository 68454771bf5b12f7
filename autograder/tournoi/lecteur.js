// Le lecteur d'un film (`Lecteur`) et ses grilles (`Plateau`) : le même pour la course, un duel ou
// une partie. La page donne des flottes et des tirs ; touché, manqué, coulé s'en déduisent ici.
// Les textes des copies n'entrent dans la page que par `textContent`.
"use strict";

const DONNEES = JSON.parse(document.getElementById("donnees").textContent);
const PAS = DONNEES.cote; // côté d'une case, en unités du dessin : celui des signes
const NB_CASES = DONNEES.xmax * DONNEES.ymax;
const MARGE = 30; // place des lettres et des numéros
const VITESSES = [
  ["Très lent", 2000],
  ["Lent", 1000],
  ["Normal", 350],
  ["Rapide", 120],
];
const PHRASE_LONGUE = 80; // signes : au-delà, en plus petit
const ANNONCE_LENTE = 1000; // plus vite que cela, un lecteur d'écran ne suivrait pas
const CHALEUR_MAX = 35; // « z », le dernier chiffre en base 36

function cree(nom, attributs = {}, parent = null, texte = "") {
  const espace = ["svg", "g", "rect", "path", "text", "line"].includes(nom) ? "2000/svg" : "1999/xhtml";
  const element = document.createElementNS(`http://www.w3.org/${espace}`, nom);
  for (const [cle, valeur] of Object.entries(attributs)) element.setAttribute(cle, valeur);
  if (texte) element.textContent = francais(texte);
  parent?.append(element);
  return element;
}

// Sans coupure avant : ; ? ! ni contre les guillemets.
function francais(texte) {
  return texte.replace(/ (?=[:;?!»])/g, "\u00a0").replace(/« /g, "«\u00a0");
}

function accord(combien, mot) {
  return `${combien} ${combien < 2 ? mot : mot.replace(/(?=$| )/g, "s")}`;
}

function enumere(mots) {
  return mots.length < 2 ? mots.join("") : `${mots.slice(0, -1).join(", ")} et ${mots.at(-1)}`;
}

// Un nom assez court pour tenir dans une phrase, et qui s'y lit dans son sens à lui.
function court(nom) {
  const signes = [...nom];
  const mot = signes.length > 20 ? `${signes.slice(0, 19).join("").trim()}…` : nom;
  return `\u2068${mot}\u2069`;
}

function ordinal(rang) {
  return rang === 1 ? "1er" : `${rang}e`;
}

// « C4 » : la lettre de la colonne, le numéro de la ligne.
function nomDeCase(rang) {
  return String.fromCharCode(65 + Math.floor(rang / DONNEES.ymax)) + (rang % DONNEES.ymax);
}

// ------------------------------------------------------------------ une partie

// Une partie jouée : ce que vaut chaque tir, et où l'on en est après n tirs.
class Partie {
  constructor(rangBot, numero) {
    this.bot = DONNEES.bots[rangBot];
    const { tirs, faute } = this.bot.parties[numero];
    Object.assign(this, { tirs, faute, bateaux: DONNEES.flottes[numero] });
    this.cartes = this.bot.cartes[numero] ?? [];
    this.aTrouver = this.bateaux.flat().length;
    this.resultats = [];
    this.touches = [0]; // combien de cases touchées après n tirs
    const restent = this.bateaux.map((cases) => new Set(cases));
    for (const tir of tirs) {
      const bateau = restent.find((cases) => cases.delete(tir));
      this.resultats.push(!bateau ? "manqué" : bateau.size ? "touché" : "coulé");
      this.touches.push(this.touches.at(-1) + (bateau ? 1 : 0));
    }
    this.gagnee = !faute && this.touches.at(-1) === this.aTrouver;
    this.compte = this.gagnee ? tirs.length : NB_CASES; // une partie perdue les compte toutes
  }

  // {rang de case: classe CSS} après n tirs.
  etats(n) {
    const etats = new Map();
    this.tirs.slice(0, n).forEach((tir, k) => {
      etats.set(tir, this.resultats[k] === "manqué" ? "manque" : "touche");
    });
    for (const cases of this.bateaux)
      if (cases.every((c) => etats.has(c))) for (const c of cases) etats.set(c, "coule");
    return etats;
  }

  // La phrase du tir n.
  dit(n) {
    return `${nomDeCase(this.tirs[n - 1])} : ${this.resultats[n - 1]}`;
  }
}

// ------------------------------------------------------------------ une grille

// La grille d'une partie, avec le nom du bot et son compteur.
class Plateau {
  constructor(parent, partie, { numero, lettres, parie }) {
    this.partie = partie;
    const { bot } = partie;
    this.carte = cree("article", { class: "plateau" }, parent);
    const entete = parie
      ? cree("button", { type: "button", class: "nom", "aria-pressed": "false" }, this.carte)
      : cree("h3", { class: "nom" }, this.carte);
    if (parie) entete.addEventListener("click", parie);
    this.entete = entete;
    if (numero) cree("span", { class: "numero" }, entete, String(numero));
    const noms = cree("span", { class: "noms" }, entete);
    cree("b", {}, noms, `${bot.pavillon} ${bot.nom}`.trim());
    if (bot.eleve !== bot.nom) cree("span", { class: "eleve" }, noms, bot.eleve);
    const corps = cree("div", { class: "corps" }, this.carte);
    this.construit(corps, lettres ? MARGE : 2);
    const cote = cree("p", { class: "compteur" }, corps);
    this.compte = cree("b", {}, cote);
    this.unite = cree("span", {}, cote);
    this.touches = cree("span", { class: "touches" }, cote);
    this.badge = cree("span", { class: "badge" }, cote);
  }

  construit(parent, marge) {
    const { xmax, ymax } = DONNEES;
    const boite = `0 0 ${marge + xmax * PAS + 2} ${marge + ymax * PAS + 2}`;
    this.dessin = cree("svg", { viewBox: boite, role: "img", class: "grille" }, parent);
    if (marge === MARGE) {
      const texte = (x, y, mot) => cree("text", { x, y, class: "etiquette" }, this.dessin, mot);
      for (let x = 0; x < xmax; x++) texte(MARGE + (x + 0.5) * PAS, MARGE / 2, nomDeCase(x * ymax)[0]);
      for (let y = 0; y < ymax; y++) texte(MARGE / 2, MARGE + (y + 0.5) * PAS, String(y));
    }
    const fond = cree("g", { transform: `translate(${marge} ${marge})` }, this.dessin);
    this.cases = [];
    for (let rang = 0; rang < NB_CASES; rang++) {
      const g = cree("g", { class: "case", transform: this.ou(rang) }, fond);
      cree("rect", { width: PAS, height: PAS, class: "fond" }, g);
      const chaleur = cree("rect", { class: "chaleur" }, g);
      this.cases.push({ g, chaleur, signe: cree("path", { class: "signe" }, g), vue: "" });
    }
    this.contours = cree("path", { class: "contours", d: this.contour() }, fond);
    this.dernier = cree("g", {}, fond);
    for (const classe of ["dernier-fond", "dernier"])
      cree("path", { d: DONNEES.signes.coins, class: classe }, this.dernier);
  }

  ou(rang) {
    return `translate(${Math.floor(rang / DONNEES.ymax) * PAS} ${(rang % DONNEES.ymax) * PAS})`;
  }

  // Le tour de chaque bateau : un rectangle, du coin de sa première case à celui de la dernière.
  contour() {
    const { ymax } = DONNEES;
    return this.partie.bateaux.map((cases) => {
      const xs = cases.map((c) => Math.floor(c / ymax));
      const ys = cases.map((c) => c % ymax);
      const [x, y] = [Math.min(...xs), Math.min(...ys)];
      const [large, haut] = [Math.max(...xs) - x + 1, Math.max(...ys) - y + 1];
      return `M${x * PAS} ${y * PAS}h${large * PAS}v${haut * PAS}h${-large * PAS}z`;
    }).join("");
  }

  // La grille après n tirs ; la carte de chaleur est celle d'avant le tir suivant.
  montre(n, { bateaux, chaleur }) {
    const { partie } = this;
    const etats = partie.etats(n);
    const carte = chaleur ? (partie.cartes[n] ?? "") : "";
    const coques = new Set(bateaux ? partie.bateaux.flat() : []);
    this.cases.forEach((uneCase, rang) => {
      const etat = etats.get(rang) ?? (coques.has(rang) ? "coque" : "");
      const chaud = etats.has(rang) ? "." : (carte[rang] ?? ".");
      const vue = etat + chaud;
      if (uneCase.vue === vue) return;
      uneCase.vue = vue;
      uneCase.g.setAttribute("class", `case ${etat}`);
      uneCase.signe.setAttribute("d", DONNEES.signes[etat] ?? "");
      this.chauffe(uneCase.chaleur, chaud === "." ? 0 : parseInt(chaud, 36) / CHALEUR_MAX);
    });
    this.contours.classList.toggle("invisible", !bateaux);
    this.dernier.classList.toggle("invisible", n === 0);
    if (n) this.dernier.setAttribute("transform", this.ou(partie.tirs[n - 1]));
    this.compteur(n);
  }

  // Plus la case promet, plus le carré est grand et vif : la couleur n'est pas seule.
  chauffe(carre, part) {
    const cote = part ? PAS * (0.1 + 0.9 * part * part) : 0;
    const place = { x: (PAS - cote) / 2, y: (PAS - cote) / 2, width: cote, height: cote };
    for (const [cle, valeur] of Object.entries(place)) carre.setAttribute(cle, valeur.toFixed(1));
    carre.setAttribute("fill-opacity", (0.35 + 0.65 * part).toFixed(2));
  }

  compteur(n) {
    const { touches, aTrouver, bot } = this.partie;
    this.compte.textContent = n;
    this.unite.textContent = n < 2 ? "tir" : "tirs";
    this.touches.textContent = `${touches[n]}/${aTrouver} touchés`;
    const dits = `${accord(n, "tir")}, ${touches[n]} cases touchées sur ${aTrouver}`;
    this.dessin.setAttribute("aria-label", `Grille de ${bot.nom} : ${dits}`);
  }

  // Le badge d'un plateau : sa place, son pari ; `genre` est une classe CSS.
  marque(genre = "", texte = "") {
    this.carte.classList.remove("premier", "arrive", "perdu");
    if (genre) this.carte.classList.add(genre);
    this.badge.textContent = francais(texte);
    this.carte.title = genre === "perdu" ? this.partie.faute : "";
  }

  marquePerdue() {
    this.marque("perdu", `perdue : compte ${NB_CASES} tirs`);
  }
}

// ------------------------------------------------------------------ le lecteur

// Ce que l'on règle vaut pour tous les films de la page.
const reglages = { bateaux: false, chaleur: false, vitesse: 2 };

// Un film : { nom, parties, etapes, phrase(lecteur), marques(lecteur), parie(k, lecteur),
// chiffre(n, lecteur) : ce que fait la touche n }.
// `etapes[k]` : les rangs des parties où l'on tire à l'étape k.
class Lecteur {
  constructor(parent, film) {
    this.film = film;
    this.n = 0;
    this.minuteur = null;
    this.comptes = [film.parties.map(() => 0)]; // tirs montrés de chaque partie, à chaque étape
    for (const tireurs of film.etapes)
      this.comptes.push(this.comptes.at(-1).map((n, k) => n + (tireurs.includes(k) ? 1 : 0)));
    const nom = { class: "lecteur", role: "group", "aria-label": film.nom, tabindex: -1 };
    this.racine = cree("div", nom, parent);
    this.phrase = cree("p", { class: "phrase", "aria-live": "polite" }, this.racine);
    const combien = film.parties.length;
    const grilles = cree("div", { class: `plateaux combien${combien}` }, this.racine);
    this.plateaux = film.parties.map((partie, k) => new Plateau(grilles, partie, {
      numero: film.parie ? k + 1 : 0,
      lettres: combien < 3,
      parie: film.parie && (() => film.parie(k, this)),
    }));
    this.commandes();
    this.racine.addEventListener("click", (evenement) => {
      // Après un clic de souris, le clavier revient au film ; Tab, lui, garde sa place.
      const bouton = evenement.target.closest("button");
      if (bouton && evenement.detail) this.racine.focus({ preventScroll: true });
    });
    this.dessine();
  }

  get longueur() {
    return this.film.etapes.length;
  }

  get fini() {
    return this.n === this.longueur;
  }

  get compte() {
    return this.comptes[this.n];
  }

  // ---------------------------------------------------------------- commandes

  commandes() {
    const barre = cree("div", { class: "commandes", role: "group", "aria-label": "Commandes" }, this.racine);
    const bouton = (mot, titre, action, classe = "") => {
      const b = cree("button", { type: "button", title: francais(titre), class: classe }, barre, mot);
      b.addEventListener("click", action);
      return b;
    };
    this.marche = bouton("Lire", "Espace : lecture ou pause", () => this.bascule(), "principal");
    bouton("Recommencer", "Touche Début : au début", () => this.va(0));
    bouton("−1", "Flèche gauche : un tir en arrière", () => this.va(this.n - 1)).setAttribute("aria-label", "Un tir en arrière");
    bouton("+1", "Flèche droite : un tir en avant", () => this.va(this.n + 1)).setAttribute("aria-label", "Un tir en avant");
    const curseur = { type: "range", min: 0, max: this.longueur, "aria-label": "Où en est le film" };
    this.curseur = cree("input", curseur, barre);
    this.curseur.addEventListener("input", () => this.va(Number(this.curseur.value)));
    bouton("Fin", "Touche Fin : à la fin", () => this.va(this.longueur));
    const etiquette = cree("label", {}, barre, "Vitesse");
    this.vitesse = cree("select", { title: "Touches + et −" }, etiquette);
    VITESSES.forEach(([nom], k) => cree("option", { value: k }, this.vitesse, nom));
    this.vitesse.addEventListener("change", () => this.change("vitesse", Number(this.vitesse.value)));
    this.boutons = {
      bateaux: bouton("Montrer les bateaux", "Touche B", () => this.montreOuCache("bateaux")),
      chaleur: bouton("Chaleur", "Touche C : là où le bot pense trouver un bateau, avant son prochain tir", () => this.montreOuCache("chaleur")),
    };
    this.boutons.chaleur.hidden = !this.film.parties.some((partie) => partie.cartes.length);
  }

  montreOuCache(quoi) {
    this.change(quoi, !reglages[quoi]);
  }

  change(quoi, valeur) {
    reglages[quoi] = valeur;
    if (this.minuteur && quoi === "vitesse") this.lance();
    this.dessine();
  }

  accelere(pas) {
    const vitesse = Math.max(0, Math.min(reglages.vitesse + pas, VITESSES.length - 1));
    this.change("vitesse", vitesse);
  }

  bascule() {
    if (this.minuteur) return this.pause();
    if (this.fini) this.va(0);
    this.lance();
  }

  lance() {
    clearInterval(this.minuteur);
    this.minuteur = setInterval(() => this.avance(), VITESSES[reglages.vitesse][1]);
    this.dessine();
  }

  pause() {
    clearInterval(this.minuteur);
    this.minuteur = null;
    this.dessine();
  }

  avance() {
    this.n = Math.min(this.n + 1, this.longueur);
    if (this.fini) this.pause();
    else this.dessine();
  }

  va(n) {
    this.n = Math.max(0, Math.min(n, this.longueur));
    if (this.minuteur) this.pause();
    else this.dessine();
  }

  // Une touche du clavier, et le chiffre qu'elle porte ; renvoie true si elle a servi.
  touche(touche, chiffre) {
    const actions = {
      " ": () => this.bascule(),
      ArrowLeft: () => this.va(this.n - 1),
      ArrowRight: () => this.va(this.n + 1),
      Home: () => this.va(0),
      End: () => this.va(this.longueur),
      "+": () => this.accelere(1),
      "=": () => this.accelere(1), // la même touche, sans Maj
      "-": () => this.accelere(-1),
      b: () => this.montreOuCache("bateaux"),
      c: () => this.montreOuCache("chaleur"),
    };
    const action = this.film.chiffre?.(chiffre, this) || actions[touche];
    action?.();
    return Boolean(action);
  }

  // ---------------------------------------------------------------- dessin

  dessine() {
    const { film, n } = this;
    this.plateaux.forEach((plateau, k) => plateau.montre(this.compte[k], reglages));
    film.marques(this);
    const mot = this.minuteur ? "Pause" : "Lire";
    if (this.marche.textContent !== mot) this.marche.textContent = mot;
    this.racine.classList.toggle("en-marche", Boolean(this.minuteur));
    this.curseur.value = n;
    this.curseur.setAttribute("aria-valuetext", `${n} sur ${this.longueur}`);
    this.vitesse.value = reglages.vitesse;
    for (const [quoi, bouton] of Object.entries(this.boutons))
      bouton.setAttribute("aria-pressed", reglages[quoi]);
    const vite = this.minuteur && VITESSES[reglages.vitesse][1] < ANNONCE_LENTE;
    this.phrase.setAttribute("aria-live", vite ? "off" : "polite");
    const dite = francais(film.phrase(this));
    this.phrase.classList.toggle("longue", dite.length > PHRASE_LONGUE);
    if (this.phrase.textContent !== dite) this.phrase.textContent = dite;
  }
}
