//! Purchases, from the prices over the payment provider's pages to credits and plans that end.

use anyhow::{Result, ensure};
use serde_json::json;
use xtask::project;

use super::accessibility::{Axe, Viewport, too_wide};
use super::browser::Browser;
use super::environment::{Environment, photos};
use super::shop::{PACK, PRO, Shop};
use super::site::Site;
use super::{keys, listings};
use crate::it::outcome::Missing;
use crate::it::runs::parts::Figures;

/// In pixels: a phone and a laptop.
const WIDTHS: [u32; 2] = [390, 1_366];
const HEIGHT: u32 = 900;
/// The form of an order.
const OFFERS: &str = "return document.querySelectorAll('form[action=\"/account/purchases\"]').length";
const LANGUAGES: [&str; 2] = ["English", "Français"];

pub(super) fn verify(env: &Environment) -> Result<Figures> {
    let program = project::release_binary()?;
    let mut figures = Figures::new();
    for database in env.databases() {
        let events = env.wait_for(async {
            let shop = Shop::start(&program, database, env.driver_url()).await?;
            pay_before_the_event(&shop).await?;
            pay_after_the_event(&shop).await?;
            pay_in_two_tabs(&shop).await?;
            pay_with_a_declined_card(&shop).await?;
            take_back(&shop).await?;
            subscribe(&shop).await?;
            Ok::<_, anyhow::Error>(shop.fake.all_events())
        })?;
        figures.push((format!("events on {}", database.name()), events.to_string()));
    }
    Ok(figures)
}

/// The buyer returns while the service knows nothing of the payment. The page waits, and nothing is offered twice.
/// The credits are used after the free generations.
async fn pay_before_the_event(shop: &Shop) -> Result<()> {
    let person = shop.site.person("rose").await?;
    let browser = &person.browser;
    let key = keys::make(browser, "shop").await?;
    for _ in 0..3 {
        ensure!(shop.site.api.generate(&key, &photos()[0])? == 200, "a free generation was refused");
    }
    shop.order(browser, &PACK).await?;
    shop.is_down(true);
    shop.press(browser, "pay").await?;
    browser.sees("Your payment is being confirmed").await?;
    browser.sees("You do not need to pay again.").await?;
    ensure!(browser.evaluate::<u32>(OFFERS).await? == 0, "the page offers a purchase");
    let order = browser.path().await?;
    browser.reload().await?;
    browser.sees("Your payment is being confirmed").await?;
    shop.send_order(browser, &PACK).await?;
    browser.sees("Your payment is being confirmed").await?;
    ensure!(browser.path().await? == order, "a second order was placed");
    shop.is_down(false);
    ensure!(shop.deliver()? > 0, "the payment has no event");
    // The page polls.
    browser.sees("Thank you for your purchase").await?;
    browser.sees("20 of 20 left").await?;
    listings::write(browser, &photos()[..1]).await?;
    browser.open("/account/purchases").await?;
    browser.sees("19 of 20 left").await?;
    person.browser.close().await?;
    Ok(())
}

/// The event comes before the buyer returns, who sees no waiting page.
async fn pay_after_the_event(shop: &Shop) -> Result<()> {
    let person = shop.site.person("hugo").await?;
    let checkout = shop.order(&person.browser, &PACK).await?;
    let back = shop.bought(&checkout, "success_url")?;
    shop.fake.pay(&checkout);
    shop.deliver()?;
    shop.has(&person, "creditsRemaining", json!(20)).await?;
    person.browser.open(&back).await?;
    ensure!(
        person.browser.text().await?.contains("Thank you for your purchase"),
        "the paid order is not shown as paid at once"
    );
    person.browser.close().await?;
    Ok(())
}

