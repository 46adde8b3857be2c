//! Breaks each invariant that the doctor (the check of the ledger) tests, and expects its name. I6 and I7 are
//! missing, because only callers can see them, and I11, because it follows from I1, I8 and I12.

use std::num::NonZeroU32;

use listing_domain::account::Plan;
use listing_domain::billing::{BillingCurrency, OrderState, OrderTerms, PaidOrder, PaidProduct};
use listing_domain::idempotency::{Fingerprint, IdempotentRequest};
use listing_domain::ids::{AccountId, BillingAttemptId};
use listing_domain::options::Language;
use listing_domain::origin::Origin;
use listing_domain::ports::{
    Grant, HoldRequest, IdSource as _, OrderStore as _, QuotaLedger as _, SettleRequest,
};
use listing_testkit::{new_generation, refunding};

use crate::fixture::Fixture;
use crate::support::{at, now, settling};

const UNGUARDED_FILE: &str = "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF;
    DROP TRIGGER ledger_keeps_its_rows; DROP TRIGGER ledger_keeps_its_values;";
const UNGUARDED_SERVER: &str = "SET session_replication_role = replica;
    DO $$ DECLARE it record; BEGIN
        FOR it IN SELECT conrelid::regclass AS place, conname FROM pg_constraint
            WHERE contype = 'c' AND connamespace = 'public'::regnamespace
        LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', it.place, it.conname); END LOOP;
    END $$;";

/// A history: free units, credits, a refund, a debt, idempotency keys, every end of a hold, and two months.
async fn live(fixture: &Fixture) {
    let account = fixture.account(Plan::Free).await;
    let payment =
        Grant { payment: "order".parse().unwrap(), account, units: 20, at: now(), origin: Origin::CLI };
    fixture.store.grant(&payment).await.unwrap();
    for month in [now(), at("2026-12-02T00:00:00Z")] {
        let mut held = Vec::new();
        for _ in 0..6 {
            held.push(fixture.store.hold(&fixture.request_at(account, month)).await.unwrap());
        }
        for held in &held[..5] {
            fixture.store.settle(&settling(held.id, month)).await.unwrap();
        }
        fixture.store.release(held[5].id, month, &Origin::CLI).await.unwrap();
    }
    // Of 20 credits, 4 are spent. Another payment pays one of them back.
    fixture.store.refund(&refunding("order".parse().unwrap(), account, now())).await.unwrap();
    let small = Grant { payment: "small".parse().unwrap(), units: 1, ..payment };
    fixture.store.grant(&small).await.unwrap();
    order(fixture, fixture.account(Plan::Free).await).await;
    let subscribed = fixture.account(Plan::ProAnnual).await;
    let held = fixture.store.hold(&fixture.request(subscribed)).await.unwrap();
    fixture.store.settle(&settling(held.id, now())).await.unwrap();
    fixture.store.hold(&fixture.request(subscribed)).await.unwrap();
    for (key, is_settled) in [("answered", true), ("running", false)] {
        let fingerprint = Fingerprint::new([1; 32]);
        let idempotency = Some(IdempotentRequest { key: key.parse().unwrap(), fingerprint });
        let request = HoldRequest { idempotency, ..fixture.request(subscribed) };
        let held = fixture.store.hold(&request).await.unwrap();
        if is_settled {
            let generation = Some(new_generation(&fixture.ids, "listings"));
            let settle = SettleRequest { generation, ..settling(held.id, now()) };
            fixture.store.settle(&settle).await.unwrap();
        }
    }
}

/// Places an order of credits, grants them, and advances it to paid.
async fn order(fixture: &Fixture, account: AccountId) {
    let terms = OrderTerms {
        id: BillingAttemptId::new(fixture.ids.id()),
        account,
        product: PaidProduct::Pack,
        currency: BillingCurrency::Eur,
        language: Language::En,
        credits: NonZeroU32::new(20),
        ordered_at: now(),
    };
    fixture.store.place_order(&terms).await.unwrap();
    let payment = "checkout:co_1".parse().unwrap();
    let grant = Grant { payment, account, units: 20, at: now(), origin: Origin::PAYMENTS };
    fixture.store.grant(&grant).await.unwrap();
    let paid = PaidOrder {
        checkout: "co_1".parse().unwrap(),
        paid_at: now(),
        amount: None,
        payment: None,
        subscription: None,
    };
    assert!(fixture.store.advance_order(terms.id, &OrderState::Paid(paid)).await.unwrap());
}

