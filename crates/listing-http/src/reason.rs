//! Reasons for errors where a status does not say enough.

/// The reason for an error where its status does not say enough: pages have a sentence of their
/// own for it, and the log a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// The form was sent by a page that is not ours, or that is too old.
    ForeignForm,
    /// The browser sent no cookie with the form: it kept none.
    NoCookie,
    /// The page was opened at another address than the service's own, this one.
    OtherAddress(String),
    /// More requests came than the rate limit allows, in so many seconds again.
    RateLimited(u64),
    /// The account has used its processor time, which it has again in so many seconds.
    OverBudget(u64),
    /// There were too many tries, in so many seconds again.
    TooManyTries(u64),
    /// The page is for administrators.
    NotAdministrator,
    /// The service does not serve now, although it is not busy: it is starting, stopping, or
    /// without its database.
    NotReady,
}

impl Reason {
    /// Its word in the log.
    pub(crate) const fn word(&self) -> &'static str {
        match self {
            Self::ForeignForm => "foreign_form",
            Self::NoCookie => "no_cookie",
            Self::OtherAddress(_) => "other_host",
            Self::RateLimited(_) => "rate_limited",
            Self::OverBudget(_) => "over_budget",
            Self::TooManyTries(_) => "too_many_tries",
            Self::NotAdministrator => "not_administrator",
            Self::NotReady => "not_ready",
        }
    }
}
