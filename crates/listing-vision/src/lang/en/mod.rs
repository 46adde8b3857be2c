//! English, as the British write it.

mod grammar;

use std::sync::LazyLock;

use listing_domain::marketplace::Platform;

use super::{Care, Labels, Lang, Sayings, Words};
use crate::writer::phrases::Phrases;

pub(super) static LANG: Lang = Lang {
    words: Words {
        or: " or ",
        shown_in_photos: " shown in the photos",
        see_photos: "see photos",
        in_colour: " in ",
        of_material: "material: ",
        for_audience: "for ",
        poshmark_separator: " ",
        poshmark_new: ["NWT", "NWOT"],
        pronouns: ["it", "it", "they", "they"],
        title_tails: [["ready for a new home", "take a look"], ["available now", "available"]],
        title_mark: "!",
        the_condition: "condition",
        the_type: "exact type",
        the_type_and_condition: "exact type and condition",
        labels: Labels {
            kind: "type",
            brand: "brand",
            model: "model",
            isbn: "ISBN",
            audience: "for",
            colour: "colour",
            material: "material",
            condition: "condition",
        },
        colon: ":",
        places: ["among your outfits", "in your home", "with you"],
        american: &[
            ("trainers", "sneakers"),
            ("trousers", "pants"),
            ("jewellery", "jewelry"),
            ("tableware", "dinnerware"),
            ("bicycle", "bike"),
            ("nappy", "diaper"),
            ("pyjamas", "pajamas"),
            ("grey", "gray"),
            ("multicoloured", "multicolored"),
            ("colour", "color"),
            ("aluminium", "aluminum"),
            ("avourite", "avorite"),
            ("Enquir", "Inquir"),
            ("enquir", "inquir"),
            ("neighbour", "neighbor"),
            ("rganis", "rganiz"),
            ("oisturis", "oisturiz"),
            ("by post", "by mail"),
            ("post it", "ship it"),
            ("Postage", "Shipping"),
            ("postage", "shipping"),
        ],
        american_patterns: &[("checked", "plaid")],
    },
    grammar: grammar::GRAMMAR,
    phrases: LazyLock::new(|| Phrases::read(include_str!("phrases/common.tsv"), phrases)),
    asks: LazyLock::new(|| Sayings::read(include_str!("asks.tsv"), 1)),
    uses: LazyLock::new(|| Sayings::read(include_str!("uses.tsv"), 1)),
    use_keywords: LazyLock::new(|| Sayings::read(include_str!("uses.tsv"), 3)),
    care: LazyLock::new(|| Care::read(include_str!("care.tsv"))),
};

/// What sellers say on a marketplace.
const fn phrases(platform: Platform) -> &'static str {
    match platform {
        Platform::Leboncoin => include_str!("phrases/leboncoin.tsv"),
        Platform::Vinted => include_str!("phrases/vinted.tsv"),
        Platform::Marketplace => include_str!("phrases/facebook.tsv"),
        Platform::Ebay => include_str!("phrases/ebay.tsv"),
        Platform::Etsy => include_str!("phrases/etsy.tsv"),
        Platform::Vestiaire => include_str!("phrases/vestiaire.tsv"),
        Platform::Selency => include_str!("phrases/selency.tsv"),
        Platform::Poshmark => include_str!("phrases/poshmark.tsv"),
        Platform::Mercari => include_str!("phrases/mercari.tsv"),
        Platform::Depop => include_str!("phrases/depop.tsv"),
        Platform::Craigslist => include_str!("phrases/craigslist.tsv"),
        Platform::Offerup => include_str!("phrases/offerup.tsv"),
    }
}
