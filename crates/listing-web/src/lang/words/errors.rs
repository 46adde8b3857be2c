//! What people see when something cannot be done.

/// What people see when something cannot be done.
pub(crate) struct Errors {
    pub(crate) request: &'static str,
    pub(crate) home: &'static str,
    /// Somebody signed out in a browser, but not on the server.
    pub(crate) session_lives: &'static str,
    pub(crate) session_lives_lead: &'static str,
}
