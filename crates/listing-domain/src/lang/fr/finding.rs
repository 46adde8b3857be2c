//! French sentences about broken rules of a marketplace.

use crate::lang::FindingWords;
use crate::marketplace::{Contact, ListingField, Part, Specific, Untidiness};
use crate::text::Lint;

pub(super) const FINDINGS: FindingWords = FindingWords {
    part: |part| match part {
        Part::Title => "Le titre",
        Part::Description => "La description",
    },
    missing: "Un champ obligatoire manque\u{a0}: {field}.",
    field: |field| match field {
        ListingField::Title => "titre",
        ListingField::Description => "description",
        ListingField::Price => "prix",
        ListingField::Category => "catégorie",
        ListingField::Condition => "état",
        ListingField::Specific(Specific::Brand) => "marque",
        ListingField::Specific(Specific::Size) => "taille",
        ListingField::Specific(Specific::Color) => "couleur",
        ListingField::Specific(Specific::Material) => "matière",
        ListingField::Specific(Specific::Audience) => "rayon (femme, homme, enfant)",
        ListingField::Specific(Specific::Model) => "modèle",
        ListingField::Specific(Specific::Storage) => "capacité de stockage",
        ListingField::Specific(Specific::SimLock) => "blocage opérateur",
        ListingField::Specific(Specific::Ram) => "mémoire vive",
        ListingField::Specific(Specific::Charger) => "chargeur fourni ou non",
        ListingField::Specific(Specific::ConsolePlatform) => "console",
        ListingField::Specific(Specific::Isbn) => "ISBN",
        ListingField::Specific(Specific::Dimensions) => "dimensions",
        ListingField::Specific(Specific::StylePeriod) => "style ou époque",
        ListingField::Specific(Specific::WhoMade) => "créateur de l’article",
        ListingField::Specific(Specific::WhenMade) => "époque de fabrication",
        ListingField::Specific(Specific::OriginalPrice) => "prix d’origine",
    },
    too_short: |count| match count {
        0 | 1 => "{part} compte {count} caractère\u{a0}; il en faut au moins {limit}.",
        _ => "{part} compte {count} caractères\u{a0}; il en faut au moins {limit}.",
    },
    too_long: |count| match count {
        0 | 1 => "{part} compte {count} caractère\u{a0}; le maximum est de {limit}.",
        _ => "{part} compte {count} caractères\u{a0}; le maximum est de {limit}.",
    },
    no_letters_or_digits: "{part} ne contient ni lettre ni chiffre.",
    title_of_several_lines: "Le titre doit tenir sur une seule ligne.",
    untidy: |what| match what {
        Untidiness::ControlCharacters => "{part} contient des caractères de contrôle.",
        Untidiness::InvisibleCharacters => "{part} contient des caractères invisibles.",
        Untidiness::Markup => "{part} contient des balises ou l’un des caractères < > `.",
        Untidiness::NeedlessSpaces => "{part} contient des espaces superflus.",
        Untidiness::EmptyLines => "{part} contient plusieurs lignes vides à la suite.",
        Untidiness::EmptyBrackets => "{part} contient des parenthèses vides ou une virgule isolée.",
        Untidiness::LonePunctuation => "{part} contient une ligne composée uniquement de ponctuation.",
        Untidiness::Shouting => {
            "{part} contient trois mots en majuscules ou trois points d’exclamation à la suite."
        }
    },
    contact: |kind| match kind {
        Contact::WebAddress => "{part} contient une adresse de site web.",
        Contact::Mail => "{part} contient une adresse e-mail.",
        Contact::PhoneNumber => "{part} contient un numéro de téléphone.",
        Contact::Street => "{part} contient une adresse postale.",
    },
    forbidden: |lint| match lint {
        Lint::NoPrice => {
            "{part} contient un prix («\u{a0}{text}\u{a0}»)\u{a0}: indiquez-le dans le champ prévu."
        }
        Lint::NoEmoji => "{part} contient un émoji ({text})\u{a0}; ce site ne les accepte pas.",
        Lint::NoAllCaps => "{part} contient un mot en majuscules («\u{a0}{text}\u{a0}»).",
        Lint::Max3CapsWords => "{part} contient {text} mots en majuscules\u{a0}; le maximum est de trois.",
        Lint::NoKeywordList => {
            "{part} contient une liste de mots-clés («\u{a0}{text}\u{a0}»), ce que ce site n’autorise pas."
        }
        Lint::NoFiller => "{part} contient «\u{a0}{text}\u{a0}», ce que ce site n’autorise pas.",
        Lint::NoSymbolRuns => "{part} contient une suite de symboles («\u{a0}{text}\u{a0}»).",
        Lint::NoOtherMarketplace => "{part} mentionne une autre plateforme («\u{a0}{text}\u{a0}»).",
        Lint::NoOffPlatformPayment => {
            "{part} mentionne un paiement en dehors du site («\u{a0}{text}\u{a0}»)."
        }
        Lint::NoShippingClaim => {
            "{part} contient une promesse sur la livraison («\u{a0}{text}\u{a0}»)\u{a0}: utilisez les options \
             d’envoi."
        }
        Lint::EtsyCharset => {
            "{part} contient le caractère «\u{a0}{text}\u{a0}», interdit ici ou autorisé une seule fois."
        }
    },
    too_many_hashtags: "La description compte {count} hashtags\u{a0}; le maximum est de {limit}.",
    no_hashtags: "La description contient des hashtags, que ce site n’utilise pas.",
    hashtags_in_title: "Le titre contient des hashtags.",
    hashtags_before_last_line: "Les hashtags se placent dans la dernière ligne de la description.",
    unknown_category: "«\u{a0}{text}\u{a0}» n’est pas une catégorie connue de ce site\u{a0}: vérifiez-la avant de publier.",
    broad_category: "«\u{a0}{text}\u{a0}» comporte des sous-catégories\u{a0}: choisissez la plus précise.",
    unknown_condition: "«\u{a0}{text}\u{a0}» ne fait pas partie des états proposés ici.",
    foreign_currency: "Sur ce site, les prix ne sont pas en {text}.",
    price_too_low: "Le prix est inférieur au minimum de ce site ({limit}).",
    price_too_high: "Le prix est supérieur au maximum de ce site ({limit}).",
    price_with_cents: "Le prix doit être un montant entier, sans centimes.",
};
