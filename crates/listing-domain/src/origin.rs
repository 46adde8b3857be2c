//! Where a step on the books comes from.

use std::fmt;
use std::sync::Arc;

use crate::ids::{AccountId, KeyId};
use crate::principal::Credential;

/// Who takes a step on the books.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Actor {
    /// A caller, by an API key.
    Key(KeyId),
    /// The owner of an account, on its pages.
    Pages,
    /// An administrator, on the pages.
    Administrator(AccountId),
    /// An operator, on the command line.
    Cli,
    /// The service itself, when something's time is over.
    Sweep,
}

/// As the ledger has it: the key's identity, `pages`, `admin` with an identity, `cli` or `sweep`.
impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(id) => id.fmt(f),
            Self::Pages => f.write_str("pages"),
            Self::Administrator(id) => write!(f, "admin {id}"),
            Self::Cli => f.write_str("cli"),
            Self::Sweep => f.write_str("sweep"),
        }
    }
}

/// Who takes a step on the books, and on which request: what every line of the
/// ledger says, so that it can be found beside the log's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// Who.
    pub actor: Actor,
    /// The request's id, as its caller was told.
    pub request: Option<Arc<str>>,
}

impl Origin {
    /// An operator's step.
    pub const CLI: Self = Self { actor: Actor::Cli, request: None };
    /// A step of the service itself.
    pub const SWEEP: Self = Self { actor: Actor::Sweep, request: None };

    /// A step for a request of a principal.
    pub fn of_request(credential: Credential, request: &str) -> Self {
        let actor = match credential {
            Credential::Key { id, .. } => Actor::Key(id),
            Credential::Session { .. } => Actor::Pages,
        };
        Self { actor, request: Some(request.into()) }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::principal::Scopes;

    #[test]
    fn actors_are_told_as_the_ledger_has_them() {
        let key =
            Origin::of_request(Credential::Key { id: KeyId::new(Uuid::nil()), scopes: Scopes::ALL }, "r-1");
        assert_eq!(key.actor.to_string(), Uuid::nil().to_string());
        assert_eq!((Actor::Cli.to_string(), Actor::Sweep.to_string()), ("cli".into(), "sweep".into()));
    }
}
