//! The page that shows an error.

use std::borrow::Cow;

use askama::Template;
use listing_http::Reason;

use super::{Layout, NoticeKind};

/// The page that shows an error of any route.
#[derive(Template, Debug, Clone)]
#[template(path = "error.html")]
pub struct ErrorPage {
    /// The page layout.
    pub layout: Layout,
    /// The HTTP status.
    pub status: u16,
    /// The title and a sentence about the error, in the reader's language.
    pub texts: [Cow<'static, str>; 2],
    /// The request id, to search the log for.
    pub request_id: String,
}

impl ErrorPage {
    /// Returns the page for a status.
    pub fn for_status(layout: Layout, status: u16, request_id: String) -> Self {
        let texts = (layout.w().values.status)(&status).map(Cow::Borrowed);
        Self { layout, status, texts, request_id }
    }

    /// Returns the page for a reason, which is more specific than a status.
    pub fn for_reason(layout: Layout, status: u16, reason: &Reason, request_id: String) -> Self {
        let texts = (layout.w().values.reason)(reason).map(Cow::Owned);
        Self { layout, status, texts, request_id }
    }

    /// Returns the page for a sign-out that failed to end the session.
    pub fn session_still_active(layout: Layout, request_id: String) -> Self {
        let errors = layout.w().errors;
        let texts = [errors.session_active, errors.session_active_lead].map(Cow::Borrowed);
        Self { layout, status: 503, texts, request_id }
    }
}
