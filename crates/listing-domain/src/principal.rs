//! Principals: who is asking, and what they may ask for.

use std::fmt;
use std::str::FromStr;

use crate::UnknownCode;
use crate::account::Plan;
use crate::closed_enum::closed_enum;
use crate::ids::{AccountId, KeyId, SessionId};

closed_enum! {
    /// One kind of thing that may be asked for.
    pub enum Scope as "scope" {
        /// Listings are generated.
        ListingsWrite = "listings:write",
        /// It is told how the account stands.
        UsageRead = "usage:read",
    }
}

/// What a key lets its holder ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Scopes {
    /// For each of [`Scope::ALL`] whether it is among them; `None` for all that
    /// there are, also those that come with a later version.
    only: Option<[bool; Scope::ALL.len()]>,
}

impl Scopes {
    /// The word for all scopes.
    const EVERY: &'static str = "all";

    /// All that there are.
    pub const ALL: Self = Self { only: None };

    /// These and no others.
    pub fn only(scopes: &[Scope]) -> Self {
        let mut only = [false; Scope::ALL.len()];
        for (is_among, scope) in only.iter_mut().zip(Scope::ALL) {
            *is_among = scopes.contains(scope);
        }
        Self { only: Some(only) }
    }

    /// Whether a scope is among them.
    pub fn contain(&self, scope: Scope) -> bool {
        let Some(only) = self.only else { return true };
        only.iter().zip(Scope::ALL).any(|(is_among, known)| *is_among && *known == scope)
    }

    /// The codes of all that are among them at present.
    pub fn codes(self) -> impl Iterator<Item = &'static str> {
        Scope::ALL.iter().filter(move |scope| self.contain(**scope)).map(|scope| scope.code())
    }
}

/// The codes, separated by commas, or `all`.
impl fmt::Display for Scopes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.only.is_none() {
            return f.write_str(Self::EVERY);
        }
        f.write_str(&self.codes().collect::<Vec<_>>().join(","))
    }
}

impl FromStr for Scopes {
    type Err = UnknownCode;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.trim() == Self::EVERY {
            return Ok(Self::ALL);
        }
        let scopes = text.split(',').map(|code| code.trim().parse::<Scope>());
        Ok(Self::only(&scopes.collect::<Result<Vec<_>, _>>()?))
    }
}

/// Who is asking, as of one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Principal {
    /// The account in whose name it is.
    pub account: AccountId,
    /// What the account has subscribed to.
    pub plan: Plan,
    /// By what it was recognised.
    pub credential: Credential,
}

/// By what a principal was recognised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Credential {
    /// An API key.
    Key {
        /// The key's identity.
        id: KeyId,
        /// What it lets its holder ask for.
        scopes: Scopes,
    },
    /// A session in a browser.
    Session {
        /// The session's identity.
        id: SessionId,
        /// Whether its owner may administer the service.
        is_administrator: bool,
    },
}

impl Principal {
    /// Whether it may ask for something of a kind. The one question of
    /// authorisation.
    pub fn may(&self, scope: Scope) -> bool {
        match &self.credential {
            Credential::Key { scopes, .. } => scopes.contain(scope),
            Credential::Session { .. } => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_are_written_as_they_are_read() {
        for text in ["all", "listings:write", "usage:read", "listings:write,usage:read"] {
            assert_eq!(text.parse::<Scopes>().unwrap().to_string(), text);
        }
        let swapped: Scopes = " usage:read, listings:write ".parse().unwrap();
        assert_eq!(swapped, Scopes::only(Scope::ALL));
        for bad in ["", "usage", "usage:read,", "all,usage:read", "listings:write usage:read"] {
            let error = bad.parse::<Scopes>().unwrap_err().to_string();
            assert_eq!(error, "scope must be one of listings:write, usage:read", "{bad}");
        }
    }

    #[test]
    fn a_principal_may_what_its_scopes_contain() {
        let uuid = uuid::Uuid::nil();
        let may = |scopes, scope| {
            let credential = Credential::Key { id: KeyId::new(uuid), scopes };
            Principal { account: AccountId::new(uuid), plan: Plan::Free, credential }.may(scope)
        };
        for scope in Scope::ALL {
            assert!(may(Scopes::ALL, *scope) && may(Scopes::only(&[*scope]), *scope));
            assert!(!may(Scopes::only(&[]), *scope));
        }
        assert!(!may(Scopes::only(&[Scope::UsageRead]), Scope::ListingsWrite));
        assert!(!may(Scopes::only(&[Scope::ListingsWrite]), Scope::UsageRead));
    }
}
