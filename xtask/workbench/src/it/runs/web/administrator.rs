use std::time::Instant;

use anyhow::{Result, ensure};

use super::browser::Browser;
use super::environment::Environment;
use super::keys;
use super::site::{PASSWORD, Person, Site};
use crate::it::runs::parts::Figures;

/// An administrator can find an account, change its plan and credits, suspend and reactivate it, and check
/// the service.
pub(super) fn verify(env: &Environment) -> Result<Figures> {
    env.on_each(async |site| {
        let administrator = site.administrator("chief").await?.browser;
        let person = site.person("sue").await?;
        let key = keys::make(&person.browser, "shop").await?;
        person.browser.open("/admin").await?;
        person.browser.sees("This page is for administrators").await?;
        find(&administrator, &person.email).await?;
        add_credits_and_plan(&administrator, &person.browser).await?;
        suspend(site, &administrator, &person, &key).await?;
        let seconds = look_after(&administrator).await?;
        administrator.close().await?;
        person.browser.close().await?;
        Ok(vec![("doctor".to_owned(), format!("{seconds:.1} s"))])
    })
}

async fn find(browser: &Browser, email: &str) -> Result<()> {
    browser.open("/admin").await?;
    browser.fill("Search by email address", "nobody-at-all").await?;
    browser.press("Search").await?;
    browser.sees("No accounts match “nobody-at-all”.").await?;
    browser.fill("Search by email address", "SUE@").await?;
    browser.press("Search").await?;
    let rows = "return document.querySelectorAll('tbody tr').length";
    ensure!(browser.evaluate::<u32>(rows).await? == 1, "the search did not find exactly one account");
    browser.press(email).await?;
    browser.sees("Active keys: 1").await
}

/// The account's owner must see the change.
async fn add_credits_and_plan(browser: &Browser, of_person: &Browser) -> Result<()> {
    browser.fill("Packs", "2").await?;
    browser.press_in("Add credit packs", "Add").await?;
    browser.sees("The credits have been added.").await?;
    of_person.open("/account").await?;
    let shown = of_person.find("//section[h2[@id=\"credits-left\"]]/p[1]").await?.text().await?;
    ensure!(shown == "40", "the account has {shown} credits");
    browser.choose("Change plan", "Plan", "Pro, yearly").await?;
    browser.press("Set plan").await?;
    browser.sees("The plan has been changed.").await?;
    of_person.open("/account").await?;
    of_person.sees("Unlimited").await?;
    of_person.sees("Pro, yearly").await?;
    browser.choose("Change plan", "Plan", "Free").await?;
    browser.press("Set plan").await?;
    browser.sees("The plan has been changed.").await?;
    of_person.open("/account").await?;
    of_person.sees("3 of 3 free left").await
}

/// The person is locked out of the web app and the API until reactivation.
async fn suspend(site: &Site, browser: &Browser, person: &Person, key: &str) -> Result<()> {
    browser.press_in("Suspend", "Suspend").await?;
    browser.sees("The account has been suspended.").await?;
    browser.sees("Suspended since").await?;
    let is_out = async || {
        person.browser.driver().goto(format!("{}/account", site.origin())).await?;
        let path = person.browser.driver().current_url().await?.path().to_owned();
        Ok((path == "/sign-in").then_some(()))
    };
    person.browser.until("the suspended person to be signed out", is_out).await?;
    person.browser.fill("Email address", &person.email).await?;
    person.browser.fill("Password", PASSWORD).await?;
    person.browser.press("Sign in").await?;
    person.browser.is_at("/sign-in").await?;
    let refused = async || Ok(site.api.usage(key).is_ok_and(|(status, _)| status == 401).then_some(()));
    person.browser.until("the key to be refused", refused).await?;
    browser.press_in("Reactivate", "Reactivate").await?;
    browser.sees("The account has been reactivated.").await?;
    let opens = async || Ok(site.api.usage(key).is_ok_and(|(status, _)| status == 200).then_some(()));
    person.browser.until("the key to work again", opens).await?;
    // A suspension ends all sessions.
    site.sign_in(&person.browser, &person.email, PASSWORD).await?;
    person.browser.sees("3 of 3 free left").await
}

/// Checks mail, settings without secrets, and the doctor's verdict. Returns the verdict's time in seconds.
async fn look_after(browser: &Browser) -> Result<f64> {
    browser.open("/admin/mail").await?;
    browser.sees("Emails are sent through the configured mail server.").await?;
    browser.open("/admin/service").await?;
    browser.sees("Not checked since the server started.").await?;
    browser.sees("Secrets are never shown.").await?;
    browser.sees("registration invite").await?;
    let start = Instant::now();
    browser.press("Check now").await?;
    examined(browser).await?;
    let seconds = start.elapsed().as_secs_f64();
    browser.sees("Everything is in order").await?;
    Ok(seconds)
}

pub(super) async fn examined(browser: &Browser) -> Result<()> {
    let is_examined = async || {
        browser.driver().refresh().await?;
        let text = browser.driver().execute("return document.body.innerText", vec![]).await?;
        let text: String = text.convert()?;
        Ok(text.contains("Last checked ").then_some(()))
    };
    browser.until("the verdict", is_examined).await
}
