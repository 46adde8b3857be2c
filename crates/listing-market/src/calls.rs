use std::sync::Arc;
use std::time::Duration;

use listing_domain::ports::Clock;
use listing_outbound::header::HeaderMap;
use listing_outbound::{ApiKey, Fault, Transport, Url};
use tokio::time::Instant;

use crate::allowance::{Allowance, CallLimits};
use crate::failure::{Failure, outcome_of};
use crate::metrics::MarketMetrics;

/// HTTP calls to one service, within limits and counted by outcome.
pub struct Calls {
    name: &'static str,
    transport: Transport,
    allowance: Allowance,
    metrics: MarketMetrics,
}

impl Calls {
    /// Creates the calls; `name` is for logs and metrics.
    pub fn new(
        name: &'static str,
        transport: Transport,
        limits: CallLimits,
        clock: Arc<dyn Clock>,
        metrics: MarketMetrics,
    ) -> Self {
        Self { name, transport, allowance: Allowance::new(name, limits, clock), metrics }
    }

    pub(crate) const fn name(&self) -> &'static str {
        self.name
    }

    /// Fetches with GET as soon as the limits allow it.
    pub(crate) async fn get(
        &self,
        url: Url,
        headers: HeaderMap,
        secret: &ApiKey,
        until: Instant,
    ) -> Result<Vec<u8>, Failure> {
        self.allowance.take(until).await?;
        let call = Counted::begin(self);
        let answer = self.transport.get(url, headers, Some(secret), left(until)).await;
        Ok(call.end(answer)?)
    }

    /// Posts a form to a token service, which has limits of its own, so ours do not apply.
    pub(crate) async fn post(
        &self,
        url: Url,
        headers: HeaderMap,
        form: String,
        secret: &ApiKey,
        until: Instant,
    ) -> Result<Vec<u8>, Fault> {
        let call = Counted::begin(self);
        let answer = self.transport.post(url, headers, form.into_bytes(), Some(secret), left(until)).await;
        call.end(answer)
    }
}

fn left(until: Instant) -> Duration {
    until.saturating_duration_since(Instant::now())
}

/// Dropped before [`Self::end`], it counts as `cancelled`.
struct Counted<'a> {
    calls: &'a Calls,
    outcome: &'static str,
}

impl<'a> Counted<'a> {
    const fn begin(calls: &'a Calls) -> Self {
        Self { calls, outcome: "cancelled" }
    }

    fn end(mut self, answer: Result<Vec<u8>, Fault>) -> Result<Vec<u8>, Fault> {
        self.outcome = answer.as_ref().map_or_else(outcome_of, |_| "ok");
        answer
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.calls.metrics.called(self.calls.name, self.outcome);
    }
}
