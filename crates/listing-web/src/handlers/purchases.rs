//! The handlers of prices and purchases.

use std::sync::Arc;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Payload;
use listing_domain::ErrorChain;
use listing_domain::billing::{BillingCurrency, Order, OrderState, PaidProduct, ProductPrice, credits_left};
use listing_domain::ids::BillingAttemptId;
use listing_domain::locale::Locale;
use listing_domain::money::Money;
use listing_domain::usecase::ErrorKind;
use listing_domain::usecase::billing::{BillingError, Confirmed, Purchase, Sell};
use listing_http::ApiError;
use serde_json::json;
use uuid::Uuid;

use crate::form::Fields;
use crate::page::{Page, PathId};
use crate::view::{Offer, Pricing, Problem, PurchasePage, PurchaseRow, Purchases, is_waiting};

/// Without a payment provider, these pages do not exist.
fn sell(page: &Page) -> Result<Arc<Sell>, ApiError> {
    page.web.sales.as_ref().map(|sales| sales.sell.clone()).ok_or_else(|| ApiError::absent("page"))
}

/// `GET /pricing`: shows the products for sale.
pub(crate) async fn pricing(page: Page) -> Result<HttpResponse, ApiError> {
    let currency = page
        .query("currency")
        .parse()
        .unwrap_or_else(|_| BillingCurrency::of(Locale::new(page.language, None).market));
    show_prices(&page, StatusCode::OK, currency, None).await
}

async fn show_prices(
    page: &Page,
    status: StatusCode,
    currency: BillingCurrency,
    problem: Option<Problem>,
) -> Result<HttpResponse, ApiError> {
    let sell = sell(page)?;
    let policy = page.web.keys.policy;
    let has_plan = match page.signed_in() {
        Ok((_, principal)) => {
            let usage = page.web.usage.run(principal.account).await.map_err(ApiError::logged)?;
            usage.plan.is_subscribed()
        }
        Err(_) => false,
    };
    let offer = |price: &ProductPrice| Offer { product: price.product(), price: price.amount(currency) };
    page.show_as(
        status,
        &Pricing {
            layout: page.layout(),
            offers: sell.prices().iter().map(offer).collect(),
            currency,
            free_units: policy.free_units,
            pack_units: policy.pack_units,
            has_plan,
            draft: page.web.people.ids.id().to_string(),
            problem,
        },
    )
}

/// `POST /account/purchases`: orders a product, and sends the buyer to the payment page.
pub(crate) async fn buy(mut page: Page, payload: Payload) -> Result<HttpResponse, ApiError> {
    let fields = Fields::read(&mut page, payload).await?;
    let (_, principal) = page.signed_in()?;
    let sell = sell(&page)?;
    let unreadable = || ApiError::invalid("The form could not be read: load the page again");
    let product: PaidProduct = fields.get("product").parse().map_err(|_| unreadable())?;
    let currency: BillingCurrency = fields.get("currency").parse().map_err(|_| unreadable())?;
    // Each product of the page has a form of its own.
    let draft = fields.get("draft").strip_suffix(&format!("-{product}"));
    let draft: Uuid = draft.and_then(|draft| draft.parse().ok()).ok_or_else(unreadable)?;
    let confirmed = Confirmed {
        id: BillingAttemptId::from_form(principal.account, draft),
        product,
        currency,
        language: page.language,
        has_consented: fields.get("consent") == "yes",
    };
    match sell.buy(principal.account, confirmed).await {
        Ok(Purchase::Pay(url)) => Ok(page.leave_for(url)),
        Ok(Purchase::See(id)) => Ok(page.redirect_to(&format!("{}/{id}", Sell::PURCHASES_PATH))),
        Err(error) => {
            let (status, problem) = problem(&error)?;
            show_prices(&page, status, currency, Some(problem)).await
        }
    }
}

