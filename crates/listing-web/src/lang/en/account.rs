//! The overview of an account.

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
    resets: |at| format!("Free generations are back on {}.", date(at)),
    credits: "Credits",
    credits_note: "They never expire, and are used after the free ones.",
    plan: "Plan",
    plan_ends: |at| format!("Until {}", date(at)),
    plan_open: "No end date",
    plan_free_note: "One generation covers all marketplaces you choose.",
    exhausted_title: "Nothing left this month",
    activity: "Use in the last 30 days",
    no_use: "Nothing was generated in the last 30 days.",
    latest: "Latest listings",
    all: "All listings",
    none_title: "No listings yet",
    none_text: "Take a photo of something you want to sell, and see what comes out.",
    none_button: "Write the first one",
    unconfirmed: "Confirm your e-mail, so that you can get back in if you forget your password.",
    confirm: "Send me a link",
    waiting_resets: |number| match number {
        1 => "One person is waiting for a link to choose a new password.".to_owned(),
        number => format!("{number} people are waiting for a link to choose a new password."),
    },
    see_resets: "See the links",
    day: "Day",
    total: "Total",
    pages: "Pages",
    others: "Others",
    as_table: "Show as a table",
    chart_says: |total, days| match total {
        1 => format!("1 generation in {days} days"),
        _ => format!("{total} generations in {days} days"),
    },
};
