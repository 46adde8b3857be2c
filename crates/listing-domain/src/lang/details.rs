//! The sentences that explain to a seller how the listings' details were found.

use crate::marketplace::AcceptedGoods;
use crate::missing_fact::MissingFact;
use crate::photo::PhotoNote;

/// The sentences that explain a listing's details, in one language. Words in braces, such as `{stated}`, are
/// placeholders.
pub(crate) struct DetailWords {
    /// For attributes that the seller stated, then for a name derived from such attributes.
    pub(crate) stated: &'static str,
    pub(crate) name_from_statement: &'static str,
    /// For a condition grade inferred from the seller's words, `{stated}`.
    pub(crate) understood: &'static str,
    /// For attributes read on the item or its label: without the photos' numbers, then with the `{photos}`.
    pub(crate) read: &'static str,
    pub(crate) read_in: &'static str,
    /// The words for one photo and for several, with their `{numbers}`.
    pub(crate) photos: [&'static str; 2],
    /// For attributes recognized from the photos, then for the item's name: with one photo, and with several.
    pub(crate) seen: [&'static str; 2],
    pub(crate) recognized: [&'static str; 2],
    /// For a recognized name that includes facts from the seller: with one photo, and with several.
    pub(crate) recognized_and_stated: [&'static str; 2],
    pub(crate) by_model: &'static str,
    pub(crate) condition_assumed: &'static str,
    /// For a good condition that was assumed because the seller's words name no grade.
    pub(crate) condition_unclear: &'static str,
    pub(crate) condition_contradicted: &'static str,
    /// For a category chosen for an `{audience}`: if no audience is stated, then if the seller states
    /// children without saying girls or boys.
    pub(crate) audience_assumed: &'static str,
    pub(crate) sex_assumed: &'static str,
    /// For a `{marketplace}` without a label for the `{grade}`: the worse `{label}` was chosen, or the lowest
    /// one.
    pub(crate) label_below: &'static str,
    pub(crate) label_above: &'static str,
    pub(crate) missing: fn(MissingFact) -> &'static str,
    pub(crate) photo: fn(PhotoNote) -> &'static str,
    /// The goods that a `{marketplace}` accepts, as the object of a sentence.
    pub(crate) accepts: fn(AcceptedGoods) -> &'static str,
    /// For items that are not among the goods that it `{accepts}`, for items that may be, and for those
    /// without a category.
    pub(crate) not_accepted: &'static str,
    pub(crate) maybe_accepted: &'static str,
    pub(crate) no_category: &'static str,
    /// For an uncertain `{brand}`, then for an often faked brand that was not read on the item.
    pub(crate) uncertain_brand: &'static str,
    pub(crate) unproven_brand: &'static str,
    /// For an item worth less than the `{marketplace}`'s minimum price.
    pub(crate) minimum_price: &'static str,
}
