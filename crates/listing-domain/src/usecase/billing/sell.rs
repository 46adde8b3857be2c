//! Sells credits and plans through the payment provider.

use std::num::NonZeroU32;
use std::sync::Arc;

use super::BillingError;
use crate::account::Email;
use crate::billing::{
    BillingCurrency, BillingPolicy, BillingSubject, Checkout, CheckoutRequest, CheckoutStatus, Order,
    OrderState, OrderTerms, PaidProduct, PlacedOrder, PortalRequest, ProductPrice,
};
use crate::entitlement::{Entitlement, Term};
use crate::ids::{AccountId, BillingAttemptId};
use crate::options::Language;
use crate::ports::{
    BillingQueue, Clock, EntitlementStore, IdSource, OrderStore, PaymentError, PaymentProvider, PersonStore,
};
use crate::quota::QuotaPolicy;

/// Sells credits and plans through the payment provider.
pub struct Sell {
    parts: SellParts,
    /// The size of a pack.
    quota_policy: QuotaPolicy,
    /// The products for sale, with their prices.
    prices: Vec<ProductPrice>,
    /// The address of the service, to which the provider's pages return.
    origin: String,
}

/// The ports of [`Sell`].
pub struct SellParts {
    /// Starts checkouts.
    pub provider: Arc<dyn PaymentProvider>,
    /// Stores orders and customers.
    pub orders: Arc<dyn OrderStore>,
    /// The queue of objects whose state may have changed.
    pub queue: Arc<dyn BillingQueue>,
    /// Knows the current plan.
    pub entitlements: Arc<dyn EntitlementStore>,
    /// Knows the buyer's email.
    pub people: Arc<dyn PersonStore>,
    /// Creates ids.
    pub ids: Arc<dyn IdSource>,
    /// Provides the time.
    pub clock: Arc<dyn Clock>,
}

/// The next page of a buyer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Purchase {
    /// The provider's payment page, at this URL.
    Pay(String),
    /// The page of an order that is being paid or has ended.
    See(BillingAttemptId),
}

/// An order that a buyer has confirmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Confirmed {
    /// The id of the form, so that a repeated form orders once.
    pub id: BillingAttemptId,
    /// The product.
    pub product: PaidProduct,
    /// The currency.
    pub currency: BillingCurrency,
    /// The language of the page.
    pub language: Language,
    /// True if the buyer asked for delivery at once and accepted to lose the right of withdrawal by it.
    pub has_consented: bool,
}

impl Sell {
    /// The pages to which the provider returns, which the web app serves.
    pub const PRICING_PATH: &str = "/pricing";
    /// The page of the account's purchases; an order's page is below it.
    pub const PURCHASES_PATH: &str = "/account/purchases";

    /// Creates the use case.
    pub const fn new(
        parts: SellParts,
        quota_policy: QuotaPolicy,
        prices: Vec<ProductPrice>,
        origin: String,
    ) -> Self {
        Self { parts, quota_policy, prices, origin }
    }

    /// The products for sale, with their prices.
    pub fn prices(&self) -> &[ProductPrice] {
        &self.prices
    }

    /// Orders a product, and returns the buyer's next page. While an order of the same kind is open, it leads to
    /// that order's checkout, and never to a second one.
    ///
    /// # Errors
    /// [`BillingError::NotForSale`], [`BillingError::NoConsent`], [`BillingError::PlanRuns`] for a plan while
    /// another one runs, and [`BillingError::Provider`]. Nothing was paid then.
    pub async fn buy(&self, account: AccountId, confirmed: Confirmed) -> Result<Purchase, BillingError> {
        let Confirmed { id, product, currency, language, has_consented } = confirmed;
        if !self.prices.iter().any(|price| price.product() == product) {
            return Err(BillingError::NotForSale);
        }
        if !has_consented {
            return Err(BillingError::NoConsent);
        }
        if product.plan().is_some() && self.has_plan(account).await? {
            return Err(BillingError::PlanRuns);
        }
        let credits =
            product.plan().is_none().then(|| NonZeroU32::new(self.quota_policy.pack_units)).flatten();
        let ordered_at = self.parts.clock.now();
        let mut terms = OrderTerms { id, account, product, currency, language, credits, ordered_at };
        // A second turn follows after the end of another order.
        for _ in 0..2 {
            let order = match self.parts.orders.place_order(&terms).await? {
                PlacedOrder::New => Order::placed(terms.clone()),
                PlacedOrder::Unfinished(order) => *order,
            };
            let is_own = order.terms.id == terms.id;
            match self.proceed(order, &terms).await? {
                Some(purchase) => return Ok(purchase),
                None if is_own => terms.id = BillingAttemptId::new(self.parts.ids.id()),
                None => {}
            }
        }
        Err(BillingError::Provider(PaymentError::Rejected("another order of the account began".to_owned())))
    }

    async fn has_plan(&self, account: AccountId) -> Result<bool, BillingError> {
        let entitlements = self.parts.entitlements.entitlements(account).await?;
        let terms: Vec<Term> =
            entitlements.iter().map(|entitlement: &Entitlement| entitlement.term).collect();
        Ok(Term::at(&terms, self.parts.clock.now()).is_some())
    }

