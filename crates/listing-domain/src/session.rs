//! Sessions of signed-in browsers.

use jiff::{SignedDuration, Timestamp};

use crate::account::{Email, Plan};
use crate::ids::{AccountId, SessionId};
use crate::link::LinkPurpose;
use crate::locale::Market;
use crate::options::Language;
use crate::person::Epoch;
use crate::short_line::short_line;

/// A session's stored data, with only the digest of its token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// The id, safe to show.
    pub id: SessionId,
    /// The account.
    pub account: AccountId,
    /// The time of the sign-in.
    pub created_at: Timestamp,
    /// The last use, to within [`Session::SEEN_PRECISION_SECONDS`].
    pub seen_at: Timestamp,
    /// The browser's `User-Agent`.
    pub browser: BrowserName,
    /// The account's access [`Epoch`] at the beginning.
    pub epoch: Epoch,
}

impl Session {
    /// Minimum seconds between two writes of the last use.
    pub const SEEN_PRECISION_SECONDS: i64 = 60;
    /// The maximum for an account. A further one ends the one unused for longest.
    pub const MAX_PER_ACCOUNT: u32 = 100;

    /// True if the sign-in is so recent that the owner need not authenticate again.
    pub fn has_just_begun(&self, now: Timestamp) -> bool {
        now.duration_since(self.created_at) < LinkPurpose::SHORT
    }

    /// The moment at which the session ends if not used again.
    pub fn ends_at(&self, policy: &SessionPolicy) -> Timestamp {
        let idle = self.seen_at.saturating_add(policy.idle).unwrap_or(Timestamp::MAX);
        let longest = self.created_at.saturating_add(policy.longest).unwrap_or(Timestamp::MAX);
        idle.min(longest)
    }
}

/// The lifetime of sessions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionPolicy {
    /// The lifetime without use.
    pub idle: SignedDuration,
    /// The lifetime in any case.
    pub longest: SignedDuration,
}

/// A week without use, and 30 days at most.
impl Default for SessionPolicy {
    fn default() -> Self {
        Self { idle: SignedDuration::from_hours(7 * 24), longest: SignedDuration::from_hours(30 * 24) }
    }
}

/// A browser's `User-Agent`, shortened; empty if there is none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BrowserName(String);

impl BrowserName {
    /// The maximum length, in characters.
    pub const MAX_CHARS: usize = 200;

    /// Reads what a browser sent.
    pub fn of(text: &str) -> Self {
        let cut: String = text.chars().filter(|c| !c.is_control()).take(Self::MAX_CHARS).collect();
        Self(short_line(&cut, Self::MAX_CHARS).unwrap_or_default())
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A session with the owner's data for every page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionOwner {
    /// The session.
    pub session: Session,
    /// The email.
    pub email: Email,
    /// The plan.
    pub plan: Plan,
    /// True if the owner may administer the service.
    pub is_administrator: bool,
    /// The web app's language, if chosen.
    pub language: Option<Language>,
    /// The market, if set.
    pub market: Option<Market>,
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_session_ends_when_idle_or_at_its_maximum_age() {
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
    fn a_browser_name_is_cut_to_the_maximum_length() {
        assert_eq!(BrowserName::of(" Firefox\r\n ").as_str(), "Firefox");
        assert_eq!(BrowserName::of(&"é".repeat(10_000)).as_str().chars().count(), BrowserName::MAX_CHARS);
        assert_eq!(BrowserName::of("\u{7}").as_str(), "");
    }
}
