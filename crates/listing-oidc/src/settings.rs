//! What the service has to know of its provider.

use listing_outbound::{ApiKey, BaseUrl, BaseUrlError};

/// What the service has to know of its provider.
#[derive(Debug, Clone)]
pub struct OpenIdSettings {
    /// Who the provider is.
    pub issuer: Issuer,
    /// Who the service is there.
    pub client_id: String,
    /// What the service proves that with; a public client has none.
    pub client_secret: Option<ApiKey>,
    /// What people know the provider by, for a button.
    pub name: String,
    /// Where browsers return to, as it is registered with the provider.
    pub redirect_uri: String,
}

/// The address that a provider is named by: `https`, or `http` on this machine. Names are
/// compared as they are written, so one with a slash in the end is another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issuer {
    name: String,
    base: BaseUrl,
}

impl Issuer {
    /// Accepts an address.
    ///
    /// # Errors
    /// [`BaseUrlError`] when it cannot be read, or would be asked in clear.
    pub fn parse(text: &str) -> Result<Self, BaseUrlError> {
        let base = BaseUrl::parse(text, true)?;
        Ok(Self { name: text.trim().to_owned(), base })
    }

    /// The address as it is written.
    pub fn as_str(&self) -> &str {
        &self.name
    }

    pub(crate) const fn base(&self) -> &BaseUrl {
        &self.base
    }
}
