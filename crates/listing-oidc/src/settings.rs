//! The settings of the identity provider.

use listing_outbound::{ApiKey, BaseUrl, BaseUrlError};

/// The settings of an identity provider.
#[derive(Debug, Clone)]
pub struct OpenIdSettings {
    /// The issuer: the address that names the provider.
    pub issuer: Issuer,
    /// The client id under which this service is registered with the provider.
    pub client_id: String,
    /// The secret of the client; `None` for a public client.
    pub client_secret: Option<ApiKey>,
    /// The display name of the provider, for the sign-in button.
    pub name: String,
    /// The address to which the provider sends browsers back, as registered with it.
    pub redirect_uri: String,
}

/// The address that names a provider: `https`, or `http` on this machine. Issuers are compared literally, so
/// an address with a trailing slash is another issuer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issuer {
    name: String,
    base: BaseUrl,
}

impl Issuer {
    /// Parses an address.
    ///
    /// # Errors
    /// [`BaseUrlError`] if the address is invalid, or unencrypted and not on this machine.
    pub fn parse(text: &str) -> Result<Self, BaseUrlError> {
        let base = BaseUrl::parse(text, true)?;
        Ok(Self { name: text.trim().to_owned(), base })
    }

    /// Returns the address as written.
    pub fn as_str(&self) -> &str {
        &self.name
    }

    pub(crate) const fn base(&self) -> &BaseUrl {
        &self.base
    }
}
