"""Les pages HTML : une par copie (`page_copie`), une pour la classe (`page_classe`).

Chaque page tient dans un fichier, sans script ni rien à télécharger. Elle se lit sur un téléphone,
s'imprime, suit le thème clair ou sombre de l'appareil, et ne compte jamais sur la couleur seule.
Tout texte passe par `_h` : ce qui vient d'une copie ne peut pas devenir du HTML.
"""

import html
import pathlib
import re
import statistics

from autograder.classe.bilan import EN_CHANTIER
from autograder.classe.tableau import nombre
from autograder.classe.tableurs import coupe
from autograder.moteur.juge import STATUTS

PAGE_MAX = 60_000  # octets d'une page de copie
ASPECTS_A_PARTIR_DE = 180  # plus court que cela, la place manque pour détailler
SIGNES = {
    "juste": "✓", "partiel": "◐", "faux": "✗", "à faire": "·", "absent": "–", "boucle": "∞",
    "attente": "…", "exception": "!", "récursion": "↻", "mémoire": "M", "arrêt": "■",
    "interdit": "⊘", "syntaxe": "S", "illisible": "?", "non corrigé": "N",
}  # fmt: skip
SENS = {
    "juste": "tout est juste", "partiel": "une partie des essais réussit",
    "faux": "le résultat n'est pas le bon", "à faire": "pas commencé",
    "absent": "la fonction n'est pas dans la copie", "boucle": "ne s'arrête pas",
    "attente": "attend quelqu'un au clavier, ou s'endort",
    "exception": "s'arrête sur une erreur Python", "récursion": "s'appelle sans fin",
    "mémoire": "prend trop de mémoire", "arrêt": "arrête tout le programme",
    "interdit": "utilise quelque chose qui n'est pas permis",
    "syntaxe": "Python ne comprend pas le fichier", "illisible": "la réponse est inutilisable",
    "non corrigé": "n'a pas pu être corrigé",
}  # fmt: skip

STYLE = re.sub(
    r"/\*.*?\*/|\s*\n\s*",
    "",
    pathlib.Path(__file__).with_suffix(".css").read_text(encoding="utf-8"),
)


def _h(texte):
    """Texte sûr en HTML, guillemets compris ; les caractères invisibles ne passent pas."""
    visible = "".join(c if c.isprintable() or c == "\n" else "·" for c in str(texte))
    return html.escape(visible, quote=True)


def _t(texte):
    """Une phrase en HTML : comme `_h`, sans coupure avant : ; ? ! ni contre les guillemets.

    >>> _t("Vaut 1 ; attendu : <b>")
    'Vaut 1\xa0; attendu\xa0: &lt;b&gt;'
    """
    return re.sub(r"(?<=«) | (?=[:;?!»])", "\N{NO-BREAK SPACE}", _h(texte))


def _debut(titre):
    return (
        '<!DOCTYPE html>\n<html lang="fr"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'\">"
        f'<meta name="robots" content="noindex"><title>{_h(titre)}</title>'
        f"<style>{STYLE}</style></head><body>\n"
    )


FIN = "\n</body></html>\n"


def famille(statut):
    """La classe de couleur d'un verdict : réussi, en partie, raté, pas tenté."""
    if statut in EN_CHANTIER or statut == "non corrigé":
        return "vide"
    return {"juste": "ok", "partiel": "mi"}.get(statut, "non")


def _signe(statut):
    return f'<span class="signe {famille(statut)}" aria-hidden="true">{SIGNES[statut]}</span>'


def _etoiles(exercice):
    return " " + "★" * exercice.etoiles if exercice.etoiles else ""


# ----------------------------------------------------------------- une copie


def page_copie(resultat, nom="", remarques=(), retour=""):
    """La page d'une copie. `retour` : adresse de la page de la classe, s'il y en a une."""
    for longueur in (1500, 700, 350, 180, 90, 40):
        page = _page_copie(resultat, nom, remarques, retour, longueur)
        if len(page.encode("utf-8", "replace")) <= PAGE_MAX:
            break
    return page


def _page_copie(resultat, nom, remarques, retour, longueur):
    titre = nom or "Correction de la copie"
    morceaux = [f"<header><h1>{_h(titre)}</h1></header><main>"]
    if resultat.statut.startswith("corrigée"):
        morceaux.append(_resume(resultat))
    else:
        morceaux.append(f'<p class="alerte">Copie {_t(coupe(resultat.statut, 600))}.</p>')
    morceaux += [f'<p class="doux">{_t(coupe(r, longueur))}</p>' for r in list(remarques)[:20]]
    if resultat.statut.startswith("corrigée"):
        for tp in resultat.tps():
            morceaux.append(_section_tp(resultat, tp, longueur))
    morceaux.append("</main>" + _pied(resultat, retour))
    return _debut(titre) + "\n".join(morceaux) + FIN


