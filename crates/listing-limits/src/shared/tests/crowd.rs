//! Many who ask as fast as they can, and what they were given.

use tokio::task::JoinHandle;

use super::*;

/// The window of the limiters that a crowd storms.
pub(super) const WINDOW: Duration = Duration::from_secs(1);
const TASKS: usize = 8;

/// Between which moments an accepted request was decided.
type Accepted = (Instant, Instant);

/// Eight tasks that ask for one key.
pub(super) struct Crowd(Vec<JoinHandle<Vec<Accepted>>>);

impl Crowd {
    /// Sends the tasks to the limiters in turn.
    pub(super) fn storm(limiters: &[Arc<RedisLimiter>], limit: u32, time: Duration) -> Self {
        let limiters = limiters.iter().cycle().take(TASKS);
        Self(limiters.map(|limiter| tokio::spawn(ask(Arc::clone(limiter), limit, time))).collect())
    }

    /// Waits for all, and returns what was accepted in the order of answers.
    pub(super) async fn accepted(self) -> Vec<Accepted> {
        let mut accepted = Vec::new();
        for task in self.0 {
            accepted.extend(task.await.unwrap());
        }
        accepted.sort_by_key(|(_, answered)| *answered);
        accepted
    }
}

async fn ask(limiter: Arc<RedisLimiter>, limit: u32, time: Duration) -> Vec<Accepted> {
    let since = Instant::now();
    let mut accepted = Vec::new();
    while since.elapsed() < time {
        let asked = Instant::now();
        if limiter.take(account(), limit).await.is_accepted() {
            accepted.push((asked, Instant::now()));
        }
        // A limiter that is degraded answers without ever waiting.
        tokio::task::yield_now().await;
    }
    accepted
}

/// No window holds more than so many, wherever between question and answer
/// each was decided.
pub(super) fn assert_never_more(limit: u32, accepted: &[Accepted]) {
    let one_too_many = usize::try_from(limit).unwrap() + 1;
    for crowd in accepted.windows(one_too_many) {
        let first = crowd.iter().map(|(asked, _)| *asked).min().unwrap();
        let (_, last) = crowd[one_too_many - 1];
        assert!(last - first >= WINDOW, "{one_too_many} within {:?}", last - first);
    }
}
