//! Tours every page of the web app with the checks of the module `gallery`.

use anyhow::Result;

use super::browser::Browser;
use super::environment::photos;
use super::gallery::Gallery;
use super::site::{PASSWORD, Site};
use super::{keys, listings};

/// Public pages, those of people with an account, and administrators'.
const OPEN: [(&str, &str); 6] = [
    ("home", "/"),
    ("sign-in", "/sign-in"),
    ("sign-in-by-link", "/sign-in/link"),
    ("forgotten-password", "/sign-in/password"),
    ("by-invitation", "/sign-up"),
    ("not-found", "/nothing-here"),
];
const OF_ACCOUNT: [(&str, &str); 7] = [
    ("account", "/account"),
    ("new", "/account/new"),
    ("bulk", "/account/batch"),
    ("batches", "/account/batches"),
    ("generations", "/account/generations"),
    ("api-keys", "/account/api-keys"),
    ("settings", "/account/settings"),
];
const OF_ADMINISTRATORS: [(&str, &str); 4] = [
    ("admin", "/admin"),
    ("admin-invitations", "/admin/invitations"),
    ("admin-mail", "/admin/mail"),
    ("admin-service", "/admin/service"),
];

pub(super) async fn show_all(site: &Site, gallery: &mut Gallery) -> Result<()> {
    let guest = site.browser().await?;
    guest.open("/").await?;
    gallery.first_visit(&guest, "home").await?;
    show(gallery, &guest, &OPEN).await?;
    show_account(site, gallery).await?;
    show_ends(site, gallery, &guest).await?;
    show_administration(site, gallery, &guest).await?;
    show_french(gallery, &guest, &OPEN).await?;
    guest.close().await?;
    Ok(())
}

async fn show(gallery: &mut Gallery, browser: &Browser, pages: &[(&str, &str)]) -> Result<()> {
    for (name, path) in pages {
        browser.open(path).await?;
        gallery.check(browser, name).await?;
    }
    Ok(())
}

/// French needs more room, so the window is narrow.
async fn show_french(gallery: &mut Gallery, browser: &Browser, pages: &[(&str, &str)]) -> Result<()> {
    browser.open(pages[0].1).await?;
    browser.choose_language("Français").await?;
    super::accessibility::Viewport { scheme: "light", width: 320 }.show(browser, 900).await?;
    for (name, path) in pages {
        browser.open(path).await?;
        gallery.check_narrow(browser, name).await?;
    }
    Ok(())
}

async fn show_account(site: &Site, gallery: &mut Gallery) -> Result<()> {
    let person = site.person("marie").await?;
    let browser = &person.browser;
    browser.open("/account").await?;
    gallery.first_visit(browser, "account").await?;
    gallery.check(browser, "account-empty").await?;
    show_generation(site, gallery, browser).await?;
    show_piles(gallery, browser).await?;
    keys::make(browser, "shop").await?;
    gallery.check(browser, "key-made").await?;
    show(gallery, browser, &OF_ACCOUNT).await?;
    browser.open("/account/api-keys").await?;
    browser.press("Revoke").await?;
    gallery.check(browser, "key-revoke").await?;
    browser.open("/admin").await?;
    gallery.check(browser, "not-open").await?;
    show_french(gallery, browser, &OF_ACCOUNT).await?;
    show_send_again(site, gallery).await?;
    person.browser.close().await?;
    Ok(())
}

async fn show_generation(site: &Site, gallery: &mut Gallery, browser: &Browser) -> Result<()> {
    browser.open("/account/new").await?;
    listings::choose(browser, &photos()[..1]).await?;
    browser.tick("Marketplaces", "eBay").await?;
    browser.click("", "Write the listings").await?;
    browser.sees("Writing your listings").await?;
    // While the service is paused, the page does not change.
    site.set_paused(true)?;
    gallery.check(browser, "progress").await?;
    site.set_paused(false)?;
    browser.sees("Why this price").await?;
    gallery.check(browser, "generation").await
}

/// Photos in piles, and a batch that has ended.
async fn show_piles(gallery: &mut Gallery, browser: &Browser) -> Result<()> {
    browser.open("/account/batch").await?;
    listings::choose(browser, &photos()[..2]).await?;
    browser.sees("2 photos in").await?;
    gallery.check(browser, "bulk-piles").await?;
    browser.click("", "Write the listings for 2 items").await?;
    browser.sees("Read and correct").await?;
    gallery.check(browser, "batch").await
}

/// Typed text is offered again after the session ended.
async fn show_send_again(site: &Site, gallery: &mut Gallery) -> Result<()> {
    let person = site.person("nils").await?;
    let browser = &person.browser;
    browser.open("/account/api-keys").await?;
    browser.fill_in("Create a key", "Name", "script at home").await?;
    browser.driver().delete_cookie("__Host-ptl-session").await?;
    browser.press("Create key").await?;
    gallery.check(browser, "sign-in-again").await?;
    browser.fill("Email address", &person.email).await?;
    browser.fill("Password", PASSWORD).await?;
    browser.press("Sign in").await?;
    browser.sees("Welcome back").await?;
    gallery.check(browser, "send-again").await?;
    person.browser.close().await?;
    Ok(())
}

/// Pages that mailed links lead to.
async fn show_ends(site: &Site, gallery: &mut Gallery, guest: &Browser) -> Result<()> {
    let link = site.link(&["account", "link", "nils@example.com"])?;
    guest.open(&link).await?;
    gallery.check(guest, "link-to-sign-in").await?;
    let link = site.link_for_password(guest, "nils@example.com").await?;
    gallery.check(guest, "check-mail").await?;
    guest.open(&link).await?;
    gallery.check(guest, "new-password").await?;
    guest.open(&format!("{}x", &link[..link.len() - 1])).await?;
    gallery.check(guest, "link-gone").await
}

/// Includes the invitation that administrators create.
async fn show_administration(site: &Site, gallery: &mut Gallery, guest: &Browser) -> Result<()> {
    let administrator = site.administrator("chief").await?.browser;
    show(gallery, &administrator, &OF_ADMINISTRATORS).await?;
    administrator.press("Check now").await?;
    super::administrator::examined(&administrator).await?;
    gallery.check(&administrator, "admin-verdict").await?;
    administrator.open("/admin").await?;
    administrator.press("marie@example.com").await?;
    gallery.check(&administrator, "admin-account").await?;
    administrator.open("/admin/invitations").await?;
    administrator.press("Create invitation").await?;
    gallery.check(&administrator, "admin-invitation").await?;
    let link = administrator.find("//*[@id=\"link\"]").await?.text().await?;
    guest.open(&link).await?;
    gallery.check(guest, "sign-up").await?;
    show_french(gallery, &administrator, &OF_ADMINISTRATORS).await?;
    administrator.close().await?;
    Ok(())
}
