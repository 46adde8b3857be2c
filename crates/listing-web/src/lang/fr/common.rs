//! French texts that all pages share.

use crate::lang::words::Common;

pub(super) static WORDS: Common = Common {
    skip: "Aller au contenu",
    nav: "Navigation principale",
    overview: "Aperçu",
    new: "Créer",
    bulk: "En série",
    listings: "Annonces",
    keys: "Clés API",
    settings: "Réglages",
    admin: "Admin",
    home: "Photo to Listing, accueil",
    sign_in: "Se connecter",
    sign_up: "Créer un compte",
    sign_out: "Se déconnecter",
    language: "Langue",
    api_reference: "Documentation de l’API",
    about: |marketplaces| {
        format!("Écrit vos annonces à partir de vos photos, pour {marketplaces} plateformes.")
    },
    copy: "Copier",
    copied: "Copié",
    save: "Enregistrer",
    cancel: "Annuler",
    search: "Rechercher",
    clear_search: "Effacer la recherche",
    next_page: "Page suivante",
    optional: "facultatif",
    email: "Adresse e-mail",
    password: "Mot de passe",
    colon: "\u{a0}: ",
    problems: "Quelques points à corriger",
};
