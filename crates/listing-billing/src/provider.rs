use async_trait::async_trait;
use jiff::Timestamp;
use listing_domain::Money;
use listing_domain::billing::{
    BillingEvent, Checkout, CheckoutId, CheckoutRequest, CheckoutState, CheckoutStatus, EventRefusal,
    PaidProduct, PaymentState, PortalRequest, ProductPrice, ProductStatus, ProviderPaymentId, Purchase,
    RefundState, SubscriptionId, SubscriptionState,
};
use listing_domain::ids::{AccountId, BillingAttemptId};
use listing_domain::ports::{EventVerifier, PaymentError, PaymentProvider};
use listing_outbound::Transport;

use crate::checkout::{self, PortalSession, Session};
use crate::client::{Client, segment};
use crate::endpoint::{self, Endpoint, WebhookCheck};
use crate::event::{self, Event};
use crate::form::Form;
use crate::object::{List, Metadata, parsed};
use crate::payment::{self, Dispute, Intent, InvoicePayment, PaidBy, Refund};
use crate::product::{self, Price, StripeProduct};
use crate::settings::{StripeSettings, StripeWebhookSecrets};
use crate::signature;
use crate::subscription::{self, Subscription};

const MAX_BODY_BYTES: usize = 1024 * 1024;
/// At most this many pages of undelivered events are read, a hundred events each.
const MAX_PAGES: usize = 10;

/// A Stripe account.
pub struct Stripe {
    client: Client,
    webhook_secrets: StripeWebhookSecrets,
    is_live: bool,
    collects_tax: bool,
}

impl Stripe {
    /// Creates the provider without a request.
    pub fn new(settings: StripeSettings, transport: Transport) -> Self {
        let StripeSettings { key, webhook_secrets, base, collects_tax } = settings;
        let client = Client::new(transport, base, key.key().clone());
        Self { client, webhook_secrets, is_live: key.is_live(), collects_tax }
    }

    /// Compares the webhook endpoint with an address, and the clock with a moment, which must be now.
    ///
    /// # Errors
    /// [`PaymentError::Unauthorized`] if a restricted key may not read webhook endpoints.
    pub async fn check_webhook(&self, url: &str, now: Timestamp) -> Result<WebhookCheck, PaymentError> {
        let answer =
            self.client.get_dated::<List<Endpoint>>(endpoint::ABOUT, endpoint::PATH, endpoint::all());
        let (endpoints, date) = answer.await?;
        let clock_ahead = date.map(|date| now.duration_since(date));
        Ok(WebhookCheck { endpoint: endpoint::state(&endpoints.data, url), clock_ahead })
    }

    async fn session(&self, id: &CheckoutId) -> Result<CheckoutState, PaymentError> {
        let path = format!("{}/{}", checkout::PATH, segment(id.as_str())?);
        let form = Form::default().with("expand[]", "payment_intent").with("expand[]", "subscription");
        self.client.get::<Session>(checkout::ABOUT, &path, form).await?.state()
    }

    /// Returns the purchase that a payment belongs to.
    async fn purchase(&self, intent: &Intent) -> Result<(AccountId, Purchase), PaymentError> {
        let id = parsed(&intent.id, payment::ABOUT)?;
        if let Some((account, _)) = Metadata::purchase(intent.metadata.as_ref()) {
            let query = payment::of_payment(&id);
            let sessions: List<Session> = self.client.get(checkout::ABOUT, checkout::PATH, query).await?;
            let session = sessions.data.first().ok_or(PaymentError::NotFound)?;
            return Ok((account, Purchase::Checkout(parsed(&session.id, checkout::ABOUT)?)));
        }
        let query = payment::invoices_of_payment(&id);
        let links: List<InvoicePayment> =
            self.client.get(payment::INVOICES, payment::INVOICES_PATH, query).await?;
        let purchase = links.data.first().map(InvoicePayment::purchase).transpose()?;
        purchase.flatten().ok_or(PaymentError::NotFound)
    }

    async fn payment_of_invoice(&self, invoice: &str) -> Result<Option<ProviderPaymentId>, PaymentError> {
        let query = payment::paid_payments_of_invoice(invoice);
        let links: List<PaidBy> = self.client.get(payment::INVOICES, payment::INVOICES_PATH, query).await?;
        Ok(links.data.first().map(PaidBy::payment).transpose()?.flatten())
    }

