//! Sales in the web app, with a payment provider in memory.

use std::sync::Arc;

use listing_domain::billing::{BillingCurrency, OrderTerms, PaidProduct, PlacedOrder, ProductPrice};
use listing_domain::ids::{AccountId, BillingAttemptId};
use listing_domain::options::Language;
use listing_domain::ports::{Clock as _, IdSource as _, OrderStore as _};
use listing_domain::quota::QuotaPolicy;
use listing_domain::usecase::billing::{Sell, SellParts};
use listing_testkit::MemoryProvider;

use crate::browser::{Browser, SAME, form};
use crate::site::{ORIGIN, Site};

impl Site {
    pub(crate) fn sell(&self) -> Sell {
        let parts = SellParts {
            provider: Arc::new(MemoryProvider::new(self.clock.clone())),
            orders: self.store.clone(),
            queue: self.store.clone(),
            entitlements: self.faults.clone(),
            people: self.faults.clone(),
            ids: self.ids.clone(),
            clock: self.clock.clone(),
        };
        let price = |product, minor| ProductPrice::new(product, minor, minor).unwrap();
        let prices = vec![price(PaidProduct::Pack, 900), price(PaidProduct::ProMonthly, 1_900)];
        Sell::new(parts, QuotaPolicy::default(), prices, ORIGIN.to_owned())
    }

    /// Places an order of a pack.
    pub(crate) async fn order(&self, account: AccountId) {
        let terms = OrderTerms {
            id: BillingAttemptId::new(self.ids.id()),
            account,
            product: PaidProduct::Pack,
            currency: BillingCurrency::Eur,
            language: Language::En,
            credits: std::num::NonZeroU32::new(20),
            ordered_at: self.clock.now(),
        };
        assert_eq!(self.store.place_order(&terms).await.unwrap(), PlacedOrder::New);
    }
}

async fn order(browser: &mut Browser, fields: &[(&str, &str)]) -> crate::browser::Answer {
    let token = browser.token().await;
    let body = form(&[&[("form", token.as_str())], fields].concat());
    let kind = [("content-type", "application/x-www-form-urlencoded")];
    browser.send("POST", "/account/purchases", &[&SAME[..], &kind].concat(), body.as_bytes()).await
}

const DRAFT: &str = "00000000-0000-4000-8000-000000000001-pack";

#[tokio::test]
async fn buyer_is_sent_to_the_payment_page_without_a_redirect() {
    let site = Site::open();
    site.person("ann", false).await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    let fields = [("draft", DRAFT), ("product", "pack"), ("currency", "EUR"), ("consent", "yes")];
    let answer = order(&mut browser, &fields).await;
    assert_eq!((answer.status, answer.header("location")), (200, None), "a redirect would break the policy");
    let refresh = answer.header("refresh").unwrap().to_owned();
    assert!(refresh.starts_with("0; url=https://"), "{refresh}");
    let again = order(&mut browser, &fields).await;
    assert_eq!(again.header("refresh"), Some(&*refresh), "a form sent twice leads to one checkout");
}

#[tokio::test]
async fn order_without_consent_or_with_a_changed_form_is_refused() {
    let site = Site::open();
    site.person("ann", false).await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    for (fields, expected) in [
        (vec![("draft", DRAFT), ("product", "pack"), ("currency", "EUR")], "Tick the box"),
        (
            vec![("draft", DRAFT), ("product", "pro_annual"), ("currency", "EUR"), ("consent", "yes")],
            "The request is incomplete",
        ),
        (
            vec![("draft", "x-pack"), ("product", "pack"), ("currency", "EUR"), ("consent", "yes")],
            "The request is incomplete",
        ),
        (
            vec![("draft", DRAFT), ("product", "pack"), ("currency", "GBP"), ("consent", "yes")],
            "The request is incomplete",
        ),
    ] {
        let answer = order(&mut browser, &fields).await;
        assert_eq!(answer.status, 400, "{fields:?}");
        assert!(answer.text().contains(expected), "{fields:?}: {}", answer.text());
    }
    let account = site.parts.people.person_by_email(&crate::site::email("ann")).await.unwrap().unwrap();
    assert_eq!(site.store.orders(account.account.id, 10).await.unwrap(), []);
}

#[tokio::test]
async fn prices_are_shown_in_the_usual_currency_of_the_language() {
    let site = Site::open();
    let mut browser = Browser::new(&site);
    for (language, price) in [("fr", "9\u{a0}€"), ("en", "$9")] {
        browser.cookies.insert("__Host-ptl-language".to_owned(), language.to_owned());
        let page = browser.get("/pricing").await;
        assert!(page.text().contains(price), "{language}: {}", page.text());
        assert!(page.text().contains("/sign-in?next=/pricing"));
    }
    assert!(browser.get("/pricing?currency=EUR").await.text().contains("€9"));
}
