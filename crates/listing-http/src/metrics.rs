//! Metrics for Prometheus.

use std::sync::Arc;
use std::time::Duration;

use actix_web::http::{Method, StatusCode};
use prometheus::{HistogramOpts, HistogramVec, IntCounterVec, IntGauge, IntGaugeVec, Opts, Registry};

use crate::route::RouteEntry;

/// In seconds: from a response served from memory to the longest generation.
const DURATION_BUCKETS: [f64; 14] =
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 30.0, 90.0];

const PREFIX: &str = "ptl";

/// The service's metrics, shared by clones.
#[derive(Debug, Clone)]
pub struct Metrics(Arc<Collectors>);

#[derive(Debug)]
struct Collectors {
    registry: Registry,
    requests: IntCounterVec,
    durations: HistogramVec,
    generations: IntCounterVec,
    in_flight: IntGauge,
    limiter_degraded: IntGauge,
    ready: IntGauge,
}

impl Metrics {
    /// Creates metrics in a registry of their own.
    ///
    /// # Errors
    /// None in practice: the names are fixed and differ.
    pub fn new() -> Result<Self, prometheus::Error> {
        let collectors = Collectors {
            registry: Registry::new_custom(Some(PREFIX.to_owned()), None)?,
            requests: IntCounterVec::new(
                Opts::new("http_requests_total", "Requests answered."),
                &["method", "route", "status"],
            )?,
            durations: HistogramVec::new(
                HistogramOpts::new(
                    "http_request_duration_seconds",
                    "Time from the request headers to the answer.",
                )
                .buckets(DURATION_BUCKETS.to_vec()),
                &["method", "route"],
            )?,
            generations: IntCounterVec::new(
                Opts::new("generations_total", "Generations that ended, by outcome."),
                &["outcome"],
            )?,
            in_flight: IntGauge::new("http_requests_in_flight", "Requests in progress.")?,
            limiter_degraded: IntGauge::new(
                "limiter_degraded",
                "1 while this instance counts alone because Redis does not answer.",
            )?,
            ready: IntGauge::new("service_ready", "1 if the last check found the service ready.")?,
        };
        let build = IntGaugeVec::new(Opts::new("build_info", "1, labelled with the version."), &["version"])?;
        build.with_label_values(&[env!("CARGO_PKG_VERSION")]).set(1);
        collectors.registry.register(Box::new(build))?;
        collectors.registry.register(Box::new(collectors.requests.clone()))?;
        collectors.registry.register(Box::new(collectors.durations.clone()))?;
        collectors.registry.register(Box::new(collectors.generations.clone()))?;
        collectors.registry.register(Box::new(collectors.in_flight.clone()))?;
        collectors.registry.register(Box::new(collectors.limiter_degraded.clone()))?;
        collectors.registry.register(Box::new(collectors.ready.clone()))?;
        Ok(Self(Arc::new(collectors)))
    }

    /// Returns the registry, to which adapters can add metrics.
    pub fn registry(&self) -> &Registry {
        &self.0.registry
    }

    /// Sets whether the rate limiter counts alone because it cannot reach the shared store.
    pub fn set_limiter_degraded(&self, is_degraded: bool) {
        self.0.limiter_degraded.set(i64::from(is_degraded));
    }

    /// Returns whether that changed.
    pub(crate) fn set_ready(&self, is_ready: bool) -> bool {
        let before = self.0.ready.get();
        self.0.ready.set(i64::from(is_ready));
        before != i64::from(is_ready)
    }

    pub(crate) fn start_request(&self) -> InFlight {
        self.0.in_flight.inc();
        InFlight(self.clone())
    }

    /// Counts a generation that has ended.
    pub fn count_generation(&self, outcome: &'static str) {
        self.0.generations.with_label_values(&[outcome]).inc();
    }
}

/// The labels that a request counts under. Both have closed sets of values, so callers cannot create labels
/// without end.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Exchange {
    /// Or `OTHER`.
    pub(crate) method: &'static str,
    /// Or `unmatched`.
    pub(crate) route: &'static str,
}

impl Exchange {
    /// For bytes that could not be read as a request.
    pub(crate) const UNREADABLE: Self = Self { method: "OTHER", route: "unreadable" };

    pub(crate) fn new(method: &Method, route: Option<&RouteEntry>) -> Self {
        const KNOWN: [&str; 7] = ["GET", "POST", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"];
        let method = KNOWN.into_iter().find(|known| *known == method.as_str()).unwrap_or("OTHER");
        Self { method, route: route.map_or("unmatched", |entry| entry.label) }
    }
}

/// Counts a request as in flight until it is dropped, also when the client disconnects.
#[derive(Debug)]
pub(crate) struct InFlight(Metrics);

impl InFlight {
    pub(crate) fn finish(self, exchange: Exchange, status: StatusCode, elapsed: Duration) {
        let Exchange { method, route } = exchange;
        let collectors = &self.0.0;
        collectors.requests.with_label_values(&[method, route, status.as_str()]).inc();
        collectors.durations.with_label_values(&[method, route]).observe(elapsed.as_secs_f64());
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        self.0.0.in_flight.dec();
    }
}
