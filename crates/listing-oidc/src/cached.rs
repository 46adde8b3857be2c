//! What the provider publishes, fetched when it is needed and kept for a while.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use listing_outbound::Fault;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout_at};

use crate::trouble::{Asked, Outage};

/// How long it is believed.
const KEPT_FOR: SignedDuration = SignedDuration::from_hours(1);
/// How often it is fetched at most, whatever comes of it.
const FETCHED_EVERY: SignedDuration = SignedDuration::from_mins(1);

/// A document of the provider.
pub(crate) struct CachedDocument<T> {
    asked: Asked,
    state: Mutex<State<T>>,
}

struct State<T> {
    /// The document, and when it was fetched.
    document: Option<(Arc<T>, Timestamp)>,
    /// When fetching was tried last.
    tried: Option<Timestamp>,
}

impl<T> CachedDocument<T> {
    pub(crate) fn new(asked: Asked) -> Self {
        Self { asked, state: Mutex::new(State { document: None, tried: None }) }
    }

    /// The document. It is fetched when the kept one is too old or not `sufficient`, but not if
    /// that was tried within the last minute: then an insufficient one is as good as it gets.
    /// Whoever needs it while it is fetched waits for that one.
    pub(crate) async fn get(
        &self,
        now: Timestamp,
        until: Instant,
        sufficient: impl Fn(&T) -> bool,
        fetch: impl Future<Output = Result<T, Outage>>,
    ) -> Result<Arc<T>, Outage> {
        let locked = timeout_at(until, self.state.lock()).await;
        let mut state = locked.map_err(|_| Outage::Unanswered(self.asked, Fault::TimedOut))?;
        let is_spent = state.tried.is_some_and(|tried| is_within(tried, now, FETCHED_EVERY));
        let kept = state.document.as_ref().filter(|(_, fetched)| is_within(*fetched, now, KEPT_FOR));
        match kept {
            Some((document, _)) if is_spent || sufficient(document) => return Ok(document.clone()),
            None if is_spent => return Err(Outage::LeftAlone(self.asked)),
            _ => {}
        }
        let fetched = fetch.await;
        state.tried = Some(now);
        let document = Arc::new(fetched?);
        state.document = Some((document.clone(), now));
        Ok(document)
    }
}

/// Whether a moment is less than so long ago. One to come is not: the clock was put back.
fn is_within(moment: Timestamp, now: Timestamp, time: SignedDuration) -> bool {
    let age = now.duration_since(moment);
    !age.is_negative() && age < time
}
