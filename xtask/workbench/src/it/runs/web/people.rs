//! Tests of sign-up, reset passwords, and deleted accounts.

use anyhow::{Result, ensure};

use super::browser::Browser;
use super::environment::Environment;
use super::site::{PASSWORD, Site};
use crate::it::runs::parts::Figures;

/// Their rows must be deleted with an account.
const TABLES: [&str; 5] = ["person", "session", "link", "external_identity", "generation"];

/// The first administrator follows the command's link and invites a person by email. After sign-up the person
/// is signed in at once, because the mailed invitation proves the email.
pub(super) fn accept_invitation(env: &Environment) -> Result<Figures> {
    env.on_each(async |site| {
        let administrator = site.administrator("root").await?.browser;
        administrator.open("/admin").await?;
        administrator.sees("Administration").await?;
        administrator.sees("root@example.com").await?;
        administrator.open("/admin/invitations").await?;
        administrator.fill("Email address", "ines@example.com").await?;
        administrator.press("Create invitation").await?;
        administrator.sees("Invitation link").await?;
        administrator.sees("It is also sent by email.").await?;
        let shown: String =
            administrator.evaluate("return document.getElementById('link').textContent").await?;
        let link = site.mailed_link("ines@example.com", "Your invitation to Photo to Listing").await?;
        ensure!(link == shown, "the mail and the page have different links");
        let ines = sign_up(site, &link).await?;
        is_used_up(&ines, &link).await?;
        let calls = administrator.close().await? + ines.close().await?;
        Ok(vec![("requests".to_owned(), calls.to_string())])
    })
}

async fn sign_up(site: &Site, invitation: &str) -> Result<Browser> {
    let browser = site.browser().await?;
    browser.open("/sign-up").await?;
    browser.sees("You need an invitation to create an account.").await?;
    browser.open(invitation).await?;
    browser.sees("You have been invited.").await?;
    browser.sees("The invitation is for this email address.").await?;
    browser.fill("Password", "Password2026").await?;
    browser.press("Create account").await?;
    browser.sees("Please check the following").await?;
    browser.fill("Password", PASSWORD).await?;
    browser.press("Create account").await?;
    browser.is_at("/account").await?;
    browser.sees("3 of 3 free left").await?;
    browser.lacks("Confirm your email address").await?;
    Ok(browser)
}

/// An invitation works only once.
async fn is_used_up(browser: &Browser, invitation: &str) -> Result<()> {
    browser.open(invitation).await?;
    browser.sees("This link no longer works").await
}

/// A forgotten password can be reset by mail, and the old one stops working.
pub(super) fn forget_password(env: &Environment) -> Result<Figures> {
    env.on_each(async |site| {
        let paul = site.person("paul").await?;
        let browser = site.browser().await?;
        browser.open("/sign-in").await?;
        browser.fill("Email address", &paul.email).await?;
        browser.fill("Password", "what was it again").await?;
        browser.press("Sign in").await?;
        browser.sees("The email address or password is incorrect.").await?;
        browser.press("Forgot your password?").await?;
        browser.is_at("/sign-in/password").await?;
        let link = site.link_for_password(&browser, &paul.email).await?;
        browser.open(&link).await?;
        browser.fill("New password", "violin harbour cloud 8").await?;
        browser.press("Save and sign in").await?;
        browser.is_at("/account").await?;
        // As the page promises, all other sessions have ended.
        paul.browser.open("/account").await?;
        paul.browser.is_at("/sign-in").await?;
        paul.browser.fill("Email address", &paul.email).await?;
        paul.browser.fill("Password", PASSWORD).await?;
        paul.browser.press("Sign in").await?;
        paul.browser.is_at("/sign-in").await?;
        browser.open(&link).await?;
        browser.sees("This link no longer works").await?;
        paul.browser.close().await?;
        browser.close().await?;
        Ok(Figures::new())
    })
}

/// After an account's deletion, sign-in fails and only the ledger remains.
pub(super) fn delete_account(env: &Environment) -> Result<Figures> {
    env.on_each(async |site| {
        let person = site.person("lea").await?;
        let (browser, email) = (&person.browser, &person.email);
        super::listings::write(browser, &super::environment::photos()[..1]).await?;
        super::keys::make(browser, "to go").await?;
        let account =
            site.can_query().then(|| site.query(&format!("SELECT id FROM account WHERE email = '{email}'")));
        let account = account.transpose()?;
        browser.open("/account/settings").await?;
        browser.click("Delete account", "Delete account").await?;
        browser.fill("Type your email address to confirm", "other@example.com").await?;
        browser.fill_in("Delete account", "Current password", PASSWORD).await?;
        browser.press("Delete my account").await?;
        browser.is_at("/account/settings/delete").await?;
        browser.fill("Type your email address to confirm", email).await?;
        browser.fill_in("Delete account", "Current password", PASSWORD).await?;
        browser.press("Delete my account").await?;
        browser.sees("Your account has been deleted.").await?;
        browser.open("/sign-in").await?;
        browser.fill("Email address", email).await?;
        browser.fill("Password", PASSWORD).await?;
        browser.press("Sign in").await?;
        browser.is_at("/sign-in").await?;
        let remains = match &account {
            Some(account) => only_ledger_is_left(site, account)?,
            None => "not checked: sqlite3 is not installed".to_owned(),
        };
        person.browser.close().await?;
        Ok(vec![("left".to_owned(), remains)])
    })
}

fn only_ledger_is_left(site: &Site, account: &str) -> Result<String> {
    let count = |table: &str| -> Result<u32> {
        Ok(site.query(&format!("SELECT count(*) FROM {table} WHERE account = '{account}'"))?.parse()?)
    };
    for table in TABLES {
        let rows = count(table)?;
        ensure!(rows == 0, "{table} still has {rows} rows of the account");
    }
    let named =
        site.query(&format!("SELECT count(*) FROM account WHERE id = '{account}' AND email IS NOT NULL"))?;
    ensure!(named == "0", "the email address is still stored");
    let open = site.query(&format!("SELECT count(*) FROM api_key WHERE account = '{account}'"))?;
    let lines = count("ledger")?;
    ensure!(lines > 0, "the ledger entries are gone");
    Ok(format!("{lines} ledger entries, {open} keys"))
}
