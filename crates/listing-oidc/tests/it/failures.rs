use std::time::Duration;

use listing_domain::ports::{CallbackParams, IdentityProvider as _, IdentityProviderError};
use listing_oidc::{Outage, ProviderRequest, Refusal};
use listing_outbound::Fault;
use listing_testkit::service::Step;
use serde_json::json;

use crate::signer::Signer;
use crate::support::{CODE, DISCOVERY, EMAIL, KEYS, Scene, TOKEN, USER_INFO, outage_of, refusal_of};

/// With the kinds that errors name.
const ALL: [(&str, ProviderRequest); 4] = [
    (DISCOVERY, ProviderRequest::Discovery),
    (KEYS, ProviderRequest::Keys),
    (TOKEN, ProviderRequest::Token),
    (USER_INFO, ProviderRequest::UserInfo),
];

/// Makes all requests, with another answer at one path.
async fn with_step(path: &'static str, step: Step) -> Scene {
    Scene::with_script(|script| {
        script.claims = json!({ "email": null });
        script.replacements.insert(path, step);
    })
    .await
}

#[tokio::test]
async fn every_failed_request_is_an_outage_that_names_the_request() {
    for (path, request) in ALL {
        for (status, headers) in [(500, None), (503, Some(("retry-after", "9"))), (404, None), (401, None)] {
            if (path, status) == (TOKEN, 401) {
                // Another test covers 401 of the token endpoint, which concerns this service's credentials.
                continue;
            }
            let text = json!({ "message": format!("no {EMAIL} by {CODE}"), "detail": EMAIL }).to_string();
            let step = Step::raw(status, &text);
            let step = headers.into_iter().fold(step, |step, (name, value)| step.with(name, value));
            let outage = with_step(path, step).await.outage().await;
            assert!(
                matches!(outage, Outage::Status(failed, code) if (failed, code) == (request, status)),
                "{outage}"
            );
        }
        let outage = with_step(path, Step::raw(204, "")).await.outage().await;
        assert!(matches!(outage, Outage::Unreadable(failed) if failed == request), "{path} 204: {outage}");
        for body in ["", "<html>", "[]", "7", "null", "{}", "{\"canary\":", &"[".repeat(10_000)] {
            let outage = with_step(path, Step::raw(200, body)).await.outage().await;
            assert!(
                matches!(outage, Outage::Unreadable(failed) if failed == request),
                "{path} {body}: {outage}"
            );
        }
        for step in [Step::Reset, Step::HalfABody] {
            let outage = with_step(path, step.clone()).await.outage().await;
            let Outage::Unanswered(failed, Fault::Unreachable(_)) = outage else {
                panic!("unexpected outage after {step:?}: {outage}")
            };
            assert_eq!(failed, request);
        }
    }
}

#[tokio::test]
async fn an_answer_is_read_up_to_256_kilobytes() {
    let long = |bytes: usize| format!("{{\"x\":\"{}\"}}", "x".repeat(bytes - 8));
    for (path, request) in ALL {
        for step in [Step::Endless, Step::raw(200, &long(256 * 1024 + 1))] {
            let outage = with_step(path, step).await.outage().await;
            let Outage::Unanswered(failed, Fault::TooLarge(262_144)) = outage else {
                panic!("unexpected outage at {path}: {outage}")
            };
            assert_eq!(failed, request);
        }
        let outage = with_step(path, Step::raw(200, &long(256 * 1024))).await.outage().await;
        assert!(matches!(outage, Outage::Unreadable(_)), "{path}: it was read: {outage}");
    }
}

#[tokio::test]
async fn no_redirect_is_followed() {
    for (path, request) in ALL {
        let scene = with_step(path, Step::raw(302, "")).await;
        let elsewhere = scene.server.url("/elsewhere");
        scene.change(|script| {
            script.replacements.insert(path, Step::raw(302, "").with("location", &elsewhere));
        });
        assert!(matches!(scene.outage().await, Outage::Status(failed, 302) if failed == request));
        assert_eq!(scene.requests("/elsewhere").len(), 0);
    }
}

