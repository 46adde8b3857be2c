//! The provider's user info endpoint.

use listing_domain::account::Email;
use listing_outbound::header::{AUTHORIZATION, HeaderMap};
use listing_outbound::{ApiKey, Fault};
use serde::Deserialize;
use serde_json::Value;

use crate::claims::verified;
use crate::client::outage;
use crate::error::{Outage, ProviderRequest, Refusal};

#[derive(Deserialize)]
pub(crate) struct UserInfo {
    sub: String,
    email: Option<Value>,
    email_verified: Option<Value>,
}

impl UserInfo {
    /// Returns a verified email. The subject must be that of the ID token.
    pub(crate) fn email(&self, subject: &str) -> Result<Option<Email>, Refusal> {
        if self.sub != subject {
            return Err(Refusal::OtherSubject);
        }
        Ok(verified(self.email.as_ref(), self.email_verified.as_ref()))
    }
}

pub(crate) fn headers(access_token: String) -> Result<HeaderMap, Outage> {
    let bearer = ApiKey::new(access_token).header("Bearer ");
    let bearer =
        bearer.map_err(|error| outage(ProviderRequest::UserInfo, Fault::NotSent(error.to_string())))?;
    Ok(HeaderMap::from_iter([(AUTHORIZATION, bearer)]))
}
