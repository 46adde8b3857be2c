//! The front page.

use askama::Template;
use listing_domain::marketplace::Platform;
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

impl Home {
    /// Says by how many marketplaces' rules listings are checked.
    fn rules(&self) -> String {
        (self.layout.w().home.point_rules_text)(&Platform::ALL.len())
    }
}
