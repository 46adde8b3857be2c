use jiff::SignedDuration;
use listing_domain::Language;
use listing_domain::billing::{BillingSubject, PaidProduct};
use listing_domain::ports::{BillingQueue as _, Outbox as _};
use listing_domain::usecase::DeleteAccount;
use listing_domain::usecase::billing::ApplyBilling;

use crate::store::Store;
use crate::support::{at, attempt};

const DAY: u64 = 24;

impl Store {
    /// Sends all waiting messages, and returns their codes and links.
    async fn sent(&self) -> Vec<(&'static str, String)> {
        let mut sent = Vec::new();
        while let Some(waiting) =
            self.memory.next_due(self.now(), self.now() + SignedDuration::from_mins(1)).await.unwrap()
        {
            assert_eq!(waiting.mail.to.as_str(), "buyer7@example.com");
            let link = waiting.mail.about.link().map(|link| link.reveal().to_owned()).unwrap();
            sent.push((waiting.mail.about.code(), link));
            self.memory.remove(waiting.id).await.unwrap();
        }
        sent
    }

    async fn sent_codes(&self) -> Vec<&'static str> {
        self.sent().await.into_iter().map(|(code, _)| code).collect()
    }
}

#[tokio::test]
async fn a_paid_order_has_one_receipt_in_the_language_of_the_order() {
    let store = Store::open().await;
    let checkout = store.bought(PaidProduct::Pack, 1).await;
    let waiting = store.memory.waiting(store.now(), 9).await.unwrap();
    assert_eq!(waiting.iter().map(|waiting| waiting.mail.language).collect::<Vec<_>>(), [Language::Fr]);
    let link = format!("https://listing.example/account/purchases/{}", attempt(1));
    assert_eq!(store.sent().await, [("receipt", link)]);
    for days in [0, 1, 40, 100] {
        store.pass(days * DAY);
        store.memory.drop_expired(store.now()).await.unwrap();
        store.queue(&BillingSubject::Checkout(checkout.clone())).await;
        store.apply_all().await;
        assert_eq!(store.sent_codes().await, [""; 0], "{days} days later");
    }
}

#[tokio::test]
async fn receipt_is_sent_after_a_process_died_before_it() {
    let store = Store::open().await;
    let checkout = store.order(PaidProduct::Pack, 1).await;
    store.shop.fake.pay(checkout.as_str());
    store.queue(&BillingSubject::Checkout(checkout.clone())).await;
    let silent = ApplyBilling { notify: None, ..store.apply.clone() };
    silent.run().await.unwrap();
    assert_eq!((store.credits().await, store.sent_codes().await), (20, vec![]));
    store.queue(&BillingSubject::Checkout(checkout)).await;
    store.apply_all().await;
    assert_eq!(store.sent_codes().await, ["receipt"]);
}

#[tokio::test]
async fn unpaid_order_has_no_receipt() {
    let store = Store::open().await;
    let checkout = store.order(PaidProduct::Pack, 1).await;
    store.shop.fake.pay_later(checkout.as_str());
    store.deliver_all().await;
    store.shop.fake.settle(checkout.as_str(), false);
    store.deliver_all().await;
    assert_eq!(store.sent_codes().await, [""; 0]);
}

#[tokio::test]
async fn each_unpaid_period_has_one_warning() {
    let store = Store::open().await;
    let id = store.subscribed(PaidProduct::ProMonthly, 1).await;
    assert_eq!(store.sent_codes().await, ["receipt"]);
    for month in ["2026-12-21T12:00:00Z", "2027-01-21T12:00:00Z"] {
        store.shop.clock.set(at(month));
        store.shop.fake.fail_renewal(id.as_str());
        store.deliver_all().await;
        let purchases = "https://listing.example/account/purchases".to_owned();
        assert_eq!(store.sent().await, [("payment_failed", purchases)], "{month}");
        store.pass(3 * DAY);
        store.queue(&BillingSubject::Subscription(id.clone())).await;
        store.apply_all().await;
        assert_eq!(store.sent_codes().await, [""; 0], "the provider's next try failed too");
        store.shop.fake.pay_invoice(id.as_str());
        store.deliver_all().await;
        assert_eq!(store.sent_codes().await, [""; 0]);
    }
}

#[tokio::test]
async fn next_comparison_announces_the_end_of_an_unpaid_plan() {
    let store = Store::open().await;
    let id = store.subscribed(PaidProduct::ProMonthly, 1).await;
    assert_eq!(store.sent_codes().await, ["receipt"]);
    store.shop.clock.set(at("2026-12-21T12:00:00Z"));
    store.shop.fake.fail_renewal(id.as_str());
    store.deliver_all().await;
    assert_eq!(store.sent_codes().await, ["payment_failed"]);
    for (days, codes) in [(6, vec![]), (2, vec!["plan_ended"]), (1, vec![]), (30, vec![])] {
        store.pass(days * DAY);
        store.reconcile.run().await.unwrap();
        store.apply_all().await;
        assert_eq!(store.sent_codes().await, codes, "at {}", store.now());
    }
    store.shop.fake.end(id.as_str());
    store.deliver_all().await;
    assert_eq!(store.sent_codes().await, [""; 0], "its end was announced already");
}

#[tokio::test]
async fn end_of_a_canceled_or_refunded_plan_is_announced_once() {
    for is_refunded in [false, true] {
        let store = Store::open().await;
        let id = store.subscribed(PaidProduct::ProMonthly, 1).await;
        let fake = &store.shop.fake;
        assert_eq!(store.sent_codes().await, ["receipt"]);
        if is_refunded {
            fake.refund(&fake.latest_payment(id.as_str()), None, "succeeded");
        } else {
            fake.cancel_at_end(id.as_str(), true);
            store.deliver_all().await;
            assert_eq!(store.sent_codes().await, [""; 0], "it runs to the end of the period");
            store.shop.clock.set(at("2026-12-21T12:00:00Z"));
            fake.end(id.as_str());
        }
        store.deliver_all().await;
        let prices = "https://listing.example/pricing".to_owned();
        assert_eq!(store.sent().await, [("plan_ended", prices)], "refunded: {is_refunded}");
        fake.end(id.as_str());
        store.deliver_all().await;
        assert_eq!(store.sent_codes().await, [""; 0]);
    }
}

#[tokio::test]
async fn pause_of_a_plan_sends_nothing() {
    let store = Store::open().await;
    let id = store.subscribed(PaidProduct::ProMonthly, 1).await;
    store.sent_codes().await;
    for is_paused in [true, false] {
        store.pass(1);
        store.shop.fake.pause(id.as_str(), is_paused);
        store.deliver_all().await;
        assert_eq!(store.sent_codes().await, [""; 0]);
    }
}

#[tokio::test]
async fn deleted_account_gets_no_mail() {
    let store = Store::open().await;
    let id = store.subscribed(PaidProduct::ProMonthly, 1).await;
    let delete = DeleteAccount::new(store.memory.clone(), store.shop.clock.clone());
    delete.run(store.ann).await.unwrap();
    store.shop.fake.end(id.as_str());
    store.deliver_all().await;
    store.memory.queue_subject(&BillingSubject::Subscription(id), store.now()).await.unwrap();
    store.apply_all().await;
    assert_eq!(store.sent_codes().await, [""; 0]);
}
