//! Accounts: who pays, named by e-mail, on a plan.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;

use crate::closed_enum::closed_enum;
use crate::ids::AccountId;

closed_enum! {
    #[derive(Default)]
    /// What an account has subscribed to.
    pub enum Plan as "plan" {
        /// No subscription: free units each month, then credits.
        #[default]
        Free = "free",
        /// Pro, paid monthly.
        ProMonthly = "pro_monthly",
        /// Pro, paid yearly.
        ProAnnual = "pro_annual",
    }
}

impl Plan {
    /// Whether the plan is an active Pro subscription: generations are
    /// unlimited and the higher request rate applies.
    pub const fn is_subscribed(self) -> bool {
        matches!(self, Self::ProMonthly | Self::ProAnnual)
    }
}

/// An e-mail address as an account's name: trimmed and in lower case, so that
/// one person cannot hold two accounts that differ in letter case only.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Email(String);

/// A text that cannot be an e-mail address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an e-mail address has the form name@example.com, without spaces, in at most 254 characters")]
pub struct InvalidEmail;

impl Email {
    /// The longest address that mail systems carry (RFC 5321).
    pub const MAX_CHARS: usize = 254;

    /// The address as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Email {
    type Err = InvalidEmail;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let (name, host) = text.rsplit_once('@').ok_or(InvalidEmail)?;
        let plain = |part: &str| {
            !part.is_empty() && !part.contains(|c: char| c.is_whitespace() || c.is_control() || c == '@')
        };
        let host_is_dotted = host.split('.').count() >= 2 && host.split('.').all(|label| !label.is_empty());
        if plain(name) && plain(host) && host_is_dotted && text.chars().count() <= Self::MAX_CHARS {
            Ok(Self(text.to_lowercase()))
        } else {
            Err(InvalidEmail)
        }
    }
}

impl fmt::Display for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// An account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Its identity.
    pub id: AccountId,
    /// Its name.
    pub email: Email,
    /// When it was created.
    pub created_at: Timestamp,
    /// Since when it is suspended: its keys open nothing.
    pub suspended_at: Option<Timestamp>,
}

impl Account {
    /// An account that is opened at a moment.
    pub const fn new(id: AccountId, email: Email, created_at: Timestamp) -> Self {
        Self { id, email, created_at, suspended_at: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_normalised_or_refused() {
        assert_eq!(" Ann@Example.COM ".parse::<Email>().unwrap().as_str(), "ann@example.com");
        for bad in
            ["", "ann", "@example.com", "ann@", "ann@host", "a nn@example.com", "a@b@example.com", "ann@.com"]
        {
            assert_eq!(bad.parse::<Email>(), Err(InvalidEmail), "{bad}");
        }
        assert_eq!(format!("{}@example.com", "a".repeat(250)).parse::<Email>(), Err(InvalidEmail));
    }
}
