//! The pages for API keys.

use askama::Template;
use jiff::Timestamp;
use listing_domain::ids::KeyId;
use listing_domain::key::KeyName;
use listing_domain::principal::{Scope, Scopes};

use super::{Layout, NoticeKind, Problem};

/// `/account/api-keys`: the list of keys and a form for a new one.
#[derive(Template, Debug, Clone)]
#[template(path = "keys/list.html")]
pub struct ApiKeys {
    /// The page layout.
    pub layout: Layout,
    /// The keys, active ones first.
    pub keys: Vec<KeyRow>,
    /// The number of active keys.
    pub active: u32,
    /// The maximum number of active keys per account.
    pub limit: u32,
    /// The typed values of the form for a new key.
    pub draft: KeyDraft,
    /// The problems with the form for a new key.
    pub problems: Vec<Problem>,
}

/// A key in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyRow {
    /// The id of the key.
    pub id: KeyId,
    /// The owner's name for the key.
    pub name: String,
    /// The first and last characters of the key, to recognize it.
    pub hint: String,
    /// The scopes: what the key may be used for.
    pub scopes: Scopes,
    /// The time when the key was created.
    pub created_at: Timestamp,
    /// The time when the key was last used, if it was.
    pub last_used_at: Option<Timestamp>,
    /// The key's expiry.
    pub expiry: Expiry,
    /// The key's status.
    pub status: KeyStatus,
}

/// A key's expiry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expiry {
    /// The key never expires.
    Never,
    /// The key expires in more than 14 days.
    Far(Timestamp),
    /// The key expires within 14 days.
    Near(Timestamp),
    /// The key has expired.
    Past(Timestamp),
}

/// A key's status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyStatus {
    /// The key works.
    Active,
    /// Another key replaced it; it works until this time.
    Replaced(Timestamp),
    /// The key has expired.
    Expired,
    /// The key was revoked at this time.
    Revoked(Timestamp),
}

impl KeyStatus {
    /// Returns true when requests with the key are accepted now.
    pub(super) const fn is_open(self) -> bool {
        matches!(self, Self::Active | Self::Replaced(_))
    }
}

/// The choices, in hours, for how long a replaced key still works.
pub const OVERLAP_HOURS: [u32; 4] = [0, 1, 24, 168];

/// The lifetime to choose for a new key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum KeyExpires {
    /// 30 days.
    Month,
    /// 90 days.
    #[default]
    Quarter,
    /// 365 days.
    Year,
    /// No expiry.
    Never,
}

impl KeyExpires {
    /// All lifetimes.
    pub const ALL: &'static [Self] = &[Self::Month, Self::Quarter, Self::Year, Self::Never];

    /// The value of the form field.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Month => "30",
            Self::Quarter => "90",
            Self::Year => "365",
            Self::Never => "never",
        }
    }

    /// Returns the lifetime for a value of the form field.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|expires| expires.code() == code)
    }

    /// Returns the lifetime in days; `None` without an expiry.
    pub const fn days(self) -> Option<i64> {
        match self {
            Self::Month => Some(30),
            Self::Quarter => Some(90),
            Self::Year => Some(365),
            Self::Never => None,
        }
    }
}

/// The typed values of the form for a new key.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KeyDraft {
    /// The key's name.
    pub name: String,
    /// The chosen scopes.
    pub scopes: Scopes,
    /// The chosen lifetime.
    pub expires: KeyExpires,
}

/// `/account/api-keys/ID/revoke`: the page that asks for confirmation before revoking a key.
#[derive(Template, Debug, Clone)]
#[template(path = "keys/revoke.html")]
pub struct ConfirmRevoke {
    /// The page layout.
    pub layout: Layout,
    /// The key to revoke.
    pub key: KeyRow,
}

/// The page that shows a new key, once.
#[derive(Template, Clone)]
#[template(path = "keys/created.html")]
pub struct KeyCreated {
    /// The page layout.
    pub layout: Layout,
    /// The owner's name for the key.
    pub name: String,
    /// The text of the key.
    pub key: String,
    /// A ready-to-run command that uses the key.
    pub curl: String,
    /// The time until which a replaced key still works. `None` without a replaced key, and if it stopped
    /// working at once.
    pub former_until: Option<Timestamp>,
    /// True when the key replaces another.
    pub is_rotated: bool,
}
