use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use listing_domain::ids::AccountId;
use listing_domain::ports::{AdmissionError, AdmissionPolicy, Requester};
use tokio::task::JoinHandle;
use tokio::time::{Instant, advance, sleep};
use uuid::Uuid;

use super::{AccountSlot, Accounts, CLEANUP_THRESHOLD};
use crate::figures::Counts;

const SECOND: Duration = Duration::from_secs(1);

fn requester(number: u128, is_subscribed: bool) -> Requester {
    let account = AccountId::new(Uuid::from_u128(number));
    Requester { account, is_subscribed, address: IpAddr::V4(Ipv4Addr::LOCALHOST) }
}

/// Two workers. Free accounts have ten seconds of processor time per minute, Pro accounts forty.
fn accounts(queue_length: usize) -> Arc<Accounts> {
    let policy = AdmissionPolicy {
        queue_length,
        processor_free: Duration::from_secs(5),
        processor_pro: Duration::from_secs(20),
        ..AdmissionPolicy::default()
    };
    Accounts::new(policy, 2, Arc::default())
}

async fn enter_all(accounts: &Arc<Accounts>, requester: Requester, count: usize) -> Vec<AccountSlot> {
    let mut slots = Vec::new();
    for _ in 0..count {
        slots.push(accounts.enter(requester).await.unwrap());
    }
    slots
}

async fn start_waiting(
    accounts: &Arc<Accounts>,
    requester: Requester,
) -> JoinHandle<Result<AccountSlot, AdmissionError>> {
    let (accounts, before) = (Arc::clone(accounts), accounts.waiting());
    let watched = Arc::clone(&accounts);
    let waiting = tokio::spawn(async move { accounts.enter(requester).await });
    while watched.waiting() == before {
        tokio::task::yield_now().await;
    }
    waiting
}

#[tokio::test(start_paused = true)]
async fn requests_over_the_limit_wait_in_order() {
    for (is_subscribed, limit) in [(false, 4), (true, 16)] {
        let accounts = accounts(256);
        let requester = requester(1, is_subscribed);
        let mut slots = enter_all(&accounts, requester, limit).await;
        let first = start_waiting(&accounts, requester).await;
        let second = start_waiting(&accounts, requester).await;
        slots.pop();
        let first = first.await.unwrap().unwrap();
        assert!(!second.is_finished(), "only one slot became free");
        drop(first);
        assert!(second.await.unwrap().is_ok());
    }
}

