// Les vues de la page : la course, les duels, chaque bot. L'adresse dit laquelle on regarde
// (#course, #duels-2, #bots-7) ; un clic, une touche ou « Précédent » y mènent pareillement.

const VUES = ["classement", "course", "duels", "bots"];
const sections = Object.fromEntries(VUES.map((nom) => [nom, document.getElementById(nom)]));
const lecteurs = {}; // le film de chaque vue, s'il y en a un

// Vide une vue, sauf de son titre.
function vide(section) {
  section.replaceChildren(section.querySelector("h2"));
}

// Met un film dans une vue, à la place du précédent.
function projette(vue, parent, film) {
  lecteurs[vue]?.pause();
  lecteurs[vue] = new Lecteur(parent, film);
  return lecteurs[vue];
}

// ------------------------------------------------------------------ la course

let pari = null;

function filmDeLaCourse() {
  const { flotte, bots } = DONNEES.course;
  const parties = bots.map((rang) => new Partie(rang, flotte));
  const longueur = Math.max(0, ...parties.map((partie) => partie.tirs.length));
  const etapes = [];
  for (let k = 0; k < longueur; k++)
    etapes.push([...parties.keys()].filter((p) => parties[p].tirs.length > k));
  const meilleur = Math.min(...parties.map((partie) => (partie.gagnee ? partie.compte : Infinity)));
  const place = (partie) => 1 + parties.filter((autre) => autre.compte < partie.compte).length;
  const noms = (choisies) => enumere(choisies.map((partie) => court(partie.bot.nom)));

  function avant() {
    const touches = parties.length > 1 ? `un chiffre de 1 à ${parties.length}` : "1";
    if (pari === null) return `Qui gagnera ? Clique sur un nom, ou tape ${touches}.`;
    return `La classe parie sur ${court(parties[pari].bot.nom)}. Espace : c'est parti !`;
  }

  function pendant(n) {
    const enCourse = parties.filter((partie) => n < partie.tirs.length);
    if (!enCourse.length) return apres();
    const mieux = Math.max(...enCourse.map((partie) => partie.touches[n]));
    const devant = enCourse.filter((partie) => partie.touches[n] === mieux);
    const qui = devant.length > 2 ? `${devant.length} bots` : noms(devant);
    return `Tir ${n}. En tête, ${mieux} touchés sur ${parties[0].aTrouver} : ${qui}`;
  }

  function apres() {
    const gagnantes = parties.filter((partie) => partie.compte === meilleur && partie.gagnee);
    if (!gagnantes.length) return "Personne n'a fini : toutes les parties sont perdues.";
    const verbe = gagnantes.length > 1 ? "gagnent ensemble" : "gagne";
    const fin = `${noms(gagnantes)} ${verbe} en ${accord(meilleur, "tir")} !`;
    if (pari === null) return fin;
    if (gagnantes.includes(parties[pari])) return `${fin} La classe avait vu juste.`;
    return `${fin} La classe avait parié sur ${court(parties[pari].bot.nom)}.`;
  }

  return {
    nom: "La course",
    parties,
    etapes,
    phrase({ n, fini }) {
      if (fini || n >= meilleur) return apres();
      return n ? pendant(n) : avant();
    },
    marques({ n, plateaux }) {
      plateaux.forEach((plateau, k) => {
        const { partie, entete, carte } = plateau;
        entete.setAttribute("aria-pressed", k === pari);
        entete.setAttribute("aria-disabled", n > 0);
        carte.classList.toggle("parie", k === pari);
        if (n < partie.tirs.length || !n) plateau.marque("", k === pari ? "pari" : "");
        else if (!partie.gagnee) plateau.marquePerdue();
        else plateau.marque(place(partie) === 1 ? "premier" : "arrive", ordinal(place(partie)));
      });
    },
    parie(k, lecteur) {
      if (lecteur.n) return; // les jeux sont faits
      pari = pari === k ? null : k;
      lecteur.dessine();
    },
    chiffre(n, lecteur) {
      return !lecteur.n && parties[n - 1] && (() => this.parie(n - 1, lecteur));
    },
  };
}

