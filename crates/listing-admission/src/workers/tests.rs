use std::sync::{Arc, Mutex};
use std::time::Duration;

use listing_domain::ids::AccountId;
use listing_domain::lane::Lane;
use listing_domain::ports::{AdmissionError, AdmissionPolicy, QueuedWork as _, WorkKind, WorkPermit};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};
use uuid::Uuid;

use super::{Pool, Queued};
use crate::accounts::Accounts;
use crate::figures::Counts;

const SECOND: Duration = Duration::from_secs(1);
const LONGEST: Duration = Duration::from_secs(30);

fn lane(number: u128) -> Lane {
    Lane::of(AccountId::new(Uuid::from_u128(number)))
}

fn pool(workers: usize, queue_length: usize) -> Arc<Pool> {
    let counts: Arc<Counts> = Arc::default();
    let accounts = Accounts::new(AdmissionPolicy::default(), workers, Arc::clone(&counts));
    Pool::new(workers, accounts, queue_length, LONGEST, counts)
}

fn queue(pool: &Arc<Pool>, number: u128, pieces: usize) -> Result<Queued, AdmissionError> {
    pool.queue(lane(number), WorkKind::Photo, pieces, LONGEST)
}

async fn work(permit: &mut Box<dyn WorkPermit>, time: Duration) {
    sleep(time).await;
    permit.used(time);
}

/// Processes an account's pieces, and records the order in which accounts began theirs.
fn process(mut queued: Queued, number: u128, order: &Arc<Mutex<Vec<u128>>>) -> JoinHandle<()> {
    let order = Arc::clone(order);
    tokio::spawn(async move {
        for _ in 0..queued.left {
            let mut permit = queued.next().await.unwrap();
            order.lock().unwrap().push(number);
            work(&mut permit, SECOND).await;
        }
    })
}

#[tokio::test(start_paused = true)]
async fn no_more_pieces_run_than_there_are_workers() {
    let pool = pool(2, 16);
    let mut queued = queue(&pool, 1, 4).unwrap();
    let first = queued.next().await.unwrap();
    let _second = queued.next().await.unwrap();
    assert_eq!(pool.load(), (2, 2));
    drop(first);
    let _third = queued.next().await.unwrap();
    assert_eq!(pool.load(), (1, 2));
}

#[tokio::test(start_paused = true)]
async fn lanes_take_turns_piece_by_piece() {
    let pool = pool(1, 16);
    let order = Arc::default();
    let all: Vec<_> = [(1, 4), (1, 2), (2, 2), (3, 1)]
        .map(|(number, pieces)| process(queue(&pool, number, pieces).unwrap(), number, &order))
        .into();
    for one in all {
        one.await.unwrap();
    }
    assert_eq!(*order.lock().unwrap(), [1, 1, 2, 3, 1, 2, 1, 1, 1]);
    assert_eq!(pool.load(), (0, 0));
}

#[tokio::test(start_paused = true)]
async fn a_waiting_request_holds_no_worker() {
    let pool = pool(1, 16);
    let mut busy = queue(&pool, 1, 1).unwrap();
    let permit = busy.next().await.unwrap();
    let waiting = queue(&pool, 2, 4).unwrap();
    assert_eq!(pool.load(), (4, 1));
    drop(waiting);
    assert_eq!(pool.load(), (0, 1), "a dropped request leaves no work behind");
    drop(permit);
    assert_eq!(pool.load(), (0, 0));
}

