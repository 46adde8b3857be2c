//! Tests edits and rewrites of a generation.

use std::sync::Arc;

use futures_util::future::join_all;
use listing_domain::generation::{
    Generation, ListPurpose, NewGeneration, RenderedData, Revised, Revision, RewriteCount,
};
use listing_domain::idempotency::KeyUse;
use listing_domain::ids::{AccountId, GenerationId, ReservationId};
use listing_domain::origin::Origin;
use listing_domain::ports::{
    ChargedRevision, HoldRequest, IdSource as _, QuotaError, RevisionSettlement, SettleRequest,
};
use listing_domain::product::{Product, ProductType};

use super::{Fixture, answer_of, idempotency, noon};
use crate::contract::run_cases;
use crate::{holding, new_generation, summary};

pub(super) async fn contract(fixture: impl AsyncFn() -> Fixture) {
    run_cases!(fixture();
        a_revision_is_stored_next_to_the_original,
        rewrites_are_counted_up_to_their_limit,
        failed_rewrite_is_uncounted,
        a_revision_by_another_process_is_not_overwritten,
        rewrites_counted_at_once_never_exceed_the_limit,
        an_account_revises_only_its_own_generations,
        a_revision_sets_the_product,
        charged_revision_is_stored_with_its_charge_or_not_at_all,
        free_request_holds_only_its_key,
    );
}

/// Differs from every new generation's product.
const LAMP: Product = Product::Type(ProductType::Lamp);

fn data(text: &str) -> RenderedData {
    RenderedData::new(text.as_bytes())
}

fn revision(based_on: Option<RenderedData>, text: &str) -> Revision {
    Revision { based_on, data: data(text), summary: summary(text), product: LAMP }
}

impl Fixture {
    async fn revise(&self, account: AccountId, id: GenerationId, revision: &Revision) -> Revised {
        let revised = self.histories.generations.revise(account, id, revision).await;
        revised.expect("a history can be revised")
    }

    async fn revise_found(&self, account: AccountId, id: GenerationId, text: &str) -> Revised {
        let based_on = self.get(account, id).await.and_then(|found| found.revised);
        self.revise(account, id, &revision(based_on, text)).await
    }

    async fn count(&self, account: AccountId, id: GenerationId, limit: u32) -> RewriteCount {
        let counted = self.histories.generations.count_rewrite(account, id, limit).await;
        counted.expect("a rewrite can be counted")
    }

    async fn uncount(&self, account: AccountId, id: GenerationId) {
        let uncounted = self.histories.generations.uncount_rewrite(account, id).await;
        uncounted.expect("a rewrite can be uncounted");
    }
}

async fn a_revision_is_stored_next_to_the_original(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let charged = fixture.charge(ann, 0, Some("order")).await;
    let other = fixture.charge(ann, 1, None).await;
    assert_eq!(charged.current(), &charged.data);
    for text in ["edited", "edited again", "", "and again"] {
        assert_eq!(fixture.revise_found(ann, charged.id, text).await, Revised::Done);
        let expected = Generation { revised: Some(data(text)), product: LAMP, ..charged.clone() };
        assert_eq!(expected.current(), &data(text));
        assert_eq!(fixture.get(ann, charged.id).await.as_ref(), Some(&expected));
        assert_eq!(fixture.find(charged.id).await.as_ref(), Some(&expected));
        assert_eq!(fixture.list(ann, None, 10).await, [other.clone(), expected]);
        let entry = fixture.entries(ann, ListPurpose::Search).await.pop();
        assert_eq!(entry.map(|entry| entry.summary), Some(summary(text)));
    }
    assert_eq!(fixture.answer(ann, "order").await, Some(answer_of(&charged)));
}

async fn rewrites_are_counted_up_to_their_limit(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let id = fixture.charge(ann, 0, None).await.id;
    for rewrites in 1..=2 {
        assert_eq!(fixture.count(ann, id, 2).await, RewriteCount::Counted { rewrites });
        assert_eq!(
            fixture.revise_found(ann, id, "again").await,
            Revised::Done,
            "a revision counts no rewrite"
        );
    }
    assert_eq!(fixture.count(ann, id, 2).await, RewriteCount::Exhausted);
    assert_eq!(fixture.get(ann, id).await.map(|found| found.rewrites), Some(2));
    assert_eq!(fixture.count(ann, id, 3).await, RewriteCount::Counted { rewrites: 3 });
    let other = fixture.charge(ann, 1, None).await.id;
    assert_eq!(fixture.count(ann, other, 0).await, RewriteCount::Exhausted);
}

