//! The sentences that explain a listing's details to the seller.

use crate::marketplace::AcceptedGoods;
use crate::missing_fact::MissingFact;
use crate::photo::PhotoNote;

/// Words in braces, such as `{stated}`, are placeholders.
pub(crate) struct DetailWords {
    /// For an attribute that the seller stated.
    pub(crate) stated: &'static str,
    /// For a name derived from stated attributes.
    pub(crate) name_from_statement: &'static str,
    /// For a grade inferred from the words `{stated}`.
    pub(crate) understood: &'static str,
    /// For an attribute read on the item or its label.
    pub(crate) read: &'static str,
    /// The same, with the `{photos}`.
    pub(crate) read_in: &'static str,
    /// One photo and several, with their `{numbers}`.
    pub(crate) photos: [&'static str; 2],
    /// For an attribute recognized from one photo, and from several.
    pub(crate) seen: [&'static str; 2],
    /// For a name recognized from one photo, and from several.
    pub(crate) recognized: [&'static str; 2],
    /// The same for a name that includes facts from the seller.
    pub(crate) recognized_and_stated: [&'static str; 2],
    pub(crate) by_model: &'static str,
    pub(crate) condition_assumed: &'static str,
    /// A good condition was assumed because the seller's words name no grade.
    pub(crate) condition_unclear: &'static str,
    pub(crate) condition_contradicted: &'static str,
    /// A category was chosen for an unstated `{audience}`.
    pub(crate) audience_assumed: &'static str,
    /// A category was chosen for girls or boys, although only children are stated.
    pub(crate) sex_assumed: &'static str,
    /// The `{marketplace}` lacks the `{grade}`, so the next worse `{label}` was chosen.
    pub(crate) label_below: &'static str,
    /// The `{marketplace}` lacks the `{grade}`, so its lowest `{label}` was chosen.
    pub(crate) label_above: &'static str,
    pub(crate) missing: fn(MissingFact) -> &'static str,
    pub(crate) photo: fn(PhotoNote) -> &'static str,
    /// As the object of a sentence.
    pub(crate) accepts: fn(AcceptedGoods) -> &'static str,
    /// The item is not among the goods that the marketplace `{accepts}`.
    pub(crate) not_accepted: &'static str,
    /// The item may be outside the goods that the marketplace `{accepts}`.
    pub(crate) maybe_accepted: &'static str,
    pub(crate) no_category: &'static str,
    pub(crate) uncertain_brand: &'static str,
    /// An often faked `{brand}` was not read on the item.
    pub(crate) unproven_brand: &'static str,
    /// The item is worth less than the `{marketplace}`'s minimum.
    pub(crate) minimum_price: &'static str,
}
