//! Accounts that were deleted: their books stay, and nobody can use them.

use listing_domain::account::Plan;
use listing_domain::ids::AccountId;
use listing_domain::origin::Origin;
use listing_domain::ports::{Grant, QuotaError};

use super::{Desk, FREE, PACK, november, settling};

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
