//! Sessions: somebody is signed in, in one browser, for a while.

use jiff::{SignedDuration, Timestamp};

use crate::account::{Email, Plan};
use crate::ids::{AccountId, SessionId};
use crate::link::LinkPurpose;
use crate::locale::Market;
use crate::options::Language;
use crate::person::Epoch;
use crate::short_line::short_line;

/// What is kept of a session. Its token is kept as a digest only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Its identity, safe to show.
    pub id: SessionId,
    /// Who is signed in.
    pub account: AccountId,
    /// When it began.
    pub created_at: Timestamp,
    /// When it was last used, to within [`Session::SEEN_PRECISION_SECONDS`].
    pub seen_at: Timestamp,
    /// The browser, as it names itself.
    pub browser: BrowserName,
    /// The epoch of the account's access in which it began.
    pub epoch: Epoch,
}

impl Session {
    /// The last use is written at most this often for one session.
    pub const SEEN_PRECISION_SECONDS: i64 = 60;
    /// The most sessions of an account. When one more begins, the one that was not used for the
    /// longest time ends.
    pub const MOST: u32 = 100;

    /// Whether its owner signed in so shortly before a moment that they need not show again who
    /// they are.
    pub fn has_just_begun(&self, now: Timestamp) -> bool {
        now.duration_since(self.created_at) < LinkPurpose::SHORT
    }

    /// The first moment at which it is over if it is not used any more.
    pub fn ends_at(&self, policy: &SessionPolicy) -> Timestamp {
        let idle = self.seen_at.saturating_add(policy.idle).unwrap_or(Timestamp::MAX);
        let longest = self.created_at.saturating_add(policy.longest).unwrap_or(Timestamp::MAX);
        idle.min(longest)
    }
}

/// How long sessions last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionPolicy {
    /// How long one lasts that nobody uses.
    pub idle: SignedDuration,
    /// How long one lasts at most.
    pub longest: SignedDuration,
}

/// A week unused, 30 days at most.
impl Default for SessionPolicy {
    fn default() -> Self {
        Self { idle: SignedDuration::from_hours(7 * 24), longest: SignedDuration::from_hours(30 * 24) }
    }
}

/// What a browser calls itself, cut to a length; empty when it does not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BrowserName(String);

impl BrowserName {
    /// The longest name that is kept.
    pub const MAX_CHARS: usize = 200;

    /// The name that is sent along with a request.
    pub fn of(text: &str) -> Self {
        let cut: String = text.chars().filter(|c| !c.is_control()).take(Self::MAX_CHARS).collect();
        Self(short_line(&cut, Self::MAX_CHARS).unwrap_or_default())
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Whose session it is, with what every page needs to know of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionOwner {
    /// The session.
    pub session: Session,
    /// The account's name.
    pub email: Email,
    /// What the account has subscribed to.
    pub plan: Plan,
    /// Whether the account may administer the service.
    pub is_administrator: bool,
    /// The language in which they read, if they chose one.
    pub language: Option<Language>,
    /// Where they sell, if they said so.
    pub market: Option<Market>,
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_session_ends_by_disuse_or_by_age() {
        let policy = SessionPolicy::default();
        let at = |hours: i64| Timestamp::UNIX_EPOCH + SignedDuration::from_hours(hours);
        let session = |seen| Session {
            id: SessionId::new(Uuid::nil()),
            account: AccountId::new(Uuid::nil()),
            created_at: at(0),
            seen_at: at(seen),
            browser: BrowserName::default(),
            epoch: Epoch::default(),
        };
        assert_eq!(session(0).ends_at(&policy), at(7 * 24));
        assert_eq!(session(24).ends_at(&policy), at(8 * 24));
        assert_eq!(session(29 * 24).ends_at(&policy), at(30 * 24));
    }

    #[test]
    fn a_browser_cannot_name_itself_at_any_length() {
        assert_eq!(BrowserName::of(" Firefox\r\n ").as_str(), "Firefox");
        assert_eq!(BrowserName::of(&"é".repeat(10_000)).as_str().chars().count(), BrowserName::MAX_CHARS);
        assert_eq!(BrowserName::of("\u{7}").as_str(), "");
    }
}
