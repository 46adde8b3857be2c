use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

const MAX_CONSECUTIVE_FAILURES: u32 = 5;
const WINDOW: Duration = Duration::from_mins(1);
/// With fewer calls, the share of failures does not count.
const MIN_ATTEMPTS: usize = 10;
/// More than one failure in two opens the circuit.
const HALF: usize = 2;
/// Doubles after each failed probe.
const MIN_OPEN_TIME: Duration = Duration::from_secs(15);
/// Unless the service itself names a time.
const MAX_OPEN_TIME: Duration = Duration::from_mins(5);
/// If the service itself names a time.
const MAX_REPORTED_TIME: Duration = Duration::from_hours(24);

/// A circuit breaker: while a service fails, it admits only a probe from time to time.
///
/// It opens after five failures in a row, if more than half of at least ten calls within a minute failed, or
/// at once if the service reports that it is out of order.
pub struct Circuit {
    state: Mutex<State>,
    on_change: Box<dyn Fn(Option<Duration>) + Send + Sync>,
}

/// The outcome of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attempt {
    /// The service works, even if it answered with an error.
    Worked,
    /// The call failed.
    Failed,
    /// The service reported that it is out of order for at least this long.
    OutOfOrder(Duration),
}

/// The error of a blocked call, with the time until the next probe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the circuit breaker is open after too many failures")]
pub struct Open(pub Duration);

struct State {
    recent: VecDeque<(Instant, bool)>,
    consecutive_failures: u32,
    gate: Gate,
    next_open_time: Duration,
}

enum Gate {
    Closed,
    Open {
        until: Instant,
    },
    /// All other calls are blocked.
    Probing,
}

impl Circuit {
    /// Creates a closed circuit. It calls `on_change` with the time until the next probe whenever it opens,
    /// and with `None` when it closes.
    pub fn new(on_change: impl Fn(Option<Duration>) + Send + Sync + 'static) -> Self {
        let state = State {
            recent: VecDeque::new(),
            consecutive_failures: 0,
            gate: Gate::Closed,
            next_open_time: MIN_OPEN_TIME,
        };
        on_change(None);
        Self { state: Mutex::new(state), on_change: Box::new(on_change) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Admits a call, possibly as the probe. The caller reports its outcome with the permit.
    ///
    /// # Errors
    /// [`Open`] if no probe is due.
    pub fn admit(&self) -> Result<CircuitPermit<'_>, Open> {
        let mut state = self.state();
        let closed_for = match state.gate {
            Gate::Closed => return Ok(CircuitPermit { circuit: self, is_probe: false }),
            Gate::Open { until } => until.saturating_duration_since(Instant::now()),
            Gate::Probing => MIN_OPEN_TIME,
        };
        if matches!(state.gate, Gate::Open { .. }) && closed_for.is_zero() {
            state.gate = Gate::Probing;
            return Ok(CircuitPermit { circuit: self, is_probe: true });
        }
        Err(Open(closed_for))
    }

    fn open(&self, state: &mut State, at_least: Duration) {
        let time = state.next_open_time.max(at_least.min(MAX_REPORTED_TIME));
        state.gate = Gate::Open { until: Instant::now() + time };
        state.next_open_time = (state.next_open_time * 2).min(MAX_OPEN_TIME);
        state.recent.clear();
        state.consecutive_failures = 0;
        (self.on_change)(Some(time));
    }

    fn close(&self, state: &mut State) {
        state.gate = Gate::Closed;
        state.next_open_time = MIN_OPEN_TIME;
        (self.on_change)(None);
    }

    fn record(&self, is_probe: bool, attempt: Attempt) {
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
        state.consecutive_failures = if is_failure { state.consecutive_failures + 1 } else { 0 };
        state.recent.push_back((now, is_failure));
        while state.recent.front().is_some_and(|(at, _)| now.duration_since(*at) > WINDOW) {
            state.recent.pop_front();
        }
        let failures = state.recent.iter().filter(|(_, is_failure)| *is_failure).count();
        let is_mostly_failing = state.recent.len() >= MIN_ATTEMPTS && failures * HALF > state.recent.len();
        if matches!(state.gate, Gate::Closed)
            && (state.consecutive_failures >= MAX_CONSECUTIVE_FAILURES || is_mostly_failing)
        {
            self.open(&mut state, Duration::ZERO);
        }
    }
}

/// The permit for a running call. If a probe's permit is dropped without an outcome, the next call is a
/// probe.
pub struct CircuitPermit<'a> {
    circuit: &'a Circuit,
    is_probe: bool,
}

impl CircuitPermit<'_> {
    /// Reports the call's outcome.
    pub fn end(self, attempt: Attempt) {
        let (circuit, is_probe) = (self.circuit, self.is_probe);
        std::mem::forget(self);
        circuit.record(is_probe, attempt);
    }
}

impl Drop for CircuitPermit<'_> {
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
    async fn an_open_circuit_admits_a_probe_after_at_most_a_day() {
        let changes = Arc::<Mutex<Vec<Option<Duration>>>>::default();
        let recorder = changes.clone();
        let circuit = Circuit::new(move |change| recorder.lock().unwrap().push(change));
        let passing = circuit.admit().unwrap();
        passing.end(Attempt::OutOfOrder(Duration::MAX));
        assert_eq!(*changes.lock().unwrap(), [None, Some(MAX_REPORTED_TIME)]);
        tokio::time::advance(MAX_REPORTED_TIME / 2).await;
        assert_eq!(circuit.admit().err(), Some(Open(MAX_REPORTED_TIME / 2)));
        tokio::time::advance(MAX_REPORTED_TIME / 2).await;
        circuit.admit().unwrap().end(Attempt::Worked);
        assert!(circuit.admit().is_ok());
        assert_eq!(changes.lock().unwrap().last(), Some(&None));
    }
}
