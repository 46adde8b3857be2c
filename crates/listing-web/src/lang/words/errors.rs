//! Error pages.

pub(crate) struct Errors {
    pub(crate) request: &'static str,
    pub(crate) home: &'static str,
    /// Signed out in the browser, but not on the server.
    pub(crate) session_active: &'static str,
    pub(crate) session_active_lead: &'static str,
}
