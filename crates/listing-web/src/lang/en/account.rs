//! English texts of the account overview.

use super::values::date;
use crate::lang::words::Account;

pub(super) static WORDS: Account = Account {
    title: "Overview",
    this_month: "This month",
    left: |left, limit| format!("{left} of {limit} free left"),
    unlimited: "Unlimited",
    used_unlimited: |used| match used {
        1 => "1 generation this month".to_owned(),
        _ => format!("{used} generations this month"),
    },
    resets: |at| format!("Your free generations renew on {}.", date(at)),
    credits: "Credits",
    credits_note: "Credits never expire. They are used after your free generations.",
    plan: "Plan",
    plan_ends: |at| format!("Until {}", date(at)),
    plan_open: "No end date",
    plan_free_note: "One generation covers every marketplace you choose.",
    exhausted_title: "No generations left this month",
    activity: "Usage in the last 30 days",
    no_use: "No generations in the last 30 days.",
    latest: "Latest listings",
    all: "All listings",
    none_title: "No listings yet",
    none_text: "Take a photo of something you want to sell, and we write the listing.",
    none_button: "Create your first listing",
    unconfirmed: "Confirm your email address so that you can recover your account if you forget your password.",
    confirm: "Send me a link",
    waiting_resets: |number| match number {
        1 => "1 person is waiting for a password reset link.".to_owned(),
        number => format!("{number} people are waiting for a password reset link."),
    },
    see_resets: "View the links",
    day: "Day",
    total: "Total",
    pages: "Web app",
    others: "Others",
    as_table: "Show as a table",
    chart_label: |total, days| match total {
        1 => format!("1 generation in {days} days"),
        _ => format!("{total} generations in {days} days"),
    },
};
