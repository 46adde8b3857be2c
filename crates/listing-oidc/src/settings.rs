use listing_outbound::{ApiKey, BaseUrl, BaseUrlError};

/// The settings of a provider.
#[derive(Debug, Clone)]
pub struct OpenIdSettings {
    /// The issuer: the address that names the provider.
    pub issuer: Issuer,
    /// The registered client id.
    pub client_id: String,
    /// The client secret; `None` for a public client.
    pub client_secret: Option<ApiKey>,
    /// The name on the sign-in button.
    pub name: String,
    /// The registered address to which browsers return.
    pub redirect_uri: String,
}

/// The address that names a provider: `https`, or `http` on this machine. A trailing slash makes it another
/// issuer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issuer {
    name: String,
    base: BaseUrl,
}

impl Issuer {
    /// Parses an address.
    ///
    /// # Errors
    /// If it is invalid, or unencrypted and not on this machine.
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
