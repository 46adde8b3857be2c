//! The port of identity providers.

use async_trait::async_trait;

use super::BoxError;
use crate::account::Email;
use crate::person::ExternalIdentity;
use crate::token::Token;

/// Signs people in with an external identity, by `OpenID` Connect.
#[async_trait]
pub trait IdentityProvider: Send + Sync {
    /// The provider's name, for the sign-in button.
    fn name(&self) -> &str;

    /// The issuer of the provider's identities, a URL.
    fn issuer(&self) -> &str;

    /// Returns the URL to which the browser is sent. The browser keeps the secret meanwhile; everything
    /// needed to recognize the browser on its return is derived from it.
    async fn address(&self, secret: &Token) -> Result<String, IdentityProviderError>;

    /// Identifies a person whose browser returned with a state, and a code or an error. Pass the secret from
    /// which the URL was made.
    async fn identify(
        &self,
        secret: &Token,
        returned: &CallbackParams,
    ) -> Result<IdentifiedPerson, IdentityProviderError>;
}

/// The parameters that a browser brings back from a provider.
#[derive(Clone, PartialEq, Eq)]
pub struct CallbackParams {
    /// The authorization code, which is exchanged for the person's identity.
    pub code: String,
    /// The state that the URL of the sign-in contained.
    pub state: String,
    /// The provider's error code, if it sent no authorization code.
    pub error: Option<String>,
}

/// A person whom a provider identified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdentifiedPerson {
    /// The person's identity at the provider.
    pub identity: ExternalIdentity,
    /// The email, if the provider reports one and vouches for it.
    pub email: Option<Email>,
}

/// A failure to identify a person.
#[derive(Debug, thiserror::Error)]
pub enum IdentityProviderError {
    /// The provider cannot be reached, or does not answer as it should.
    #[error("the identity provider is not available")]
    Unavailable(#[source] BoxError),
    /// The provider rejects this service, or cannot be used as configured.
    #[error("the identity provider does not accept this service")]
    NotAccepted(#[source] BoxError),
    /// The browser's parameters, or the provider's answer about them, cannot be trusted.
    #[error("cannot verify the identity provider's response")]
    Refused(#[source] BoxError),
}
