mod revisions;

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use listing_domain::SearchText;
use listing_domain::account::Plan;
use listing_domain::generation::{
    Generation, GenerationCursor, GenerationEntry, GenerationFilter, GenerationSummary, ListPurpose,
    NewGeneration,
};
use listing_domain::idempotency::{ANSWER_RETENTION, Fingerprint, IdempotentRequest, StoredAnswer};
use listing_domain::ids::{AccountId, GenerationId, ReservationId};
use listing_domain::locale::Market;
use listing_domain::origin::Origin;
use listing_domain::ports::{
    GenerationStore, HoldRequest, IdSource as _, QuotaError, Reservation, SettleRequest, Settlement,
    StoreError,
};
use listing_domain::request::ListingOptions;
use listing_domain::sku::Sku;

use super::{Stores, later, moment, open_account, put_on_plan, run_cases};
use crate::{SeededIds, new_generation, summary};

/// A history, with the accounts and quota units of its generations.
#[derive(Clone)]
pub struct GenerationStores {
    /// The accounts and their quota units.
    pub stores: Stores,
    /// The history.
    pub generations: Arc<dyn GenerationStore>,
}

/// The contract of histories: stores of generations.
pub async fn generation_store_contract(make: impl AsyncFn() -> GenerationStores) {
    let fixture = async || Fixture { histories: make().await, ids: SeededIds::new(60) };
    run_cases!(fixture();
        a_charged_generation_is_stored_unchanged,
        thumbnail_is_found_by_its_owner_until_its_generation_is_deleted,
        list_entry_has_its_search_text_only_for_a_search,
        the_market_of_the_options_is_not_stored,
        generation_id_is_used_once,
        a_generation_settled_twice_is_stored_once,
        without_a_charge_nothing_is_stored,
        pages_go_from_the_newest_to_the_oldest,
        a_filtered_list_has_only_its_matches,
        an_account_finds_and_deletes_its_own_alone,
        an_unlisted_generation_is_found_by_its_key_alone,
        a_deleted_generation_still_answers_its_key_for_a_day,
        an_old_generation_is_dropped,
        without_a_history_only_keys_are_answered,
        generations_of_a_deleted_account_are_deleted,
    );
    revisions::contract(fixture).await;
}

struct Fixture {
    histories: GenerationStores,
    ids: SeededIds,
}

/// The retention in most test cases.
const MONTH: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Noon of November 21, 2026, plus a number of seconds.
fn noon(seconds: i64) -> Timestamp {
    later(moment("2026-11-21T12:00:00Z"), seconds)
}

fn idempotency(key: &str) -> IdempotentRequest {
    let key = key.parse().expect("the test's idempotency key is valid");
    IdempotentRequest { key, fingerprint: Fingerprint::new([1; 32]) }
}

impl Fixture {
    async fn account(&self, name: &str) -> AccountId {
        let Stores { accounts, entitlements, .. } = &self.histories.stores;
        let account = open_account(accounts.as_ref(), &self.ids, name).await;
        let on_pro = put_on_plan(entitlements.as_ref(), account, Plan::ProAnnual, noon(-60)).await;
        assert!(on_pro.is_ok_and(|changed| changed), "an account can be put on a plan");
        account
    }

    async fn hold(&self, account: AccountId, at: Timestamp, key: Option<&str>) -> Reservation {
        let request = HoldRequest {
            reservation: ReservationId::new(self.ids.id()),
            account,
            free_limit: 3,
            now: at,
            expires_at: later(at, 300),
            idempotency: key.map(idempotency),
            is_free: false,
            origin: Origin::CLI,
        };
        self.histories.stores.quota.hold(&request).await.expect("a Pro account can always hold a unit")
    }

    async fn settle(&self, held: Reservation, at: Timestamp, new: &Arc<NewGeneration>) -> Settlement {
        let generation = Some(Arc::clone(new));
        let request =
            SettleRequest { reservation: held.id, free_limit: 3, at, generation, origin: Origin::CLI };
        self.histories.stores.quota.settle(&request).await.expect("a reservation can be settled")
    }

    /// Holds and charges a unit, some seconds after noon.
    async fn charge(&self, account: AccountId, seconds: i64, key: Option<&str>) -> Generation {
        let new = new_generation(&self.ids, &format!("after {seconds} seconds"));
        self.charge_as(account, seconds, key, new).await
    }

