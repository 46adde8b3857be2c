//! An ID token: three parts in base64url, signed (RFC 7515).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::claims::Claims;
use crate::keys::{Algorithm, KeySet};
use crate::trouble::Refusal;

/// An ID token that nobody has checked yet: its claims are to be had by its key only.
pub(crate) struct IdToken<'a> {
    /// What is signed: the first two parts, as they came.
    signed: &'a str,
    claims: Vec<u8>,
    signature: Vec<u8>,
    algorithm: Algorithm,
    key_id: String,
}

#[derive(Deserialize)]
struct Header {
    alg: String,
    kid: Option<String>,
    crit: Option<IgnoredAny>,
}

impl<'a> IdToken<'a> {
    /// Takes a token apart.
    pub(crate) fn parse(text: &'a str) -> Result<Self, Refusal> {
        let (signed, signature) = text.rsplit_once('.').ok_or(Refusal::Form)?;
        let (header, claims) = signed.split_once('.').ok_or(Refusal::Form)?;
        let decode = |part: &str| URL_SAFE_NO_PAD.decode(part).map_err(|_| Refusal::Form);
        let (header, claims, signature) = (decode(header)?, decode(claims)?, decode(signature)?);
        let header: Header = serde_json::from_slice(&header).map_err(|_| Refusal::Header)?;
        let algorithm = Algorithm::named(&header.alg).ok_or(Refusal::Algorithm)?;
        if header.crit.is_some() {
            return Err(Refusal::Extensions);
        }
        let key_id = header.kid.ok_or(Refusal::NoKey)?;
        Ok(Self { signed, claims, signature, algorithm, key_id })
    }

    /// Whether the key that it names is among those.
    pub(crate) fn has_key_in(&self, keys: &KeySet) -> bool {
        keys.find(&self.key_id, self.algorithm).is_some()
    }

    /// What it claims, if the key that it names has signed it.
    pub(crate) fn claims(&self, keys: &KeySet) -> Result<Claims, Refusal> {
        let key = keys.find(&self.key_id, self.algorithm).ok_or(Refusal::UnknownKey)?;
        if !key.has_signed(self.signed.as_bytes(), &self.signature) {
            return Err(Refusal::Signature);
        }
        serde_json::from_slice(&self.claims).map_err(|_| Refusal::Claims)
    }
}