/// Breaks intact databases, and compares the names of the broken invariants.
async fn check(statements: &str, broken: &[&str]) {
    for fixture in Fixture::each() {
        live(&fixture).await;
        fixture.assert_sound().await;
        let unguarded = if fixture.is_on_server() { UNGUARDED_SERVER } else { UNGUARDED_FILE };
        fixture.tamper(&format!("{unguarded} {statements}")).unwrap();
        let sentences = fixture.store.violations(now()).await.unwrap();
        let mut named: Vec<&str> =
            sentences.iter().map(|sentence| sentence.split_once(": ").unwrap().0).collect();
        named.dedup();
        assert_eq!(named, broken, "{statements}\n{sentences:#?}");
    }
}

#[tokio::test]
async fn buckets_out_of_bounds_are_reported() {
    check("UPDATE bucket SET granted = 2 WHERE period = '2026-11'", &["I1", "I12"]).await;
    check("UPDATE bucket SET pending = -1 WHERE kind = 'credit'", &["I1", "I2", "I12"]).await;
}

#[tokio::test]
async fn buckets_that_disagree_with_their_reservations_are_reported() {
    check("UPDATE bucket SET spent = spent - 1 WHERE period = '2026-12'", &["I2", "I12"]).await;
    check("DELETE FROM bucket WHERE period = '2026-11'", &["I2", "I12"]).await;
}

#[tokio::test]
async fn reservations_that_disagree_with_the_ledger_are_reported() {
    check("UPDATE reservation SET state = 'settled' WHERE state = 'reserved'", &["I3, I5", "I4"]).await;
    check("UPDATE reservation SET state = 'expired' WHERE state = 'released'", &["I4"]).await;
    check("DELETE FROM ledger WHERE kind = 'pro' AND phase = 2", &["I4"]).await;
}

#[tokio::test]
async fn keys_and_generations_that_disagree_with_charges_are_reported() {
    check("UPDATE idempotency SET generation = 'none' WHERE key = 'answered'", &["I3, I5"]).await;
    check("DELETE FROM generation", &["I3, I5"]).await;
    check(
        "UPDATE generation SET account = (SELECT MIN(id) FROM account WHERE id <> generation.account)",
        &["I3, I5"],
    )
    .await;
    let other = "(SELECT id FROM reservation WHERE state = 'released' LIMIT 1)";
    check(&format!("UPDATE generation SET reservation = {other}"), &["I3, I5"]).await;
    let running = "state = 'forgotten', answered_at = 1";
    check(&format!("UPDATE idempotency SET {running} WHERE key = 'running'"), &["I3, I5"]).await;
}

#[tokio::test]
async fn credits_without_payment_and_payments_without_credits_are_reported() {
    check("DELETE FROM credit_grant", &["I8", "I16"]).await;
    check("UPDATE credit_grant SET units = 40", &["I8", "I16"]).await;
    check(
        "INSERT INTO credit_grant SELECT 'other', account, 5, 0 FROM credit_grant LIMIT 1;
         UPDATE bucket SET granted = granted + 5 WHERE kind = 'credit'",
        &["I8", "I12"],
    )
    .await;
}

#[tokio::test]
async fn refunds_and_debts_that_disagree_with_the_ledger_are_reported() {
    check("UPDATE refund SET taken_back = taken_back + 1", &["I8"]).await;
    check("UPDATE refund SET reversed_at = 0", &["I8"]).await;
    check("UPDATE refund SET reversed_at = 0, given_back = 1", &["I8"]).await;
    check("UPDATE refund SET units = 1", &["I8"]).await;
    check("DELETE FROM refund", &["I8", "I15"]).await;
    check("UPDATE refund SET owed = 21", &["I8", "I15"]).await;
    check("DELETE FROM debt", &["I15"]).await;
    check("UPDATE debt SET units = units + 1", &["I15"]).await;
}

#[tokio::test]
async fn paid_orders_without_their_grant_are_reported() {
    check("UPDATE billing_order SET checkout = 'co_2'", &["I16"]).await;
    check("UPDATE billing_order SET credits = 21", &["I16"]).await;
    check(
        "UPDATE billing_order SET account = (SELECT MIN(id) FROM account WHERE id <> billing_order.account)",
        &["I16"],
    )
    .await;
}

