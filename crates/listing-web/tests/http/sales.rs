//! Sales in the web app, with a payment provider in memory.

use std::sync::Arc;

use listing_domain::billing::{
    BillingCurrency, BillingPolicy, BillingSubject, OrderState, OrderTerms, PaidOrder, PaidProduct,
    PaymentState, PlacedOrder, ProductPrice, Purchase, SubjectEnd,
};
use listing_domain::ids::{AccountId, BillingAttemptId};
use listing_domain::money::{Currency, Money};
use listing_domain::options::Language;
use listing_domain::ports::{
    BillingQueue as _, Clock as _, IdSource as _, OrderStore as _, PaymentProvider as _,
};
use listing_domain::quota::QuotaPolicy;
use listing_domain::usecase::billing::{ManageSales, Sell, SellParts};
use listing_web::Sales;

use crate::browser::{Browser, SAME, form};
use crate::site::{ORIGIN, Site};

impl Site {
    pub(crate) fn sales(&self) -> Sales {
        let manage = ManageSales {
            orders: self.faults.clone(),
            queue: self.faults.clone(),
            provider: self.payments.clone(),
            clock: self.clock.clone(),
        };
        let parts = SellParts {
            provider: self.payments.clone(),
            orders: self.faults.clone(),
            queue: self.faults.clone(),
            entitlements: self.faults.clone(),
            people: self.faults.clone(),
            ids: self.ids.clone(),
            clock: self.clock.clone(),
        };
        let price = |product, minor| ProductPrice::new(product, minor, minor).unwrap();
        let prices = vec![price(PaidProduct::Pack, 900), price(PaidProduct::ProMonthly, 1_900)];
        let use_case = Sell::new(parts, QuotaPolicy::default(), prices, ORIGIN.to_owned());
        Sales { sell: Arc::new(use_case), manage: Arc::new(manage) }
    }

    /// Places an order of a pack.
    pub(crate) async fn order(&self, account: AccountId) -> BillingAttemptId {
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
        terms.id
    }

