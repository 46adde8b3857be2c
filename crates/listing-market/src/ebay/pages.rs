//! Reads eBay's result pages.

use listing_domain::pricing::Comparable;
use listing_outbound::header::{ACCEPT, AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};
use listing_outbound::{ApiKey, Fault};
use serde_json::Value;
use tokio::time::Instant;

use super::token::Token;
use super::{EbayAccount, site};
use crate::calls::Calls;
use crate::failure::Failure;
use crate::search::Search;

/// eBay allows 200, but smaller pages arrive sooner.
const PAGE_SIZE: usize = 50;
const MAX_PAGES: usize = 3;
/// More comparables add little.
const ENOUGH: usize = 40;

const SITE: HeaderName = HeaderName::from_static("x-ebay-c-marketplace-id");

/// One of eBay's search APIs.
pub(super) struct Pages {
    pub(super) account: EbayAccount,
    pub(super) token: Token,
    pub(super) calls: Calls,
    pub(super) path: &'static str,
    pub(super) filter: Option<&'static str>,
    /// The response's field with the offers.
    pub(super) field: &'static str,
}

impl Pages {
    /// Reads pages until there are enough comparables.
    pub(super) async fn read(
        &self,
        search: &Search,
        until: Instant,
        read: impl Fn(&Value) -> Option<Comparable> + Send + Sync,
    ) -> Result<Vec<Comparable>, Failure> {
        let mut found = Vec::new();
        for page in 0..MAX_PAGES {
            let answer = self.page(search, page * PAGE_SIZE, until).await;
            let answer = match answer {
                // The offers of the earlier pages are enough.
                Err(_) if !found.is_empty() => break,
                answer => answer?,
            };
            let offers = answer.get(self.field).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
            found.extend(offers.iter().take(PAGE_SIZE).filter_map(&read));
            // The address in `next` is not called; it only shows that there is a next page.
            if answer.get("next").is_none() || offers.is_empty() || found.len() >= ENOUGH {
                break;
            }
        }
        Ok(found)
    }

    /// If eBay refuses the cached token, a new one is tried once.
    async fn page(&self, search: &Search, offset: usize, until: Instant) -> Result<Value, Failure> {
        let token = self.token.get(&self.account, &self.calls, until).await?;
        let refused = match self.request_page(search, offset, &token, until).await {
            Err(Failure::Call(Fault::Service(error))) if error.status == 401 => error,
            answer => return answer,
        };
        let (source, status) = (self.calls.name(), refused.status);
        tracing::info!(source, status, "{source} rejected the cached token: fetching a new one");
        self.token.forget(&token).await;
        let token = self.token.get(&self.account, &self.calls, until).await?;
        self.request_page(search, offset, &token, until).await.map_err(|failure| match failure {
            Failure::Call(Fault::Service(error)) if error.status == 401 => Failure::Refused(error),
            failure => failure,
        })
    }

    async fn request_page(
        &self,
        search: &Search,
        offset: usize,
        token: &ApiKey,
        until: Instant,
    ) -> Result<Value, Failure> {
        let mut url = self.account.base_url.join(self.path)?;
        {
            let mut query = url.query_pairs_mut();
            query.append_pair("q", &search.words);
            query.append_pair("limit", &PAGE_SIZE.to_string());
            query.append_pair("offset", &offset.to_string());
            if let Some(filter) = self.filter {
                query.append_pair("filter", filter);
            }
        }
        let bearer = token.header("Bearer ").map_err(|error| Fault::NotSent(error.to_string()))?;
        let headers = HeaderMap::from_iter([
            (AUTHORIZATION, bearer),
            (ACCEPT, HeaderValue::from_static("application/json")),
            (SITE, HeaderValue::from_static(site(search.market))),
        ]);
        let answer = self.calls.get(url, headers, token, until).await;
        let body = answer.map_err(|failure| match failure {
            Failure::Call(Fault::Service(error)) if error.status == 403 => Failure::Refused(error),
            failure => failure,
        })?;
        let answer = serde_json::from_slice(&body);
        let answer = answer.ok().filter(Value::is_object);
        Ok(answer.ok_or_else(|| Fault::Malformed("the answer is not a JSON object".to_owned()))?)
    }
}
