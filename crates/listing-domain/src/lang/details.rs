//! The sentences that explain to a seller how the listings' details were found.

use crate::marketplace::AcceptedGoods;
use crate::missing_fact::MissingFact;
use crate::photo::PhotoNote;

/// The sentences that explain a listing's details, in one language. Words in braces, such as `{stated}`, are
/// placeholders.
pub(crate) struct DetailWords {
    /// The sentence for an attribute that the seller stated.
    pub(crate) stated: &'static str,
    /// The sentence for a name that is derived from attributes that the seller stated.
    pub(crate) name_from_statement: &'static str,
    /// The sentence for a condition grade inferred from the seller's words, `{stated}`.
    pub(crate) understood: &'static str,
    /// The sentence for an attribute that was read on the item or its label.
    pub(crate) read: &'static str,
    /// The sentence for an attribute that was read on the item or its label, in some `{photos}`.
    pub(crate) read_in: &'static str,
    /// The words for one photo and for several, with their `{numbers}`.
    pub(crate) photos: [&'static str; 2],
    /// The sentence for an attribute recognized from the photos: with one photo, and with several.
    pub(crate) seen: [&'static str; 2],
    /// The sentence for a name recognized from the photos: with one photo, and with several.
    pub(crate) recognized: [&'static str; 2],
    /// The sentence for a recognized name that includes facts from the seller: with one photo, and with
    /// several.
    pub(crate) recognized_and_stated: [&'static str; 2],
    pub(crate) by_model: &'static str,
    pub(crate) condition_assumed: &'static str,
    /// The sentence for a good condition that was assumed because the seller's words name no grade.
    pub(crate) condition_unclear: &'static str,
    pub(crate) condition_contradicted: &'static str,
    /// The warning about a category chosen for an `{audience}` although no audience is stated.
    pub(crate) audience_assumed: &'static str,
    /// The warning about a category chosen for girls or for boys although the seller only states children.
    pub(crate) sex_assumed: &'static str,
    /// The warning that the `{marketplace}` lacks the `{grade}`, so the next worse `{label}` was chosen.
    pub(crate) label_below: &'static str,
    /// The warning that the `{marketplace}` lacks the `{grade}`, so its lowest `{label}` was chosen.
    pub(crate) label_above: &'static str,
    pub(crate) missing: fn(MissingFact) -> &'static str,
    pub(crate) photo: fn(PhotoNote) -> &'static str,
    /// The goods that a `{marketplace}` accepts, as the object of a sentence.
    pub(crate) accepts: fn(AcceptedGoods) -> &'static str,
    /// The warning about an item that is not among the goods that the marketplace `{accepts}`.
    pub(crate) not_accepted: &'static str,
    /// The warning about an item that may be outside the goods that the marketplace `{accepts}`.
    pub(crate) maybe_accepted: &'static str,
    /// The warning about an item for which the marketplace has no category.
    pub(crate) no_category: &'static str,
    /// The warning about an uncertain `{brand}`.
    pub(crate) uncertain_brand: &'static str,
    /// The warning about an often faked `{brand}` that was not read on the item.
    pub(crate) unproven_brand: &'static str,
    /// The warning about an item that is worth less than the `{marketplace}`'s minimum price.
    pub(crate) minimum_price: &'static str,
}
