//! Only a verified email is accepted, from the ID token or else the user info endpoint.

use listing_domain::account::Email;
use listing_oidc::Refusal;
use listing_testkit::service::Step;
use serde_json::json;

use crate::support::{EMAIL, SUBJECT, Scene, USER_INFO};

#[tokio::test]
async fn an_e_mail_is_accepted_only_if_valid_and_verified() {
    let scene = Scene::begin().await;
    for (claims, expected) in [
        (json!({ "email_verified": "true" }), Some(EMAIL)),
        (json!({ "email": "Canary@Example.com" }), Some(EMAIL)),
        (json!({ "email_verified": false }), None),
        (json!({ "email_verified": "false" }), None),
        (json!({ "email_verified": "True" }), None),
        (json!({ "email_verified": 1 }), None),
        (json!({ "email_verified": [true] }), None),
        (json!({ "email": [EMAIL] }), None),
        (json!({ "email": 7 }), None),
        (json!({ "email": { "value": EMAIL } }), None),
        (json!({ "email": "" }), None),
        (json!({ "email": "canary@example.com, other@example.com" }), None),
        (json!({ "email": "canary@example.com\u{0}" }), None),
    ] {
        scene.change(|script| script.claims = claims.clone());
        let identified = scene.sign_in().await.unwrap();
        assert_eq!(identified.identity.subject, SUBJECT);
        assert_eq!(identified.email.as_ref().map(Email::as_str), expected, "{claims}");
    }
    assert_eq!(scene.requests(USER_INFO).len(), 0, "the ID token has an email, even if it is unverified");
}

#[tokio::test]
async fn the_user_info_endpoint_is_queried_if_the_token_has_no_email() {
    let scene = Scene::with_script(|script| script.claims = json!({ "email": null })).await;
    for (user_info, expected) in [
        (json!({}), Some(EMAIL)),
        (json!({ "email_verified": null }), None),
        (json!({ "email_verified": false }), None),
        (json!({ "email": null }), None),
        (json!({ "email": [EMAIL] }), None),
    ] {
        scene.change(|script| script.user_info = user_info.clone());
        let identified = scene.sign_in().await.unwrap();
        assert_eq!(identified.email.as_ref().map(Email::as_str), expected, "{user_info}");
    }
    assert_eq!(scene.requests(USER_INFO).len(), 5);

    scene.change(|script| script.user_info = json!({ "sub": "somebody-else" }));
    assert_eq!(scene.refusal().await, Refusal::OtherSubject);
}

#[tokio::test]
async fn the_user_info_endpoint_is_queried_if_email_verified_is_missing() {
    let scene = Scene::with_script(|script| script.claims = json!({ "email_verified": null })).await;
    for (user_info, expected) in [
        (json!({}), Some(EMAIL)),
        (json!({ "email_verified": "true" }), Some(EMAIL)),
        (json!({ "email_verified": false }), None),
        (json!({ "email_verified": null }), None),
    ] {
        scene.change(|script| script.user_info = user_info.clone());
        let identified = scene.sign_in().await.unwrap();
        assert_eq!(identified.email.as_ref().map(Email::as_str), expected, "{user_info}");
    }
    scene.change(|script| {
        script.replacements.insert(USER_INFO, Step::raw(403, ""));
    });
    assert_eq!(scene.sign_in().await.unwrap().email, None, "the person signs in without an email");
    scene.change(|script| {
        script.replacements.clear();
        script.user_info = json!({ "sub": "somebody-else" });
    });
    assert_eq!(scene.refusal().await, Refusal::OtherSubject);
}

#[tokio::test]
async fn without_a_user_info_endpoint_a_missing_e_mail_is_none() {
    let scene = Scene::with_script(|script| {
        script.discovery = json!({ "userinfo_endpoint": null });
        script.claims = json!({ "email": null });
    })
    .await;
    assert_eq!(scene.sign_in().await.unwrap().email, None);
}
