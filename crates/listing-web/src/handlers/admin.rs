//! The handlers of the administrators' pages.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Payload;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::Offset;
use listing_domain::account::{Email, Plan};
use listing_domain::entitlement::EntitlementSource;
use listing_domain::expense::MicroUsd;
use listing_domain::ids::{AccountId, LinkId};
use listing_domain::key::KeyState;
use listing_domain::link::LinkPurpose;
use listing_domain::origin::{Actor, Origin};
use listing_domain::payment::{PaymentId, PaymentSource};
use listing_domain::ports::{AccountOverview, AccountSearch};
use listing_domain::quota::Period;
use listing_domain::usecase::people::PersonError;
use listing_domain::usecase::{AddCredits, PlanChange};
use listing_http::{ApiError, Ended};

use super::account::{chart, plan};
use crate::form::Fields;
use crate::page::{Page, PathId};
use crate::problems::{self, store_error};
use crate::view::{
    AdminAccount, AdminAccountRow, AdminAccounts, AdminInvitations, AdminMail, AdminService, DoctorReport,
    Flash, GivenUpMessage, Invitation, Problem, WaitingMessage,
};

const PER_PAGE: u32 = 50;
/// The maximum number of messages in each list of the mail page.
const MESSAGES: u32 = 200;

/// `GET /admin`: lists or searches the accounts.
pub(crate) async fn accounts(page: Page) -> Result<HttpResponse, ApiError> {
    let search = page.query("search");
    let after: Option<Email> = page.query("after").parse().ok();
    let search_for = AccountSearch {
        text: search.trim().to_owned(),
        after,
        limit: PER_PAGE + 1,
        free_limit: page.web.keys.policy.free_units,
        at: page.web.people.clock.now(),
    };
    let mut found = page.web.people.people.find_accounts(&search_for).await.map_err(store_error)?;
    let has_more = found.len() > usize::try_from(PER_PAGE).unwrap_or(usize::MAX);
    found.truncate(usize::try_from(PER_PAGE).unwrap_or(usize::MAX));
    let next = found.last().filter(|_| has_more).map(|last| last.account.email.to_string());
    let rows = found.into_iter().map(row).collect();
    page.show(&AdminAccounts { layout: page.layout(), search, rows, next })
}

fn row(AccountOverview { account, is_administrator, usage }: AccountOverview) -> AdminAccountRow {
    AdminAccountRow {
        id: account.id,
        email: account.email.to_string(),
        plan: usage.plan,
        used: usage.free_used,
        credits: usage.credits_remaining,
        created_at: account.created_at,
        is_suspended: account.suspended_at.is_some(),
        is_administrator,
    }
}

/// `GET /admin/accounts/{id}`: shows one account.
pub(crate) async fn account(page: Page, id: PathId<AccountId>) -> Result<HttpResponse, ApiError> {
    show_account(&page, StatusCode::OK, *id, None, None).await
}

async fn show_account(
    page: &Page,
    status: StatusCode,
    id: AccountId,
    problem: Option<Problem>,
    password_link: Option<String>,
) -> Result<HttpResponse, ApiError> {
    let (owner, _) = page.signed_in()?;
    let web = &page.web;
    let person = web.people.people.person(id).await.map_err(store_error)?;
    let person = person.ok_or_else(|| ApiError::absent("account"))?;
    let (now, layout) = (web.people.clock.now(), page.layout());
    let keys = web.keys.accounts.keys(id).await.map_err(store_error)?;
    let active = keys.iter().filter(|key| key.state_at(now) == KeyState::Active).count();
    let chart = chart(web, id, &keys).await?;
    page.show_as(
        status,
        &AdminAccount {
            layout,
            id,
            email: person.account.email.to_string(),
            created_at: person.account.created_at,
            suspended_at: person.account.suspended_at,
            is_administrator: person.is_administrator,
            is_self: id == owner.session.account,
            plan: plan(&web.usage.run(id).await.map_err(ApiError::logged)?),
            keys: u32::try_from(active).unwrap_or(u32::MAX),
            chart,
            cost: cost(page, id).await?,
            until: None,
            problem,
            draft: web.people.ids.id().to_string(),
            password_link,
        },
    )
}

/// Returns the cost of AI services for an account this month; `None` without recorded costs.
async fn cost(page: &Page, id: AccountId) -> Result<Option<MicroUsd>, ApiError> {
    let from = Period::containing(page.web.people.clock.now()).start();
    let lines = page.web.expenses.costs(id, from).await.map_err(store_error)?;
    if lines.is_empty() {
        return Ok(None);
    }
    Ok(Some(lines.iter().fold(MicroUsd::default(), |sum, line| sum.plus(line.cost))))
}

/// Returns the origin to store with a change of the ledger: the signed-in administrator.
fn origin(page: &Page) -> Result<Origin, ApiError> {
    let (owner, _) = page.signed_in()?;
    let actor = Actor::Administrator(owner.session.account);
    Ok(Origin { actor, request: Some(page.request_id()?.as_str().into()) })
}