/// Both tabs send their own form at the same time.
async fn pay_in_two_tabs(shop: &Shop) -> Result<()> {
    const SEND: &str =
        "setTimeout(() => document.querySelector('[name=product][value=pack]').form.requestSubmit(), 400)";
    let person = shop.site.person("elsa").await?;
    let browser = &person.browser;
    let driver = browser.driver();
    let before = shop.fake.objects("checkout.session").len();
    let first = driver.window().await?;
    let second = driver.new_tab().await?;
    for tab in [&first, &second] {
        driver.switch_to_window(tab.clone()).await?;
        shop.fill_in(browser, &PACK).await?;
    }
    for tab in [&first, &second] {
        driver.switch_to_window(tab.clone()).await?;
        driver.execute(SEND, vec![]).await?;
    }
    let mut checkouts = Vec::new();
    for tab in [&first, &second] {
        driver.switch_to_window(tab.clone()).await?;
        checkouts.push(shop.checkout(browser).await?);
    }
    ensure!(checkouts[0] == checkouts[1], "two tabs lead to {checkouts:?}");
    let started = shop.fake.objects("checkout.session").len() - before;
    ensure!(started == 1, "two tabs started {started} checkouts");
    shop.press(browser, "pay").await?;
    browser.sees("20 of 20 left").await?;
    person.browser.close().await?;
    Ok(())
}

/// Nothing was paid after a declined card, and the same checkout can be paid later.
async fn pay_with_a_declined_card(shop: &Shop) -> Result<()> {
    let person = shop.site.person("axel").await?;
    let browser = &person.browser;
    let checkout = shop.order(browser, &PACK).await?;
    shop.press(browser, "decline").await?;
    browser.sees("Your card was declined").await?;
    shop.press(browser, "cancel").await?;
    browser.is_at("/pricing").await?;
    browser.open("/account/purchases").await?;
    browser.sees("Not paid yet").await?;
    browser.press("Credits").await?;
    browser.press("Go back to the prices").await?;
    browser.is_at("/pricing").await?;
    ensure!(shop.buy(browser, &PACK).await? == checkout, "another checkout was started");
    person.browser.close().await?;
    Ok(())
}

/// Refunds and a lost dispute take credits, a won dispute gives them back.
async fn take_back(shop: &Shop) -> Result<()> {
    let person = shop.site.person("jade").await?;
    let browser = &person.browser;
    let first = shop.buy(browser, &PACK).await?;
    let payment = shop.bought(&first, "payment_intent")?;
    shop.fake.refund(&payment, Some(450), "succeeded");
    applied(shop, browser, &["10 of 20 left", "€4.50 refunded"]).await?;
    shop.fake.refund(&payment, None, "succeeded");
    applied(shop, browser, &["0 of 20 left", "€9 refunded"]).await?;
    shop.has(&person, "creditsRemaining", json!(0)).await?;
    let second = shop.buy(browser, &PACK).await?;
    let payment = shop.bought(&second, "payment_intent")?;
    let dispute = shop.fake.dispute(&payment, 900);
    shop.deliver()?;
    shop.has(&person, "creditsRemaining", json!(0)).await?;
    browser.open("/account/purchases").await?;
    browser.lacks("20 of 20 left").await?;
    shop.fake.close_dispute(&dispute, true);
    applied(shop, browser, &["20 of 20 left"]).await?;
    person.browser.close().await?;
    Ok(())
}

/// Delivers all events, and waits until the purchases show their effects.
async fn applied(shop: &Shop, browser: &Browser, texts: &[&str]) -> Result<()> {
    shop.deliver()?;
    for text in texts {
        shop.until_shown(browser, "/account/purchases", text).await?;
    }
    Ok(())
}

/// A plan runs to the end of its period after its cancellation on the payment provider's page.
async fn subscribe(shop: &Shop) -> Result<()> {
    let person = shop.site.person("noe").await?;
    let browser = &person.browser;
    let checkout = shop.buy(browser, &PRO).await?;
    shop.deliver()?;
    shop.has(&person, "planType", json!("pro_monthly")).await?;
    browser.open("/pricing").await?;
    browser.sees("You have Pro already.").await?;
    ensure!(browser.evaluate::<u32>(OFFERS).await? == 1, "only credits may be bought with a plan");
    browser.open("/account/purchases").await?;
    browser.click("Cards, invoices and subscription", "Open the page").await?;
    let subscription = shop.bought(&checkout, "subscription")?;
    browser.sees(&subscription).await?;
    shop.press(browser, &format!("cancel-{subscription}")).await?;
    browser.is_at("/account/purchases").await?;
    shop.deliver()?;
    browser.open("/account").await?;
    browser.sees("Pro").await?;
    shop.has(&person, "planType", json!("pro_monthly")).await?;
    shop.fake.end(&subscription);
    shop.deliver()?;
    shop.has(&person, "planType", json!("free")).await?;
    browser.open("/account").await?;
    browser.sees("3 of 3 free left").await?;
    browser.open("/pricing").await?;
    ensure!(browser.evaluate::<u32>(OFFERS).await? == 2, "an ended plan cannot be bought again");
    person.browser.close().await?;
    Ok(())
}