#[tokio::test]
async fn months_that_overspend_or_go_back_are_reported() {
    check("UPDATE ledger SET amount = 2 WHERE entry = 'allot' AND period = '2026-11'", &["I9", "I12"]).await;
    check(
        "INSERT INTO ledger (entry, account, kind, period, amount, at)
         SELECT 'allot', account, kind, '2026-11', 0, 0 FROM ledger WHERE period = '2026-12' LIMIT 1",
        &["I9"],
    )
    .await;
}

#[tokio::test]
async fn two_plans_at_once_are_reported() {
    check(
        "INSERT INTO entitlement (account, plan, starts, ends, source)
         SELECT account, plan, starts + 1, starts + 2, source FROM entitlement",
        &["I14"],
    )
    .await;
}

#[tokio::test]
async fn credit_taken_while_free_units_were_left_is_reported() {
    check(
        "UPDATE ledger SET amount = 4 WHERE entry = 'allot' AND period = '2026-11';
         UPDATE bucket SET granted = 4 WHERE period = '2026-11'",
        &["I13"],
    )
    .await;
    check("DELETE FROM ledger WHERE entry = 'allot'", &["I9", "I12", "I13"]).await;
}

#[tokio::test]
async fn keys_with_a_reservation_of_another_account_are_reported() {
    let others = "(SELECT MIN(id) FROM account WHERE id <> idempotency.account)";
    check(&format!("UPDATE idempotency SET account = {others}"), &["I3, I5"]).await;
}

#[tokio::test]
async fn units_held_after_their_expiry_are_reported() {
    check("UPDATE reservation SET expires_at = 0 WHERE state = 'reserved'", &["I10"]).await;
}

#[tokio::test]
async fn buckets_that_differ_from_the_ledger_are_reported() {
    check("UPDATE bucket SET granted = 4 WHERE period = '2026-11'", &["I12"]).await;
    check("DELETE FROM ledger WHERE entry = 'allot' AND period = '2026-12'", &["I9", "I12"]).await;
}

#[tokio::test]
async fn personal_data_of_a_deleted_account_is_reported() {
    for fixture in Fixture::each() {
        let account = fixture.account(Plan::Free).await;
        let id = fixture.ids.id();
        for (row, left) in [
            ("person (account) VALUES ('A')", "person"),
            ("external_identity VALUES ('i', 's', 'A', 1)", "identity at a provider"),
            (
                "session (id, digest, account, created_at, seen_at, browser) VALUES ('I', D, 'A', 0, 0, '')",
                "session",
            ),
            (
                "link (id, digest, purpose, account, created_at, expires_at) VALUES ('I', D, 'sign_in', 'A', 0, 0)",
                "link",
            ),
            ("billing_customer VALUES ('A', 'cus_1')", "customer at the payment provider"),
        ] {
            let digest =
                if fixture.is_on_server() { "decode(repeat('00', 32), 'hex')" } else { "zeroblob(32)" };
            let row = row.replace("'A'", &format!("'{account}'")).replace("'I'", &format!("'{id}'"));
            let row = row.replace(", D,", &format!(", {digest},"));
            fixture.tamper("UPDATE account SET deleted_at = NULL, email = 'a@example.com'").unwrap();
            fixture.tamper(&format!("INSERT INTO {row}")).unwrap();
            fixture.assert_sound().await;
            fixture.tamper("UPDATE account SET deleted_at = 1, email = NULL").unwrap();
            let sentences = fixture.store.violations(now()).await.unwrap();
            assert_eq!(sentences, [format!("account {account} was deleted, but its {left} is still there")]);
            let (table, _) = row.split_once(' ').unwrap();
            fixture.tamper(&format!("DELETE FROM {table}")).unwrap();
        }
    }
}

#[tokio::test]
async fn stale_full_text_index_is_reported() {
    let fixture = Fixture::on_file();
    crate::copy::keep_comparables(&fixture.store).await;
    fixture.assert_sound().await;
    fixture
        .tamper("DROP TRIGGER comparable_changed; UPDATE comparable SET words = 'jeans/other' WHERE id = 7")
        .unwrap();
    let sentences = fixture.store.violations(now()).await.unwrap();
    assert_eq!(sentences, ["the full-text index does not match the titles of the comparables"]);
}
