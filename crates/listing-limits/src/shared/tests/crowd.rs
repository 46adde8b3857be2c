//! Sends many requests as fast as possible, and records the accepted ones.

use tokio::task::JoinHandle;

use super::*;

pub(super) const WINDOW: Duration = Duration::from_secs(1);
const TASKS: usize = 8;

/// The moments before and after an accepted request was decided.
type Accepted = (Instant, Instant);

pub(super) struct Crowd(Vec<JoinHandle<Vec<Accepted>>>);

impl Crowd {
    pub(super) fn storm(limiters: &[Arc<RedisLimiter>], limit: u32, time: Duration) -> Self {
        let limiters = limiters.iter().cycle().take(TASKS);
        Self(limiters.map(|limiter| tokio::spawn(send_requests(Arc::clone(limiter), limit, time))).collect())
    }

    pub(super) async fn accepted(self) -> Vec<Accepted> {
        let mut accepted = Vec::new();
        for task in self.0 {
            accepted.extend(task.await.unwrap());
        }
        accepted.sort_by_key(|(_, answered)| *answered);
        accepted
    }
}

async fn send_requests(limiter: Arc<RedisLimiter>, limit: u32, time: Duration) -> Vec<Accepted> {
    let since = Instant::now();
    let mut accepted = Vec::new();
    while since.elapsed() < time {
        let sent = Instant::now();
        if limiter.take(account(), limit).await.is_accepted() {
            accepted.push((sent, Instant::now()));
        }
        // A limiter without Redis answers without waiting, so other tasks would never run.
        tokio::task::yield_now().await;
    }
    accepted
}

/// Asserts that no window has more than `limit` requests. Each may have been decided at any moment between
/// its sending and its answer.
pub(super) fn assert_never_more(limit: u32, accepted: &[Accepted]) {
    let one_too_many = usize::try_from(limit).unwrap() + 1;
    for crowd in accepted.windows(one_too_many) {
        let first = crowd.iter().map(|(sent, _)| *sent).min().unwrap();
        let (_, last) = crowd[one_too_many - 1];
        assert!(last - first >= WINDOW, "{one_too_many} within {:?}", last - first);
    }
}
