//! Sentences for breaches of a marketplace's rules, in French.

use crate::lang::FindingWords;
use crate::marketplace::{Contact, Part, Untidiness};
use crate::text::Lint;

pub(super) const FINDINGS: FindingWords = FindingWords {
    part: |part| match part {
        Part::Title => "Le titre",
        Part::Description => "La description",
    },
    other_platform: "Cette annonce a été rédigée pour {other}, pas pour {marketplace}.",
    too_short: [
        "{part} compte {count} caractère, {limit} au moins.",
        "{part} compte {count} caractères, {limit} au moins.",
    ],
    too_long: [
        "{part} compte {count} caractère, {limit} au plus.",
        "{part} compte {count} caractères, {limit} au plus.",
    ],
    says_nothing: "{part} ne contient ni lettre ni chiffre.",
    title_of_several_lines: "Le titre tient sur plusieurs lignes, une seule est permise.",
    untidy: |what| match what {
        Untidiness::ControlCharacters => "{part} contient des caractères de contrôle.",
        Untidiness::InvisibleCharacters => "{part} contient des caractères invisibles.",
        Untidiness::Markup => "{part} contient des balises ou l’un des signes < > `.",
        Untidiness::NeedlessSpaces => "{part} contient des espaces superflus.",
        Untidiness::EmptyLines => "{part} contient plusieurs lignes vides à la suite.",
        Untidiness::EmptyBrackets => "{part} contient des parenthèses vides ou une virgule qui ne suit rien.",
        Untidiness::LonePunctuation => "{part} contient une ligne faite seulement de ponctuation.",
        Untidiness::Shouting => {
            "{part} contient trois mots en capitales ou trois points d’exclamation à la suite."
        }
    },
    contact: |kind| match kind {
        Contact::WebAddress => "{part} contient une adresse de site web.",
        Contact::Mail => "{part} contient une adresse e-mail.",
        Contact::PhoneNumber => "{part} contient un numéro de téléphone.",
        Contact::Street => "{part} contient une adresse postale.",
    },
    forbidden: |lint| match lint {
        Lint::NoPrice => "{part} contient un prix («\u{a0}{text}\u{a0}»), qui a son propre champ.",
        Lint::NoEmoji => "{part} contient un émoji ({text}), ce qui n’est pas permis ici.",
        Lint::NoAllCaps => "{part} contient un mot en capitales («\u{a0}{text}\u{a0}»).",
        Lint::Max3CapsWords => "{part} contient {text} mots en capitales, trois au plus.",
        Lint::NoKeywordList => {
            "{part} contient une liste de mots-clés («\u{a0}{text}\u{a0}»), ce qui n’est pas permis ici."
        }
        Lint::NoFiller => "{part} contient «\u{a0}{text}\u{a0}», ce qui n’est pas permis ici.",
        Lint::NoSymbolRuns => "{part} contient une suite de signes («\u{a0}{text}\u{a0}»).",
        Lint::NoOtherMarketplace => "{part} nomme un autre site d’annonces («\u{a0}{text}\u{a0}»).",
        Lint::NoOffPlatformPayment => {
            "{part} nomme un moyen de paiement hors du site («\u{a0}{text}\u{a0}»)."
        }
        Lint::NoShippingClaim => {
            "{part} contient une promesse de livraison («\u{a0}{text}\u{a0}»), qui a son propre champ."
        }
        Lint::EtsyCharset => {
            "{part} contient le signe «\u{a0}{text}\u{a0}», qui n’est pas permis ici ou ne l’est qu’une fois."
        }
    },
    too_many_hashtags: "La description compte {count} hashtags, {limit} au plus.",
    no_hashtags: "La description contient des hashtags, qui ne servent pas ici.",
    hashtags_in_title: "Le titre contient des hashtags.",
    hashtags_before_last_line: "Les hashtags se placent dans la dernière ligne de la description.",
    no_category: "La catégorie manque.",
    unknown_condition: "«\u{a0}{text}\u{a0}» ne fait pas partie des états proposés ici.",
    foreign_currency: "Les prix ne sont pas en {text} ici.",
    price_out_of_bounds: "Le prix est plus bas ou plus élevé que ce qui est permis ici.",
    price_with_cents: "Le prix doit être un montant rond, sans centimes.",
};