    async fn prices(&self) -> Result<Vec<Price>, PaymentError> {
        let list: List<Price> = self.client.get(product::ABOUT, product::PATH, product::all_prices()).await?;
        Ok(list.data)
    }

    async fn create_price(
        &self,
        price: &ProductPrice,
        attempt: BillingAttemptId,
    ) -> Result<(), PaymentError> {
        let (id, name) = product::stripe_product(price.product());
        let path = format!("{}/{id}", product::PRODUCTS_PATH);
        match self.client.get::<StripeProduct>(product::PRODUCTS, &path, Form::default()).await {
            Ok(StripeProduct {}) => {}
            Err(PaymentError::NotFound) => {
                let (form, key) = (product::product_form(id, name), format!("{attempt}-{id}"));
                let path = product::PRODUCTS_PATH;
                let StripeProduct {} = self.client.post(product::PRODUCTS, path, form, &key).await?;
            }
            Err(error) => return Err(error),
        }
        let (form, key) = (product::price_form(price), format!("{attempt}-{}", price.product()));
        self.client.post::<Price>(product::ABOUT, product::PATH, form, &key).await?;
        Ok(())
    }
}

#[async_trait]
impl PaymentProvider for Stripe {
    async fn start_checkout(&self, request: &CheckoutRequest) -> Result<Checkout, PaymentError> {
        let query = product::price_of(request.product);
        let prices: List<Price> = self.client.get(product::ABOUT, product::PATH, query).await?;
        let Some(price) = prices.data.first() else {
            let key = product::lookup_key(request.product);
            return Err(PaymentError::Rejected(format!("no active price has the lookup key {key}")));
        };
        let form = checkout::request_form(request, &price.id, self.collects_tax);
        let key = request.attempt.to_string();
        let session: Session = self.client.post(checkout::ABOUT, checkout::PATH, form, &key).await?;
        Ok(session.started()?)
    }

    async fn cancel_checkout(&self, id: &CheckoutId) -> Result<CheckoutState, PaymentError> {
        let path = format!("{}/{}/expire", checkout::PATH, segment(id.as_str())?);
        // Repeated, it has the same result.
        let key = format!("expire-{id}");
        match self.client.post::<Session>(checkout::ABOUT, &path, Form::default(), &key).await {
            Ok(session) => session.state(),
            // The checkout may be complete or expired already.
            Err(error @ PaymentError::Rejected(_)) => match self.session(id).await? {
                CheckoutState { status: CheckoutStatus::Open, .. } => Err(error),
                state => Ok(state),
            },
            Err(error) => Err(error),
        }
    }

    async fn open_portal(&self, request: &PortalRequest) -> Result<String, PaymentError> {
        let (form, key) = (checkout::portal_form(request), request.attempt.to_string());
        let session: PortalSession =
            self.client.post(checkout::PORTAL, checkout::PORTAL_PATH, form, &key).await?;
        Ok(session.url)
    }

    async fn checkout(&self, id: &CheckoutId) -> Result<CheckoutState, PaymentError> {
        self.session(id).await
    }

    async fn subscription(&self, id: &SubscriptionId) -> Result<SubscriptionState, PaymentError> {
        let path = format!("{}/{}", subscription::PATH, segment(id.as_str())?);
        let subscription: Subscription = self.client.get(subscription::ABOUT, &path, Form::default()).await?;
        let payment = match subscription.latest_invoice() {
            Some(invoice) => self.payment_of_invoice(invoice.as_str()).await?,
            None => None,
        };
        subscription.state(payment)
    }

    async fn stop_renewal(&self, id: &SubscriptionId) -> Result<(), PaymentError> {
        let path = format!("{}/{}", subscription::PATH, segment(id.as_str())?);
        let form = Form::default().with("cancel_at_period_end", "true");
        // Repeated, it has the same result.
        let key = format!("stop-{id}");
        self.client.post::<Subscription>(subscription::ABOUT, &path, form, &key).await?;
        Ok(())
    }

