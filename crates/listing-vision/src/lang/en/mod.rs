//! The English words and grammar: British, with American replacements for some words.

mod grammar;

use listing_domain::options::Tone;

use super::{Labels, Lang, Openings, Words};

pub(super) static LANG: Lang = Lang {
    words: Words {
        or: " or ",
        in_colour: " in ",
        for_audience: "for ",
        before_new: "",
        new_letters: ["NWT", "NWOT"],
        openings: |tone| match tone {
            Tone::Professional => Openings { several: &["For sale: {name}."], plain: "For sale: {name}." },
            Tone::Friendly => Openings {
                several: &["Hi, I’m selling {this}.", "Hi there, I’m letting go of {this}."],
                plain: "Hi, for sale: {name}.",
            },
            Tone::Casual => {
                Openings { several: &["Selling {this}.", "{name} for sale."], plain: "{name} for sale." }
            }
        },
        collected: "Collection only",
        labels: Labels {
            kind: "type",
            brand: "brand",
            model: "model",
            isbn: "ISBN",
            audience: "department",
            size: "size",
            details: "details",
            colour: "colour",
            material: "material",
            condition: "condition",
        },
        colon: ":",
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
            ("Collection only", "Local pickup only"),
            ("handbag", "purse"),
            ("soft toy", "stuffed animal"),
            ("Postage", "Shipping"),
            ("postage", "shipping"),
        ],
        american_patterns: &[("checked", "plaid")],
    },
    grammar: grammar::GRAMMAR,
};
