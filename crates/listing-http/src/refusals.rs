//! Counts refused requests and sums them up in the log: with a line for each, a flood of requests would fill
//! the disk and hide everything else.

use std::collections::{BTreeMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use actix_web::http::StatusCode;
use listing_domain::ids::AccountId;
use tokio::time::{Instant, sleep};

const PERIOD: Duration = Duration::from_mins(1);
/// For one reason; further addresses and accounts are not counted.
const MAX_DISTINCT: usize = 10_000;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Refusal<'a> {
    /// A word for the log.
    pub(crate) reason: &'static str,
    pub(crate) status: StatusCode,
    pub(crate) client: IpAddr,
    pub(crate) account: Option<AccountId>,
    pub(crate) request_id: &'a str,
}

/// A word for the log; `None` if a response with this status is not counted. For known accounts, only a
/// missing key or scope, a wrong host, the rate limit and a busy service count: other errors have log lines
/// of their own.
pub(crate) fn reason(status: StatusCode, is_known: bool) -> Option<&'static str> {
    match status {
        StatusCode::UNAUTHORIZED => Some("no_valid_key"),
        StatusCode::FORBIDDEN => Some("scope_missing"),
        StatusCode::MISDIRECTED_REQUEST => Some("other_host"),
        StatusCode::TOO_MANY_REQUESTS => Some("rate_limited"),
        StatusCode::SERVICE_UNAVAILABLE => Some("busy"),
        _ if is_known => None,
        StatusCode::BAD_REQUEST => Some("malformed"),
        StatusCode::NOT_FOUND => Some("no_such_path"),
        StatusCode::METHOD_NOT_ALLOWED => Some("no_such_method"),
        StatusCode::REQUEST_TIMEOUT => Some("too_slow"),
        StatusCode::URI_TOO_LONG => Some("target_too_long"),
        StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE => Some("headers_too_large"),
        _ => None,
    }
}

#[derive(Debug, Default)]
pub(crate) struct Refusals(Mutex<BTreeMap<&'static str, Tally>>);

#[derive(Debug)]
struct Tally {
    since: Instant,
    status: StatusCode,
    requests: u64,
    addresses: HashSet<IpAddr>,
    accounts: HashSet<AccountId>,
    /// Of the latest refusal, as an example to search the log for.
    client: IpAddr,
    request_id: String,
}

impl Refusals {
    /// The first refusal for a reason starts the period, after which their number is logged.
    pub(crate) fn count(self: &Arc<Self>, refusal: Refusal<'_>) {
        let reason = refusal.reason;
        let is_first = self.add(refusal);
        if is_first {
            let refusals = Arc::downgrade(self);
            tokio::spawn(async move {
                sleep(PERIOD).await;
                if let Some(refusals) = refusals.upgrade() {
                    refusals.log(reason);
                }
            });
        }
    }

    fn add(&self, refusal: Refusal<'_>) -> bool {
        let Refusal { reason, status, client, account, request_id } = refusal;
        let mut tallies = self.tallies();
        let is_first = !tallies.contains_key(reason);
        let tally = tallies.entry(reason).or_insert_with(|| Tally {
            since: Instant::now(),
            status,
            requests: 0,
            addresses: HashSet::new(),
            accounts: HashSet::new(),
            client,
            request_id: String::new(),
        });
        tally.requests += 1;
        if tally.addresses.len() < MAX_DISTINCT {
            tally.addresses.insert(client);
        }
        if tally.accounts.len() < MAX_DISTINCT {
            tally.accounts.extend(account);
        }
        tally.client = client;
        request_id.clone_into(&mut tally.request_id);
        is_first
    }

    fn log(&self, reason: &'static str) {
        let tally = self.tallies().remove(reason);
        if let Some(tally) = tally {
            tally.log(reason);
        }
    }

    fn tallies(&self) -> MutexGuard<'_, BTreeMap<&'static str, Tally>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Refusals {
    fn drop(&mut self) {
        let tallies = std::mem::take(&mut *self.tallies());
        for (reason, tally) in tallies {
            tally.log(reason);
        }
    }
}

impl Tally {
    fn log(&self, reason: &'static str) {
        let seconds = self.since.elapsed().as_secs();
        tracing::info!(
            parent: None,
            reason,
            status = self.status.as_u16(),
            requests = self.requests,
            addresses = self.addresses.len(),
            accounts = self.accounts.len(),
            seconds,
            client = %self.client,
            request_id = self.request_id,
            "requests refused: {} in {seconds} s ({reason}); client and request_id are those of the last one",
            self.requests
        );
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn refusal(reason: &'static str, last: u8, account: Option<u128>) -> Refusal<'static> {
        let account = account.map(|number| AccountId::new(Uuid::from_u128(number)));
        let client = IpAddr::from([10, 0, 0, last]);
        Refusal { reason, status: StatusCode::TOO_MANY_REQUESTS, client, account, request_id: "r-1" }
    }

    #[tokio::test(start_paused = true)]
    async fn refusals_are_counted_per_minute_and_then_reset() {
        let refusals = Arc::new(Refusals::default());
        for (last, account) in [(1, None), (1, Some(7)), (2, Some(7)), (2, Some(8))] {
            refusals.count(refusal("rate_limited", last, account));
        }
        {
            let tallies = refusals.tallies();
            let tally = &tallies["rate_limited"];
            assert_eq!((tally.requests, tally.addresses.len(), tally.accounts.len()), (4, 2, 2));
        }
        sleep(PERIOD + Duration::from_secs(1)).await;
        assert!(refusals.tallies().is_empty(), "the refusals were logged");
        refusals.count(refusal("busy", 1, None));
        assert_eq!(refusals.tallies()["busy"].requests, 1);
    }

    #[tokio::test]
    async fn a_flood_from_many_addresses_uses_bounded_memory() {
        let refusals = Arc::new(Refusals::default());
        for number in 0..20_000_u32 {
            let client = IpAddr::from(number.to_be_bytes());
            refusals.count(Refusal { client, ..refusal("no_valid_key", 0, None) });
        }
        let tallies = refusals.tallies();
        let tally = &tallies["no_valid_key"];
        assert_eq!((tally.requests, tally.addresses.len()), (20_000, MAX_DISTINCT));
    }

    #[test]
    fn some_statuses_are_refusals_only_without_a_known_account() {
        for (status, anonymous, known) in [
            (401, Some("no_valid_key"), Some("no_valid_key")),
            (429, Some("rate_limited"), Some("rate_limited")),
            (404, Some("no_such_path"), None),
            (400, Some("malformed"), None),
            (402, None, None),
            (500, None, None),
            (200, None, None),
        ] {
            let status = StatusCode::from_u16(status).unwrap();
            assert_eq!((reason(status, false), reason(status, true)), (anonymous, known), "{status}");
        }
    }
}