function montreLaCourse() {
  if (lecteurs.course) return;
  if (DONNEES.course.bots.length) projette("course", sections.course, filmDeLaCourse());
  else cree("p", { class: "tete" }, sections.course, "Aucun bot ne peut courir.");
}

// ------------------------------------------------------------------ les duels

const vus = new Set(); // les duels dont on connaît le résultat
let toutMontre = false;

const estConnu = (rang) => toutMontre || vus.has(rang);

// Dans un tour suivant, on ne connaît un nom que si l'on a vu le duel qu'il a gagné.
function connaitLeNom(rang, bot) {
  const { duels } = DONNEES;
  const tours = [...new Set(duels.map((duel) => duel.tour))];
  const avant = tours[tours.indexOf(duels[rang].tour) - 1];
  const gagne = duels.findIndex((duel) => duel.tour === avant && (duel.a === bot || duel.b === bot));
  return gagne < 0 || (estConnu(gagne) && connaitLeNom(gagne, bot));
}

function regleDesDuels() {
  const combien = new Set(DONNEES.duels.flatMap(({ a, b }) => [a, b])).size;
  return `Les ${combien} premiers du classement, en deux manches : chacun cherche une flotte, puis on les `
    + "échange. Le premier qui a tout touché gagne la manche ; une manche partout : le moins de tirs en tout.";
}

function montreLesDuels() {
  const { duels, bots } = DONNEES;
  lecteurs.duels?.pause();
  delete lecteurs.duels;
  vide(sections.duels);
  if (!duels.length) return cree("p", { class: "tete" }, sections.duels, "Il faut deux bots pour un duel.");
  cree("p", {}, sections.duels, regleDesDuels());
  const tableau = cree("div", { class: "tableau" }, sections.duels);
  for (const tour of new Set(duels.map((duel) => duel.tour))) {
    const colonne = cree("div", { class: "tour" }, tableau);
    cree("h3", {}, colonne, tour);
    const liste = cree("ol", {}, colonne);
    duels.forEach((duel, rang) => {
      if (duel.tour !== tour) return;
      const pret = connaitLeNom(rang, duel.a) && connaitLeNom(rang, duel.b);
      const cadre = pret ? cree("a", { href: `#duels-${rang}` }) : cree("div");
      cadre.className = "duel";
      cree("li", {}, liste).append(cadre);
      for (const camp of ["a", "b"]) {
        const bot = bots[duel[camp]];
        const gagne = estConnu(rang) && duel.gagnant === camp;
        const nom = connaitLeNom(rang, duel[camp]) ? `${bot.pavillon} ${bot.nom}`.trim() : "?";
        const ligne = cree("span", { class: gagne ? "camp gagnant" : "camp" }, cadre, nom);
        if (gagne) cree("span", { class: "oui" }, ligne, " ✓ gagne");
      }
      cree("span", { class: "petit" }, cadre, estConnu(rang) ? duel.pourquoi : pret ? "à jouer" : "à venir");
    });
  }
  const bouton = cree("button", { type: "button", "aria-pressed": toutMontre }, sections.duels, "Montrer tous les résultats");
  bouton.addEventListener("click", () => {
    toutMontre = !toutMontre;
    montreLesDuels();
    sections.duels.querySelector("button").focus();
  });
}

// Chacun tire à son tour, dans cet ordre, jusqu'à ce que l'un ait tout touché.
function tourATour(parties, ordre) {
  const etapes = [];
  for (let tour = 1; parties.some(({ tirs }) => tour <= tirs.length); tour++)
    for (const k of ordre) {
      const { tirs, gagnee } = parties[k];
      if (tour <= tirs.length) etapes.push([k]);
      if (gagnee && tour === tirs.length) return etapes;
    }
  return etapes;
}

// Le tour et, dès qu'on le connaît, le résultat.
function titreDuDuel(rang) {
  const duel = DONNEES.duels[rang];
  if (!estConnu(rang)) return duel.tour;
  const gagnant = court(DONNEES.bots[duel[duel.gagnant]].nom);
  return francais(`${duel.tour} : ${gagnant} gagne, ${duel.pourquoi}`);
}

