//! The provider's endpoints, from its discovery document.

use listing_outbound::Url;
use serde::Deserialize;

use crate::error::Outage;
use crate::keys::Algorithm;
use crate::settings::Issuer;

/// Relative to the issuer's address.
pub(crate) const PATH: &str = ".well-known/openid-configuration";

pub(crate) struct Endpoints {
    pub(crate) authorization: Url,
    pub(crate) token: Url,
    pub(crate) keys: Url,
    pub(crate) user_info: Option<Url>,
    /// The method for sending the secret to the token endpoint; `None` if it accepts no known one.
    pub(crate) secret_method: Option<SecretMethod>,
    pub(crate) missing_feature: Option<MissingFeature>,
}

/// A required feature that a provider lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MissingFeature {
    /// The authorization code flow.
    Code,
    /// An accepted signature algorithm for ID tokens.
    Algorithm,
}

/// The place of the client secret in a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SecretMethod {
    /// In the header `Authorization`: `client_secret_basic`.
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
    /// The document must name the configured issuer and have only encrypted addresses.
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

/// The header is the specification's default and recommendation.
fn secret_method(methods: Option<&[String]>) -> Option<SecretMethod> {
    let Some(methods) = methods else { return Some(SecretMethod::Header) };
    let has = |name: &str| methods.iter().any(|method| method == name);
    if has("client_secret_basic") {
        Some(SecretMethod::Header)
    } else {
        has("client_secret_post").then_some(SecretMethod::Form)
    }
}

/// A provider without lists passes, and may fail later at a sign-in.
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
