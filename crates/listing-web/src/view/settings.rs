//! The settings of an account.

use askama::Template;
use jiff::Timestamp;
use listing_domain::ids::SessionId;
use listing_domain::locale::Market;
use listing_domain::options::Language;
use listing_domain::password::Password;

use super::{Layout, NoticeKind, Problem};

/// `/account/settings`.
#[derive(Template, Debug, Clone)]
#[template(path = "settings.html")]
pub struct Settings {
    /// What every page has.
    pub layout: Layout,
    /// The account's e-mail.
    pub email: String,
    /// Whether somebody said, by a link, that it is theirs.
    pub is_email_confirmed: bool,
    /// The e-mail that was typed to be the account's.
    pub new_email: String,
    /// What was wrong with it.
    pub email_problem: Option<Problem>,
    /// Whether a password was chosen.
    pub has_password: bool,
    /// What was wrong with the password that was typed.
    pub password_problem: Option<Problem>,
    /// The language that was chosen, if one was.
    pub language: Option<Language>,
    /// Where they sell, if they said so.
    pub market: Option<Market>,
    /// Where they are signed in, this one first.
    pub sessions: Vec<SessionRow>,
    /// Who they are at providers of identities, as far as that is linked.
    pub identities: Vec<IdentityRow>,
    /// What people know the provider by that can be linked, if there is one.
    pub linkable: Option<String>,
    /// What was wrong with linking or unlinking.
    pub provider_problem: Option<Problem>,
    /// How deleting the account stands.
    pub delete: DeleteDraft,
    /// Whether links can be sent by mail.
    pub can_mail: bool,
}

/// Where somebody is signed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionRow {
    /// Its identity.
    pub id: SessionId,
    /// The browser, as it names itself.
    pub browser: String,
    /// When they signed in.
    pub created_at: Timestamp,
    /// When it was last used.
    pub seen_at: Timestamp,
    /// Whether it is the one that reads this page.
    pub is_this: bool,
}

/// How browsers and systems name themselves, and what people call them; the first that is found
/// counts, since most name others beside themselves.
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
    /// The browser and its system as people call them, if both are known.
    fn short_name(&self) -> Option<String> {
        let found = |names: &[(&str, &'static str)]| {
            names.iter().find(|(mark, _)| self.browser.contains(mark)).map(|(_, name)| *name)
        };
        Some(format!("{} · {}", found(&BROWSERS)?, found(&SYSTEMS)?))
    }
}

/// Somebody at a provider of identities to whom the account is linked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdentityRow {
    /// Who says so, as an address.
    pub issuer: String,
    /// What people know the issuer by.
    pub name: String,
    /// When it was linked, if that was noted.
    pub linked_at: Timestamp,
}

/// What was typed to delete the account.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DeleteDraft {
    /// The e-mail that was typed.
    pub email: String,
    /// What was wrong.
    pub problem: Option<Problem>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_are_called_what_people_call_them() {
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
