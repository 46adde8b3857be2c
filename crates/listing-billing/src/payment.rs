use listing_domain::Money;
use listing_domain::billing::{
    DisputeState, DisputeStatus, ProviderPaymentId, Purchase, RefundState, RefundStatus,
};
use listing_domain::ids::AccountId;
use serde::Deserialize;

use crate::error::Unreadable;
use crate::form::Form;
use crate::object::{Metadata, Reference, money, optional_id, parsed};

pub(crate) const ABOUT: &str = "a payment";
pub(crate) const PATH: &str = "v1/payment_intents";
pub(crate) const REFUNDS: &str = "refunds";
pub(crate) const REFUNDS_PATH: &str = "v1/refunds";
pub(crate) const DISPUTES: &str = "disputes";
pub(crate) const DISPUTES_PATH: &str = "v1/disputes";
pub(crate) const INVOICES: &str = "the invoice of a payment";
pub(crate) const INVOICES_PATH: &str = "v1/invoice_payments";

/// The largest page.
const MAX_LISTED: &str = "100";

#[derive(Debug, Deserialize)]
pub(crate) struct Intent {
    pub(crate) id: String,
    amount_received: i64,
    currency: String,
    pub(crate) metadata: Option<Metadata>,
}

impl Intent {
    pub(crate) fn paid(&self) -> Result<Money, Unreadable> {
        money(self.amount_received, &self.currency, ABOUT)
    }
}

#[derive(Debug, Deserialize)]
pub(crate) struct Refund {
    id: String,
    amount: i64,
    currency: String,
    status: Option<String>,
}

impl Refund {
    pub(crate) fn state(&self) -> Result<RefundState, Unreadable> {
        let status = match self.status.as_deref() {
            Some("pending" | "requires_action") | None => RefundStatus::Pending,
            Some("succeeded") => RefundStatus::Succeeded,
            Some("failed" | "canceled") => RefundStatus::Failed,
            Some(_) => return Err(Unreadable(REFUNDS)),
        };
        let amount = money(self.amount, &self.currency, REFUNDS)?;
        Ok(RefundState { id: parsed(&self.id, REFUNDS)?, amount, status })
    }
}

#[derive(Debug, Deserialize)]
pub(crate) struct Dispute {
    id: String,
    amount: i64,
    currency: String,
    status: String,
}

impl Dispute {
    /// Returns `None` for an inquiry and for a prevented dispute, which withdraw no money.
    pub(crate) fn state(&self) -> Result<Option<DisputeState>, Unreadable> {
        let status = match self.status.as_str() {
            "needs_response" | "under_review" | "appeal_needs_response" | "appeal_under_review" => {
                DisputeStatus::Open
            }
            "won" => DisputeStatus::Won,
            "lost" => DisputeStatus::Lost,
            "warning_needs_response" | "warning_under_review" | "warning_closed" | "prevented" => {
                return Ok(None);
            }
            _ => return Err(Unreadable(DISPUTES)),
        };
        let amount = money(self.amount, &self.currency, DISPUTES)?;
        Ok(Some(DisputeState { id: parsed(&self.id, DISPUTES)?, amount, status }))
    }
}

/// The link between a payment and an invoice. An intent does not name its invoice.
#[derive(Debug, Deserialize)]
pub(crate) struct InvoicePayment {
    invoice: Invoice,
}

/// An invoice, of which only the subscription counts.
#[derive(Debug, Deserialize)]
pub(crate) struct Invoice {
    parent: Option<Parent>,
}

#[derive(Debug, Deserialize)]
struct Parent {
    subscription_details: Option<SubscriptionDetails>,
}

#[derive(Debug, Deserialize)]
struct SubscriptionDetails {
    subscription: Reference,
    metadata: Option<Metadata>,
}

impl InvoicePayment {
    pub(crate) fn purchase(&self) -> Result<Option<(AccountId, Purchase)>, Unreadable> {
        let Some((reference, metadata)) = self.invoice.subscription() else { return Ok(None) };
        let Some((account, _)) = Metadata::purchase(metadata) else { return Ok(None) };
        Ok(Some((account, Purchase::Subscription(reference.id(INVOICES)?))))
    }
}

impl Invoice {
    pub(crate) fn subscription(&self) -> Option<(&Reference, Option<&Metadata>)> {
        let details = self.parent.as_ref()?.subscription_details.as_ref()?;
        Some((&details.subscription, details.metadata.as_ref()))
    }
}

pub(crate) fn of_payment(id: &ProviderPaymentId) -> Form {
    Form::default().with("payment_intent", id.as_str()).with("limit", MAX_LISTED)
}

pub(crate) fn invoices_of_payment(id: &ProviderPaymentId) -> Form {
    Form::default()
        .with("payment[type]", "payment_intent")
        .with("payment[payment_intent]", id.as_str())
        .with("expand[]", "data.invoice")
        .with("limit", "1")
}

/// The payment that paid an invoice.
#[derive(Debug, Deserialize)]
pub(crate) struct PaidBy {
    payment: PaymentReference,
}

#[derive(Debug, Deserialize)]
struct PaymentReference {
    payment_intent: Option<Reference>,
}

impl PaidBy {
    pub(crate) fn payment(&self) -> Result<Option<ProviderPaymentId>, Unreadable> {
        optional_id(self.payment.payment_intent.as_ref(), INVOICES)
    }
}

pub(crate) fn paid_payments_of_invoice(invoice: &str) -> Form {
    Form::default().with("invoice", invoice).with("status", "paid").with("limit", "1")
}

pub(crate) fn refund_form(payment: &ProviderPaymentId, amount: Option<Money>) -> Form {
    let amount = amount.map(|amount| amount.minor().to_string());
    Form::default()
        .with("payment_intent", payment.as_str())
        .with("reason", "requested_by_customer")
        .with_some("amount", amount.as_deref())
}