    async fn charge_as(
        &self,
        account: AccountId,
        seconds: i64,
        key: Option<&str>,
        new: Arc<NewGeneration>,
    ) -> Generation {
        let created_at = noon(seconds);
        let held = self.hold(account, created_at, key).await;
        let usage = self.settle(held, created_at, &new).await.usage;
        let NewGeneration { id, options, product, data, thumbnail, .. } = (*new).clone();
        let (revised, rewrites, has_thumbnail) = (None, 0, thumbnail.is_some());
        Generation {
            id,
            account,
            created_at,
            options,
            product,
            data,
            revised,
            rewrites,
            usage,
            has_thumbnail,
        }
    }

    async fn list(&self, account: AccountId, after: Option<GenerationCursor>, limit: u32) -> Vec<Generation> {
        self.histories
            .generations
            .list_in_full(account, &GenerationFilter::default(), after, limit)
            .await
            .expect("a history can be read")
    }

    async fn entries(&self, account: AccountId, purpose: ListPurpose) -> Vec<GenerationEntry> {
        let listed = self.histories.generations.list(account, None, 100, purpose).await;
        listed.expect("a history can be listed")
    }

    async fn ids(&self, account: AccountId) -> Vec<GenerationId> {
        self.entries(account, ListPurpose::Show).await.iter().map(|entry| entry.id).collect()
    }

    async fn get(&self, account: AccountId, id: GenerationId) -> Option<Generation> {
        self.histories.generations.get(account, id).await.expect("a history can be read")
    }

    async fn find(&self, id: GenerationId) -> Option<Generation> {
        self.histories.generations.find(id).await.expect("a history can be read")
    }

    async fn delete(&self, account: AccountId, id: GenerationId) -> bool {
        self.histories.generations.delete(account, id).await.expect("a listed generation can be deleted")
    }

    /// The service does this at intervals.
    async fn sweep(&self, now: Timestamp, keep_for: SignedDuration) {
        self.histories.stores.quota.expire(now).await.expect("expired holds can be released");
        self.histories.generations.purge(now, keep_for).await.expect("old generations can be dropped");
    }

    async fn answer(&self, account: AccountId, key: &str) -> Option<StoredAnswer> {
        self.histories.stores.quota.answer(account, &idempotency(key)).await.ok().flatten()
    }
}

/// The expected answer to a request with the same idempotency key.
fn answer_of(generation: &Generation) -> StoredAnswer {
    StoredAnswer { generation: generation.id, data: generation.data.clone(), usage: generation.usage }
}

async fn a_charged_generation_is_stored_unchanged(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let charged = fixture.charge(ann, 0, None).await;
    assert_eq!(fixture.get(ann, charged.id).await.as_ref(), Some(&charged));
    assert_eq!(fixture.list(ann, None, 10).await, [charged]);
    let bare = NewGeneration { thumbnail: None, ..(*new_generation(&fixture.ids, "")).clone() };
    let charged = fixture.charge_as(ann, 1, None, Arc::new(bare)).await;
    assert_eq!(fixture.get(ann, charged.id).await, Some(charged));
}

async fn thumbnail_is_found_by_its_owner_until_its_generation_is_deleted(fixture: Fixture) {
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    let picture = async |account, id| {
        let found = fixture.histories.generations.thumbnail(account, id).await;
        found.expect("a history can be read")
    };
    let charged = fixture.charge(ann, 0, Some("key")).await;
    let stored = new_generation(&fixture.ids, "").thumbnail.clone();
    assert!(charged.has_thumbnail && stored.is_some());
    assert_eq!(picture(ann, charged.id).await, stored);
    assert_eq!(picture(bob, charged.id).await, None, "bob does not see ann's thumbnail");
    let bare = NewGeneration { thumbnail: None, ..(*new_generation(&fixture.ids, "")).clone() };
    let bare = fixture.charge_as(ann, 1, None, Arc::new(bare)).await;
    assert_eq!(picture(ann, bare.id).await, None);
    assert!(fixture.delete(ann, charged.id).await);
    assert_eq!(picture(ann, charged.id).await, None, "a deleted generation has no thumbnail");
}

