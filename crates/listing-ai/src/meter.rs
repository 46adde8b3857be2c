use std::sync::Arc;
use std::time::Duration;

use listing_domain::expense::{Expense, Expenses, MicroUsd};
use prometheus::{HistogramOpts, HistogramVec, IntCounterVec, IntGaugeVec, Opts, Registry};
use tokio::time::Instant;

use crate::prompt::PROMPT_VERSION;
use crate::wire::Tokens;

const SECONDS: [f64; 11] = [0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0, 90.0];

/// The price of a model's tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModelPrice {
    /// The price of a million input tokens, in millionths of a dollar.
    pub input: MicroUsd,
    /// The same, for output tokens.
    pub output: MicroUsd,
}

impl ModelPrice {
    /// Rounded up, so that fractions cannot exceed a budget.
    pub(crate) fn cost(self, tokens: Tokens) -> MicroUsd {
        let millionths = u128::from(tokens.input) * u128::from(self.input.millionths())
            + u128::from(tokens.output) * u128::from(self.output.millionths());
        MicroUsd::new(u64::try_from(millionths.div_ceil(1_000_000)).unwrap_or(u64::MAX))
    }
}

/// Metrics of all model writers. Clones share them.
#[derive(Debug, Clone)]
pub struct AiMetrics {
    calls: IntCounterVec,
    tokens: IntCounterVec,
    cost: IntCounterVec,
    seconds: HistogramVec,
}

impl AiMetrics {
    /// Creates metrics at zero.
    ///
    /// # Errors
    /// If the registry has metrics of the same name.
    pub fn new(registry: &Registry) -> Result<Self, prometheus::Error> {
        let counter = |name: &str, help: &str, labels: &[&str]| {
            let counter = IntCounterVec::new(Opts::new(name, help), labels)?;
            registry.register(Box::new(counter.clone()))?;
            Ok::<_, prometheus::Error>(counter)
        };
        let gauge = |name: &str, help: &str, labels: &[&str]| {
            let gauge = IntGaugeVec::new(Opts::new(name, help), labels)?;
            registry.register(Box::new(gauge.clone()))?;
            Ok::<_, prometheus::Error>(gauge)
        };
        let seconds = HistogramVec::new(
            HistogramOpts::new("ai_call_duration_seconds", "Time of a call to a model.")
                .buckets(SECONDS.to_vec()),
            &["provider", "model"],
        )?;
        registry.register(Box::new(seconds.clone()))?;
        let prompt = gauge("ai_prompt_info", "1, labelled with the version of the prompt.", &["version"])?;
        prompt.with_label_values(&[PROMPT_VERSION]).set(1);
        let model = ["provider", "model"];
        Ok(Self {
            calls: counter(
                "ai_calls_total",
                "Calls to models, by outcome.",
                &["provider", "model", "outcome"],
            )?,
            tokens: counter("ai_tokens_total", "Tokens of calls.", &["provider", "model", "direction"])?,
            cost: counter(
                "ai_cost_microdollars_total",
                "Cost of calls in millionths of a US dollar, for models with a price in the settings.",
                &model,
            )?,
            seconds,
        })
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Meter {
    pub(crate) provider: &'static str,
    pub(crate) model: Arc<str>,
    pub(crate) price: Option<ModelPrice>,
    pub(crate) metrics: AiMetrics,
}

impl Meter {
    /// Starts recording a call. Dropped before [`Call::end`], it counts as canceled.
    pub(crate) fn begin<'a>(&'a self, expenses: &'a Expenses) -> Call<'a> {
        Call { meter: self, expenses, since: Instant::now(), is_counted: false }
    }

    fn count(&self, expenses: &Expenses, outcome: &'static str, tokens: Tokens, took: Duration) {
        let model = [self.provider, &*self.model];
        let cost = self.price.map(|price| price.cost(tokens));
        self.metrics.calls.with_label_values(&[model[0], model[1], outcome]).inc();
        self.metrics.tokens.with_label_values(&[model[0], model[1], "in"]).inc_by(tokens.input);
        self.metrics.tokens.with_label_values(&[model[0], model[1], "out"]).inc_by(tokens.output);
        self.metrics.seconds.with_label_values(&model).observe(took.as_secs_f64());
        if let Some(cost) = cost {
            self.metrics.cost.with_label_values(&model).inc_by(cost.millionths());
        }
        expenses.note(Expense {
            provider: self.provider,
            model: Arc::clone(&self.model),
            outcome,
            tokens_in: tokens.input,
            tokens_out: tokens.output,
            cost,
            took,
        });
    }
}

pub(crate) struct Call<'a> {
    meter: &'a Meter,
    expenses: &'a Expenses,
    since: Instant,
    is_counted: bool,
}

impl Call<'_> {
    pub(crate) fn end(mut self, outcome: &'static str, tokens: Tokens) {
        self.is_counted = true;
        let took = self.since.elapsed();
        self.meter.count(self.expenses, outcome, tokens, took);
        let Meter { provider, model, .. } = self.meter;
        let ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        tracing::info!(
            provider,
            %model,
            outcome,
            tokens_in = tokens.input,
            tokens_out = tokens.output,
            ms,
            prompt = PROMPT_VERSION,
            "model called"
        );
    }
}

impl Drop for Call<'_> {
    fn drop(&mut self) {
        if !self.is_counted {
            self.meter.count(self.expenses, "cancelled", Tokens::default(), self.since.elapsed());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_rounded_up() {
        let price = ModelPrice { input: MicroUsd::new(250_000), output: MicroUsd::new(2_000_000) };
        let cost = |input, output| price.cost(Tokens { input, output }).millionths();
        assert_eq!(cost(0, 0), 0);
        assert_eq!(cost(1, 0), 1);
        assert_eq!(cost(4_000, 1_000), 3_000);
        assert_eq!(cost(u64::MAX, u64::MAX), u64::MAX);
    }
}
