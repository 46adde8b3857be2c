//! The front page.

use askama::Template;
use listing_domain::marketplace::Platform;
use listing_domain::person::Registration;

use super::{Layout, NoticeKind};

/// `/`: an overview of the service.
#[derive(Template, Debug, Clone)]
#[template(path = "home.html")]
pub struct Home {
    /// The page layout.
    pub layout: Layout,
    /// The policy on who may open an account.
    pub registration: Registration,
}

impl Home {
    /// Returns the sentence that names the number of supported marketplaces.
    fn rules(&self) -> String {
        (self.layout.w().home.point_rules_text)(&Platform::ALL.len())
    }
}
