//! The ports of time, identities and randomness, injected so that tests can control them.

use jiff::Timestamp;
use uuid::Uuid;

use crate::key::ApiKey;
use crate::token::Token;

/// Returns the time, which runs backwards only when the host's clock is corrected. The quota ledger guards
/// against that itself.
pub trait Clock: Send + Sync {
    /// The current moment.
    fn now(&self) -> Timestamp;
}

/// Creates identities and secrets.
pub trait IdSource: Send + Sync {
    /// A new, unique identity.
    fn id(&self) -> Uuid;

    /// A new API key from 256 unguessable bits.
    fn api_key(&self) -> ApiKey;

    /// A new token from 256 unguessable bits.
    fn token(&self) -> Token;
}
