//! Sessions, and text typed into a form before the session ended.

use anyhow::{Result, ensure};

use super::browser::Browser;
use super::environment::Environment;
use super::site::{PASSWORD, Person, Site};
use crate::it::runs::parts::Figures;

const COOKIE: &str = "__Host-ptl-session";

/// Sessions are listed and ended, the browser stores nothing private, and typed text is not lost.
pub(super) fn verify(env: &Environment) -> Result<Figures> {
    env.on_each(async |site| {
        let person = site.person("sofia").await?;
        let other = site.browser().await?;
        site.sign_in(&other, &person.email, PASSWORD).await?;
        end_others(&person.browser, &other).await?;
        form_after_the_end(site, &person, &other).await?;
        sign_out(site, &person).await?;
        other.close().await?;
        person.browser.close().await?;
        Ok(Figures::new())
    })
}

async fn end_others(browser: &Browser, other: &Browser) -> Result<()> {
    browser.open("/account/settings").await?;
    browser.sees("Where you are signed in").await?;
    let rows = "return document.querySelectorAll('.sessions li').length";
    ensure!(browser.evaluate::<u32>(rows).await? == 2, "expected two listed sessions");
    browser.sees("This session").await?;
    browser.press("End all other sessions").await?;
    browser.sees("All other sessions have ended.").await?;
    ensure!(browser.evaluate::<u32>(rows).await? == 1, "expected one remaining session");
    other.open("/account/settings").await?;
    other.is_at("/sign-in").await
}

/// A form sent after the session's end leads to sign-in, and then offers the typed text.
async fn form_after_the_end(site: &Site, person: &Person, other: &Browser) -> Result<()> {
    other.fill("Email address", &person.email).await?;
    other.fill("Password", PASSWORD).await?;
    other.press("Sign in").await?;
    // Sign-in leads back to the previous page.
    other.is_at("/account/settings").await?;
    other.open("/account/api-keys").await?;
    other.fill_in("Create a key", "Name", "from before").await?;
    person.browser.open("/account/settings").await?;
    person.browser.press("End all other sessions").await?;
    person.browser.sees("All other sessions have ended.").await?;
    other.press("Create key").await?;
    other.sees("what you typed has been kept").await?;
    other.fill("Email address", &person.email).await?;
    other.fill("Password", PASSWORD).await?;
    other.press("Sign in").await?;
    other.sees("Welcome back").await?;
    other.click("", "What you typed").await?;
    other.sees("from before").await?;
    other.press("Send it now").await?;
    other.sees("Your new key").await?;
    let key = other.find("//*[@id=\"made-key\"]").await?.text().await?;
    ensure!(site.api.usage(&key)?.0 == 200, "the key does not work");
    Ok(())
}

/// After signing out, the Back button shows nothing private and the cookie is invalid.
async fn sign_out(site: &Site, person: &Person) -> Result<()> {
    let browser = &person.browser;
    let cookie = browser.driver().get_named_cookie(COOKIE).await?;
    let cookie = format!("{COOKIE}={}", cookie.value);
    ensure!(site.api.status_with_cookie("/account", &cookie)? == 200, "the session cookie does not work");
    browser.open("/account").await?;
    browser.sees("3 of 3 free left").await?;
    browser.press("Sign out").await?;
    browser.sees("You are signed out.").await?;
    browser.back().await?;
    browser.is_at("/sign-in").await?;
    browser.lacks("free left").await?;
    browser.lacks(&person.email).await?;
    let status = site.api.status_with_cookie("/account", &cookie)?;
    ensure!(status == 401, "the cookie of an ended session got status {status}");
    Ok(())
}
