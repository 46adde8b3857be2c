use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use rten::ThreadPool;

/// A thread pool, for one recognition at a time.
#[derive(Debug, Clone)]
pub struct Threads {
    count: usize,
    pool: Arc<ThreadPool>,
}

impl Threads {
    /// Creates a pool of `count` threads.
    pub fn new(count: usize) -> Self {
        Self { count, pool: Arc::new(ThreadPool::with_num_threads(count)) }
    }

    /// Creates a pool with one thread per core that this process may use.
    pub fn for_all_cores() -> Self {
        Self::new(cores())
    }

    pub(crate) fn pool(&self) -> Arc<ThreadPool> {
        Arc::clone(&self.pool)
    }

    /// Applies `work` to each item. Returns the results in order, or one failure. `work` must not wait for
    /// other work on these threads: the waiting threads would start all other items and hold them in memory.
    pub(crate) fn each<T: Sync, M: Send, E: Send>(
        &self,
        items: &[T],
        work: impl Fn(&T) -> Result<M, E> + Sync,
    ) -> Result<Vec<M>, E> {
        self.pool.run(|| items.par_iter().map(&work).collect())
    }

    /// Also returns the processor time of all threads together. `clock` returns that of the calling thread.
    pub(crate) fn timed<T: Send>(
        &self,
        clock: impl Fn() -> Duration + Sync,
        work: impl FnOnce() -> T + Send,
    ) -> (T, Duration) {
        self.pool.run(|| {
            let all = || -> Duration { rayon::broadcast(|_| clock()).into_iter().sum() };
            let before = all();
            let result = work();
            (result, all().saturating_sub(before))
        })
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Caches idle pools, which saves starting threads. Pools have as many threads as there were idle workers, so
/// pools of every size would accumulate: only the most recently used ones stay, with at most one thread per
/// core in all.
#[derive(Debug)]
pub(crate) struct IdleThreads {
    max_idle: usize,
    /// The most recently used pool is last.
    idle: Mutex<Vec<Threads>>,
}

impl Default for IdleThreads {
    fn default() -> Self {
        Self::with_limit(cores())
    }
}

impl IdleThreads {
    fn with_limit(max_idle: usize) -> Self {
        Self { max_idle, idle: Mutex::default() }
    }

    /// The caller gives it back after use.
    pub(crate) fn take(&self, count: usize) -> Threads {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let found = idle.iter().rposition(|threads| threads.count == count);
        found.map_or_else(|| Threads::new(count), |index| idle.remove(index))
    }

    /// Ends the least recently used pools beyond the limit.
    pub(crate) fn give_back(&self, threads: Threads) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push(threads);
        let mut total = 0;
        let last = idle.iter().rposition(|threads| {
            total += threads.count;
            total > self.max_idle
        });
        let ended: Vec<Threads> = idle.drain(..last.map_or(0, |last| last + 1)).collect();
        // First, so that no other thread waits for the pools to end.
        drop(idle);
        drop(ended);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    #[test]
    fn time_of_all_threads_is_summed() {
        let calls = AtomicU64::new(0);
        let clock = || Duration::from_secs(calls.fetch_add(1, Ordering::Relaxed));
        let (result, time) = Threads::new(2).timed(clock, || 7);
        // Seconds 0 and 1 before, 2 and 3 afterwards.
        assert_eq!((result, time), (7, Duration::from_secs(4)));
    }

    #[test]
    fn parallel_work_returns_results_in_order_or_the_failure() {
        let threads = Threads::new(2);
        let half = |number: &u8| if number.is_multiple_of(2) { Ok(number / 2) } else { Err(*number) };
        assert_eq!(threads.each(&[8, 2, 6, 4], half), Ok(vec![4, 1, 3, 2]));
        assert_eq!(threads.each(&[8, 2, 7, 4], half), Err(7));
    }

    #[test]
    fn idle_thread_pool_is_reused() {
        let idle = IdleThreads::with_limit(3);
        let (one, two) = (idle.take(1), idle.take(2));
        let pool = two.pool();
        idle.give_back(one);
        idle.give_back(two);
        assert!(Arc::ptr_eq(&idle.take(2).pool(), &pool));
        assert!(!Arc::ptr_eq(&idle.take(2).pool(), &pool), "a pool is taken only once");
    }

    #[test]
    fn idle_thread_pools_are_limited() {
        let idle = IdleThreads::with_limit(4);
        let counts = || idle.idle.lock().unwrap().iter().map(|threads| threads.count).collect::<Vec<_>>();
        for (given, expected) in
            [(1, &[1][..]), (2, &[1, 2]), (3, &[3]), (1, &[3, 1]), (1, &[1, 1]), (2, &[1, 1, 2]), (9, &[])]
        {
            idle.give_back(Threads::new(given));
            assert_eq!(counts(), expected, "{given}");
        }
    }
}
