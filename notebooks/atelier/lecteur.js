// Le lecteur d'un film : marche, pause, un coup en arrière ou en avant, curseur, vitesse. Des
// boutons et un curseur ordinaires, qui ont tous un nom. Au projecteur, il donne aussi à la scène
// qui l'entoure la hauteur de la fenêtre, pour que rien ne dépasse.

const ICONES = {
  lire: "M3 1L14 8L3 15Z",
  pause: "M3 1H6.5V15H3ZM9.5 1H13V15H9.5Z",
  precedent: "M13 1L4 8L13 15ZM1 1H3.5V15H1Z",
  suivant: "M3 1L12 8L3 15ZM12.5 1H15V15H12.5Z",
  fin: "M1 2L7 8L1 14ZM7 2L13 8L7 14ZM13 2H15V14H13Z",
  plein: "M1 1H6V3H3V6H1ZM10 1H15V6H13V3H10ZM1 10H3V13H6V15H1ZM13 10H15V15H10V13H13Z",
};
const MARGE = 12; // pixels laissés libres autour de la scène

function cree(nom, attributs, parent) {
  const element = document.createElement(nom);
  for (const [cle, valeur] of Object.entries(attributs)) element.setAttribute(cle, valeur);
  parent?.append(element);
  return element;
}

function icone(nom) {
  const dessin = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  dessin.setAttribute("viewBox", "0 0 16 16");
  dessin.setAttribute("aria-hidden", "true");
  dessin.innerHTML = `<path d="${ICONES[nom]}"/>`;
  return dessin;
}

class Lecteur {
  constructor(model, el) {
    this.model = model;
    this.barre = cree("div", { class: "bn-lecteur", role: "group", "aria-label": "Lecteur" }, el);
    this.marche = this.bouton("lire", "Lire", () => this.change("marche", !this.lire("marche")));
    this.bouton("precedent", "Précédent", () => this.va(this.lire("numero") - 1));
    const suivant = this.bouton("suivant", "Suivant", () => this.va(this.lire("numero") + 1));
    suivant.className = "bn-principal";
    this.bouton("fin", "Fin", () => this.va(this.lire("longueur")));
    this.curseur = cree("input", { type: "range", min: 0, "aria-label": "Coup montré" }, this.barre);
    this.curseur.addEventListener("input", () => this.va(Number(this.curseur.value)));
    this.compte = cree("output", { class: "bn-compte" }, this.barre);
    this.vitesse = cree("select", { "aria-label": "Vitesse", title: "Vitesse : secondes par coup" }, this.barre);
    for (const [nom, intervalle] of this.lire("vitesses"))
      cree("option", { value: intervalle }, this.vitesse).textContent = nom;
    this.vitesse.addEventListener("change", () =>
      this.change("intervalle", Number(this.vitesse.value)),
    );
    this.redessine = this.redessine.bind(this);
    model.on("change", this.redessine);
    requestAnimationFrame(() => (this.lire("projecteur") ? this.projette() : this.gardeTable()));
    this.redessine();
  }

  detruit() {
    this.model.off("change", this.redessine);
    clearInterval(this.minuteur);
    this.observateur?.disconnect();
  }

  lire(nom) {
    return this.model.get(nom);
  }

  change(nom, valeur) {
    this.model.set(nom, valeur);
    this.model.save_changes();
    this.montreTout();
  }

  bouton(dessin, texte, action) {
    const bouton = cree("button", { type: "button", title: texte }, this.barre);
    bouton.append(icone(dessin), cree("span", {}, bouton));
    bouton.querySelector("span").textContent = texte;
    bouton.addEventListener("click", action);
    return bouton;
  }

  va(numero) {
    if (this.lire("marche")) this.model.set("marche", false);
    this.change("numero", Math.max(0, Math.min(numero, this.lire("longueur"))));
  }

  // ------------------------------------------------------------------ dessin

  redessine() {
    const [numero, longueur, marche] = ["numero", "longueur", "marche"].map((n) => this.lire(n));
    this.curseur.max = longueur;
    this.curseur.value = numero;
    const total = this.lire("termine") ? ` sur ${longueur}` : "";
    this.curseur.setAttribute("aria-valuetext", `coup ${numero}${total}`);
    const attente = this.lire("attente");
    this.compte.textContent = `coup ${numero}${total}${attente ? ` · ${attente}` : ""}`;
    this.vitesse.value = this.lire("intervalle");
    const etat = `${marche} ${this.lire("intervalle")}`;
    if (this.etat === etat) return;
    this.etat = etat;
    this.marche.replaceChildren(icone(marche ? "pause" : "lire"), this.marche.lastElementChild);
    this.marche.title = this.marche.lastElementChild.textContent = marche ? "Pause" : "Lire";
    clearInterval(this.minuteur);
    if (!marche) return;
    this.minuteur = setInterval(() => this.avance(), this.lire("intervalle"));
    this.montreTout();
  }

  avance() {
    const fini = this.lire("numero") >= this.lire("longueur");
    if (!fini) this.model.set("numero", this.lire("numero") + 1);
    else if (this.lire("termine")) this.model.set("marche", false);
    this.model.save_changes();
  }

  // ------------------------------------------------------------------ à l'écran en entier

  // La table grandit après le clic (légende, gagnant) : elle reste sous les yeux de qui s'en sert.
  gardeTable() {
    const table = this.barre.closest(".bn-table");
    if (!table) return;
    const enService = () => this.lire("marche") || table.contains(document.activeElement);
    this.observateur = new ResizeObserver(() => enService() && this.montreTout());
    this.observateur.observe(table);
  }

  projette() {
    this.scene = this.barre.closest(".bn-projecteur");
    if (!this.scene) return;
    this.bouton("plein", "Plein écran", () => this.pleinEcran());
    const defileur = this.scene.closest(".jp-WindowedPanel-outer");
    const ajuste = () => {
      const fenetre = Math.min(window.innerHeight, window.screen.height);
      const libre = Math.min(defileur?.clientHeight || fenetre, fenetre);
      this.scene.style.setProperty("--bn-hauteur", `${libre - MARGE}px`);
    };
    this.observateur = new ResizeObserver(ajuste);
    this.observateur.observe(defileur ?? document.documentElement);
    ajuste();
    this.scene.addEventListener("click", () => this.montreTout());
    if (document.querySelector(".bn-projecteur") === this.scene)
      setTimeout(() => this.montreTout(), 600);
  }

  montreTout() {
    if (document.fullscreenElement) return;
    const tout = this.scene ?? this.barre.closest(".bn-table");
    requestAnimationFrame(() => {
      tout?.scrollIntoView({ block: "nearest" });
      this.barre.scrollIntoView({ block: "nearest" }); // si elle est plus haute que la fenêtre
    });
  }

  pleinEcran() {
    if (document.fullscreenElement) document.exitFullscreen();
    else this.scene.requestFullscreen();
  }
}

export default {
  render({ model, el }) {
    const lecteur = new Lecteur(model, el);
    return () => lecteur.detruit();
  },
};