// `titre` : l'élément où le résultat du duel s'écrira.
function filmDeLaManche(rang, numero, titre) {
  const duel = DONNEES.duels[rang];
  const manche = duel.manches[numero];
  const parties = [new Partie(duel.a, manche.flotte_a), new Partie(duel.b, manche.flotte_b)];
  const ordre = manche.premier === "a" ? [0, 1] : [1, 0];
  const etapes = tourATour(parties, ordre);
  const nom = (partie) => court(partie.bot.nom);

  function resultat() {
    const [gagnante, autre] = manche.gagnant === "a" ? parties : [...parties].reverse();
    const fin = `${nom(gagnante)} gagne la manche ${numero + 1}`;
    if (!gagnante.gagnee) return `Deux parties perdues : ${fin}, car il tirait en premier.`;
    const tirs = `en ${accord(gagnante.compte, "tir")}`;
    if (!autre.gagnee) return `${fin} ${tirs} : l'autre a fait une faute.`;
    if (autre.compte === gagnante.compte) return `${fin} ${tirs} : l'autre aussi, mais il tirait en second.`;
    return `${fin} ${tirs}, il en fallait ${autre.compte} à l'autre.`;
  }

  return {
    nom: `Manche ${numero + 1}`,
    parties,
    etapes,
    phrase({ n, fini, compte }) {
      if (fini) return resultat();
      if (!n) return `${nom(parties[ordre[0]])} tire en premier. Espace : c'est parti !`;
      const [tireur] = etapes[n - 1];
      return `${nom(parties[tireur])} tire en ${parties[tireur].dit(compte[tireur])}`;
    },
    marques({ fini, plateaux }) {
      plateaux.forEach((plateau, k) => {
        if (!fini) plateau.marque();
        else if ("ab"[k] === manche.gagnant) plateau.marque("premier", "gagne");
        else if (plateau.partie.faute) plateau.marquePerdue();
        else plateau.marque();
      });
      if (fini && numero + 1 === duel.manches.length) {
        vus.add(rang);
        titre.textContent = titreDuDuel(rang);
      }
    },
    chiffre(n) {
      return duel.manches[n - 1] && (() => montreLeDuel(rang, n - 1));
    },
  };
}

function montreLeDuel(rang, numero = 0) {
  const duel = DONNEES.duels[rang];
  vide(sections.duels);
  const barre = cree("div", { class: "choix" }, sections.duels);
  cree("a", { href: "#duels", class: "bouton" }, barre, "← Tous les duels");
  const titre = cree("h3", { "aria-live": "polite" }, barre, titreDuDuel(rang));
  const manches = cree("div", { role: "group", "aria-label": "Manches", class: "manches" }, barre);
  const boutons = duel.manches.map((_, k) => {
    const bouton = cree("button", { type: "button", "aria-pressed": k === numero }, manches, `Manche ${k + 1}`);
    bouton.addEventListener("click", () => {
      montreLeDuel(rang, k);
      sections.duels.querySelectorAll(".manches button")[k].focus();
    });
    return bouton;
  });
  boutons[numero].title = francais("Touches 1, 2…");
  projette("duels", sections.duels, filmDeLaManche(rang, numero, titre));
}

// ------------------------------------------------------------------ chaque bot

const dixieme = (valeur) => valeur.toFixed(1).replace(".", ",");

