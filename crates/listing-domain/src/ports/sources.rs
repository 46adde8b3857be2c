//! The ports of time, identities and randomness, injected so that tests can control them.

use jiff::Timestamp;
use uuid::Uuid;

use crate::key::ApiKey;
use crate::token::Token;
use crate::webhook::WebhookSecret;

/// Provides the time, which runs backwards only when the host's clock is corrected. The quota ledger allows
/// for that itself.
pub trait Clock: Send + Sync {
    /// Returns the current moment.
    fn now(&self) -> Timestamp;
}

/// Creates ids and secrets.
pub trait IdSource: Send + Sync {
    /// Creates a new, unique id.
    fn id(&self) -> Uuid;

    /// Creates a new API key from 256 unguessable bits.
    fn api_key(&self) -> ApiKey;

    /// Creates a new token from 256 unguessable bits.
    fn token(&self) -> Token;

    /// Creates a new secret of a webhook endpoint from 256 unguessable bits.
    fn webhook_secret(&self) -> WebhookSecret;
}
