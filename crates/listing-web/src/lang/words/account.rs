//! The texts of the account overview, as fields that every language fills in.

use jiff::Timestamp;

pub(crate) struct Account {
    pub(crate) title: &'static str,
    pub(crate) this_month: &'static str,
    pub(crate) left: fn(u32, &u32) -> String,
    pub(crate) unlimited: &'static str,
    pub(crate) used_unlimited: fn(&u32) -> String,
    pub(crate) resets: fn(&Timestamp) -> String,
    pub(crate) credits: &'static str,
    pub(crate) credits_note: &'static str,
    pub(crate) plan: &'static str,
    pub(crate) plan_ends: fn(&Timestamp) -> String,
    pub(crate) plan_open: &'static str,
    pub(crate) plan_free_note: &'static str,
    pub(crate) exhausted_title: &'static str,
    pub(crate) activity: &'static str,
    pub(crate) no_use: &'static str,
    pub(crate) latest: &'static str,
    pub(crate) all: &'static str,
    pub(crate) none_title: &'static str,
    pub(crate) none_text: &'static str,
    pub(crate) none_button: &'static str,
    pub(crate) unconfirmed: &'static str,
    pub(crate) confirm: &'static str,
    pub(crate) waiting_resets: fn(&usize) -> String,
    pub(crate) see_resets: &'static str,
    // Texts of the usage chart.
    pub(crate) day: &'static str,
    pub(crate) total: &'static str,
    pub(crate) pages: &'static str,
    pub(crate) others: &'static str,
    pub(crate) as_table: &'static str,
    pub(crate) chart_label: fn(&u32, usize) -> String,
}
