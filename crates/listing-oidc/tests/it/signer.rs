//! Keys of the tests' provider.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::hmac;
use ring::rand::SystemRandom;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, ECDSA_P384_SHA384_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair,
    KeyPair as _, RSA_PKCS1_SHA256, RSA_PKCS1_SHA512, RSA_PSS_SHA256, RsaEncoding, RsaKeyPair,
    RsaPublicKeyComponents,
};
use serde_json::{Value, json};

/// 2048 bits in PKCS#8, only for these tests. Creating one in each run would take too long.
const RSA: &[u8] = include_bytes!("rsa.pk8");

#[derive(Clone)]
pub(crate) struct Signer {
    id: &'static str,
    pair: Arc<Pair>,
}

enum Pair {
    Rsa(RsaKeyPair, &'static str, &'static dyn RsaEncoding),
    P256(EcdsaKeyPair),
    P384(EcdsaKeyPair),
    Ed25519(Ed25519KeyPair),
    /// Anyone who has it can sign and verify.
    Secret(hmac::Key),
    Unsigned,
}

impl Signer {
    fn new(id: &'static str, pair: Pair) -> Self {
        Self { id, pair: Arc::new(pair) }
    }

    pub(crate) fn rsa(id: &'static str) -> Self {
        Self::rsa_by(id, "RS256", &RSA_PKCS1_SHA256)
    }

    fn rsa_by(id: &'static str, algorithm: &'static str, encoding: &'static dyn RsaEncoding) -> Self {
        Self::new(id, Pair::Rsa(RsaKeyPair::from_pkcs8(RSA).unwrap(), algorithm, encoding))
    }

    /// The less common accepted algorithms.
    pub(crate) fn others() -> [Self; 4] {
        let random = SystemRandom::new();
        let p384 = &ECDSA_P384_SHA384_FIXED_SIGNING;
        let p384_document = EcdsaKeyPair::generate_pkcs8(p384, &random).unwrap();
        let p384 = EcdsaKeyPair::from_pkcs8(p384, p384_document.as_ref(), &random).unwrap();
        let ed25519_document = Ed25519KeyPair::generate_pkcs8(&random).unwrap();
        let ed25519 = Ed25519KeyPair::from_pkcs8(ed25519_document.as_ref()).unwrap();
        [
            Self::rsa_by("rs512", "RS512", &RSA_PKCS1_SHA512),
            Self::rsa_by("ps256", "PS256", &RSA_PSS_SHA256),
            Self::new("es384", Pair::P384(p384)),
            Self::new("eddsa", Pair::Ed25519(ed25519)),
        ]
    }

    pub(crate) fn p256(id: &'static str) -> Self {
        let (algorithm, random) = (&ECDSA_P256_SHA256_FIXED_SIGNING, SystemRandom::new());
        let document = EcdsaKeyPair::generate_pkcs8(algorithm, &random).unwrap();
        Self::new(id, Pair::P256(EcdsaKeyPair::from_pkcs8(algorithm, document.as_ref(), &random).unwrap()))
    }

    pub(crate) fn secret(id: &'static str, secret: &[u8]) -> Self {
        Self::new(id, Pair::Secret(hmac::Key::new(hmac::HMAC_SHA256, secret)))
    }

    pub(crate) fn unsigned(id: &'static str) -> Self {
        Self::new(id, Pair::Unsigned)
    }

    pub(crate) fn algorithm(&self) -> &'static str {
        match &*self.pair {
            Pair::Rsa(_, algorithm, _) => algorithm,
            Pair::P256(_) => "ES256",
            Pair::P384(_) => "ES384",
            Pair::Ed25519(_) => "EdDSA",
            Pair::Secret(_) => "HS256",
            Pair::Unsigned => "none",
        }
    }

    pub(crate) const fn id(&self) -> &'static str {
        self.id
    }

    /// An attacker also knows these bytes.
    pub(crate) fn public(&self) -> Vec<u8> {
        match &*self.pair {
            Pair::Rsa(pair, ..) => pair.public().as_ref().to_vec(),
            Pair::P256(pair) | Pair::P384(pair) => pair.public_key().as_ref().to_vec(),
            Pair::Ed25519(pair) => pair.public_key().as_ref().to_vec(),
            Pair::Secret(_) | Pair::Unsigned => Vec::new(),
        }
    }

    /// The public key as published.
    pub(crate) fn jwk(&self) -> Value {
        let text = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
        match &*self.pair {
            Pair::Rsa(pair, ..) => {
                let RsaPublicKeyComponents::<Vec<u8>> { n, e } = pair.public().into();
                json!({ "kty": "RSA", "kid": self.id, "use": "sig", "n": text(&n), "e": text(&e) })
            }
            Pair::P256(pair) => {
                let (x, y) = pair.public_key().as_ref()[1..].split_at(32);
                json!({ "kty": "EC", "crv": "P-256", "kid": self.id, "alg": "ES256", "x": text(x), "y": text(y) })
            }
            Pair::P384(pair) => {
                let (x, y) = pair.public_key().as_ref()[1..].split_at(48);
                json!({ "kty": "EC", "crv": "P-384", "kid": self.id, "x": text(x), "y": text(y) })
            }
            Pair::Ed25519(pair) => {
                let x = text(pair.public_key().as_ref());
                json!({ "kty": "OKP", "crv": "Ed25519", "kid": self.id, "x": x })
            }
            Pair::Secret(_) | Pair::Unsigned => json!({ "kty": "oct", "kid": self.id, "k": "c2VjcmV0" }),
        }
    }

    fn sign(&self, message: &[u8]) -> Vec<u8> {
        match &*self.pair {
            Pair::Rsa(pair, _, encoding) => {
                let mut signature = vec![0; pair.public().modulus_len()];
                pair.sign(*encoding, &SystemRandom::new(), message, &mut signature).unwrap();
                signature
            }
            Pair::P256(pair) | Pair::P384(pair) => {
                pair.sign(&SystemRandom::new(), message).unwrap().as_ref().to_vec()
            }
            Pair::Ed25519(pair) => pair.sign(message).as_ref().to_vec(),
            Pair::Secret(key) => hmac::sign(key, message).as_ref().to_vec(),
            Pair::Unsigned => Vec::new(),
        }
    }

    pub(crate) fn token(&self, header: &Value, claims: &Value) -> String {
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", part(header), part(claims));
        let signature = URL_SAFE_NO_PAD.encode(self.sign(signed.as_bytes()));
        format!("{signed}.{signature}")
    }
}
