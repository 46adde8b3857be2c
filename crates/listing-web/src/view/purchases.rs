//! The pages of prices and purchases.

use askama::Template;
use jiff::Timestamp;
use listing_domain::billing::{BillingCurrency, OrderStep, PaidProduct};
use listing_domain::ids::BillingAttemptId;
use listing_domain::money::Money;

use super::{Layout, NoticeKind, Problem};

/// `/pricing`: the products for sale.
#[derive(Template, Debug, Clone)]
#[template(path = "purchases/pricing.html")]
pub struct Pricing {
    /// The page layout.
    pub layout: Layout,
    /// The products.
    pub offers: Vec<Offer>,
    /// The currency of the prices.
    pub currency: BillingCurrency,
    /// The free generations per month.
    pub free_units: u32,
    /// The credits of a pack.
    pub pack_units: u32,
    /// True while the account has a plan.
    pub has_plan: bool,
    /// The id of the form, so that a repeated form orders once.
    pub draft: String,
    /// The problem with the last order.
    pub problem: Option<Problem>,
}

/// A product for sale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offer {
    /// The product.
    pub product: PaidProduct,
    /// Its price, for a plan that of a period.
    pub price: Money,
}

/// `/account/purchases`: the orders of an account.
#[derive(Template, Debug, Clone)]
#[template(path = "purchases/list.html")]
pub struct Purchases {
    /// The page layout.
    pub layout: Layout,
    /// The orders, newest first.
    pub rows: Vec<PurchaseRow>,
    /// True if the account has a page at the payment provider.
    pub has_portal: bool,
    /// The problem with opening that page.
    pub problem: Option<Problem>,
}

/// An order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PurchaseRow {
    /// The order's id.
    pub id: BillingAttemptId,
    /// The product.
    pub product: PaidProduct,
    /// The time of the order, at which the buyer gave consent.
    pub ordered_at: Timestamp,
    /// The step.
    pub step: OrderStep,
    /// The amount paid, if the provider stated one.
    pub amount: Option<Money>,
    /// The amount that refunds and disputes withdrew, if any.
    pub withdrawn: Option<Money>,
    /// The credits granted and left, for a paid pack.
    pub credits: Option<(u32, u32)>,
}

/// `/account/purchases/ID`: an order, to which the payment provider returns the buyer.
#[derive(Template, Debug, Clone)]
#[template(path = "purchases/one.html")]
pub struct PurchasePage {
    /// The page layout.
    pub layout: Layout,
    /// The order.
    pub row: PurchaseRow,
}

impl PurchasePage {
    /// True while the page waits for the payment.
    fn is_waiting(&self) -> bool {
        is_waiting(self.row.step)
    }
}

/// True while the service learns within seconds whether the buyer paid. A payment on its way takes days.
pub(crate) const fn is_waiting(step: OrderStep) -> bool {
    matches!(step, OrderStep::Placed | OrderStep::Open)
}
