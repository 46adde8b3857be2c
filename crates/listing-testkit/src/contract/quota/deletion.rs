//! Accounts that were deleted: their books stay, and nobody can use them.

use jiff::Timestamp;
use listing_domain::account::{Account, Plan};
use listing_domain::ids::AccountId;
use listing_domain::origin::Origin;
use listing_domain::ports::{Grant, IdSource as _, QuotaError};

use super::{Desk, FREE, PACK, moment, november, settling, stand};

async fn delete(desk: &Desk, account: AccountId) {
    let deleted = desk.stores.accounts.delete_account(account, november(21), None).await;
    assert!(deleted.is_ok_and(|is_known| is_known));
}

pub(super) async fn a_deleted_account_is_unknown(desk: Desk) {
    let (ann, now) = (desk.account("ann").await, november(21));
    desk.grant(ann, "pack", PACK, now).await;
    desk.set_plan(ann, Plan::ProMonthly, now).await;
    assert_eq!(desk.usage(ann, now).await.plan, Plan::ProMonthly);
    delete(&desk, ann).await;
    let usage = desk.stores.quota.usage(ann, FREE, now).await;
    assert!(matches!(usage, Err(QuotaError::UnknownAccount)), "{usage:?}");
    let held = desk.try_hold(ann, now).await;
    assert!(matches!(held, Err(QuotaError::UnknownAccount)), "{held:?}");
    let grant =
        Grant { payment: "another".to_owned(), account: ann, units: PACK, at: now, origin: Origin::CLI };
    let granted = desk.stores.quota.grant(&grant).await;
    assert!(matches!(granted, Err(QuotaError::UnknownAccount)), "{granted:?}");
    let terms = desk.stores.entitlements.entitlements(ann).await.expect("entitlements can be read");
    assert!(terms.iter().all(|entitlement| entitlement.term.ends.is_some()), "{terms:?}");
    assert_eq!(desk.stores.entitlements.end_entitlement(ann, now).await.ok(), Some(false));
}

pub(super) async fn what_a_deleted_account_holds_is_ended(desk: Desk) {
    let (ann, now) = (desk.account("ann").await, november(21));
    let (settled, released) = (desk.hold(ann, now).await, desk.hold(ann, now).await);
    desk.hold(ann, now).await;
    delete(&desk, ann).await;
    let outcome = desk.stores.quota.settle(&settling(settled.id, now)).await.expect("it can be charged");
    assert!(outcome.charged);
    desk.release(released, now).await;
    assert_eq!(desk.expire(november(22)).await, 1);
}

impl Desk {
    /// Opens an account for an address at a moment.
    async fn open(&self, address: &str, at: Timestamp) -> AccountId {
        let email = address.parse().expect("it is an address");
        let account = Account::new(AccountId::new(self.ids.id()), email, at);
        self.stores.accounts.add_account(&account).await.expect("the address is free");
        account.id
    }

    async fn spend(&self, account: AccountId, at: Timestamp) {
        let held = self.hold(account, at).await;
        self.settle(held, at).await;
    }
}

pub(super) async fn free_units_stay_used_for_the_next_account_of_a_mailbox(desk: Desk) {
    let now = november(21);
    let first = desk.open("ann@example.com", now).await;
    let back = desk.hold(first, now).await;
    desk.release(back, now).await;
    desk.spend(first, now).await;
    delete(&desk, first).await;
    let second = desk.open("ann+again@example.com", now).await;
    assert_eq!(desk.stand(second, now).await, stand(1, 0), "what went back was not used");
    desk.spend(second, now).await;
    assert_eq!(desk.stand(second, now).await, stand(2, 0));
    delete(&desk, second).await;
    let third = desk.open("ANN@example.com", now).await;
    assert_eq!(desk.stand(third, now).await, stand(2, 0), "each unit counts once");
    desk.hold(third, now).await;
    desk.assert_exhausted(third, now).await;
    delete(&desk, third).await;
    let fourth = desk.open("ann@example.com", now).await;
    assert_eq!(desk.stand(fourth, now).await, stand(3, 0), "what is held may still be charged");
    desk.assert_exhausted(fourth, now).await;
    let other = desk.open("bob@example.com", now).await;
    assert_eq!(desk.stand(other, now).await, stand(0, 0), "another mailbox has its own");
}

pub(super) async fn credits_come_after_free_units_that_were_used_before(desk: Desk) {
    let now = november(21);
    let first = desk.open("ann@example.com", now).await;
    desk.spend(first, now).await;
    desk.grant(first, "first pack", PACK, now).await;
    delete(&desk, first).await;
    let second = desk.open("ann@example.com", now).await;
    assert_eq!(desk.stand(second, now).await, stand(1, 0), "credits are not carried over");
    desk.grant(second, "second pack", PACK, now).await;
    for _ in 0..3 {
        desk.spend(second, now).await;
    }
    assert_eq!(desk.stand(second, now).await, stand(3, PACK - 1));
    delete(&desk, second).await;
    let third = desk.open("ann@example.com", now).await;
    desk.grant(third, "third pack", PACK, now).await;
    desk.spend(third, now).await;
    assert_eq!(desk.stand(third, now).await, stand(3, PACK - 1), "none of the free units is left");
}

pub(super) async fn former_use_ends_with_its_month(desk: Desk) {
    let (now, december) = (november(30), moment("2026-12-01T00:00:00Z"));
    let first = desk.open("ann@example.com", now).await;
    desk.spend(first, now).await;
    delete(&desk, first).await;
    let second = desk.open("ann@example.com", now).await;
    assert_eq!(desk.stand(second, now).await, stand(1, 0));
    assert_eq!(desk.stand(second, december).await, stand(0, 0));
    let drop_at = async |at| desk.stores.accounts.drop_former_use(at).await.expect("it can be dropped");
    assert_eq!(drop_at(now).await, 0);
    assert_eq!(drop_at(december).await, 1);
    assert_eq!(drop_at(december).await, 0);
    delete(&desk, second).await;
    let third = desk.open("ann@example.com", december).await;
    assert_eq!(desk.stand(third, december).await, stand(0, 0));
    for _ in 0..FREE {
        desk.spend(third, december).await;
    }
    desk.assert_exhausted(third, december).await;
}
