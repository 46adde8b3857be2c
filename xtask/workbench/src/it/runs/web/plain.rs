//! Tests of the web app without scripts, and with the keyboard alone.

use anyhow::{Result, ensure};
use thirtyfour::Key;

use super::browser::Browser;
use super::chromium::Kind;
use super::environment::{Environment, photos};
use super::site::PASSWORD;
use super::{keys, listings};
use crate::it::runs::parts::Figures;

/// Presses of Tab to reach a field.
const MOST_TABS: usize = 30;

/// A person can sign in, create a key and generate listings without scripts.
pub(super) fn verify(env: &Environment) -> Result<Figures> {
    env.on_each(async |site| {
        let person = site.person_in("otto", Kind::WithoutScripts).await?;
        let browser = &person.browser;
        browser.press("Sign out").await?;
        browser.sees("You are signed out.").await?;
        site.sign_in(browser, &person.email, PASSWORD).await?;
        let key = keys::make(browser, "plain").await?;
        let are_hidden = "return [...document.querySelectorAll('.copy')].every(button => button.hidden)";
        ensure!(
            browser.evaluate::<bool>(are_hidden).await?,
            "a script runs, or buttons that need one are visible"
        );
        ensure!(site.api.usage(&key)?.0 == 200, "the key does not work");
        listings::write(browser, &photos()).await?;
        browser.fill_in("Vinted", "Title", "A lamp with a teapot").await?;
        browser.press_in("Vinted", "Save").await?;
        browser.sees("Your listings have been saved.").await?;
        browser.choose("Rewrite", "Language", "French").await?;
        browser.press_in("Rewrite", "Rewrite").await?;
        browser.sees("The listings have been rewritten.").await?;
        browser.choose_language("Français").await?;
        browser.sees("Se déconnecter").await?;
        person.browser.close().await?;
        Ok(Figures::new())
    })
}

/// A person can sign in with the keyboard alone, and sees the focus at each step.
pub(super) fn keyboard(env: &Environment) -> Result<Figures> {
    env.on_each(async |site| {
        let person = site.person("kim").await?;
        person.browser.close().await?;
        let browser = site.browser().await?;
        browser.open("/sign-in").await?;
        press_key(&browser, Key::Tab).await?;
        ensure!(
            focused(&browser).await? == "Skip to content",
            "the first focused element is {}",
            focused(&browser).await?
        );
        let mut tabs = 1 + tab_to(&browser, "email").await?;
        browser.driver().action_chain().send_keys(person.email.as_str()).perform().await?;
        tabs += tab_to(&browser, "password").await?;
        browser.driver().action_chain().send_keys(PASSWORD).perform().await?;
        browser.navigate("the account", async || press_enter(&browser).await).await?;
        browser.is_at("/account").await?;
        browser.close().await?;
        Ok(vec![("stops".to_owned(), tabs.to_string())])
    })
}

async fn press_key(browser: &Browser, key: Key) -> Result<()> {
    Ok(browser.driver().action_chain().send_keys(key).perform().await?)
}

async fn press_enter(browser: &Browser) -> thirtyfour::error::WebDriverResult<()> {
    browser.driver().action_chain().send_keys(Key::Enter).perform().await
}

async fn focused(browser: &Browser) -> Result<String> {
    browser.evaluate("return document.activeElement.textContent.trim()").await
}

/// Returns the number of presses. Each element on the way must show the focus.
async fn tab_to(browser: &Browser, id: &str) -> Result<usize> {
    let state = "const at = document.activeElement, style = getComputedStyle(at);
        return [at.id, style.outlineStyle !== 'none' || style.boxShadow !== 'none', at.textContent.trim()]";
    for stops in 1..=MOST_TABS {
        press_key(browser, Key::Tab).await?;
        let (at, is_shown, text): (String, bool, String) = browser.evaluate(state).await?;
        ensure!(is_shown, "the focus on {text:?} ({at}) is not visible");
        if at == id {
            return Ok(stops);
        }
    }
    anyhow::bail!("the tab key does not reach {id} within {MOST_TABS} stops")
}
