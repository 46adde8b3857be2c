//! Each invariant is broken on purpose, and named.

use listing_domain::account::Plan;
use listing_domain::idempotency::{Fingerprint, IdempotentRequest};
use listing_domain::ports::{HoldRequest, QuotaLedger as _, SettleRequest};
use listing_testkit::new_generation;

use crate::support::{Fixture, at, now, settling};

/// What guards the ledger, taken away.
const UNGUARDED: &str = "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF;
    DROP TRIGGER ledger_keeps_its_rows; DROP TRIGGER ledger_keeps_its_values;";

/// An account with a past: free units, credits, all ends, two months.
async fn lived() -> Fixture {
    let fixture = Fixture::new();
    let account = fixture.account("ann@example.com", Plan::Free).await;
    fixture.credits(account, 20).await;
    for month in [now(), at("2026-12-02T00:00:00Z")] {
        let mut held = Vec::new();
        for _ in 0..6 {
            held.push(fixture.hold(account, month).await.unwrap());
        }
        for held in &held[..5] {
            fixture.store.settle(&settling(held.id, month)).await.unwrap();
        }
        fixture.store.release(held[5].id, month).await.unwrap();
    }
    let subscribed = fixture.account("pro@example.com", Plan::ProAnnual).await;
    let held = fixture.hold(subscribed, now()).await.unwrap();
    fixture.store.settle(&settling(held.id, now())).await.unwrap();
    fixture.hold(subscribed, now()).await.unwrap();
    for (key, is_settled) in [("answered", true), ("running", false)] {
        let fingerprint = Fingerprint::new([1; 32]);
        let idempotency = Some(IdempotentRequest { key: key.parse().unwrap(), fingerprint });
        let request = HoldRequest { idempotency, ..fixture.request(subscribed, now()) };
        let held = fixture.store.hold(&request).await.unwrap();
        if is_settled {
            let generation = Some(new_generation(&fixture.ids, "listings"));
            let settle = SettleRequest { generation, ..settling(held.id, now()) };
            fixture.store.settle(&settle).await.unwrap();
        }
    }
    fixture
}

/// Breaks a sound database with statements and compares the invariants that
/// are named as broken.
async fn check(statements: &str, broken: &[&str]) {
    let fixture = lived().await;
    fixture.assert_sound().await;
    fixture.tamper(&format!("{UNGUARDED} {statements}")).unwrap();
    let sentences = fixture.store.violations(now()).await.unwrap();
    let mut named: Vec<&str> =
        sentences.iter().map(|sentence| sentence.split_once(": ").unwrap().0).collect();
    named.dedup();
    assert_eq!(named, broken, "{statements}\n{sentences:#?}");
}

#[tokio::test]
async fn buckets_out_of_bounds() {
    check("UPDATE bucket SET granted = 2 WHERE period = '2026-11'", &["I1", "I12"]).await;
    check("UPDATE bucket SET pending = -1 WHERE kind = 'credit'", &["I1", "I2", "I12"]).await;
}

#[tokio::test]
async fn buckets_that_disagree_with_their_reservations() {
    check("UPDATE bucket SET spent = spent - 1 WHERE period = '2026-12'", &["I2", "I12"]).await;
    check("DELETE FROM bucket WHERE period = '2026-11'", &["I2", "I12"]).await;
}

#[tokio::test]
async fn reservations_that_disagree_with_the_ledger() {
    check("UPDATE reservation SET state = 'settled' WHERE state = 'reserved'", &["I3, I5", "I4"]).await;
    check("UPDATE reservation SET state = 'expired' WHERE state = 'released'", &["I4"]).await;
    check("DELETE FROM ledger WHERE kind = 'pro' AND phase = 2", &["I4"]).await;
}

#[tokio::test]
async fn keys_and_generations_that_disagree_with_charges() {
    check("UPDATE idempotency SET generation = 'none' WHERE key = 'answered'", &["I3, I5"]).await;
    check("DELETE FROM generation", &["I3, I5"]).await;
    check(
        "UPDATE generation SET account = (SELECT id FROM account WHERE email = 'ann@example.com')",
        &["I3, I5"],
    )
    .await;
    let other = "(SELECT id FROM reservation WHERE state = 'released' LIMIT 1)";
    check(&format!("UPDATE generation SET reservation = {other}"), &["I3, I5"]).await;
    let running = "state = 'forgotten', answered_at = 1";
    check(&format!("UPDATE idempotency SET {running} WHERE key = 'running'"), &["I3, I5"]).await;
}

#[tokio::test]
async fn credits_without_a_payment_and_payments_without_credits() {
    check("DELETE FROM credit_grant", &["I8"]).await;
    check("UPDATE credit_grant SET units = 40", &["I8"]).await;
    check(
        "INSERT INTO credit_grant SELECT 'other', account, 5, 0 FROM credit_grant;
         UPDATE bucket SET granted = 25 WHERE kind = 'credit'",
        &["I8", "I12"],
    )
    .await;
}

#[tokio::test]
async fn months_that_overspend_or_go_back() {
    check("UPDATE ledger SET amount = 2 WHERE entry = 'allot' AND period = '2026-11'", &["I9", "I12"]).await;
    check(
        "INSERT INTO ledger (entry, account, kind, period, amount, at)
         SELECT 'allot', account, kind, '2026-11', 0, 0 FROM ledger WHERE period = '2026-12' LIMIT 1",
        &["I9"],
    )
    .await;
}

#[tokio::test]
async fn two_plans_at_once() {
    check(
        "INSERT INTO entitlement (account, plan, starts, ends, source)
         SELECT account, plan, starts + 1, starts + 2, source FROM entitlement",
        &["I14"],
    )
    .await;
}

#[tokio::test]
async fn a_credit_taken_while_free_units_were_left() {
    check(
        "UPDATE ledger SET amount = 4 WHERE entry = 'allot' AND period = '2026-11';
         UPDATE bucket SET granted = 4 WHERE period = '2026-11'",
        &["I13"],
    )
    .await;
    check("DELETE FROM ledger WHERE entry = 'allot'", &["I9", "I12", "I13"]).await;
}
