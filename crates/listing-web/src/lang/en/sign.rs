//! English texts of the sign-in, sign-up and link pages.

use crate::lang::words::Sign;

pub(super) static WORDS: Sign = Sign {
    in_title: "Sign in",
    in_button: "Sign in",
    in_typed: "You were signed out in the meantime. Sign in again: what you typed has been kept.",
    in_link: "Get a sign-in link",
    in_forgotten: "Forgot your password?",
    in_or: "or",
    no_account: "No account yet?",
    with_provider: |name| format!("Continue with {name}"),
    link_title: "Sign in with a link",
    link_lead: "We email you a link that signs you in once, without a password.",
    forgot_title: "Choose a new password",
    forgot_lead: "Enter your email address. We send you a link to choose a new password.",
    send_link: "Send the link",
    ask_admin_link: "Request the link",
    no_mail: "This service does not send emails. Your administrator will find the link and pass it on to you.",
    back_to_sign_in: "Back to sign-in",
    up_title: "Create your account",
    up_lead: "The first listings of every month are free.",
    up_invited: "You have been invited. Choose a password to create your account.",
    up_fixed: "The invitation is for this email address.",
    up_button: "Create account",
    have_account: "Already have an account?",
    password_hint: |min| format!("At least {min} characters. A few unrelated words work well."),
    mail_title: "Check your email",
    mail_sent: |email| format!("If {email} can be used here, an email with a link is on its way."),
    mail_minutes: |minutes| {
        if *minutes < 120 {
            format!("The link works once and expires after {minutes} minutes.")
        } else {
            format!("The link works once and expires after {} hours.", minutes / 60)
        }
    },
    mail_missing: "Nothing there? Check your spam folder and the spelling of the address.",
    admin_title: "Ask your administrator",
    admin_has_it: |email| {
        format!(
            "This service does not send emails. If {email} can be used here, your administrator now has a link for you."
        )
    },
    follow_in: "Sign in",
    follow_in_lead: "Click the button to sign in.",
    follow_up: "Confirm your email address",
    follow_up_lead: "Click the button to open your account.",
    follow_up_button: "Open my account",
    follow_email: "Confirm your email address",
    follow_email_lead: "Click the button to use this email address for your account.",
    follow_email_button: "Confirm",
    follow_present: |email| {
        format!("The account {email} will use this email address. Confirm only if that account is yours.")
    },
    follow_present_ends: "Its API keys will be revoked, its linked sign-ins removed and all its other sessions ended.",
    new_title: "Choose a new password",
    new_lead: "You will then be signed in here and signed out everywhere else.",
    new_opens: "This account was requested in another browser. Choose a password here to open it.",
    new_label: "New password",
    new_button: "Save and sign in",
    new_take_back: "Also revoke all API keys and unlink other ways to sign in. Keep this checked if someone else may have had access to your account.",
    gone_title: "This link no longer works",
    gone_lead: "A link works only once and only for a short time. This one has already been used or has expired.",
    gone_new: "Get a new link",
    gone_invitation: "If it was an invitation, ask for a new one.",
    elsewhere_title: "Open this link in the other browser",
    elsewhere_lead: "It signs you in only in the browser where you requested it. Open it there: it still works. Or get a new one for this browser.",
    closed_title: "No new accounts at the moment",
    closed_lead: "Accounts on this service are created by its administrator.",
    invite_title: "By invitation only",
    invite_lead: "You need an invitation to create an account. If you have one, open its link. Otherwise, ask the administrator of this service for one.",
    again_title: "Welcome back",
    again_lead: "You are signed in again. What you had typed has not been saved yet: send it now or discard it.",
    again_button: "Send it now",
    again_leave: "Discard",
    again_what: "What you typed",
};
