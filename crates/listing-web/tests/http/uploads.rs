//! Forms with photos, many of them malformed.

use std::sync::Arc;

use listing_domain::attributes::Attributes;
use listing_domain::draft::{Alternative, Draft};
use listing_domain::product::Product;
use listing_domain::quota::RatePolicy;
use listing_testkit::{ScriptedWriter, WriterStep};

use crate::browser::{Answer, Browser, SAME};
use crate::site::{Setup, Site};

/// Sends `body` as a form with photos; `kind` is its content type.
async fn upload(browser: &mut Browser, kind: &str, body: &[u8]) -> Answer {
    let kind = [("content-type", kind)];
    browser.send("POST", "/account/new", &[&SAME[..], &kind].concat(), body).await
}

pub(crate) const KIND: &str = "multipart/form-data; boundary=b";

fn part(head: &str, body: &[u8]) -> Vec<u8> {
    [format!("--b\r\ncontent-disposition: {head}\r\n\r\n").as_bytes(), body, b"\r\n"].concat()
}

pub(crate) fn field(name: &str, value: &str) -> Vec<u8> {
    part(&format!("form-data; name=\"{name}\""), value.as_bytes())
}

pub(crate) fn photo(bytes: &[u8]) -> Vec<u8> {
    part("form-data; name=\"photos\"; filename=\"a.jpg\"\r\ncontent-type: image/jpeg", bytes)
}

pub(crate) fn whole(parts: &[Vec<u8>]) -> Vec<u8> {
    [parts.concat().as_slice(), b"--b--\r\n"].concat()
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "a table of forms")]
async fn invalid_form_is_refused_at_no_charge() {
    let site = Site::open();
    let ann = site.person("ann", false).await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    let token = browser.token().await;
    let (form, platform) = (field("form", &token), field("platforms", "vinted"));
    let picture = photo(b"photo");
    let good = whole(&[form.clone(), platform.clone(), picture.clone()]);
    // Except for the repeated part, these forms are valid.
    let many = |part: &[u8], count: usize| {
        whole(&[form.clone(), platform.clone(), picture.clone(), part.repeat(count)])
    };
    let tries: Vec<(&str, &str, Vec<u8>)> = vec![
        ("nothing", KIND, Vec::new()),
        ("no boundary", "multipart/form-data", good.clone()),
        ("an empty boundary", "multipart/form-data; boundary=", good.clone()),
        ("another boundary", "multipart/form-data; boundary=c", good.clone()),
        (
            "an endless boundary",
            "multipart/form-data; boundary=bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
            good.clone(),
        ),
        ("json", "application/json", good.clone()),
        ("a form without files", "application/x-www-form-urlencoded", format!("form={token}").into_bytes()),
        ("an end too early", KIND, good[..good.len() - 12].to_vec()),
        ("no end", KIND, [form.clone(), platform.clone(), picture.clone()].concat()),
        ("only boundaries", KIND, b"--b\r\n--b\r\n--b\r\n--b--\r\n".to_vec()),
        ("no names", KIND, many(&part("form-data", b"x"), 10)),
        ("no disposition", KIND, b"--b\r\n\r\nx\r\n--b--\r\n".to_vec()),
        ("ten thousand fields", KIND, many(&field("platforms", "vinted"), 10_000)),
        ("ten thousand nameless parts", KIND, many(&part("form-data", b"x"), 10_000)),
        ("ten thousand photos", KIND, many(&photo(b"x"), 10_000)),
        ("ten thousand empty photos", KIND, many(&photo(b""), 10_000)),
        ("a huge field", KIND, many(&field("brand", &"x".repeat(1_000_000)), 1)),
        ("a huge name", KIND, many(&field(&"x".repeat(100_000), "x"), 1)),
        (
            "a huge head",
            KIND,
            many(&part(&format!("form-data; name=\"a\"\r\nx: {}", "y".repeat(100_000)), b"x"), 1),
        ),
        ("no UTF-8", KIND, many(&part("form-data; name=\"brand\"", &[0xff, 0xfe]), 1)),
        ("five photos", KIND, whole(&[form.clone(), platform.clone(), picture.repeat(5)])),
        ("no photo", KIND, whole(&[form.clone(), platform.clone()])),
        ("no platform", KIND, whole(&[form.clone(), picture.clone()])),
        ("no token", KIND, whole(&[platform.clone(), picture.clone()])),
        (
            "another's token",
            KIND,
            whole(&[field("form", &"ab".repeat(32)), platform.clone(), picture.clone()]),
        ),
        (
            "the token last",
            KIND,
            whole(&[field("form", ""), platform.clone(), picture.clone(), form.clone()]),
        ),
    ];
    for accept in ["text/html", "application/json"] {
        let mut browser = browser.clone().with_header("accept", accept);
        for (what, kind, body) in &tries {
            let answer = upload(&mut browser, kind, body).await;
            assert!((400..500).contains(&answer.status), "{what} {accept}: {}", answer.status);
            if accept == "text/html" {
                answer.assert_page(answer.status);
            } else {
                let text = answer.text();
                assert!(
                    text.starts_with("{\"statusCode\":4") || text.starts_with("{\"errors\":["),
                    "{what}: {text}"
                );
            }
            let usage = site.usage(ann).await;
            assert_eq!((usage.free_used, usage.can_generate()), (0, true), "{what}");
        }
    }
    // The valid form is accepted, also from the script.
    let answer = upload(&mut browser, KIND, &good).await;
    assert_eq!(answer.status, 303, "{}", answer.text());
}

