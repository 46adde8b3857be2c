//! A shop with the fake of Stripe behind it.

use std::sync::Arc;

use jiff::Timestamp;
use listing_billing::{Stripe, StripeKey, StripeSettings, StripeWebhookSecrets};
use listing_domain::Language;
use listing_domain::billing::{
    BillingCurrency, BillingEvent, BillingSubject, CheckoutId, CheckoutRequest, CheckoutState,
    CheckoutStatus, CustomerId, EventRefusal, PaidProduct, PaymentState, ProductPrice, ProviderPaymentId,
    SubscriptionId, SubscriptionState,
};
use listing_domain::ids::{AccountId, BillingAttemptId};
use listing_domain::ports::{Clock as _, EventVerifier as _, PaymentProvider as _};
use listing_outbound::{ApiKey, BaseUrl, Transport};
use listing_testkit::FixedClock;
use listing_testkit::stripe::{FakeStripe, SECRET_KEY, StripeDelivery};
use uuid::Uuid;

pub(crate) const WEBHOOK_SECRET: &str = "whsec_canaryNew";
pub(crate) const FORMER_SECRET: &str = "whsec_canaryFormer";
pub(crate) const EMAIL: &str = "canary@bücher.example";
pub(crate) const START: &str = "2026-11-21T12:00:00Z";

pub(crate) struct Shop {
    pub(crate) fake: FakeStripe,
    pub(crate) stripe: Stripe,
    pub(crate) clock: Arc<FixedClock>,
}

impl Shop {
    /// A shop with all products.
    pub(crate) async fn open() -> Self {
        let shop = Self::empty(false).await;
        shop.stripe.create_products(&prices(), attempt(900)).await.unwrap();
        shop
    }

    /// A shop without products.
    pub(crate) async fn empty(collects_tax: bool) -> Self {
        let clock = Arc::new(FixedClock::at(START));
        let fake = FakeStripe::start(clock.clone()).await;
        let stripe = stripe(&fake.url(), SECRET_KEY, collects_tax);
        Self { fake, stripe, clock }
    }

    /// Another client of the same account.
    pub(crate) fn another(&self) -> Stripe {
        stripe(&self.fake.url(), SECRET_KEY, false)
    }

    /// Starts a checkout and returns its id.
    pub(crate) async fn start(&self, product: PaidProduct, number: u128) -> CheckoutId {
        self.stripe.start_checkout(&request(product, number)).await.unwrap().id
    }

    /// Buys a product at once.
    pub(crate) async fn buy(&self, product: PaidProduct, number: u128) -> Bought {
        let checkout = self.start(product, number).await;
        self.fake.pay(checkout.as_str());
        self.purchase(&checkout).await
    }

    pub(crate) async fn purchase(&self, checkout: &CheckoutId) -> Bought {
        let state = self.checkout(checkout).await;
        let CheckoutStatus::Complete { payment, subscription, customer, .. } = state.status else {
            panic!("{checkout} is not complete: {state:?}")
        };
        Bought { checkout: checkout.clone(), payment, subscription, customer: customer.unwrap() }
    }

    /// Buys a plan and returns the subscription.
    pub(crate) async fn subscribe(&self, product: PaidProduct) -> SubscriptionId {
        self.subscribe_with(product, 1).await
    }

    pub(crate) async fn subscribe_with(&self, product: PaidProduct, number: u128) -> SubscriptionId {
        self.buy(product, number).await.subscription.unwrap()
    }

    pub(crate) async fn checkout(&self, id: &CheckoutId) -> CheckoutState {
        self.stripe.checkout(id).await.unwrap()
    }

    pub(crate) async fn subscription(&self, id: &SubscriptionId) -> SubscriptionState {
        self.stripe.subscription(id).await.unwrap()
    }

    pub(crate) async fn payment(&self, id: &ProviderPaymentId) -> PaymentState {
        self.stripe.payment(id).await.unwrap()
    }

    pub(crate) fn verify(&self, delivery: &StripeDelivery) -> Result<BillingEvent, EventRefusal> {
        let now = self.clock.now();
        let signature = delivery.signature(WEBHOOK_SECRET, now);
        verified(&self.stripe, &signature, delivery.body.as_bytes(), now)
    }

    /// Returns the types and the subjects of the events so far.
    pub(crate) fn subjects(&self) -> Vec<(String, Option<BillingSubject>)> {
        let subject = |delivery: &StripeDelivery| self.verify(delivery).unwrap().subject;
        self.fake
            .deliveries()
            .into_iter()
            .map(|delivery| (delivery.kind.clone(), subject(&delivery)))
            .collect()
    }
}

pub(crate) struct Bought {
    pub(crate) checkout: CheckoutId,
    pub(crate) payment: Option<ProviderPaymentId>,
    pub(crate) subscription: Option<SubscriptionId>,
    pub(crate) customer: CustomerId,
}

pub(crate) fn stripe(url: &str, key: &str, collects_tax: bool) -> Stripe {
    let secrets = [WEBHOOK_SECRET, FORMER_SECRET].map(|secret| ApiKey::new(secret.to_owned()));
    let settings = StripeSettings {
        key: StripeKey::new(ApiKey::new(key.to_owned())).unwrap(),
        webhook_secrets: StripeWebhookSecrets::new(secrets.into()).unwrap(),
        base: BaseUrl::parse(url, true).unwrap(),
        collects_tax,
    };
    Stripe::new(settings, Transport::new().unwrap())
}

/// Verifies a delivery whose only header is the signature.
pub(crate) fn verified(
    stripe: &Stripe,
    signature: &str,
    body: &[u8],
    now: Timestamp,
) -> Result<BillingEvent, EventRefusal> {
    let header = |name: &str| (name == "stripe-signature").then(|| signature.to_owned());
    stripe.verify(&header, body, now)
}

pub(crate) fn request(product: PaidProduct, number: u128) -> CheckoutRequest {
    CheckoutRequest {
        attempt: attempt(number),
        account: account(),
        customer: None,
        email: Some(EMAIL.parse().unwrap()),
        product,
        currency: BillingCurrency::Eur,
        language: Language::Fr,
        return_url: "https://listing.example/account/billing?paid=1&x=é".to_owned(),
        cancel_url: "https://listing.example/account/billing".to_owned(),
    }
}

pub(crate) fn prices() -> [ProductPrice; 3] {
    [
        ProductPrice::new(PaidProduct::Pack, 900, 1_000).unwrap(),
        ProductPrice::new(PaidProduct::ProMonthly, 1_900, 2_100).unwrap(),
        ProductPrice::new(PaidProduct::ProAnnual, 19_000, 21_000).unwrap(),
    ]
}

pub(crate) fn account() -> AccountId {
    AccountId::new(Uuid::from_u128(7))
}

pub(crate) fn attempt(number: u128) -> BillingAttemptId {
    BillingAttemptId::new(Uuid::from_u128(number))
}

pub(crate) fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}
