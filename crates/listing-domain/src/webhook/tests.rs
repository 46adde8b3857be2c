use uuid::Uuid;

use super::*;

#[test]
fn addresses_of_endpoints_are_checked() {
    let check = |text: &str, is_accepted: bool| {
        assert_eq!(WebhookUrl::parse("url", text).is_ok(), is_accepted, "{text}");
    };
    for text in [
        "https://shop.example.com",
        "https://shop.example.com:8443/hooks?token=a@b",
        "http://10.0.0.7:9000/",
        "https://[2001:db8::1]/hooks",
        "https://xn--bcher-kva.example/?a",
        "https://my_host/",
    ] {
        check(text, true);
    }
    for text in [
        "",
        "shop.example.com/hooks",
        "ftp://shop.example.com/",
        "HTTPS://shop.example.com/",
        "https:/shop.example.com/",
        "https:///hooks",
        "https://user@shop.example.com/",
        "https://user:password@shop.example.com/",
        "https://shop.example.com/#part",
        "https://shop.example.com\\@evil.example/",
        "https://shop.example.com:0/",
        "https://shop.example.com:65536/",
        "https://shop.example.com:port/",
        "https://[::1/",
        "https://[fe80::1%25eth0]/",
        "https://[::1]8080/",
        "https://shop%2eexample.com/",
        "https://bücher.example/",
        "https://shop.example.com/a b",
        "https://shop.example.com/\n",
    ] {
        check(text, false);
    }
    let long = |chars: usize| format!("https://shop.example.com/{}", "a".repeat(chars - 25));
    check(&long(500), true);
    check(&long(501), false);
    let refused = WebhookUrl::parse("url", "x").expect_err("the text is not an address");
    assert!(refused.to_string().starts_with("url must be an address such as https://"), "{refused}");
}

#[test]
fn debug_output_of_an_address_hides_its_path() {
    let url = WebhookUrl::parse("url", "https://shop.example.com:8443/hooks/s3cret?token=t").expect("valid");
    assert_eq!(format!("{url:?}"), "WebhookUrl(shop.example.com…)");
}

#[test]
fn a_signature_equals_that_of_another_implementation() {
    // Computed with Python.
    let secret = WebhookSecret::stored((0..32).collect()).expect("32 bytes");
    assert_eq!(secret.reveal(), "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=");
    let id = DeliveryId::new(Uuid::from_u128(7));
    let signature = secret.sign(id, 1_614_265_330, b"{\"test\": 2432232314}");
    assert_eq!(signature, "v1,tMhtZ2egd83og/uZPmf3UuomgqwKKW7OGGz/F2x0J0Y=");
}

#[test]
fn secrets_have_24_to_64_bytes() {
    let is_accepted = |length| WebhookSecret::stored(vec![1; length]).is_ok();
    assert_eq!([23, 24, 64, 65].map(is_accepted), [false, true, true, false]);
}

#[test]
fn a_former_secret_signs_until_its_end() {
    let at = |seconds| Timestamp::from_second(seconds).expect("a small number of seconds");
    let former = Some((WebhookSecret::from_secret([2; 32]), at(100)));
    let secrets = WebhookSecrets { current: WebhookSecret::from_secret([1; 32]), former };
    let first_bytes =
        |now| secrets.valid_at(now).iter().map(|secret| secret.as_bytes()[0]).collect::<Vec<_>>();
    assert_eq!(first_bytes(at(99)), [1, 2]);
    assert_eq!(first_bytes(at(100)), [1]);
}

#[test]
fn pauses_grow_until_the_tenth_attempt_is_the_last() {
    let pauses: Vec<_> =
        (0..12).map(|attempt| WebhookPolicy::pause_after(attempt).map(|pause| pause.as_secs())).collect();
    let hours = |hours: i64| Some(hours * 3_600);
    let expected = [
        None,
        Some(5),
        Some(300),
        Some(1_800),
        hours(2),
        hours(5),
        hours(10),
        hours(14),
        hours(20),
        hours(24),
        None,
        None,
    ];
    assert_eq!(pauses, expected);
    assert_eq!([1, 2, 10, 11].map(WebhookPolicy::is_exhausted), [false, false, false, true]);
}

#[test]
fn a_batch_gives_one_delivery_id_per_endpoint() {
    let (endpoint, batch) = (|n| WebhookId::new(Uuid::from_u128(n)), |n| BatchId::new(Uuid::from_u128(n)));
    let id = DeliveryId::of_batch(endpoint(1), batch(1));
    assert_eq!(DeliveryId::of_batch(endpoint(1), batch(1)), id);
    assert_ne!(DeliveryId::of_batch(endpoint(2), batch(1)), id);
    assert_ne!(DeliveryId::of_batch(endpoint(1), batch(2)), id);
}
