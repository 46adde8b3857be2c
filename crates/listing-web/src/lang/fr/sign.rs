//! French texts of the sign-in, sign-up and link pages.

use crate::lang::words::Sign;

pub(super) static WORDS: Sign = Sign {
    in_title: "Connexion",
    in_button: "Se connecter",
    in_typed: "Vous avez été déconnecté entre-temps. Reconnectez-vous\u{a0}: ce que vous avez saisi a été conservé.",
    in_link: "Recevoir un lien de connexion",
    in_forgotten: "Mot de passe oublié\u{a0}?",
    in_or: "ou",
    no_account: "Pas encore de compte\u{a0}?",
    with_provider: |name| format!("Continuer avec {name}"),
    link_title: "Connexion par lien",
    link_lead: "Nous vous envoyons par e-mail un lien qui vous connecte une fois, sans mot de passe.",
    forgot_title: "Choisir un nouveau mot de passe",
    forgot_lead: "Indiquez votre adresse e-mail. Nous vous envoyons un lien pour choisir un nouveau mot de passe.",
    send_link: "Envoyer le lien",
    ask_admin_link: "Demander le lien",
    no_mail: "Ce service n’envoie pas d’e-mails. Votre administrateur trouvera le lien et vous le transmettra.",
    back_to_sign_in: "Revenir à la connexion",
    up_title: "Créer votre compte",
    up_lead: "Les premières annonces de chaque mois sont gratuites.",
    up_invited: "Vous avez reçu une invitation. Choisissez un mot de passe pour créer votre compte.",
    up_fixed: "L’invitation est réservée à cette adresse e-mail.",
    up_button: "Créer le compte",
    have_account: "Vous avez déjà un compte\u{a0}?",
    password_hint: |min| {
        format!("Au moins {min} caractères. Quelques mots sans rapport entre eux conviennent bien.")
    },
    mail_title: "Consultez vos e-mails",
    mail_sent: |email| {
        format!("Si l’adresse {email} peut être utilisée ici, un e-mail contenant un lien est en route.")
    },
    mail_minutes: |minutes| {
        if *minutes < 120 {
            format!("Le lien fonctionne une fois et expire après {minutes} minutes.")
        } else {
            format!("Le lien fonctionne une fois et expire après {} heures.", minutes / 60)
        }
    },
    mail_missing: "Rien reçu\u{a0}? Vérifiez vos courriers indésirables et l’orthographe de l’adresse.",
    admin_title: "Adressez-vous à votre administrateur",
    admin_has_it: |email| {
        format!(
            "Ce service n’envoie pas d’e-mails. Si l’adresse {email} peut être utilisée ici, votre administrateur dispose maintenant d’un lien pour vous."
        )
    },
    follow_in: "Se connecter",
    follow_in_lead: "Cliquez sur le bouton pour vous connecter.",
    follow_up: "Confirmer votre adresse e-mail",
    follow_up_lead: "Cliquez sur le bouton pour ouvrir votre compte.",
    follow_up_button: "Ouvrir mon compte",
    follow_email: "Confirmer votre adresse e-mail",
    follow_email_lead: "Cliquez sur le bouton pour utiliser cette adresse e-mail avec votre compte.",
    follow_email_button: "Confirmer",
    follow_present: |email| {
        format!(
            "Le compte {email} utilisera cette adresse e-mail. Ne confirmez que si ce compte est bien le vôtre."
        )
    },
    follow_present_ends: "Ses clés API seront révoquées, ses connexions associées supprimées et toutes ses autres sessions fermées.",
    new_title: "Choisir un nouveau mot de passe",
    new_lead: "Vous serez ensuite connecté ici, et déconnecté partout ailleurs.",
    new_opens: "Ce compte a été demandé dans un autre navigateur. Choisissez ici un mot de passe pour l’ouvrir.",
    new_label: "Nouveau mot de passe",
    new_button: "Enregistrer et se connecter",
    new_take_back: "Révoquer aussi toutes les clés API et dissocier les autres façons de se connecter. Laissez cette case cochée si quelqu’un d’autre a pu accéder à votre compte.",
    gone_title: "Ce lien ne fonctionne plus",
    gone_lead: "Un lien ne fonctionne qu’une fois et peu de temps. Celui-ci a déjà servi ou a expiré.",
    gone_new: "Demander un nouveau lien",
    gone_invitation: "S’il s’agissait d’une invitation, demandez-en une autre.",
    elsewhere_title: "Ouvrez ce lien dans l’autre navigateur",
    elsewhere_lead: "Il ne vous connecte que dans le navigateur depuis lequel vous l’avez demandé. Ouvrez-le là-bas\u{a0}: il fonctionne toujours. Ou demandez-en un nouveau pour ce navigateur-ci.",
    closed_title: "Pas de nouveaux comptes pour le moment",
    closed_lead: "Sur ce service, les comptes sont créés par l’administrateur.",
    invite_title: "Sur invitation uniquement",
    invite_lead: "Il faut une invitation pour créer un compte. Si vous en avez une, ouvrez son lien. Sinon, demandez-la à l’administrateur du service.",
    again_title: "Ravi de vous revoir",
    again_lead: "Vous êtes de nouveau connecté. Ce que vous aviez saisi n’a pas encore été enregistré\u{a0}: envoyez-le maintenant ou abandonnez-le.",
    again_button: "Envoyer maintenant",
    again_leave: "Abandonner",
    again_what: "Ce que vous aviez saisi",
};
