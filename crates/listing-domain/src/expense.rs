//! What writers spend on a brief: calls, tokens, money.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// An amount of money that services charge, in millionths of a US dollar: a
/// single token costs a fraction of a cent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MicroUsd(u64);

impl MicroUsd {
    /// Millionths in a dollar.
    pub const PER_DOLLAR: u64 = 1_000_000;

    /// An amount of millionths of a dollar.
    pub const fn new(millionths: u64) -> Self {
        Self(millionths)
    }

    /// The millionths of a dollar.
    pub const fn millionths(self) -> u64 {
        self.0
    }

    /// The sum; the largest amount there is where that would be more.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

/// Dollars with all six decimals, such as `0.012500`.
impl fmt::Display for MicroUsd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:06}", self.0 / Self::PER_DOLLAR, self.0 % Self::PER_DOLLAR)
    }
}

/// What one call to a service took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expense {
    /// The service, by the name that the settings give it.
    pub provider: &'static str,
    /// The model, as the settings name it.
    pub model: Arc<str>,
    /// How the call ended: [`Expense::OK`], or a word for what was wrong.
    pub outcome: &'static str,
    /// Tokens that were sent, photos included.
    pub tokens_in: u64,
    /// Tokens that came back, silent thinking included.
    pub tokens_out: u64,
    /// What it cost; `None` when nobody said what this model costs.
    pub cost: Option<MicroUsd>,
    /// How long it took.
    pub took: Duration,
}

impl Expense {
    /// The outcome of a call that ended well.
    pub const OK: &str = "ok";
    /// The outcomes of calls that failed by the service's own fault or its settings here, whoever they
    /// were for.
    pub const OUTAGES: [&str; 5] =
        ["unreachable", "unavailable", "rate_limited", "quota_spent", "misconfigured"];
}

/// Collects what the calls for one brief took. Clones collect into the same
/// list, so that a call is counted also when what came of it was thrown away.
#[derive(Debug, Clone, Default)]
pub struct Expenses(Arc<Mutex<Vec<Expense>>>);

impl Expenses {
    /// Takes note of a call.
    pub fn note(&self, expense: Expense) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(expense);
    }

    /// All calls so far, in the order in which they ended.
    pub fn all(&self) -> Vec<Expense> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What all calls so far cost, as far as that is known.
    pub fn cost(&self) -> MicroUsd {
        let costs = self.all().into_iter().filter_map(|expense| expense.cost);
        costs.fold(MicroUsd::default(), MicroUsd::plus)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_written_in_dollars() {
        assert_eq!(MicroUsd::new(12_500).to_string(), "0.012500");
        assert_eq!(MicroUsd::new(3 * MicroUsd::PER_DOLLAR + 1).to_string(), "3.000001");
        assert_eq!(MicroUsd::new(u64::MAX).plus(MicroUsd::new(1)), MicroUsd::new(u64::MAX));
    }

    #[test]
    fn clones_collect_into_the_same_list() {
        let expenses = Expenses::default();
        let expense = Expense {
            provider: "openai",
            model: "small".into(),
            outcome: Expense::OK,
            tokens_in: 1_200,
            tokens_out: 300,
            cost: None,
            took: Duration::from_secs(2),
        };
        expenses.clone().note(expense.clone());
        assert_eq!(expenses.all(), [expense]);
    }
}
