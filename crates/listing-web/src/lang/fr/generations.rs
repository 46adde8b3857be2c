//! The history of generations.

use listing_domain::options::Language;

use crate::lang::words::Generations;

pub(super) static WORDS: Generations = Generations {
    title: "Annonces",
    kept: |days| format!("Conservées pendant {days} jours."),
    search_label: "Rechercher dans vos annonces",
    download: "Tout télécharger",
    nothing_found: |search| format!("Aucun résultat pour «\u{a0}{search}\u{a0}»."),
    nothing_yet: |search| {
        format!("Aucun résultat pour «\u{a0}{search}\u{a0}» parmi vos annonces les plus récentes.")
    },
    search_on: "Chercher dans les plus anciennes",
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
    keep: "Enregistrer",
    keep_all: "Tout enregistrer",
    unsaved: "Pas encore enregistré",
    saving: "Enregistrement…",
    saved: "Enregistré",
    not_saved: "Non enregistré. Vérifiez votre connexion, puis enregistrez de nouveau.",
    not_saved_in_part: "Tout n’est pas enregistré. L’annonce concernée dit pourquoi.",
    not_all_saved: "Tout n’a pas pu être enregistré. Les annonces concernées disent pourquoi\u{a0}; rien de ce que vous avez saisi n’est perdu.",
    restore: "Rétablir l’original",
    restore_lead: "La première version de cette annonce revient. Vos modifications sont abandonnées.",
    restore_button: "Abandonner mes modifications",
    good_to_know: "Bon à savoir",
    not_accepted: "Ne serait pas accepté ainsi",
    why: "Pourquoi ce prix",
    low: "Bas",
    high: "Haut",
    item: "L’article",
    sure: |percent| format!("Confiance\u{a0}: {percent}\u{a0}%."),
    missing: "À préciser pour mieux vendre",
    photo_notes: "À propos des photos",
    photo: |number| format!("Photo {number}"),
    correct: "Ce n’est pas ça\u{a0}?",
    correct_lead: "Choisissez ce que c’est, ou saisissez-le\u{a0}: toutes les annonces sont réécrites, modifications comprises, avec un nouveau prix. Rien n’est décompté.",
    correct_item: "Qu’est-ce que c’est\u{a0}?",
    correct_button: "Réécrire toutes les annonces",
    again: "Écrire à nouveau",
    again_lead: "Dans un autre ton, une autre langue ou pour une place de marché de plus, d’après ce qui est déjà connu. Rien n’est décompté.",
    again_left: |left, of| match left {
        0 | 1 => format!("{left} restante sur {of}"),
        _ => format!("{left} restantes sur {of}"),
    },
    again_none: "Vous avez réécrit cette annonce autant de fois que possible.",
    again_replaces: "Les textes des places de marché choisies sont remplacés, modifications comprises.",
    take_along: "Exporter",
    delete_this: "Supprimer ces annonces",
    delete_lead: "Les textes et la vignette disparaissent définitivement. La génération reste décomptée.",
    delete_button: "Supprimer définitivement",
};