/// Returns the status and the problem to show; an error for an internal failure.
fn problem(error: &BillingError) -> Result<(StatusCode, Problem), ApiError> {
    Ok(match error {
        BillingError::NoConsent => (StatusCode::BAD_REQUEST, Problem::NoConsent),
        BillingError::NotForSale => (StatusCode::BAD_REQUEST, Problem::NotForSale),
        BillingError::PlanRuns => (StatusCode::CONFLICT, Problem::PlanRuns),
        BillingError::NoCustomer => (StatusCode::CONFLICT, Problem::NoPurchase),
        BillingError::Provider(cause) => {
            tracing::error!(error = %ErrorChain(cause), "the payment provider failed; nothing was paid");
            (StatusCode::SERVICE_UNAVAILABLE, Problem::PaymentsUnavailable)
        }
        error => return Err(failure(error)),
    })
}

pub(super) fn failure(error: &BillingError) -> ApiError {
    match error.kind() {
        ErrorKind::NotFound => ApiError::absent("purchase"),
        ErrorKind::Unauthenticated => ApiError::signed_out(),
        kind => {
            tracing::error!(error = %ErrorChain(error), "failed to read purchases");
            if kind == ErrorKind::Busy { ApiError::busy() } else { ApiError::internal() }
        }
    }
}

/// `GET /account/purchases`: lists the orders of the account.
pub(crate) async fn list(page: Page) -> Result<HttpResponse, ApiError> {
    show_list(&page, StatusCode::OK, None).await
}

async fn show_list(
    page: &Page,
    status: StatusCode,
    problem: Option<Problem>,
) -> Result<HttpResponse, ApiError> {
    let (_, principal) = page.signed_in()?;
    let sell = sell(page)?;
    let orders = sell.orders(principal.account).await.map_err(|error| failure(&error))?;
    let has_portal = sell.has_portal(principal.account).await.map_err(|error| failure(&error))?;
    let rows = rows(page, &orders).await?;
    page.show_as(status, &Purchases { layout: page.layout(), rows, has_portal, problem })
}

async fn rows(page: &Page, orders: &[Order]) -> Result<Vec<PurchaseRow>, ApiError> {
    let (_, principal) = page.signed_in()?;
    let usage = page.web.usage.run(principal.account).await.map_err(ApiError::logged)?;
    let left = credits_left(orders, usage.credits_remaining);
    Ok(orders.iter().zip(left).map(|(order, left)| row(order, left)).collect())
}

pub(super) fn row(order: &Order, left: Option<u32>) -> PurchaseRow {
    let amount = match &order.state {
        OrderState::Paid(paid) => paid.amount,
        _ => None,
    };
    let withdrawn = amount.filter(|_| order.withdrawn_minor > 0);
    PurchaseRow {
        id: order.terms.id,
        product: order.terms.product,
        ordered_at: order.terms.ordered_at,
        step: order.state.step(),
        amount,
        withdrawn: withdrawn.map(|paid| Money::from_minor(order.withdrawn_minor, paid.currency())),
        credits: order.terms.credits.map(std::num::NonZeroU32::get).zip(left),
    }
}

/// `GET /account/purchases/{id}`: shows an order. It is the page to which a buyer returns from paying, and it
/// waits for the payment, whose event may come later.
pub(crate) async fn show(page: Page, id: PathId<BillingAttemptId>) -> Result<HttpResponse, ApiError> {
    let (_, principal) = page.signed_in()?;
    let sell = sell(&page)?;
    let order = sell.order(principal.account, *id).await.map_err(|error| failure(&error))?;
    if page.is_for_script() {
        let state = if is_waiting(order.state.step()) { "running" } else { "done" };
        return Ok(HttpResponse::Ok().json(json!({"state": state})));
    }
    let orders = sell.orders(principal.account).await.map_err(|error| failure(&error))?;
    let rows = rows(&page, &orders).await?;
    let row = rows.into_iter().find(|row| row.id == *id).unwrap_or_else(|| row(&order, None));
    page.show(&PurchasePage { layout: page.layout(), row })
}

/// `POST /account/purchases/portal`: sends the customer to the provider's page of cards and invoices.
pub(crate) async fn portal(mut page: Page, payload: Payload) -> Result<HttpResponse, ApiError> {
    Fields::read(&mut page, payload).await?;
    let (_, principal) = page.signed_in()?;
    let sell = sell(&page)?;
    match sell.open_portal(principal.account, page.language).await {
        Ok(url) => Ok(page.leave_for(url)),
        Err(error) => {
            let (status, problem) = problem(&error)?;
            show_list(&page, status, Some(problem)).await
        }
    }
}
