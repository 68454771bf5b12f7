// La grille des carnets : un seul SVG, une case = un élément que l'on peut viser, lire, entendre.
// Le modèle Python (grille_widget.py) envoie de petits états ; on ne redessine que les cases
// qui ont changé. Rien n'est chargé depuis le réseau.

const SVG = "http://www.w3.org/2000/svg";
const PAS = 36; // côté d'une case, en unités du dessin : celui des signes de bn_couleurs.py
const MARGE = 26; // place des lettres et des numéros
const BARRE = "M6 30L30 6"; // ce qui barre une case refusée

const DEPLACEMENTS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function svg(nom, attributs = {}, parent = null) {
  const element = document.createElementNS(SVG, nom);
  for (const [cle, valeur] of Object.entries(attributs)) element.setAttribute(cle, valeur);
  if (parent) parent.append(element);
  return element;
}

function html(nom, classe, parent) {
  const element = document.createElement(nom);
  element.className = classe;
  parent.append(element);
  return element;
}

function nombre(valeur) {
  if (Number.isInteger(valeur)) return String(valeur);
  return valeur < 1 ? `${Math.round(100 * valeur)}%` : valeur.toFixed(1).replace(".", ",");
}

// Dans JupyterLab, les flèches et les lettres sont des raccourcis du carnet : ici, elles servent à
// jouer, dans la grille comme dans les listes et les curseurs qui l'entourent. L'attribut qui les
// suspend doit être sur l'élément qui a le clavier.
function gardeLesTouches(figure) {
  const garde = (evenement) => (evenement.target.dataset.lmSuppressShortcuts = "true");
  figure.addEventListener("focusin", garde);
  requestAnimationFrame(() => {
    figure.closest(".jp-OutputArea-output")?.addEventListener("focusin", garde);
  });
}

// Les curseurs d'ipywidgets n'ont pas de nom pour un lecteur d'écran : on leur donne celui que l'on
// voit à côté. Ils peuvent être dessinés après la grille.
function nommeLesCurseurs() {
  for (const poignee of document.querySelectorAll(".noUi-handle[role=slider]:not([aria-label])")) {
    const nom = poignee.closest(".widget-slider")?.querySelector(".widget-label")?.textContent;
    if (nom) poignee.setAttribute("aria-label", nom);
  }
}

class Vue {
  constructor(model, el) {
    this.model = model;
    this.signes = model.get("signes"); // lettre → { nom, trace }, et "dernier" : les coins
    this.figure = html("figure", "bn-grille", el);
    gardeLesTouches(this.figure);
    for (const attente of [0, 300, 1500]) setTimeout(nommeLesCurseurs, attente);
    this.titre = html("figcaption", "bn-titre", this.figure);
    const plateau = html("div", "bn-plateau", this.figure);
    this.cadre = html("div", "bn-cadre", plateau);
    this.flotte = html("ul", "bn-flotte", plateau);
    this.flotte.setAttribute("aria-label", "Les bateaux à trouver");
    this.legende = html("ul", "bn-legende", this.figure);
    this.annonce = html("div", "bn-annonce", this.figure);
    this.annonce.setAttribute("role", "status");
    this.construit();
    this.redessine = this.redessine.bind(this);
    model.on("change", this.redessine);
    this.prendFocus = () => {
      requestAnimationFrame(() => this.vise(this.curseur));
      setTimeout(() => this.figure.closest(".bn-table")?.scrollIntoView({ block: "nearest" }), 300);
    };
    model.on("change:focus", this.prendFocus);
    this.lanceDefile = this.lanceDefile.bind(this);
    model.on("change:defile", this.lanceDefile);
    this.lanceDefile();
    if (model.get("focus")) this.prendFocus();
  }

  detruit() {
    this.model.off("change", this.redessine);
    this.model.off("change:focus", this.prendFocus);
    this.model.off("change:defile", this.lanceDefile);
    clearInterval(this.minuteur);
  }

  // ------------------------------------------------------------------ construction

