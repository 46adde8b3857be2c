//! Tests against `oidc-provider`, a certified and strict provider, through its pages.

use anyhow::{Context as _, Result};
use listing_oidc::Refusal;

use super::browser::Browser;
use super::client::{Client, REDIRECT_URI, is_refused};
use super::program::{Program, free_port};
use super::{Figures, Toolbox, node};

const PACKAGE: &str = "oidc-provider@9.13.3";
/// Has blanks: id and secret must be form-encoded before they are sent in a header.
const CLIENT: &str = "photo to listing";
const SECRET: &str = "canary%secret: 5c9e+1b7a&x";
const PUBLIC_CLIENT: &str = "photo-to-listing";

pub(super) fn verify(toolbox: &Toolbox) -> Result<Figures> {
    for method in ["client_secret_basic", "client_secret_post"] {
        let port = free_port()?;
        let mut command = node(toolbox, "provider.mjs", PACKAGE)?;
        command.args([&port.to_string(), method, CLIENT, SECRET, PUBLIC_CLIENT, REDIRECT_URI]);
        let server = Program::start(&mut command, port, "/.well-known/openid-configuration")?;
        sign_in(&server.url).with_context(|| format!("{method}: {}", server.log_end()))?;
    }
    Ok(vec![
        ("identified".to_owned(), "8: with either method for secrets, and without a secret".to_owned()),
        ("refused".to_owned(), "6: used and stolen codes, wrong secrets".to_owned()),
    ])
}

fn sign_in(issuer: &str) -> Result<()> {
    let mut client = Client::new(issuer, CLIENT, Some(SECRET))?;
    let mut camille = Browser::new("camille");
    client.assert_identifies(&mut camille, "camille", Some("camille@example.com"))?;
    client
        .assert_identifies(&mut Browser::new("newcomer"), "newcomer", None)
        .context("wrong outcome for an unverified email")?;

    let (secret, returned) = client.send(&mut camille)?;
    client.identify(&secret, &returned).context("cannot sign in a known user")?;
    is_refused(client.identify(&secret, &returned), Refusal::Code)
        .context("wrong outcome for a used code")?;
    let (own, mut brought) = client.send(&mut camille)?;
    brought.code = client.send(&mut Browser::new("victim"))?.1.code;
    is_refused(client.identify(&own, &brought), Refusal::Code).context("wrong outcome for a stolen code")?;

    let mut public = Client::new(issuer, PUBLIC_CLIENT, None)?;
    public.assert_identifies(&mut Browser::new("dominique"), "dominique", Some("dominique@example.com"))?;
    let mut mistaken = Client::new(issuer, CLIENT, Some("another"))?;
    mistaken.assert_is_not_accepted(&mut camille).context("wrong outcome for a wrong client secret")
}
