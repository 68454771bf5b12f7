// Les résultats du vérificateur : du HTML préparé par Python, amené sous les yeux quand on le
// demande, et visiblement périmé dès qu'un fichier a été enregistré depuis.

export default {
  render({ model, el }) {
    const boite = document.createElement("div");
    boite.className = "bn-resultats";
    boite.setAttribute("role", "status");
    el.append(boite);
    const redessine = () => {
      boite.innerHTML = model.get("html");
      boite.classList.toggle("bn-perime", model.get("perime"));
    };
    // Deux fois : le carnet peut défiler lui aussi, pour garder sa cellule à l'écran.
    const vise = () => boite.scrollIntoView({ block: "nearest" });
    const montre = () => [0, 250].forEach((attente) => setTimeout(vise, attente));
    redessine();
    model.on("change:html", redessine);
    model.on("change:perime", redessine);
    model.on("change:demandes", montre);
    return () => {
      model.off("change:html", redessine);
      model.off("change:perime", redessine);
      model.off("change:demandes", montre);
    };
  },
};
