//! The handlers of the administrators' pages of payments.

use std::sync::Arc;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Payload;
use listing_domain::ErrorChain;
use listing_domain::billing::{
    BillingSubject, CheckoutId, OrderState, ProviderPaymentId, SoldOrder, SubscriptionId,
};
use listing_domain::ids::BillingAttemptId;
use listing_domain::ports::PaymentError;
use listing_domain::usecase::billing::{BillingError, ManageSales};
use listing_http::ApiError;

use super::purchases::{failure, row};
use crate::form::Fields;
use crate::page::{Page, PathId};
use crate::view::{AdminPayment, AdminPayments, Flash, ParkedRow, PaymentRow, Problem};

const PATH: &str = "/admin/payments";

/// Without a payment provider, these pages do not exist.
fn manage(page: &Page) -> Result<Arc<ManageSales>, ApiError> {
    page.web.sales.as_ref().map(|sales| sales.manage.clone()).ok_or_else(|| ApiError::absent("page"))
}

/// `GET /admin/payments`: lists the latest orders, and the objects that wait for an operator.
pub(crate) async fn list(page: Page) -> Result<HttpResponse, ApiError> {
    let manage = manage(&page)?;
    let orders = manage.orders().await.map_err(|error| failure(&error))?;
    let parked = manage.parked().await.map_err(|error| failure(&error))?;
    let parked = parked.into_iter().map(|parked| ParkedRow {
        kind: parked.subject.kind(),
        id: parked.subject.id().to_owned(),
        parked_at: parked.parked_at,
        reason: parked.reason,
    });
    page.show(&AdminPayments {
        layout: page.layout(),
        rows: orders.iter().map(payment_row).collect(),
        parked: parked.collect(),
    })
}

fn payment_row(sold: &SoldOrder) -> PaymentRow {
    PaymentRow {
        order: row(&sold.order, None),
        account: sold.order.terms.account,
        buyer: sold.buyer.as_ref().map(ToString::to_string),
    }
}

/// `GET /admin/payments/{id}`: shows an order.
pub(crate) async fn show(page: Page, id: PathId<BillingAttemptId>) -> Result<HttpResponse, ApiError> {
    show_one(&page, StatusCode::OK, *id, None).await
}

async fn show_one(
    page: &Page,
    status: StatusCode,
    id: BillingAttemptId,
    problem: Option<Problem>,
) -> Result<HttpResponse, ApiError> {
    let sold = manage(page)?.order(id).await.map_err(|error| failure(&error))?;
    let paid = if let OrderState::Paid(paid) = &sold.order.state { Some(paid) } else { None };
    let ids = [
        sold.order.state.checkout().map(CheckoutId::as_str),
        paid.and_then(|paid| paid.payment.as_ref()).map(ProviderPaymentId::as_str),
        paid.and_then(|paid| paid.subscription.as_ref()).map(SubscriptionId::as_str),
    ];
    page.show_as(
        status,
        &AdminPayment {
            layout: page.layout(),
            row: payment_row(&sold),
            paid_at: paid.map(|paid| paid.paid_at),
            ids: ids.into_iter().flatten().map(str::to_owned).collect(),
            draft: sold.order.is_refundable().then(|| page.web.people.ids.id().to_string()),
            problem,
        },
    )
}

/// `POST /admin/payments/{id}/refund`: refunds what is left of a payment.
pub(crate) async fn refund(
    mut page: Page,
    id: PathId<BillingAttemptId>,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    let fields = Fields::read(&mut page, payload).await?;
    let (_, administrator) = page.signed_in()?;
    let attempt: BillingAttemptId = fields.get("draft").parse().map_err(|_| unreadable())?;
    let refunded = manage(&page)?.refund(*id, attempt).await;
    let problem = match refunded {
        Ok(()) => {
            let (order, administrator) = (id.to_string(), administrator.account.to_string());
            tracing::info!(order, administrator, "refunded order {order}");
            return Ok(page.redirect_with_notice(&format!("{PATH}/{order}"), Flash::Refunded));
        }
        Err(BillingError::NotPaid) => Problem::NothingToRefund,
        Err(BillingError::Provider(error)) => {
            tracing::error!(error = %ErrorChain(&error), "the payment provider did not refund an order");
            match error {
                PaymentError::Rejected(_) | PaymentError::NotFound => Problem::RefundRefused,
                _ => Problem::RefundUnavailable,
            }
        }
        Err(error) => return Err(failure(&error)),
    };
    show_one(&page, StatusCode::CONFLICT, *id, Some(problem)).await
}

/// `POST /admin/payments/replay`: applies the state of an object again.
pub(crate) async fn replay(mut page: Page, payload: Payload) -> Result<HttpResponse, ApiError> {
    let fields = Fields::read(&mut page, payload).await?;
    let kind = fields.get("kind").parse().map_err(|_| unreadable())?;
    let subject = BillingSubject::new(kind, fields.get("id")).map_err(|_| unreadable())?;
    manage(&page)?.replay(&subject).await.map_err(|error| failure(&error))?;
    Ok(page.redirect_with_notice(PATH, Flash::Replayed))
}

fn unreadable() -> ApiError {
    ApiError::invalid("The form could not be read: load the page again")
}
