//! Time, identities and randomness, injected so that tests can hold them.

use jiff::Timestamp;
use uuid::Uuid;

use crate::key::ApiKey;
use crate::token::Token;

/// Tells the time. Times never run backwards by more than the host's clock is
/// corrected; the quota ledger guards against that itself.
pub trait Clock: Send + Sync {
    /// The moment now.
    fn now(&self) -> Timestamp;
}

/// Makes identities and secrets.
pub trait IdSource: Send + Sync {
    /// An identity that was never made before.
    fn id(&self) -> Uuid;

    /// A new API key from 256 bits that nobody can guess.
    fn api_key(&self) -> ApiKey;

    /// A new token from 256 bits that nobody can guess.
    fn token(&self) -> Token;
}