async fn list_entry_has_its_search_text_only_for_a_search(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let charged = fixture.charge(ann, 0, None).await;
    let expected = GenerationEntry {
        id: charged.id,
        created_at: charged.created_at,
        summary: summary("after 0 seconds"),
        has_thumbnail: true,
    };
    assert_eq!(fixture.entries(ann, ListPurpose::Search).await, std::slice::from_ref(&expected));
    let bare = GenerationSummary { search_text: SearchText::default(), ..summary("after 0 seconds") };
    assert_eq!(
        fixture.entries(ann, ListPurpose::Show).await,
        [GenerationEntry { summary: bare, ..expected }]
    );
    let unknown = GenerationSummary { price: None, platforms: Vec::new(), sku: None, ..summary("") };
    let new = (*new_generation(&fixture.ids, "")).clone();
    let new = NewGeneration { thumbnail: None, summary: unknown.clone(), ..new };
    fixture.charge_as(ann, 1, None, Arc::new(new)).await;
    let newest = fixture.entries(ann, ListPurpose::Search).await.swap_remove(0);
    assert_eq!((newest.summary, newest.has_thumbnail), (unknown, false));
}

async fn the_market_of_the_options_is_not_stored(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let new = (*new_generation(&fixture.ids, "")).clone();
    let options = ListingOptions { market: Some(Market::UnitedKingdom), ..new.options.clone() };
    let charged = fixture.charge_as(ann, 0, None, Arc::new(NewGeneration { options, ..new.clone() })).await;
    let stored = fixture.get(ann, charged.id).await.map(|generation| generation.options);
    assert_eq!(stored, Some(new.options));
}

async fn generation_id_is_used_once(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let first = fixture.charge(ann, 0, None).await;
    let held = fixture.hold(ann, noon(1), None).await;
    let again = NewGeneration { id: first.id, ..(*new_generation(&fixture.ids, "another")).clone() };
    let request = SettleRequest {
        reservation: held.id,
        free_limit: 3,
        at: noon(2),
        generation: Some(Arc::new(again)),
        origin: Origin::CLI,
    };
    let quota = &fixture.histories.stores.quota;
    let refused = quota.settle(&request).await;
    assert!(matches!(refused, Err(QuotaError::Store(StoreError::Inconsistent(_)))), "{refused:?}");
    assert_eq!(fixture.list(ann, None, 10).await, [first]);
    assert!(quota.release(held.id, noon(3), &Origin::CLI).await.is_ok(), "the unit is still held");
    let late = SettleRequest { generation: None, ..request };
    assert!(quota.settle(&late).await.is_ok_and(|settled| !settled.charged));
}

async fn a_generation_settled_twice_is_stored_once(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let held = fixture.hold(ann, noon(0), Some("order")).await;
    let (first, second) = (new_generation(&fixture.ids, "first"), new_generation(&fixture.ids, "second"));
    let settled = fixture.settle(held, noon(0), &first).await;
    assert_eq!(fixture.settle(held, noon(9), &first).await, settled);
    assert_eq!(fixture.settle(held, noon(9), &second).await, settled);
    assert_eq!(fixture.ids(ann).await, [first.id]);
    let answer = fixture.answer(ann, "order").await;
    let expected = StoredAnswer { generation: first.id, data: first.data.clone(), usage: settled.usage };
    assert_eq!(answer, Some(expected));
}

async fn without_a_charge_nothing_is_stored(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let held = fixture.hold(ann, noon(0), Some("order")).await;
    fixture
        .histories
        .stores
        .quota
        .release(held.id, noon(1), &Origin::CLI)
        .await
        .expect("a reservation can be released");
    assert!(!fixture.settle(held, noon(2), &new_generation(&fixture.ids, "late")).await.charged);
    assert_eq!(fixture.ids(ann).await, []);
    assert_eq!(fixture.answer(ann, "order").await, None);
}