    /// Leads to the checkout of an order, or to its page if it is paid. Returns `None` after it ended another order
    /// that was not wanted any more.
    async fn proceed(&self, order: Order, wanted: &OrderTerms) -> Result<Option<Purchase>, BillingError> {
        let id = order.terms.id;
        let checkout = match order.state {
            OrderState::Pending(_) | OrderState::Unpaid(_) | OrderState::Paid(_) => {
                return Ok(Some(Purchase::See(id)));
            }
            OrderState::Open(checkout) => checkout,
            OrderState::Placed => match self.start(&order.terms).await? {
                Some(checkout) if is_wanted(&order.terms, wanted) => {
                    return Ok(Some(Purchase::Pay(checkout.url)));
                }
                Some(checkout) => checkout,
                None => return Ok(None),
            },
        };
        let provider = &self.parts.provider;
        let is_usable = is_wanted(&order.terms, wanted) && checkout.expires_at > self.parts.clock.now();
        // The event of a payment may still be on its way.
        let state = if is_usable {
            match provider.checkout(&checkout.id).await {
                // It may be paid, so the buyer must not read that nothing was.
                Err(PaymentError::Unavailable(_)) => return Ok(Some(Purchase::See(id))),
                state => state?,
            }
        } else {
            provider.cancel_checkout(&checkout.id).await?
        };
        match state.status {
            CheckoutStatus::Open if is_usable => Ok(Some(Purchase::Pay(checkout.url))),
            CheckoutStatus::Open | CheckoutStatus::Expired => {
                let unpaid = OrderState::Unpaid(Some(checkout.id));
                self.parts.orders.advance_order(id, &unpaid).await?;
                Ok(None)
            }
            CheckoutStatus::Complete { .. } => {
                let subject = BillingSubject::Checkout(checkout.id);
                self.parts.queue.queue_subject(&subject, self.parts.clock.now()).await?;
                Ok(Some(Purchase::See(id)))
            }
        }
    }

    /// Starts the checkout of an order. Repeated, it returns the same one. Returns `None` after it ended an order
    /// whose customer the provider does not know any more.
    async fn start(&self, terms: &OrderTerms) -> Result<Option<Checkout>, BillingError> {
        let parts = &self.parts;
        let request = CheckoutRequest {
            attempt: terms.id,
            account: terms.account,
            customer: parts.orders.customer(terms.account).await?,
            email: Some(self.email(terms.account).await?),
            product: terms.product,
            currency: terms.currency,
            language: terms.language,
            return_url: format!("{}{}/{}", self.origin, Self::PURCHASES_PATH, terms.id),
            cancel_url: format!("{}{}", self.origin, Self::PRICING_PATH),
        };
        match parts.provider.start_checkout(&request).await {
            Ok(checkout) => {
                parts.orders.advance_order(terms.id, &OrderState::Open(checkout.clone())).await?;
                Ok(Some(checkout))
            }
            Err(PaymentError::NotFound) if request.customer.is_some() => {
                parts.orders.remove_customer(terms.account).await?;
                parts.orders.advance_order(terms.id, &OrderState::Unpaid(None)).await?;
                Ok(None)
            }
            Err(error) => {
                // Another attempt may succeed after a rejection, but this one never does.
                if !matches!(error, PaymentError::Unavailable(_)) {
                    parts.orders.advance_order(terms.id, &OrderState::Unpaid(None)).await?;
                }
                Err(error.into())
            }
        }
    }

    async fn email(&self, account: AccountId) -> Result<Email, BillingError> {
        let person = self.parts.people.person(account).await?.ok_or(BillingError::NoSuchAccount)?;
        Ok(person.account.email)
    }

    /// Returns an order of the account. The state of an unfinished one is fetched again soon, as its event may be
    /// late.
    ///
    /// # Errors
    /// [`BillingError::NoSuchOrder`] for an order of another account too.
    pub async fn order(&self, account: AccountId, id: BillingAttemptId) -> Result<Order, BillingError> {
        let order = self.parts.orders.order(id).await?;
        let order = order.filter(|order| order.terms.account == account).ok_or(BillingError::NoSuchOrder)?;
        if let (true, Some(checkout)) = (order.state.step().is_unfinished(), order.state.checkout()) {
            let subject = BillingSubject::Checkout(checkout.clone());
            self.parts.queue.queue_subject(&subject, self.parts.clock.now()).await?;
        }
        Ok(order)
    }

    /// Lists the orders of the account, newest first.
    pub async fn orders(&self, account: AccountId) -> Result<Vec<Order>, BillingError> {
        Ok(self.parts.orders.orders(account, BillingPolicy::MAX_LISTED).await?)
    }

    /// Returns true if the account has a customer at the provider, and thus a page there.
    pub async fn has_portal(&self, account: AccountId) -> Result<bool, BillingError> {
        Ok(self.parts.orders.customer(account).await?.is_some())
    }

    /// Returns the URL of the provider's page on which the account changes cards, reads invoices and cancels.
    ///
    /// # Errors
    /// [`BillingError::NoCustomer`] before the first purchase.
    pub async fn open_portal(&self, account: AccountId, language: Language) -> Result<String, BillingError> {
        let customer = self.parts.orders.customer(account).await?.ok_or(BillingError::NoCustomer)?;
        let request = PortalRequest {
            attempt: BillingAttemptId::new(self.parts.ids.id()),
            customer,
            language,
            return_url: format!("{}{}", self.origin, Self::PURCHASES_PATH),
        };
        Ok(self.parts.provider.open_portal(&request).await?)
    }
}

/// True if an order is for what is wanted now.
fn is_wanted(order: &OrderTerms, wanted: &OrderTerms) -> bool {
    (order.product, order.currency) == (wanted.product, wanted.currency)
}
