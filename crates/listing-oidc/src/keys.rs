//! The keys that a provider signs by.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents, UnparsedPublicKey,
};
use serde::Deserialize;
use serde_json::Value;

/// Bytes of a coordinate on P-256.
const COORDINATE_BYTES: usize = 32;
/// What a point begins with whose coordinates both follow.
const UNCOMPRESSED: u8 = 4;

/// The algorithms by which a signature is believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Algorithm {
    /// RSASSA-PKCS1-v1_5 with SHA-256, by a key of at least 2048 bits.
    Rs256,
    /// ECDSA on P-256 with SHA-256.
    Es256,
}

impl Algorithm {
    /// The algorithm of a name in a token's header.
    pub(crate) fn named(name: &str) -> Option<Self> {
        match name {
            "RS256" => Some(Self::Rs256),
            "ES256" => Some(Self::Es256),
            _ => None,
        }
    }
}

/// The keys that a provider shows, as far as they are of use.
pub(crate) struct KeySet(Vec<Key>);

struct Key {
    id: String,
    public: PublicKey,
}

/// A key, which is of one algorithm only: a token does not choose how a key is used.
pub(crate) enum PublicKey {
    Rsa(RsaPublicKeyComponents<Vec<u8>>),
    /// A point on P-256, uncompressed.
    P256(Vec<u8>),
}

/// The document that shows them.
#[derive(Deserialize)]
pub(crate) struct Document {
    keys: Vec<Value>,
}

#[derive(Deserialize)]
struct Jwk {
    kty: String,
    kid: String,
    r#use: Option<String>,
    alg: Option<String>,
    crv: Option<String>,
    n: Option<String>,
    e: Option<String>,
    x: Option<String>,
    y: Option<String>,
}

impl From<Document> for KeySet {
    /// Keys of kinds that are not known, and those for something else, are passed over.
    fn from(document: Document) -> Self {
        let keys = document.keys.into_iter().filter_map(|key| Key::read(serde_json::from_value(key).ok()?));
        Self(keys.collect())
    }
}

impl Key {
    fn read(jwk: Jwk) -> Option<Self> {
        let is_for = |name: &str| jwk.alg.as_deref().is_none_or(|alg| alg == name);
        if jwk.r#use.as_deref().is_some_and(|usage| usage != "sig") {
            return None;
        }
        let public = match jwk.kty.as_str() {
            "RSA" if is_for("RS256") => {
                PublicKey::Rsa(RsaPublicKeyComponents { n: number(jwk.n)?, e: number(jwk.e)? })
            }
            "EC" if is_for("ES256") && jwk.crv.as_deref() == Some("P-256") => {
                let (x, y) = (bytes(jwk.x)?, bytes(jwk.y)?);
                if x.len() != COORDINATE_BYTES || y.len() != COORDINATE_BYTES {
                    return None;
                }
                PublicKey::P256([&[UNCOMPRESSED], x.as_slice(), y.as_slice()].concat())
            }
            _ => return None,
        };
        Some(Self { id: jwk.kid, public })
    }
}

fn bytes(text: Option<String>) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text?).ok()
}

/// A number's bytes. Some write zeros before it, which it must not have.
fn number(text: Option<String>) -> Option<Vec<u8>> {
    Some(bytes(text)?.into_iter().skip_while(|byte| *byte == 0).collect())
}

impl KeySet {
    /// The key of an id that is for an algorithm.
    pub(crate) fn find(&self, id: &str, algorithm: Algorithm) -> Option<&PublicKey> {
        let mut fitting = self.0.iter().filter(|key| key.id == id && key.public.algorithm() == algorithm);
        fitting.next().map(|key| &key.public)
    }
}

impl PublicKey {
    const fn algorithm(&self) -> Algorithm {
        match self {
            Self::Rsa(_) => Algorithm::Rs256,
            Self::P256(_) => Algorithm::Es256,
        }
    }

    /// Whether a message was signed by this key's other half.
    pub(crate) fn has_signed(&self, message: &[u8], signature: &[u8]) -> bool {
        let verdict = match self {
            Self::Rsa(key) => key.verify(&RSA_PKCS1_2048_8192_SHA256, message, signature),
            Self::P256(point) => {
                UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point).verify(message, signature)
            }
        };
        verdict.is_ok()
    }
}
