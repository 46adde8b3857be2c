//! The dependencies that all route groups share.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use actix_web::HttpRequest;
use actix_web::http::header::HeaderMap;
use listing_domain::ports::{Admission, AdmissionSlot, IdSource, RateKey, RateLimiter, Requester};
use listing_domain::principal::Principal;
use listing_domain::quota::RatePolicy;
use listing_domain::usecase::AuthenticateCaller;
use listing_domain::usecase::people::AuthenticateSession;

use crate::client_address::TrustedProxies;
use crate::cors::CorsOrigins;
use crate::error::ApiError;
use crate::host::OwnHosts;
use crate::metrics::Metrics;
use crate::readiness::Readiness;
use crate::tasks::Tasks;

/// The dependencies that all route groups share. Handlers get it as `web::Data<Edge>`.
#[derive(Clone)]
pub struct Edge {
    /// Authenticates API keys.
    pub authenticate: Arc<AuthenticateCaller>,
    /// Authenticates sessions, where there is a web app.
    pub sessions: Option<Arc<AuthenticateSession>>,
    /// The origin for browsers, such as `https://ptl.example.com`, if known.
    pub public_origin: Option<String>,
    /// The URL of the page that sells credits and plans, which answers to an exhausted quota name.
    pub pricing_url: Option<String>,
    /// The hosts of the web app and the metrics.
    pub hosts: OwnHosts,
    /// Limits request rates.
    pub limiter: Arc<dyn RateLimiter>,
    /// Makes request ids.
    pub ids: Arc<dyn IdSource>,
    /// The limits of plans and addresses.
    pub rates: RatePolicy,
    /// Checks if the service can serve.
    pub readiness: Arc<dyn Readiness>,
    /// The metrics.
    pub metrics: Metrics,
    /// Background tasks.
    pub tasks: Tasks,
    /// Admits requests, or lets them wait.
    pub admission: Arc<dyn Admission>,
    /// Size and time limits.
    pub limits: HttpLimits,
    /// The proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: TrustedProxies,
    /// Origins of pages that may call the service.
    pub cors_origins: CorsOrigins,
}

impl Edge {
    /// Waits for one of the account's slots. Call it before reading the body.
    pub async fn enter(
        &self,
        request: &HttpRequest,
        caller: &Principal,
    ) -> Result<Box<dyn AdmissionSlot>, ApiError> {
        let address = self.client_address(request.peer_addr(), request.headers());
        let is_subscribed = caller.plan.is_subscribed();
        let requester = Requester { account: caller.account, is_subscribed, address };
        self.admission.enter(requester).await.map_err(|refused| ApiError::from(refused).closing())
    }

    /// Counts a web app request against the account's limit of API calls too, for pages that do the work of
    /// such a call.
    pub(crate) async fn count_call(&self, caller: &Principal) -> Result<(), ApiError> {
        let limit = self.rates.for_plan(caller.plan);
        let decision = self.limiter.take(RateKey::Account(caller.account), limit).await;
        decision.retry_after.map_or(Ok(()), |wait| Err(ApiError::too_many_requests(limit, wait).closing()))
    }

    pub(crate) fn is_secure(&self) -> bool {
        self.public_origin.as_deref().is_some_and(|origin| origin.starts_with("https://"))
    }

    /// Returns the address whose rate limit a request counts against.
    pub fn client_address(&self, peer: Option<SocketAddr>, headers: &HeaderMap) -> IpAddr {
        // Over TCP there always is a peer; without one all share one address.
        let peer = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.ip());
        self.trusted_proxies.client(peer, headers)
    }
}

/// Size and time limits of requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HttpLimits {
    /// The largest request body, in bytes. The default holds four photos of 10 MB in base64, with room to
    /// spare.
    pub max_body_bytes: usize,
    /// The timeout for an empty body. It and the next two limits also bound the time in which a client must
    /// receive an answer.
    pub body_base: Duration,
    /// The slowest acceptable sender, in bytes a second, beyond the base time.
    pub body_bytes_per_second: u32,
    /// The longest time for any request body.
    pub body_max: Duration,
    /// The timeout of the check behind `/health/ready`.
    pub readiness_timeout: Duration,
    /// The timeout for request headers.
    pub header_timeout: Duration,
    /// The time for which a connection may be idle between requests.
    pub keep_alive: Duration,
}

impl Default for HttpLimits {
    fn default() -> Self {
        Self {
            max_body_bytes: 57_000_000,
            body_base: Duration::from_secs(10),
            body_bytes_per_second: 50_000,
            body_max: Duration::from_mins(2),
            readiness_timeout: Duration::from_millis(500),
            header_timeout: Duration::from_secs(5),
            keep_alive: Duration::from_secs(5),
        }
    }
}

impl HttpLimits {
    /// The total time for a body of which `received` bytes have arrived. The announced length does not count,
    /// so that it buys a stalled sender no time.
    pub(crate) fn body_time(&self, received: usize) -> Duration {
        let per_second = usize::try_from(self.body_bytes_per_second.max(1)).unwrap_or(usize::MAX);
        let earned = u64::try_from(received / per_second).unwrap_or(u64::MAX);
        self.body_base.saturating_add(Duration::from_secs(earned)).min(self.body_max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_gets_more_time_as_it_arrives() {
        let limits = HttpLimits::default();
        for (received, seconds) in [(0, 10), (49_999, 10), (50_000, 11), (1_000_000, 30), (57_000_000, 120)] {
            assert_eq!(limits.body_time(received), Duration::from_secs(seconds), "{received}");
        }
    }
}
