use listing_domain::Money;
use listing_domain::billing::{
    Checkout, CheckoutRequest, CheckoutState, CheckoutStatus, PaymentStatus, PortalRequest,
};
use listing_domain::ports::PaymentError;
use serde::Deserialize;

use crate::error::Unreadable;
use crate::form::Form;
use crate::object::{Metadata, Reference, add_metadata, moment, money, optional_id, parsed};

pub(crate) const ABOUT: &str = "a checkout session";
pub(crate) const PATH: &str = "v1/checkout/sessions";
pub(crate) const PORTAL: &str = "a portal session";
pub(crate) const PORTAL_PATH: &str = "v1/billing_portal/sessions";

#[derive(Debug, Deserialize)]
pub(crate) struct Session {
    pub(crate) id: String,
    url: Option<String>,
    expires_at: i64,
    status: Option<String>,
    payment_status: String,
    payment_intent: Option<Included>,
    subscription: Option<Included>,
    customer: Option<Reference>,
    amount_total: Option<i64>,
    currency: Option<String>,
    metadata: Option<Metadata>,
}

/// A reference to an object, or the object itself.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Included {
    Object { id: String, status: String },
    Id(String),
}

impl Included {
    fn id(&self) -> &str {
        let (Self::Object { id, .. } | Self::Id(id)) = self;
        id
    }

    fn has_status(&self, statuses: &[&str]) -> bool {
        matches!(self, Self::Object { status, .. } if statuses.contains(&&**status))
    }
}

impl Session {
    pub(crate) fn started(self) -> Result<Checkout, Unreadable> {
        let url = self.url.ok_or(Unreadable(ABOUT))?;
        Ok(Checkout { id: parsed(&self.id, ABOUT)?, url, expires_at: moment(self.expires_at, ABOUT)? })
    }

    pub(crate) fn state(&self) -> Result<CheckoutState, PaymentError> {
        let purchase = Metadata::purchase(self.metadata.as_ref());
        let (account, product) = purchase.ok_or(PaymentError::NotFound)?;
        let (id, status, amount) = (parsed(&self.id, ABOUT)?, self.status()?, self.amount()?);
        Ok(CheckoutState { id, account, product, status, amount })
    }

    fn status(&self) -> Result<CheckoutStatus, Unreadable> {
        match self.status.as_deref() {
            Some("open") => Ok(CheckoutStatus::Open),
            Some("expired") => Ok(CheckoutStatus::Expired),
            Some("complete") => Ok(CheckoutStatus::Complete {
                payment_status: self.payment_status(),
                payment: self.payment_intent.as_ref().map(|intent| parsed(intent.id(), ABOUT)).transpose()?,
                subscription: self.subscription.as_ref().map(|it| parsed(it.id(), ABOUT)).transpose()?,
                customer: optional_id(self.customer.as_ref(), ABOUT)?,
            }),
            _ => Err(Unreadable(ABOUT)),
        }
    }

    fn payment_status(&self) -> PaymentStatus {
        if self.payment_status == "paid" {
            PaymentStatus::Paid
        } else if self.has_failed() {
            PaymentStatus::Failed
        } else {
            PaymentStatus::Pending
        }
    }

    /// The session of a plan names no payment, but its subscription ends if the first payment fails.
    fn has_failed(&self) -> bool {
        let has = |object: Option<&Included>, statuses: &[&str]| {
            object.is_some_and(|object| object.has_status(statuses))
        };
        has(self.payment_intent.as_ref(), &["requires_payment_method", "canceled"])
            || has(self.subscription.as_ref(), &["incomplete_expired", "canceled"])
    }

    fn amount(&self) -> Result<Option<Money>, Unreadable> {
        match (self.amount_total, &self.currency) {
            (Some(minor), Some(currency)) => money(minor, currency, ABOUT).map(Some),
            _ => Ok(None),
        }
    }
}

/// The form has no moment, because a repeated request must be the same.
pub(crate) fn request_form(request: &CheckoutRequest, price: &str, collects_tax: bool) -> Form {
    let (account, product) = (request.account, request.product);
    let is_subscription = product.plan().is_some();
    let form = Form::default()
        .with("mode", if is_subscription { "subscription" } else { "payment" })
        .with("line_items[0][price]", price)
        .with("line_items[0][quantity]", "1")
        .with("currency", &request.currency.code().to_ascii_lowercase())
        .with("client_reference_id", &account.to_string())
        .with("success_url", &request.return_url)
        .with("cancel_url", &request.cancel_url)
        .with("locale", request.language.code())
        // Buyers pay the price that the service shows, in its currency.
        .with("adaptive_pricing[enabled]", "false");
    let form = add_metadata(form, "metadata", account, product);
    let data = if is_subscription { "subscription_data" } else { "payment_intent_data" };
    let form = add_metadata(form, &format!("{data}[metadata]"), account, product);
    let form = match (&request.customer, is_subscription) {
        (Some(customer), _) => form.with("customer", customer.as_str()),
        (None, false) => form.with("customer_creation", "always"),
        // A subscription always has a customer.
        (None, true) => form,
    };
    let email = request.email.as_ref().filter(|_| request.customer.is_none());
    let email = email.map(|email| {
        let (name, domain) = email.on_the_wire();
        format!("{name}@{domain}")
    });
    let form = form.with_some("customer_email", email.as_deref());
    if collects_tax { add_tax(form, request.customer.is_some()) } else { form }
}

fn add_tax(form: Form, has_customer: bool) -> Form {
    let form = form.with("automatic_tax[enabled]", "true").with("tax_id_collection[enabled]", "true");
    if has_customer {
        // Stripe refuses both for a customer whose address and name it must not store.
        form.with("customer_update[address]", "auto").with("customer_update[name]", "auto")
    } else {
        form
    }
}

#[derive(Debug, Deserialize)]
pub(crate) struct PortalSession {
    pub(crate) url: String,
}

pub(crate) fn portal_form(request: &PortalRequest) -> Form {
    Form::default()
        .with("customer", request.customer.as_str())
        .with("return_url", &request.return_url)
        .with("locale", request.language.code())
}
