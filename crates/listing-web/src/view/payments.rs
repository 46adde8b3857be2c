//! The administrators' pages of payments.

use askama::Template;
use jiff::Timestamp;
use listing_domain::billing::{OrderStep, SubjectKind};
use listing_domain::ids::AccountId;

use super::{Layout, NoticeKind, Problem, PurchaseRow};

/// `/admin/payments`: the latest orders, and the objects that wait for an operator.
#[derive(Template, Debug, Clone)]
#[template(path = "admin/payments.html")]
pub struct AdminPayments {
    /// The page layout.
    pub layout: Layout,
    /// The orders, newest first.
    pub rows: Vec<PaymentRow>,
    /// The objects at the payment provider whose state could not be applied, newest first.
    pub parked: Vec<ParkedRow>,
}

/// An order with its buyer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentRow {
    /// The order.
    pub order: PurchaseRow,
    /// The buyer's account.
    pub account: AccountId,
    /// The buyer's email; `None` if the account was deleted.
    pub buyer: Option<String>,
}

/// An object whose state waits for an operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParkedRow {
    /// The kind of the object.
    pub kind: SubjectKind,
    /// The id at the payment provider.
    pub id: String,
    /// The time since which it waits.
    pub parked_at: Timestamp,
    /// The reason, in English as in the log.
    pub reason: String,
}

/// `/admin/payments/ID`: an order with its refund.
#[derive(Template, Debug, Clone)]
#[template(path = "admin/payment.html")]
pub struct AdminPayment {
    /// The page layout.
    pub layout: Layout,
    /// The order.
    pub row: PaymentRow,
    /// The time of the payment, if paid.
    pub paid_at: Option<Timestamp>,
    /// The ids of the order's objects at the payment provider.
    pub ids: Vec<String>,
    /// The id of the refund's form, so that a repeated form refunds once; `None` if nothing can be refunded.
    pub draft: Option<String>,
    /// The problem with the refund.
    pub problem: Option<Problem>,
}
