//! Where the provider's endpoints are, by its discovery document.

use listing_outbound::Url;
use serde::Deserialize;

use crate::keys::Algorithm;
use crate::settings::Issuer;
use crate::trouble::Outage;

/// Where the document is, below the issuer.
pub(crate) const PATH: &str = ".well-known/openid-configuration";

/// Where the provider's endpoints are.
pub(crate) struct Endpoints {
    pub(crate) authorization: Url,
    pub(crate) token: Url,
    pub(crate) keys: Url,
    pub(crate) user_info: Option<Url>,
    /// How the token endpoint takes a client's secret, if it does so in a way that is known.
    pub(crate) secret_by: Option<SecretBy>,
    /// What the provider offers that this service does not take.
    pub(crate) lack: Option<Lack>,
}

/// What a provider offers nothing of that this service takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lack {
    /// The authorization code flow.
    Code,
    /// An algorithm for ID tokens.
    Algorithm,
}

/// How a client's secret is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SecretBy {
    /// In the header: `client_secret_basic`.
    Header,
    /// In the form: `client_secret_post`.
    Form,
}

/// The document, as far as it is used.
#[derive(Deserialize)]
pub(crate) struct Document {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    jwks_uri: String,
    userinfo_endpoint: Option<String>,
    token_endpoint_auth_methods_supported: Option<Vec<String>>,
    id_token_signing_alg_values_supported: Option<Vec<String>>,
    response_types_supported: Option<Vec<String>>,
}

impl Document {
    /// What it says, if it is the issuer's and leads nowhere in clear.
    pub(crate) fn endpoints(self, issuer: &Issuer) -> Result<Endpoints, Outage> {
        if self.issuer != issuer.as_str() {
            return Err(Outage::OtherIssuer);
        }
        let address =
            |name: &'static str, text: &str| issuer.base().named(text).map_err(|_| Outage::InClear(name));
        let user_info = self.userinfo_endpoint.as_deref();
        Ok(Endpoints {
            authorization: address("authorization_endpoint", &self.authorization_endpoint)?,
            token: address("token_endpoint", &self.token_endpoint)?,
            keys: address("jwks_uri", &self.jwks_uri)?,
            user_info: user_info.map(|text| address("userinfo_endpoint", text)).transpose()?,
            secret_by: secret_by(self.token_endpoint_auth_methods_supported.as_deref()),
            lack: lack(
                self.response_types_supported.as_deref(),
                self.id_token_signing_alg_values_supported.as_deref(),
            ),
        })
    }
}

/// The header is what the specification takes for granted, and recommends.
fn secret_by(methods: Option<&[String]>) -> Option<SecretBy> {
    let Some(methods) = methods else { return Some(SecretBy::Header) };
    let has = |name: &str| methods.iter().any(|method| method == name);
    if has("client_secret_basic") {
        Some(SecretBy::Header)
    } else {
        has("client_secret_post").then_some(SecretBy::Form)
    }
}

/// A provider that lists nothing is taken at its word when somebody signs in.
fn lack(response_types: Option<&[String]>, algorithms: Option<&[String]>) -> Option<Lack> {
    if response_types.is_some_and(|types| !types.iter().any(|it| it == "code")) {
        return Some(Lack::Code);
    }
    let has_known = |names: &[String]| names.iter().any(|name| Algorithm::named(name).is_some());
    algorithms.is_some_and(|names| !has_known(names)).then_some(Lack::Algorithm)
}
