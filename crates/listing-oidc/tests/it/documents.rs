//! Discovery documents that are not accepted.

use std::time::Duration;

use listing_domain::ports::IdentityProvider as _;
use listing_oidc::{Issuer, Outage, ProviderRequest};
use listing_testkit::service::Step;
use serde_json::json;

use crate::support::{DISCOVERY, Scene, TOKEN, outage_of};

#[test]
fn an_issuer_needs_https_or_a_loopback_address() {
    for text in
        ["https://id.example.com", "https://id.example.com/a/b", "http://127.0.0.1:9000", "http://[::1]:1"]
    {
        assert_eq!(Issuer::parse(text).unwrap().as_str(), text);
    }
    for text in [
        "",
        "id.example.com",
        "http://id.example.com",
        "https://id.example.com?x=1",
        "https://u:p@id.example.com",
    ] {
        assert!(Issuer::parse(text).is_err(), "{text}");
    }
}

#[tokio::test]
async fn a_check_of_a_provider_requests_only_its_discovery_document() {
    let scene = Scene::begin().await;
    scene.provider.check().await.unwrap();
    let paths: Vec<String> = scene.server.received().into_iter().map(|received| received.path).collect();
    assert_eq!(paths, [DISCOVERY]);
    let scene = Scene::with_script(|script| script.discovery = json!({ "issuer": "https://x" })).await;
    assert!(matches!(scene.provider.check().await, Err(Outage::OtherIssuer)));
}

#[tokio::test]
async fn a_document_of_another_issuer_is_refused() {
    let begun = Scene::begin().await;
    let own = begun.server.url("/realm");
    for issuer in [format!("{own}/"), own.to_uppercase(), "https://other.example".to_owned()] {
        let scene = Scene::with_script(|script| script.discovery = json!({ "issuer": issuer })).await;
        assert!(matches!(scene.outage().await, Outage::OtherIssuer), "{issuer}");
    }
}

#[tokio::test]
async fn a_document_with_an_unencrypted_address_is_refused() {
    for name in ["authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint"] {
        for address in ["http://id.example.com/x", "ftp://id.example.com/x", "javascript:alert(1)", "/x", ""]
        {
            let scene = Scene::with_script(|script| script.discovery = json!({ name: address })).await;
            let outage = scene.outage().await;
            assert!(
                matches!(outage, Outage::Unencrypted(field) if field == name),
                "{name} {address}: {outage}"
            );
        }
    }
}

#[tokio::test]
async fn a_document_without_a_required_field_is_unreadable() {
    for name in ["issuer", "authorization_endpoint", "token_endpoint", "jwks_uri"] {
        for value in [json!(null), json!(7), json!(["https://id.example.com"])] {
            let scene = Scene::with_script(|script| script.discovery = json!({ name: value })).await;
            let outage = scene.outage().await;
            assert!(
                matches!(outage, Outage::Unreadable(ProviderRequest::Discovery)),
                "{name} {value}: {outage}"
            );
        }
    }
}

#[tokio::test]
async fn a_provider_without_a_known_auth_method_gets_no_secret() {
    let methods = json!({ "token_endpoint_auth_methods_supported": ["private_key_jwt"] });
    let scene = Scene::with_script(|script| script.discovery = methods).await;
    assert!(matches!(scene.outage().await, Outage::NoSecretMethod));
    assert_eq!(scene.requests(TOKEN).len(), 0);
}

#[tokio::test]
async fn an_unavailable_document_is_requested_at_most_once_a_minute() {
    let scene = Scene::begin().await;
    scene.change(|script| {
        script.replacements.insert(DISCOVERY, Step::raw(503, ""));
    });
    assert!(matches!(scene.outage().await, Outage::Status(ProviderRequest::Discovery, 503)));
    scene.change(|script| script.replacements.clear());
    for seconds in [0, 59] {
        scene.clock.advance(Duration::from_secs(seconds));
        let outage = outage_of(scene.provider.address(&scene.secret()).await.map(drop));
        assert!(matches!(outage, Outage::RecentlyFailed(ProviderRequest::Discovery)), "{outage}");
    }
    assert_eq!(scene.requests(DISCOVERY).len(), 1);
    scene.clock.advance(Duration::from_secs(1));
    scene.sign_in().await.unwrap();
    assert_eq!(scene.requests(DISCOVERY).len(), 2);
}

#[tokio::test]
async fn concurrent_sign_ins_wait_for_the_same_document() {
    let scene = Scene::begin().await;
    let (one, other) = (scene.secret(), scene.secret());
    let (one, other) = tokio::join!(scene.provider.address(&one), scene.provider.address(&other));
    assert_ne!(one.unwrap(), other.unwrap());
    assert_eq!(scene.requests(DISCOVERY).len(), 1);
}

#[tokio::test]
async fn a_check_reports_a_document_without_supported_methods() {
    let check = async |discovery: serde_json::Value| {
        Scene::with_script(|script| script.discovery = discovery).await.provider.check().await
    };
    for algorithms in [json!(["HS256"]), json!([]), json!(["none", "ES512"])] {
        let outcome = check(json!({ "id_token_signing_alg_values_supported": algorithms })).await;
        assert!(matches!(outcome, Err(Outage::NoKnownAlgorithm)), "{algorithms}: {outcome:?}");
    }
    for known in ["RS256", "PS256", "ES384", "EdDSA"] {
        check(json!({ "id_token_signing_alg_values_supported": ["HS256", known] })).await.unwrap();
    }
    let outcome =
        check(json!({ "token_endpoint_auth_methods_supported": ["none", "private_key_jwt"] })).await;
    assert!(matches!(outcome, Err(Outage::NoSecretMethod)), "{outcome:?}");
    let outcome = check(json!({ "response_types_supported": ["id_token", "token"] })).await;
    assert!(matches!(outcome, Err(Outage::NoCodeFlow)), "{outcome:?}");
}
