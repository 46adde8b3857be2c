//! Checks that an ID token's claims (statements about a person) are for this sign-in.

use jiff::{SignedDuration, Timestamp};
use listing_domain::account::Email;
use listing_domain::token::Token;
use serde::Deserialize;
use serde_json::Value;

use crate::error::Refusal;

/// The accepted difference between the provider's clock and ours.
const LEEWAY: SignedDuration = SignedDuration::from_secs(60);
const MAX_SUBJECT_CHARS: usize = 255;

#[derive(Deserialize)]
pub(crate) struct Claims {
    iss: String,
    aud: Audience,
    azp: Option<String>,
    exp: f64,
    iat: f64,
    nbf: Option<f64>,
    nonce: Option<String>,
    sub: Option<String>,
    email: Option<Value>,
    email_verified: Option<Value>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Several(Vec<String>),
}

impl Audience {
    fn all(&self) -> &[String] {
        match self {
            Self::One(name) => std::slice::from_ref(name),
            Self::Several(names) => names,
        }
    }
}

/// The required claims of the ID token for this sign-in.
pub(crate) struct Expected<'a> {
    pub(crate) issuer: &'a str,
    pub(crate) client_id: &'a str,
    pub(crate) nonce: &'a Token,
    pub(crate) now: Timestamp,
}

impl Claims {
    /// Returns the provider's id of the person, if the claims are for this sign-in.
    pub(crate) fn subject(&self, expected: &Expected<'_>) -> Result<&str, Refusal> {
        if self.iss != expected.issuer {
            return Err(Refusal::Issuer);
        }
        self.check_audience(expected.client_id)?;
        self.check_time(expected.now)?;
        if !self.nonce.as_deref().is_some_and(|nonce| expected.nonce.is(nonce)) {
            return Err(Refusal::Nonce);
        }
        let subject = self.sub.as_deref().filter(|subject| is_subject(subject));
        subject.ok_or(Refusal::Subject)
    }

    fn check_audience(&self, client_id: &str) -> Result<(), Refusal> {
        let audiences = self.aud.all();
        if !audiences.iter().any(|audience| audience == client_id) {
            return Err(Refusal::Audience);
        }
        match self.azp.as_deref() {
            Some(party) if party == client_id => Ok(()),
            None if audiences.len() == 1 => Ok(()),
            _ => Err(Refusal::AuthorizedParty),
        }
    }

    fn check_time(&self, now: Timestamp) -> Result<(), Refusal> {
        let (ends, begins) = (moment(self.exp)?, moment(self.iat)?);
        if now.duration_since(ends) >= LEEWAY {
            return Err(Refusal::Expired);
        }
        let not_before = self.nbf.map(moment).transpose()?;
        if [Some(begins), not_before].into_iter().flatten().any(|begins| begins.duration_since(now) > LEEWAY)
        {
            return Err(Refusal::NotYetValid);
        }
        Ok(())
    }

    pub(crate) const fn has_email(&self) -> bool {
        self.email.is_some()
    }

    /// Some providers state whether the email is verified only at the user info endpoint.
    pub(crate) const fn has_email_verification(&self) -> bool {
        self.email.is_some() && self.email_verified.is_some()
    }

    pub(crate) fn email(&self) -> Option<Email> {
        verified(self.email.as_ref(), self.email_verified.as_ref())
    }
}

/// `seconds` since 1970 may have a fraction.
fn moment(seconds: f64) -> Result<Timestamp, Refusal> {
    let since = SignedDuration::try_from_secs_f64(seconds).map_err(|_| Refusal::Claims)?;
    Timestamp::UNIX_EPOCH.checked_add(since).map_err(|_| Refusal::Claims)
}

/// Every database can store such a subject.
fn is_subject(text: &str) -> bool {
    (1..=MAX_SUBJECT_CHARS).contains(&text.chars().count()) && !text.contains(char::is_control)
}

/// Some providers send the flag `is_verified` as a string.
pub(crate) fn verified(email: Option<&Value>, is_verified: Option<&Value>) -> Option<Email> {
    let is_verified = match is_verified? {
        Value::Bool(is_verified) => *is_verified,
        Value::String(text) => text == "true",
        _ => false,
    };
    if is_verified { email?.as_str()?.parse().ok() } else { None }
}