def _resume(resultat):
    cartes = "".join(
        f"<li>TP{tp} <b>{nombre(resultat.note(tp))}</b> sur 20</li>" for tp in resultat.tps_notes()
    )
    base = [e for e in resultat.exercices if not e.bonus]
    bonus = [e for e in resultat.exercices if e.bonus and e.juste]
    justes = sum(e.juste for e in base)
    phrase = f"{accord(justes, 'exercice juste', 'exercices justes')} sur {len(base)}"
    if bonus:
        phrase += ", et " + accord(len(bonus), "bonus réussi", "bonus réussis")
    return (
        f'<ul class="notes"><li class="tout">Ensemble <b>{nombre(resultat.note())}</b> sur 20</li>'
        f"{cartes}</ul><p>{phrase}.</p>"
    )


def _section_tp(resultat, tp, longueur):
    exercices = [e for e in resultat.exercices if e.tp == tp]
    tete = f"<section class=long><h2>TP{tp}&nbsp;: {nombre(resultat.note(tp))} / 20</h2>"
    if all(e.statut in EN_CHANTIER for e in exercices):
        return tete + "<p>Aucun exercice de ce TP n'est commencé.</p></section>"
    return (
        tete
        + '<ul class="exos">'
        + "".join(_exercice(e, longueur) for e in exercices)
        + "</ul></section>"
    )


def _exercice(e, longueur):
    points = f"{nombre(e.points)} / {nombre(e.bareme)}"
    lignes = [
        f"<li>{_signe(e.statut)}<span><b>{_h(e.titre)}</b>{_etoiles(e)} "
        f"<code>{_h(e.id)}</code></span>"
        f'<span class="nb">{points}</span><div class="suite">'
    ]
    if e.juste:
        lignes.append('<span class="cache">Juste.</span>')
    elif not e.phrase.lower().startswith(e.statut):
        lignes.append(f"<b>{_h(e.statut.capitalize())}.</b> ")
    if e.phrase and e.phrase != "Juste.":
        lignes.append(_phrase(e.phrase, longueur))
    if len(e.aspects) > 1 and not e.juste and longueur >= ASPECTS_A_PARTIR_DE:
        lignes.append('<ul class="aspects">')
        for aspect in e.aspects[:12]:
            signe, sens = ("✓", "réussi") if aspect["juste"] else ("✗", "raté")
            texte = _h(coupe(str(aspect["nom"]), 80))
            signe = f'<span aria-hidden="true">{signe}</span><span class="cache">{sens} : </span>'
            lignes.append(f"<li>{signe} {texte}</li>")
        lignes.append("</ul>")
    return "".join(lignes) + "</div></li>"


def _phrase(phrase, longueur):
    """La phrase ; ce qui suit le premier saut de ligne est un dessin, en chasse fixe."""
    premiere, _, dessin = coupe(phrase, longueur).partition("\n")
    return _t(premiere) + (f"<pre>{_h(dessin)}</pre>" if dessin.strip() else "")


def _pied(resultat, retour):
    lignes = []
    if retour:
        lignes.append(f'<p><a href="{_h(retour)}">Page de la classe</a></p>')
    presents = [s for s in STATUTS if any(e.statut == s for e in resultat.exercices)]
    if presents:
        lignes.append(_legende(presents))
    infos = []
    if resultat.exercices:
        infos.append(f"Tirages : graine {resultat.graine}.")
    if resultat.isolement:
        infos.append(f"Protection : {resultat.isolement}.")
    if infos:
        lignes.append(f'<p class="petit doux">{_t(" ".join(infos))}</p>')
    return "<footer>" + "".join(lignes) + "</footer>" if lignes else ""


def _legende(statuts):
    return (
        '<ul class="legende" aria-label="Légende">'
        + "".join(f"<li>{_signe(s)} {_t(s + ' : ' + SENS[s])}</li>" for s in statuts)
        + "</ul>"
    )


def accord(combien, singulier, pluriel):
    """
    >>> accord(1, "copie", "copies"), accord(12, "copie", "copies")
    ('1 copie', '12 copies')
    """
    return f"{combien} {singulier if combien < 2 else pluriel}"


# ----------------------------------------------------------------- la classe


