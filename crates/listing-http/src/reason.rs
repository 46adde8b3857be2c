/// Distinguishes errors with the same HTTP status. The web app has a sentence and the log a word for each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// The form was sent by a page of another site, or by an outdated page.
    ForeignForm,
    /// The browser sent no cookie with the form: it stored none.
    NoCookie,
    /// The page was opened under another address than the service's own, such as `https://ptl.example.com`.
    OtherAddress(String),
    /// The rate limit is exceeded; retry after this many seconds.
    RateLimited(u64),
    /// No processor time is left; some is again in this many seconds.
    OverBudget(u64),
    /// Too many attempts; retry after this many seconds.
    TooManyAttempts(u64),
    /// The page is for administrators.
    NotAdministrator,
    /// The service is starting, stopping, or without its database.
    NotReady,
}

impl Reason {
    pub(crate) const fn word(&self) -> &'static str {
        match self {
            Self::ForeignForm => "foreign_form",
            Self::NoCookie => "no_cookie",
            Self::OtherAddress(_) => "other_host",
            Self::RateLimited(_) => "rate_limited",
            Self::OverBudget(_) => "over_budget",
            Self::TooManyAttempts(_) => "too_many_tries",
            Self::NotAdministrator => "not_administrator",
            Self::NotReady => "not_ready",
        }
    }
}
