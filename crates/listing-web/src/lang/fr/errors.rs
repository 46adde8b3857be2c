//! Error pages.

use crate::lang::words::Errors;

pub(super) static WORDS: Errors = Errors {
    request: "Requête",
    home: "Aller à l’accueil",
    session_lives: "Déconnecté ici, mais pas sur le serveur",
    session_lives_lead: "Ce navigateur a oublié votre session, mais elle n’a pas pu être fermée sur le serveur, qui ne répond pas en ce moment. Si quelqu’un d’autre peut y accéder, reconnectez-vous plus tard et fermez toutes les autres sessions dans les réglages.",
};
