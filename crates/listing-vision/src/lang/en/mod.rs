//! English, as the British write it.

mod grammar;

use super::{Labels, Lang, Openings, Words};

pub(super) static LANG: Lang = Lang {
    words: Words {
        or: " or ",
        in_colour: " in ",
        of_material: "material: ",
        for_audience: "for ",
        poshmark_separator: " ",
        poshmark_new: ["NWT", "NWOT"],
        openings: Openings {
            professional: &["For sale: {name}."],
            friendly: &[
                "Hi! For sale: {name}.",
                "Hi, I’m selling {this}.",
                "Hi there, I’m letting go of {this}.",
            ],
            casual: &["{name}.", "Selling {this}.", "{name} for sale."],
        },
        collected: "Collection in person only",
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
};