    /// Places an order of a pack, and pays it.
    async fn paid_order(&self, account: AccountId) -> BillingAttemptId {
        let id = self.order(account).await;
        let amount = Money::from_minor(900, Currency::Eur);
        let paid = PaidOrder {
            checkout: "co_1".parse().unwrap(),
            paid_at: self.clock.now(),
            amount: Some(amount),
            payment: "pay_1".parse().ok(),
            subscription: None,
        };
        self.payments.put_payment(PaymentState {
            id: "pay_1".parse().unwrap(),
            account,
            purchase: Purchase::Checkout(paid.checkout.clone()),
            paid: amount,
            refunds: Vec::new(),
            disputes: Vec::new(),
        });
        assert!(self.store.advance_order(id, &OrderState::Paid(paid)).await.unwrap());
        id
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
async fn page_waits_for_a_payment_until_it_is_on_its_way() {
    let site = Site::open();
    site.person("ann", false).await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    let ann = site.parts.people.person_by_email(&crate::site::email("ann")).await.unwrap().unwrap();
    site.order(ann.account.id).await;
    let id = site.store.orders(ann.account.id, 1).await.unwrap().remove(0).terms.id;
    let path = format!("/account/purchases/{id}");
    for (is_waiting, state) in [(true, "running"), (false, "done")] {
        assert_eq!(browser.get(&path).await.text().contains("data-poll"), is_waiting);
        let polled = browser.send("GET", &path, &[("accept", "application/json")], b"").await;
        assert_eq!(polled.text(), format!("{{\"state\":\"{state}\"}}"));
        let pending = OrderState::Pending("cs_test_1".parse().unwrap());
        site.store.advance_order(id, &pending).await.unwrap();
    }
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

#[tokio::test]
async fn administrator_refunds_a_paid_order_once() {
    let site = Site::open();
    let (ann, _) = (site.person("ann", false).await, site.person("root", true).await);
    let order = site.paid_order(ann).await;
    let mut root = Browser::signed_in(&site, "root").await;
    let list = root.get("/admin/payments").await;
    assert!(list.text().contains("ann@example.com") && list.text().contains("€9"), "{}", list.text());
    let path = format!("/admin/payments/{order}");
    let page = root.get(&path).await;
    assert!(page.text().contains("pay_1") && page.text().contains("Refund the payment"), "{}", page.text());
    let refund = [("draft", "00000000-0000-4000-8000-0000000000e1")];
    for _ in 0..2 {
        assert_eq!(root.post(&format!("{path}/refund"), &refund).await.status, 303);
    }
    let payment = site.payments.payment(&"pay_1".parse().unwrap()).await.unwrap();
    assert_eq!(payment.refunds.len(), 1, "a form sent twice refunds once");
    assert!(payment.is_wholly_withdrawn());
    let claimed = site.store.claim_subject(site.clock.now(), site.clock.now() + BillingPolicy::LEASE).await;
    let subject = claimed.unwrap().unwrap().claim.subject;
    assert_eq!(subject, BillingSubject::Payment("pay_1".parse().unwrap()), "its state is applied");
    let other = [("draft", "00000000-0000-4000-8000-0000000000e2")];
    let again = root.post(&format!("{path}/refund"), &other).await;
    assert_eq!(again.status, 409);
    assert!(again.text().contains("Stripe refused the refund."), "{}", again.text());
}

#[tokio::test]
async fn failed_refund_says_that_nothing_was_refunded() {
    let site = Site::open();
    let (ann, _) = (site.person("ann", false).await, site.person("root", true).await);
    let (paid, unpaid) = (site.paid_order(ann).await, site.order(ann).await);
    let mut root = Browser::signed_in(&site, "root").await;
    let refund = [("draft", "00000000-0000-4000-8000-0000000000e1")];
    let mut post = async |order: BillingAttemptId| {
        let answer = root.post(&format!("/admin/payments/{order}/refund"), &refund).await;
        (answer.status, answer.text())
    };
    site.payments.fail_next(1);
    let (status, text) = post(paid).await;
    assert!(status == 409 && text.contains("Nothing was refunded. Try again later."), "{status} {text}");
    let (status, text) = post(unpaid).await;
    assert!(status == 409 && text.contains("Nothing is left to refund."), "{status} {text}");
    assert_eq!(post(BillingAttemptId::new(site.ids.id())).await.0, 404);
}

#[tokio::test]
async fn administrator_applies_a_parked_state_again() {
    let site = Site::open();
    site.person("root", true).await;
    let now = site.clock.now();
    let subject = BillingSubject::Payment("pay_7".parse().unwrap());
    site.store.queue_subject(&subject, now).await.unwrap();
    let claim = site.store.claim_subject(now, now + BillingPolicy::LEASE).await.unwrap().unwrap().claim;
    let parked = SubjectEnd::Parked("the account does not exist any more".to_owned());
    assert!(site.store.finish_subject(&claim, &parked, now).await.unwrap());
    let mut root = Browser::signed_in(&site, "root").await;
    let list = root.get("/admin/payments").await;
    assert!(list.text().contains("pay_7") && list.text().contains("the account does not exist any more"));
    for fields in [[("kind", "payment"), ("id", "")], [("kind", "invoice"), ("id", "pay_7")]] {
        assert_eq!(root.post("/admin/payments/replay", &fields).await.status, 400, "{fields:?}");
    }
    let answer = root.post("/admin/payments/replay", &[("kind", "payment"), ("id", "pay_7")]).await;
    assert_eq!((answer.status, answer.header("location")), (303, Some("/admin/payments")));
    assert_eq!(site.store.parked_subjects(9).await.unwrap(), []);
    assert!(site.store.claim_subject(now, now + BillingPolicy::LEASE).await.unwrap().is_some());
}
