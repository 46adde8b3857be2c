//! Error pages.

use crate::lang::words::Errors;

pub(super) static WORDS: Errors = Errors {
    request: "Request",
    home: "Go to the front page",
    session_lives: "Signed out here, but not on the server",
    session_lives_lead: "This browser has forgotten your session, but it could not be ended on the server, which does not answer right now. If somebody else may get at it, sign in again later and end all other sessions in the settings.",
};
