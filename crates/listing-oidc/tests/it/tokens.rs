//! Refused ID tokens, each for its own reason.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use listing_oidc::Refusal;
use serde_json::{Value, json};

use crate::signer::Signer;
use crate::support::{CLIENT_ID, EMAIL, KEYS, SUBJECT, Scene, Script, Tamper};

/// In seconds since 1970.
const NOW: i64 = 1_795_428_000;

fn both() -> [Signer; 2] {
    [Signer::rsa("key-1"), Signer::p256("key-2")]
}

fn signed_by(signer: &Signer) -> impl FnOnce(&mut Script) {
    let signer = signer.clone();
    move |script| {
        script.keys = vec![signer.jwk()];
        script.signer = signer;
    }
}

#[tokio::test]
async fn claims_for_another_sign_in_are_refused() {
    let other = "https://other.example";
    for signer in both() {
        let scene = Scene::with_script(signed_by(&signer)).await;
        for (claims, expected) in [
            (json!({ "nonce": "0".repeat(64) }), Refusal::Nonce),
            (json!({ "nonce": null }), Refusal::Nonce),
            (json!({ "aud": "another" }), Refusal::Audience),
            (json!({ "aud": [] }), Refusal::Audience),
            (json!({ "aud": ["another", "photo"] }), Refusal::Audience),
            (json!({ "aud": [CLIENT_ID, "another"] }), Refusal::AuthorizedParty),
            (json!({ "aud": [CLIENT_ID, "another"], "azp": "another" }), Refusal::AuthorizedParty),
            (json!({ "azp": "another" }), Refusal::AuthorizedParty),
            (json!({ "iss": other }), Refusal::Issuer),
            (json!({ "iss": format!("{}/", scene.server.url("/realm")) }), Refusal::Issuer),
            (json!({ "exp": NOW - 60 }), Refusal::Expired),
            (json!({ "iat": NOW + 61 }), Refusal::NotYetValid),
            (json!({ "nbf": NOW + 61 }), Refusal::NotYetValid),
            (json!({ "sub": null }), Refusal::Subject),
            (json!({ "sub": "" }), Refusal::Subject),
            (json!({ "sub": "é".repeat(256) }), Refusal::Subject),
            (json!({ "sub": "a\u{0}b" }), Refusal::Subject),
            (json!({ "sub": 7 }), Refusal::Claims),
            (json!({ "exp": null }), Refusal::Claims),
            (json!({ "exp": "tomorrow" }), Refusal::Claims),
            (json!({ "exp": 1e300 }), Refusal::Claims),
            (json!({ "iat": null }), Refusal::Claims),
            (json!({ "iss": null }), Refusal::Claims),
            (json!({ "aud": null }), Refusal::Claims),
        ] {
            scene.change(|script| script.claims = claims.clone());
            assert_eq!(scene.refusal().await, expected, "{claims}");
        }
    }
}

#[tokio::test]
async fn claims_with_values_at_the_limits_of_validity_are_accepted() {
    let scene = Scene::begin().await;
    for claims in [
        json!({ "aud": [CLIENT_ID] }),
        json!({ "aud": [CLIENT_ID, "another"], "azp": CLIENT_ID }),
        json!({ "exp": NOW - 59 }),
        json!({ "iat": NOW + 60, "nbf": NOW + 60 }),
        json!({ "exp": 1_795_428_300.5 }),
        json!({ "sub": "é".repeat(255) }),
    ] {
        scene.change(|script| script.claims = claims.clone());
        let identified = scene.sign_in().await.unwrap_or_else(|error| panic!("refused {claims}: {error:?}"));
        let subject = claims["sub"].as_str().unwrap_or(SUBJECT);
        assert_eq!(
            (identified.identity.subject.as_str(), identified.email.unwrap().as_str()),
            (subject, EMAIL)
        );
    }
}

