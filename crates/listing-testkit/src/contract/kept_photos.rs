use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use listing_domain::account::Plan;
use listing_domain::batch::StoredPhoto;
use listing_domain::generation::NewGeneration;
use listing_domain::idempotency::{Fingerprint, IdempotentRequest};
use listing_domain::ids::{AccountId, GenerationId, ReservationId};
use listing_domain::kept_photos::{KeptPhotoSummary, PhotoRetention, PhotosToKeep};
use listing_domain::origin::Origin;
use listing_domain::photo::{Pixels, PreparedPhoto};
use listing_domain::ports::{GenerationStore, HoldRequest, IdSource as _, KeptPhotoStore, SettleRequest};

use super::{Stores, later, moment, open_account, put_on_plan, run_cases};
use crate::{SeededIds, new_generation};

/// A store of kept photos, with the accounts and generations to which they belong.
#[derive(Clone)]
pub struct KeptPhotoStores {
    /// The accounts and their quota units.
    pub stores: Stores,
    /// The history.
    pub generations: Arc<dyn GenerationStore>,
    /// The photos.
    pub photos: Arc<dyn KeptPhotoStore>,
}

/// The contract of stores of kept photos.
pub async fn kept_photo_store_contract(make: impl AsyncFn() -> KeptPhotoStores) {
    let fixture = async || Fixture { all: make().await, ids: SeededIds::new(90) };
    run_cases!(fixture();
        an_account_keeps_no_photos_unless_it_chooses_to,
        photos_of_a_charged_generation_are_stored_in_order,
        photos_end_after_the_shorter_of_choice_and_limit,
        photos_are_found_by_their_owner_alone,
        a_generation_settled_twice_keeps_its_photos_once,
        without_a_charge_no_photos_are_stored,
        an_unlisted_generation_has_no_photos,
        a_shorter_retention_ends_stored_photos_earlier,
        a_longer_retention_applies_to_new_photos_only,
        without_a_retention_all_photos_of_the_account_are_gone,
        photos_of_a_deleted_generation_are_deleted,
        photos_of_a_hidden_generation_are_deleted,
        photos_of_a_purged_generation_are_deleted,
        photos_of_a_deleted_account_are_deleted,
        ended_photos_are_purged,
        a_lower_limit_of_the_host_deletes_older_photos,
    );
}

struct Fixture {
    all: KeptPhotoStores,
    ids: SeededIds,
}

const DAY: i64 = 24 * 60 * 60;

/// Noon of November 21, 2026, plus a number of days.
fn noon(days: i64) -> Timestamp {
    later(moment("2026-11-21T12:00:00Z"), days * DAY)
}

fn retention(days: u32) -> PhotoRetention {
    PhotoRetention::from_days(days).expect("the test's number of days is valid")
}

/// Two photos, whose files differ.
fn photos(limit: u32) -> PhotosToKeep {
    let photo = |number| PreparedPhoto {
        jpeg: jpeg(number),
        pixels: Pixels::new(1, 1, vec![0; 3]).expect("one pixel has three bytes"),
        notes: Vec::new(),
        taken_at: None,
    };
    PhotosToKeep { photos: Arc::new([1, 2].map(photo)), limit: retention(limit) }
}

fn jpeg(number: u8) -> Vec<u8> {
    vec![0xff, 0xd8, 0, b'\'', number]
}

fn both() -> Vec<StoredPhoto> {
    [1, 2].map(|number| StoredPhoto::new(jpeg(number))).to_vec()
}

impl Fixture {
    async fn account(&self, name: &str, days: Option<u32>) -> AccountId {
        let Stores { accounts, entitlements, .. } = &self.all.stores;
        let account = open_account(accounts.as_ref(), &self.ids, name).await;
        let on_pro = put_on_plan(entitlements.as_ref(), account, Plan::ProAnnual, noon(-1)).await;
        assert!(on_pro.is_ok_and(|changed| changed), "an account can be put on a plan");
        if days.is_some() {
            self.choose(account, days).await;
        }
        account
    }

    async fn choose(&self, account: AccountId, days: Option<u32>) {
        let set = self.all.photos.set_photo_retention(account, days.map(retention)).await;
        assert!(set.expect("a retention can be set"), "the account exists");
    }

