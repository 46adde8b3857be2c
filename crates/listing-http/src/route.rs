//! The paths that are served.

/// A path of the service. Also the label of metrics and log lines, so that no
/// text of a caller becomes one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Route {
    /// Generates listings.
    Listings,
    /// Tells how the quota stands.
    Usage,
    /// Whether the process runs.
    Live,
    /// Whether it can serve.
    Ready,
    /// Figures for Prometheus.
    Metrics,
    /// The description for machines.
    OpenApi,
    /// The description for people.
    Docs,
    /// Any other path: nothing is there.
    Unmatched,
}

impl Route {
    const SERVED: [Self; 7] =
        [Self::Listings, Self::Usage, Self::Live, Self::Ready, Self::Metrics, Self::OpenApi, Self::Docs];

    /// The route of a request's path.
    pub(crate) fn of(path: &str) -> Self {
        Self::SERVED.into_iter().find(|route| route.path() == path).unwrap_or(Self::Unmatched)
    }

    /// The path, or `unmatched`.
    pub(crate) const fn path(self) -> &'static str {
        match self {
            Self::Listings => "/api/v1/listings",
            Self::Usage => "/api/v1/usage",
            Self::Live => "/health/live",
            Self::Ready => "/health/ready",
            Self::Metrics => "/metrics",
            Self::OpenApi => "/.well-known/openapi.json",
            Self::Docs => "/docs",
            Self::Unmatched => "unmatched",
        }
    }

    /// Whether requests count against a rate limit. Monitoring does not, so
    /// that a busy moment is never mistaken for an outage.
    pub(crate) const fn is_counted(self) -> bool {
        !matches!(self, Self::Live | Self::Ready | Self::Metrics)
    }
}
