//! French texts of the error pages.

use crate::lang::words::Errors;

pub(super) static WORDS: Errors = Errors {
    request: "Identifiant de la requête",
    home: "Aller à l’accueil",
    session_active: "Déconnecté dans ce navigateur, mais pas sur le serveur",
    session_active_lead: "Ce navigateur a oublié votre session, mais le serveur n’a pas répondu\u{a0}: la session y est toujours ouverte. Si quelqu’un d’autre peut l’utiliser, reconnectez-vous plus tard et fermez toutes les autres sessions dans vos réglages.",
};
