use listing_domain::ports::IdSource;

use super::*;
use crate::SeededIds;

const FREE: u32 = 3;

/// An account has spent a free unit, holds two, and has bought two credits, of which it holds one.
fn sound() -> LedgerView {
    let ids = SeededIds::new(1);
    let account = AccountId::new(ids.id());
    let at: Timestamp = "2026-11-21T10:00:00Z".parse().unwrap();
    let free = UnitKind::Free(Period::containing(at));
    let bought =
        Entry { reservation: None, kind: EntryKind::Granted, account, unit: UnitKind::Credit, amount: 2, at };
    let mut view = LedgerView {
        buckets: vec![
            Bucket { account, unit: free, granted: 3, pending: 2, spent: 1 },
            Bucket { account, unit: UnitKind::Credit, granted: 2, pending: 1, spent: 0 },
        ],
        reservations: vec![],
        entries: vec![bought],
        grants: vec![GrantRow { account, units: 2 }],
        refunds: vec![],
        debts: vec![],
        keys: vec![],
        generations: vec![],
    };
    let states = [ReservationState::Settled, ReservationState::Reserved, ReservationState::Reserved];
    let free_ones = states.into_iter().map(|state| (free, state));
    for (unit, state) in free_ones.chain([(UnitKind::Credit, ReservationState::Reserved)]) {
        let id = ReservationId::new(ids.id());
        view.reservations.push(ReservationRow { id, account, unit, state });
        let entry = Entry { reservation: Some(id), kind: EntryKind::Held, account, unit, amount: 1, at };
        view.entries.push(entry);
        if state != ReservationState::Reserved {
            view.entries.push(Entry { kind: EntryKind::Ended(state), ..entry });
        }
    }
    view
}

/// Numbers of the invariants broken by a change.
fn broken_by(change: impl FnOnce(&mut LedgerView)) -> Vec<String> {
    let mut view = sound();
    change(&mut view);
    let mut numbers: Vec<String> = broken(&view, FREE)
        .iter()
        .filter_map(|sentence| Some(sentence.split_once(':')?.0.to_owned()))
        .collect();
    numbers.sort();
    numbers.dedup();
    numbers
}

#[test]
fn sound_ledger_has_no_violations() {
    assert_eq!(broken(&sound(), FREE), Vec::<String>::new());
    assert_eq!(broken(&LedgerView::default(), FREE), Vec::<String>::new());
}

#[test]
fn bucket_with_more_taken_than_granted_is_reported() {
    assert_eq!(broken_by(|view| view.buckets[0].granted = 2), ["I1", "I11"]);
}

#[test]
fn bucket_counts_that_differ_from_the_reservations_are_reported() {
    assert_eq!(broken_by(|view| view.buckets[1].pending = 0), ["I11", "I12", "I2"]);
    assert_eq!(broken_by(|view| view.reservations[0].unit = UnitKind::Credit), ["I2"]);
    assert_eq!(broken_by(|view| view.buckets.truncate(1)), ["I12", "I2"]);
}

#[test]
fn missing_and_extra_entries_are_reported() {
    let last_is_the_credit = |view: &mut LedgerView| *view.entries.last().unwrap();
    assert!(broken_by(|view| view.entries.truncate(view.entries.len() - 1)).contains(&"I4".to_owned()));
    let twice = broken_by(|view| {
        let end = EntryKind::Ended(ReservationState::Released);
        let entry = Entry { kind: end, ..last_is_the_credit(view) };
        view.entries.push(entry);
    });
    assert!(twice.contains(&"I4".to_owned()), "{twice:?}");
    let other_end = broken_by(|view| view.reservations[0].state = ReservationState::Expired);
    assert_eq!(other_end, ["I2", "I4"]);
}

#[test]
fn credits_without_a_grant_are_reported() {
    assert_eq!(broken_by(|view| view.grants.clear()), ["I8"]);
    assert_eq!(broken_by(|view| view.buckets[1].granted = 20), ["I11", "I8"]);
}

#[test]
fn credits_taken_back_without_a_refund_are_reported() {
    let refund = |view: &LedgerView, taken_back, owed| RefundRow {
        account: view.grants[0].account,
        taken_back,
        owed,
        given_back: 0,
    };
    assert_eq!(broken_by(|view| view.refunds.push(refund(view, 1, 0))), ["I8"]);
    assert_eq!(broken_by(|view| view.refunds.push(refund(view, 0, 1))), ["I15"]);
    let reversed = |view: &LedgerView| RefundRow { given_back: 1, ..refund(view, 1, 0) };
    assert_eq!(broken_by(|view| view.refunds.push(reversed(view))), Vec::<String>::new());
    let debt = |view: &LedgerView| GrantRow { account: view.grants[0].account, units: 1 };
    assert_eq!(broken_by(|view| view.debts.push(debt(view))), ["I15"]);
}

#[test]
fn answered_key_without_a_charge_is_reported() {
    let key = |view: &LedgerView, index: usize, is_answered| {
        let reservation = view.reservations[index].id;
        KeyRow { reservation, is_answered, generation: None }
    };
    assert_eq!(broken_by(|view| view.keys.push(key(view, 0, true))), Vec::<String>::new());
    assert_eq!(broken_by(|view| view.keys.push(key(view, 0, false))), ["I5"]);
    assert_eq!(broken_by(|view| view.keys.push(key(view, 1, true))), ["I5"]);
}

#[test]
fn uncharged_generations_and_dangling_keys_are_reported() {
    let stored = |view: &LedgerView, index: usize| {
        let ReservationRow { id: reservation, account, .. } = view.reservations[index];
        GenerationRow { id: GenerationId::new(SeededIds::new(9).id()), account, reservation }
    };
    assert_eq!(broken_by(|view| view.generations.push(stored(view, 0))), Vec::<String>::new());
    assert_eq!(broken_by(|view| view.generations.push(stored(view, 1))), ["I5"]);
    let twice = broken_by(|view| view.generations.extend([stored(view, 0), stored(view, 0)]));
    assert_eq!(twice, ["I5"]);
    let points_at = |view: &mut LedgerView, index: usize| {
        let (generation, reservation) = (Some(stored(view, index).id), view.reservations[0].id);
        view.generations.push(stored(view, 0));
        view.keys.push(KeyRow { reservation, is_answered: true, generation });
    };
    assert_eq!(broken_by(|view| points_at(view, 0)), Vec::<String>::new());
    assert_eq!(broken_by(|view| (points_at(view, 0), view.generations.clear()).1), ["I5"]);
}

#[test]
fn overspent_and_reopened_months_are_reported() {
    assert!(broken_by(|view| view.buckets[0].spent = 4).contains(&"I9".to_owned()));
    let reopened = broken_by(|view| {
        let earlier = UnitKind::Free("2026-10".parse().unwrap());
        view.entries.last_mut().unwrap().unit = earlier;
    });
    assert!(reopened.contains(&"I9".to_owned()), "{reopened:?}");
}

#[test]
fn charged_subscription_is_reported() {
    let charged = broken_by(|view| view.entries.last_mut().unwrap().unit = UnitKind::Pro);
    assert!(charged.contains(&"I11".to_owned()), "{charged:?}");
}

#[test]
fn credit_taken_before_a_free_unit_is_reported() {
    let early = broken_by(|view| {
        let credit = view.entries.pop().unwrap();
        view.entries.insert(1, credit);
    });
    assert_eq!(early, ["I13"]);
}
