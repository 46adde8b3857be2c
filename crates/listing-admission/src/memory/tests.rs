use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use listing_domain::ids::AccountId;
use listing_domain::ports::{AdmissionError, BodyMemory as _};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};
use uuid::Uuid;

use super::{Memory, Reserved};
use crate::figures::Counts;

const MB: usize = 1_000_000;
const LONGEST: Duration = Duration::from_secs(30);

fn account(number: u8) -> AccountId {
    AccountId::new(Uuid::from_u128(number.into()))
}

fn address(number: u8) -> IpAddr {
    IpAddr::V4(Ipv4Addr::new(192, 0, 2, number))
}

/// 40 MB, of which each account and address may use 10 MB.
fn memory() -> Arc<Memory> {
    Memory::new(40 * MB, 10 * MB, LONGEST, Arc::default())
}

fn body(memory: &Arc<Memory>, number: u8, most: usize) -> Reserved {
    memory.body(account(number), address(number), most)
}

/// Sends a body in pieces of 100 kB with pauses, and keeps it for a while afterward.
fn sent(
    mut body: Reserved,
    bytes: usize,
    pause: Duration,
    held_for: Duration,
) -> JoinHandle<Result<(), AdmissionError>> {
    const PIECE: usize = 100_000;
    tokio::spawn(async move {
        for _ in 0..bytes / PIECE {
            tokio::select! {
                biased;
                evicted = body.shed() => return Err(evicted),
                () = sleep(pause) => {}
            }
            body.grow(PIECE).await?;
        }
        body.complete();
        sleep(held_for).await;
        Ok(())
    })
}

const FAST: Duration = Duration::from_millis(10);
/// Gives a speed of 50 kB per second.
const DRIBBLE: Duration = Duration::from_secs(2);
const AT_ONCE: Duration = Duration::ZERO;

#[tokio::test(start_paused = true)]
async fn announced_bodies_reserve_no_memory() {
    let memory = memory();
    let announced: Vec<_> = (0..100).map(|_| body(&memory, 1, 10 * MB)).collect();
    assert_eq!(memory.in_use(), (0, 0));
    let mut other = body(&memory, 2, 10 * MB);
    let start = Instant::now();
    other.grow(10 * MB).await.unwrap();
    assert_eq!(start.elapsed(), Duration::ZERO);
    drop((announced, other));
    assert!(memory.lock().ledger.is_empty());
}

#[tokio::test(start_paused = true)]
async fn little_memory_is_reserved_in_advance_for_a_growing_body() {
    let memory = memory();
    let mut body = body(&memory, 1, 10 * MB);
    for (more, most) in [(1, 5_000), (99_999, 200_000), (900_000, 1_300_000)] {
        body.grow(more).await.unwrap();
        assert!(memory.in_use().0 <= most, "{more}: {:?}", memory.in_use());
    }
    body.complete();
    assert_eq!(memory.in_use().0, MB, "bytes reserved in advance are released at the end");
}

