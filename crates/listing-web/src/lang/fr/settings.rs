//! French texts of the account settings.

use super::values::{date, moment};
use crate::lang::words::Settings;

pub(super) static WORDS: Settings = Settings {
    title: "Réglages",
    email: "Adresse e-mail",
    confirmed: "Confirmée",
    unconfirmed: "Non confirmée",
    new_email: "Nouvelle adresse e-mail",
    email_lead: "Nous envoyons un lien à la nouvelle adresse. Ouvrez-le pour confirmer le changement.",
    email_no_mail: "Ce service n’envoie pas d’e-mails. Votre administrateur vous transmettra le lien.",
    email_button: "Changer d’adresse e-mail",
    email_needs_password: "Choisissez d’abord un mot de passe\u{a0}: il vous le faut pour changer d’adresse e-mail.",
    password: "Mot de passe",
    current: "Mot de passe actuel",
    new_password: "Nouveau mot de passe",
    password_lead: "Le changer ferme toutes vos autres sessions.",
    no_password: "Vous vous connectez sans mot de passe. Vous pouvez en choisir un.",
    password_button: "Changer le mot de passe",
    password_set: "Choisir un mot de passe",
    preferences: "Langue et marché",
    language: "Langue de l’application web",
    by_browser: "Celle du navigateur",
    market: "Où vous vendez",
    by_language: "Selon la langue de l’annonce",
    market_lead: "Les prix sont estimés pour ce pays, dans sa monnaie.",
    photos: "Photos pour les exports",
    photos_lead: "Désactivé par défaut. Si vous choisissez une durée, ce serveur conserve les photos de vos nouvelles annonces pour les exports ZIP\u{a0}: 4 par article au plus, réduites et sans données de localisation. Elles sont supprimées à la fin de cette durée, avec leur annonce, ou dès que vous désactivez l’option. Une durée plus courte s’applique aussi aux photos déjà conservées.",
    photos_label: "Conserver les photos pour les exports",
    photos_off: "Non, ne pas conserver les photos",
    photos_for: |days| {
        if days == 1 { "Pendant 1\u{a0}jour".to_owned() } else { format!("Pendant {days}\u{a0}jours") }
    },
    sessions: "Vos sessions ouvertes",
    this_one: "Cette session",
    unknown_browser: "Navigateur inconnu",
    session_times: |created, seen| {
        format!("Ouverte le {}, dernière activité le {}", moment(created), moment(seen))
    },
    end: "Fermer la session",
    end_others: "Fermer toutes les autres sessions",
    provider: "Connexion associée",
    provider_lead: "Nous vous demandons votre mot de passe et confirmons le changement par e-mail (si l’envoi d’e-mails est configuré).",
    provider_no_password: "Vous n’avez pas de mot de passe\u{a0}: faites ces changements dans les dix minutes qui suivent votre connexion.",
    linked: |name| format!("Vous pouvez vous connecter avec {name}."),
    linked_at: |at| format!("Associé le {}", date(at)),
    unlink: |name| format!("Dissocier {name}"),
    not_linked: |name| format!("Associez votre compte à {name} pour vous connecter ainsi."),
    link: |name| format!("Associer {name}"),
    data: "Vos données",
    data_lead: "Tout ce qui est conservé sur vous et vos annonces, dans un seul fichier. Non inclus\u{a0}: les vignettes, les photos conservées pour les exports (à télécharger en ZIP), la première version des textes modifiés, le décompte par jour, les e-mails en attente d’envoi et les secrets comme votre mot de passe.",
    export: "Télécharger mes données",
    delete: "Supprimer le compte",
    delete_lead: "Les clés API cessent de fonctionner immédiatement. Les annonces, les photos, les sessions et les réglages sont définitivement supprimés. Les crédits restants sont perdus. Seuls l’historique de consommation et les commandes sont conservés.",
    delete_type: "Saisissez votre adresse e-mail pour confirmer",
    delete_button: "Supprimer mon compte",
};