/// The pages of purchases in both languages, on a phone and a laptop: accessible, and no wider than the window.
pub(super) fn verify_pages(env: &Environment) -> Result<Figures> {
    let axe = match Axe::fetch(&env.toolbox) {
        Ok(axe) => Some(axe),
        Err(error) if error.is::<Missing>() => {
            env.skip(format!("accessibility of purchases: {error}"));
            None
        }
        Err(error) => return Err(error),
    };
    let program = project::release_binary()?;
    let mut views = Views { axe, count: 0, faults: Vec::new() };
    env.wait_for(async {
        let shop = Shop::start(&program, env.databases()[0], env.driver_url()).await?;
        show_all(&shop, &mut views).await
    })?;
    ensure!(views.faults.is_empty(), "{} faults:\n{}", views.faults.len(), views.faults.join("\n"));
    Ok(vec![("views".to_owned(), views.count.to_string())])
}

struct Views {
    axe: Option<Axe>,
    count: usize,
    faults: Vec<String>,
}

async fn show_all(shop: &Shop, views: &mut Views) -> Result<()> {
    let guest = shop.site.browser().await?;
    views.show(&shop.site, &guest, "prices-guest", "/pricing").await?;
    guest.close().await?;
    let person = shop.site.person("lou").await?;
    let browser = &person.browser;
    views.show(&shop.site, browser, "prices", "/pricing").await?;
    views.show(&shop.site, browser, "purchases-none", "/account/purchases").await?;
    shop.order(browser, &PACK).await?;
    shop.is_down(true);
    shop.press(browser, "later").await?;
    let order = browser.path().await?;
    views.show(&shop.site, browser, "order-confirming", &order).await?;
    shop.is_down(false);
    shop.deliver()?;
    // The page polls.
    browser.sees("Your payment is on its way").await?;
    views.show(&shop.site, browser, "order-pending", &order).await?;
    let checkout = shop.fake.objects("checkout.session").remove(0);
    shop.fake.settle(checkout["id"].as_str().unwrap_or_default(), false);
    shop.deliver()?;
    shop.until_shown(browser, &order, "Nothing was paid").await?;
    views.show(&shop.site, browser, "order-unpaid", &order).await?;
    let refunded = shop.buy(browser, &PACK).await?;
    let paid = browser.path().await?;
    views.show(&shop.site, browser, "order-paid", &paid).await?;
    shop.fake.refund(&shop.bought(&refunded, "payment_intent")?, Some(450), "succeeded");
    applied(shop, browser, &["10 of 20 left"]).await?;
    shop.buy(browser, &PRO).await?;
    let plan = browser.path().await?;
    views.show(&shop.site, browser, "order-plan", &plan).await?;
    views.show(&shop.site, browser, "purchases", "/account/purchases").await?;
    views.show(&shop.site, browser, "prices-pro", "/pricing").await?;
    person.browser.close().await?;
    Ok(())
}

impl Views {
    /// In each language and width. Leaves the page in English.
    async fn show(&mut self, site: &Site, browser: &Browser, name: &str, path: &str) -> Result<()> {
        for language in LANGUAGES.iter().rev() {
            Viewport { scheme: "light", width: WIDTHS[1] }.show(browser, HEIGHT).await?;
            browser.open("/").await?;
            browser.choose_language(language).await?;
            browser.open(path).await?;
            if let Some(axe) = &self.axe {
                axe.enter(browser).await?;
            }
            for width in WIDTHS {
                self.count += 1;
                let at = format!("{name}, {language}, {width} px");
                Viewport { scheme: "light", width }.show(browser, HEIGHT).await?;
                self.faults.extend(too_wide(browser).await?.map(|fault| format!("{at}: {fault}")));
                if self.axe.is_some() {
                    let faults = Axe::faults(browser).await?;
                    self.faults.extend(faults.into_iter().map(|fault| format!("{at}: {fault}")));
                }
                browser.picture(&format!("{name}-{}-{width}", &language[..2])).await?;
            }
        }
        if let Err(error) = browser.check_logs().await {
            self.faults.push(format!("{name} at {}: {error}", site.origin()));
        }
        Ok(())
    }
}