fn account_path(id: AccountId) -> String {
    format!("/admin/accounts/{id}")
}

/// `POST /admin/accounts/{id}/plan`: changes the plan of an account.
pub(crate) async fn change_plan(
    mut page: Page,
    id: PathId<AccountId>,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    let fields = Fields::read(&mut page, payload).await?;
    let plan: Plan =
        fields.get("plan").parse().map_err(|error| ApiError::invalid(format!("plan: {error}")))?;
    let until = match fields.get("until").trim() {
        "" => None,
        text => match text.parse::<Date>().ok().and_then(midnight) {
            Some(until) => Some(until),
            None => {
                return show_account(&page, StatusCode::BAD_REQUEST, *id, Some(Problem::Date), None).await;
            }
        },
    };
    let (owner, _) = page.signed_in()?;
    let source = EntitlementSource::Administrator(owner.session.account);
    let change = PlanChange { plan, until, source };
    match page.web.change_plan.run(*id, change, &origin(&page)?).await {
        Ok(_) => Ok(page.redirect_with_notice(&account_path(*id), Flash::PlanChanged)),
        Err(listing_domain::usecase::AccountError::OutOfRange(_)) => {
            show_account(&page, StatusCode::BAD_REQUEST, *id, Some(Problem::Date), None).await
        }
        Err(error) => Err(ApiError::from_account_error(&error)),
    }
}

fn midnight(day: Date) -> Option<Timestamp> {
    Offset::UTC.to_timestamp(day.to_datetime(jiff::civil::Time::midnight())).ok()
}

/// `POST /admin/accounts/{id}/credits`: adds credits to an account.
pub(crate) async fn add_credits(
    mut page: Page,
    id: PathId<AccountId>,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    let fields = Fields::read(&mut page, payload).await?;
    let packs = fields.get("packs").trim().parse().ok();
    let Some(packs) = packs.filter(|packs| (1..=AddCredits::MAX_PACKS).contains(packs)) else {
        return show_account(&page, StatusCode::BAD_REQUEST, *id, Some(Problem::Credits), None).await;
    };
    // The form's own id serves as payment id, so that a form sent twice adds credits once.
    let payment = PaymentId::new(PaymentSource::Administrator, fields.get("draft"));
    let payment =
        payment.map_err(|_| ApiError::invalid("The form could not be read: load the page again"))?;
    let added = page.web.add_credits.run(*id, packs, payment, origin(&page)?).await;
    added.map_err(|error| ApiError::from_account_error(&error))?;
    Ok(page.redirect_with_notice(&account_path(*id), Flash::CreditsAdded))
}

/// `POST /admin/accounts/{id}/suspend`: suspends an account.
pub(crate) async fn suspend(
    mut page: Page,
    id: PathId<AccountId>,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    Fields::read(&mut page, payload).await?;
    let (_, administrator) = page.signed_in()?;
    let suspended = page.web.others.suspend(administrator.account, *id).await;
    suspended.map_err(|error| ApiError::from_person_error(&error))?;
    Ok(page.redirect_with_notice(&account_path(*id), Flash::Suspended))
}

/// `POST /admin/accounts/{id}/resume`: reactivates a suspended account.
pub(crate) async fn resume(
    mut page: Page,
    id: PathId<AccountId>,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    Fields::read(&mut page, payload).await?;
    page.web.resume.run(*id).await.map_err(|error| ApiError::from_account_error(&error))?;
    Ok(page.redirect_with_notice(&account_path(*id), Flash::Resumed))
}

/// `POST /admin/accounts/{id}/dismiss`: withdraws the administrator role of another user.
pub(crate) async fn dismiss(
    mut page: Page,
    id: PathId<AccountId>,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    Fields::read(&mut page, payload).await?;
    let (_, administrator) = page.signed_in()?;
    let dismissed = page.web.others.dismiss(administrator.account, *id).await;
    dismissed.map_err(|error| ApiError::from_person_error(&error))?;
    Ok(page.redirect_with_notice(&account_path(*id), Flash::Dismissed))
}

/// `POST /admin/accounts/{id}/sign-in-link`: creates a link for choosing a password. The administrator hands
/// it to the account's owner.
pub(crate) async fn password_link(
    mut page: Page,
    id: PathId<AccountId>,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    Fields::read(&mut page, payload).await?;
    let link =
        page.web.administer.password_link(*id).await.map_err(|error| ApiError::from_person_error(&error))?;
    show_account(&page, StatusCode::OK, *id, None, Some(link.reveal().to_owned())).await
}

/// `POST /admin/accounts/{id}/delete`: deletes an account.
pub(crate) async fn delete(
    mut page: Page,
    id: PathId<AccountId>,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    let fields = Fields::read(&mut page, payload).await?;
    let (_, administrator) = page.signed_in()?;
    match page.web.others.delete(administrator.account, *id, fields.get("email")).await {
        Ok(()) => Ok(page.redirect_with_notice("/admin", Flash::OtherDeleted)),
        Err(error @ PersonError::OtherEmail) => {
            let problem = problems::from_person_error(&error)?;
            show_account(&page, StatusCode::BAD_REQUEST, *id, Some(problem), None).await
        }
        Err(error) => Err(ApiError::from_person_error(&error)),
    }
}

