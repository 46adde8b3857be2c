//! The keys of the interface.

use askama::Template;
use jiff::Timestamp;
use listing_domain::ids::KeyId;
use listing_domain::key::KeyName;
use listing_domain::principal::{Scope, Scopes};

use super::{Layout, NoticeKind, Problem};

/// `/account/api-keys`.
#[derive(Template, Debug, Clone)]
#[template(path = "keys/list.html")]
pub struct ApiKeys {
    /// What every page has.
    pub layout: Layout,
    /// The keys, those that open something first.
    pub keys: Vec<KeyRow>,
    /// How many of them open something.
    pub active: u32,
    /// How many an account may have.
    pub limit: u32,
    /// What was typed for a new one.
    pub draft: KeyDraft,
    /// What was wrong with it.
    pub problems: Vec<Problem>,
}

/// A key in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyRow {
    /// Its identity.
    pub id: KeyId,
    /// What its owner calls it.
    pub name: String,
    /// By what it can be told from others: its first and last characters.
    pub hint: String,
    /// What it lets its holder ask for.
    pub scopes: Scopes,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last used.
    pub last_used_at: Option<Timestamp>,
    /// When its time is over.
    pub expiry: Expiry,
    /// Whether it opens anything.
    pub standing: KeyStanding,
}

/// When a key's time is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expiry {
    /// Never.
    Never,
    /// At a moment that is far.
    Far(Timestamp),
    /// At a moment that is near.
    Near(Timestamp),
    /// It is over since a moment.
    Past(Timestamp),
}

/// Whether a key opens anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyStanding {
    /// It does.
    Active,
    /// It does until a moment, since another has taken its place.
    Replaced(Timestamp),
    /// Its time is over.
    Expired,
    /// It was revoked at a moment.
    Revoked(Timestamp),
}

impl KeyStanding {
    /// Whether it opens something at all.
    pub(super) const fn is_open(self) -> bool {
        matches!(self, Self::Active | Self::Replaced(_))
    }
}

/// For how many hours a key may live on beside the one in its place.
pub const OVERLAP_HOURS: [u32; 4] = [0, 1, 24, 168];

/// For how long a key is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum KeyExpires {
    /// 30 days.
    Month,
    /// 90 days.
    #[default]
    Quarter,
    /// 365 days.
    Year,
    /// Without an end.
    Never,
}

impl KeyExpires {
    /// All of them.
    pub const ALL: &'static [Self] = &[Self::Month, Self::Quarter, Self::Year, Self::Never];

    /// The value of the form's field.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Month => "30",
            Self::Quarter => "90",
            Self::Year => "365",
            Self::Never => "never",
        }
    }

    /// The one of a value of the form's field.
    pub fn of(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|expires| expires.code() == code)
    }

    /// How many days; `None` without an end.
    pub const fn days(self) -> Option<i64> {
        match self {
            Self::Month => Some(30),
            Self::Quarter => Some(90),
            Self::Year => Some(365),
            Self::Never => None,
        }
    }
}

/// What was typed for a new key.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KeyDraft {
    /// Its name.
    pub name: String,
    /// What it is to be for.
    pub scopes: Scopes,
    /// For how long.
    pub expires: KeyExpires,
}

/// `/account/api-keys/ID/revoke`: the question before it.
#[derive(Template, Debug, Clone)]
#[template(path = "keys/revoke.html")]
pub struct ConfirmRevoke {
    /// What every page has.
    pub layout: Layout,
    /// The key.
    pub key: KeyRow,
}

/// A key that was made, shown this once.
#[derive(Template, Clone)]
#[template(path = "keys/made.html")]
pub struct KeyMade {
    /// What every page has.
    pub layout: Layout,
    /// What its owner calls it.
    pub name: String,
    /// The key.
    pub key: String,
    /// A command that uses it, ready to run.
    pub curl: String,
    /// Until when the key still works in whose place it was made; `None` for a new one, and for
    /// one that is over at once.
    pub former_until: Option<Timestamp>,
    /// Whether it was made in another's place.
    pub is_rotated: bool,
}