async fn failed_rewrite_is_uncounted(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let id = fixture.charge(ann, 0, None).await.id;
    assert_eq!(fixture.count(ann, id, 1).await, RewriteCount::Counted { rewrites: 1 });
    fixture.uncount(ann, id).await;
    assert_eq!(fixture.count(ann, id, 1).await, RewriteCount::Counted { rewrites: 1 });
    for _ in 0..3 {
        fixture.uncount(ann, id).await;
    }
    assert_eq!(fixture.get(ann, id).await.map(|found| found.rewrites), Some(0), "the count stays at zero");
}

async fn a_revision_by_another_process_is_not_overwritten(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let id = fixture.charge(ann, 0, None).await.id;
    let blind = revision(None, "blind");
    assert_eq!(fixture.revise_found(ann, id, "first").await, Revised::Done);
    assert_eq!(fixture.revise(ann, id, &blind).await, Revised::Overtaken);
    let stale = Revision { based_on: Some(data("older")), ..blind };
    assert_eq!(fixture.revise(ann, id, &stale).await, Revised::Overtaken);
    assert_eq!(fixture.get(ann, id).await.and_then(|found| found.revised), Some(data("first")));
    let other = fixture.charge(ann, 1, None).await.id;
    assert_eq!(
        fixture.revise(ann, other, &stale).await,
        Revised::Overtaken,
        "a revision of an unrevised generation has no basis"
    );
}

async fn rewrites_counted_at_once_never_exceed_the_limit(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let id = fixture.charge(ann, 0, None).await.id;
    let mut counts = join_all((0..12).map(|_| fixture.count(ann, id, 2))).await;
    counts.retain(|count| *count != RewriteCount::Exhausted);
    counts.sort_by_key(|count| if let RewriteCount::Counted { rewrites } = count { *rewrites } else { 0 });
    assert_eq!(counts, [RewriteCount::Counted { rewrites: 1 }, RewriteCount::Counted { rewrites: 2 }]);
    assert_eq!(fixture.get(ann, id).await.map(|found| found.rewrites), Some(2));
}

async fn an_account_revises_only_its_own_generations(fixture: Fixture) {
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    let charged = fixture.charge(ann, 0, None).await;
    let edit = revision(None, "edited");
    assert_eq!(fixture.revise(bob, charged.id, &edit).await, Revised::Missing);
    assert_eq!(fixture.count(bob, charged.id, 2).await, RewriteCount::Missing);
    fixture.count(ann, charged.id, 2).await;
    fixture.uncount(bob, charged.id).await;
    let expected = Generation { rewrites: 1, ..charged };
    assert_eq!(fixture.get(ann, expected.id).await, Some(expected));
    let new = (*new_generation(&fixture.ids, "hidden")).clone();
    let hidden = NewGeneration { is_listed: false, thumbnail: None, ..new };
    let hidden = fixture.charge_as(ann, 1, Some("hidden"), hidden.into()).await;
    let deleted = fixture.charge(ann, 2, Some("deleted")).await;
    assert!(fixture.delete(ann, deleted.id).await);
    for (key, generation) in [("hidden", hidden), ("deleted", deleted)] {
        assert_eq!(fixture.revise(ann, generation.id, &edit).await, Revised::Missing, "{key}");
        assert_eq!(fixture.answer(ann, key).await, Some(answer_of(&generation)), "{key}");
    }
}