/// `GET /admin/invitations`: lists the open invitations.
pub(crate) async fn invitations(page: Page) -> Result<HttpResponse, ApiError> {
    invitations_page(&page, StatusCode::OK, String::new(), None, None).await
}

async fn invitations_page(
    page: &Page,
    status: StatusCode,
    email: String,
    problem: Option<Problem>,
    invitation_link: Option<String>,
) -> Result<HttpResponse, ApiError> {
    let open = page.web.invite.open().await.map_err(|error| ApiError::from_person_error(&error))?;
    let open = open.into_iter().map(|link| Invitation {
        id: link.id,
        email: match link.purpose {
            LinkPurpose::Invitation { email } => email.map(|email| email.to_string()),
            _ => None,
        },
        created_at: link.created_at,
        expires_at: link.expires_at,
    });
    let can_mail = page.web.people.policy.sends_mail;
    let is_sent = invitation_link.is_some() && can_mail && !email.is_empty();
    page.show_as(
        status,
        &AdminInvitations {
            layout: page.layout(),
            open: open.collect(),
            email,
            problem,
            invitation_link,
            is_sent,
            can_mail,
        },
    )
}

/// `POST /admin/invitations`: creates an invitation.
pub(crate) async fn invite(mut page: Page, payload: Payload) -> Result<HttpResponse, ApiError> {
    let fields = Fields::read(&mut page, payload).await?;
    let typed = fields.get("email").trim().to_owned();
    let email = if typed.is_empty() { Ok(None) } else { typed.parse::<Email>().map(Some) };
    let Ok(email) = email else {
        return invitations_page(&page, StatusCode::BAD_REQUEST, typed, Some(Problem::Email), None).await;
    };
    let link = page
        .web
        .invite
        .run(email, page.language)
        .await
        .map_err(|error| ApiError::from_person_error(&error))?;
    invitations_page(&page, StatusCode::OK, typed, None, Some(link.reveal().to_owned())).await
}

/// `POST /admin/invitations/{id}/withdraw`: withdraws an invitation.
pub(crate) async fn withdraw(
    mut page: Page,
    id: PathId<LinkId>,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    Fields::read(&mut page, payload).await?;
    page.web.invite.withdraw(*id).await.map_err(|error| ApiError::from_person_error(&error))?;
    Ok(page.redirect_with_notice("/admin/invitations", Flash::Withdrawn))
}

/// `GET /admin/mail`: shows the mail queue.
pub(crate) async fn mail(page: Page) -> Result<HttpResponse, ApiError> {
    let parts = &page.web.people;
    let can_mail = parts.policy.sends_mail;
    let waiting = parts.outbox.waiting(parts.clock.now(), MESSAGES).await.map_err(store_error)?;
    let waiting = waiting.into_iter().map(|waiting| WaitingMessage {
        to: waiting.mail.to.to_string(),
        about: waiting.mail.about.code(),
        created_at: waiting.created_at,
        expires_at: waiting.expires_at,
        failures: waiting.failures,
        // Where the service sends mail, only the recipient may see the link.
        link: waiting.mail.about.link().filter(|_| !can_mail).map(|link| link.reveal().to_owned()),
    });
    let given_up = parts.outbox.given_up(parts.clock.now(), MESSAGES).await.map_err(store_error)?;
    let given_up = given_up.into_iter().map(|mail| GivenUpMessage {
        to: mail.to.to_string(),
        about: mail.about,
        created_at: mail.created_at,
        given_up_at: mail.given_up_at,
        failures: mail.failures,
    });
    page.show(&AdminMail {
        layout: page.layout(),
        can_mail,
        waiting: waiting.collect(),
        given_up: given_up.collect(),
    })
}

/// `GET /admin/service`: shows the state and the settings of the service.
pub(crate) async fn service(page: Page) -> Result<HttpResponse, ApiError> {
    let (report, is_running) = page.web.doctor_state.state();
    page.show(&AdminService {
        layout: page.layout(),
        report,
        is_running,
        settings: page.web.settings.clone(),
        version: page.web.version.clone(),
    })
}

/// `POST /admin/service/check`: starts the doctor, which may take minutes.
pub(crate) async fn check(mut page: Page, payload: Payload) -> Result<HttpResponse, ApiError> {
    Fields::read(&mut page, payload).await?;
    let web = page.web.clone();
    if web.doctor_state.begin() {
        page.edge.tasks.spawn("doctor", |interruptible| async move {
            let report = match interruptible.run(web.doctor.run_checks()).await {
                Ended::Done(checks) => Some(DoctorReport { at: web.people.clock.now(), checks }),
                Ended::CutOff | Ended::Panicked => None,
            };
            web.doctor_state.end(report);
        });
    }
    Ok(page.redirect_to("/admin/service"))
}
