//! The handlers of the account overview.

use std::collections::{BTreeMap, HashSet};

use actix_web::HttpResponse;
use actix_web::web::Payload;
use jiff::tz::Offset;
use jiff::{SignedDuration, Timestamp, ToSpan as _};
use listing_domain::generation::ListPurpose;
use listing_domain::ids::{AccountId, KeyId};
use listing_domain::key::KeyRecord;
use listing_domain::mail::MailSubject;
use listing_domain::quota::Usage;
use listing_http::ApiError;

use super::generations::items;
use crate::Web;
use crate::form::Fields;
use crate::page::Page;
use crate::problems::store_error;
use crate::view::{Account, AccountPlan, Chart, ChartDay, Flash};

/// The number of days in the usage chart.
const DAYS: i64 = 30;
/// The number of generations listed in the overview.
const LATEST: u32 = 5;
/// The maximum number of queued messages to search for links that users wait for.
const MESSAGES: u32 = 200;

/// `GET /account`: shows the overview of the account.
pub(crate) async fn show(page: Page) -> Result<HttpResponse, ApiError> {
    let (owner, principal) = page.signed_in()?;
    let web = &page.web;
    let usage = web.usage.run(principal.account).await.map_err(ApiError::logged)?;
    let keys = web.keys.accounts.keys(principal.account).await.map_err(store_error)?;
    let chart = chart(web, principal.account, &keys).await?;
    let latest = web
        .generations
        .list(principal.account, None, LATEST, ListPurpose::Show)
        .await
        .map_err(store_error)?;
    let person = web.people.people.person(owner.session.account).await.map_err(store_error)?;
    let is_unconfirmed = person.as_ref().is_some_and(|person| person.confirmed_at.is_none());
    let is_administrator = person.is_some_and(|person| person.is_administrator);
    let waiting_resets = if is_administrator { waiting_resets(web).await? } else { 0 };
    page.show(&Account {
        layout: page.layout(),
        plan: plan(&usage),
        chart,
        latest: items(web, latest),
        is_email_unconfirmed: is_unconfirmed && web.people.policy.sends_mail,
        waiting_resets,
    })
}

/// Returns the number of users who wait for an administrator to pass on a link for choosing a password.
async fn waiting_resets(web: &Web) -> Result<usize, ApiError> {
    let people = &web.people;
    if people.policy.sends_mail {
        return Ok(0);
    }
    let waiting = people.outbox.waiting(people.clock.now(), MESSAGES).await.map_err(store_error)?;
    let resets = waiting.iter().filter(|it| matches!(it.mail.about, MailSubject::ResetPassword(_)));
    Ok(resets.map(|it| &it.mail.to).collect::<HashSet<_>>().len())
}

/// `POST /account/settings/confirm`: sends another link for an unconfirmed email.
pub(crate) async fn confirm_email(mut page: Page, payload: Payload) -> Result<HttpResponse, ApiError> {
    Fields::read(&mut page, payload).await?;
    let (owner, _) = page.signed_in()?;
    let sent = page.web.change_email.confirm_again(owner.session.account, page.language);
    sent.await.map_err(|error| ApiError::from_person_error(&error))?;
    Ok(page.redirect_with_notice("/account", Flash::EmailLinkSent))
}

pub(crate) fn plan(usage: &Usage) -> AccountPlan {
    AccountPlan {
        plan: usage.plan,
        plan_ends: usage.plan_ends,
        used: usage.free_used,
        limit: usage.free_limit,
        credits: usage.credits_remaining,
        resets_at: usage.next_reset(),
    }
}

/// Returns the daily numbers of generations in the last [`DAYS`] days, for each key.
pub(crate) async fn chart(web: &Web, account: AccountId, keys: &[KeyRecord]) -> Result<Chart, ApiError> {
    let today = Offset::UTC.to_datetime(web.people.clock.now()).date();
    let first = today.checked_sub((DAYS - 1).days()).unwrap_or(today);
    let from = Offset::UTC.to_timestamp(first.to_datetime(jiff::civil::Time::midnight()));
    let from = from.unwrap_or(Timestamp::UNIX_EPOCH);
    let counts = web.activity.generations_by_day(account, from).await.map_err(store_error)?;
    let mut places: BTreeMap<Option<KeyId>, usize> = BTreeMap::new();
    let mut series = Vec::new();
    for key in counts.iter().map(|count| count.key) {
        places.entry(key).or_insert_with(|| {
            let name = key.and_then(|id| keys.iter().find(|record| record.id == id));
            // A deleted key has no name any more: the first 8 characters of its id replace it.
            series.push(key.map(|id| match name {
                Some(record) => record.name.to_string(),
                None => id.to_string().chars().take(8).collect(),
            }));
            series.len() - 1
        });
    }
    let days = (0..DAYS).filter_map(|number| first.checked_add(number.days()).ok()).map(|day| {
        let mut of_day = vec![0; series.len()];
        for count in counts.iter().filter(|count| count.day == day) {
            of_day[places[&count.key]] += count.count;
        }
        ChartDay { day, counts: of_day }
    });
    let days = days.collect();
    Ok(Chart { series, days })
}

/// Returns true when a plan's or a key's end is at most 14 days after `now`.
pub(crate) fn is_near(end: Timestamp, now: Timestamp) -> bool {
    end.duration_since(now) <= SignedDuration::from_hours(14 * 24)
}