def page_classe(bilan, titre="Bilan de la classe", groupes=(), infos=(), dossier="copies"):
    """Les morceaux de la page de la classe, d'après un Bilan (elle peut être longue).

    `groupes` : [(lignes des copies proches, [(ligne, ligne, part, [(exercice, code, code)])])] ;
    `infos` : phrases du pied de page ; `dossier` : où sont les pages des copies.
    """
    notees = bilan.corrigees
    sections = [
        ("notes", "Notes", [_section_notes(bilan, dossier)]),
        ("regarder", "À regarder à la main", [_section_regarder(bilan, dossier)]),
        ("blocages", "Où la classe bloque", [_section_blocages(bilan)]),
        ("erreurs", "Erreurs les plus fréquentes", [_section_erreurs(bilan, dossier)]),
        ("carte", "Carte de la classe", _section_carte(bilan, dossier) if notees else [""]),
        ("proches", "Copies qui se ressemblent", [_section_proches(groupes, dossier)]),
    ]
    sections = [section for section in sections if section[2] != [""]]
    menu = "".join(f'<li><a href="#{ancre}">{nom}</a></li>' for ancre, nom, _ in sections)
    yield _debut(titre)
    yield (
        f"<header><h1>{_h(titre)}</h1>{_chiffres(bilan)}"
        f'<nav aria-label="Sections"><ul>{menu}</ul></nav></header><main>'
    )
    for ancre, nom, morceaux in sections:
        yield f'\n<section class="long" id="{ancre}"><h2>{nom}</h2>\n'
        yield from morceaux
        yield "</section>"
    pied = "".join(f"<p>{_t(phrase)}</p>" for phrase in infos)
    yield f'\n</main><footer class="petit doux">{pied}</footer>{FIN}'


def _chiffres(bilan):
    notes = [ligne.note for ligne in bilan.lignes if ligne.note is not None]
    ratees = len(bilan.lignes) - len(bilan.corrigees)
    phrase = accord(len(bilan.lignes), "copie", "copies")
    if ratees:
        phrase += f", dont {ratees} non corrigée{'s' if ratees > 1 else ''}"
    if not notes:
        return f"<p>{phrase}.</p>"
    cartes = [
        ("Moyenne", nombre(statistics.mean(notes))),
        ("Médiane", nombre(statistics.median(notes))),
        ("Plus basse", nombre(min(notes))),
        ("Plus haute", nombre(max(notes))),
    ]
    liste = "".join(f"<li>{nom} <b>{valeur}</b> sur 20</li>" for nom, valeur in cartes)
    return f'<p>{phrase}.</p><ul class="notes">{liste}</ul>'


def _lien(ligne, dossier):
    return f'<a href="{_h(dossier)}/{_h(ligne.ident)}.html">{_h(ligne.nom)}</a>'


def _section_notes(bilan, dossier):
    tps = bilan.tps_notes()
    entetes = "".join(f'<th scope="col" class="nb">TP{tp}</th>' for tp in tps)
    lignes = []
    for ligne in bilan.lignes:
        if ligne.corrigee:
            cases = "".join(f'<td class="nb">{nombre(ligne.notes.get(tp))}</td>' for tp in tps)
            reste = f'<td class="nb"><b>{nombre(ligne.note)}</b></td>{cases}'
        else:
            reste = f'<td colspan="{len(tps) + 1}">{_t(coupe(ligne.statut, 160))}</td>'
        lignes.append(f'<tr><th scope="row">{_lien(ligne, dossier)}</th>{reste}</tr>')
    return (
        '<div class="large" role="region" aria-label="Tableau des notes" tabindex="0"><table>'
        f'<thead><tr><th scope="col">Élève</th><th scope="col" class="nb">Note</th>{entetes}'
        f"</tr></thead><tbody>{''.join(lignes)}</tbody></table></div>"
    )


def _section_regarder(bilan, dossier):
    lignes = []
    for ligne in bilan.lignes:
        phrases = [] if ligne.corrigee else [f"Copie {ligne.statut}."]
        phrases += ligne.remarques[:6]
        if phrases:
            texte = " ".join(_t(coupe(p, 200)) for p in phrases)
            lignes.append(f"<li>{_lien(ligne, dossier)}&nbsp;: {texte}</li>")
    return f"<ul>{''.join(lignes)}</ul>" if lignes else ""


def _section_blocages(bilan):
    lignes = []
    for exercice, comptes in bilan.blocages():
        total = sum(comptes.values())
        ordre = sorted(comptes, key=lambda s: STATUTS.index(s))
        barre = "".join(
            f'<span class="{famille(s)}" style="width:{100 * comptes[s] / total:.1f}%"></span>'
            for s in sorted(ordre, key=lambda s: ("ok", "mi", "non", "vide").index(famille(s)))
        )
        detail = ", ".join(f"{s} : {comptes[s]}" for s in ordre)
        lignes.append(
            f"<li><p><b>{_h(exercice.titre)}</b> <code>{_h(exercice.id)}</code>&nbsp;: "
            f"{comptes['juste']} sur {total} l'ont juste.</p>"
            f'<div class="barre" aria-hidden="true">{barre}</div>'
            f'<p class="petit doux">{_t(detail)}</p></li>'
        )
    if not lignes:
        return "<p>Personne n'est bloqué : tout ce qui a été tenté est juste.</p>"
    return f"<ol>{''.join(lignes)}</ol>"


