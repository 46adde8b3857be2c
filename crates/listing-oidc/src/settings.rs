//! Settings of the identity provider.

use listing_outbound::{ApiKey, BaseUrl, BaseUrlError};

/// The settings of an identity provider.
#[derive(Debug, Clone)]
pub struct OpenIdSettings {
    /// The provider's issuer.
    pub issuer: Issuer,
    /// The service's client id at the provider.
    pub client_id: String,
    /// The client's secret; a public client has none.
    pub client_secret: Option<ApiKey>,
    /// The provider's display name, for a button.
    pub name: String,
    /// The address to which browsers return, as registered with the provider.
    pub redirect_uri: String,
}

/// The address that names a provider: `https`, or `http` on this machine. Names are compared literally, so a
/// trailing slash makes another name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issuer {
    name: String,
    base: BaseUrl,
}

impl Issuer {
    /// Parses an address.
    ///
    /// # Errors
    /// [`BaseUrlError`] if it is invalid, or unencrypted on another machine.
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
