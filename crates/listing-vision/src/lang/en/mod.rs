//! English, as the British write it.

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

use super::{Colours, Labels, Lang, Materials, Reading, Voices, Words};

pub(super) static LANG: Lang = Lang {
    words: Words {
        or: " or ",
        and: "and",
        shown_in_photos: " shown in the photos",
        see_photos: " – see photos",
        in_colour: " in ",
        of_material: "material: ",
        women: ["women’s", "women"],
        men: ["men’s", "men"],
        the_condition: "condition",
        the_type: "exact type",
        the_type_and_condition: "exact type and condition",
        labels: Labels {
            kind: "type",
            brand: "brand",
            audience: "for",
            colour: "colour",
            material: "material",
            condition: "condition",
            dimensions: "dimensions",
            shoe_size: "size",
            size: "size",
        },
        colon: ":",
        places: ["among your outfits", "in your home", "with you"],
        shades: ["light", "dark", "pale", "bright", "pastel", "neon"],
        shade_behind: false,
        wide_colour_first: false,
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
        ],
    },
    grammar: grammar::GRAMMAR,
    voices: Voices {
        craigslist: craigslist::describe,
        depop: depop::describe,
        ebay: ebay::describe,
        ebay_title: |[brand, name, audience]| [brand, audience, name],
        etsy: etsy::describe,
        etsy_audience: |audience| format!(", {audience}"),
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
        size_labels: &["size", "dimensions"],
        colour_pairs: &[" and "],
        women: &["woman", "women", "womens", "women's", "ladies"],
        men: &["man", "men", "mens", "men's"],
    },
    colours: LazyLock::new(|| Colours::read(include_str!("colours.tsv"))),
    materials: LazyLock::new(|| Materials::read(include_str!("materials.tsv"))),
};