    async fn payment(&self, id: &ProviderPaymentId) -> Result<PaymentState, PaymentError> {
        let path = format!("{}/{}", payment::PATH, segment(id.as_str())?);
        let intent: Intent = self.client.get(payment::ABOUT, &path, Form::default()).await?;
        let refunds = self.client.get(payment::REFUNDS, payment::REFUNDS_PATH, payment::of_payment(id));
        let disputes = self.client.get(payment::DISPUTES, payment::DISPUTES_PATH, payment::of_payment(id));
        let ((account, purchase), refunds, disputes): (_, List<Refund>, List<Dispute>) =
            tokio::try_join!(self.purchase(&intent), refunds, disputes)?;
        if refunds.has_more || disputes.has_more {
            return Err(PaymentError::Rejected(
                "the payment has more than 100 refunds or disputes".to_owned(),
            ));
        }
        let refunds = refunds.data.iter().map(Refund::state).collect::<Result<_, _>>()?;
        let disputes = disputes.data.iter().map(Dispute::state);
        let disputes = disputes.filter_map(Result::transpose).collect::<Result<_, _>>()?;
        Ok(PaymentState { id: id.clone(), account, purchase, paid: intent.paid()?, refunds, disputes })
    }

    async fn refund(
        &self,
        payment: &ProviderPaymentId,
        amount: Option<Money>,
        attempt: BillingAttemptId,
    ) -> Result<RefundState, PaymentError> {
        let (form, key) = (payment::refund_form(payment, amount), attempt.to_string());
        let refund: Refund = self.client.post(payment::REFUNDS, payment::REFUNDS_PATH, form, &key).await?;
        Ok(refund.state()?)
    }

    async fn undelivered_events(&self, since: Timestamp) -> Result<Vec<BillingEvent>, PaymentError> {
        let (mut events, mut after) = (Vec::new(), None::<String>);
        for _ in 0..MAX_PAGES {
            let query = event::undelivered(since.as_second(), after.as_deref());
            let page: List<Event> = self.client.get(event::ABOUT, event::PATH, query).await?;
            after = page.data.last().map(|event| event.id.clone());
            for event in page.data {
                // One malformed event must not hide the others.
                events.extend(event.fact().map_err(|error| tracing::warn!(%error, "skipped an event")));
            }
            if !page.has_more || after.is_none() {
                break;
            }
        }
        events.reverse();
        Ok(events)
    }

    async fn check_products(
        &self,
        prices: &[ProductPrice],
    ) -> Result<Vec<(PaidProduct, ProductStatus)>, PaymentError> {
        let found = self.prices().await?;
        Ok(prices.iter().map(|price| (price.product(), status(price, &found))).collect())
    }

    async fn create_products(
        &self,
        prices: &[ProductPrice],
        attempt: BillingAttemptId,
    ) -> Result<Vec<(PaidProduct, ProductStatus)>, PaymentError> {
        let found = self.prices().await?;
        let mut results = Vec::with_capacity(prices.len());
        for price in prices {
            let mut status = status(price, &found);
            if status == ProductStatus::Missing {
                self.create_price(price, attempt).await?;
                status = ProductStatus::Created;
            }
            results.push((price.product(), status));
        }
        Ok(results)
    }
}

fn status(wanted: &ProductPrice, found: &[Price]) -> ProductStatus {
    match found.iter().find(|price| price.has_lookup_key(wanted.product())) {
        None => ProductStatus::Missing,
        Some(price) if price.is(wanted) => ProductStatus::Present,
        Some(_) => ProductStatus::Differs,
    }
}

impl EventVerifier for Stripe {
    fn verify(
        &self,
        header: &dyn Fn(&str) -> Option<String>,
        body: &[u8],
        now: Timestamp,
    ) -> Result<BillingEvent, EventRefusal> {
        if body.len() > MAX_BODY_BYTES {
            return Err(EventRefusal::TooLarge);
        }
        let signature = header(signature::HEADER).ok_or(EventRefusal::MalformedSignature)?;
        signature::verify(&signature, body, &self.webhook_secrets, now)?;
        Event::parse(body, self.is_live)
    }

    fn max_body_bytes(&self) -> usize {
        MAX_BODY_BYTES
    }
}
