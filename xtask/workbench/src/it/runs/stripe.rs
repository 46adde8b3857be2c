//! A fake of Stripe next to a service that sells through it.

use std::sync::Arc;

use listing_domain::ports::Clock as _;
use listing_testkit::RealClock;
use listing_testkit::stripe::{FakeStripe, SECRET_KEY, StripeDelivery};

pub(super) const WEBHOOK_SECRET: &str = "whsec_canaryNew";

pub(super) async fn start() -> FakeStripe {
    FakeStripe::start(Arc::new(RealClock)).await
}

/// The settings of a service that sells through a fake.
pub(super) fn settings(fake: &FakeStripe) -> [(&'static str, String); 5] {
    [
        ("PTL_STRIPE_API_KEY", SECRET_KEY.to_owned()),
        ("PTL_STRIPE_WEBHOOK_SECRETS", WEBHOOK_SECRET.to_owned()),
        ("PTL_STRIPE_BASE_URL", fake.url()),
        ("PTL_STRIPE_PACK_PRICE", "9.00 EUR,9.90 USD".to_owned()),
        ("PTL_STRIPE_PRO_MONTHLY_PRICE", "19.00 EUR,21.00 USD".to_owned()),
    ]
}

/// Signed now.
pub(super) fn signature(delivery: &StripeDelivery) -> String {
    delivery.signature(WEBHOOK_SECRET, RealClock.now())
}
