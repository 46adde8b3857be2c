//! Runs background tasks by name, so that a shutdown waits for them.

use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use tokio::runtime::Handle;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::Instrument as _;

/// After a panic of a step.
const AFTER_PANIC: Duration = Duration::from_secs(1);

/// All background tasks.
///
/// actix drops a handler's future when its client resets the connection, and its HTTP workers end with their
/// last connection. Work that must finish, because it holds a unit or a call costs money, is a task here, on
/// a runtime that outlives the server.
#[derive(Debug, Clone)]
pub struct Tasks {
    runtime: Handle,
    /// Tasks that end by themselves, such as a generation.
    work: TaskTracker,
    /// Loops that repeat a step until all work has ended, such as sending mail.
    loops: TaskTracker,
    stop: CancellationToken,
    cut_off: CancellationToken,
    running: Running,
}

type Running = Arc<Mutex<BTreeMap<&'static str, usize>>>;

/// The end of interruptible work.
#[derive(Debug)]
pub enum Ended<T> {
    /// It finished.
    Done(T),
    /// The shutdown timeout expired.
    CutOff,
    /// It panicked; the panic is in the log.
    Panicked,
}

/// Work that a shutdown may cut off.
#[derive(Debug)]
pub struct Interruptible {
    task: &'static str,
    cut_off: CancellationToken,
}

