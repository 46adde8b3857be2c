//! What was written.

/// What was written.
pub(crate) struct Generations {
    pub(crate) title: &'static str,
    pub(crate) kept: fn(&u32) -> String,
    pub(crate) search_label: &'static str,
    pub(crate) download: &'static str,
    pub(crate) nothing_found: fn(&str) -> String,
    pub(crate) nothing_yet: fn(&str) -> String,
    pub(crate) search_on: &'static str,
    /// One of them.
    pub(crate) listings: &'static str,
    pub(crate) listing_title: &'static str,
    pub(crate) description: &'static str,
    pub(crate) price: &'static str,
    pub(crate) net: &'static str,
    pub(crate) category: &'static str,
    pub(crate) condition: &'static str,
    pub(crate) length: fn(&usize, &usize) -> String,
    pub(crate) edited: &'static str,
    pub(crate) keep: &'static str,
    pub(crate) good_to_know: &'static str,
    pub(crate) not_accepted: &'static str,
    pub(crate) why: &'static str,
    pub(crate) low: &'static str,
    pub(crate) high: &'static str,
    pub(crate) item: &'static str,
    pub(crate) sure: fn(&u8) -> String,
    pub(crate) photo_notes: &'static str,
    pub(crate) photo: fn(&usize) -> String,
    /// Written again.
    pub(crate) again: &'static str,
    pub(crate) again_lead: &'static str,
    pub(crate) again_left: fn(&u32, &u32) -> String,
    pub(crate) again_none: &'static str,
    pub(crate) again_replaces: &'static str,
    /// Taken along, or thrown away.
    pub(crate) take_along: &'static str,
    pub(crate) delete_this: &'static str,
    pub(crate) delete_lead: &'static str,
    pub(crate) delete_button: &'static str,
}