#[tokio::test]
async fn only_algorithms_with_public_keys_are_accepted() {
    for signer in both() {
        let forged = [
            Signer::unsigned(signer.id()),
            Signer::secret(signer.id(), &signer.public()),
            Signer::secret(signer.id(), signer.jwk().to_string().as_bytes()),
        ];
        for forger in forged {
            let scene = Scene::with_script(signed_by(&signer)).await;
            scene.change(|script| script.signer = forger.clone());
            assert_eq!(scene.refusal().await, Refusal::Algorithm, "{}", forger.algorithm());
        }
        for name in ["None", "NONE", "", "rs256", "HS512", "ES512", "ES256K", "Ed448"] {
            let scene = Scene::with_script(signed_by(&signer)).await;
            scene.change(|script| script.header = json!({ "alg": name }));
            assert_eq!(scene.refusal().await, Refusal::Algorithm, "{name}");
        }
    }
}

#[tokio::test]
async fn headers_with_missing_or_extra_fields_are_refused() {
    for (header, expected) in [
        (json!({ "kid": 7 }), Refusal::Header),
        (json!({ "alg": null }), Refusal::Header),
        (json!({ "alg": ["RS256"] }), Refusal::Header),
        (json!({ "crit": ["exp"] }), Refusal::Extensions),
        (json!({ "kid": "another" }), Refusal::UnknownKey),
        // The key exists, but only for other algorithms.
        (json!({ "alg": "ES256" }), Refusal::UnknownKey),
        (json!({ "alg": "EdDSA" }), Refusal::UnknownKey),
        // The key fits, but the signature was made with another algorithm.
        (json!({ "alg": "PS256" }), Refusal::Signature),
        // The token's own key must be ignored.
        (json!({ "kid": "own", "jwk": Signer::rsa("own").jwk() }), Refusal::UnknownKey),
    ] {
        let scene = Scene::with_script(|script| script.header = header.clone()).await;
        assert_eq!(scene.refusal().await, expected, "{header}");
    }
}

/// `number` counts from 0.
fn with_part(token: &str, number: usize, change: impl FnOnce(Vec<u8>) -> Vec<u8>) -> String {
    let mut parts: Vec<String> = token.split('.').map(str::to_owned).collect();
    parts[number] = URL_SAFE_NO_PAD.encode(change(URL_SAFE_NO_PAD.decode(&parts[number]).unwrap()));
    parts.join(".")
}

fn of_another(claims: &[u8]) -> Vec<u8> {
    let mut claims: Value = serde_json::from_slice(claims).unwrap();
    claims["sub"] = json!("somebody-else");
    claims.to_string().into_bytes()
}

#[tokio::test]
async fn a_tampered_token_is_refused() {
    let changes: [(Tamper, Refusal); 9] = [
        (|token| with_part(&token, 1, |claims| of_another(&claims)), Refusal::Signature),
        (
            |token| {
                with_part(&token, 2, |mut bytes| {
                    bytes[40] ^= 1;
                    bytes
                })
            },
            Refusal::Signature,
        ),
        (|token| with_part(&token, 2, |_| Vec::new()), Refusal::Signature),
        (|token| with_part(&token, 2, |bytes| vec![0; bytes.len()]), Refusal::Signature),
        (|token| with_part(&token, 0, |_| b"{}".to_vec()), Refusal::Header),
        (|token| format!("{token}="), Refusal::Form),
        (|token| format!("{token}.e30"), Refusal::Form),
        (|token| token.rsplit_once('.').unwrap().0.to_owned(), Refusal::Form),
        (|_| String::new(), Refusal::Form),
    ];
    for signer in both() {
        for (number, (tamper, expected)) in changes.into_iter().enumerate() {
            let scene = Scene::with_script(signed_by(&signer)).await;
            scene.change(|script| script.tamper = tamper);
            assert_eq!(scene.refusal().await, expected, "{} change {number}", signer.algorithm());
        }
    }
}

#[tokio::test]
async fn a_token_by_another_key_of_the_same_id_is_refused() {
    let scene = Scene::with_script(signed_by(&Signer::p256("key-2"))).await;
    scene.change(|script| script.signer = Signer::p256("key-2"));
    assert_eq!(scene.refusal().await, Refusal::Signature);
}

#[tokio::test]
async fn a_key_that_cannot_be_used_for_the_signature_is_refused() {
    for (member, value) in
        [("use", json!("enc")), ("alg", json!("RS512")), ("n", json!("!")), ("e", json!(null))]
    {
        let scene = Scene::with_script(|script| script.keys[0][member] = value.clone()).await;
        assert_eq!(scene.refusal().await, Refusal::UnknownKey, "{member}");
    }
}

