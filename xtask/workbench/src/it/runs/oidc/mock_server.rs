//! Tests against `oauth2-mock-server`, whose tokens have arbitrary claims.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use jiff::Timestamp;
use listing_domain::ports::Clock as _;
use listing_oidc::Refusal;
use serde_json::{Value, json};

use super::browser::Browser;
use super::client::{Client, is_refused};
use super::program::{Program, free_port};
use super::{Figures, Toolbox, node};

const PACKAGE: &str = "oauth2-mock-server@9.3.0";
/// Minimum interval between fetches of signing keys.
const KEYS_EVERY: Duration = Duration::from_mins(1);

const CLIENT_ID: &str = "photo-to-listing";
/// `sub` of all tokens.
const SUBJECT: &str = "johndoe";
const EMAIL: &str = "john@example.com";

pub(super) fn verify(toolbox: &Toolbox) -> Result<Figures> {
    let (port, control) = (free_port()?, free_port()?);
    let mut command = node(toolbox, "mock_server.mjs", PACKAGE)?;
    command.args([port.to_string(), control.to_string()]);
    let server = Program::start(&mut command, control, "/")?;
    let issuer = server.get("/")?["issuer"].as_str().context("the metadata has no issuer")?.to_owned();
    ensure!(issuer == format!("http://localhost:{port}"), "unexpected issuer {issuer}");
    // The server supports no secrets, and its metadata says so.
    let mut client = Client::new(&issuer, CLIENT_ID, None)?;
    let mut browser = Browser::new(SUBJECT);

    let emails = emails();
    for (claims, email) in &emails {
        server.post("/", &json!({ "claims": claims }))?;
        let identified = client.assert_identifies(&mut browser, SUBJECT, *email);
        identified.with_context(|| format!("wrong outcome for the claims {claims}"))?;
    }
    let wrong = wrong_claims(client.clock.now());
    for (claims, refusal) in &wrong {
        server.post("/", &json!({ "claims": claims }))?;
        client
            .assert_refuses(&mut browser, *refusal)
            .with_context(|| format!("wrong outcome for the claims {claims}"))?;
    }
    server.post("/", &json!({ "unsigned": true }))?;
    client
        .assert_refuses(&mut browser, Refusal::Algorithm)
        .context("wrong outcome for an unsigned ID token")?;
    server.post("/", &json!({}))?;
    refuse_foreign_callbacks(&mut client, &mut browser)?;
    let rotations = rotate(&server, &mut client, &mut browser)?;
    // `refuse_foreign_callbacks` identifies one more user.
    let identified = emails.len() + 1 + rotations;
    Ok(vec![
        ("identified".to_owned(), format!("{identified}, {rotations} of them after a rotation")),
        ("refused".to_owned(), format!("{} by claims, 1 unsigned, 2 codes, 1 state, 1 key", wrong.len())),
    ])
}

/// Claims that identify a user, each with the email that the adapter must accept, if any.
fn emails() -> Vec<(Value, Option<&'static str>)> {
    vec![
        (json!({}), None),
        (json!({ "email": EMAIL, "email_verified": true }), Some(EMAIL)),
        (json!({ "email": EMAIL, "email_verified": "true" }), Some(EMAIL)),
        (json!({ "email": EMAIL, "email_verified": false }), None),
        (json!({ "email": EMAIL }), None),
        (json!({ "email": [EMAIL], "email_verified": true }), None),
    ]
}

fn wrong_claims(now: Timestamp) -> Vec<(Value, Refusal)> {
    let now = now.as_second();
    vec![
        (json!({ "nonce": "0".repeat(64) }), Refusal::Nonce),
        (json!({ "nonce": null }), Refusal::Nonce),
        (json!({ "aud": "another" }), Refusal::Audience),
        (json!({ "aud": [CLIENT_ID, "another"] }), Refusal::AuthorizedParty),
        (json!({ "iss": "http://localhost:1" }), Refusal::Issuer),
        (json!({ "exp": now - 600 }), Refusal::Expired),
        (json!({ "nbf": now + 600 }), Refusal::NotYetValid),
        (json!({ "sub": null }), Refusal::Subject),
    ]
}

/// The adapter must refuse another browser's code, a used code, and another browser's state.
fn refuse_foreign_callbacks(client: &mut Client, browser: &mut Browser) -> Result<()> {
    let (own, mut brought) = client.send(browser)?;
    let (other, of_other) = client.send(browser)?;
    is_refused(client.identify(&own, &of_other), Refusal::State)?;
    client.identify(&other, &of_other).context("cannot sign in the other browser")?;
    is_refused(client.identify(&other, &of_other), Refusal::Code).context("wrong outcome for a used code")?;
    let (_, stolen) = client.send(browser)?;
    brought.code = stolen.code;
    is_refused(client.identify(&own, &brought), Refusal::Code).context("wrong outcome for a stolen code")
}

/// A new signing key must be accepted as soon as keys may be fetched again. Returns the number of identified
/// users.
fn rotate(server: &Program, client: &mut Client, browser: &mut Browser) -> Result<usize> {
    for algorithm in ["ES256", "RS256"] {
        client.clock.advance(KEYS_EVERY);
        server.post("/", &json!({ "algorithm": algorithm }))?;
        client
            .assert_identifies(browser, SUBJECT, None)
            .with_context(|| format!("wrong outcome for an ID token signed by {algorithm}"))?;
    }
    server.post("/", &json!({ "algorithm": "ES256" }))?;
    client.assert_refuses(browser, Refusal::UnknownKey)?;
    client.clock.advance(KEYS_EVERY);
    client.assert_identifies(browser, SUBJECT, None)?;
    Ok(3)
}
