//! A service that sells, with the payment provider's side of each purchase.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use listing_testkit::stripe::FakeStripe;
use serde_json::Value;
use thirtyfour::By;

use super::browser::Browser;
use super::site::{Database, Person, Site};
use crate::it::runs::stripe;

/// Until an event is applied.
const APPLIED_WITHIN: Duration = Duration::from_secs(30);
const PAUSE: Duration = Duration::from_millis(50);
const RECEIVE: &str = "/billing/events";
pub(super) const PACK: Product = Product { name: "Credits", consent: CREDITS_AT_ONCE, buy: "Buy credits" };
pub(super) const PRO: Product = Product { name: "Pro, monthly", consent: PRO_AT_ONCE, buy: "Get Pro" };
const CREDITS_AT_ONCE: &str =
    "I want my credits at once and understand that I then lose my right to withdraw from the purchase.";
const PRO_AT_ONCE: &str =
    "I want Pro to start at once and understand that I then lose my right to withdraw from the purchase.";

pub(super) struct Product {
    name: &'static str,
    consent: &'static str,
    buy: &'static str,
}

pub(super) struct Shop {
    /// Declared first, so that the service stops before the fake.
    pub(super) site: Site,
    pub(super) fake: FakeStripe,
}

impl Shop {
    pub(super) async fn start(program: &Path, database: Database, driver_url: &str) -> Result<Self> {
        let fake = stripe::start().await;
        let site = Site::selling(program, database, driver_url, &fake).await?;
        Ok(Self { site, fake })
    }

    /// Orders a product, and waits for its payment page. Returns the checkout's id.
    pub(super) async fn order(&self, browser: &Browser, product: &Product) -> Result<String> {
        self.send_order(browser, product).await?;
        self.checkout(browser).await
    }

    /// Sends an order, and waits for nothing.
    pub(super) async fn send_order(&self, browser: &Browser, product: &Product) -> Result<()> {
        self.fill_in(browser, product).await?;
        browser.click(product.name, product.buy).await
    }

    /// Opens the prices and gives the consent.
    pub(super) async fn fill_in(&self, browser: &Browser, product: &Product) -> Result<()> {
        browser.open("/pricing?currency=EUR").await?;
        browser.tick(product.name, product.consent).await
    }

    /// Waits for a payment page.
    pub(super) async fn checkout(&self, browser: &Browser) -> Result<String> {
        let page = format!("{}/pay/", self.fake.url());
        let is_there = async || {
            let url = browser.driver().current_url().await?;
            Ok(url.as_str().strip_prefix(&page).map(str::to_owned))
        };
        browser.until("the payment page", is_there).await
    }

    /// Presses a button of the payment provider's page.
    pub(super) async fn press(&self, browser: &Browser, button: &str) -> Result<()> {
        let pressed = async || browser.driver().find(By::Id(button)).await?.click().await;
        browser.navigate(&format!("the page after {button}"), pressed).await
    }

    /// Buys a product, and returns the checkout's id.
    pub(super) async fn buy(&self, browser: &Browser, product: &Product) -> Result<String> {
        let checkout = self.order(browser, product).await?;
        self.press(browser, "pay").await?;
        browser.sees("Thank you for your purchase").await?;
        Ok(checkout)
    }

    pub(super) fn is_down(&self, is_down: bool) {
        self.fake.set_down(is_down);
    }

    /// Delivers all events, as the payment provider does.
    pub(super) fn deliver(&self) -> Result<usize> {
        let deliveries = self.fake.deliveries();
        for delivery in &deliveries {
            let request = ureq::post(format!("{}{RECEIVE}", self.site.origin()))
                .header("stripe-signature", stripe::signature(delivery))
                .header("content-type", "application/json");
            request.send(&delivery.body).with_context(|| format!("{} was refused", delivery.kind))?;
            self.fake.mark_delivered(&delivery.id);
        }
        Ok(deliveries.len())
    }

    /// Opens a page again until it shows a text.
    pub(super) async fn until_shown(&self, browser: &Browser, path: &str, text: &str) -> Result<()> {
        let is_shown = async || {
            browser.driver().goto(format!("{}{path}", self.site.origin())).await?;
            let page: String =
                browser.driver().execute("return document.body.innerText", vec![]).await?.convert()?;
            // The text of a cell, because “20 of 20 left” also contains “0 of 20 left”.
            let is_there = page.split(['\n', '\t']).any(|cell| cell.trim() == text);
            Ok(is_there.then_some(()))
        };
        browser.until(&format!("“{text}”"), is_shown).await
    }

    /// The field of a completed checkout that names its payment or its subscription.
    pub(super) fn bought(&self, checkout: &str, field: &str) -> Result<String> {
        let session = self.fake.object("checkout.session", checkout);
        session[field].as_str().map(str::to_owned).with_context(|| format!("{checkout} has no {field}"))
    }

    /// Waits until the account has a usage.
    pub(super) async fn has(&self, person: &Person, field: &str, expected: Value) -> Result<()> {
        let until = Instant::now() + APPLIED_WITHIN;
        loop {
            let usage = self.site.ptl.must(&["usage", &person.email, "--json"])?;
            let usage: Value = serde_json::from_str(&usage)?;
            ensure!(usage.get(field).is_some(), "the usage has no {field}: {usage}");
            if usage[field] == expected {
                return Ok(());
            }
            if Instant::now() > until {
                bail!("{field} does not become {expected}: {usage}; log: {}", self.site.ptl.log());
            }
            tokio::time::sleep(PAUSE).await;
        }
    }
}
