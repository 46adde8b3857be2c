//! The threads that the networks run on.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use rten::ThreadPool;

/// Some threads, for one look at a time.
#[derive(Debug, Clone)]
pub struct Threads {
    count: usize,
    pool: Arc<ThreadPool>,
}

impl Threads {
    /// So many threads.
    pub fn new(count: usize) -> Self {
        Self { count, pool: Arc::new(ThreadPool::with_num_threads(count)) }
    }

    /// One for each core that this process may use; one if the system does not say.
    pub fn for_all_cores() -> Self {
        Self::new(cores())
    }

    pub(crate) fn pool(&self) -> Arc<ThreadPool> {
        Arc::clone(&self.pool)
    }

    /// Does the same with each thing, with as many at a time as there are threads; what was made of
    /// them, in their order, or the failure of one of them. The work must not wait for other work on
    /// these threads: meanwhile they would begin with all other things, and hold them in memory.
    pub(crate) fn each<T: Sync, M: Send, E: Send>(
        &self,
        things: &[T],
        work: impl Fn(&T) -> Result<M, E> + Sync,
    ) -> Result<Vec<M>, E> {
        self.pool.run(|| things.par_iter().map(&work).collect())
    }

    /// Runs work on these threads; what it made, and the processor time that it took on
    /// all of them together, by a clock that tells that of the calling thread.
    pub(crate) fn timed<T: Send>(
        &self,
        clock: impl Fn() -> Duration + Sync,
        work: impl FnOnce() -> T + Send,
    ) -> (T, Duration) {
        self.pool.run(|| {
            let all = || -> Duration { rayon::broadcast(|_| clock()).into_iter().sum() };
            let before = all();
            let made = work();
            (made, all().saturating_sub(before))
        })
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Threads that nobody uses now, so that none are made again for each look. Looks have as many threads as
/// there are idle workers at their moment, so that those of every number would gather: only the last
/// used are kept, as many as there are cores.
#[derive(Debug)]
pub(crate) struct IdleThreads {
    most: usize,
    /// The last used at the end.
    idle: Mutex<Vec<Threads>>,
}

impl Default for IdleThreads {
    fn default() -> Self {
        Self::at_most(cores())
    }
}

impl IdleThreads {
    fn at_most(most: usize) -> Self {
        Self { most, idle: Mutex::default() }
    }

    /// So many threads, which are to be given back.
    pub(crate) fn take(&self, count: usize) -> Threads {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let found = idle.iter().rposition(|threads| threads.count == count);
        found.map_or_else(|| Threads::new(count), |index| idle.remove(index))
    }

    /// Gives threads back, and ends those that were not used for the longest time beyond the most.
    pub(crate) fn give_back(&self, threads: Threads) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push(threads);
        let mut kept = 0;
        let last = idle.iter().rposition(|threads| {
            kept += threads.count;
            kept > self.most
        });
        let ended: Vec<Threads> = idle.drain(..last.map_or(0, |last| last + 1)).collect();
        // Ending them waits for nobody else.
        drop(idle);
        drop(ended);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    #[test]
    fn the_time_of_all_threads_is_added_up() {
        let looks = AtomicU64::new(0);
        // Each look at the clock is a second later than the one before.
        let clock = || Duration::from_secs(looks.fetch_add(1, Ordering::Relaxed));
        let (made, time) = Threads::new(2).timed(clock, || 7);
        // Seconds 0 and 1 before, 2 and 3 afterwards.
        assert_eq!((made, time), (7, Duration::from_secs(4)));
    }

    #[test]
    fn work_on_things_keeps_their_order_and_tells_a_failure() {
        let threads = Threads::new(2);
        let half = |number: &u8| if number.is_multiple_of(2) { Ok(number / 2) } else { Err(*number) };
        assert_eq!(threads.each(&[8, 2, 6, 4], half), Ok(vec![4, 1, 3, 2]));
        assert_eq!(threads.each(&[8, 2, 7, 4], half), Err(7));
    }

    #[test]
    fn threads_are_used_again() {
        let idle = IdleThreads::at_most(3);
        let (one, two) = (idle.take(1), idle.take(2));
        let pool = two.pool();
        idle.give_back(one);
        idle.give_back(two);
        assert!(Arc::ptr_eq(&idle.take(2).pool(), &pool));
        assert!(!Arc::ptr_eq(&idle.take(2).pool(), &pool), "it is not there twice");
    }

    #[test]
    fn no_more_threads_are_kept_than_the_most() {
        let idle = IdleThreads::at_most(4);
        let kept = || idle.idle.lock().unwrap().iter().map(|threads| threads.count).collect::<Vec<_>>();
        for (given, expected) in
            [(1, &[1][..]), (2, &[1, 2]), (3, &[3]), (1, &[3, 1]), (1, &[1, 1]), (2, &[1, 1, 2]), (9, &[])]
        {
            idle.give_back(Threads::new(given));
            assert_eq!(kept(), expected, "{given}");
        }
    }
}
