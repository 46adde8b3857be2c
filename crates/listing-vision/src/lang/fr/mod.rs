//! French.

mod grammar;

use std::sync::LazyLock;

#[cfg(test)]
pub(crate) use grammar::elides;

use listing_domain::marketplace::Platform;

use super::{Care, Labels, Lang, Sayings, Words};
use crate::writer::phrases::Phrases;

pub(super) static LANG: Lang = Lang {
    words: Words {
        or: " ou ",
        shown_in_photos: " en photo",
        see_photos: "voir photos",
        in_colour: ", coloris ",
        of_material: "matière : ",
        for_audience: "pour ",
        poshmark_separator: " – ",
        poshmark_new: ["", ""],
        pronouns: ["il", "elle", "ils", "elles"],
        title_tails: [["à découvrir", "à voir"], ["en vente", "dispo"]],
        title_mark: " !",
        the_condition: "l’état",
        the_type: "le type exact",
        the_type_and_condition: "le type exact et l’état",
        labels: Labels {
            kind: "type",
            brand: "marque",
            model: "modèle",
            isbn: "ISBN",
            audience: "pour",
            colour: "couleur",
            material: "matière",
            condition: "état",
        },
        colon: " :",
        places: ["parmi vos tenues", "dans votre intérieur", "chez vous"],
        american: &[],
        american_patterns: &[],
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
