use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use listing_domain::ids::AccountId;
use listing_domain::lane::Lane;
use listing_domain::ports::{IdSource, QueuedWork, WorkKind, WorkPermit, Workers};

use super::run_cases;
use crate::SeededIds;

/// The contract of workers, which run processor-bound work. `make` returns a given number of idle workers.
pub async fn workers_contract<W: Workers + 'static>(make: impl AsyncFn(usize) -> W) {
    let two = async || {
        let workers: Arc<dyn Workers> = Arc::new(make(2).await);
        workers
    };
    run_cases!(two();
        running_pieces_are_limited_to_the_workers,
        dropped_permit_frees_its_workers,
        dropped_work_leaves_the_queue,
        permit_takes_additional_idle_workers,
        permits_do_not_exceed_the_queued_pieces,
    );
}

fn queued(workers: &Arc<dyn Workers>, seed: u64, pieces: usize) -> Box<dyn QueuedWork> {
    let lane = Lane::of(AccountId::new(SeededIds::new(seed).id()));
    let queued = workers.queue(lane, WorkKind::Photo, pieces, Duration::from_mins(1));
    queued.unwrap_or_else(|error| panic!("the queue refused work although it has room: {error}"))
}

/// `None` if no worker is free now.
fn next_now(queued: &mut Box<dyn QueuedWork>) -> Option<Box<dyn WorkPermit>> {
    queued.next().now_or_never()?.ok()
}

async fn running_pieces_are_limited_to_the_workers(workers: Arc<dyn Workers>) {
    let (mut one, mut other) = (queued(&workers, 1, 3), queued(&workers, 2, 3));
    let _first = next_now(&mut one).expect("two workers are idle");
    let second = next_now(&mut one).or_else(|| next_now(&mut other)).expect("one worker is idle");
    assert!(next_now(&mut one).is_none() && next_now(&mut other).is_none());
    drop(second);
    assert!(next_now(&mut one).or_else(|| next_now(&mut other)).is_some());
}

async fn dropped_permit_frees_its_workers(workers: Arc<dyn Workers>) {
    for _ in 0..5 {
        let mut queued = queued(&workers, 1, 1);
        let mut permit = next_now(&mut queued).expect("two workers are idle");
        assert_eq!(permit.widen(2), 2);
    }
}

async fn dropped_work_leaves_the_queue(workers: Arc<dyn Workers>) {
    let mut first = queued(&workers, 1, 2);
    let busy = (next_now(&mut first), next_now(&mut first));
    drop(queued(&workers, 2, 4));
    let mut last = queued(&workers, 3, 1);
    drop(busy);
    assert!(next_now(&mut last).is_some());
}

async fn permit_takes_additional_idle_workers(workers: Arc<dyn Workers>) {
    let mut first = queued(&workers, 1, 1);
    let mut permit = next_now(&mut first).expect("two workers are idle");
    assert_eq!(permit.widen(1), 1, "the permit keeps its one worker");
    assert_eq!(permit.widen(7), 2, "the permit takes both workers");
    let mut second = queued(&workers, 2, 1);
    assert!(next_now(&mut second).is_none());
    drop(permit);
    assert!(next_now(&mut second).is_some());
}

async fn permits_do_not_exceed_the_queued_pieces(workers: Arc<dyn Workers>) {
    let mut queued = queued(&workers, 1, 1);
    let permit = next_now(&mut queued);
    assert!(permit.is_some());
    let refused = queued.next().now_or_never().expect("a queue without pieces answers at once");
    assert!(refused.is_err());
}
