//! A writer that is left alone while it is out of order.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use listing_domain::draft::{Brief, Draft};
use listing_domain::ports::{ListingWriter, WriterError};
use tokio::time::Instant;

use crate::metrics::WriterMetrics;

/// Failures in a row that open the breaker.
const IN_A_ROW: u32 = 5;
/// The time in which the share of failures is counted, the fewest briefs that
/// tell a share, and the share, as parts of two.
const WINDOW: Duration = Duration::from_mins(1);
const FEWEST: usize = 10;
const HALF: usize = 2;
/// How long the breaker stays open at first, and at most; each time in between
/// is twice the one before.
const SHORTEST: Duration = Duration::from_secs(15);
const LONGEST: Duration = Duration::from_mins(5);

/// Stops asking a writer that fails, and tries with one brief from time to time
/// whether it works again.
///
/// It opens after five failures in a row, when more than half of at least ten
/// briefs failed within a minute, and at once when the writer says that it is
/// out of service. What a model wrote or refused to write is no failure here.
pub struct Breaker {
    writer: Arc<dyn ListingWriter>,
    names: (&'static str, String),
    metrics: WriterMetrics,
    state: Mutex<State>,
}

struct State {
    recent: VecDeque<(Instant, bool)>,
    in_a_row: u32,
    gate: Gate,
    /// How long the breaker is open the next time.
    next: Duration,
}

enum Gate {
    Closed,
    Open {
        until: Instant,
    },
    /// One brief is under way to see whether the writer works.
    Probing,
}

impl Breaker {
    /// A closed breaker before a writer; `names` are the provider's and the
    /// model's, for metrics.
    pub fn new(writer: Arc<dyn ListingWriter>, names: (&'static str, &str), metrics: WriterMetrics) -> Self {
        let state = State { recent: VecDeque::new(), in_a_row: 0, gate: Gate::Closed, next: SHORTEST };
        metrics.breaker_is_open(names.0, names.1, false);
        Self { writer, names: (names.0, names.1.to_owned()), metrics, state: Mutex::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a brief through, perhaps as the one that tries.
    fn admit(&self) -> Result<Passing<'_>, WriterError> {
        let mut state = self.state();
        let closed_for = match state.gate {
            Gate::Closed => return Ok(Passing { breaker: self, is_probe: false }),
            Gate::Open { until } => until.saturating_duration_since(Instant::now()),
            Gate::Probing => SHORTEST,
        };
        if matches!(state.gate, Gate::Open { .. }) && closed_for.is_zero() {
            state.gate = Gate::Probing;
            return Ok(Passing { breaker: self, is_probe: true });
        }
        let source = "it has failed too often and is left alone".into();
        Err(WriterError::OutOfService { at_least: closed_for, source })
    }

    fn open(&self, state: &mut State, at_least: Duration) {
        let time = state.next.max(at_least);
        state.gate = Gate::Open { until: Instant::now() + time };
        state.next = (state.next * 2).min(LONGEST);
        state.recent.clear();
        state.in_a_row = 0;
        let (provider, model) = (self.names.0, self.names.1.as_str());
        self.metrics.breaker_is_open(provider, model, true);
        tracing::warn!(
            provider,
            model,
            seconds = time.as_secs(),
            "the model failed too often and is not asked for so many seconds"
        );
    }

    fn close(&self, state: &mut State) {
        state.gate = Gate::Closed;
        state.next = SHORTEST;
        self.metrics.breaker_is_open(self.names.0, &self.names.1, false);
    }

    /// Learns how a brief ended.
    fn learn(&self, passing: Passing<'_>, outcome: &Result<Draft, WriterError>) {
        let is_probe = passing.is_probe;
        // What it would do when dropped is done here.
        std::mem::forget(passing);
        let mut state = self.state();
        let is_failure = match outcome {
            Err(WriterError::OutOfService { at_least, .. }) => return self.open(&mut state, *at_least),
            Err(WriterError::Unavailable { .. } | WriterError::DeadlineExceeded) => true,
            Ok(_) | Err(_) => false,
        };
        if is_probe {
            return if is_failure {
                self.open(&mut state, Duration::ZERO);
            } else {
                self.close(&mut state);
            };
        }
        let now = Instant::now();
        state.in_a_row = if is_failure { state.in_a_row + 1 } else { 0 };
        state.recent.push_back((now, is_failure));
        while state.recent.front().is_some_and(|(at, _)| now.duration_since(*at) > WINDOW) {
            state.recent.pop_front();
        }
        let failures = state.recent.iter().filter(|(_, is_failure)| *is_failure).count();
        let is_mostly_failing = state.recent.len() >= FEWEST && failures * HALF > state.recent.len();
        if matches!(state.gate, Gate::Closed) && (state.in_a_row >= IN_A_ROW || is_mostly_failing) {
            self.open(&mut state, Duration::ZERO);
        }
    }
}

/// A brief behind the breaker. A probe that is given up leaves the gate open for
/// the next one.
struct Passing<'a> {
    breaker: &'a Breaker,
    is_probe: bool,
}

impl Drop for Passing<'_> {
    fn drop(&mut self) {
        if self.is_probe {
            self.breaker.state().gate = Gate::Open { until: Instant::now() };
        }
    }
}

#[async_trait]
impl ListingWriter for Breaker {
    async fn write(&self, brief: &Brief) -> Result<Draft, WriterError> {
        let passing = self.admit()?;
        let outcome = self.writer.write(brief).await;
        self.learn(passing, &outcome);
        outcome
    }
}