function histogramme(parent, bot) {
  const tous = DONNEES.bots.flatMap((autre) => Object.keys(autre.effectifs).map(Number));
  const debut = Math.min(...tous);
  const pas = Math.ceil((NB_CASES - debut + 1) / 90); // tirs par barre
  const barres = new Map();
  for (const [tirs, combien] of Object.entries(bot.effectifs)) {
    const barre = Math.floor((tirs - debut) / pas);
    barres.set(barre, (barres.get(barre) ?? 0) + combien);
  }
  const [large, haut, pied] = [620, 230, 34];
  const pour = (tirs) => ((tirs - debut) / (NB_CASES - debut + pas)) * large;
  const sommet = Math.max(...barres.values());
  const vus = Object.keys(bot.effectifs).map(Number);
  const dit = `Nombre de parties selon le nombre de tirs, de ${Math.min(...vus)} à ${Math.max(...vus)}.`;
  const figure = cree("figure", { class: "histogramme" }, parent);
  const boite = { viewBox: `-14 -26 ${large + 28} ${haut + pied + 26}`, role: "img", "aria-label": dit };
  const dessin = cree("svg", boite, figure);
  for (const [barre, combien] of barres) {
    const tirs = debut + barre * pas;
    const perdue = bot.perdues && tirs + pas > NB_CASES;
    const hauteur = (combien / sommet) * haut;
    const largeur = Math.max(1.5, pour(tirs + pas) - pour(tirs) - 1);
    const cadre = { x: pour(tirs), y: haut - hauteur, width: largeur, height: hauteur };
    cree("rect", { ...cadre, class: perdue ? "barre-h perdue" : "barre-h" }, dessin);
  }
  cree("line", { x1: 0, x2: large, y1: haut, y2: haut, class: "axe" }, dessin);
  const saut = [5, 10, 20, 50, 100, 200].find((s) => (NB_CASES - debut) / s < 9) ?? 500;
  for (let tirs = Math.ceil(debut / saut) * saut; tirs <= NB_CASES; tirs += saut)
    cree("text", { x: pour(tirs + pas / 2), y: haut + 26, class: "graduation" }, dessin, String(tirs));
  const x = pour(bot.moyenne + pas / 2);
  cree("line", { x1: x, x2: x, y1: -4, y2: haut, class: "niveau" }, dessin);
  const milieu = Math.max(70, Math.min(x, large - 70)); // le mot reste entier au bord
  cree("text", { x: milieu, y: -10, class: "graduation" }, dessin, `moyenne ${dixieme(bot.moyenne)}`);
  cree("figcaption", { class: "petit" }, figure, "Nombre de parties (en hauteur) selon le nombre de tirs.");
}

// « 2e », ou « sans rang » pour un bot trop irrégulier.
const rangDe = (bot) => (bot.rang === null ? "sans rang" : ordinal(bot.rang));

function fiche(parent, bot) {
  const possible = bot.de === bot.a && bot.rang !== null ? "" : ` (possible de ${bot.de} à ${bot.a})`;
  const marge = `de ${dixieme(bot.bas)} à ${dixieme(bot.haut)}`;
  cree("p", {}, parent, `${rangDe(bot)}${possible} · ${dixieme(bot.moyenne)} tirs en moyenne, ${marge}`);
  histogramme(parent, bot);
  const egaux = bot.egaux.map((k) => DONNEES.bots[k].nom);
  const dits = [`Bat sûrement ${accord(bot.bat, "bot")}`];
  if (bot.battu) dits.push(`${bot.battu} le ${bot.battu > 1 ? "battent" : "bat"} sûrement`);
  if (egaux.length) {
    const autres = egaux.length > 4 ? [...egaux.slice(0, 3), `${egaux.length - 3} autres`] : egaux;
    dits.push(`pas départagé de ${enumere(autres)} : il faudrait plus de flottes`);
  }
  if (bot.rang !== null && DONNEES.bots.length > 1) cree("p", {}, parent, `${dits.join(" ; ")}.`);
  if (bot.remarque) cree("p", { class: "alerte" }, parent, bot.remarque);
  if (!bot.perdues) return;
  const boite = cree("div", { class: "alerte" }, parent);
  cree("b", {}, boite, `${accord(bot.perdues, "partie perdue")} sur ${DONNEES.nb_flottes}, pour une faute`);
  const liste = cree("ul", {}, boite);
  for (const { phrase, parties, premiere } of bot.fautes)
    cree("li", {}, liste, `${phrase} (${accord(parties, "partie")}, d'abord la n° ${premiere})`);
}

