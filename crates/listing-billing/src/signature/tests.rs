//! Vectors of Stripe's Python library 16.1.0:
//! `stripe.WebhookSignature.generate_signature_header(BODY, "whsec_first", 1790000000)`, and so on.

use listing_outbound::ApiKey;

use super::*;

const AT: i64 = 1_790_000_000;
const BODY: &str = r#"{"id":"evt_1","object":"event","created":1790000000,"livemode":false,"type":"checkout.session.completed","data":{"object":{"id":"cs_test_1","object":"checkout.session","metadata":{"ptl_account":"00000000-0000-0000-0000-000000000007","ptl_product":"pack_20"}}}}"#;
const FIRST: &str = "886afb2a89856c59654c2b2613ca8df6563f23dbf1170668f541cd3d08825519";
const SECOND: &str = "00fa06e20e6eff91f1f435c555b0417650aa319947d04efaaa7787961d24acdd";
const OTHER_BODY: &str = r#"{"é":"€ 20"}"#;
const OTHER: &str = "a1d6491ec95982c44ae6161f0524d26d59456b544d99bd014dd1ededf5237ee5";
const EMPTY: &str = "5de6d4597286730e6b85aab10cc78b73d1579b3f78e244a158575a9570a12a7d";

fn verified(header: &str, body: &str, secrets: &[&str], now: i64) -> Result<(), EventRefusal> {
    let secrets = secrets.iter().map(|secret| ApiKey::new((*secret).to_owned())).collect();
    let secrets = StripeWebhookSecrets::new(secrets).unwrap();
    verify(header, body.as_bytes(), &secrets, Timestamp::from_second(now).unwrap())
}

#[test]
fn signatures_of_the_official_library_are_accepted() {
    for (body, signature) in [(BODY, FIRST), (OTHER_BODY, OTHER), ("", EMPTY)] {
        assert_eq!(verified(&format!("t={AT},v1={signature}"), body, &["whsec_first"], AT), Ok(()), "{body}");
    }
}

#[test]
fn every_signature_is_compared_with_every_secret() {
    let header = format!("t={AT},v1={SECOND},v0={EMPTY},v1={FIRST}");
    for secrets in [&["whsec_first"][..], &["whsec_second"], &["whsec_new", "whsec_first"]] {
        assert_eq!(verified(&header, BODY, secrets, AT), Ok(()), "{secrets:?}");
    }
    let refused = Err(EventRefusal::WrongSignature);
    assert_eq!(verified(&header, BODY, &["whsec_new", "whsec_third"], AT), refused);
    // Another scheme does not count.
    assert_eq!(verified(&format!("t={AT},v0={FIRST},v1={SECOND}"), BODY, &["whsec_first"], AT), refused);
}

#[test]
fn a_signature_is_valid_for_five_minutes_in_both_directions() {
    let header = format!("t={AT},v1={FIRST}");
    for (now, expected) in [
        (AT - 301, Err(EventRefusal::Stale)),
        (AT - 300, Ok(())),
        (AT + 300, Ok(())),
        (AT + 301, Err(EventRefusal::Stale)),
    ] {
        assert_eq!(verified(&header, BODY, &["whsec_first"], now), expected, "{now}");
    }
}

#[test]
fn a_changed_body_or_time_is_refused() {
    let check = |header: &str, body: &str| {
        let refused = Err(EventRefusal::WrongSignature);
        assert_eq!(verified(header, body, &["whsec_first"], AT), refused, "{header} {body}");
    };
    let header = format!("t={AT},v1={FIRST}");
    for body in [&BODY[1..], &BODY[..BODY.len() - 1], &format!("{BODY}\n"), &BODY.replace('7', "8"), ""] {
        check(&header, body);
    }
    check(&format!("t={},v1={FIRST}", AT + 1), BODY);
    check(&format!("t={AT},v1={}", "0".repeat(64)), BODY);
}

#[test]
fn malformed_headers_are_refused() {
    let long = format!("t={AT},v1={FIRST},x={}", "a".repeat(4_096));
    for header in [
        "",
        ",",
        "=",
        "t",
        &format!("t={AT}"),
        &format!("v1={FIRST}"),
        &format!("t={AT},v1="),
        &format!("t={AT},v1={}", &FIRST[..62]),
        &format!("t={AT},v1={}g", &FIRST[..63]),
        &format!("t={AT},v1={FIRST}00"),
        &format!("t=,v1={FIRST}"),
        &format!("t=+{AT},v1={FIRST}"),
        &format!("t=-{AT},v1={FIRST}"),
        &format!("t= {AT},v1={FIRST}"),
        &format!("t={AT}.0,v1={FIRST}"),
        &format!("t=99999999999999999999,v1={FIRST}"),
        &format!("t={AT},t={AT},v1={FIRST}"),
        &format!("t={AT},v1={FIRST},junk"),
        &format!("T={AT},V1={FIRST}"),
        &long,
    ] {
        let refused = Err(EventRefusal::MalformedSignature);
        assert_eq!(verified(header, BODY, &["whsec_first"], AT), refused, "{header}");
    }
}

#[test]
fn a_signed_time_beyond_all_calendars_is_stale() {
    let secret = "whsec_first";
    let seconds = i64::MAX;
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    mac.update(format!("{seconds}.{BODY}").as_bytes());
    let signature = hex::encode(mac.finalize().into_bytes());
    let header = format!("t={seconds},v1={signature}");
    assert_eq!(verified(&header, BODY, &[secret], AT), Err(EventRefusal::Stale));
}
