//! Generations that the web app has begun and that are not in the history yet.

use std::time::Duration;

use jiff::Timestamp;
use listing_domain::generation::RenderedData;
use listing_domain::ids::{AccountId, GenerationId};
use listing_domain::options::Language;
use moka::sync::Cache;

use crate::view::Problem;

/// The time for which the result of a generation stays in memory.
const RETENTION: Duration = Duration::from_hours(1);
/// The maximum number of generations in memory.
const MAX_OUTCOMES: u64 = 10_000;

/// The progress of a generation.
#[derive(Debug, Clone)]
pub(crate) enum State {
    /// The service is writing the listings.
    Running {
        /// The time when writing started.
        since: Timestamp,
    },
    /// The generation failed, at no charge.
    Failed(Vec<Problem>),
    /// The generation is done, and the service keeps no history.
    Done(Box<TransientGeneration>),
}

/// A generation of a service without a history: readable for an hour, but neither editable nor rewritable.
#[derive(Debug, Clone)]
pub(crate) struct TransientGeneration {
    pub(crate) id: GenerationId,
    pub(crate) created_at: Timestamp,
    pub(crate) language: Language,
    pub(crate) data: RenderedData,
}

/// The generations that users of the web app started in this process and that are not in the history. If the
/// process ends early, nothing is charged and the generation cannot be found.
pub(crate) struct Running(Cache<GenerationId, (AccountId, State)>);

impl Default for Running {
    fn default() -> Self {
        Self(Cache::builder().max_capacity(MAX_OUTCOMES).time_to_live(RETENTION).build())
    }
}

impl Running {
    pub(crate) fn state(&self, account: AccountId, id: GenerationId) -> Option<State> {
        self.0.get(&id).filter(|(owner, _)| *owner == account).map(|(_, state)| state)
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
    pub(crate) fn remove(&self, id: GenerationId) {
        self.0.invalidate(&id);
    }

    /// Stores a finished generation in memory, for a service without a history.
    pub(crate) fn store_transient(&self, account: AccountId, transient: TransientGeneration) {
        self.0.insert(transient.id, (account, State::Done(Box::new(transient))));
    }
}
