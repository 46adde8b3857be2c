use std::fs;

use listing_testkit::pictures::PNG_DATA_URI;
use reqwest::Method;
use serde_json::{Value, json};

use crate::process::{Ptl, Running, postgres};

/// Must not appear. It is in a seller's text and in a photo.
const TEXT: &str = "canary-text-7d1f0c";
const PHOTO: &str = "canary-photo-3b9a52-canary-photo";
/// May appear; finding it shows that the search works.
const MARK: &str = "canary-mark-e4c8";

/// Plain, hexadecimal, and base64, which has three variants, depending on the text's offset.
fn guises(secret: &str) -> Vec<String> {
    let hex = secret.bytes().fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"));
    let base64 = |skipped: usize| {
        let bytes = &secret.as_bytes()[skipped..];
        let whole = &bytes[..bytes.len() / 3 * 3];
        base64_of(whole)
    };
    vec![secret.to_owned(), hex, base64(0), base64(1), base64(2)]
}

fn base64_of(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digit = |of: u32| char::from(DIGITS[usize::try_from(of & 63).unwrap()]);
    let of_three = |three: &[u8]| {
        let bits = three.iter().fold(0, |bits, byte| bits << 8 | u32::from(*byte));
        [bits >> 18, bits >> 12, bits >> 6, bits].map(digit)
    };
    bytes.chunks_exact(3).flat_map(of_three).collect()
}

fn is_in(secret: &str, haystack: &[u8]) -> bool {
    guises(secret).iter().any(|guise| haystack.windows(guise.len()).any(|window| window == guise.as_bytes()))
}

/// A valid PNG with the canary in its comment.
fn photo() -> String {
    let bytes = base64_decoded(PNG_DATA_URI.split(',').nth(1).unwrap());
    let text = [b"tEXtComment\0", PHOTO.as_bytes()].concat();
    let mut chunk = u32::try_from(text.len() - 4).unwrap().to_be_bytes().to_vec();
    chunk.extend_from_slice(&text);
    chunk.extend_from_slice(&crc32(&text).to_be_bytes());
    // The comment follows the signature and the header chunk. Zero bytes at the end of the file make base64
    // padding unnecessary.
    let mut png = [&bytes[..33], &chunk, &bytes[33..]].concat();
    png.resize(png.len().div_ceil(3) * 3, 0);
    format!("data:image/png;base64,{}", base64_of(&png))
}

fn base64_decoded(text: &str) -> Vec<u8> {
    let value = |digit: u8| match digit {
        b'A'..=b'Z' => digit - b'A',
        b'a'..=b'z' => digit - b'a' + 26,
        b'0'..=b'9' => digit - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let digits: Vec<u8> = text.bytes().filter(|digit| *digit != b'=').map(value).collect();
    let of_group = |group: &[u8]| {
        let bits = group.iter().fold(0_u32, |bits, digit| bits << 6 | u32::from(*digit));
        let bits = bits << (6 * (4 - group.len()));
        bits.to_be_bytes()[1..group.len()].to_vec()
    };
    digits.chunks(4).flat_map(of_group).collect()
}

fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, byte: &u8| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xEDB8_8320 & (crc & 1).wrapping_neg()))
    };
    !bytes.iter().fold(u32::MAX, step)
}

/// Sends the secrets in every way that a caller could, in valid and invalid requests. Returns the errors.
async fn provoke(server: &Running, key: &str) -> Vec<String> {
    let post = |body: String| {
        let request = server.request(Method::POST, "/api/v1/listings").header("X-API-Key", key);
        request.header("X-Request-Id", MARK).header("Content-Type", "application/json").body(body)
    };
    let fine = json!({"photos": [photo()], "platforms": ["ebay"], "attributes": {"brand": TEXT}});
    let answer = post(fine.to_string()).header("Idempotency-Key", "order-7").send().await.unwrap();
    assert_eq!(answer.status(), 200, "{}", answer.text().await.unwrap());
    let cut = fine.to_string().replace('}', "");
    let broken_photo = format!("data:image/png;base64,{}", base64_of(PHOTO.as_bytes().get(..30).unwrap()));
    let wrong_key = key.replacen("ptl_", "PTL_", 1);
    let mut errors = Vec::new();
    for request in [
        post(cut),
        post(json!({"photos": [TEXT], "platforms": [TEXT], "language": TEXT, "tone": TEXT}).to_string()),
        post(json!({"photos": [broken_photo], "platforms": ["ebay"]}).to_string()),
        post(json!({"photos": [photo()], "platforms": ["ebay"], "attributes": {"brand": "x"}}).to_string())
            .header("Idempotency-Key", "order-7"),
        server
            .request(Method::POST, "/api/v1/listings")
            .header("X-API-Key", key)
            .header("Content-Type", TEXT),
        server.request(Method::GET, "/api/v1/usage").header("X-API-Key", wrong_key),
        server.request(Method::GET, &format!("/nowhere?key={key}")).header("Cookie", key),
        server.request(Method::PUT, &format!("/api/v1/usage?q={TEXT}")).header("X-API-Key", key),
        server.request(Method::GET, &format!("/{}", TEXT.repeat(1_000))),
        server.request(Method::GET, "/docs").header(TEXT, key.repeat(1_000)),
    ] {
        let answer = request.send().await.unwrap();
        assert!(answer.status().is_client_error(), "{answer:?}");
        let headers = format!("{:?}", answer.headers());
        errors.push(format!("{headers}{}", answer.text().await.unwrap()));
    }
    errors
}

