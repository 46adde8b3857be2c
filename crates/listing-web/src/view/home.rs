//! The front page.

use askama::Template;
use listing_domain::person::Registration;

use super::{Layout, NoticeKind};

/// `/`: what the service does, in one look.
#[derive(Template, Debug, Clone)]
#[template(path = "home.html")]
pub struct Home {
    /// What every page has.
    pub layout: Layout,
    /// Who may open an account.
    pub registration: Registration,
}