    fn new_generation(&self) -> NewGeneration {
        NewGeneration { photos: Some(photos(30)), ..(*new_generation(&self.ids, "")).clone() }
    }

    async fn hold(&self, account: AccountId, at: Timestamp, key: Option<&str>) -> ReservationId {
        let idempotency = key.map(|key| IdempotentRequest {
            key: key.parse().expect("the test's idempotency key is valid"),
            fingerprint: Fingerprint::new([1; 32]),
        });
        let request = HoldRequest {
            reservation: ReservationId::new(self.ids.id()),
            account,
            free_limit: 3,
            now: at,
            expires_at: later(at, 300),
            idempotency,
            is_free: false,
            origin: Origin::CLI,
        };
        self.all.stores.quota.hold(&request).await.expect("a Pro account can hold a unit").id
    }

    async fn settle(&self, reservation: ReservationId, at: Timestamp, new: &NewGeneration) -> bool {
        let generation = Some(Arc::new(new.clone()));
        let request = SettleRequest { reservation, free_limit: 3, at, generation, origin: Origin::CLI };
        self.all.stores.quota.settle(&request).await.expect("a reservation can be settled").charged
    }

    async fn store_as(&self, account: AccountId, at: Timestamp, new: NewGeneration) -> GenerationId {
        let held = self.hold(account, at, None).await;
        assert!(self.settle(held, at, &new).await);
        new.id
    }

    /// Charges a generation with two photos at noon, some days later.
    async fn store(&self, account: AccountId, days: i64) -> GenerationId {
        self.store_as(account, noon(days), self.new_generation()).await
    }

    async fn found(&self, account: AccountId, id: GenerationId, now: Timestamp) -> Vec<StoredPhoto> {
        self.all.photos.kept_photos(account, id, now).await.expect("photos can be read")
    }

    async fn counts(&self, account: AccountId, ids: &[GenerationId], now: Timestamp) -> Vec<usize> {
        self.all.photos.count_kept_photos(account, ids, now).await.expect("photos can be counted")
    }

    async fn summary(&self, account: AccountId, now: Timestamp) -> KeptPhotoSummary {
        self.all.photos.kept_photo_summary(account, now).await.expect("a summary can be read")
    }

    async fn purge(&self, now: Timestamp, limit: Option<u32>) {
        let purged = self.all.photos.purge_kept_photos(now, limit.map(retention)).await;
        purged.expect("photos can be purged");
    }
}

async fn an_account_keeps_no_photos_unless_it_chooses_to(fixture: Fixture) {
    let photos = &fixture.all.photos;
    let ann = fixture.account("ann", None).await;
    assert_eq!(photos.photo_retention(ann).await.expect("the store answers"), None);
    let id = fixture.store(ann, 0).await;
    assert_eq!(fixture.found(ann, id, noon(0)).await, []);
    fixture.choose(ann, Some(90)).await;
    assert_eq!(photos.photo_retention(ann).await.expect("the store answers"), Some(retention(90)));
    assert_eq!(fixture.found(ann, id, noon(0)).await, [], "the choice does not bring back earlier photos");
    fixture.choose(ann, None).await;
    assert_eq!(photos.photo_retention(ann).await.expect("the store answers"), None);
    let unknown = AccountId::new(fixture.ids.id());
    assert!(!photos.set_photo_retention(unknown, Some(retention(1))).await.expect("the store answers"));
    assert_eq!(photos.photo_retention(unknown).await.expect("the store answers"), None);
}

async fn photos_of_a_charged_generation_are_stored_in_order(fixture: Fixture) {
    let ann = fixture.account("ann", Some(7)).await;
    assert_eq!(fixture.summary(ann, noon(0)).await, KeptPhotoSummary::default());
    let (first, second) = (fixture.store(ann, 0).await, fixture.store(ann, 1).await);
    let none = NewGeneration { photos: None, ..fixture.new_generation() };
    let none = fixture.store_as(ann, noon(1), none).await;
    assert_eq!(fixture.found(ann, first, noon(1)).await, both());
    assert_eq!(fixture.counts(ann, &[none, second, first], noon(1)).await, [0, 2, 2]);
    let expected =
        KeptPhotoSummary { generations: 2, photos: 4, oldest: Some(noon(0)), last_delete_at: Some(noon(8)) };
    assert_eq!(fixture.summary(ann, noon(1)).await, expected);
}