def _section_erreurs(bilan, dossier):
    lignes = []
    for faute in bilan.frequentes():
        qui = ", ".join(_lien(bilan.lignes[rang], dossier) for rang in faute.rangs[:12])
        if len(faute.rangs) > 12:
            qui += f" et {len(faute.rangs) - 12} autres"
        genre = "" if faute.classique else ' <span class="doux">(par exemple)</span>'
        lignes.append(
            f'<tr><td class="nb" data-nom="Combien"><b>{len(faute.rangs)}</b></td>'
            f'<td data-nom="Exercice"><code>{_h(faute.exercice)}</code></td>'
            f"<td>{_t(coupe(faute.phrase, 260))}{genre}</td>"
            f'<td class="petit" data-nom="Qui">{qui}</td></tr>'
        )
    if not lignes:
        return "<p>Aucune erreur n'est partagée par deux élèves.</p>"
    return (
        '<table class="liste"><thead><tr><th scope="col" class="nb">Combien</th>'
        '<th scope="col">Exercice</th><th scope="col">Erreur</th><th scope="col">Qui</th></tr>'
        f"</thead><tbody>{''.join(lignes)}</tbody></table>"
    )


def _section_carte(bilan, dossier):
    """Un tableau par TP, fabriqués l'un après l'autre."""
    presents = {v for ligne in bilan.corrigees for v in ligne.verdicts}
    yield _legende([s for rang, s in enumerate(STATUTS) if rang in presents])
    for tp in bilan.tps():
        yield _carte_tp(bilan, tp, dossier)


def _carte_tp(bilan, tp, dossier):
    colonnes = [(rang, e) for rang, e in enumerate(bilan.exercices) if e.tp == tp]
    entetes = "".join(
        f'<th scope="col" class="debout"><span title="{_h(e.titre)}">{_h(e.nom)}{_etoiles(e)}'
        "</span></th>"
        for _, e in colonnes
    )
    cases = {
        statut: f'<td class="{famille(statut)}" title="{_h(statut)}" '
        f'aria-label="{_h(statut)}">{SIGNES[statut]}</td>'
        for statut in STATUTS
    }
    cases[None] = '<td class="vide" title="donné résolu" aria-label="donné résolu">▫</td>'
    lignes = []
    for ligne in bilan.corrigees:
        verdicts = "".join(cases[ligne.verdict(rang)] for rang, _ in colonnes)
        lignes.append(
            f'<tr><th scope="row">{_lien(ligne, dossier)}</th>{verdicts}'
            f'<td class="nb">{nombre(ligne.notes.get(tp))}</td></tr>'
        )
    justes = "".join(
        f'<td class="nb">{sum(ligne.verdict(rang) == "juste" for ligne in bilan.corrigees)}</td>'
        for rang, _ in colonnes
    )
    return (
        f'<section class="long"><h3>TP{tp}</h3><div class="large" role="region" '
        f'aria-label="Carte du TP{tp}" tabindex="0"><table class="carte"><thead><tr>'
        f'<th scope="col">Élève</th>{entetes}<th scope="col" class="nb">/ 20</th></tr></thead>'
        f"<tbody>{''.join(lignes)}</tbody><tfoot><tr><th scope=row>Justes</th>{justes}<td></td>"
        "</tr></tfoot></table></div></section>"
    )


def _section_proches(groupes, dossier):
    if not groupes:
        return "<p>Aucune ressemblance suspecte entre deux copies.</p>"
    morceaux = [
        "<p>Ressemblance des arbres syntaxiques, une fois ôtés le squelette, les solutions les "
        "plus naturelles et les fonctions très courtes. C'est un indice à vérifier, pas une "
        "preuve : travailler à deux, ou suivre la même explication, donne aussi des copies "
        "proches.</p>"
    ]
    for lignes, paires in groupes:
        noms = " · ".join(_lien(ligne, dossier) for ligne in lignes)
        morceaux.append(f"<h3>{noms}</h3>")
        for a, b, part, preuves in paires:
            titre = f"{_h(a.nom)} et {_h(b.nom)}&nbsp;: {100 * part:.0f}&nbsp;% en commun"
            exercices = ", ".join(f"<code>{_h(ident)}</code>" for ident, _, _ in preuves)
            morceaux.append(f"<details><summary>{titre} ({exercices})</summary>")
            for ident, gauche, droite in preuves:
                morceaux.append(
                    f'<h4>{_h(ident)}</h4><div class="cote">'
                    f"<div><b>{_h(a.nom)}</b><pre>{_h(gauche)}</pre></div>"
                    f"<div><b>{_h(b.nom)}</b><pre>{_h(droite)}</pre></div></div>"
                )
            morceaux.append("</details>")
    return "".join(morceaux)