  construit() {
    const xmax = (this.xmax = this.model.get("xmax"));
    const ymax = (this.ymax = this.model.get("ymax"));
    const largeur = MARGE + xmax * PAS + 4;
    const hauteur = MARGE + ymax * PAS + 4;
    this.cadre.replaceChildren();
    const boite = { viewBox: `0 0 ${largeur} ${hauteur}`, preserveAspectRatio: "xMidYMin meet" };
    this.dessin = svg("svg", { ...boite, role: "grid" });
    this.cadre.append(this.dessin);
    this.proportion = largeur / PAS;
    for (let x = 0; x < xmax; x++) this.etiquette(x, -1, this.lettre(x));
    for (let y = 0; y < ymax; y++) this.etiquette(-1, y, String(y));
    this.cases = [];
    for (let y = 0; y < ymax; y++) {
      const ligne = svg("g", { role: "row", "aria-label": `ligne ${y}` }, this.dessin);
      for (let x = 0; x < xmax; x++) this.cases.push(this.construitCase(x, y, ligne));
    }
    const dessus = svg("g", { "aria-hidden": "true", class: "bn-dessus" }, this.dessin);
    this.contours = svg("path", { class: "bn-contours" }, dessus);
    this.rangs = svg("g", {}, dessus);
    this.fantome = svg("g", { class: "bn-fantome" }, dessus);
    this.defile = svg("g", { class: "bn-defile" }, dessus);
    this.ecoute();
    this.curseur = this.cases[0];
    this.curseur.g.setAttribute("tabindex", "0");
    this.redessine();
  }

  lettre(x) {
    return String.fromCharCode(65 + x);
  }

  etiquette(x, y, texte) {
    const position = { x: MARGE + (x + 0.5) * PAS, y: MARGE + (y + 0.5) * PAS };
    if (x < 0) position.x = MARGE / 2;
    if (y < 0) position.y = MARGE / 2;
    svg("text", { ...position, class: "bn-etiquette", "aria-hidden": "true" }, this.dessin)
      .textContent = texte;
  }

  construitCase(x, y, ligne) {
    const nom = this.lettre(x) + y;
    const place = `translate(${MARGE + x * PAS} ${MARGE + y * PAS})`;
    const g = svg("g", { role: "gridcell", tabindex: "-1", transform: place }, ligne);
    g.dataset.case = nom;
    const uneCase = { x, y, nom, g, signature: null };
    uneCase.fond = svg("rect", { width: PAS, height: PAS, class: "bn-fond" }, g);
    g._case = uneCase;
    return uneCase;
  }

  // ------------------------------------------------------------------ souris et clavier

  ecoute() {
    const caseDe = (evenement) => evenement.target.closest("[role=gridcell]")?._case;
    this.dessin.addEventListener("click", (evenement) => {
      const uneCase = caseDe(evenement);
      if (!uneCase) return;
      this.vise(uneCase);
      this.envoie("clic", uneCase);
    });
    this.dessin.addEventListener("pointerover", (evenement) => {
      const uneCase = caseDe(evenement);
      if (uneCase && evenement.pointerType === "mouse") this.survole(uneCase);
    });
    this.dessin.addEventListener("pointerleave", () => this.survole(null));
    this.dessin.addEventListener("focusin", (evenement) => {
      const uneCase = caseDe(evenement);
      if (uneCase) this.survole(uneCase);
    });
    this.dessin.addEventListener("focusout", () => this.survole(null));
    this.dessin.addEventListener("keydown", (evenement) => this.touche(evenement));
  }

  touche(evenement) {
    if (evenement.ctrlKey || evenement.metaKey || evenement.altKey) return;
    const { x, y } = this.curseur;
    const touche = evenement.key;
    if (touche in DEPLACEMENTS) {
      const [dx, dy] = DEPLACEMENTS[touche];
      this.vise(this.en(x + dx, y + dy) ?? this.curseur);
    } else if (touche === "Home") this.vise(this.en(0, y));
    else if (touche === "End") this.vise(this.en(this.xmax - 1, y));
    else if (touche === "Enter" || touche === " ") this.envoie("clic", this.curseur);
    else if (touche === "Escape" || touche === "Backspace" || touche.length === 1)
      this.envoie("touche", this.curseur, touche);
    else return;
    evenement.preventDefault();
    evenement.stopPropagation();
  }

  en(x, y) {
    const dedans = x >= 0 && x < this.xmax && y >= 0 && y < this.ymax;
    return dedans ? this.cases[y * this.xmax + x] : null;
  }

  vise(uneCase) {
    this.curseur.g.setAttribute("tabindex", "-1");
    this.curseur = uneCase;
    uneCase.g.setAttribute("tabindex", "0");
    uneCase.g.focus({ preventScroll: true });
  }

