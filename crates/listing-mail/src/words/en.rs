//! English.

use super::{MailText, Words};

pub(super) const WORDS: Words = Words {
    greeting: "Hello,",
    invitation: MailText {
        subject: "Your invitation to Photo to Listing",
        before: &["You are invited to open a Photo to Listing account. Follow this link:"],
        after: &[
            "The link works for 7\u{a0}days. If you were not expecting an invitation, simply ignore this message.",
        ],
    },
    confirm_sign_up: MailText {
        subject: "Confirm your e-mail address",
        before: &[
            "Somebody signed up for Photo to Listing with this address. To open the account, follow this link:",
        ],
        after: &[
            "The link works for 24\u{a0}hours. If this was not you, simply ignore this message: no account will be opened.",
        ],
    },
    already_registered: MailText {
        subject: "You already have an account",
        before: &[
            "Somebody tried to sign up for Photo to Listing with this address, which already has an account.",
        ],
        after: &[
            "If this was you, sign in, or ask for a new password if you have forgotten yours. If not, simply ignore this message.",
        ],
    },
    sign_in: MailText {
        subject: "Your sign-in link",
        before: &["To sign in to Photo to Listing, open this link in the browser you requested it from:"],
        after: &[
            "The link works once, for 10\u{a0}minutes, and only in that browser. If you did not ask for it, simply ignore this message.",
        ],
    },
    reset_password: MailText {
        subject: "Choose a new password",
        before: &[
            "Somebody asked for a new password for your Photo to Listing account. To choose it, follow this link:",
        ],
        after: &[
            "The link works once, for 10\u{a0}minutes. If this was not you, simply ignore this message: your password stays as it is.",
        ],
    },
    confirm_email: MailText {
        subject: "Confirm your new e-mail address",
        before: &[
            "This address was given as the new address of a Photo to Listing account. To confirm it, follow this link:",
        ],
        after: &[
            "The link works for 24\u{a0}hours. If this was not you, simply ignore this message: the account keeps its address.",
        ],
    },
    email_changed: MailText {
        subject: "Your e-mail address was changed",
        before: &[
            "Your Photo to Listing account now has another e-mail address. The address at which you receive this message no longer belongs to it.",
        ],
        after: &["If you did not change it, tell whoever runs the service at once."],
    },
    password_changed: MailText {
        subject: "Your password was changed",
        before: &["The password of your Photo to Listing account was changed."],
        after: &[
            "If you did not change it, ask for a new password on the sign-in page at once, then end all other sessions in your settings.",
        ],
    },
    key_made: MailText {
        subject: "An API key was created",
        before: &["An API key named “{name}” was created in your Photo to Listing account."],
        after: &["If you did not create it, revoke it in your account at once and change your password."],
    },
    keys_made: MailText {
        subject: "Several API keys were created",
        before: &["Several more API keys were created in your Photo to Listing account."],
        after: &["If you did not create them, revoke them in your account at once and change your password."],
    },
    identity_linked: MailText {
        subject: "Another way to sign in was linked",
        before: &[
            "Your Photo to Listing account was linked to a {name} account, which can be used to sign in from now on.",
        ],
        after: &[
            "If you did not link it, unlink it in your settings at once, end all other sessions there and change your password.",
        ],
    },
    identity_unlinked: MailText {
        subject: "A way to sign in was unlinked",
        before: &[
            "Your Photo to Listing account is no longer linked to {name}, which cannot be used to sign in any more.",
        ],
        after: &[
            "If you did not unlink it, end all other sessions in your settings at once and change your password.",
        ],
    },
    signature: "Photo to Listing. This message was sent automatically.",
};
