//! The signature of a delivery: HMAC-SHA-256 of its time and its raw body.

use hmac::{Hmac, KeyInit as _, Mac as _};
use jiff::{SignedDuration, Timestamp};
use listing_domain::billing::EventRefusal;
use sha2::Sha256;

use crate::settings::StripeWebhookSecrets;

/// The header with the signature, in lowercase.
pub(crate) const HEADER: &str = "stripe-signature";
const TOLERANCE: SignedDuration = SignedDuration::from_mins(5);
const MAX_HEADER_BYTES: usize = 4_096;

/// Checks every signature of the header against every secret. Stripe sends one for each of its secrets.
pub(crate) fn verify(
    header: &str,
    body: &[u8],
    secrets: &StripeWebhookSecrets,
    now: Timestamp,
) -> Result<(), EventRefusal> {
    let Header { seconds, signatures } = Header::parse(header).ok_or(EventRefusal::MalformedSignature)?;
    let mut is_signed = false;
    for secret in secrets.iter() {
        for signature in &signatures {
            is_signed |= signs(secret.reveal(), seconds, body, signature);
        }
    }
    if !is_signed {
        return Err(EventRefusal::WrongSignature);
    }
    let signed_at = Timestamp::from_second(seconds).map_err(|_| EventRefusal::Stale)?;
    let is_recent = now.duration_since(signed_at).abs() <= TOLERANCE;
    if is_recent { Ok(()) } else { Err(EventRefusal::Stale) }
}

/// Compares in constant time.
fn signs(secret: &str, seconds: i64, body: &[u8], signature: &[u8]) -> bool {
    // HMAC accepts keys of any length.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else { return false };
    mac.update(format!("{seconds}.").as_bytes());
    mac.update(body);
    mac.verify_slice(signature).is_ok()
}

struct Header {
    seconds: i64,
    signatures: Vec<[u8; 32]>,
}

impl Header {
    /// Ignores signatures of other schemes, and those that are malformed. At least one must be left.
    fn parse(text: &str) -> Option<Self> {
        if text.len() > MAX_HEADER_BYTES {
            return None;
        }
        let (mut seconds, mut signatures) = (None, Vec::new());
        for item in text.split(',') {
            let (name, value) = item.trim().split_once('=')?;
            match name {
                "t" if seconds.is_some() => return None,
                "t" => seconds = Some(whole_number(value)?),
                "v1" => {
                    let mut signature = [0; 32];
                    if hex::decode_to_slice(value, &mut signature).is_ok() {
                        signatures.push(signature);
                    }
                }
                _ => {}
            }
        }
        let seconds = seconds.filter(|_| !signatures.is_empty())?;
        Some(Self { seconds, signatures })
    }
}

/// Refuses signs, which the parser accepts.
fn whole_number(text: &str) -> Option<i64> {
    let has_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| has_digits)
}

#[cfg(test)]
mod tests;