  survole(uneCase) {
    if (this.survolee === uneCase) return;
    this.survolee = uneCase;
    this.dessineFantome();
    if (uneCase && this.model.get("suit_survol")) this.envoie("survol", uneCase);
  }

  envoie(type, uneCase, touche = "") {
    if (!this.model.get("actif")) return;
    this.model.send({ type, case: [uneCase.x, uneCase.y], touche });
  }

  // ------------------------------------------------------------------ dessin

  redessine() {
    const lire = (nom) => this.model.get(nom);
    if (lire("xmax") !== this.xmax || lire("ymax") !== this.ymax) return this.construit();
    this.titre.textContent = lire("titre");
    this.titre.hidden = !lire("titre");
    this.figure.classList.toggle("bn-inactive", !lire("actif"));
    this.figure.style.setProperty("--bn-largeur", `${this.proportion * lire("cote")}px`);
    this.dessin.setAttribute("aria-label", lire("titre") || "Grille");
    this.rassemble();
    for (const [rang, uneCase] of this.cases.entries()) this.dessineCase(rang, uneCase);
    this.dessineContours();
    this.dessineFile();
    this.dessineFantome();
    this.dessineFlotte();
    this.dessineLegende();
    if (this.annonce.textContent !== lire("annonce")) this.annonce.textContent = lire("annonce");
  }

  rassemble() {
    const lire = (nom) => this.model.get(nom);
    this.etat = lire("etat");
    this.valeurs = lire("valeurs");
    this.maximum = Math.max(0, ...this.valeurs.filter((v) => v !== null));
    this.bateaux = new Set(lire("bateaux"));
    this.file = new Map(lire("file").map((rang, place) => [rang, place + 1]));
    this.dernier = lire("dernier");
    this.marques = new Map();
    for (const { cases, style, texte } of lire("marques"))
      for (const rang of cases) {
        if (!this.marques.has(rang)) this.marques.set(rang, []);
        this.marques.get(rang).push({ style, texte });
      }
    const fantome = lire("fantome");
    this.permis = fantome.permis ? new Set(fantome.permis) : null;
  }

  dessineCase(rang, uneCase) {
    const etat = this.etat[rang] ?? ".";
    const valeur = etat === "." ? (this.valeurs[rang] ?? null) : null;
    const place = this.file.get(rang);
    const marques = this.marques.get(rang) ?? [];
    const bateau = this.bateaux.has(rang);
    const dernier = this.dernier === rang;
    const libelle = this.libelle(rang, uneCase.nom, { etat, valeur, place, marques, bateau, dernier });
    const part = valeur === null || !this.maximum ? 0 : (valeur / this.maximum).toFixed(2);
    const signature = `${libelle}|${part}|${marques.map((m) => m.style)}`;
    if (uneCase.signature === signature) return;
    const { g, fond } = uneCase;
    const change = uneCase.etat !== undefined && uneCase.etat !== etat && etat !== ".";
    uneCase.signature = signature;
    uneCase.etat = etat;
    g.setAttribute("aria-label", libelle);
    g.setAttribute("class", `bn-case bn-${this.signes[etat].nom}${bateau ? " bn-bateau" : ""}`);
    g.replaceChildren(fond);
    if (valeur !== null) this.dessineValeur(g, nombre(valeur), part, place);
    if (this.signes[etat].trace) svg("path", { d: this.signes[etat].trace, class: "bn-signe" }, g);
    for (const { style } of marques) this.dessineMarque(g, style);
    if (dernier)
      for (const classe of ["bn-dernier-fond", "bn-dernier"])
        svg("path", { d: this.signes.dernier.trace, class: classe }, g);
    svg("rect", { x: 1.5, y: 1.5, width: PAS - 3, height: PAS - 3, class: "bn-viseur" }, g);
    if (change) g.classList.add("bn-change");
  }

  libelle(rang, nom, { etat, valeur, place, marques, bateau, dernier }) {
    const mots = [nom, this.signes[etat].nom];
    if (bateau) mots.push("bateau");
    if (valeur !== null) mots.push(nombre(valeur));
    if (place) mots.push(`numéro ${place} dans la file`);
    for (const { texte } of marques) if (texte) mots.push(texte);
    if (dernier) mots.push("dernier tir");
    if (this.permis) mots.push(this.permis.has(rang) ? "le bateau tient ici" : "pas de place ici");
    return mots.join(", ");
  }

