//! The endpoints of the identity provider, from its discovery document.

use listing_outbound::Url;
use serde::Deserialize;

use crate::error::Outage;
use crate::keys::Algorithm;
use crate::settings::Issuer;

/// The path of the discovery document, below the issuer's address.
pub(crate) const PATH: &str = ".well-known/openid-configuration";

pub(crate) struct Endpoints {
    pub(crate) authorization: Url,
    pub(crate) token: Url,
    pub(crate) keys: Url,
    pub(crate) user_info: Option<Url>,
    /// The token endpoint's method for the client's secret; `None` if it accepts no known one.
    pub(crate) secret_method: Option<SecretMethod>,
    /// A feature that this service requires and the provider lacks, if any.
    pub(crate) missing_feature: Option<MissingFeature>,
}

/// A feature that this service requires and a provider lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MissingFeature {
    /// The authorization code flow, in which the browser brings back a code.
    Code,
    /// A signature algorithm for ID tokens that this service accepts.
    Algorithm,
}

/// This service's method of sending its client secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SecretMethod {
    /// In the HTTP header `Authorization`: `client_secret_basic`.
    Header,
    /// In the form of the request: `client_secret_post`.
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
    /// Returns the endpoints, if the document names the configured issuer and has only encrypted addresses.
    pub(crate) fn endpoints(self, issuer: &Issuer) -> Result<Endpoints, Outage> {
        if self.issuer != issuer.as_str() {
            return Err(Outage::OtherIssuer);
        }
        let address =
            |name: &'static str, text: &str| issuer.base().named(text).map_err(|_| Outage::Unencrypted(name));
        let user_info = self.userinfo_endpoint.as_deref();
        Ok(Endpoints {
            authorization: address("authorization_endpoint", &self.authorization_endpoint)?,
            token: address("token_endpoint", &self.token_endpoint)?,
            keys: address("jwks_uri", &self.jwks_uri)?,
            user_info: user_info.map(|text| address("userinfo_endpoint", text)).transpose()?,
            secret_method: secret_method(self.token_endpoint_auth_methods_supported.as_deref()),
            missing_feature: missing_feature(
                self.response_types_supported.as_deref(),
                self.id_token_signing_alg_values_supported.as_deref(),
            ),
        })
    }
}

/// Returns the method for the client's secret. The header is the default and the recommendation of the
/// specification.
fn secret_method(methods: Option<&[String]>) -> Option<SecretMethod> {
    let Some(methods) = methods else { return Some(SecretMethod::Header) };
    let has = |name: &str| methods.iter().any(|method| method == name);
    if has("client_secret_basic") {
        Some(SecretMethod::Header)
    } else {
        has("client_secret_post").then_some(SecretMethod::Form)
    }
}

/// Returns a feature that the provider lacks according to its lists. A provider without lists passes, and may
/// fail later at a sign-in.
fn missing_feature(
    response_types: Option<&[String]>,
    algorithms: Option<&[String]>,
) -> Option<MissingFeature> {
    if response_types.is_some_and(|types| !types.iter().any(|it| it == "code")) {
        return Some(MissingFeature::Code);
    }
    let has_known = |names: &[String]| names.iter().any(|name| Algorithm::named(name).is_some());
    algorithms.is_some_and(|names| !has_known(names)).then_some(MissingFeature::Algorithm)
}
