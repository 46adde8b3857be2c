use std::sync::Arc;
use std::thread;

use tokio::sync::Semaphore;
use tokio::task;

use listing_domain::ports::PasswordHasherError;

/// The limits of the pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoolSettings {
    /// The hashes computed at once; at least one. Each takes a thread and 19 MiB.
    pub concurrency: usize,
    /// The maximum number of waiting hashes.
    pub queue_length: usize,
}

impl Default for PoolSettings {
    /// Half of the cores, which leaves the other half for requests, and 256 waiting hashes.
    fn default() -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Self { concurrency: (cores / 2).max(1), queue_length: 256 }
    }
}

pub(crate) struct Pool {
    /// A permit for each running or waiting computation.
    capacity: Arc<Semaphore>,
    /// A permit for each running one, in the order of arrival.
    running: Arc<Semaphore>,
}

impl Pool {
    pub(crate) fn new(settings: PoolSettings) -> Self {
        let concurrency = settings.concurrency.clamp(1, Semaphore::MAX_PERMITS);
        let capacity = concurrency.saturating_add(settings.queue_length).min(Semaphore::MAX_PERMITS);
        Self { capacity: Arc::new(Semaphore::new(capacity)), running: Arc::new(Semaphore::new(concurrency)) }
    }

    /// Runs on a blocking thread as soon as a permit is free.
    ///
    /// A computation keeps its permits until it ends, even if its caller has gone.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, PasswordHasherError> {
        let queued = self.capacity.clone().try_acquire_owned().map_err(|_| PasswordHasherError::Busy)?;
        let running =
            self.running.clone().acquire_owned().await.map_err(|e| PasswordHasherError::Failed(e.into()))?;
        let done = task::spawn_blocking(move || {
            let outcome = work();
            drop((running, queued));
            outcome
        });
        done.await.map_err(|e| PasswordHasherError::Failed(e.into()))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc as blocking;

    use tokio::sync::mpsc;

    use super::*;

    /// The computation reports its start and ends on a signal.
    fn gated(begun: mpsc::UnboundedSender<u32>, number: u32) -> (blocking::Sender<()>, impl FnOnce() + Send) {
        let (end, ended) = blocking::channel();
        let work = move || {
            begun.send(number).unwrap();
            // It also ends if the test has dropped the sender.
            let _ = ended.recv();
        };
        (end, work)
    }

    #[tokio::test]
    async fn work_over_the_concurrency_limit_starts_when_other_work_ends() {
        let pool = Arc::new(Pool::new(PoolSettings { concurrency: 2, queue_length: 3 }));
        let (begun, mut begins) = mpsc::unbounded_channel();
        let (mut ends, mut tasks) = (Vec::new(), Vec::new());
        for number in 0..5 {
            let (end, work) = gated(begun.clone(), number);
            ends.push(end);
            let pool = pool.clone();
            tasks.push(tokio::spawn(async move { pool.run(work).await }));
            // On this single thread, tasks request permits in the order of their creation.
            task::yield_now().await;
        }
        assert_eq!((begins.recv().await, begins.recv().await), (Some(0), Some(1)));
        // Two computations run, and three wait.
        assert_eq!(pool.capacity.available_permits(), 0);
        assert_eq!(pool.running.available_permits(), 0);
        assert!(begins.try_recv().is_err());

        for (ended, next) in [(0, 2), (1, 3), (2, 4)] {
            ends[ended].send(()).unwrap();
            assert_eq!(begins.recv().await, Some(next));
            assert!(begins.try_recv().is_err(), "one free permit starts only one task");
        }
        drop(ends);
        for task in tasks {
            task.await.unwrap().unwrap();
        }
        assert_eq!((pool.capacity.available_permits(), pool.running.available_permits()), (5, 2));
    }

    #[tokio::test]
    async fn work_is_refused_at_once_if_the_queue_is_full() {
        let pool = Arc::new(Pool::new(PoolSettings { concurrency: 1, queue_length: 1 }));
        let (begun, mut begins) = mpsc::unbounded_channel();
        let (end, work) = gated(begun, 0);
        let working = tokio::spawn({
            let pool = pool.clone();
            async move { pool.run(work).await }
        });
        begins.recv().await.unwrap();
        let waiting = tokio::spawn({
            let pool = pool.clone();
            async move { pool.run(|| "done").await }
        });
        task::yield_now().await;
        assert!(matches!(pool.run(|| ()).await, Err(PasswordHasherError::Busy)));

        end.send(()).unwrap();
        working.await.unwrap().unwrap();
        assert_eq!(waiting.await.unwrap().unwrap(), "done");
        pool.run(|| ()).await.unwrap();
    }

    #[tokio::test]
    async fn abandoned_work_holds_its_permit_until_it_ends() {
        let pool = Arc::new(Pool::new(PoolSettings { concurrency: 1, queue_length: 0 }));
        let (begun, mut begins) = mpsc::unbounded_channel();
        let (end, work) = gated(begun, 0);
        let gone = tokio::spawn({
            let pool = pool.clone();
            async move { pool.run(work).await }
        });
        begins.recv().await.unwrap();
        gone.abort();
        assert!(gone.await.unwrap_err().is_cancelled());
        assert!(matches!(pool.run(|| ()).await, Err(PasswordHasherError::Busy)));

        end.send(()).unwrap();
        let freed = pool.capacity.acquire().await.unwrap();
        drop(freed);
        pool.run(|| ()).await.unwrap();
    }

    #[tokio::test]
    async fn work_that_panics_fails_and_releases_its_permit() {
        let pool = Pool::new(PoolSettings { concurrency: 1, queue_length: 0 });
        let failed = pool.run(|| panic!("this panic is a part of the test")).await;
        assert!(matches!(failed, Err(PasswordHasherError::Failed(_))));
        pool.run(|| ()).await.unwrap();
    }

    #[test]
    fn half_of_the_cores_are_used_by_default_but_at_least_one() {
        let cores = thread::available_parallelism().unwrap().get();
        let settings = PoolSettings::default();
        assert_eq!(settings, PoolSettings { concurrency: 1.max(cores / 2), queue_length: 256 });
        assert_eq!(
            Pool::new(PoolSettings { concurrency: 0, queue_length: 0 }).running.available_permits(),
            1
        );
    }
}