  dessineValeur(g, texte, part, place) {
    svg("rect", { width: PAS, height: PAS, class: "bn-froid" }, g);
    svg("rect", { width: PAS, height: PAS, class: "bn-chaleur", "fill-opacity": part }, g);
    const taille = texte.length > 3 ? " bn-petit" : "";
    const y = place ? PAS - 10 : PAS / 2; // sous la pastille de la file, qui le cacherait
    svg("text", { x: PAS / 2, y, class: `bn-valeur${taille}` }, g).textContent = texte;
  }

  dessineMarque(g, style) {
    const cadre = { x: 3.5, y: 3.5, width: PAS - 7, height: PAS - 7, rx: 6 };
    svg("rect", { ...cadre, class: `bn-marque bn-marque-${style}` }, g);
    if (style === "refus") svg("path", { d: BARRE, class: "bn-marque bn-marque-refus" }, g);
  }

  // Les rangs de la file, par-dessus : le nom de chaque case les dit déjà au lecteur d'écran.
  dessineFile() {
    this.rangs.replaceChildren();
    for (const [rang, place] of this.file) {
      const { x, y } = this.cases[rang];
      const [cx, cy] = [MARGE + x * PAS + 27, MARGE + y * PAS + 9];
      svg("circle", { cx, cy, r: 8, class: "bn-pastille" }, this.rangs);
      svg("text", { x: cx, y: cy + 0.5, class: "bn-rang" }, this.rangs).textContent = place;
    }
  }

  // Le contour d'un bateau passe entre une case occupée et une case qui ne l'est pas.
  dessineContours() {
    const occupe = (x, y) => x >= 0 && x < this.xmax && this.bateaux.has(y * this.xmax + x);
    const traits = [];
    for (const rang of this.bateaux) {
      const x = rang % this.xmax;
      const y = Math.floor(rang / this.xmax);
      const [gauche, haut] = [MARGE + x * PAS, MARGE + y * PAS];
      if (!occupe(x, y - 1)) traits.push(`M${gauche} ${haut}h${PAS}`);
      if (!occupe(x, y + 1)) traits.push(`M${gauche} ${haut + PAS}h${PAS}`);
      if (!occupe(x - 1, y)) traits.push(`M${gauche} ${haut}v${PAS}`);
      if (!occupe(x + 1, y)) traits.push(`M${gauche + PAS} ${haut}v${PAS}`);
    }
    this.contours.setAttribute("d", traits.join(""));
  }

  // Le bateau que l'on s'apprête à poser, sous le pointeur ou sous la case visée.
  dessineFantome() {
    const { taille, sens } = this.model.get("fantome");
    this.fantome.replaceChildren();
    if (!taille || !this.survolee) return;
    const { x, y } = this.survolee;
    const possible = !this.permis || this.permis.has(y * this.xmax + x);
    for (let k = 0; k < taille; k++) {
      const uneCase = this.en(x + k * sens[0], y + k * sens[1]);
      if (!uneCase) break;
      const [gauche, haut] = [MARGE + uneCase.x * PAS, MARGE + uneCase.y * PAS];
      const classe = possible ? "bn-possible" : "bn-impossible";
      svg("rect", { x: gauche + 4, y: haut + 4, width: PAS - 8, height: PAS - 8, rx: 6, class: classe }, this.fantome);
      if (!possible)
        svg("path", { d: `M${gauche + 11} ${haut + 11}l14 14m0 -14l-14 14`, class: "bn-impossible" }, this.fantome);
    }
  }

  // Des bateaux ou des flottes, l'un après l'autre, et le compte de ceux qui passent par la case.
  lanceDefile() {
    clearInterval(this.minuteur);
    this.defile.replaceChildren();
    const { etapes = [], pas } = this.model.get("defile");
    this.compte = 0;
    this.etape = 0;
    if (!etapes.length) return;
    this.montreEtape();
    this.minuteur = setInterval(() => this.montreEtape(), pas);
  }

