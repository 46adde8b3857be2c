//! The texts of the error pages, as fields that every language fills in.

pub(crate) struct Errors {
    pub(crate) request: &'static str,
    pub(crate) home: &'static str,
    /// The error when a sign-out ended the session in the browser, but not on the server.
    pub(crate) session_active: &'static str,
    pub(crate) session_active_lead: &'static str,
}