struct Counted(&'static str, Running);

impl Tasks {
    /// Runs tasks on the given runtime, which must outlive the server.
    pub fn on(runtime: Handle) -> Self {
        let (work, loops) = (TaskTracker::new(), TaskTracker::new());
        let (stop, cut_off) = (CancellationToken::new(), CancellationToken::new());
        Self { runtime, work, loops, stop, cut_off, running: Running::default() }
    }

    /// Runs a task that a shutdown waits for. Only its work in [`Interruptible`] is cut off; the rest, such
    /// as releasing what it holds, may finish.
    pub fn spawn<T, F>(&self, name: &'static str, task: impl FnOnce(Interruptible) -> F) -> JoinHandle<T>
    where
        T: Send + 'static,
        F: Future<Output = T> + Send + 'static,
    {
        let counted = Counted::new(name, &self.running);
        let task = task(self.interruptible(name));
        let counting = async move {
            let _counted = counted;
            task.await
        };
        // The task keeps the span, so that its log lines have the request's id.
        self.work.spawn_on(counting.in_current_span(), &self.runtime)
    }

    /// Runs a task whose result only a shutdown waits for.
    pub fn spawn_quietly(&self, name: &'static str, work: impl Future<Output = ()> + Send + 'static) {
        self.spawn(name, |interruptible| async move {
            interruptible.run(work).await;
        });
    }

    /// Repeats a step, also after a panic. Each step returns the pause before the next one. A shutdown ends
    /// the loop after the last spawned task, or when it cuts off all work.
    pub fn repeat<F>(&self, name: &'static str, mut step: impl FnMut() -> F + Send + 'static)
    where
        F: Future<Output = Duration> + Send + 'static,
    {
        let (interruptible, shutdown) = (self.interruptible(name), self.stop.clone());
        let repeating = async move {
            loop {
                let pause = match interruptible.run(step()).await {
                    Ended::Done(pause) => pause,
                    Ended::Panicked => AFTER_PANIC,
                    Ended::CutOff => return,
                };
                if shutdown.run_until_cancelled(tokio::time::sleep(pause)).await.is_none() {
                    return;
                }
            }
        };
        self.loops.spawn_on(repeating, &self.runtime);
    }

    /// Waits until all work has ended, including work for disconnected clients, and then all repeated steps.
    /// Call it once the server has stopped.
    pub async fn finished(&self) {
        self.work.close();
        self.work.wait().await;
        self.stop.cancel();
        self.loops.close();
        self.loops.wait().await;
    }

    /// Cuts off all interruptible work, and returns the number of running tasks by name.
    pub fn cut_off(&self) -> BTreeMap<&'static str, usize> {
        // Counted first: once cut off, tasks end on other threads.
        let running = lock(&self.running).clone();
        self.cut_off.cancel();
        self.stop.cancel();
        running
    }

    fn interruptible(&self, task: &'static str) -> Interruptible {
        Interruptible { task, cut_off: self.cut_off.clone() }
    }
}

impl Interruptible {
    /// Runs work until it finishes, is cut off or panics. A panic goes no further.
    pub async fn run<T>(&self, work: impl Future<Output = T>) -> Ended<T> {
        match self.cut_off.run_until_cancelled(AssertUnwindSafe(work).catch_unwind()).await {
            Some(Ok(done)) => Ended::Done(done),
            Some(Err(_)) => {
                // A panic's text could hold anything, and the panic hook has written it already.
                tracing::error!(task = self.task, "task {} panicked (panic message logged above)", self.task);
                Ended::Panicked
            }
            None => Ended::CutOff,
        }
    }
}

impl Counted {
    fn new(name: &'static str, running: &Running) -> Self {
        *lock(running).entry(name).or_default() += 1;
        Self(name, Arc::clone(running))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let Self(name, running) = self;
        let mut running = lock(running);
        if let Some(left) = running.get_mut(name).map(|count| count.saturating_sub(1)) {
            running.insert(name, left);
        }
        running.retain(|_, count| *count > 0);
    }
}

fn lock(running: &Running) -> std::sync::MutexGuard<'_, BTreeMap<&'static str, usize>> {
    running.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tokio::sync::oneshot;
    use tokio::time::timeout;

    use super::*;

    fn tasks() -> Tasks {
        Tasks::on(Handle::current())
    }

    #[tokio::test]
    async fn a_shutdown_waits_for_all_work_and_then_ends_the_loops() {
        let tasks = tasks();
        let (end, wait) = oneshot::channel::<()>();
        let steps = Arc::new(AtomicUsize::new(0));
        let counting = Arc::clone(&steps);
        tasks.repeat("heartbeat", move || {
            counting.fetch_add(1, Ordering::SeqCst);
            async { Duration::from_millis(1) }
        });
        tasks.spawn_quietly("mail", async move { wait.await.unwrap() });
        let finished = tasks.finished();
        let mut finished = std::pin::pin!(finished);
        assert!(timeout(Duration::from_millis(50), &mut finished).await.is_err(), "the mail is not sent yet");
        let before = steps.load(Ordering::SeqCst);
        assert!(timeout(Duration::from_millis(50), &mut finished).await.is_err());
        assert!(steps.load(Ordering::SeqCst) > before, "the loops go on while work goes on");
        end.send(()).unwrap();
        timeout(Duration::from_secs(10), finished).await.unwrap();
        let after = steps.load(Ordering::SeqCst);
        tokio::time::sleep(Duration::from_millis(20)).await;
        assert_eq!(steps.load(Ordering::SeqCst), after);
    }

    #[tokio::test]
    async fn a_cut_off_task_may_clean_up_and_is_reported_by_name() {
        let tasks = tasks();
        let cleaned_up = tasks.spawn("rewrite", |interruptible| async move {
            let ended = interruptible.run(std::future::pending::<()>()).await;
            tokio::task::yield_now().await;
            matches!(ended, Ended::CutOff)
        });
        assert_eq!(tasks.cut_off(), BTreeMap::from([("rewrite", 1)]));
        timeout(Duration::from_secs(10), tasks.finished()).await.unwrap();
        assert!(cleaned_up.await.unwrap());
        assert_eq!(tasks.cut_off(), BTreeMap::new());
    }

    #[tokio::test]
    async fn a_panic_ends_neither_its_task_nor_a_loop() {
        let tasks = tasks();
        let ended = tasks.spawn("doctor", |interruptible| async move {
            interruptible.run(async { panic!("on purpose") }).await
        });
        assert!(matches!(ended.await.unwrap(), Ended::<()>::Panicked));
        let (steps, counting) = (Arc::new(AtomicUsize::new(0)), tasks.clone());
        let counted = Arc::clone(&steps);
        counting.repeat("sweep", move || {
            let number = counted.fetch_add(1, Ordering::SeqCst);
            async move {
                assert_ne!(number, 0, "on purpose");
                Duration::from_millis(1)
            }
        });
        let repeated = async {
            while steps.load(Ordering::SeqCst) < 2 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(Duration::from_secs(10), repeated).await.unwrap();
        timeout(Duration::from_secs(10), tasks.finished()).await.unwrap();
    }
}
