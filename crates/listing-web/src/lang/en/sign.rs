//! Sign-in, sign-up and link pages.

use crate::lang::words::Sign;

pub(super) static WORDS: Sign = Sign {
    in_title: "Sign in",
    in_button: "Sign in",
    in_typed: "You were signed out in the meantime. Sign in again: what you typed is still here.",
    in_link: "Get a sign-in link",
    in_forgotten: "Forgot your password?",
    in_or: "or",
    no_account: "No account yet?",
    with_provider: |name| format!("Continue with {name}"),
    link_title: "Sign in by link",
    link_lead: "We send you a link that signs you in once, without a password.",
    forgot_title: "Choose a new password",
    forgot_lead: "Tell us your e-mail. We send you a link by which you choose a new password.",
    send_link: "Send the link",
    ask_admin_link: "Request the link",
    no_mail: "This service sends no e-mail. Your administrator finds the link and passes it on to you.",
    back_to_sign_in: "Back to sign-in",
    up_title: "Create your account",
    up_lead: "The first listings of every month are free.",
    up_invited: "You are invited. Choose a password and you are in.",
    up_fixed: "The invitation is for this e-mail.",
    up_button: "Create account",
    have_account: "Already have an account?",
    password_hint: |min| format!("At least {min} characters. A few unrelated words make a good one."),
    mail_title: "Check your e-mail",
    mail_sent: |email| format!("If {email} can be used here, a message with a link is on its way."),
    mail_minutes: |minutes| {
        if *minutes < 120 {
            format!("The link works once, for {minutes} minutes.")
        } else {
            format!("The link works once, for {} hours.", minutes / 60)
        }
    },
    mail_missing: "Nothing there? Look among unwanted mail, and check the spelling of the address.",
    admin_title: "Ask your administrator",
    admin_has_it: |email| {
        format!(
            "This service sends no e-mail. If {email} can be used here, your administrator now has a link for you."
        )
    },
    follow_in: "Sign in",
    follow_in_lead: "One click and you are signed in.",
    follow_up: "Confirm your e-mail",
    follow_up_lead: "One click opens your account.",
    follow_up_button: "Open my account",
    follow_email: "Confirm your e-mail",
    follow_email_lead: "One click, and this e-mail is your account’s.",
    follow_email_button: "Confirm",
    follow_present: |email| {
        format!("The account of {email} gets this e-mail. Confirm only if that account is yours.")
    },
    follow_present_ends: "Its API keys and linked sign-ins end, and all other sessions.",
    new_title: "Choose a new password",
    new_lead: "Afterwards you are signed in here, and signed out everywhere else.",
    new_opens: "This account was asked for in another browser. Choose its password here, and it is open.",
    new_label: "New password",
    new_button: "Save and sign in",
    new_take_back: "Also revoke all API keys and unlink other ways to sign in. Keep this ticked if somebody else may have had access.",
    gone_title: "This link no longer works",
    gone_lead: "Links work once and for a short time only. This one was used, or is too old.",
    gone_new: "Get a new link",
    gone_invitation: "If it was an invitation, ask for another one.",
    elsewhere_title: "Open it where you asked for it",
    elsewhere_lead: "This link signs you in only in the browser in which you asked for it. Open it there: it still works. Or get a new one for this browser.",
    closed_title: "No new accounts at present",
    closed_lead: "Accounts on this service are opened by its administrator.",
    invite_title: "By invitation",
    invite_lead: "An account takes an invitation. If you have one, open the link in it; if not, ask whoever runs this service.",
    again_title: "Welcome back",
    again_lead: "You are signed in again. Nothing was saved yet: send what you had typed, or leave it.",
    again_button: "Send it now",
    again_leave: "Leave it",
    again_what: "What you typed",
};
