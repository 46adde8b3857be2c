use jiff::Timestamp;
use listing_domain::account::Plan;
use listing_domain::entitlement::{Entitlement, Term};
use listing_domain::ids::{AccountId, KeyId};
use listing_domain::key::KeyDigest;
use listing_domain::origin::Origin;
use listing_domain::ports::{IdSource, NewKey, StoreError};

use super::{Stores, later, moment, open_account, run_cases};
use crate::SeededIds;

/// The contract of entitlement stores. An entitlement is a plan that an account has for a time.
pub async fn entitlement_store_contract(make: impl AsyncFn() -> Stores) {
    let fixture = async || Fixture { stores: make().await, ids: SeededIds::new(60) };
    run_cases!(fixture();
        new_account_has_no_entitlements,
        entitlement_is_read_back_unchanged,
        another_entitlement_ends_the_running_one,
        a_new_entitlement_replaces_a_later_one,
        an_end_preserves_earlier_entitlements,
        accounts_are_entitled_separately,
        an_invalid_entitlement_is_refused,
        keys_have_the_current_plan,
    );
}

struct Fixture {
    stores: Stores,
    ids: SeededIds,
}

/// Noon plus a number of hours.
fn hour(hours: i64) -> Timestamp {
    later(moment("2026-11-21T12:00:00Z"), hours * 3_600)
}

fn entitlement(plan: Plan, starts: i64, ends: Option<i64>) -> Entitlement {
    let source = format!("order of hour {starts}").parse().expect("the source is short enough");
    Entitlement { term: Term { plan, starts: hour(starts), ends: ends.map(hour) }, source }
}

impl Fixture {
    async fn account(&self, name: &str) -> AccountId {
        open_account(self.stores.accounts.as_ref(), &self.ids, name).await
    }

    async fn entitle(&self, account: AccountId, entitlement: &Entitlement) {
        let known = self.stores.entitlements.entitle(account, entitlement, &Origin::CLI).await;
        assert!(known.expect("an account can be entitled"), "the account is there");
    }

    async fn all(&self, account: AccountId) -> Vec<Entitlement> {
        self.stores.entitlements.entitlements(account).await.expect("entitlements can be read")
    }

    async fn key(&self, account: AccountId) -> KeyDigest {
        let key = self.ids.api_key();
        let new = NewKey::plain(KeyId::new(self.ids.id()), account, &key, hour(0));
        self.stores.accounts.add_key(&new, 10).await.expect("a first key can be added");
        new.digest
    }
}

async fn new_account_has_no_entitlements(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    assert_eq!(fixture.all(ann).await, []);
    assert_eq!(fixture.stores.entitlements.entitlements_at(hour(0)).await.ok(), Some(vec![]));
    let stranger = AccountId::new(fixture.ids.id());
    assert_eq!(fixture.all(stranger).await, []);
    let refused = fixture
        .stores
        .entitlements
        .entitle(stranger, &entitlement(Plan::ProMonthly, 0, None), &Origin::CLI)
        .await;
    assert_eq!(refused.ok(), Some(false), "an unknown account gets no plan");
    assert_eq!(
        fixture.stores.entitlements.end_entitlement(stranger, hour(0), &Origin::CLI).await.ok(),
        Some(false)
    );
}

async fn entitlement_is_read_back_unchanged(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let given = entitlement(Plan::ProAnnual, 0, Some(9));
    fixture.entitle(ann, &given).await;
    assert_eq!(fixture.all(ann).await, std::slice::from_ref(&given));
    for (at, expected) in
        [(-1, vec![]), (0, vec![(ann, given.clone())]), (8, vec![(ann, given)]), (9, vec![])]
    {
        assert_eq!(fixture.stores.entitlements.entitlements_at(hour(at)).await.ok(), Some(expected), "{at}");
    }
}

async fn another_entitlement_ends_the_running_one(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    fixture.entitle(ann, &entitlement(Plan::ProMonthly, 0, None)).await;
    fixture.entitle(ann, &entitlement(Plan::ProAnnual, 5, Some(50))).await;
    fixture.entitle(ann, &entitlement(Plan::ProAnnual, 60, None)).await;
    let expected = [
        entitlement(Plan::ProMonthly, 0, Some(5)),
        entitlement(Plan::ProAnnual, 5, Some(50)),
        entitlement(Plan::ProAnnual, 60, None),
    ];
    assert_eq!(fixture.all(ann).await, expected);
}

