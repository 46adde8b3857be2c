use super::{MailText, Words};

pub(super) const WORDS: Words = Words {
    greeting: "Hello,",
    invitation: MailText {
        subject: "Your invitation to Photo to Listing",
        before: &["You are invited to create a Photo to Listing account. Follow this link:"],
        after: &[
            "The link works for 7\u{a0}days. If you were not expecting an invitation, simply ignore this message.",
        ],
    },
    confirm_sign_up: MailText {
        subject: "Confirm your email address",
        before: &[
            "Someone signed up for Photo to Listing with this address. To confirm the address and create the account, follow this link:",
        ],
        after: &[
            "The link works for 24\u{a0}hours. If this was not you, simply ignore this message: no account will be created.",
        ],
    },
    already_registered: MailText {
        subject: "You already have an account",
        before: &[
            "Someone tried to sign up for Photo to Listing with this address, but it already has an account.",
        ],
        after: &[
            "If this was you, sign in, or reset your password if you have forgotten it. If not, simply ignore this message.",
        ],
    },
    sign_in: MailText {
        subject: "Your sign-in link",
        before: &["To sign in to Photo to Listing, open this link in the browser you requested it from:"],
        after: &[
            "The link works once, for 10\u{a0}minutes, and only in that browser. If you did not request it, simply ignore this message.",
        ],
    },
    reset_password: MailText {
        subject: "Reset your password",
        before: &[
            "We received a request to reset the password of your Photo to Listing account. To choose a new one, follow this link:",
        ],
        after: &[
            "The link works once, for 10\u{a0}minutes. If this was not you, simply ignore this message: your password stays as it is.",
        ],
    },
    confirm_email: MailText {
        subject: "Confirm your new email address",
        before: &[
            "Someone wants to use this address for a Photo to Listing account. To confirm it, follow this link:",
        ],
        after: &[
            "The link works for 24\u{a0}hours. If this was not you, simply ignore this message: the account keeps its address.",
        ],
    },
    email_changed: MailText {
        subject: "Your email address was changed",
        before: &[
            "Your Photo to Listing account now has another email address. The old address, at which you receive this message, no longer belongs to it.",
        ],
        after: &["If you did not make this change, contact the administrator of the service right away."],
    },
    password_changed: MailText {
        subject: "Your password was changed",
        before: &["The password of your Photo to Listing account was changed."],
        after: &[
            "If you did not make this change, reset your password on the sign-in page right away, then end all other sessions in your settings.",
        ],
    },
    key_made: MailText {
        subject: "An API key was created",
        before: &["An API key named “{name}” was created in your Photo to Listing account."],
        after: &["If you did not create it, revoke it in your account right away and change your password."],
    },
    keys_made: MailText {
        subject: "Several API keys were created",
        before: &["Several more API keys were created in your Photo to Listing account."],
        after: &[
            "If you did not create them, revoke them in your account right away and change your password.",
        ],
    },
    identity_linked: MailText {
        subject: "A new sign-in method was added",
        before: &[
            "Your Photo to Listing account was linked to a {name} account, which you can now use to sign in.",
        ],
        after: &[
            "If you did not link it, unlink it in your settings right away, end all other sessions there and change your password.",
        ],
    },
    identity_unlinked: MailText {
        subject: "A sign-in method was removed",
        before: &[
            "Your Photo to Listing account is no longer linked to {name}, which you can no longer use to sign in.",
        ],
        after: &[
            "If you did not unlink it, end all other sessions in your settings right away and change your password.",
        ],
    },
    receipt: MailText {
        subject: "Your purchase at Photo to Listing",
        before: &[
            "Thank you, your payment was received. Your order, with its date and amount, is on this page:",
        ],
        after: &[
            "You asked for delivery at once and accepted that you thereby lose your right of withdrawal.",
        ],
    },
    payment_failed: MailText {
        subject: "Your payment for Pro failed",
        before: &[
            "We could not charge the renewal of your Pro plan. It stays active for a few more days. To keep it, update your payment method from this page:",
        ],
        after: &["If you have already paid, you can ignore this message."],
    },
    plan_ended: MailText {
        subject: "Your Pro plan has ended",
        before: &[
            "Your Pro plan has ended. Your credits stay valid. If you want Pro again, you will find it on this page:",
        ],
        after: &["Your account and your listings stay as they are."],
    },
    signature: "Photo to Listing. This message was sent automatically.",
};