#[tokio::test(start_paused = true)]
async fn accounts_do_not_wait_for_each_other() {
    let accounts = accounts(256);
    let _held = enter_all(&accounts, requester(1, false), 4).await;
    let start = Instant::now();
    assert!(accounts.enter(requester(2, false)).await.is_ok());
    assert_eq!(start.elapsed(), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn a_request_for_a_full_queue_is_refused_at_once() {
    let accounts = accounts(2);
    let requester = requester(1, false);
    let _held = enter_all(&accounts, requester, 4).await;
    let waiting = [start_waiting(&accounts, requester).await, start_waiting(&accounts, requester).await];
    let start = Instant::now();
    assert!(matches!(accounts.enter(requester).await, Err(AdmissionError::Busy { .. })));
    assert_eq!(start.elapsed(), Duration::ZERO);
    let [first, second] = waiting;
    first.abort();
    assert!(first.await.unwrap_err().is_cancelled());
    let third = start_waiting(&accounts, requester).await;
    second.abort();
    third.abort();
}

#[tokio::test(start_paused = true)]
async fn a_wait_over_the_limit_is_refused_at_once() {
    let accounts = accounts(256);
    let requester = requester(1, false);
    // Each request of this account lasts twenty seconds.
    let slots = enter_all(&accounts, requester, 4).await;
    advance(20 * SECOND).await;
    drop(slots);
    let slots = enter_all(&accounts, requester, 4).await;
    // These would wait five, ten, … thirty seconds, which is within the limit.
    let mut waiting = Vec::new();
    for _ in 0..6 {
        waiting.push(start_waiting(&accounts, requester).await);
    }
    let refused = accounts.enter(requester).await.unwrap_err();
    assert_eq!(refused, AdmissionError::Busy { retry_after: 35 * SECOND });
    assert_eq!(accounts.waiting(), 6);
    drop(slots);
    for waiting in waiting {
        assert!(waiting.await.unwrap().is_ok());
    }
}

#[tokio::test(start_paused = true)]
async fn a_wait_ends_at_the_time_limit() {
    let accounts = accounts(256);
    let requester = requester(1, false);
    let _held = enter_all(&accounts, requester, 4).await;
    let start = Instant::now();
    let refused = accounts.enter(requester).await.unwrap_err();
    assert_eq!(start.elapsed(), 30 * SECOND);
    assert!(matches!(refused, AdmissionError::Busy { .. }));
    assert_eq!(accounts.waiting(), 0);
}

#[tokio::test(start_paused = true)]
async fn an_account_over_its_processor_time_gets_a_retry_time() {
    let accounts = accounts(256);
    let greedy = requester(1, false);
    drop(accounts.enter(greedy).await.unwrap());
    accounts.charge(greedy.account, 10 * SECOND);
    drop(accounts.enter(greedy).await.unwrap());
    accounts.charge(greedy.account, 2 * SECOND);
    // Two seconds too much, at ten seconds earned per minute.
    let refused = accounts.enter(greedy).await.unwrap_err();
    assert_eq!(refused, AdmissionError::OverBudget { retry_after: 12 * SECOND });
    assert!(accounts.enter(requester(2, false)).await.is_ok(), "other accounts are not affected");
    advance((12 * SECOND).saturating_sub(Duration::from_millis(1))).await;
    assert!(accounts.enter(greedy).await.is_err());
    advance(Duration::from_millis(1)).await;
    assert!(accounts.enter(greedy).await.is_ok(), "the announced wait is enough");
}

#[tokio::test(start_paused = true)]
async fn a_pro_account_has_more_processor_time() {
    let accounts = accounts(256);
    let pro = requester(1, true);
    drop(accounts.enter(pro).await.unwrap());
    accounts.charge(pro.account, 40 * SECOND);
    drop(accounts.enter(pro).await.unwrap());
    assert!(accounts.enter(requester(1, false)).await.is_err(), "time used on the free plan still counts");
}

#[tokio::test(start_paused = true)]
async fn a_waiting_request_is_refused_when_processor_time_runs_out() {
    let accounts = accounts(256);
    let requester = requester(1, false);
    let mut slots = enter_all(&accounts, requester, 4).await;
    let waiting = start_waiting(&accounts, requester).await;
    accounts.charge(requester.account, 11 * SECOND);
    slots.pop();
    assert!(matches!(waiting.await.unwrap(), Err(AdmissionError::OverBudget { .. })));
}

#[tokio::test(start_paused = true)]
async fn an_abandoned_slot_goes_to_the_next_request() {
    let accounts = accounts(256);
    let requester = requester(1, false);
    let mut slots = enter_all(&accounts, requester, 4).await;
    let gone = start_waiting(&accounts, requester).await;
    let next = start_waiting(&accounts, requester).await;
    gone.abort();
    slots.pop();
    assert!(next.await.unwrap().is_ok());
    drop(slots);
    sleep(SECOND).await;
    assert_eq!(enter_all(&accounts, requester, 4).await.len(), 4);
}

#[tokio::test(start_paused = true)]
async fn idle_accounts_are_dropped_unless_over_their_budget() {
    let accounts = accounts(256);
    let slot = accounts.enter(requester(0, false)).await.unwrap();
    drop(accounts.enter(requester(1, false)).await.unwrap());
    accounts.charge(requester(1, false).account, 20 * SECOND);
    for number in 2..3_000 {
        drop(accounts.enter(requester(number, false)).await.unwrap());
    }
    assert!(accounts.lock().accounts.len() <= CLEANUP_THRESHOLD + 1);
    assert!(accounts.enter(requester(1, false)).await.is_err(), "an account over its budget is remembered");
    drop(slot);
}

#[tokio::test(start_paused = true)]
async fn refusals_are_counted_by_their_reason() {
    let counts: Arc<Counts> = Arc::default();
    let policy = AdmissionPolicy { queue_length: 0, ..AdmissionPolicy::default() };
    let accounts = Accounts::new(policy, 1, Arc::clone(&counts));
    let slots = enter_all(&accounts, requester(1, false), 4).await;
    assert!(accounts.enter(requester(1, false)).await.is_err());
    drop(slots);
    accounts.charge(requester(1, false).account, 60 * SECOND);
    assert!(accounts.enter(requester(1, false)).await.is_err());
    let refused: Vec<_> = counts.all().into_iter().filter(|(_, count)| *count > 0).collect();
    assert_eq!(refused, [("processor_time", 1), ("account_queue", 1)]);
}
