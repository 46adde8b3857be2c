use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, ECDSA_P384_SHA384_FIXED, ED25519, RSA_PKCS1_2048_8192_SHA256,
    RSA_PKCS1_2048_8192_SHA384, RSA_PKCS1_2048_8192_SHA512, RSA_PSS_2048_8192_SHA256,
    RSA_PSS_2048_8192_SHA384, RSA_PSS_2048_8192_SHA512, RsaParameters, RsaPublicKeyComponents,
    UnparsedPublicKey, VerificationAlgorithm,
};
use serde::Deserialize;
use serde_json::Value;

/// Begins an uncompressed point on a curve; both coordinates follow.
const UNCOMPRESSED: u8 = 4;

/// All have public keys, and RSA keys need at least 2048 bits.
#[derive(Clone, Copy)]
pub(crate) struct Algorithm {
    pub(crate) name: &'static str,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    Rsa(&'static RsaParameters),
    /// The curve's name, the bytes of a coordinate, and the verifying algorithm.
    Curve(&'static str, usize, &'static dyn VerificationAlgorithm),
    Ed25519,
}

pub(crate) const ALGORITHMS: [Algorithm; 9] = [
    Algorithm { name: "RS256", kind: Kind::Rsa(&RSA_PKCS1_2048_8192_SHA256) },
    Algorithm { name: "RS384", kind: Kind::Rsa(&RSA_PKCS1_2048_8192_SHA384) },
    Algorithm { name: "RS512", kind: Kind::Rsa(&RSA_PKCS1_2048_8192_SHA512) },
    Algorithm { name: "PS256", kind: Kind::Rsa(&RSA_PSS_2048_8192_SHA256) },
    Algorithm { name: "PS384", kind: Kind::Rsa(&RSA_PSS_2048_8192_SHA384) },
    Algorithm { name: "PS512", kind: Kind::Rsa(&RSA_PSS_2048_8192_SHA512) },
    Algorithm { name: "ES256", kind: Kind::Curve("P-256", 32, &ECDSA_P256_SHA256_FIXED) },
    Algorithm { name: "ES384", kind: Kind::Curve("P-384", 48, &ECDSA_P384_SHA384_FIXED) },
    Algorithm { name: "EdDSA", kind: Kind::Ed25519 },
];

impl Algorithm {
    pub(crate) fn named(name: &str) -> Option<Self> {
        ALGORITHMS.into_iter().find(|algorithm| algorithm.name == name)
    }
}

/// The provider's usable keys.
pub(crate) struct KeySet(Vec<Key>);

struct Key {
    id: Option<String>,
    /// The only algorithm allowed, if the provider restricts it.
    algorithm: Option<String>,
    public: PublicKey,
}

/// Its type and curve determine the possible algorithms.
enum PublicKey {
    Rsa(RsaPublicKeyComponents<Vec<u8>>),
    /// The curve's name, and an uncompressed point.
    Curve(String, Vec<u8>),
    Ed25519(Vec<u8>),
}

#[derive(Deserialize)]
pub(crate) struct Document {
    keys: Vec<Value>,
}

#[derive(Deserialize)]
struct Jwk {
    kty: String,
    kid: Option<String>,
    r#use: Option<String>,
    alg: Option<String>,
    crv: Option<String>,
    n: Option<String>,
    e: Option<String>,
    x: Option<String>,
    y: Option<String>,
}

impl From<Document> for KeySet {
    /// Skips unknown types and keys for other purposes.
    fn from(document: Document) -> Self {
        let keys = document.keys.into_iter().filter_map(|key| Key::read(serde_json::from_value(key).ok()?));
        Self(keys.collect())
    }
}

impl Key {
    fn read(jwk: Jwk) -> Option<Self> {
        if jwk.r#use.as_deref().is_some_and(|usage| usage != "sig") {
            return None;
        }
        let public = match (jwk.kty.as_str(), jwk.crv.as_deref()) {
            ("RSA", _) => PublicKey::Rsa(RsaPublicKeyComponents { n: number(jwk.n)?, e: number(jwk.e)? }),
            ("EC", Some(curve)) => {
                let point = [&[UNCOMPRESSED], bytes(jwk.x)?.as_slice(), bytes(jwk.y)?.as_slice()].concat();
                PublicKey::Curve(curve.to_owned(), point)
            }
            ("OKP", Some("Ed25519")) => PublicKey::Ed25519(bytes(jwk.x)?),
            _ => return None,
        };
        Some(Self { id: jwk.kid, algorithm: jwk.alg, public })
    }

    fn is_for(&self, algorithm: Algorithm) -> bool {
        if self.algorithm.as_deref().is_some_and(|name| name != algorithm.name) {
            return false;
        }
        match (&self.public, algorithm.kind) {
            (PublicKey::Rsa(_), Kind::Rsa(_)) | (PublicKey::Ed25519(_), Kind::Ed25519) => true,
            (PublicKey::Curve(curve, point), Kind::Curve(name, coordinate, _)) => {
                curve == name && point.len() == 1 + 2 * coordinate
            }
            _ => false,
        }
    }

    fn verifies(&self, algorithm: Algorithm, message: &[u8], signature: &[u8]) -> bool {
        let verdict = match (&self.public, algorithm.kind) {
            (PublicKey::Rsa(key), Kind::Rsa(parameters)) => key.verify(parameters, message, signature),
            (PublicKey::Curve(_, point), Kind::Curve(_, _, verification)) => {
                UnparsedPublicKey::new(verification, point).verify(message, signature)
            }
            (PublicKey::Ed25519(key), Kind::Ed25519) => {
                UnparsedPublicKey::new(&ED25519, key).verify(message, signature)
            }
            _ => return false,
        };
        verdict.is_ok()
    }
}

fn bytes(text: Option<String>) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text?).ok()
}

/// Removes leading zeros, which some providers send and the library rejects.
fn number(text: Option<String>) -> Option<Vec<u8>> {
    Some(bytes(text)?.into_iter().skip_while(|byte| *byte == 0).collect())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    Signed,
    WrongSignature,
    /// No key for this algorithm has the token's key id.
    UnknownKey,
    /// Several keys fit a token without a key id.
    Ambiguous,
}

impl KeySet {
    /// A token without a key id needs the only key for its algorithm. A key without an id is tried for every
    /// token.
    pub(crate) fn verdict(
        &self,
        id: Option<&str>,
        algorithm: Algorithm,
        message: &[u8],
        signature: &[u8],
    ) -> Verdict {
        let fits = |key: &&Key| {
            key.is_for(algorithm) && (id.is_none() || key.id.is_none() || key.id.as_deref() == id)
        };
        let fitting: Vec<&Key> = self.0.iter().filter(fits).collect();
        match fitting.len() {
            0 => Verdict::UnknownKey,
            2.. if id.is_none() => Verdict::Ambiguous,
            _ if fitting.iter().any(|key| key.verifies(algorithm, message, signature)) => Verdict::Signed,
            _ => Verdict::WrongSignature,
        }
    }
}
