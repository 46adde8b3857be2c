//! English sentences about how details were found.

use crate::lang::DetailWords;
use crate::marketplace::AcceptedGoods;
use crate::missing_fact::MissingFact;
use crate::photo::PhotoNote;

pub(super) const DETAILS: DetailWords = DetailWords {
    stated: "Stated by you.",
    name_from_statement: "Based on what you stated.",
    understood: "Understood from your words: “{stated}”.",
    read: "Read on the item or its label.",
    read_in: "Read on the item or its label, {photos}.",
    photos: ["photo {numbers}", "photos {numbers}"],
    seen: ["Seen in the photo.", "Seen in the photos."],
    recognized: ["Recognized in the photo.", "Recognized in the photos."],
    recognized_and_stated: [
        "Recognized in the photo, completed with what you stated.",
        "Recognized in the photos, completed with what you stated.",
    ],
    by_model: "Suggested by an AI model, based on the photos.",
    condition_assumed: "The condition was not stated, so good condition was assumed.",
    condition_contradicted: "Your remarks contradict the condition that you stated: check it before you \
                             publish.",
    condition_unclear: "The condition that you stated matches no known grade, so good condition was assumed.",
    audience_assumed: "Who the item is for was not stated, so a category for {audience} was chosen. To \
                       change it, state the audience.",
    sex_assumed: "Whether the item is for girls or boys was not stated, so a category for {audience} was \
                  chosen. To change it, state the audience.",
    label_below: "{marketplace} does not have “{grade}”, so the condition just below it, “{label}”, was chosen.",
    label_above: "{marketplace} does not have “{grade}”, so its lowest condition, “{label}”, was chosen. Check \
                  that such items are accepted, and state the condition in the description.",
    missing: |fact| match fact {
        MissingFact::Size => "The size is not stated.",
        MissingFact::Brand => "The brand is not stated.",
        MissingFact::Model => "The model is not stated.",
        MissingFact::Measurements => "The measurements are not stated.",
        MissingFact::Condition => "The condition is not stated.",
        MissingFact::Works => "It is not stated whether the item works.",
        MissingFact::Complete => "It is not stated whether the item is complete.",
        MissingFact::Battery => "The condition of the battery is not stated.",
        MissingFact::Audience => "It is not stated who the item is for.",
        MissingFact::Material => "The material is not stated.",
    },
    photo: |note| match note {
        PhotoNote::Small => "The photo is too small to show details.",
        PhotoNote::NearlyEmpty => "The photo shows almost nothing.",
        PhotoNote::Blurred => "The photo is blurred.",
        PhotoNote::Duplicate => "The photo is the same as an earlier one.",
    },
    accepts: |accepted_goods| match accepted_goods {
        AcceptedGoods::DesignerFashion => {
            "{marketplace} accepts only fashion by the designer brands on its list"
        }
        AcceptedGoods::VintageDesignHome => {
            "{marketplace} accepts only vintage and designer furniture, lighting, decoration, art and \
             tableware"
        }
        AcceptedGoods::HandmadeVintageSupplies => {
            "{marketplace} accepts only handmade goods, vintage items at least twenty years old and craft \
             supplies"
        }
    },
    not_accepted: "{accepts}: this kind of item is not among them.",
    maybe_accepted: "{accepts}: check that your item is among them.",
    no_category: "{marketplace} has no category for this kind of item and may refuse it.",
    uncertain_brand: "The brand ({brand}) is not certain: please check it before you publish.",
    unproven_brand: "{brand} is a luxury brand and often counterfeited: please check that the item is \
                     authentic, and show proof of it.",
    minimum_price: "The minimum price on {marketplace} is above what the item is worth.",
};