function filmDeLaPartie(rang, numero) {
  const partie = new Partie(rang, numero);
  return {
    nom: `Partie ${numero}`,
    parties: [partie],
    etapes: partie.tirs.map(() => [0]),
    phrase({ n, fini }) {
      if (fini && !partie.gagnee) return `Partie perdue, comptée ${NB_CASES} tirs. ${partie.faute}`;
      if (!n) return "Espace : c'est parti !";
      const dit = `Tir ${n}, ${partie.dit(n)}`;
      return fini ? `${dit}. Tout est touché en ${accord(n, "tir")} !` : dit;
    },
    marques({ fini, plateaux: [plateau] }) {
      if (!fini) plateau.marque();
      else if (partie.gagnee) plateau.marque("premier", "fini");
      else plateau.marquePerdue();
    },
  };
}

function montreLeBot(rang) {
  vide(sections.bots);
  if (!DONNEES.bots.length) return cree("p", { class: "tete" }, sections.bots, "Aucun bot n'a joué.");
  const bot = DONNEES.bots[rang];
  const barre = cree("div", { class: "choix" }, sections.bots);
  const choix = cree("select", {}, cree("label", {}, barre, "Bot"));
  DONNEES.bots.forEach((autre, k) => {
    const eleve = autre.eleve === autre.nom ? "" : ` (${autre.eleve})`;
    cree("option", { value: k }, choix, `${rangDe(autre)} · ${autre.nom}${eleve}`);
  });
  choix.value = rang;
  choix.addEventListener("change", () => {
    location.hash = `#bots-${choix.value}`;
  });
  const volets = cree("div", { class: "volets" }, sections.bots);
  const texte = cree("div", { class: "fiche", tabindex: 0, role: "region", "aria-label": `Fiche de ${bot.nom}` }, volets);
  const film = cree("div", { class: "film" }, volets);
  const parties = bot.meilleure === bot.pire
    ? [["Partie", bot.pire]] // toutes se valent
    : [["Meilleure partie", bot.meilleure], ["Pire partie", bot.pire]];
  const groupe = cree("div", { role: "group", "aria-label": "Parties", class: "manches" }, barre);
  const montre = (numero) => {
    film.replaceChildren();
    projette("bots", film, filmDeLaPartie(rang, numero));
    boutons.forEach((bouton, k) => bouton.setAttribute("aria-pressed", parties[k][1] === numero));
  };
  const boutons = parties.map(([nom, numero]) => {
    const bouton = cree("button", { type: "button" }, groupe, `${nom} (n° ${numero})`);
    bouton.addEventListener("click", () => montre(numero));
    return bouton;
  });
  fiche(texte, bot);
  montre(bot.meilleure);
}

// ------------------------------------------------------------------ l'adresse et le clavier

let vue = "classement";

function route() {
  const [nom, suite] = location.hash.slice(1).split("-");
  const rang = Number(suite ?? NaN);
  const ancien = vue;
  vue = VUES.includes(nom) ? nom : "classement";
  lecteurs[ancien]?.pause();
  for (const [autre, section] of Object.entries(sections)) section.hidden = autre !== vue;
  for (const lien of document.querySelectorAll("nav a"))
    lien.setAttribute("aria-current", lien.hash === `#${vue}` ? "page" : "false");
  if (vue === "course") montreLaCourse();
  if (vue === "duels") (DONNEES.duels[rang] ? montreLeDuel : montreLesDuels)(rang);
  if (vue === "bots") montreLeBot(DONNEES.bots[rang] ? rang : 0);
  document.body.className = vue;
  if (nom !== "explication") scrollTo(0, 0);
}

// Une touche sert au film, sauf là où elle a déjà un sens : liste, curseur, bouton. Un chiffre est celui
// de la touche : sur un clavier français, il n'y a pas à tenir Maj.
document.addEventListener("keydown", (evenement) => {
  if (evenement.ctrlKey || evenement.metaKey || evenement.altKey) return;
  const { code, key, target } = evenement;
  const chiffre = Number(/^\d$/.test(key) ? key : code.match(/^Digit(\d)$/)?.[1]);
  if (target.closest("select, input") && key !== " ") return;
  if (key === " " && target.closest("button, select, summary")) return;
  if (key.toLowerCase() === "p") {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen();
  } else if (!lecteurs[vue]?.touche(key.length === 1 ? key.toLowerCase() : key, chiffre)) return;
  evenement.preventDefault();
});
addEventListener("hashchange", route);
route();
