use super::{MailText, Words};

pub(super) const WORDS: Words = Words {
    greeting: "Bonjour,",
    invitation: MailText {
        subject: "Votre invitation à Photo to Listing",
        before: &["Voici votre invitation à créer un compte Photo to Listing. Suivez ce lien\u{a0}:"],
        after: &[
            "Ce lien est valable 7\u{a0}jours. Si vous n’attendiez pas d’invitation, ignorez simplement ce message.",
        ],
    },
    confirm_sign_up: MailText {
        subject: "Confirmez votre adresse e-mail",
        before: &[
            "Une inscription à Photo to Listing a été demandée avec cette adresse. Pour confirmer l’adresse et créer le compte, suivez ce lien\u{a0}:",
        ],
        after: &[
            "Ce lien est valable 24\u{a0}heures. Si vous n’êtes pas à l’origine de cette demande, ignorez simplement ce message\u{a0}: aucun compte ne sera créé.",
        ],
    },
    already_registered: MailText {
        subject: "Vous avez déjà un compte",
        before: &[
            "Une inscription à Photo to Listing a été demandée avec cette adresse, mais elle est déjà associée à un compte.",
        ],
        after: &[
            "Si c’était vous, connectez-vous, ou réinitialisez votre mot de passe si vous l’avez oublié. Sinon, ignorez simplement ce message.",
        ],
    },
    sign_in: MailText {
        subject: "Votre lien de connexion",
        before: &[
            "Pour vous connecter à Photo to Listing, ouvrez ce lien dans le navigateur depuis lequel vous l’avez demandé\u{a0}:",
        ],
        after: &[
            "Ce lien ne fonctionne qu’une fois, pendant 10\u{a0}minutes et dans ce navigateur uniquement. Si vous n’êtes pas à l’origine de cette demande, ignorez simplement ce message.",
        ],
    },
    reset_password: MailText {
        subject: "Réinitialisez votre mot de passe",
        before: &[
            "Nous avons reçu une demande de réinitialisation du mot de passe de votre compte Photo to Listing. Pour en choisir un nouveau, suivez ce lien\u{a0}:",
        ],
        after: &[
            "Ce lien ne fonctionne qu’une fois, pendant 10\u{a0}minutes. Si vous n’êtes pas à l’origine de cette demande, ignorez simplement ce message\u{a0}: votre mot de passe reste le même.",
        ],
    },
    confirm_email: MailText {
        subject: "Confirmez votre nouvelle adresse e-mail",
        before: &[
            "Cette adresse a été indiquée comme nouvelle adresse d’un compte Photo to Listing. Pour la confirmer, suivez ce lien\u{a0}:",
        ],
        after: &[
            "Ce lien est valable 24\u{a0}heures. Si vous n’êtes pas à l’origine de cette demande, ignorez simplement ce message\u{a0}: l’adresse du compte ne changera pas.",
        ],
    },
    email_changed: MailText {
        subject: "Votre adresse e-mail a été modifiée",
        before: &[
            "Votre compte Photo to Listing a désormais une autre adresse e-mail. L’adresse à laquelle vous recevez ce message n’y est plus associée.",
        ],
        after: &[
            "Si vous n’êtes pas à l’origine de ce changement, contactez sans attendre l’administrateur du service.",
        ],
    },
    password_changed: MailText {
        subject: "Votre mot de passe a été modifié",
        before: &["Le mot de passe de votre compte Photo to Listing a été modifié."],
        after: &[
            "Si vous n’êtes pas à l’origine de ce changement, réinitialisez sans attendre votre mot de passe depuis la page de connexion, puis mettez fin à toutes les autres sessions dans vos réglages.",
        ],
    },
    key_made: MailText {
        subject: "Une clé API a été créée",
        before: &["Une clé API nommée «\u{a0}{name}\u{a0}» a été créée dans votre compte Photo to Listing."],
        after: &[
            "Si ce n’est pas vous qui l’avez créée, révoquez-la sans attendre dans votre compte et changez de mot de passe.",
        ],
    },
    keys_made: MailText {
        subject: "Plusieurs clés API ont été créées",
        before: &["Plusieurs autres clés API ont été créées dans votre compte Photo to Listing."],
        after: &[
            "Si ce n’est pas vous qui les avez créées, révoquez-les sans attendre dans votre compte et changez de mot de passe.",
        ],
    },
    identity_linked: MailText {
        subject: "Un nouveau moyen de connexion a été ajouté",
        before: &[
            "Votre compte Photo to Listing a été associé à un compte {name}, que vous pouvez désormais utiliser pour vous connecter.",
        ],
        after: &[
            "Si vous n’êtes pas à l’origine de cette association, supprimez-la sans attendre dans vos réglages, mettez-y fin à toutes les autres sessions et changez de mot de passe.",
        ],
    },
    identity_unlinked: MailText {
        subject: "Un moyen de connexion a été supprimé",
        before: &[
            "Votre compte Photo to Listing n’est plus associé à {name}, que vous ne pouvez plus utiliser pour vous connecter.",
        ],
        after: &[
            "Si vous n’êtes pas à l’origine de ce changement, mettez fin sans attendre à toutes les autres sessions dans vos réglages et changez de mot de passe.",
        ],
    },
    receipt: MailText {
        subject: "Votre achat sur Photo to Listing",
        before: &[
            "Merci, nous avons bien reçu votre paiement. Votre commande, avec sa date et son montant, se trouve sur cette page\u{a0}:",
        ],
        after: &[
            "Vous avez demandé à être livré tout de suite et reconnu perdre ainsi votre droit de rétractation.",
        ],
    },
    payment_failed: MailText {
        subject: "Le paiement de votre abonnement Pro a échoué",
        before: &[
            "Nous n’avons pas pu prélever le renouvellement de votre abonnement Pro. Il reste actif encore quelques jours. Pour le garder, mettez à jour votre moyen de paiement depuis cette page\u{a0}:",
        ],
        after: &["Si vous avez déjà payé, vous pouvez ignorer ce message."],
    },
    plan_ended: MailText {
        subject: "Votre abonnement Pro est terminé",
        before: &[
            "Votre abonnement Pro est terminé. Vos crédits restent valables. Si vous voulez reprendre Pro, c’est sur cette page\u{a0}:",
        ],
        after: &["Votre compte et vos annonces restent tels quels."],
    },
    signature: "Photo to Listing. Ce message a été envoyé automatiquement.",
};