async fn photos_end_after_the_shorter_of_choice_and_limit(fixture: Fixture) {
    for (name, choice, limit, days) in [("ann", 7, 30, 7), ("bob", 60, 30, 30)] {
        let account = fixture.account(name, Some(choice)).await;
        let new = NewGeneration { photos: Some(photos(limit)), ..fixture.new_generation() };
        let id = fixture.store_as(account, noon(0), new).await;
        assert_eq!(fixture.found(account, id, later(noon(days), -1)).await, both(), "{name}");
        assert_eq!(fixture.found(account, id, noon(days)).await, [], "{name}");
        assert_eq!(fixture.counts(account, &[id], noon(days)).await, [0], "{name}");
        assert_eq!(fixture.summary(account, noon(days)).await, KeptPhotoSummary::default(), "{name}");
    }
}

async fn photos_are_found_by_their_owner_alone(fixture: Fixture) {
    let (ann, bob) = (fixture.account("ann", Some(7)).await, fixture.account("bob", Some(7)).await);
    let id = fixture.store(ann, 0).await;
    assert_eq!(fixture.found(bob, id, noon(0)).await, []);
    assert_eq!(fixture.counts(bob, &[id], noon(0)).await, [0]);
    assert_eq!(fixture.summary(bob, noon(0)).await.photos, 0);
    fixture.choose(bob, None).await;
    assert_eq!(fixture.found(ann, id, noon(0)).await, both());
}

async fn a_generation_settled_twice_keeps_its_photos_once(fixture: Fixture) {
    let ann = fixture.account("ann", Some(7)).await;
    let (new, held) = (fixture.new_generation(), fixture.hold(ann, noon(0), None).await);
    for _ in 0..2 {
        assert!(fixture.settle(held, noon(0), &new).await);
    }
    assert_eq!(fixture.found(ann, new.id, noon(0)).await, both());
}

async fn without_a_charge_no_photos_are_stored(fixture: Fixture) {
    let ann = fixture.account("ann", Some(7)).await;
    let (new, held) = (fixture.new_generation(), fixture.hold(ann, noon(0), None).await);
    fixture.all.stores.quota.release(held, noon(0), &Origin::CLI).await.expect("the store answers");
    assert!(!fixture.settle(held, noon(0), &new).await);
    assert_eq!(fixture.summary(ann, noon(0)).await.photos, 0);
}

async fn an_unlisted_generation_has_no_photos(fixture: Fixture) {
    let ann = fixture.account("ann", Some(7)).await;
    let hidden = NewGeneration { is_listed: false, thumbnail: None, ..fixture.new_generation() };
    fixture.store_as(ann, noon(0), hidden).await;
    assert_eq!(fixture.summary(ann, noon(0)).await.photos, 0);
}

async fn a_shorter_retention_ends_stored_photos_earlier(fixture: Fixture) {
    let ann = fixture.account("ann", Some(20)).await;
    let (old, new) = (fixture.store(ann, 0).await, fixture.store(ann, 8).await);
    fixture.choose(ann, Some(7)).await;
    assert_eq!(fixture.counts(ann, &[old, new], noon(8)).await, [0, 2]);
    assert_eq!(fixture.summary(ann, noon(8)).await.last_delete_at, Some(noon(15)));
    assert_eq!(fixture.counts(ann, &[old, new], noon(15)).await, [0, 0]);
}

async fn a_longer_retention_applies_to_new_photos_only(fixture: Fixture) {
    let ann = fixture.account("ann", Some(7)).await;
    let old = fixture.store(ann, 0).await;
    fixture.choose(ann, Some(20)).await;
    let new = fixture.store(ann, 0).await;
    assert_eq!(fixture.counts(ann, &[old, new], noon(7)).await, [0, 2]);
}

