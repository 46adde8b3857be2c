//! A circuit breaker.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

const IN_A_ROW: u32 = 5;
/// The time in which the share of failures is counted, the fewest attempts for a share, and the
/// share, as a divisor.
const WINDOW: Duration = Duration::from_mins(1);
const FEWEST: usize = 10;
const HALF: usize = 2;
/// The first and the longest time that the circuit stays open. Each time in between is twice the
/// one before.
const SHORTEST: Duration = Duration::from_secs(15);
const LONGEST: Duration = Duration::from_mins(5);
/// The longest time that the circuit stays open because the service says so.
const LONGEST_ASKED: Duration = Duration::from_hours(24);

/// A circuit breaker. While a service fails, it blocks calls, except for one probe from time to
/// time.
///
/// It opens after five failures in a row, when more than half of at least ten attempts failed
/// within a minute, and at once when the service reports that it is out of order.
pub struct Circuit {
    state: Mutex<State>,
    on_turn: Box<dyn Fn(Option<Duration>) + Send + Sync>,
}

/// The outcome of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attempt {
    /// The service works, whatever its answer.
    Worked,
    /// It failed.
    Failed,
    /// It reported that calls are useless for at least this long.
    OutOfOrder(Duration),
}

/// The error of an open circuit, with the time until the next probe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the circuit breaker is open after too many failures")]
pub struct Open(pub Duration);

struct State {
    recent: VecDeque<(Instant, bool)>,
    in_a_row: u32,
    gate: Gate,
    /// The time that the circuit stays open the next time.
    next: Duration,
}

enum Gate {
    Closed,
    Open {
        until: Instant,
    },
    /// A probe is running.
    Probing,
}

impl Circuit {
    /// Creates a closed circuit. It calls `on_turn` with the time whenever it opens, and with
    /// `None` when it closes.
    pub fn new(on_turn: impl Fn(Option<Duration>) + Send + Sync + 'static) -> Self {
        let state = State { recent: VecDeque::new(), in_a_row: 0, gate: Gate::Closed, next: SHORTEST };
        on_turn(None);
        Self { state: Mutex::new(state), on_turn: Box::new(on_turn) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Admits an attempt, possibly as the probe.
    ///
    /// # Errors
    /// [`Open`] while the circuit is open.
    pub fn admit(&self) -> Result<Passing<'_>, Open> {
        let mut state = self.state();
        let closed_for = match state.gate {
            Gate::Closed => return Ok(Passing { circuit: self, is_probe: false }),
            Gate::Open { until } => until.saturating_duration_since(Instant::now()),
            Gate::Probing => SHORTEST,
        };
        if matches!(state.gate, Gate::Open { .. }) && closed_for.is_zero() {
            state.gate = Gate::Probing;
            return Ok(Passing { circuit: self, is_probe: true });
        }
        Err(Open(closed_for))
    }

    fn open(&self, state: &mut State, at_least: Duration) {
        let time = state.next.max(at_least.min(LONGEST_ASKED));
        state.gate = Gate::Open { until: Instant::now() + time };
        state.next = (state.next * 2).min(LONGEST);
        state.recent.clear();
        state.in_a_row = 0;
        (self.on_turn)(Some(time));
    }

    fn close(&self, state: &mut State) {
        state.gate = Gate::Closed;
        state.next = SHORTEST;
        (self.on_turn)(None);
    }

    fn learn(&self, is_probe: bool, attempt: Attempt) {
        let mut state = self.state();
        let is_failure = match attempt {
            Attempt::OutOfOrder(at_least) => return self.open(&mut state, at_least),
            Attempt::Failed => true,
            Attempt::Worked => false,
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

/// A running attempt. A probe that is dropped leaves the gate open for the next one.
pub struct Passing<'a> {
    circuit: &'a Circuit,
    is_probe: bool,
}

impl Passing<'_> {
    /// Ends the attempt with its outcome.
    pub fn end(self, attempt: Attempt) {
        let (circuit, is_probe) = (self.circuit, self.is_probe);
        // `learn` does the work of `drop`.
        std::mem::forget(self);
        circuit.learn(is_probe, attempt);
    }
}

impl Drop for Passing<'_> {
    fn drop(&mut self) {
        if self.is_probe {
            self.circuit.state().gate = Gate::Open { until: Instant::now() };
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_service_is_tried_again_after_a_day_at_most() {
        let heard = Arc::<Mutex<Vec<Option<Duration>>>>::default();
        let told = heard.clone();
        let circuit = Circuit::new(move |turn| told.lock().unwrap().push(turn));
        let passing = circuit.admit().unwrap();
        passing.end(Attempt::OutOfOrder(Duration::MAX));
        assert_eq!(*heard.lock().unwrap(), [None, Some(LONGEST_ASKED)]);
        tokio::time::advance(LONGEST_ASKED / 2).await;
        assert_eq!(circuit.admit().err(), Some(Open(LONGEST_ASKED / 2)));
        tokio::time::advance(LONGEST_ASKED / 2).await;
        circuit.admit().unwrap().end(Attempt::Worked);
        assert!(circuit.admit().is_ok());
        assert_eq!(heard.lock().unwrap().last(), Some(&None));
    }
}
