//! The sentences for the evidence behind listings.

use crate::marketplace::AcceptedGoods;
use crate::missing_fact::MissingFact;
use crate::photo::PhotoNote;

/// The sentences for the evidence behind listings. Words in braces are placeholders.
pub(crate) struct DetailWords {
    /// For attributes stated by the seller, and for a name derived from them.
    pub(crate) stated: &'static str,
    pub(crate) name_from_statement: &'static str,
    /// For a grade understood from the seller's words, `{stated}`.
    pub(crate) understood: &'static str,
    /// For attributes read on the item or its label, optionally in some `{photos}`.
    pub(crate) read: &'static str,
    pub(crate) read_in: &'static str,
    /// One photo and several, with their `{numbers}`.
    pub(crate) photos: [&'static str; 2],
    /// For attributes seen, and for a recognized item: in one photo, and in several.
    pub(crate) seen: [&'static str; 2],
    pub(crate) recognized: [&'static str; 2],
    /// The same for a name that includes stated facts.
    pub(crate) recognized_and_stated: [&'static str; 2],
    pub(crate) by_model: &'static str,
    pub(crate) condition_assumed: &'static str,
    /// For an assumed good condition after words that name no grade.
    pub(crate) condition_unclear: &'static str,
    pub(crate) condition_contradicted: &'static str,
    /// For a category chosen for an `{audience}`: without a stated audience, and with children stated, but
    /// neither girls nor boys.
    pub(crate) audience_assumed: &'static str,
    pub(crate) sex_assumed: &'static str,
    /// For a `{marketplace}` without the `{grade}`: a worse `{label}` was chosen, or the worst available.
    pub(crate) label_below: &'static str,
    pub(crate) label_above: &'static str,
    pub(crate) missing: fn(MissingFact) -> &'static str,
    pub(crate) photo: fn(PhotoNote) -> &'static str,
    /// The goods that a `{marketplace}` accepts.
    pub(crate) accepts: fn(AcceptedGoods) -> &'static str,
    /// For items outside the goods that it `{accepts}`, for uncertain ones, and for a missing category.
    pub(crate) not_accepted: &'static str,
    pub(crate) maybe_accepted: &'static str,
    pub(crate) no_category: &'static str,
    /// For an uncertain `{brand}`, and for an often faked one that was not read on the item.
    pub(crate) uncertain_brand: &'static str,
    pub(crate) unproven_brand: &'static str,
    /// For an item worth less than the `{marketplace}`'s minimum.
    pub(crate) minimum_price: &'static str,
}
