//! French texts of the history of generations.

use listing_domain::options::Language;

use crate::lang::words::Generations;

pub(super) static WORDS: Generations = Generations {
    title: "Annonces",
    retention: |days| format!("Les annonces sont conservées {days} jours."),
    search_label: "Rechercher dans vos annonces",
    download: "Tout télécharger",
    nothing_found: |search| format!("Aucun résultat pour «\u{a0}{search}\u{a0}»."),
    nothing_yet: |search| {
        format!("Aucun résultat pour «\u{a0}{search}\u{a0}» parmi vos annonces les plus récentes.")
    },
    search_on: "Rechercher dans les annonces plus anciennes",
    listings: "Annonces",
    listing_title: "Titre",
    description: "Description",
    price: "Prix",
    net: |amount| format!("{amount} après frais"),
    category: "Catégorie",
    condition: "État",
    length: |length, limit| {
        format!("{} caractères sur {}", Language::Fr.number(*length), Language::Fr.number(*limit))
    },
    edited: "Modifié",
    save: "Enregistrer",
    save_all: "Tout enregistrer",
    unsaved: "Modifications non enregistrées",
    saving: "Enregistrement…",
    saved: "Enregistré",
    not_saved: "Non enregistré. Vérifiez votre connexion, puis enregistrez de nouveau.",
    not_saved_in_part: "Certaines modifications n’ont pas été enregistrées. La raison est indiquée sur l’annonce.",
    not_all_saved: "Certaines annonces n’ont pas pu être enregistrées. La raison est indiquée sur chacune d’elles. Rien de ce que vous avez saisi n’est perdu.",
    restore: "Rétablir l’original",
    restore_lead: "La première version de cette annonce est rétablie. Vos modifications sont abandonnées.",
    restore_button: "Abandonner mes modifications",
    good_to_know: "Bon à savoir",
    not_accepted: "À corriger avant de publier",
    why: "Pourquoi ce prix",
    low: "Bas",
    high: "Haut",
    item: "L’article",
    confidence: |percent| format!("Confiance\u{a0}: {percent}\u{a0}%."),
    missing: "À préciser pour mieux vendre",
    photo_notes: "À propos des photos",
    photo: |number| format!("Photo {number}"),
    correct: "Ce n’est pas le bon article\u{a0}?",
    correct_lead: "Choisissez ou saisissez le bon article. Toutes les annonces sont réécrites pour lui, avec un nouveau prix, et vos modifications sont remplacées. C’est gratuit.",
    correct_item: "Qu’est-ce que c’est\u{a0}?",
    correct_button: "Réécrire toutes les annonces",
    again: "Réécrire",
    again_lead: "Dans un autre ton, une autre langue ou pour une plateforme de plus, à partir des détails déjà connus. C’est gratuit.",
    again_left: |left, limit| match left {
        0 | 1 => format!("{left} restante sur {limit}"),
        _ => format!("{left} restantes sur {limit}"),
    },
    again_none: "Vous n’avez plus de réécriture pour ces annonces.",
    again_replaces: "Les annonces des plateformes choisies sont remplacées, modifications comprises.",
    export: "Exporter",
    delete_this: "Supprimer ces annonces",
    delete_lead: "Les annonces et la vignette sont définitivement supprimées. La génération reste décomptée.",
    delete_button: "Supprimer définitivement",
};
