//! Generations that the web app has begun and that are not in the history yet.

use std::time::Duration;

use jiff::Timestamp;
use listing_domain::generation::RenderedData;
use listing_domain::ids::{AccountId, GenerationId};
use listing_domain::options::Language;
use moka::sync::Cache;

use crate::view::Problem;

/// The time for which an outcome stays in memory.
const REMEMBERED: Duration = Duration::from_hours(1);
/// The maximum number of outcomes in memory.
const MOST: u64 = 10_000;

/// The progress of a generation.
#[derive(Debug, Clone)]
pub(crate) enum State {
    /// The service is writing it.
    Running {
        /// The start.
        since: Timestamp,
    },
    /// It failed, at no charge.
    Failed(Vec<Problem>),
    /// It is done, and the service keeps no history.
    Done(Box<Unkept>),
}

/// A generation without a history: readable for a while, but neither editable nor rewritable.
#[derive(Debug, Clone)]
pub(crate) struct Unkept {
    pub(crate) id: GenerationId,
    pub(crate) created_at: Timestamp,
    pub(crate) language: Language,
    pub(crate) data: RenderedData,
}

/// The generations that this process has begun for pages. Completed ones are in the history. If the process
/// ends early, nothing was charged and the page reports nothing found.
pub(crate) struct Running(Cache<GenerationId, (AccountId, State)>);

impl Default for Running {
    fn default() -> Self {
        Self(Cache::builder().max_capacity(MOST).time_to_live(REMEMBERED).build())
    }
}

impl Running {
    pub(crate) fn state(&self, account: AccountId, id: GenerationId) -> Option<State> {
        self.0.get(&id).filter(|(whose, _)| *whose == account).map(|(_, state)| state)
    }

    /// Records the start of a generation; returns `false` if the same form started it before.
    pub(crate) fn begin(&self, account: AccountId, id: GenerationId, since: Timestamp) -> bool {
        let entry = self.0.entry(id).or_insert_with(|| (account, State::Running { since }));
        if entry.is_fresh() {
            return true;
        }
        // A failed generation may be retried with the same form.
        let has_failed = matches!(entry.value(), (_, State::Failed(_)));
        if has_failed {
            self.0.insert(id, (account, State::Running { since }));
        }
        has_failed
    }

    pub(crate) fn fail(&self, account: AccountId, id: GenerationId, problems: Vec<Problem>) {
        self.0.insert(id, (account, State::Failed(problems)));
    }

    /// Removes a generation that is now in the history.
    pub(crate) fn is_kept(&self, id: GenerationId) {
        self.0.invalidate(&id);
    }

    /// Stores a generation without a history for a while.
    pub(crate) fn keep(&self, account: AccountId, unkept: Unkept) {
        self.0.insert(unkept.id, (account, State::Done(Box::new(unkept))));
    }
}
