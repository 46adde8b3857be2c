//! Providers of identities, where people may have signed in already.

use async_trait::async_trait;

use super::BoxError;
use crate::account::Email;
use crate::person::ExternalIdentity;
use crate::token::Token;

/// Lets people sign in who have an identity elsewhere, by `OpenID` Connect.
#[async_trait]
pub trait IdentityProvider: Send + Sync {
    /// What people know it by, for a button.
    fn name(&self) -> &str;

    /// Who says who people are there, as an address: the issuer of every identity that it tells.
    fn issuer(&self) -> &str;

    /// The address to which a browser is sent. All that has to be recognised when it returns is
    /// derived from the secret, which the browser keeps meanwhile.
    async fn address(&self, secret: &Token) -> Result<String, IdentityProviderError>;

    /// Who somebody is that has returned with a state, and a code or an error. The secret is the one for
    /// which the address was made.
    async fn identify(
        &self,
        secret: &Token,
        returned: &Returned,
    ) -> Result<Identified, IdentityProviderError>;
}

/// What a browser brings back from a provider.
#[derive(Clone, PartialEq, Eq)]
pub struct Returned {
    /// The code, to be exchanged.
    pub code: String,
    /// The state, to be recognised.
    pub state: String,
    /// The provider's word for why there is no code.
    pub error: Option<String>,
}

/// Somebody who is known elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identified {
    /// Who.
    pub identity: ExternalIdentity,
    /// Their e-mail, if the provider tells one and says that it is theirs.
    pub email: Option<Email>,
}

/// Why nobody was identified.
#[derive(Debug, thiserror::Error)]
pub enum IdentityProviderError {
    /// The provider cannot be reached, or does not answer as it should.
    #[error("the provider of identities is not available")]
    Unavailable(#[source] BoxError),
    /// The provider does not accept this service, or cannot be used as it is set.
    #[error("the identity provider does not accept this service")]
    NotAccepted(#[source] BoxError),
    /// What the browser brought back, or what the provider says of it, is not to be believed.
    #[error("the provider's answer is not to be believed")]
    Refused(#[source] BoxError),
}
