//! Error pages.

pub(crate) struct Errors {
    pub(crate) request: &'static str,
    pub(crate) home: &'static str,
    /// Signed out in the browser, but not on the server.
    pub(crate) session_lives: &'static str,
    pub(crate) session_lives_lead: &'static str,
}