#[tokio::test(start_paused = true)]
async fn bodies_are_limited_to_the_share_of_an_account_or_an_address() {
    for is_account in [true, false] {
        let memory = memory();
        let shared = |number| {
            let (account_number, address_number) = if is_account { (1, number) } else { (number, 1) };
            memory.body(account(account_number), address(address_number), 8 * MB)
        };
        let mut first = shared(1);
        first.grow(8 * MB).await.unwrap();
        first.complete();
        let mut second = shared(2);
        assert!(second.grow(8 * MB).await.is_err(), "the share of the account or address is used up");
        let mut other = body(&memory, 9, 8 * MB);
        other.grow(8 * MB).await.unwrap();
        drop(first);
        let mut third = shared(3);
        drop(second);
        third.grow(8 * MB).await.unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn bodies_over_the_capacity_are_finished_one_after_another() {
    let memory = memory();
    // 160 MB in all share 40 MB of memory.
    let sent: Vec<_> = (0..20)
        .map(|number| sent(body(&memory, number, 8 * MB), 8 * MB, FAST, Duration::from_millis(500)))
        .collect();
    for outcome in sent {
        assert_eq!(outcome.await.unwrap(), Ok(()));
    }
    assert!(memory.lock().ledger.is_empty());
}

#[tokio::test(start_paused = true)]
async fn one_account_at_its_share_finishes_its_bodies_one_after_another() {
    let memory = memory();
    let sent: Vec<_> =
        (0..16).map(|_| sent(body(&memory, 1, 4 * MB), 4 * MB, FAST, Duration::from_millis(200))).collect();
    for outcome in sent {
        assert_eq!(outcome.await.unwrap(), Ok(()));
    }
}

#[tokio::test(start_paused = true)]
async fn slow_accounts_delay_no_other_account() {
    let memory = memory();
    let dribblers: Vec<_> = (1..=6)
        .flat_map(|number| vec![number; 10])
        .map(|n| sent(body(&memory, n, 8 * MB), 8 * MB, DRIBBLE, AT_ONCE))
        .collect();
    for _ in 0..40 {
        sleep(Duration::from_secs(1)).await;
        let start = Instant::now();
        let mut small = body(&memory, 100, 50_000);
        small.grow(50_000).await.unwrap();
        assert_eq!(start.elapsed(), Duration::ZERO);
    }
    for dribbler in dribblers {
        dribbler.abort();
    }
}

#[tokio::test(start_paused = true)]
async fn the_slowest_senders_are_evicted_when_no_memory_is_released() {
    let memory = memory();
    let slow: Vec<_> = (0..3).map(|_| sent(body(&memory, 1, 8 * MB), 8 * MB, DRIBBLE, AT_ONCE)).collect();
    // Each slow sender has sent 1.5 MB. Only one of their bodies can be finished.
    sleep(Duration::from_secs(30)).await;
    let quick = sent(body(&memory, 1, 8 * MB), 8 * MB, FAST, AT_ONCE);
    // Short requests release memory, but must not hide that the others release none.
    let small = sent(body(&memory, 1, 100_000), 100_000, FAST, AT_ONCE);
    assert_eq!(small.await.unwrap(), Ok(()));
    let start = Instant::now();
    assert_eq!(quick.await.unwrap(), Ok(()));
    assert!(start.elapsed() < Duration::from_secs(4), "{:?}", start.elapsed());
    let mut evicted = 0;
    for slow in slow {
        if slow.is_finished() {
            assert!(matches!(slow.await.unwrap(), Err(AdmissionError::Busy { .. })));
            evicted += 1;
        } else {
            slow.abort();
        }
    }
    assert_eq!(evicted, 2, "no more senders are evicted than necessary");
}

#[tokio::test(start_paused = true)]
async fn a_complete_body_is_never_evicted() {
    let memory = memory();
    let complete = sent(body(&memory, 1, 8 * MB), 8 * MB, FAST, Duration::from_mins(1));
    sleep(Duration::from_secs(5)).await;
    let mut late = body(&memory, 1, 8 * MB);
    let start = Instant::now();
    let refused = late.grow(8 * MB).await.unwrap_err();
    assert_eq!(start.elapsed(), LONGEST);
    assert!(refused.retry_after() > Duration::ZERO);
    assert_eq!(complete.await.unwrap(), Ok(()));
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_wait_for_memory_releases_its_body() {
    let memory = memory();
    let mut first = body(&memory, 1, 10 * MB);
    first.grow(10 * MB).await.unwrap();
    let waiting = sent(body(&memory, 1, 10 * MB), 10 * MB, FAST, AT_ONCE);
    while memory.in_use().1 == 0 {
        sleep(FAST).await;
    }
    waiting.abort();
    assert!(waiting.await.unwrap_err().is_cancelled());
    drop(first);
    assert_eq!(memory.in_use(), (0, 0));
    assert!(memory.lock().ledger.is_empty());
}

#[tokio::test(start_paused = true)]
async fn refusals_are_counted_by_their_reason() {
    let counts: Arc<Counts> = Arc::default();
    let memory = Memory::new(10 * MB, 10 * MB, LONGEST, Arc::clone(&counts));
    let mut held = body(&memory, 1, 10 * MB);
    held.grow(10 * MB).await.unwrap();
    held.complete();
    assert!(body(&memory, 2, MB).grow(MB).await.is_err());
    let refused: Vec<_> = counts.all().into_iter().filter(|(_, count)| *count > 0).collect();
    assert_eq!(refused, [("memory", 1)]);
}
