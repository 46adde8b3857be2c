//! Counts the calls and answers of the sources.

use prometheus::{IntCounterVec, IntGaugeVec, Opts, Registry};

/// Metrics of all market data sources. Clones share the same metrics.
#[derive(Debug, Clone)]
pub struct MarketMetrics {
    calls: IntCounterVec,
    answers: IntCounterVec,
    kept: IntCounterVec,
    left_alone: IntGaugeVec,
}

impl MarketMetrics {
    /// Registers metrics at zero.
    ///
    /// # Errors
    /// The registry has metrics of the same name.
    pub fn new(registry: &Registry) -> Result<Self, prometheus::Error> {
        let counter = |name: &str, help: &str, labels: &[&str]| {
            let counter = IntCounterVec::new(Opts::new(name, help), labels)?;
            registry.register(Box::new(counter.clone()))?;
            Ok::<_, prometheus::Error>(counter)
        };
        let left_alone = IntGaugeVec::new(
            Opts::new("market_circuit_open", "1 while the circuit of a market data source is open."),
            &["source"],
        )?;
        registry.register(Box::new(left_alone.clone()))?;
        Ok(Self {
            calls: counter(
                "market_calls_total",
                "Calls to market data sources, by outcome.",
                &["source", "outcome"],
            )?,
            answers: counter(
                "market_answers_total",
                "Queries to market data sources, by outcome.",
                &["source", "outcome"],
            )?,
            kept: counter(
                "market_cache_hits_total",
                "Queries to market data sources that were answered from the cache.",
                &["source"],
            )?,
            left_alone,
        })
    }

    pub(crate) fn called(&self, source: &str, outcome: &str) {
        self.calls.with_label_values(&[source, outcome]).inc();
    }

    pub(crate) fn answered(&self, source: &str, outcome: &str) {
        self.answers.with_label_values(&[source, outcome]).inc();
    }

    pub(crate) fn was_kept(&self, source: &str) {
        self.kept.with_label_values(&[source]).inc();
    }

    pub(crate) fn is_left_alone(&self, source: &str, is_so: bool) {
        self.left_alone.with_label_values(&[source]).set(i64::from(is_so));
    }
}
