//! English texts of the error pages.

use crate::lang::words::Errors;

pub(super) static WORDS: Errors = Errors {
    request: "Request ID",
    home: "Go to the home page",
    session_active: "Signed out in this browser, but not on the server",
    session_active_lead: "This browser has forgotten your session, but the server did not respond, so the session is still active there. If someone else could use it, sign in again later and end all other sessions in your settings.",
};
