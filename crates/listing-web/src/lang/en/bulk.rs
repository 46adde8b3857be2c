//! English texts of the pages for many items.

use listing_domain::batch::{BatchState, ItemFault, ItemState};

use super::values::moment;
use crate::lang::words::Bulk;

pub(super) static WORDS: Bulk = Bulk {
    title: "List many items",
    lead: "Add the photos of all your items, sort them, and get the listings for every item at once.",
    photos_lead: |max| format!("Up to {max} photos at a time. We group the photos of each item for you."),
    add: "Add these photos",
    sending: "Sending photo {n} of {all}…",
    interrupted: "Some photos could not be sent. Check your connection.",
    resend: "Send them again",
    left_out: |max| format!("You can sort up to {max} photos at a time. These were left out:"),
    sort: "Sort the photos",
    sort_lead: "Each pile is one item, with one to four photos. The first photo is the main one. Choose a photo to move it.",
    keys_hint: "Drag photos between items. With the keyboard: arrow keys move the chosen photo, Delete removes it.",
    counts: |photos, items| format!("{} in {}", count(photos, "photo"), count(items, "item")),
    group: "Group automatically",
    group_all: "Group all again",
    undo: "Undo",
    clear: "Remove all photos",
    item: |number| format!("Item {number}"),
    photo: |name, number, of, item| format!("{name}, photo {number} of {of} in item {item}"),
    left: "Move earlier",
    right: "Move later",
    before: "To the previous item",
    after: "To the next item",
    alone: "Make it a separate item",
    split: "Start a new item here",
    remove: "Remove this photo",
    merge: "Merge with the previous item",
    up: "Move this item up",
    down: "Move this item down",
    drop_alone: "Drop here to make a separate item",
    notes_example: "Length 62 cm, small snag on the back",
    defaults: "For all items",
    defaults_lead: "The marketplaces, the language and what all items have in common.",
    start: |items| match items {
        1 => "Write the listings for 1 item".to_owned(),
        _ => format!("Write the listings for {items} items"),
    },
    uses: |items, left| {
        let uses = match items {
            1 => "Uses 1 generation".to_owned(),
            _ => format!("Uses up to {items} generations"),
        };
        format!("{uses}. You have {left} left.")
    },
    uses_unlimited: |items| match items {
        1 => "1 item. Your plan includes unlimited generations.".to_owned(),
        _ => format!("{items} items. Your plan includes unlimited generations."),
    },
    too_few: |items, left| {
        format!(
            "You have {left} generations left for {items} items. The items beyond that fail at no charge, and you would have to add their photos again."
        )
    },
    batches: "Your batches",
    no_batches: "You have not started a batch yet. Batches are deleted some time after they end; your listings stay.",
    started: |at| format!("Started {}", moment(at)),
    state: |state| match state {
        BatchState::Running => "In progress",
        BatchState::Finished => "Finished",
        BatchState::Cancelled => "Stopped",
    },
    progress: |done, all| format!("{done} of {all} ready"),
    failed: |failed| format!("{failed} failed"),
    running_lead: "You can leave this page: we keep writing. A generation is used only when an item’s listings are ready.",
    reload: "Check now",
    cancel: "Stop",
    cancel_lead: "Items that are waiting are not written and cost nothing. Listings that are ready stay.",
    items: "Items",
    item_state: |state| match state {
        ItemState::Waiting => "Waiting",
        ItemState::Running => "Writing",
        ItemState::Done => "Ready",
        ItemState::Failed => "Failed",
        ItemState::Cancelled => "Stopped",
    },
    fault: |fault| match fault {
        ItemFault::Refused => {
            "We could not see what is for sale. Add the item on its own, with clearer photos or its name."
        }
        ItemFault::QuotaExhausted => "You had no generations left. Add this item again when you have some.",
        ItemFault::Failed => {
            "Something went wrong on our side, even after retries. Add this item again later."
        }
    },
    correct: "Read and correct",
    correct_lead: "Change titles and prices here, then save. Open an item to change everything else.",
    open: "Open",
    save: "Save changes",
    show: "Show",
    export_lead: "Export all ready items of this batch in one file.",
    more: "List more items",
};

fn count(number: usize, noun: &str) -> String {
    match number {
        1 => format!("1 {noun}"),
        _ => format!("{number} {noun}s"),
    }
}
