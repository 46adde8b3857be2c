use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use form_urlencoded::{Serializer, byte_serialize};
use listing_domain::ports::IdentityProviderError;
use listing_outbound::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use listing_outbound::{ApiKey, Fault};
use serde::Deserialize;

use crate::client::{outage, parse};
use crate::discovery::{Endpoints, SecretMethod};
use crate::error::{Outage, ProviderRequest, Refusal};
use crate::settings::OpenIdSettings;

/// Error codes of a provider that rejects this service, not the code (RFC 6749, 5.2).
const CLIENT_ERRORS: [&str; 4] =
    ["invalid_client", "unauthorized_client", "unsupported_grant_type", "invalid_scope"];

#[derive(Deserialize)]
pub(crate) struct Tokens {
    pub(crate) id_token: String,
    pub(crate) access_token: String,
}

pub(crate) fn token_request(
    settings: &OpenIdSettings,
    endpoints: &Endpoints,
    code: &str,
    verifier: &str,
) -> Result<(HeaderMap, String), Outage> {
    let mut headers = HeaderMap::new();
    let mut form = Serializer::new(String::new());
    form.append_pair("grant_type", "authorization_code");
    form.append_pair("code", code);
    form.append_pair("redirect_uri", &settings.redirect_uri);
    form.append_pair("code_verifier", verifier);
    match (&settings.client_secret, endpoints.secret_method) {
        (None, _) => {
            form.append_pair("client_id", &settings.client_id);
        }
        (Some(secret), Some(SecretMethod::Form)) => {
            form.append_pair("client_id", &settings.client_id);
            form.append_pair("client_secret", secret.reveal());
        }
        (Some(secret), Some(SecretMethod::Header)) => {
            headers.insert(AUTHORIZATION, basic(&settings.client_id, secret)?);
        }
        (Some(_), None) => return Err(Outage::NoSecretMethod),
    }
    Ok((headers, form.finish()))
}

/// Client id and secret are form-encoded before they are joined (RFC 6749, 2.3.1).
fn basic(client_id: &str, secret: &ApiKey) -> Result<HeaderValue, Outage> {
    let encoded = |text: &str| byte_serialize(text.as_bytes()).collect::<String>();
    let pair = format!("{}:{}", encoded(client_id), encoded(secret.reveal()));
    let value = ApiKey::new(STANDARD.encode(pair)).header("Basic ");
    value.map_err(|error| outage(ProviderRequest::Token, Fault::NotSent(error.to_string())))
}

pub(crate) fn tokens(answer: Result<Vec<u8>, Fault>) -> Result<Tokens, IdentityProviderError> {
    match answer {
        Ok(body) => Ok(parse(ProviderRequest::Token, &body)?),
        // An error code of the provider is the error's message.
        Err(Fault::Service(error)) => Err(match (error.status, client_error(&error.message)) {
            (400..=403, Some(word)) => Outage::ClientRefused(word).into(),
            (401, None) => Outage::ClientRefused("status 401").into(),
            (400, None) => Refusal::Code.into(),
            (status, _) => Outage::Status(ProviderRequest::Token, status).into(),
        }),
        Err(fault) => Err(outage(ProviderRequest::Token, fault).into()),
    }
}

fn client_error(message: &str) -> Option<&'static str> {
    CLIENT_ERRORS.into_iter().find(|word| *word == message)
}
