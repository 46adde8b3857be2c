//! Principals: authenticated callers and their permissions.

use std::fmt;
use std::str::FromStr;

use crate::UnknownCode;
use crate::account::Plan;
use crate::closed_enum::closed_enum;
use crate::ids::{AccountId, KeyId, SessionId};

closed_enum! {
    /// A permission of an API key: the kind of request that it allows.
    pub enum Scope as "scope" {
        /// Permission to generate listings.
        ListingsWrite = "listings:write",
        /// Permission to read the account's usage.
        UsageRead = "usage:read",
        /// Permission to read the account's stored generations.
        GenerationsRead = "generations:read",
        /// Permission to delete the account's stored generations.
        GenerationsWrite = "generations:write",
    }
}

/// The scopes of an API key, which say what requests it permits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Scopes {
    /// A flag for each of [`Scope::ALL`]. `None` means all scopes, including those of later versions.
    only: Option<[bool; Scope::ALL.len()]>,
}

impl Scopes {
    const ALL_CODE: &'static str = "all";

    /// The set of all scopes.
    pub const ALL: Self = Self { only: None };

    /// Creates a set of only these scopes.
    pub fn only(scopes: &[Scope]) -> Self {
        let mut only = [false; Scope::ALL.len()];
        for (is_included, scope) in only.iter_mut().zip(Scope::ALL) {
            *is_included = scopes.contains(scope);
        }
        Self { only: Some(only) }
    }

    /// Returns true if the set contains a scope.
    pub fn contain(&self, scope: Scope) -> bool {
        let Some(only) = self.only else { return true };
        only.iter().zip(Scope::ALL).any(|(is_included, known)| *is_included && *known == scope)
    }

    /// Returns the codes of the current scopes in the set.
    pub fn codes(self) -> impl Iterator<Item = &'static str> {
        Scope::ALL.iter().filter(move |scope| self.contain(**scope)).map(|scope| scope.code())
    }
}

/// Writes the codes, separated by commas, or `all`.
impl fmt::Display for Scopes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.only.is_none() {
            return f.write_str(Self::ALL_CODE);
        }
        f.write_str(&self.codes().collect::<Vec<_>>().join(","))
    }
}

impl FromStr for Scopes {
    type Err = UnknownCode;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.trim() == Self::ALL_CODE {
            return Ok(Self::ALL);
        }
        let scopes = text.split(',').map(|code| code.trim().parse::<Scope>());
        Ok(Self::only(&scopes.collect::<Result<Vec<_>, _>>()?))
    }
}

/// An authenticated caller, as of one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Principal {
    /// The caller's account.
    pub account: AccountId,
    /// The account's plan.
    pub plan: Plan,
    /// The credential of the caller.
    pub credential: Credential,
}

/// The credential that identified a principal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Credential {
    /// An API key.
    Key {
        /// The key's id.
        id: KeyId,
        /// The key's scopes.
        scopes: Scopes,
    },
    /// A session in a browser.
    Session {
        /// The session's id.
        id: SessionId,
        /// True if the session's owner may administer the service.
        is_administrator: bool,
    },
}

impl Principal {
    /// Returns true if the principal has a scope. This is the only authorization check.
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
    fn the_text_of_scopes_round_trips() {
        for text in ["all", "listings:write", "usage:read", "listings:write,usage:read"] {
            assert_eq!(text.parse::<Scopes>().unwrap().to_string(), text);
        }
        let swapped: Scopes = " usage:read, listings:write ".parse().unwrap();
        assert_eq!(swapped, Scopes::only(&[Scope::ListingsWrite, Scope::UsageRead]));
        for bad in ["", "usage", "usage:read,", "all,usage:read", "listings:write usage:read"] {
            let error = bad.parse::<Scopes>().unwrap_err().to_string();
            assert_eq!(
                error, "scope must be one of listings:write, usage:read, generations:read, generations:write",
                "{bad}"
            );
        }
    }

    #[test]
    fn a_principal_may_do_exactly_its_scopes() {
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
