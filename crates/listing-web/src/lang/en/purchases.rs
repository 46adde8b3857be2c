//! English texts of prices and purchases.

use listing_domain::billing::{OrderStep, PaidProduct};

use super::values::money;
use crate::lang::words::Purchases;

pub(super) static WORDS: Purchases = Purchases {
    pricing_title: "Prices",
    pricing_lead: |free| format!("{free} generations a month are free. Buy more when you need them."),
    product: |product| match product {
        PaidProduct::Pack => "Credits",
        PaidProduct::ProMonthly => "Pro, monthly",
        PaidProduct::ProAnnual => "Pro, yearly",
    },
    period: |product| match product {
        PaidProduct::Pack => "",
        PaidProduct::ProMonthly => "a month",
        PaidProduct::ProAnnual => "a year",
    },
    offer: |product, units| {
        match product {
        PaidProduct::Pack => format!("{units} generations. Credits never expire."),
        PaidProduct::ProMonthly | PaidProduct::ProAnnual => {
            "Unlimited generations. Renews until you cancel, which you can do at any time; you keep Pro until the end of the paid period.".to_owned()
        }
    }
    },
    consent: |product| match product {
        PaidProduct::Pack => {
            "I want my credits at once and understand that I then lose my right to withdraw from the purchase."
        }
        PaidProduct::ProMonthly | PaidProduct::ProAnnual => {
            "I want Pro to start at once and understand that I then lose my right to withdraw from the purchase."
        }
    },
    buy: |product| match product {
        PaidProduct::Pack => "Buy credits",
        PaidProduct::ProMonthly | PaidProduct::ProAnnual => "Get Pro",
    },
    sign_in_to_buy: "Sign in to buy",
    plan_runs: "You have Pro already.",
    payment_note: "You pay on a page of Stripe. Photo to Listing never sees your card.",
    title: "Purchases",
    lead: "Your orders, and the credits that each has left.",
    see_prices: "See prices",
    portal: "Cards, invoices and subscription",
    portal_lead: "Change your card, download invoices, or cancel your subscription on a page of Stripe.",
    portal_button: "Open the page",
    none_title: "No purchases yet",
    none_text: "Your orders will appear here.",
    what: "Product",
    ordered: "Ordered",
    state: "Status",
    amount: "Amount",
    credits: "Credits",
    left_of: |left, granted| format!("{left} of {granted} left"),
    withdrawn: |amount| format!("{} refunded", money(amount)),
    credits_note: "Credits of the oldest purchase are used first.",
    step: |step| match step {
        OrderStep::Placed | OrderStep::Open => "Not paid yet",
        OrderStep::Pending => "Payment on its way",
        OrderStep::Unpaid => "Not paid",
        OrderStep::Paid => "Paid",
    },
    step_title: |step| match step {
        OrderStep::Placed | OrderStep::Open => "Your payment is being confirmed",
        OrderStep::Pending => "Your payment is on its way",
        OrderStep::Unpaid => "Nothing was paid",
        OrderStep::Paid => "Thank you for your purchase",
    },
    step_text: |step| match step {
        OrderStep::Placed | OrderStep::Open => {
            "This usually takes a few seconds. You do not need to pay again."
        }
        OrderStep::Pending => "Your bank may take a few days. You do not need to pay again.",
        OrderStep::Unpaid => "The payment was canceled, refused, or not completed in time.",
        OrderStep::Paid => "Your payment was received and your account is up to date.",
    },
    consented: "With this order you asked for delivery at once and accepted to lose your right of withdrawal.",
    not_paid_yet: "Not paid yet?",
    back_to_payment: "Go back to the prices",
};