async fn without_a_retention_all_photos_of_the_account_are_gone(fixture: Fixture) {
    let (ann, bob) = (fixture.account("ann", Some(7)).await, fixture.account("bob", Some(7)).await);
    let of_bob = fixture.store(bob, 0).await;
    let mut of_ann = Vec::new();
    // More than a store deletes at once.
    for _ in 0..60 {
        of_ann.push(fixture.store(ann, 0).await);
    }
    fixture.choose(ann, None).await;
    assert_eq!(fixture.counts(ann, &of_ann, noon(0)).await, vec![0; 60]);
    let later = fixture.store(ann, 0).await;
    fixture.choose(ann, Some(7)).await;
    of_ann.push(later);
    assert_eq!(fixture.counts(ann, &of_ann, noon(0)).await, vec![0; 61]);
    assert_eq!(fixture.found(bob, of_bob, noon(0)).await, both());
}

async fn photos_of_a_deleted_generation_are_deleted(fixture: Fixture) {
    let ann = fixture.account("ann", Some(7)).await;
    let (id, other) = (fixture.store(ann, 0).await, fixture.store(ann, 0).await);
    assert!(fixture.all.generations.delete(ann, id).await.expect("the store answers"));
    assert_eq!(fixture.counts(ann, &[id, other], noon(0)).await, [0, 2]);
    assert_eq!(fixture.summary(ann, noon(0)).await.generations, 1);
}

async fn photos_of_a_hidden_generation_are_deleted(fixture: Fixture) {
    let ann = fixture.account("ann", Some(7)).await;
    let (held, new) = (fixture.hold(ann, noon(0), Some("order")).await, fixture.new_generation());
    assert!(fixture.settle(held, noon(0), &new).await);
    assert_eq!(fixture.found(ann, new.id, noon(0)).await, both());
    assert!(fixture.all.generations.delete(ann, new.id).await.expect("the store answers"));
    assert_eq!(fixture.summary(ann, noon(0)).await, KeptPhotoSummary::default());
}

async fn photos_of_a_purged_generation_are_deleted(fixture: Fixture) {
    let ann = fixture.account("ann", Some(20)).await;
    let (old, new) = (fixture.store(ann, 0).await, fixture.store(ann, 2).await);
    fixture.all.generations.purge(noon(2), SignedDuration::from_hours(24)).await.expect("the store answers");
    assert_eq!(fixture.counts(ann, &[old, new], noon(2)).await, [0, 2]);
    assert_eq!(fixture.summary(ann, noon(2)).await.oldest, Some(noon(2)));
}

async fn photos_of_a_deleted_account_are_deleted(fixture: Fixture) {
    let ann = fixture.account("ann", Some(7)).await;
    let id = fixture.store(ann, 0).await;
    assert!(fixture.all.stores.accounts.delete_account(ann, noon(1), None).await.expect("the store answers"));
    assert_eq!(fixture.found(ann, id, noon(1)).await, []);
    assert_eq!(fixture.summary(ann, noon(1)).await, KeptPhotoSummary::default());
    assert_eq!(fixture.all.photos.photo_retention(ann).await.expect("the store answers"), None);
}

async fn ended_photos_are_purged(fixture: Fixture) {
    let ann = fixture.account("ann", Some(7)).await;
    let (old, new) = (fixture.store(ann, 0).await, fixture.store(ann, 1).await);
    fixture.purge(noon(7), Some(30)).await;
    // Asked as of an earlier moment, only stored photos are counted.
    assert_eq!(fixture.counts(ann, &[old, new], noon(2)).await, [0, 2]);
    assert!(
        fixture.all.generations.get(ann, old).await.expect("the store answers").is_some(),
        "the listing stays"
    );
}

async fn a_lower_limit_of_the_host_deletes_older_photos(fixture: Fixture) {
    let ann = fixture.account("ann", Some(20)).await;
    let (old, new) = (fixture.store(ann, 0).await, fixture.store(ann, 1).await);
    fixture.purge(noon(3), Some(3)).await;
    assert_eq!(fixture.counts(ann, &[old, new], noon(3)).await, [0, 2]);
    fixture.purge(noon(3), None).await;
    assert_eq!(fixture.counts(ann, &[old, new], noon(3)).await, [0, 0]);
}
