//! The provider's endpoints, from its discovery document.

use listing_outbound::Url;
use serde::Deserialize;

use crate::keys::Algorithm;
use crate::settings::Issuer;
use crate::trouble::Outage;

/// Path of the document below the issuer.
pub(crate) const PATH: &str = ".well-known/openid-configuration";

pub(crate) struct Endpoints {
    pub(crate) authorization: Url,
    pub(crate) token: Url,
    pub(crate) keys: Url,
    pub(crate) user_info: Option<Url>,
    /// The token endpoint's method for a client's secret, if it is a known one.
    pub(crate) secret_by: Option<SecretBy>,
    /// A required feature that the provider lacks.
    pub(crate) lack: Option<Lack>,
}

/// A feature that this service requires and a provider lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lack {
    /// The authorization code flow.
    Code,
    /// An accepted algorithm for ID tokens.
    Algorithm,
}

/// The method of sending a client's secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SecretBy {
    /// In the header: `client_secret_basic`.
    Header,
    /// In the form: `client_secret_post`.
    Form,
}

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
    /// Returns the endpoints, if the document is the issuer's and has no unencrypted addresses.
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

/// Returns the method. The header is the specification's default and recommendation.
fn secret_by(methods: Option<&[String]>) -> Option<SecretBy> {
    let Some(methods) = methods else { return Some(SecretBy::Header) };
    let has = |name: &str| methods.iter().any(|method| method == name);
    if has("client_secret_basic") {
        Some(SecretBy::Header)
    } else {
        has("client_secret_post").then_some(SecretBy::Form)
    }
}

/// Returns a missing feature. A provider that lists nothing passes, and fails at the sign-in if at all.
fn lack(response_types: Option<&[String]>, algorithms: Option<&[String]>) -> Option<Lack> {
    if response_types.is_some_and(|types| !types.iter().any(|it| it == "code")) {
        return Some(Lack::Code);
    }
    let has_known = |names: &[String]| names.iter().any(|name| Algorithm::named(name).is_some());
    algorithms.is_some_and(|names| !has_known(names)).then_some(Lack::Algorithm)
}
