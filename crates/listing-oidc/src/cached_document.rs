//! A cache for the provider's documents.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use listing_outbound::Fault;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout_at};

use crate::error::{Outage, ProviderRequest};

const CACHE_TTL: SignedDuration = SignedDuration::from_hours(1);
/// Also after a failed fetch.
const MIN_FETCH_INTERVAL: SignedDuration = SignedDuration::from_mins(1);

pub(crate) struct CachedDocument<T> {
    request: ProviderRequest,
    state: Mutex<State<T>>,
}

struct State<T> {
    /// With the time of the fetch; `None` before the first successful one.
    document: Option<(Arc<T>, Timestamp)>,
    /// The time of the last attempt, successful or not.
    tried: Option<Timestamp>,
}

impl<T> CachedDocument<T> {
    pub(crate) fn new(request: ProviderRequest) -> Self {
        Self { request, state: Mutex::new(State { document: None, tried: None }) }
    }

    /// Fetches the document if it is too old or not `sufficient`, but at most once a minute; within it,
    /// returns even an insufficient one. Concurrent callers wait for the same fetch.
    pub(crate) async fn get(
        &self,
        now: Timestamp,
        until: Instant,
        sufficient: impl Fn(&T) -> bool,
        fetch: impl Future<Output = Result<T, Outage>>,
    ) -> Result<Arc<T>, Outage> {
        let locked = timeout_at(until, self.state.lock()).await;
        let mut state = locked.map_err(|_| Outage::Unanswered(self.request, Fault::TimedOut))?;
        let was_tried_recently = state.tried.is_some_and(|tried| is_within(tried, now, MIN_FETCH_INTERVAL));
        let cached = state.document.as_ref().filter(|(_, fetched)| is_within(*fetched, now, CACHE_TTL));
        match cached {
            Some((document, _)) if was_tried_recently || sufficient(document) => return Ok(document.clone()),
            None if was_tried_recently => return Err(Outage::RecentlyFailed(self.request)),
            _ => {}
        }
        let fetched = fetch.await;
        state.tried = Some(now);
        let document = Arc::new(fetched?);
        state.document = Some((document.clone(), now));
        Ok(document)
    }
}

/// A moment in the future does not count: the clock was set back.
fn is_within(moment: Timestamp, now: Timestamp, time: SignedDuration) -> bool {
    let age = now.duration_since(moment);
    !age.is_negative() && age < time
}