#[tokio::test(start_paused = true)]
async fn a_worker_of_an_abandoned_request_goes_to_the_next() {
    let pool = pool(1, 16);
    // The pool has granted a worker to this request, which does not take it.
    let gone = queue(&pool, 1, 1).unwrap();
    let mut next = queue(&pool, 2, 1).unwrap();
    drop(gone);
    assert!(next.next().await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn the_wait_is_estimated_from_queued_work_and_its_duration() {
    let pool = pool(2, 256);
    let mut measured = queue(&pool, 1, 1).unwrap();
    work(&mut measured.next().await.unwrap(), 2 * SECOND).await;
    let _under_way = [queue(&pool, 1, 1).unwrap(), queue(&pool, 1, 1).unwrap()];
    let _queued = queue(&pool, 1, 20).unwrap();
    let queue = pool.lock();
    // Its own 20 pieces and the 2 running ones: 2 seconds each, 2 at a time.
    assert_eq!(queue.estimated_wait(lane(1), WorkKind::Photo, 1), 22 * SECOND);
    // Its turn comes after one piece of lane 1 and the 2 running ones.
    assert_eq!(queue.estimated_wait(lane(2), WorkKind::Photo, 1), 3 * SECOND);
    // 4 pieces of lane 1, 3 of lane 2 and the 2 running ones.
    assert_eq!(queue.estimated_wait(lane(2), WorkKind::Photo, 4), 9 * SECOND);
}

#[tokio::test(start_paused = true)]
async fn the_estimated_wait_is_the_actual_wait() {
    let pool = pool(2, 256);
    let mut measured = queue(&pool, 1, 1).unwrap();
    work(&mut measured.next().await.unwrap(), SECOND).await;
    let order = Arc::default();
    let ahead: Vec<_> =
        (1..=20).map(|number| process(queue(&pool, number, 1).unwrap(), number, &order)).collect();
    let estimated = pool.lock().estimated_wait(lane(21), WorkKind::Photo, 1);
    let start = Instant::now();
    let mut last = queue(&pool, 21, 1).unwrap();
    let _permit = last.next().await.unwrap();
    assert_eq!(start.elapsed(), estimated);
    for one in ahead {
        one.await.unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn a_wait_that_would_be_too_long_is_refused_at_once() {
    let pool = pool(1, 256);
    let mut measured = queue(&pool, 1, 1).unwrap();
    work(&mut measured.next().await.unwrap(), 4 * SECOND).await;
    let (mut accepted, mut refused) = (Vec::new(), 0);
    let start = Instant::now();
    for number in 1..=160 {
        match pool.queue(lane(number), WorkKind::Photo, 1, LONGEST) {
            Ok(queued) => accepted.push(queued),
            Err(AdmissionError::Busy { retry_after }) => {
                assert!(retry_after > LONGEST && retry_after <= LONGEST + 4 * SECOND, "{retry_after:?}");
                refused += 1;
            }
            Err(other) => panic!("unexpected error: {other}"),
        }
    }
    assert_eq!((start.elapsed(), accepted.len(), refused), (Duration::ZERO, 8, 152));
    for mut queued in accepted {
        let mut permit = queued.next().await.unwrap();
        tokio::spawn(async move { work(&mut permit, 4 * SECOND).await });
    }
}

#[tokio::test(start_paused = true)]
async fn work_is_refused_if_the_queue_is_full_and_no_worker_is_idle() {
    let pool = pool(1, 0);
    let mut first = queue(&pool, 1, 1).unwrap();
    let permit = first.next().await.unwrap();
    assert!(queue(&pool, 2, 1).is_err());
    drop(permit);
    assert!(queue(&pool, 2, 1).is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_queued_piece_waits_at_most_its_limit() {
    let pool = pool(1, 16);
    let mut first = queue(&pool, 1, 1).unwrap();
    let _permit = first.next().await.unwrap();
    for (longest, waited) in [(SECOND, SECOND), (2 * LONGEST, LONGEST)] {
        let start = Instant::now();
        let mut queued = pool.queue(lane(2), WorkKind::Look, 1, longest).unwrap();
        assert!(matches!(queued.next().await, Err(AdmissionError::Busy { .. })));
        assert_eq!(start.elapsed(), waited);
    }
    assert_eq!(pool.counts.all().last(), Some(&("workers", 2)));
}

#[tokio::test(start_paused = true)]
async fn a_permit_gets_more_idle_workers_unless_a_request_waits() {
    let pool = pool(4, 16);
    let mut queued = queue(&pool, 1, 1).unwrap();
    let mut permit = queued.next().await.unwrap();
    assert_eq!(permit.widen(3), 3);
    assert_eq!(permit.widen(8), 4);
    assert_eq!(pool.load(), (0, 4));
    let mut other = queue(&pool, 2, 1).unwrap();
    drop(permit);
    let mut permit = other.next().await.unwrap();
    let _waiting = queue(&pool, 3, 4).unwrap();
    assert_eq!(permit.widen(4), 1, "all other workers are busy or needed by waiting work");
}

#[tokio::test(start_paused = true)]
async fn a_request_for_more_pieces_than_were_queued_is_refused() {
    let pool = pool(2, 16);
    let mut queued = queue(&pool, 1, 1).unwrap();
    let _permit = queued.next().await.unwrap();
    let start = Instant::now();
    assert!(queued.next().await.is_err());
    assert_eq!(start.elapsed(), Duration::ZERO);
}
