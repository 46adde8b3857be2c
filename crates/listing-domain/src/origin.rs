//! The actor and request behind an entry in the quota ledger.

use std::fmt;
use std::sync::Arc;

use crate::ids::{AccountId, BatchId, KeyId};
use crate::principal::Credential;

/// The cause of a ledger entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Actor {
    /// A caller of the API, by key.
    Key(KeyId),
    /// The account's owner, in the web app.
    Pages,
    /// An administrator, in the web app.
    Administrator(AccountId),
    /// An operator, on the command line.
    Cli,
    /// The service, generating an item of a batch.
    Batch(BatchId),
    /// A payment service, by an event or the daily comparison.
    Payments,
    /// The service itself, returning units of expired reservations.
    Sweep,
}

/// The ledger's form: the key's identity, `pages`, `admin` or `batch` with an identity, `cli`,
/// `payments` or `sweep`.
impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(id) => id.fmt(f),
            Self::Pages => f.write_str("pages"),
            Self::Administrator(id) => write!(f, "admin {id}"),
            Self::Batch(id) => write!(f, "batch {id}"),
            Self::Cli => f.write_str("cli"),
            Self::Payments => f.write_str("payments"),
            Self::Sweep => f.write_str("sweep"),
        }
    }
}

/// The actor and request of a ledger entry, to relate it to the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The cause.
    pub actor: Actor,
    /// The request's id, as returned to the caller.
    pub request: Option<Arc<str>>,
}

impl Origin {
    /// An operator's command.
    pub const CLI: Self = Self { actor: Actor::Cli, request: None };
    /// A payment service, see [`Actor::Payments`].
    pub const PAYMENTS: Self = Self { actor: Actor::Payments, request: None };
    /// The service itself, see [`Actor::Sweep`].
    pub const SWEEP: Self = Self { actor: Actor::Sweep, request: None };

    /// The origin for a principal's request.
    pub fn for_request(credential: Credential, request: &str) -> Self {
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
    fn actors_are_written_as_in_the_ledger() {
        let key =
            Origin::for_request(Credential::Key { id: KeyId::new(Uuid::nil()), scopes: Scopes::ALL }, "r-1");
        assert_eq!(key.actor.to_string(), Uuid::nil().to_string());
        for (actor, text) in [(Actor::Cli, "cli"), (Actor::Payments, "payments"), (Actor::Sweep, "sweep")] {
            assert_eq!(actor.to_string(), text);
        }
    }
}
