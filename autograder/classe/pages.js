// Trier et filtrer le tableau des notes. Sans script, le tableau reste tel quel.
"use strict";
for (const tableau of document.querySelectorAll("table.triable")) {
  const corps = tableau.tBodies[0];
  const lignes = [...corps.rows];
  const enTetes = [...tableau.tHead.rows[0].cells];
  const lus = new Intl.Collator("fr", { numeric: true, sensitivity: "base" });

  // Le nom, ou un nombre ; null s'il n'y en a pas (copie non corrigée, TP fourni).
  function valeur(ligne, rang) {
    if (rang === 0) return ligne.cells[0].textContent.trim();
    const ecrite = ligne.cells[rang]?.dataset.valeur;
    return ecrite ? Number(ecrite) : null;
  }

  function compare(a, b) {
    return typeof a === "number" ? a - b : lus.compare(a, b);
  }

  enTetes.forEach((enTete, rang) => {
    const bouton = document.createElement("button");
    bouton.type = "button";
    bouton.append(...enTete.childNodes);
    enTete.append(bouton);
    bouton.addEventListener("click", () => {
      const sens = enTete.getAttribute("aria-sort") === "ascending" ? -1 : 1;
      enTetes.forEach((autre) => autre.removeAttribute("aria-sort"));
      enTete.setAttribute("aria-sort", sens === 1 ? "ascending" : "descending");
      const vides = (ligne) => valeur(ligne, rang) === null;
      lignes.sort((a, b) => {
        if (vides(a) || vides(b)) return vides(a) - vides(b);
        return sens * compare(valeur(a, rang), valeur(b, rang));
      });
      corps.append(...lignes);
    });
  });

  const outils = document.getElementById(tableau.dataset.outils);
  const filtre = outils.querySelector("input");
  const compte = outils.querySelector("output");
  const simple = (texte) => texte.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  filtre.addEventListener("input", () => {
    const mots = simple(filtre.value).split(/\s+/);
    let visibles = 0;
    for (const ligne of lignes) {
      ligne.hidden = !mots.every((mot) => simple(ligne.textContent).includes(mot));
      visibles += !ligne.hidden;
    }
    compte.textContent = filtre.value ? `${visibles} sur ${lignes.length}` : "";
  });
  outils.hidden = false;
}
