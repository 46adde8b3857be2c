//! Successful sign-ins.

use std::collections::HashMap;

use listing_domain::ports::{CallbackParams, IdentityProvider as _};
use listing_oidc::Refusal;
use listing_outbound::Url;
use serde_json::json;

use crate::signer::Signer;
use crate::support::{
    CLIENT_ID, CODE, DISCOVERY, EMAIL, KEYS, REDIRECT_URI, SECRET, SUBJECT, Scene, TOKEN, USER_INFO, basic,
    refusal_of,
};

#[tokio::test]
async fn a_person_is_identified_by_issuer_and_subject_with_both_algorithms() {
    for signer in [Signer::rsa("key-1"), Signer::p256("key-2")] {
        let scene = Scene::with_script(|script| {
            script.keys = vec![Signer::unsigned("other").jwk(), json!(7), signer.jwk()];
            script.signer = signer.clone();
        })
        .await;
        let identified = scene.sign_in().await.unwrap();
        assert_eq!(identified.identity.issuer, scene.server.url("/realm"));
        assert_eq!(identified.identity.subject, SUBJECT);
        assert_eq!(identified.email.unwrap().as_str(), EMAIL);
        assert_eq!(scene.requests(USER_INFO).len(), 0, "the ID token has the email");
    }
}

#[tokio::test]
async fn the_redirect_to_the_provider_has_state_nonce_and_challenge() {
    let scene = Scene::begin().await;
    let secret = scene.secret();
    let address = Url::parse(&scene.provider.address(&secret).await.unwrap()).unwrap();
    assert_eq!(address.path(), "/realm/authorize");
    let parameters: HashMap<_, _> = address.query_pairs().into_owned().collect();
    for (name, value) in [
        ("theme", "dark"),
        ("response_type", "code"),
        ("client_id", CLIENT_ID),
        ("redirect_uri", REDIRECT_URI),
        ("scope", "openid email"),
        ("code_challenge_method", "S256"),
    ] {
        assert_eq!(parameters[name], value, "{name}");
    }
    let derived = [&parameters["state"], &parameters["nonce"], &parameters["code_challenge"]];
    assert!(derived.iter().all(|text| text.len() >= 43 && text.as_str() != secret.reveal()));
    assert_ne!(parameters["state"], parameters["nonce"]);
    let again = scene.provider.address(&secret).await.unwrap();
    assert_eq!(again, address.as_str(), "equal secrets give equal addresses");
    assert_ne!(scene.provider.address(&scene.secret()).await.unwrap(), again);
}

#[tokio::test]
async fn the_secret_is_sent_in_the_way_the_provider_supports() {
    let in_header = basic("photo+to+listing", "canary-secret%3A+5c9e%251b7a");
    for (methods, expected) in [
        (json!(null), Some(in_header.as_str())),
        (json!(["client_secret_post", "client_secret_basic"]), Some(in_header.as_str())),
        (json!(["private_key_jwt", "client_secret_post"]), None),
    ] {
        let scene = Scene::with_script(|script| {
            script.discovery = json!({ "token_endpoint_auth_methods_supported": methods });
        })
        .await;
        scene.sign_in().await.unwrap();
        let request = &scene.requests(TOKEN)[0];
        assert_eq!(request.header("authorization"), expected, "{methods}");
        let form: HashMap<_, _> = form_urlencoded::parse(request.text.as_bytes()).into_owned().collect();
        let in_form = expected.is_none().then_some(SECRET);
        assert_eq!(form.get("client_secret").map(String::as_str), in_form, "{methods}");
        assert_eq!(form.contains_key("client_id"), in_form.is_some(), "{methods}");
    }
}

#[tokio::test]
async fn a_public_client_sends_its_id_and_no_secret() {
    let scene = Scene::with(|settings| settings.client_secret = None).await;
    scene.sign_in().await.unwrap();
    let request = &scene.requests(TOKEN)[0];
    assert_eq!(request.header("authorization"), None);
    let form: HashMap<_, _> = form_urlencoded::parse(request.text.as_bytes()).into_owned().collect();
    assert_eq!(form["client_id"], CLIENT_ID);
    assert!(!form.contains_key("client_secret"));
}

#[tokio::test]
async fn a_state_from_another_browser_is_refused_before_any_request() {
    let scene = Scene::begin().await;
    let (secret, other) = (scene.secret(), scene.secret());
    let of_other = scene.send_browser(&other).await.unwrap().state;
    let before = scene.server.received().len();
    for state in [of_other.as_str(), "", "x", secret.reveal(), &of_other.to_uppercase()] {
        let returned = CallbackParams { code: CODE.to_owned(), state: state.to_owned(), error: None };
        let outcome = scene.provider.identify(&secret, &returned).await;
        assert_eq!(refusal_of(outcome), Refusal::State, "{state}");
    }
    assert_eq!(scene.server.received().len(), before);
}

#[tokio::test]
async fn a_code_is_accepted_only_with_the_secret_of_its_redirect() {
    let scene = Scene::begin().await;
    let (secret, other) = (scene.secret(), scene.secret());
    let own = scene.send_browser(&secret).await.unwrap();
    scene.send_browser(&other).await.unwrap();
    // The other browser's code with this browser's own state.
    assert_eq!(refusal_of(scene.provider.identify(&secret, &own).await), Refusal::Code);
}

#[tokio::test]
async fn documents_of_the_provider_are_fetched_once_an_hour() {
    let scene = Scene::begin().await;
    let fetched = |scene: &Scene| (scene.requests(DISCOVERY).len(), scene.requests(KEYS).len());
    for _ in 0..3 {
        scene.sign_in().await.unwrap();
    }
    assert_eq!(fetched(&scene), (1, 1));
    scene.clock.advance(std::time::Duration::from_secs(3_599));
    scene.sign_in().await.unwrap();
    assert_eq!(fetched(&scene), (1, 1));
    scene.clock.advance(std::time::Duration::from_secs(1));
    scene.sign_in().await.unwrap();
    assert_eq!(fetched(&scene), (2, 2));
}
