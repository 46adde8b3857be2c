//! Runs the fake of Stripe, to try purchases without a Stripe account. It prints the settings for `ptl`, and
//! delivers no events: the page of an order fetches its state.

#![expect(clippy::print_stdout, reason = "the settings are for a person")]

use std::sync::Arc;

use listing_testkit::RealClock;
use listing_testkit::stripe::{FakeStripe, SECRET_KEY};

#[tokio::main]
async fn main() {
    let fake = FakeStripe::start(Arc::new(RealClock)).await;
    println!("export PTL_STRIPE_BASE_URL={}", fake.url());
    println!("export PTL_STRIPE_API_KEY={SECRET_KEY}");
    println!("export PTL_STRIPE_WEBHOOK_SECRETS=whsec_test");
    println!("export PTL_STRIPE_PACK_PRICE='9.00 EUR,9.90 USD'");
    println!("export PTL_STRIPE_PRO_MONTHLY_PRICE='19.00 EUR,21.00 USD'");
    println!("export PTL_STRIPE_PRO_ANNUAL_PRICE='190.00 EUR,210.00 USD'");
    std::future::pending::<()>().await;
}