#[tokio::test]
async fn oversized_form_is_refused_before_it_is_read() {
    let site = Site::open();
    let ann = site.person("ann", false).await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    let token = browser.token().await;
    let announced = [("content-type", KIND), ("content-length", "57000001")];
    let answer = browser.send("POST", "/account/new", &[&SAME[..], &announced].concat(), b"--b\r\n").await;
    answer.assert_page(413);
    // The limit on bodies allows a photo of this size; the photo itself is checked later.
    let head = [field("form", &token), field("platforms", "vinted")].concat();
    let large = vec![b'x'; 57_000_000 - head.len() - 400];
    let body = whole(&[head, photo(&large)]);
    let answer = upload(&mut browser, KIND, &body).await;
    assert_eq!(answer.status, 303, "{}", answer.text());
    assert!(site.usage(ann).await.free_used <= 1);
    // Without a session, the service does not read the body.
    let mut client = Browser::new(&site);
    client.send("POST", "/account/new", &[&SAME[..], &announced].concat(), b"--b\r\n").await.assert_page(401);
}

#[tokio::test]
async fn form_sent_many_times_makes_one_generation() {
    let site = Site::open();
    let ann = site.person("ann", false).await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    let token = browser.token().await;
    let draft = field("draft", "00000000-0000-4000-8000-000000000001");
    let body = whole(&[field("form", &token), field("platforms", "vinted"), draft, photo(b"photo")]);
    let mut paths = std::collections::BTreeSet::new();
    for _ in 0..5 {
        let answer = upload(&mut browser, KIND, &body).await;
        paths.insert(answer.header("location").unwrap().to_owned());
    }
    assert_eq!(paths.len(), 1);
    let location = paths.pop_first().unwrap();
    let mut script = browser.clone().with_header("accept", "application/json");
    while script.get(&location).await.text().contains("running") {
        tokio::task::yield_now().await;
    }
    assert_eq!(script.get(&location).await.text(), "{\"state\":\"done\"}");
    assert_eq!(browser.get(&location).await.status, 200);
    assert_eq!(site.usage(ann).await.free_used, 1);
    // The same form id from another account starts another generation.
    site.person("eve", false).await;
    let mut eve = Browser::signed_in(&site, "eve").await;
    let (path, _) = location.split_once('?').unwrap();
    assert_eq!(eve.get(path).await.status, 404);
    let reply = eve.with_header("accept", "application/json").get(&location).await;
    assert_ne!(reply.text(), "{\"state\":\"done\"}");
}

#[tokio::test]
async fn form_without_a_valid_draft_id_still_starts_a_generation() {
    let site = Site::open();
    let ann = site.person("ann", false).await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    let token = browser.token().await;
    for (number, draft) in [vec![], field("draft", "x")].into_iter().enumerate() {
        let body = whole(&[field("form", &token), field("platforms", "vinted"), draft, photo(b"photo")]);
        let location = upload(&mut browser, KIND, &body).await.header("location").unwrap().to_owned();
        let mut script = browser.clone().with_header("accept", "application/json");
        let mut answer = script.get(&location).await;
        while answer.text().contains("running") {
            answer = script.get(&location).await;
        }
        assert_eq!(answer.text(), "{\"state\":\"done\"}");
        assert_eq!(site.usage(ann).await.free_used, u32::try_from(number).unwrap() + 1);
    }
}

#[tokio::test]
async fn large_forms_of_many_parts_are_answered_like_small_ones() {
    let site = Site::open();
    let most = 56_998_000;
    let (nameless, empty) = (part("form-data", b""), photo(b""));
    for (number, (what, pieces, status)) in (0..).zip([
        ("nameless parts", nameless.repeat(most / nameless.len()), 400),
        ("empty photos", empty.repeat(most / empty.len()), 400),
        ("ends of lines", photo(&b"\r\n".repeat(most / 2 - 200)), 303),
        ("almost ends", photo(&b"\r\n--".repeat(most / 4 - 200)), 303),
        ("lacks its last character", photo(&b"\r\n--c".repeat(most / 5 - 200)), 303),
        ("dashes", photo(&b"-".repeat(most - 400)), 303),
    ]) {
        let name = format!("seller{number}");
        let account = site.person(&name, false).await;
        let mut browser = Browser::signed_in(&site, &name).await;
        let head = [field("form", &browser.token().await), field("platforms", "vinted")].concat();
        let answer = upload(&mut browser, KIND, &whole(&[head.clone(), pieces])).await;
        assert_eq!(answer.status, status, "{what}: {}", answer.text());
        if status == 400 {
            assert_eq!(site.usage(account).await.free_used, 0, "{what}");
        }
    }
}