#[tokio::test(start_paused = true)]
async fn a_provider_that_never_answers_causes_a_timeout() {
    for (path, request) in ALL {
        for step in [Step::Silence, Step::HeadOnly, Step::Drip] {
            let outage = with_step(path, step.clone()).await.outage().await;
            let Outage::Unanswered(failed, Fault::TimedOut) = outage else {
                panic!("unexpected outage at {path} after {step:?}: {outage}")
            };
            assert_eq!(failed, request);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn all_requests_of_one_sign_in_share_a_timeout() {
    let in_turn = [
        (DISCOVERY, ProviderRequest::Discovery),
        (TOKEN, ProviderRequest::Token),
        (KEYS, ProviderRequest::Keys),
        ALL[3],
    ];
    for two in in_turn.windows(2) {
        let [(first, _), (second, request)] = two else { panic!("expected two requests: {two:?}") };
        for (seconds, is_in_time) in [(4, true), (6, false)] {
            let scene = Scene::with_script(|script| script.claims = json!({ "email": null })).await;
            let secret = scene.secret();
            let returned = scene.send_browser(&secret).await.unwrap();
            // The cached documents expire.
            scene.clock.advance(Duration::from_hours(1));
            scene.change(|script| {
                script.delays.insert(*first, Duration::from_secs(5));
                script.delays.insert(*second, Duration::from_secs(seconds));
            });
            let outcome = scene.provider.identify(&secret, &returned).await.map(drop);
            if is_in_time {
                outcome.unwrap();
                continue;
            }
            let outage = outage_of(outcome);
            let Outage::Unanswered(failed, Fault::TimedOut) = &outage else { panic!("no timeout: {outage}") };
            assert_eq!(failed, request);
        }
    }
}

#[tokio::test]
async fn a_refused_code_is_distinguished_from_a_refused_client() {
    let error_step = |error: &str| {
        let description = format!("{CODE} of {EMAIL}");
        Step::raw(400, &json!({ "error": error, "error_description": description }).to_string())
    };
    for error in ["invalid_grant", "invalid_request", "canary_error"] {
        assert_eq!(with_step(TOKEN, error_step(error)).await.refusal().await, Refusal::Code, "{error}");
    }
    assert_eq!(with_step(TOKEN, Step::raw(400, "<html>")).await.refusal().await, Refusal::Code);
    for error in ["invalid_client", "unauthorized_client", "unsupported_grant_type", "invalid_scope"] {
        let outage = with_step(TOKEN, error_step(error)).await.outage().await;
        assert!(matches!(outage, Outage::ClientRefused(word) if word == error), "{error}: {outage}");
    }
    let outage = with_step(TOKEN, Step::raw(401, "")).await.outage().await;
    assert!(matches!(outage, Outage::ClientRefused("status 401")), "{outage}");
    let outcome = with_step(TOKEN, error_step("invalid_client")).await.sign_in().await;
    assert!(matches!(outcome, Err(IdentityProviderError::NotAccepted(_))), "{outcome:?}");
}

#[tokio::test]
async fn a_failed_fetch_of_new_keys_is_an_outage_and_not_a_refusal() {
    let scene = Scene::begin().await;
    scene.sign_in().await.unwrap();
    scene.clock.advance(Duration::from_mins(1));
    scene.change(|script| {
        script.signer = Signer::p256("key-2");
        script.replacements.insert(KEYS, Step::raw(503, ""));
    });
    assert!(matches!(scene.outage().await, Outage::Status(ProviderRequest::Keys, 503)));
}

#[tokio::test]
async fn an_error_in_the_returned_address_causes_no_token_request() {
    let scene = Scene::begin().await;
    let come_back = async |error: &str| {
        let secret = scene.secret();
        let returned = scene.send_browser(&secret).await.unwrap();
        let returned = CallbackParams { code: String::new(), error: Some(error.to_owned()), ..returned };
        scene.provider.identify(&secret, &returned).await
    };
    assert_eq!(refusal_of(come_back("access_denied").await), Refusal::NotSignedIn("access_denied"));
    assert_eq!(refusal_of(come_back("consent_required").await), Refusal::NotSignedIn("consent_required"));
    let failed = come_back("temporarily_unavailable").await;
    assert!(matches!(failed, Err(IdentityProviderError::Unavailable(_))), "{failed:?}");
    for error in ["invalid_scope", "unauthorized_client", "a\ncanary", ""] {
        let Err(IdentityProviderError::NotAccepted(reason)) = come_back(error).await else {
            panic!("{error}")
        };
        let reason = reason.to_string();
        assert!(reason.contains("oidc_client_id") && !reason.contains("canary"), "{reason}");
        assert_eq!(reason.contains(error), !error.contains('\n'), "{reason}");
    }
    assert!(scene.requests(TOKEN).is_empty());
}