async fn a_new_entitlement_replaces_a_later_one(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    fixture.entitle(ann, &entitlement(Plan::ProMonthly, 0, Some(5))).await;
    fixture.entitle(ann, &entitlement(Plan::ProAnnual, 8, None)).await;
    let short = entitlement(Plan::ProMonthly, 2, Some(3));
    fixture.entitle(ann, &short).await;
    assert_eq!(fixture.all(ann).await, [entitlement(Plan::ProMonthly, 0, Some(2)), short]);
    let same_start = entitlement(Plan::ProAnnual, 2, None);
    fixture.entitle(ann, &same_start).await;
    assert_eq!(fixture.all(ann).await, [entitlement(Plan::ProMonthly, 0, Some(2)), same_start]);
}

async fn an_end_preserves_earlier_entitlements(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    for given in [entitlement(Plan::ProMonthly, 0, Some(2)), entitlement(Plan::ProAnnual, 4, None)] {
        fixture.entitle(ann, &given).await;
    }
    let ended = async |at| fixture.stores.entitlements.end_entitlement(ann, hour(at), &Origin::CLI).await;
    assert_eq!(ended(6).await.ok(), Some(true));
    let expected = [entitlement(Plan::ProMonthly, 0, Some(2)), entitlement(Plan::ProAnnual, 4, Some(6))];
    assert_eq!(fixture.all(ann).await, expected);
    assert_eq!(ended(7).await.ok(), Some(true), "ending nothing succeeds");
    assert_eq!(fixture.all(ann).await, expected);
}

async fn accounts_are_entitled_separately(fixture: Fixture) {
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    fixture.entitle(ann, &entitlement(Plan::ProMonthly, 0, None)).await;
    fixture.entitle(bob, &entitlement(Plan::ProAnnual, 1, None)).await;
    assert_eq!(
        fixture.stores.entitlements.end_entitlement(bob, hour(2), &Origin::CLI).await.ok(),
        Some(true)
    );
    assert_eq!(fixture.all(ann).await, [entitlement(Plan::ProMonthly, 0, None)]);
    assert_eq!(fixture.all(bob).await, [entitlement(Plan::ProAnnual, 1, Some(2))]);
}

async fn an_invalid_entitlement_is_refused(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let running = entitlement(Plan::ProMonthly, 0, None);
    fixture.entitle(ann, &running).await;
    for wrong in [
        entitlement(Plan::ProAnnual, 4, Some(4)),
        entitlement(Plan::ProAnnual, 4, Some(3)),
        entitlement(Plan::Free, 4, None),
    ] {
        let refused = fixture.stores.entitlements.entitle(ann, &wrong, &Origin::CLI).await;
        assert!(matches!(refused, Err(StoreError::Inconsistent(_))), "{wrong:?}: {refused:?}");
        assert_eq!(
            fixture.all(ann).await,
            std::slice::from_ref(&running),
            "a refused entitlement changes nothing"
        );
    }
}

async fn keys_have_the_current_plan(fixture: Fixture) {
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    let (anns, bobs) = (fixture.key(ann).await, fixture.key(bob).await);
    let plan = async |key: KeyDigest, at| {
        let owner = fixture.stores.accounts.key_owner(&key, at).await.expect("keys can be read");
        owner.map(|owner| owner.plan)
    };
    assert_eq!(plan(anns, hour(1)).await, Some(Plan::Free));
    fixture.entitle(ann, &entitlement(Plan::ProMonthly, 1, Some(3))).await;
    for (at, expected) in
        [(hour(1), Plan::ProMonthly), (later(hour(3), -1), Plan::ProMonthly), (hour(3), Plan::Free)]
    {
        assert_eq!(plan(anns, at).await, Some(expected), "{at}, although the key is cached");
    }
    assert_eq!(plan(bobs, hour(1)).await, Some(Plan::Free));
    assert_eq!(
        fixture.stores.entitlements.end_entitlement(ann, hour(2), &Origin::CLI).await.ok(),
        Some(true)
    );
    assert_eq!(plan(anns, hour(2)).await, Some(Plan::Free), "the end takes effect at once");
}
