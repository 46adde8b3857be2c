//! An ID token: three signed parts in base64url (RFC 7515).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::claims::Claims;
use crate::error::Refusal;
use crate::keys::{Algorithm, KeySet, Verdict};

/// Not verified yet, so the claims can be read only with the provider's keys.
pub(crate) struct IdToken<'a> {
    /// The first two parts, as received.
    signed: &'a str,
    claims: Vec<u8>,
    signature: Vec<u8>,
    algorithm: Algorithm,
    key_id: Option<String>,
}

#[derive(Deserialize)]
struct Header {
    alg: String,
    kid: Option<String>,
    crit: Option<IgnoredAny>,
}

impl<'a> IdToken<'a> {
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
        Ok(Self { signed, claims, signature, algorithm, key_id: header.kid })
    }

    pub(crate) fn is_signed_by(&self, keys: &KeySet) -> bool {
        self.verdict(keys) == Verdict::Signed
    }

    /// Returns the claims, if the key that the token names signed it.
    pub(crate) fn claims(&self, keys: &KeySet) -> Result<Claims, Refusal> {
        match self.verdict(keys) {
            Verdict::Signed => serde_json::from_slice(&self.claims).map_err(|_| Refusal::Claims),
            Verdict::WrongSignature => Err(Refusal::Signature),
            Verdict::UnknownKey => Err(Refusal::UnknownKey),
            Verdict::Ambiguous => Err(Refusal::NoKey),
        }
    }

    fn verdict(&self, keys: &KeySet) -> Verdict {
        keys.verdict(self.key_id.as_deref(), self.algorithm, self.signed.as_bytes(), &self.signature)
    }
}