async fn pages_go_from_the_newest_to_the_oldest(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let mut charged = Vec::new();
    // Charges several at one moment, and then one late for an earlier moment.
    for seconds in [5, 5, 5, 20, 3, 30, 8] {
        charged.push(fixture.charge(ann, seconds, None).await);
    }
    charged.sort_by_key(|generation| std::cmp::Reverse(generation.place()));
    let expected: Vec<GenerationId> = charged.iter().map(|generation| generation.id).collect();
    assert_eq!(fixture.ids(ann).await, expected);
    let (mut paged, mut after) = (Vec::new(), None);
    loop {
        let page = fixture.list(ann, after, 2).await;
        let entries = fixture.histories.generations.list(ann, after, 2, ListPurpose::Search).await;
        let entries: Vec<_> =
            entries.expect("a history can be listed").iter().map(GenerationEntry::place).collect();
        assert_eq!(entries, page.iter().map(Generation::place).collect::<Vec<_>>());
        assert!(page.len() <= 2);
        let Some(last) = page.last() else { break };
        after = Some(last.place());
        paged.extend(page.iter().map(|generation| generation.id));
    }
    assert_eq!(paged, expected);
}

async fn a_filtered_list_has_only_its_matches(fixture: Fixture) {
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    let sku = |text: &str| Sku::parse("sku", text).ok();
    let mut ids = Vec::new();
    for (seconds, number) in [(0, Some("A%")), (1, None), (2, Some("a%")), (3, Some("A%")), (4, Some("Ab"))] {
        let summary = GenerationSummary { sku: number.and_then(sku), ..summary("") };
        let new = NewGeneration { summary, ..(*new_generation(&fixture.ids, "")).clone() };
        ids.push(fixture.charge_as(ann, seconds, None, Arc::new(new)).await.id);
    }
    fixture.charge(bob, 0, None).await;
    let matching = async |filter: GenerationFilter, after, limit| {
        let found = fixture.histories.generations.list_matching(ann, &filter, after, limit).await;
        found.expect("a history can be listed")
    };
    let found = async |filter: GenerationFilter| {
        let entries = matching(filter.clone(), None, 10).await;
        assert!(entries.iter().all(|entry| entry.summary.search_text == SearchText::default()));
        let places: Vec<_> = entries.iter().map(GenerationEntry::place).collect();
        let full = fixture.histories.generations.list_in_full(ann, &filter, None, 10).await;
        let full = full.expect("a history can be read");
        assert_eq!(places, full.iter().map(Generation::place).collect::<Vec<_>>());
        entries.iter().map(|entry| entry.id).collect::<Vec<_>>()
    };
    let all = GenerationFilter::default();
    assert_eq!(found(all.clone()).await, [ids[4], ids[3], ids[2], ids[1], ids[0]]);
    let of_sku = |text| GenerationFilter { sku: sku(text), ..GenerationFilter::default() };
    assert_eq!(found(of_sku("A%")).await, [ids[3], ids[0]], "case counts, and no sign is a wildcard");
    assert_eq!(found(of_sku("B")).await, []);
    let between = GenerationFilter { from: Some(noon(1)), to: Some(noon(3)), ..all };
    assert_eq!(found(between.clone()).await, [ids[2], ids[1]], "the end is not included");
    assert_eq!(found(GenerationFilter { sku: sku("a%"), ..between }).await, [ids[2]]);
    let first = matching(of_sku("A%"), None, 1).await;
    let second = matching(of_sku("A%"), first.first().map(GenerationEntry::place), 1).await;
    let pages: Vec<GenerationId> = [first, second].concat().iter().map(|entry| entry.id).collect();
    assert_eq!(pages, [ids[3], ids[0]]);
    assert!(fixture.delete(ann, ids[3]).await);
    assert_eq!(found(of_sku("A%")).await, [ids[0]]);
}

