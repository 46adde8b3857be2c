//! Calls to AI services, with their tokens and cost.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Millionths of a US dollar, since a token costs a fraction of a cent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MicroUsd(u64);

impl MicroUsd {
    /// Millionths in a dollar.
    pub const PER_DOLLAR: u64 = 1_000_000;

    /// An amount from millionths of a dollar.
    pub const fn new(millionths: u64) -> Self {
        Self(millionths)
    }

    /// The amount in millionths of a dollar.
    pub const fn millionths(self) -> u64 {
        self.0
    }

    /// The sum, capped at the largest amount.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

/// All six decimals: `0.012500`.
impl fmt::Display for MicroUsd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:06}", self.0 / Self::PER_DOLLAR, self.0 % Self::PER_DOLLAR)
    }
}

/// A call to an AI service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expense {
    /// The service's name in the settings.
    pub provider: &'static str,
    /// The model's name in the settings.
    pub model: Arc<str>,
    /// [`Expense::OK`], or a word for the failure.
    pub outcome: &'static str,
    /// Tokens sent, including those of photos.
    pub tokens_in: u64,
    /// Tokens received, including hidden reasoning.
    pub tokens_out: u64,
    /// The cost; `None` if the settings have no price for the model.
    pub cost: Option<MicroUsd>,
    /// The duration.
    pub took: Duration,
}

impl Expense {
    /// The outcome of a successful call.
    pub const OK: &str = "ok";
    /// The failures for which the service or its configuration is to blame, not the request.
    pub const OUTAGES: [&str; 5] =
        ["unreachable", "unavailable", "rate_limited", "quota_spent", "misconfigured"];
}

/// The expenses of one request. Clones share the list, so a call counts even if its result is discarded.
#[derive(Debug, Clone, Default)]
pub struct Expenses(Arc<Mutex<Vec<Expense>>>);

impl Expenses {
    /// Adds a call.
    pub fn note(&self, expense: Expense) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(expense);
    }

    /// All calls, in the order in which they ended.
    pub fn all(&self) -> Vec<Expense> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The known cost of all calls.
    pub fn cost(&self) -> MicroUsd {
        let costs = self.all().into_iter().filter_map(|expense| expense.cost);
        costs.fold(MicroUsd::default(), MicroUsd::plus)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_printed_in_dollars() {
        assert_eq!(MicroUsd::new(12_500).to_string(), "0.012500");
        assert_eq!(MicroUsd::new(3 * MicroUsd::PER_DOLLAR + 1).to_string(), "3.000001");
        assert_eq!(MicroUsd::new(u64::MAX).plus(MicroUsd::new(1)), MicroUsd::new(u64::MAX));
    }

    #[test]
    fn clones_of_expenses_share_one_list() {
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
