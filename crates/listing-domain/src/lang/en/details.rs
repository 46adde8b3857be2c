//! Sentences for the evidence behind listings, in English.

use crate::lang::DetailWords;
use crate::marketplace::AcceptedGoods;
use crate::missing_fact::MissingFact;
use crate::photo::PhotoNote;

pub(super) const DETAILS: DetailWords = DetailWords {
    stated: "Stated by you.",
    name_from_statement: "From what you stated.",
    understood: "Understood from your words: “{stated}”.",
    read: "Read on the item or its label.",
    read_in: "Read on the item or its label, {photos}.",
    photos: ["photo {numbers}", "photos {numbers}"],
    seen: ["Seen in the photo.", "Seen in the photos."],
    recognised: ["Recognized in the photo.", "Recognized in the photos."],
    recognised_and_stated: [
        "Recognized in the photo, completed with what you stated.",
        "Recognized in the photos, completed with what you stated.",
    ],
    by_model: "Suggested by an AI model from the photos.",
    condition_assumed: "The condition was not stated, so good condition was assumed.",
    condition_contradicted: "Your remarks do not go with the condition that you state: check the condition before you publish.",
    condition_unclear: "The condition given matches no known grade, so good condition was assumed.",
    audience_assumed: "Nobody said whom the item is for, so a category for {audience} was chosen. State it to \
                       change that.",
    sex_assumed: "Nobody said whether the item is for girls or boys, so a category for {audience} was chosen. State \
                  it to change that.",
    label_below: "{marketplace} does not have “{grade}”, so the condition just below it, “{label}”, was chosen.",
    label_above: "{marketplace} does not have “{grade}”, so its lowest condition, “{label}”, was chosen. Check \
                  that such an item is taken, and state its condition in the description.",
    missing: |fact| match fact {
        MissingFact::Size => "The size is not stated.",
        MissingFact::Brand => "The brand is not stated.",
        MissingFact::Model => "The model is not stated.",
        MissingFact::Measurements => "The measurements are not stated.",
        MissingFact::Condition => "The condition is not stated.",
        MissingFact::Works => "Nothing says whether the item works.",
        MissingFact::Complete => "Nothing says whether the item is complete.",
        MissingFact::Battery => "The state of the battery is not stated.",
        MissingFact::Audience => "Nothing says whom the item is for.",
        MissingFact::Material => "The material is not stated.",
    },
    photo: |note| match note {
        PhotoNote::Small => "The photo is too small for details to be seen.",
        PhotoNote::NearlyEmpty => "The photo shows hardly anything.",
        PhotoNote::Blurred => "The photo is blurred.",
        PhotoNote::Duplicate => "The photo is the same as an earlier one.",
    },
    takes: |accepted_goods| match accepted_goods {
        AcceptedGoods::DesignerFashion => {
            "{marketplace} takes only fashion by the designer brands on its list"
        }
        AcceptedGoods::VintageDesignHome => {
            "{marketplace} takes only furniture, lighting, decoration, art and tableware that is vintage or by \
             designers"
        }
        AcceptedGoods::HandmadeVintageSupplies => {
            "{marketplace} takes only handmade goods, vintage of at least twenty years and craft supplies"
        }
    },
    not_taken: "{takes}: this kind of item is not among them.",
    perhaps_taken: "{takes}: check that your item is among them.",
    no_category: "{marketplace} has no category for this kind of item and may refuse it.",
    uncertain_brand: "The brand ({brand}) is not certain: please check it before you publish.",
    unproven_brand: "{brand} is a luxury brand and often counterfeited: please check that the item is authentic, and \
                     show what proves it.",
    minimum_price: "The minimum price on {marketplace} is above what the item is worth.",
};
