//! French.

mod craigslist;
mod depop;
mod ebay;
mod etsy;
mod facebook;
mod grammar;
mod leboncoin;
mod mercari;
mod offerup;
mod poshmark;
mod selency;
mod vestiaire;
mod vinted;

use std::sync::LazyLock;

#[cfg(test)]
pub(crate) use grammar::elides;

use super::{Colours, Labels, Lang, Materials, Reading, Voices, Words};

pub(super) static LANG: Lang = Lang {
    words: Words {
        or: " ou ",
        and: "et",
        shown_in_photos: " en photo",
        see_photos: " – voir photos",
        in_colour: ", coloris ",
        of_material: "matière : ",
        women: ["femme", "femme"],
        men: ["homme", "homme"],
        the_condition: "l’état",
        the_type: "le type exact",
        the_type_and_condition: "le type exact et l’état",
        labels: Labels {
            kind: "type",
            brand: "marque",
            audience: "pour",
            colour: "couleur",
            material: "matière",
            condition: "état",
            dimensions: "dimensions",
            shoe_size: "pointure",
            size: "taille",
        },
        colon: " :",
        places: ["parmi vos tenues", "dans votre intérieur", "chez vous"],
        shades: ["clair", "foncé", "pâle", "vif", "pastel", "fluo"],
        shade_behind: true,
        wide_colour_first: true,
        american: &[],
    },
    grammar: grammar::GRAMMAR,
    voices: Voices {
        craigslist: craigslist::describe,
        depop: depop::describe,
        ebay: ebay::describe,
        ebay_title: |[brand, name, audience]| [brand, name, audience],
        etsy: etsy::describe,
        etsy_audience: |audience| format!(" pour {audience}"),
        facebook: facebook::describe,
        leboncoin: leboncoin::describe,
        mercari: mercari::describe,
        offerup: offerup::describe,
        poshmark: poshmark::describe,
        poshmark_title: poshmark::title,
        selency: selency::describe,
        vestiaire: vestiaire::describe,
        vinted: vinted::describe,
    },
    reading: Reading {
        size_labels: &["taille", "pointure", "dimensions"],
        colour_pairs: &[" et "],
        women: &["femme", "femmes"],
        men: &["homme", "hommes"],
    },
    colours: LazyLock::new(|| Colours::read(include_str!("colours.tsv"))),
    materials: LazyLock::new(|| Materials::read(include_str!("materials.tsv"))),
};