/// Logs are left out.
fn all_files(folder: &std::path::Path) -> Vec<u8> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let kept = files.filter(|file| file.is_file() && file.extension().is_none_or(|it| it != "log"));
    kept.flat_map(|file| fs::read(file).unwrap()).collect()
}

#[test]
fn search_finds_a_secret_in_every_encoding() {
    for secret in [TEXT, PHOTO, MARK] {
        for before in ["", "a", "ab"] {
            let padded = format!("{before}{secret}xyz");
            let whole = &padded.as_bytes()[..padded.len() / 3 * 3];
            assert!(is_in(secret, format!("..{}..", base64_of(whole)).as_bytes()), "{before}{secret}");
        }
        assert!(is_in(secret, format!("..{secret}..").as_bytes()));
        assert!(!is_in(secret, b"canary-other"));
    }
    assert!(is_in(PHOTO, photo().as_bytes()), "the photo holds the canary");
}

#[tokio::test]
async fn no_log_metric_or_error_has_keys_photos_or_texts() {
    let ptl =
        Ptl::fresh(vec![("PTL_LOG", "trace".to_owned()), ("PTL_RATE_FREE_PER_MINUTE", "1000".to_owned())]);
    let key = ptl.key_for("canary-mail@example.com");
    let server = ptl.serve();
    let errors = provoke(&server, &key).await;
    let metrics = server.request(Method::GET, "/metrics").send().await.unwrap().text().await.unwrap();
    server.terminate();
    assert_eq!(server.ended().await.code(), Some(0));
    let log = ptl.log();
    let database = all_files(&ptl.data());

    assert!(is_in(MARK, log.as_bytes()) && errors.iter().any(|error| is_in(MARK, error.as_bytes())), "{log}");
    assert!(is_in("canary-mail@example.com", &database), "the search finds an email that is in the database");
    // The search uses the key without its prefix, which the wrong key has in capitals.
    let key = &key[4..];
    for secret in [key, TEXT, PHOTO] {
        assert!(!is_in(secret, log.as_bytes()), "{secret} is in the log");
        assert!(!is_in(secret, metrics.as_bytes()), "{secret} is in the metrics");
        for error in &errors {
            assert!(!is_in(secret, error.as_bytes()), "{secret} is in {error}");
        }
    }
    assert!(!is_in("canary-mail", log.as_bytes()), "a user's email is in the log");
    // The answer is stored for repeated requests, without the key and the photo.
    for secret in [key, PHOTO] {
        assert!(!is_in(secret, &database), "{secret} is in the database");
    }
}

#[tokio::test]
async fn the_databases_password_appears_nowhere() {
    let Some(postgres) = postgres() else { return };
    let password = "canary-password-51";
    let address = postgres.create_database("canary").unwrap();
    let with_password = address.replacen('@', &format!(":{password}@"), 1);
    assert!(with_password.contains(password), "{address}");
    let ptl = Ptl::fresh(vec![("PTL_LOG", "trace".to_owned()), ("PTL_DATABASE_URL", with_password)]);
    let key = ptl.key_for("ann@example.com");
    let server = ptl.serve();
    let usage = || server.request(Method::GET, "/api/v1/usage").header("X-API-Key", &key);
    assert_eq!(usage().send().await.unwrap().status(), 200);
    // The causes of these failures mention the database's address.
    drop(postgres);
    let ready = server.request(Method::GET, "/health/ready").send().await.unwrap();
    assert_eq!(ready.status(), 503);
    let usage_answer = usage().send().await.unwrap();
    let metrics = server.request(Method::GET, "/metrics").send().await.unwrap().text().await.unwrap();
    let seen = [ready.text().await.unwrap(), usage_answer.text().await.unwrap(), metrics];
    server.terminate();
    server.ended().await;
    let log = ptl.log();
    assert!(is_in("@127.0.0.1", log.as_bytes()), "the log lacks the address without the password: {log}");
    assert!(!is_in(password, log.as_bytes()), "{log}");
    for text in &seen {
        assert!(!is_in(password, text.as_bytes()), "{text}");
    }
    let parsed: Result<Value, _> = serde_json::from_str(&seen[0]);
    assert_eq!(parsed.unwrap()["statusCode"], 503);
}
