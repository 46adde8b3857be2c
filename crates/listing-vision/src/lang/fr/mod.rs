mod grammar;

#[cfg(test)]
pub(crate) use grammar::elides;

use listing_domain::options::Tone;

use super::{Labels, Lang, Openings, Words};

pub(super) static LANG: Lang = Lang {
    words: Words {
        or: " ou ",
        in_colour: ", coloris ",
        for_audience: "pour ",
        before_new: "état : ",
        new_letters: ["", ""],
        openings: |tone| match tone {
            Tone::Professional => {
                Openings { several: &["À vendre : {name}."], plain: "À vendre : {name}." }
            }
            Tone::Friendly => Openings {
                several: &[
                    "Bonjour, je vends {this}.",
                    "Bonjour, je me sépare de {this}.",
                    "Bonjour, je propose {this}.",
                ],
                plain: "Bonjour, à vendre : {name}.",
            },
            Tone::Casual => {
                Openings { several: &["Vends {name}.", "Je vends {this}."], plain: "Vends {name}." }
            }
        },
        collected: "À venir chercher sur place uniquement",
        labels: Labels {
            kind: "type",
            brand: "marque",
            model: "modèle",
            isbn: "ISBN",
            audience: "rayon",
            size: "taille",
            details: "détails",
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
