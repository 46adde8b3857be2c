//! What the evidence behind listings is told with.

use crate::marketplace::AcceptedGoods;
use crate::missing_fact::MissingFact;
use crate::photo::PhotoNote;

/// What the evidence behind listings is told with: whole sentences. Words in braces are filled in.
pub(crate) struct DetailWords {
    /// That the seller said so; the name follows from what is stated.
    pub(crate) stated: &'static str,
    pub(crate) name_from_statement: &'static str,
    /// The grade was understood from what the seller `{stated}`.
    pub(crate) understood: &'static str,
    /// That it was read on the item, or on its label, perhaps in some `{photos}`.
    pub(crate) read: &'static str,
    pub(crate) read_in: &'static str,
    /// One photo and several, by their `{numbers}`.
    pub(crate) photos: [&'static str; 2],
    /// That it was seen, and what the item is recognised: in the one photo, in several.
    pub(crate) seen: [&'static str; 2],
    pub(crate) recognised: [&'static str; 2],
    /// The same where the name has what is stated, too.
    pub(crate) recognised_and_stated: [&'static str; 2],
    /// That an AI model said so.
    pub(crate) by_model: &'static str,
    /// That a good condition was assumed.
    pub(crate) condition_assumed: &'static str,
    /// The same where the words given name no grade.
    pub(crate) condition_unclear: &'static str,
    /// The seller's remarks do not go with the grade that the seller names.
    pub(crate) condition_contradicted: &'static str,
    /// That a category for an `{audience}` was chosen and nobody said whom the item is for, or
    /// whether it is for girls or boys.
    pub(crate) audience_assumed: &'static str,
    pub(crate) sex_assumed: &'static str,
    /// That a `{marketplace}` has no `{grade}`, so that a worse `{label}` was chosen, or the worst
    /// that there is.
    pub(crate) label_below: &'static str,
    pub(crate) label_above: &'static str,
    /// The sentence that a fact is not stated.
    pub(crate) missing: fn(MissingFact) -> &'static str,
    /// What is noticeable of a photo.
    pub(crate) photo: fn(PhotoNote) -> &'static str,
    /// What a `{marketplace}` takes alone.
    pub(crate) takes: fn(AcceptedGoods) -> &'static str,
    /// That the item is none of what it `{takes}`, that it may be, and that there is no category.
    pub(crate) not_taken: &'static str,
    pub(crate) perhaps_taken: &'static str,
    pub(crate) no_category: &'static str,
    /// That a `{brand}` is uncertain, and that one is faked where nothing read bears it out.
    pub(crate) uncertain_brand: &'static str,
    pub(crate) unproven_brand: &'static str,
    /// That the item is worth less than the `{marketplace}`'s minimum.
    pub(crate) minimum_price: &'static str,
}