#[tokio::test]
async fn an_unknown_key_causes_a_fetch_of_the_keys_at_most_once_a_minute() {
    let scene = Scene::begin().await;
    let fetched = || scene.requests(KEYS).len();
    scene.sign_in().await.unwrap();
    scene.clock.advance(Duration::from_mins(1));
    let rotated = Signer::p256("key-2");
    scene.change(signed_by(&rotated));
    for _ in 0..3 {
        scene.sign_in().await.unwrap();
    }
    assert_eq!(fetched(), 2);

    // A never published key must not cause repeated requests.
    scene.change(|script| script.signer = Signer::p256("key-3"));
    for (seconds, expected) in [(0, 2), (59, 2), (1, 3), (0, 3), (59, 3), (1, 4)] {
        scene.clock.advance(Duration::from_secs(seconds));
        assert_eq!(scene.refusal().await, Refusal::UnknownKey);
        assert_eq!(fetched(), expected);
    }
    scene.change(signed_by(&rotated));
    scene.sign_in().await.unwrap();
    assert_eq!(fetched(), 4);
}

#[tokio::test]
async fn a_token_without_a_key_id_uses_the_only_key_for_its_algorithm() {
    for signer in both() {
        let scene = Scene::with_script(signed_by(&signer)).await;
        scene.change(|script| {
            script.header = json!({ "kid": null });
            script.keys = both().iter().map(Signer::jwk).filter(|key| key["kid"] != signer.id()).collect();
            script.keys.push(signer.jwk());
        });
        scene.sign_in().await.unwrap();

        let scene = Scene::with_script(signed_by(&signer)).await;
        scene.change(|script| {
            script.header = json!({ "kid": null });
            script.keys = vec![Signer::rsa("a").jwk(), Signer::p256("b").jwk(), signer.jwk()];
        });
        assert_eq!(scene.refusal().await, Refusal::NoKey, "{}", signer.algorithm());
    }
}

#[tokio::test]
async fn keys_without_an_id_are_tried_for_a_token_with_one() {
    let scene = Scene::with_script(|script| {
        script.keys[0]["kid"] = json!(null);
    })
    .await;
    scene.sign_in().await.unwrap();
}

#[tokio::test]
async fn a_key_that_was_replaced_under_its_id_is_fetched_when_it_signs() {
    let scene = Scene::with_script(signed_by(&Signer::p256("only"))).await;
    scene.sign_in().await.unwrap();
    scene.change(signed_by(&Signer::p256("only")));
    assert_eq!(scene.refusal().await, Refusal::Signature, "the keys were already fetched in this minute");
    scene.clock.advance(Duration::from_mins(1));
    scene.sign_in().await.unwrap();
    assert_eq!(scene.requests(KEYS).len(), 2);
    // A never published key must not cause repeated requests.
    scene.change(|script| script.signer = Signer::p256("only"));
    for (seconds, fetched) in [(59, 2), (1, 3), (1, 3)] {
        scene.clock.advance(Duration::from_secs(seconds));
        assert_eq!(scene.refusal().await, Refusal::Signature);
        assert_eq!(scene.requests(KEYS).len(), fetched);
    }
}

#[tokio::test]
async fn less_common_algorithms_are_accepted_only_with_keys_of_their_type() {
    for signer in Signer::others() {
        let scene = Scene::with_script(signed_by(&signer)).await;
        scene.sign_in().await.unwrap_or_else(|error| panic!("{} failed: {error:?}", signer.algorithm()));
        scene.change(|script| {
            script.tamper = |token| with_part(&token, 1, |claims| of_another(&claims));
        });
        assert_eq!(scene.refusal().await, Refusal::Signature, "{}", signer.algorithm());
        scene.change(|script| {
            script.tamper = |token| token;
            script.keys =
                vec![json!({ "kty": "EC", "crv": "P-256", "kid": signer.id(), "x": "AA", "y": "AA" })];
        });
        scene.clock.advance(Duration::from_mins(61));
        assert_eq!(scene.refusal().await, Refusal::UnknownKey, "{}", signer.algorithm());
    }
}
