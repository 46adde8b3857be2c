//! French.

mod grammar;

#[cfg(test)]
pub(crate) use grammar::elides;

use super::{Labels, Lang, Openings, Words};

pub(super) static LANG: Lang = Lang {
    words: Words {
        or: " ou ",
        in_colour: ", coloris ",
        of_material: "matière : ",
        for_audience: "pour ",
        poshmark_separator: " – ",
        poshmark_new: ["", ""],
        openings: Openings {
            professional: &["À vendre : {name}.", "Mise en vente : {name}."],
            friendly: &[
                "Bonjour, à vendre : {name}.",
                "Bonjour, je vends {this}.",
                "Bonjour, je me sépare de {this}.",
                "Bonjour, je propose {this}.",
            ],
            casual: &["{name}.", "Vends {name}.", "Je vends {this}.", "{some} à vendre."],
        },
        collected: "À venir chercher sur place",
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
        american: &[],
        american_patterns: &[],
    },
    grammar: grammar::GRAMMAR,
};
