//! The texts of prices and purchases, as fields that every language fills in.

use listing_domain::billing::{OrderStep, PaidProduct};
use listing_domain::money::Money;

pub(crate) struct Purchases {
    // Texts of the prices.
    pub(crate) pricing_title: &'static str,
    pub(crate) pricing_lead: fn(&u32) -> String,
    pub(crate) product: fn(&PaidProduct) -> &'static str,
    /// The period of a price; empty for a pack.
    pub(crate) period: fn(&PaidProduct) -> &'static str,
    /// The sentence about a product, with the credits of a pack.
    pub(crate) offer: fn(&PaidProduct, &u32) -> String,
    /// The request for delivery at once, with its effect on the right of withdrawal.
    pub(crate) consent: fn(&PaidProduct) -> &'static str,
    pub(crate) buy: fn(&PaidProduct) -> &'static str,
    pub(crate) sign_in_to_buy: &'static str,
    pub(crate) plan_runs: &'static str,
    pub(crate) payment_note: &'static str,
    // Texts of the purchases.
    pub(crate) title: &'static str,
    pub(crate) lead: &'static str,
    pub(crate) see_prices: &'static str,
    pub(crate) portal: &'static str,
    pub(crate) portal_lead: &'static str,
    pub(crate) portal_button: &'static str,
    pub(crate) none_title: &'static str,
    pub(crate) none_text: &'static str,
    pub(crate) what: &'static str,
    pub(crate) ordered: &'static str,
    pub(crate) state: &'static str,
    pub(crate) amount: &'static str,
    pub(crate) credits: &'static str,
    pub(crate) left_of: fn(&u32, &u32) -> String,
    pub(crate) withdrawn: fn(&Money) -> String,
    pub(crate) credits_note: &'static str,
    pub(crate) step: fn(&OrderStep) -> &'static str,
    // Texts of one purchase.
    pub(crate) step_title: fn(&OrderStep) -> &'static str,
    pub(crate) step_text: fn(&OrderStep) -> &'static str,
    pub(crate) consented: &'static str,
    pub(crate) not_paid_yet: &'static str,
    pub(crate) back_to_payment: &'static str,
}