async fn an_account_finds_and_deletes_its_own_alone(fixture: Fixture) {
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    let (first, second) = (fixture.charge(ann, 0, None).await, fixture.charge(ann, 1, None).await);
    let other = fixture.charge(bob, 2, None).await;
    assert_eq!(fixture.get(bob, first.id).await, None);
    let picked = [other.id, second.id, first.id, second.id];
    let picked = fixture.histories.generations.get_all(ann, &picked).await.expect("generations can be read");
    assert_eq!(picked, [second.clone(), first.clone(), second.clone()], "in the order of their ids");
    let charged = async |account, id| {
        fixture.histories.generations.charged(account, id).await.expect("a generation's unit can be read")
    };
    let unit = charged(ann, first.id).await;
    assert!(unit.is_some() && unit != charged(ann, second.id).await, "each generation has its own unit");
    assert_eq!(charged(bob, first.id).await, None);
    assert!(!fixture.delete(bob, first.id).await);
    assert_eq!(fixture.ids(ann).await, [second.id, first.id]);
    assert_eq!(fixture.find(other.id).await, Some(other.clone()), "an operator finds any generation");
    assert!(fixture.delete(ann, first.id).await);
    assert_eq!((fixture.find(first.id).await, charged(ann, first.id).await), (None, None));
    assert!(!fixture.delete(ann, first.id).await, "a deleted generation cannot be deleted again");
    assert_eq!(fixture.get(ann, first.id).await, None);
    assert_eq!((fixture.ids(ann).await, fixture.ids(bob).await), (vec![second.id], vec![other.id]));
}

async fn an_unlisted_generation_is_found_by_its_key_alone(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let hidden = NewGeneration {
        is_listed: false,
        thumbnail: None,
        ..(*new_generation(&fixture.ids, "hidden")).clone()
    };
    let charged = fixture.charge_as(ann, 0, Some("order"), Arc::new(hidden)).await;
    assert_eq!(fixture.ids(ann).await, []);
    assert_eq!((fixture.get(ann, charged.id).await, fixture.find(charged.id).await), (None, None));
    assert!(!fixture.delete(ann, charged.id).await);
    assert_eq!(fixture.answer(ann, "order").await, Some(answer_of(&charged)));
}

async fn a_deleted_generation_still_answers_its_key_for_a_day(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let charged = fixture.charge(ann, 0, Some("order")).await;
    assert!(fixture.delete(ann, charged.id).await);
    assert_eq!((fixture.ids(ann).await, fixture.get(ann, charged.id).await), (vec![], None));
    assert_eq!(fixture.answer(ann, "order").await, Some(answer_of(&charged)));
    let over = noon(0) + ANSWER_RETENTION;
    fixture.sweep(over - SignedDuration::from_secs(1), MONTH).await;
    assert_eq!(fixture.answer(ann, "order").await, Some(answer_of(&charged)));
    fixture.sweep(over, MONTH).await;
    assert_eq!(fixture.answer(ann, "order").await, None);
}

async fn an_old_generation_is_dropped(fixture: Fixture) {
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    let old = fixture.charge(ann, 0, Some("order")).await;
    let young = fixture.charge(ann, 1, None).await;
    let other = fixture.charge(bob, 0, None).await;
    fixture.sweep(noon(-1) + MONTH, MONTH).await;
    assert_eq!((fixture.ids(ann).await, fixture.ids(bob).await), (vec![young.id, old.id], vec![other.id]));
    fixture.sweep(noon(0) + MONTH, MONTH).await;
    assert_eq!((fixture.ids(ann).await, fixture.ids(bob).await), (vec![young.id], vec![]));
}

async fn without_a_history_only_keys_are_answered(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    fixture.charge(ann, 0, None).await;
    let with_key = fixture.charge(ann, 1, Some("order")).await;
    fixture.sweep(noon(60), SignedDuration::ZERO).await;
    assert_eq!(fixture.ids(ann).await, [], "turning the history off drops its generations");
    assert_eq!(fixture.answer(ann, "order").await, Some(answer_of(&with_key)));
}

async fn generations_of_a_deleted_account_are_deleted(fixture: Fixture) {
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    let (gone, stored) = (fixture.charge(ann, 0, Some("answered")).await, fixture.charge(bob, 0, None).await);
    let running = fixture.hold(ann, noon(1), Some("running")).await;
    let deleted = fixture.histories.stores.accounts.delete_account(ann, noon(2), None).await;
    assert!(deleted.is_ok_and(|is_known| is_known));
    assert!(fixture.settle(running, noon(3), &new_generation(&fixture.ids, "late")).await.charged);
    assert_eq!((fixture.ids(ann).await, fixture.get(ann, gone.id).await), (vec![], None));
    for key in ["answered", "running"] {
        assert_eq!(fixture.answer(ann, key).await, None, "{key}");
    }
    assert_eq!(fixture.ids(bob).await, [stored.id]);
}