#[tokio::test]
async fn refused_photos_are_named_with_reasons_and_the_form_can_be_resent() {
    let site = Site::open();
    let ann = site.person("ann", false).await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    let token = browser.token().await;
    let draft = field("draft", "00000000-0000-4000-8000-000000000002");
    let head = [field("form", &token), field("platforms", "vinted"), draft].concat();
    let body = whole(&[head.clone(), photo(b"photo"), photo(b"%PDF-1.7"), photo(b"%PDF-2.0")]);
    let location = upload(&mut browser, KIND, &body).await.header("location").unwrap().to_owned();
    let mut script = browser.clone().with_header("accept", "application/json");
    while script.get(&location).await.text().contains("running") {
        tokio::task::yield_now().await;
    }
    for (language, reason) in [("en", "This file is not a photo."), ("fr", "Ce fichier n’est pas une photo.")]
    {
        for browser in [&mut browser, &mut script] {
            browser.cookies.insert("__Host-ptl-language".to_owned(), language.to_owned());
        }
        let reply: serde_json::Value = serde_json::from_slice(&script.get(&location).await.bytes).unwrap();
        assert_eq!(reply["state"], "failed");
        let photos = reply["photos"].as_array().unwrap();
        let numbers: Vec<_> = photos.iter().map(|photo| photo["number"].as_u64().unwrap()).collect();
        assert_eq!(numbers, [2, 3]);
        assert!(photos.iter().all(|photo| photo["reason"].as_str().unwrap().starts_with(reason)), "{reply}");
        let page = browser.get(&location).await.text();
        assert_eq!(page.matches(reason).count(), 2, "{page}");
    }
    assert_eq!(site.usage(ann).await.free_used, 0);
    // The form is sent again with usable photos.
    let answer = upload(&mut browser, KIND, &whole(&[head, photo(b"photo")])).await;
    assert_eq!(answer.header("location").unwrap().split('?').next(), location.split('?').next());
    while script.get(&location).await.text().contains("running") {
        tokio::task::yield_now().await;
    }
    assert_eq!(script.get(&location).await.text(), "{\"state\":\"done\"}");
    assert_eq!(site.usage(ann).await.free_used, 1);
}

#[tokio::test]
async fn guesses_of_the_item_are_offered_as_choices() {
    let guess = |code| Alternative { product: Product::parse(code).unwrap(), confidence: 0.3 };
    let unknown = Draft {
        product: Product::Unknown,
        audience: None,
        attributes: Attributes::default(),
        texts: Vec::new(),
        price: None,
        alternatives: vec![guess("dress"), guess("coat")],
    };
    let site = Site::with_writer(Arc::new(ScriptedWriter::new([WriterStep::Answer(Box::new(unknown))])));
    let ann = site.person("ann", false).await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    let head = [field("form", &browser.token().await), field("platforms", "vinted"), field("language", "en")];
    let head = [head.concat(), field("draft", "00000000-0000-4000-8000-000000000003")].concat();
    let answer = upload(&mut browser, KIND, &whole(&[head.clone(), photo(b"photo")])).await;
    let location = answer.header("location").unwrap().to_owned();
    let mut script = browser.clone().with_header("accept", "application/json");
    while script.get(&location).await.text().contains("running") {
        tokio::task::yield_now().await;
    }
    let reply: serde_json::Value = serde_json::from_slice(&script.get(&location).await.bytes).unwrap();
    assert_eq!(reply["guesses"], serde_json::json!(["dress", "coat"]), "{reply}");
    let page = browser.get(&location).await.text();
    assert!(page.contains("href=\"/account/new?name=dress\""), "{page}");
    let form = browser.get("/account/new?name=dress").await.text();
    assert!(form.contains("name=\"name\" value=\"dress\""), "{form}");
    assert_eq!(site.usage(ann).await.free_used, 0);
    // The form is sent again with a chosen item and the same photos.
    let chosen = whole(&[head, field("name", "dress"), photo(b"photo")]);
    assert_eq!(upload(&mut browser, KIND, &chosen).await.status, 303);
    while script.get(&location).await.text().contains("running") {
        tokio::task::yield_now().await;
    }
    assert_eq!(script.get(&location).await.text(), "{\"state\":\"done\"}");
    assert_eq!(site.usage(ann).await.free_used, 1);
}

#[tokio::test]
async fn form_over_the_rate_limit_is_refused_in_the_readers_language() {
    let rates = RatePolicy { free: 1, ..Setup::default().rates };
    let site = Site::with(Setup { rates, ..Setup::default() });
    site.person("ann", false).await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    let token = browser.token().await;
    browser.cookies.insert("__Host-ptl-language".to_owned(), "fr".to_owned());
    let mut script = browser.clone().with_header("accept", "application/json");
    let body = whole(&[field("form", &token), field("platforms", "vinted"), photo(b"photo")]);
    assert_eq!(upload(&mut script, KIND, &body).await.status, 200);
    for browser in [&mut browser, &mut script] {
        let answer = upload(browser, KIND, &body).await;
        assert_eq!(answer.status, 429, "{}", answer.text());
        assert!(answer.text().contains("Trop de requêtes"), "{}", answer.text());
    }
}