async fn a_revision_sets_the_product(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let (charged, other) = (fixture.charge(ann, 0, None).await, fixture.charge(ann, 1, None).await);
    let id = charged.id;
    for product in [LAMP, Product::Unknown, charged.product] {
        let based_on = fixture.get(ann, id).await.and_then(|found| found.revised);
        let corrected = Revision { product, ..revision(based_on, "corrected") };
        assert_eq!(fixture.revise(ann, id, &corrected).await, Revised::Done);
        let found =
            [fixture.get(ann, id).await, fixture.find(id).await, fixture.list(ann, None, 10).await.pop()];
        assert_eq!(
            found.map(|generation| generation.map(|generation| (generation.id, generation.product))),
            [Some((id, product)); 3]
        );
    }
    let stale = revision(None, "blind");
    assert_eq!(fixture.revise(ann, id, &stale).await, Revised::Overtaken);
    assert_eq!(fixture.get(ann, id).await.map(|found| found.product), Some(charged.product));
    assert_eq!(fixture.get(ann, other.id).await, Some(other), "another generation stays unchanged");
}

fn settling(reservation: ReservationId) -> SettleRequest {
    SettleRequest { reservation, free_limit: 9, at: noon(1), generation: None, origin: Origin::CLI }
}

async fn charged_revision_is_stored_with_its_charge_or_not_at_all(fixture: Fixture) {
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    let id = fixture.charge(ann, 0, None).await.id;
    let settle = async |held, generation, based_on, text: &'static str| {
        let new = (*new_generation(&fixture.ids, text)).clone();
        let answer = NewGeneration { is_listed: false, thumbnail: None, ..new };
        let request = SettleRequest { generation: Some(Arc::new(answer)), ..settling(held) };
        let revised = ChargedRevision { generation, revision: revision(based_on, text) };
        let settled = fixture.histories.stores.quota.settle_revision(&request, &revised).await;
        settled.expect("a held unit can be charged with a revision")
    };
    let revised = async || fixture.get(ann, id).await.and_then(|found| found.revised);
    let held = fixture.hold(ann, noon(1), Some("order")).await.id;
    let unknown = GenerationId::new(fixture.ids.id());
    assert_eq!(settle(held, unknown, None, "x").await, RevisionSettlement::Missing);
    assert_eq!(settle(held, id, Some(data("older")), "x").await, RevisionSettlement::Overtaken);
    assert_eq!(revised().await, None);
    let done = settle(held, id, None, "first").await;
    assert!(matches!(done, RevisionSettlement::Ended(settled) if settled.charged), "{done:?}");
    assert_eq!(revised().await, Some(data("first")));
    let answer = fixture.answer(ann, "order").await.expect("the answer is stored");
    assert_eq!(answer.data, data("first"));
    assert_eq!(settle(held, id, Some(data("first")), "second").await, done);
    assert_eq!(revised().await, Some(data("first")), "a second call changes nothing");
    assert_eq!(fixture.ids(ann).await, [id], "the answer is not listed");
    let foreign = fixture.hold(bob, noon(1), None).await.id;
    assert_eq!(settle(foreign, id, Some(data("first")), "x").await, RevisionSettlement::Missing);
    let late = fixture.hold(ann, noon(1), None).await.id;
    let released = fixture.histories.stores.quota.release(late, noon(1), &Origin::CLI).await;
    released.expect("a held unit can be released");
    let ended = settle(late, id, Some(data("first")), "late").await;
    assert!(matches!(ended, RevisionSettlement::Ended(settled) if !settled.charged), "{ended:?}");
    assert_eq!(revised().await, Some(data("first")));
}

async fn free_request_holds_only_its_key(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let quota = &fixture.histories.stores.quota;
    let usage = async || quota.usage(ann, 0, noon(1)).await.expect("the usage can be read");
    let before = usage().await;
    let request = || HoldRequest {
        idempotency: Some(idempotency("order")),
        is_free: true,
        ..holding(ReservationId::new(fixture.ids.id()), ann, 0, noon(1))
    };
    let first = quota.hold(&request()).await.expect("a free request needs no unit");
    assert!(matches!(quota.hold(&request()).await, Err(QuotaError::KeyUsed(KeyUse::Running))));
    quota.release(first.id, noon(1), &Origin::CLI).await.expect("a held key can be released");
    let second = quota.hold(&request()).await.expect("a released key is free again");
    assert!(quota.settle(&settling(second.id)).await.is_ok_and(|settled| settled.charged));
    assert_eq!(usage().await, before);
}
