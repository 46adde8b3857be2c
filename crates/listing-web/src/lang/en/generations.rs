//! What was written.

use listing_domain::wish::Language;

use crate::lang::words::Generations;

pub(super) static WORDS: Generations = Generations {
    title: "Listings",
    kept: |days| format!("Kept for {days} days."),
    search_label: "Search in your listings",
    download: "Download all",
    nothing_found: |search| format!("Nothing found for “{search}”."),
    nothing_yet: |search| format!("Nothing found for “{search}” among your newer listings."),
    search_on: "Search in older ones",
    listings: "Listings",
    listing_title: "Title",
    description: "Description",
    price: "Price",
    net: "after fees",
    category: "Category",
    condition: "Condition",
    length: |length, limit| {
        format!("{} of {} characters", Language::En.number(*length), Language::En.number(*limit))
    },
    edited: "Edited",
    keep: "Save text",
    good_to_know: "Good to know",
    not_accepted: "Would not be accepted like this",
    why: "Why this price",
    low: "Low",
    high: "High",
    item: "The item",
    sure: |percent| format!("Confidence: {percent}%."),
    photo_notes: "About the photos",
    photo: |number| format!("Photo {number}"),
    again: "Write again",
    again_lead: "In another tone or language, or for one more marketplace, from what is known already. Costs nothing.",
    again_left: |left, of| format!("{left} of {of} left"),
    again_none: "You have written this one again as often as possible.",
    again_replaces: "Texts of the marketplaces you choose are replaced, edits included.",
    take_along: "Take along",
    delete_this: "Delete these listings",
    delete_lead: "Texts and thumbnail are gone for good. The generation stays counted.",
    delete_button: "Delete for good",
};
