use anyhow::{Result, ensure};

use super::browser::Browser;
use super::environment::Environment;
use crate::it::runs::parts::Figures;

/// The cell "Last used" of the key "shop".
const CELL: &str = "//tr[.//strong[text()=\"shop\"]]//td[@data-label=\"Last used\"]";

/// A key is created, shown once, copied, used, shown as used, and revoked.
pub(super) fn verify(env: &Environment) -> Result<Figures> {
    env.on_each(async |site| {
        let person = site.person("karim").await?;
        let browser = &person.browser;
        let key = make(browser, "shop").await?;
        browser.sees("it is shown only once").await?;
        let copied = copy(browser, "", "Copy: Key").await?;
        ensure!(copied == key, "the clipboard does not hold the key");
        browser.open("/account/api-keys").await?;
        browser.lacks(&key).await?;
        browser.sees("1 of 10 keys").await?;
        ensure!(
            browser.find(CELL).await?.text().await? == "Never used",
            "a new key is not shown as never used"
        );
        let source = browser.driver().source().await?;
        ensure!(!source.contains(&key), "the page contains the key");

        let (status, usage) = site.api.usage(&key)?;
        ensure!(status == 200, "the key got status {status}: {usage}");
        // The use is stored with a delay.
        let is_used = async || {
            browser.driver().refresh().await?;
            let cell = browser.driver().find(thirtyfour::By::XPath(CELL)).await?.text().await?;
            Ok((cell != "Never used").then_some(cell))
        };
        let used = browser.until("the key to be shown as used", is_used).await?;
        ensure!(used.contains("20"), "the last use has no date: {used}");

        browser.press("Revoke").await?;
        browser.sees("Revoke “shop”?").await?;
        browser.press("Revoke key").await?;
        browser.sees("The key has been revoked and no longer works.").await?;
        let refused = site.api.assert_is_refused(&key)?;
        browser.sees("0 of 10 keys").await?;
        person.browser.close().await?;
        Ok(vec![("refused after".to_owned(), format!("{} ms", refused.as_millis()))])
    })
}

pub(super) async fn make(browser: &Browser, name: &str) -> Result<String> {
    browser.open("/account/api-keys").await?;
    browser.fill_in("Create a key", "Name", name).await?;
    browser.press("Create key").await?;
    browser.sees("Your new key").await?;
    let key = browser.find("//*[@id=\"made-key\"]").await?.text().await?;
    ensure!(key.len() > 20, "the page shows no valid key: {key}");
    Ok(key)
}

/// Returns the clipboard's text.
pub(super) async fn copy(browser: &Browser, heading: &str, button: &str) -> Result<String> {
    let permission = serde_json::json!({ "permission": { "name": "clipboard-read" }, "setting": "granted" });
    browser.driver().cdp().send_raw("Browser.setPermission", permission).await?;
    browser.click(heading, button).await?;
    browser.sees("Copied").await?;
    let read =
        "const done = arguments[1]; navigator.clipboard.readText().then(done, error => done(`${error}`));";
    let held = browser.evaluate_async(read, serde_json::Value::Null).await?;
    Ok(held.as_str().unwrap_or_default().to_owned())
}
