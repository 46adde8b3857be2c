//! Breaks each invariant that the doctor checks, on both engines, and expects its name. I6 and I7 are
//! missing because only callers can see them, and I11 because it follows from I1, I8 and I12.

use listing_domain::account::Plan;
use listing_domain::idempotency::{Fingerprint, IdempotentRequest};
use listing_domain::origin::Origin;
use listing_domain::ports::{Grant, HoldRequest, IdSource as _, QuotaLedger as _, SettleRequest};
use listing_testkit::new_generation;

use crate::place::Place;
use crate::support::{at, now, settling};

/// Removes the ledger's guards.
const UNGUARDED_FILE: &str = "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF;
    DROP TRIGGER ledger_keeps_its_rows; DROP TRIGGER ledger_keeps_its_values;";
/// The same on PostgreSQL: no trigger fires, and no constraint is checked.
const UNGUARDED_SERVER: &str = "SET session_replication_role = replica;
    DO $$ DECLARE it record; BEGIN
        FOR it IN SELECT conrelid::regclass AS place, conname FROM pg_constraint
            WHERE contype = 'c' AND connamespace = 'public'::regnamespace
        LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', it.place, it.conname); END LOOP;
    END $$;";

/// Makes accounts with a history: free units, credits, keys, all ends, two months.
async fn live(place: &Place) {
    let account = place.account(Plan::Free).await;
    let payment = Grant { payment: "order".to_owned(), account, units: 20, at: now(), origin: Origin::CLI };
    place.store.grant(&payment).await.unwrap();
    for month in [now(), at("2026-12-02T00:00:00Z")] {
        let mut held = Vec::new();
        for _ in 0..6 {
            held.push(place.store.hold(&place.request_at(account, month)).await.unwrap());
        }
        for held in &held[..5] {
            place.store.settle(&settling(held.id, month)).await.unwrap();
        }
        place.store.release(held[5].id, month, &Origin::CLI).await.unwrap();
    }
    let subscribed = place.account(Plan::ProAnnual).await;
    let held = place.store.hold(&place.request(subscribed)).await.unwrap();
    place.store.settle(&settling(held.id, now())).await.unwrap();
    place.store.hold(&place.request(subscribed)).await.unwrap();
    for (key, is_settled) in [("answered", true), ("running", false)] {
        let fingerprint = Fingerprint::new([1; 32]);
        let idempotency = Some(IdempotentRequest { key: key.parse().unwrap(), fingerprint });
        let request = HoldRequest { idempotency, ..place.request(subscribed) };
        let held = place.store.hold(&request).await.unwrap();
        if is_settled {
            let generation = Some(new_generation(&place.ids, "listings"));
            let settle = SettleRequest { generation, ..settling(held.id, now()) };
            place.store.settle(&settle).await.unwrap();
        }
    }
}

/// Breaks sound databases with statements, and compares the names of the broken invariants.
async fn check(statements: &str, broken: &[&str]) {
    for place in Place::each() {
        live(&place).await;
        place.assert_sound().await;
        let unguarded = if place.is_on_server() { UNGUARDED_SERVER } else { UNGUARDED_FILE };
        place.tamper(&format!("{unguarded} {statements}")).unwrap();
        let sentences = place.store.violations(now()).await.unwrap();
        let mut named: Vec<&str> =
            sentences.iter().map(|sentence| sentence.split_once(": ").unwrap().0).collect();
        named.dedup();
        assert_eq!(named, broken, "{statements}\n{sentences:#?}");
    }
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

#[tokio::test]
async fn keys_of_reservations_that_are_another_accounts() {
    let others = "(SELECT MIN(id) FROM account WHERE id <> idempotency.account)";
    check(&format!("UPDATE idempotency SET account = {others}"), &["I3, I5"]).await;
}

#[tokio::test]
async fn units_that_are_held_although_their_time_is_over() {
    check("UPDATE reservation SET expires_at = 0 WHERE state = 'reserved'", &["I10"]).await;
}

#[tokio::test]
async fn buckets_that_the_ledger_does_not_add_up_to() {
    check("UPDATE bucket SET granted = 4 WHERE period = '2026-11'", &["I12"]).await;
    check("DELETE FROM ledger WHERE entry = 'allot' AND period = '2026-12'", &["I9", "I12"]).await;
}

#[tokio::test]
async fn leftovers_of_the_person_of_a_deleted_account() {
    for place in Place::each() {
        let account = place.account(Plan::Free).await;
        let id = place.ids.id();
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
        ] {
            let digest =
                if place.is_on_server() { "decode(repeat('00', 32), 'hex')" } else { "zeroblob(32)" };
            let row = row.replace("'A'", &format!("'{account}'")).replace("'I'", &format!("'{id}'"));
            let row = row.replace(", D,", &format!(", {digest},"));
            place.tamper("UPDATE account SET deleted_at = NULL, email = 'a@example.com'").unwrap();
            place.tamper(&format!("INSERT INTO {row}")).unwrap();
            place.assert_sound().await;
            place.tamper("UPDATE account SET deleted_at = 1, email = NULL").unwrap();
            let sentences = place.store.violations(now()).await.unwrap();
            assert_eq!(sentences, [format!("account {account} was deleted, but its {left} is still there")]);
            let (table, _) = row.split_once(' ').unwrap();
            place.tamper(&format!("DELETE FROM {table}")).unwrap();
        }
    }
}

#[tokio::test]
async fn words_that_are_not_those_of_the_comparables() {
    let place = Place::on_file();
    crate::copy::keep_comparables(&place.store).await;
    place.assert_sound().await;
    place
        .tamper("DROP TRIGGER comparable_changed; UPDATE comparable SET words = 'jeans/other' WHERE id = 7")
        .unwrap();
    let sentences = place.store.violations(now()).await.unwrap();
    assert_eq!(sentences, ["the words by which comparables are found are not those of their titles"]);
}
