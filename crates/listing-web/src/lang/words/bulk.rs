//! The texts of the pages for many items, as fields that every language fills in.

use jiff::Timestamp;
use listing_domain::batch::{BatchState, ItemFault, ItemState};

pub(crate) struct Bulk {
    pub(crate) title: &'static str,
    pub(crate) lead: &'static str,
    pub(crate) photos_lead: fn(usize) -> String,
    /// The button that sends the photos without a script.
    pub(crate) add: &'static str,
    /// Says which photo is being sent; the script replaces `{n}` and `{all}`.
    pub(crate) sending: &'static str,
    pub(crate) interrupted: &'static str,
    pub(crate) resend: &'static str,
    pub(crate) left_out: fn(usize) -> String,
    // Texts of the piles.
    pub(crate) sort: &'static str,
    pub(crate) sort_lead: &'static str,
    pub(crate) keys_hint: &'static str,
    pub(crate) counts: fn(usize, usize) -> String,
    pub(crate) group: &'static str,
    pub(crate) group_all: &'static str,
    pub(crate) undo: &'static str,
    pub(crate) clear: &'static str,
    pub(crate) item: fn(&usize) -> String,
    /// Names a photo with its number, the number of photos of its item, and the item's number.
    pub(crate) photo: fn(&str, &usize, usize, &usize) -> String,
    pub(crate) left: &'static str,
    pub(crate) right: &'static str,
    pub(crate) before: &'static str,
    pub(crate) after: &'static str,
    pub(crate) alone: &'static str,
    pub(crate) split: &'static str,
    pub(crate) remove: &'static str,
    pub(crate) merge: &'static str,
    pub(crate) up: &'static str,
    pub(crate) down: &'static str,
    pub(crate) drop_alone: &'static str,
    pub(crate) notes_example: &'static str,
    // Texts of the options and the button that starts.
    pub(crate) defaults: &'static str,
    pub(crate) defaults_lead: &'static str,
    pub(crate) start: fn(usize) -> String,
    pub(crate) uses: fn(usize, u32) -> String,
    pub(crate) uses_unlimited: fn(usize) -> String,
    pub(crate) too_few: fn(usize, u32) -> String,
    // Texts of the batches.
    pub(crate) batches: &'static str,
    pub(crate) no_batches: &'static str,
    pub(crate) started: fn(&Timestamp) -> String,
    pub(crate) state: fn(&BatchState) -> &'static str,
    pub(crate) progress: fn(&usize, &usize) -> String,
    pub(crate) failed: fn(&usize) -> String,
    pub(crate) running_lead: &'static str,
    pub(crate) reload: &'static str,
    pub(crate) cancel: &'static str,
    pub(crate) cancel_lead: &'static str,
    pub(crate) items: &'static str,
    pub(crate) item_state: fn(&ItemState) -> &'static str,
    /// Says why an item failed and what the seller can do.
    pub(crate) fault: fn(&ItemFault) -> &'static str,
    // Texts of the form that corrects all items.
    pub(crate) correct: &'static str,
    pub(crate) correct_lead: &'static str,
    pub(crate) open: &'static str,
    pub(crate) save: &'static str,
    pub(crate) show: &'static str,
    pub(crate) export_lead: &'static str,
    pub(crate) more: &'static str,
}
