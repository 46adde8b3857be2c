//! Generations that pages have begun and that are not in the history yet.

use std::time::Duration;

use jiff::Timestamp;
use listing_domain::generation::RenderedData;
use listing_domain::ids::{AccountId, GenerationId};
use listing_domain::options::Language;
use moka::sync::Cache;

use crate::view::Problem;

/// How long it is remembered what became of a generation.
const REMEMBERED: Duration = Duration::from_hours(1);
/// How many are remembered.
const MOST: u64 = 10_000;

/// How far a generation is.
#[derive(Debug, Clone)]
pub(crate) enum State {
    /// It is being written.
    Running {
        /// Since when.
        since: Timestamp,
    },
    /// It failed, and cost nothing.
    Failed(Vec<Problem>),
    /// It is done, where no history is kept.
    Done(Box<Unkept>),
}

/// A generation that no history keeps: it can be looked at for a while, and neither edited nor
/// written again.
#[derive(Debug, Clone)]
pub(crate) struct Unkept {
    pub(crate) id: GenerationId,
    pub(crate) created_at: Timestamp,
    pub(crate) language: Language,
    pub(crate) data: RenderedData,
}

/// Generations that this process's pages have begun. What is done is in the history; should the
/// process end meanwhile, nothing was charged, and the page says that there is nothing.
pub(crate) struct Running(Cache<GenerationId, (AccountId, State)>);

impl Default for Running {
    fn default() -> Self {
        Self(Cache::builder().max_capacity(MOST).time_to_live(REMEMBERED).build())
    }
}

impl Running {
    /// How far a generation of an account is.
    pub(crate) fn state(&self, account: AccountId, id: GenerationId) -> Option<State> {
        self.0.get(&id).filter(|(whose, _)| *whose == account).map(|(_, state)| state)
    }

    /// Notes that a generation was begun; `false` when it was before, by this very form.
    pub(crate) fn begin(&self, account: AccountId, id: GenerationId, since: Timestamp) -> bool {
        let entry = self.0.entry(id).or_insert_with(|| (account, State::Running { since }));
        if entry.is_fresh() {
            return true;
        }
        // What failed may be tried again with the same form.
        let has_failed = matches!(entry.value(), (_, State::Failed(_)));
        if has_failed {
            self.0.insert(id, (account, State::Running { since }));
        }
        has_failed
    }

    /// Notes that a generation failed, and why.
    pub(crate) fn fail(&self, account: AccountId, id: GenerationId, problems: Vec<Problem>) {
        self.0.insert(id, (account, State::Failed(problems)));
    }

    /// Forgets a generation that is in the history now.
    pub(crate) fn is_kept(&self, id: GenerationId) {
        self.0.invalidate(&id);
    }

    /// Keeps a generation for a while that no history keeps.
    pub(crate) fn keep(&self, account: AccountId, unkept: Unkept) {
        self.0.insert(unkept.id, (account, State::Done(Box::new(unkept))));
    }
}
