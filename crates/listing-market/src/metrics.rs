use prometheus::{IntCounterVec, IntGaugeVec, Opts, Registry};

/// Metrics of all sources. Clones share them.
#[derive(Debug, Clone)]
pub struct MarketMetrics {
    calls: IntCounterVec,
    answers: IntCounterVec,
    cache_hits: IntCounterVec,
    circuit_open: IntGaugeVec,
}

impl MarketMetrics {
    /// Creates and registers the metrics, all at zero.
    ///
    /// # Errors
    /// The registry has metrics of the same name.
    pub fn new(registry: &Registry) -> Result<Self, prometheus::Error> {
        let counter = |name: &str, help: &str, labels: &[&str]| {
            let counter = IntCounterVec::new(Opts::new(name, help), labels)?;
            registry.register(Box::new(counter.clone()))?;
            Ok::<_, prometheus::Error>(counter)
        };
        let circuit_open = IntGaugeVec::new(
            Opts::new("market_circuit_open", "1 while the circuit of a market data source is open."),
            &["source"],
        )?;
        registry.register(Box::new(circuit_open.clone()))?;
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
            cache_hits: counter(
                "market_cache_hits_total",
                "Queries to market data sources that were answered from the cache.",
                &["source"],
            )?,
            circuit_open,
        })
    }

    pub(crate) fn called(&self, source: &str, outcome: &str) {
        self.calls.with_label_values(&[source, outcome]).inc();
    }

    pub(crate) fn answered(&self, source: &str, outcome: &str) {
        self.answers.with_label_values(&[source, outcome]).inc();
    }

    pub(crate) fn cache_hit(&self, source: &str) {
        self.cache_hits.with_label_values(&[source]).inc();
    }

    pub(crate) fn set_circuit_open(&self, source: &str, is_open: bool) {
        self.circuit_open.with_label_values(&[source]).set(i64::from(is_open));
    }
}
