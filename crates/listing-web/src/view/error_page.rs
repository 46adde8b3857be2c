//! What people see when something cannot be done.

use std::borrow::Cow;

use askama::Template;
use listing_http::Reason;

use super::{Layout, NoticeKind};

/// An error, for people.
#[derive(Template, Debug, Clone)]
#[template(path = "error.html")]
pub struct ErrorPage {
    /// What every page has.
    pub layout: Layout,
    /// The HTTP status.
    pub status: u16,
    /// What it means in its reader's language: a title, and a sentence.
    pub texts: [Cow<'static, str>; 2],
    /// The identity of the request, by which it is found in the log.
    pub request_id: String,
}

impl ErrorPage {
    /// The page of a status, which has words for every one.
    pub fn of(layout: Layout, status: u16, request_id: String) -> Self {
        let texts = (layout.w().values.status)(&status).map(Cow::Borrowed);
        Self { layout, status, texts, request_id }
    }

    /// The page of a reason, which says more than a status.
    pub fn because(layout: Layout, status: u16, reason: &Reason, request_id: String) -> Self {
        let texts = (layout.w().values.reason)(reason).map(Cow::Owned);
        Self { layout, status, texts, request_id }
    }

    /// The page of whoever signed out while their session could not be ended.
    pub fn of_session_that_lives(layout: Layout, request_id: String) -> Self {
        let errors = layout.w().errors;
        let texts = [errors.session_lives, errors.session_lives_lead].map(Cow::Borrowed);
        Self { layout, status: 503, texts, request_id }
    }
}
