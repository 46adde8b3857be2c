//! What every history does with what is edited and written again.

use futures_util::future::join_all;
use listing_domain::generation::{Generation, NewGeneration, RenderedData, Revised, Revision, RevisionKind};
use listing_domain::ids::{AccountId, GenerationId};

use super::{Desk, answer_of};
use crate::contract::run_cases;
use crate::new_generation;

pub(super) async fn contract(desk: impl AsyncFn() -> Desk) {
    run_cases!(desk();
        what_is_revised_stands_beside_what_went_out,
        rewrites_are_counted_up_to_their_limit,
        what_others_revised_is_not_overwritten,
        rewrites_at_once_never_exceed_the_limit,
        an_account_revises_what_it_finds_alone,
    );
}

/// A rewrite that is allowed twice.
const REWRITE: RevisionKind = RevisionKind::Rewrite { limit: 2 };

fn data(text: &str) -> RenderedData {
    RenderedData::new(text.as_bytes())
}

impl Desk {
    async fn revise(&self, account: AccountId, id: GenerationId, revision: &Revision) -> Revised {
        let revised = self.histories.generations.revise(account, id, revision).await;
        revised.expect("a history can be revised")
    }

    /// Revises what is found now.
    async fn revise_found(
        &self,
        account: AccountId,
        id: GenerationId,
        text: &str,
        kind: RevisionKind,
    ) -> Revised {
        let based_on = self.get(account, id).await.and_then(|found| found.revised);
        self.revise(account, id, &Revision { based_on, data: data(text), kind }).await
    }
}

async fn what_is_revised_stands_beside_what_went_out(desk: Desk) {
    let ann = desk.account("ann").await;
    let charged = desk.charge(ann, 0, Some("order")).await;
    let other = desk.charge(ann, 1, None).await;
    assert_eq!(charged.current(), &charged.data);
    for text in ["edited", "edited again", "", "and again"] {
        let done = desk.revise_found(ann, charged.id, text, RevisionKind::Edit).await;
        assert_eq!(done, Revised::Done { rewrites: 0 });
        let expected = Generation { revised: Some(data(text)), ..charged.clone() };
        assert_eq!(expected.current(), &data(text));
        assert_eq!(desk.get(ann, charged.id).await.as_ref(), Some(&expected));
        assert_eq!(desk.find(charged.id).await.as_ref(), Some(&expected));
        assert_eq!(desk.list(ann, None, 10).await, [other.clone(), expected]);
    }
    assert_eq!(desk.answer(ann, "order").await, Some(answer_of(&charged)));
}

async fn rewrites_are_counted_up_to_their_limit(desk: Desk) {
    let ann = desk.account("ann").await;
    let id = desk.charge(ann, 0, None).await.id;
    for rewrites in 1..=2 {
        assert_eq!(desk.revise_found(ann, id, "again", REWRITE).await, Revised::Done { rewrites });
    }
    assert_eq!(desk.revise_found(ann, id, "once more", REWRITE).await, Revised::Exhausted);
    let found = desk.get(ann, id).await.map(|found| (found.revised, found.rewrites));
    assert_eq!(found, Some((Some(data("again")), 2)));
    let edited = desk.revise_found(ann, id, "edited", RevisionKind::Edit).await;
    assert_eq!(edited, Revised::Done { rewrites: 2 }, "edits are not counted");
    let none = RevisionKind::Rewrite { limit: 0 };
    let other = desk.charge(ann, 1, None).await.id;
    assert_eq!(desk.revise_found(ann, other, "again", none).await, Revised::Exhausted);
}

async fn what_others_revised_is_not_overwritten(desk: Desk) {
    let ann = desk.account("ann").await;
    let id = desk.charge(ann, 0, None).await.id;
    let blind = |kind| Revision { based_on: None, data: data("blind"), kind };
    assert_eq!(desk.revise_found(ann, id, "first", RevisionKind::Edit).await, Revised::Done { rewrites: 0 });
    for kind in [RevisionKind::Edit, REWRITE] {
        assert_eq!(desk.revise(ann, id, &blind(kind)).await, Revised::Overtaken);
    }
    let stale = Revision { based_on: Some(data("older")), ..blind(REWRITE) };
    assert_eq!(desk.revise(ann, id, &stale).await, Revised::Overtaken);
    let found = desk.get(ann, id).await.map(|found| (found.revised, found.rewrites));
    assert_eq!(found, Some((Some(data("first")), 0)), "nothing is counted either");
    let other = desk.charge(ann, 1, None).await.id;
    assert_eq!(desk.revise(ann, other, &stale).await, Revised::Overtaken, "it had not been revised at all");
}

async fn rewrites_at_once_never_exceed_the_limit(desk: Desk) {
    let ann = desk.account("ann").await;
    let id = desk.charge(ann, 0, None).await.id;
    let rewrite = async |number: u32| loop {
        let outcome = desk.revise_found(ann, id, &format!("rewrite {number}"), REWRITE).await;
        if outcome != Revised::Overtaken {
            return outcome;
        }
    };
    let mut outcomes = join_all((0..12).map(rewrite)).await;
    outcomes.retain(|outcome| *outcome != Revised::Exhausted);
    outcomes.sort_by_key(|outcome| if let Revised::Done { rewrites } = outcome { *rewrites } else { 0 });
    assert_eq!(outcomes, [Revised::Done { rewrites: 1 }, Revised::Done { rewrites: 2 }]);
    assert_eq!(desk.get(ann, id).await.map(|found| found.rewrites), Some(2));
}

async fn an_account_revises_what_it_finds_alone(desk: Desk) {
    let (ann, bob) = (desk.account("ann").await, desk.account("bob").await);
    let charged = desk.charge(ann, 0, None).await;
    let edit = Revision { based_on: None, data: data("edited"), kind: RevisionKind::Edit };
    assert_eq!(desk.revise(bob, charged.id, &edit).await, Revised::Missing);
    assert_eq!(desk.get(ann, charged.id).await, Some(charged));
    let new = (*new_generation(&desk.ids, "hidden")).clone();
    let hidden = NewGeneration { is_listed: false, thumbnail: None, ..new };
    let hidden = desk.charge_as(ann, 1, Some("hidden"), hidden.into()).await;
    let deleted = desk.charge(ann, 2, Some("deleted")).await;
    assert!(desk.delete(ann, deleted.id).await);
    for (key, generation) in [("hidden", hidden), ("deleted", deleted)] {
        assert_eq!(desk.revise(ann, generation.id, &edit).await, Revised::Missing, "{key}");
        assert_eq!(desk.answer(ann, key).await, Some(answer_of(&generation)), "{key}");
    }
}
