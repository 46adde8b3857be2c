//! Tests deleted accounts: the ledger keeps their entries, and they get no more units.

use jiff::Timestamp;
use listing_domain::account::{Account, Plan};
use listing_domain::ids::AccountId;
use listing_domain::origin::Origin;
use listing_domain::ports::{Grant, IdSource as _, QuotaError};

use super::{FREE, Fixture, PACK, balance, moment, november, settling};

async fn delete(fixture: &Fixture, account: AccountId) {
    let deleted = fixture.stores.accounts.delete_account(account, november(21), None).await;
    assert!(deleted.is_ok_and(|is_known| is_known));
}

pub(super) async fn a_deleted_account_is_unknown(fixture: Fixture) {
    let (ann, now) = (fixture.account("ann").await, november(21));
    fixture.grant(ann, "pack", PACK, now).await;
    fixture.set_plan(ann, Plan::ProMonthly, now).await;
    assert_eq!(fixture.usage(ann, now).await.plan, Plan::ProMonthly);
    delete(&fixture, ann).await;
    let usage = fixture.stores.quota.usage(ann, FREE, now).await;
    assert!(matches!(usage, Err(QuotaError::UnknownAccount)), "{usage:?}");
    let held = fixture.try_hold(ann, now).await;
    assert!(matches!(held, Err(QuotaError::UnknownAccount)), "{held:?}");
    let grant = Grant {
        payment: "another".parse().expect("a payment id is accepted"),
        account: ann,
        units: PACK,
        at: now,
        origin: Origin::CLI,
    };
    let granted = fixture.stores.quota.grant(&grant).await;
    assert!(matches!(granted, Err(QuotaError::UnknownAccount)), "{granted:?}");
    let terms = fixture.stores.entitlements.entitlements(ann).await.expect("entitlements can be read");
    assert!(terms.iter().all(|entitlement| entitlement.term.ends.is_some()), "{terms:?}");
    assert_eq!(fixture.stores.entitlements.end_entitlement(ann, now, &Origin::CLI).await.ok(), Some(false));
}

pub(super) async fn holds_of_a_deleted_account_are_ended(fixture: Fixture) {
    let (ann, now) = (fixture.account("ann").await, november(21));
    let (settled, released) = (fixture.hold(ann, now).await, fixture.hold(ann, now).await);
    fixture.hold(ann, now).await;
    delete(&fixture, ann).await;
    let outcome = fixture.stores.quota.settle(&settling(settled.id, now)).await.expect("it can be charged");
    assert!(outcome.charged);
    fixture.release(released, now).await;
    assert_eq!(fixture.expire(november(22)).await, 1);
}

impl Fixture {
    async fn open(&self, address: &str, at: Timestamp) -> AccountId {
        let email = address.parse().expect("the test's address is valid");
        let account = Account::new(AccountId::new(self.ids.id()), email, at);
        self.stores.accounts.add_account(&account).await.expect("the address is free");
        account.id
    }

    async fn spend(&self, account: AccountId, at: Timestamp) {
        let held = self.hold(account, at).await;
        self.settle(held, at).await;
    }
}

pub(super) async fn free_units_stay_used_for_the_next_account_of_a_mailbox(fixture: Fixture) {
    let now = november(21);
    let first = fixture.open("ann@example.com", now).await;
    let back = fixture.hold(first, now).await;
    fixture.release(back, now).await;
    fixture.spend(first, now).await;
    delete(&fixture, first).await;
    let second = fixture.open("ann+again@example.com", now).await;
    assert_eq!(fixture.balance(second, now).await, balance(1, 0), "only the charged unit counts");
    fixture.spend(second, now).await;
    assert_eq!(fixture.balance(second, now).await, balance(2, 0));
    delete(&fixture, second).await;
    let third = fixture.open("ANN@example.com", now).await;
    assert_eq!(fixture.balance(third, now).await, balance(2, 0), "each used unit counts once");
    fixture.hold(third, now).await;
    fixture.assert_exhausted(third, now).await;
    delete(&fixture, third).await;
    let fourth = fixture.open("ann@example.com", now).await;
    assert_eq!(fixture.balance(fourth, now).await, balance(3, 0), "a held unit counts");
    fixture.assert_exhausted(fourth, now).await;
    let other = fixture.open("bob@example.com", now).await;
    assert_eq!(fixture.balance(other, now).await, balance(0, 0), "another mailbox has its own free units");
}

pub(super) async fn credits_come_after_free_units_that_were_used_before(fixture: Fixture) {
    let now = november(21);
    let first = fixture.open("ann@example.com", now).await;
    fixture.spend(first, now).await;
    fixture.grant(first, "first pack", PACK, now).await;
    delete(&fixture, first).await;
    let second = fixture.open("ann@example.com", now).await;
    assert_eq!(fixture.balance(second, now).await, balance(1, 0), "credits are not carried over");
    fixture.grant(second, "second pack", PACK, now).await;
    for _ in 0..3 {
        fixture.spend(second, now).await;
    }
    assert_eq!(fixture.balance(second, now).await, balance(3, PACK - 1));
    delete(&fixture, second).await;
    let third = fixture.open("ann@example.com", now).await;
    fixture.grant(third, "third pack", PACK, now).await;
    fixture.spend(third, now).await;
    assert_eq!(fixture.balance(third, now).await, balance(3, PACK - 1), "no free unit is left");
}

pub(super) async fn former_use_is_dropped_after_its_month(fixture: Fixture) {
    let (now, december) = (november(30), moment("2026-12-01T00:00:00Z"));
    let first = fixture.open("ann@example.com", now).await;
    fixture.spend(first, now).await;
    delete(&fixture, first).await;
    let second = fixture.open("ann@example.com", now).await;
    assert_eq!(fixture.balance(second, now).await, balance(1, 0));
    assert_eq!(fixture.balance(second, december).await, balance(0, 0));
    let drop_at = async |at| fixture.stores.accounts.drop_former_use(at).await.expect("it can be dropped");
    assert_eq!(drop_at(now).await, 0);
    assert_eq!(drop_at(december).await, 1);
    assert_eq!(drop_at(december).await, 0);
    delete(&fixture, second).await;
    let third = fixture.open("ann@example.com", december).await;
    assert_eq!(fixture.balance(third, december).await, balance(0, 0));
    for _ in 0..FREE {
        fixture.spend(third, december).await;
    }
    fixture.assert_exhausted(third, december).await;
}
