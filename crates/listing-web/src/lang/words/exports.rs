//! The texts of exports, as fields that every language fills in.

use listing_export::{FormatId, Severity};

use crate::view::FormatGroup;

pub(crate) struct Exports {
    pub(crate) title: &'static str,
    // Texts of the form that chooses items and a format.
    pub(crate) choose: fn(&str) -> String,
    pub(crate) choose_all: &'static str,
    pub(crate) chosen: &'static str,
    /// Returns the note on a file without chosen items, by the maximum number of items.
    pub(crate) all_items: fn(u32) -> String,
    /// Returns the same note during a search.
    pub(crate) all_found: fn(u32) -> String,
    pub(crate) format_label: &'static str,
    pub(crate) button: &'static str,
    pub(crate) group: fn(&FormatGroup) -> &'static str,
    pub(crate) format: fn(&FormatId) -> &'static str,
    // Texts of the preview.
    pub(crate) other_format: &'static str,
    pub(crate) none: &'static str,
    pub(crate) none_lead: &'static str,
    pub(crate) items: fn(&usize) -> String,
    pub(crate) left_out: fn(&usize) -> String,
    pub(crate) newest: fn(&u32) -> String,
    pub(crate) download: &'static str,
    pub(crate) complete: &'static str,
    pub(crate) severity: fn(&Severity) -> &'static str,
    pub(crate) severity_lead: fn(&Severity) -> &'static str,
    pub(crate) item: &'static str,
    pub(crate) remark: &'static str,
}