  montreEtape() {
    const { etapes, case: visee } = this.model.get("defile");
    if (this.etape >= etapes.length) return clearInterval(this.minuteur);
    const { cases, texte } = etapes[this.etape++];
    if (cases.includes(visee)) this.compte++;
    this.defile.replaceChildren();
    const place = (rang) => [
      MARGE + (rang % this.xmax) * PAS,
      MARGE + Math.floor(rang / this.xmax) * PAS,
    ];
    for (const rang of cases) {
      const [x, y] = place(rang);
      svg("rect", { x: x + 3, y: y + 3, width: PAS - 6, height: PAS - 6, rx: 6, class: "bn-passe" }, this.defile);
    }
    if (visee < 0) return;
    const [x, y] = place(visee);
    svg("circle", { cx: x + PAS / 2, cy: y + PAS / 2, r: 15, class: "bn-compteur" }, this.defile);
    const nombre = svg("text", { x: x + PAS / 2, y: y + PAS / 2, class: "bn-total" }, this.defile);
    nombre.textContent = this.compte;
    this.figure.dataset.compte = this.compte;
    this.titre.textContent = `${this.model.get("titre")} · ${texte}`;
  }

  // Les bateaux à trouver, à côté de la grille ; ceux qui sont coulés sont barrés d'une croix.
  dessineFlotte() {
    const bateaux = this.model.get("flotte");
    this.flotte.hidden = !bateaux.length;
    this.figure.classList.toggle("bn-avec-flotte", bateaux.length > 0);
    const signature = JSON.stringify(bateaux);
    if (this.signatureFlotte === signature) return;
    this.signatureFlotte = signature;
    this.flotte.replaceChildren();
    for (const [taille, coule] of bateaux) {
      const ligne = html("li", "", this.flotte);
      const nom = `bateau de ${taille}, ${coule ? "coulé" : "à trouver"}`;
      const boite = { viewBox: `0 0 ${taille * PAS} ${PAS}`, role: "img", "aria-label": nom };
      const dessin = svg("svg", { ...boite, style: `width: ${taille * 1.2}em` }, ligne);
      for (let k = 0; k < taille; k++) {
        const classe = `bn-case ${coule ? "bn-coulé" : "bn-bateau"}`;
        const g = svg("g", { class: classe, transform: `translate(${k * PAS} 0)` }, dessin);
        svg("rect", { width: PAS, height: PAS, class: "bn-fond" }, g);
        if (coule) svg("path", { d: this.signes.X.trace, class: "bn-signe" }, g);
      }
    }
  }

  dessineLegende() {
    this.legende.hidden = !this.model.get("legende");
    if (this.legende.hidden) return;
    const lignes = [];
    for (const [lettre, { nom, trace }] of Object.entries(this.signes))
      if (trace && this.etat.includes(lettre)) lignes.push([nom, `bn-${nom}`, trace, ""]);
    if (this.bateaux.size) lignes.push(["bateau", "bn-bateau", "M4 4H32V32H4Z", "bn-contours"]);
    if (this.file.size) lignes.push(["file : le n° 1 sera joué en premier", "bn-pastille-legende", "", ""]);
    const vues = new Set();
    for (const { style, texte, cases } of this.model.get("marques")) {
      if (!cases.length || !texte || vues.has(texte)) continue;
      vues.add(texte);
      const barre = style === "refus" ? BARRE : "";
      lignes.push([texte, "", `M6 6H30V30H6Z${barre}`, `bn-marque bn-marque-${style}`]);
    }
    if (this.dernier >= 0) lignes.push(["dernier tir", "", this.signes.dernier.trace, "bn-dernier"]);
    const signature = JSON.stringify(lignes);
    if (this.signatureLegende === signature) return;
    this.signatureLegende = signature;
    this.legende.replaceChildren();
    for (const [texte, classe, trace, style] of lignes) {
      const ligne = html("li", "", this.legende);
      const dessin = svg("svg", { viewBox: `0 0 ${PAS} ${PAS}`, "aria-hidden": "true" }, ligne);
      const g = svg("g", { class: `bn-case ${classe}` }, dessin);
      svg("rect", { width: PAS, height: PAS, class: "bn-fond" }, g);
      if (trace) svg("path", { d: trace, class: style || "bn-signe" }, g);
      else {
        svg("circle", { cx: 18, cy: 18, r: 13, class: "bn-pastille" }, g);
        svg("text", { x: 18, y: 19, class: "bn-rang" }, g).textContent = "1";
      }
      ligne.append(texte);
    }
  }
}

export default {
  render({ model, el }) {
    const vue = new Vue(model, el);
    return () => vue.detruit();
  },
};
