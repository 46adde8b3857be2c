//! Principals: authenticated callers and their permissions.

use std::fmt;
use std::str::FromStr;

use crate::UnknownCode;
use crate::account::Plan;
use crate::closed_enum::closed_enum;
use crate::ids::{AccountId, KeyId, SessionId};

closed_enum! {
    /// A permission of an API key.
    pub enum Scope as "scope" {
        /// Permission to generate and check listings.
        ListingsWrite = "listings:write",
        /// To read the account's usage.
        UsageRead = "usage:read",
        /// To read stored generations.
        GenerationsRead = "generations:read",
        /// To delete stored generations.
        GenerationsWrite = "generations:write",
    }
}

/// The scopes of an API key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Scopes {
    /// A flag for each of [`Scope::ALL`]; `None` means all, including those of later versions.
    only: Option<[bool; Scope::ALL.len()]>,
}

impl Scopes {
    const ALL_CODE: &'static str = "all";

    /// All scopes.
    pub const ALL: Self = Self { only: None };

    /// Only these scopes.
    pub fn only(scopes: &[Scope]) -> Self {
        let mut only = [false; Scope::ALL.len()];
        for (is_included, scope) in only.iter_mut().zip(Scope::ALL) {
            *is_included = scopes.contains(scope);
        }
        Self { only: Some(only) }
    }

    /// True if the set has a scope.
    pub fn contain(&self, scope: Scope) -> bool {
        let Some(only) = self.only else { return true };
        only.iter().zip(Scope::ALL).any(|(is_included, known)| *is_included && *known == scope)
    }

    /// The codes of the current scopes.
    pub fn codes(self) -> impl Iterator<Item = &'static str> {
        Scope::ALL.iter().filter(move |scope| self.contain(**scope)).map(|scope| scope.code())
    }
}

/// The codes, separated by commas, or `all`.
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
    /// The account.
    pub account: AccountId,
    /// Its plan.
    pub plan: Plan,
    /// The credential.
    pub credential: Credential,
}

/// The credential of a principal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Credential {
    /// An API key.
    Key {
        /// Its id.
        id: KeyId,
        /// Its scopes.
        scopes: Scopes,
    },
    /// A browser's session.
    Session {
        /// Its id.
        id: SessionId,
        /// True if its owner may administer the service.
        is_administrator: bool,
    },
}

impl Principal {
    /// True if the principal has a scope; the only authorization check.
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
