//! The page with an account's settings.

use askama::Template;
use jiff::Timestamp;
use listing_domain::ids::SessionId;
use listing_domain::kept_photos::PhotoRetention;
use listing_domain::locale::Market;
use listing_domain::options::Language;
use listing_domain::password::Password;

use super::{Layout, NoticeKind, Problem};

/// `/account/settings`: the settings and the forms that change them.
#[derive(Template, Debug, Clone)]
#[template(path = "settings.html")]
pub struct Settings {
    /// The page layout.
    pub layout: Layout,
    /// The account's email.
    pub email: String,
    /// True when the user confirmed the email by a link.
    pub is_email_confirmed: bool,
    /// The email typed as the new one.
    pub new_email: String,
    /// The problem with the typed new email.
    pub email_problem: Option<Problem>,
    /// True when the account has a password.
    pub has_password: bool,
    /// The problem with the typed passwords.
    pub password_problem: Option<Problem>,
    /// The language that the user chose, if any.
    pub language: Option<Language>,
    /// The country of sale that the user chose, if any.
    pub market: Option<Market>,
    /// The time for which the account keeps photos; `None` if it keeps none.
    pub photo_retention: Option<PhotoRetention>,
    /// The retentions to choose from, shortest first; empty if the host forbids photos.
    pub photo_choices: Vec<PhotoRetention>,
    /// The user's sessions, the current one first.
    pub sessions: Vec<SessionRow>,
    /// The identities at providers that are linked to the account.
    pub identities: Vec<IdentityRow>,
    /// The display name of the identity provider, if the user can link it.
    pub linkable: Option<String>,
    /// The problem with linking or unlinking an identity.
    pub provider_problem: Option<Problem>,
    /// The form that deletes the account.
    pub delete: DeleteDraft,
    /// True when the service can send links by mail.
    pub can_mail: bool,
}

/// A session of the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionRow {
    /// The id of the session.
    pub id: SessionId,
    /// The browser's user agent.
    pub browser: String,
    /// The time when the user signed in.
    pub created_at: Timestamp,
    /// The time of the session's last use.
    pub seen_at: Timestamp,
    /// True for the session of the browser that reads this page.
    pub is_this: bool,
}

/// Pairs of a marker in user agents and the name of the browser or system. The first match counts, since most
/// user agents also name other browsers.
const BROWSERS: [(&str, &str); 6] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];
const SYSTEMS: [(&str, &str); 6] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
];

impl SessionRow {
    /// Returns the names of the browser and its system; `None` unless both are known.
    fn short_name(&self) -> Option<String> {
        let found = |names: &[(&str, &'static str)]| {
            names.iter().find(|(mark, _)| self.browser.contains(mark)).map(|(_, name)| *name)
        };
        Some(format!("{} · {}", found(&BROWSERS)?, found(&SYSTEMS)?))
    }
}

/// An identity: a user's account at an identity provider, linked to the account here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdentityRow {
    /// The address of the identity provider that issued the identity.
    pub issuer: String,
    /// The provider's display name.
    pub name: String,
    /// The time when the identity was linked.
    pub linked_at: Timestamp,
}

/// The form that deletes the account.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DeleteDraft {
    /// The email typed as confirmation.
    pub email: String,
    /// The problem with the typed email.
    pub problem: Option<Problem>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_agents_are_shown_as_browser_and_system_names() {
        let name = |browser: &str| {
            let id = "00000000-0000-4000-8000-000000000000".parse().unwrap();
            let at = Timestamp::UNIX_EPOCH;
            let browser = browser.to_owned();
            SessionRow { id, browser, created_at: at, seen_at: at, is_this: false }.short_name()
        };
        for (browser, expected) in [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox · Linux"),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 \
                 Safari/537.36 Edg/142.0.0.0",
                "Edge · Windows",
            ),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile \
                 Safari/537.36",
                "Chrome · Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
                 Version/26.0 Mobile/15E148 Safari/604.1",
                "Safari · iPhone",
            ),
        ] {
            assert_eq!(name(browser).as_deref(), Some(expected));
        }
        assert_eq!(name("curl/8.17"), None);
    }
}
