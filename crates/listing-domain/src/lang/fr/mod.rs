//! The words and sentences of French.

mod agreement;
mod check;
mod comparison;
mod details;
mod finding;
mod phrases;
mod price;
mod reading;
mod short_words;
mod statements;
mod typeset;

use std::sync::LazyLock;

use super::{
    Categories, Colors, ConditionLabels, Goods, Lang, ListingWords, Materials, Nouns, Qualities, TintWords,
};
use crate::condition::Condition;
use crate::locale::Market;
use crate::product::Audience;

pub(super) static LANG: Lang = Lang {
    own_name: "Français",
    english_name: "French",
    iso_639_3: "fra",
    market: Market::France,
    market_name: |market| match market {
        Market::France => "France",
        Market::UnitedKingdom => "Royaume-Uni",
        Market::UnitedStates => "États-Unis",
    },
    grade: |condition| match condition {
        Condition::NewWithTags => "Neuf avec étiquette",
        Condition::New => "Neuf",
        Condition::LikeNew => "Comme neuf",
        Condition::VeryGood => "Très bon état",
        Condition::Good => "Bon état",
        Condition::Fair => "État satisfaisant",
        Condition::ForParts => "Pour pièces",
    },
    audience: |audience| match audience {
        Audience::Women => ["femme"; 2],
        Audience::Men => ["homme"; 2],
        Audience::Girls => ["fille"; 2],
        Audience::Boys => ["garçon"; 2],
        Audience::Baby => ["bébé"; 2],
        Audience::Unisex => ["mixte"; 2],
        Audience::Children => ["enfant"; 2],
        Audience::BabyGirls => ["bébé fille"; 2],
        Audience::BabyBoys => ["bébé garçon"; 2],
    },
    agreeing: agreement::agreeing,
    grade_behind_label: agreement::behind_label,
    typeset: typeset::typeset,
    listing: ListingWords {
        brand: "Marque",
        color: "Couleur",
        material: "Matière",
        condition: "État",
        colon: " : ",
        see_photos: "voir photos",
    },
    price: price::WORDS,
    details: details::DETAILS,
    short_words: short_words::SHORT_WORDS,
    findings: finding::FINDINGS,
    comparison: comparison::COMPARISON,
    reading: reading::READING,
    phrases: &phrases::PHRASES,
    plain_breaches: check::PLAIN_BREACHES,
    phrase_format: statements::PHRASE_FORMAT,
    sizes: statements::SIZES,
    lots: statements::LOTS,
    traits: statements::TRAITS,
    condition_words: include_str!("condition_words.tsv"),
    grade_terms: include_str!("grade_terms.tsv"),
    size_words: include_str!("size_words.tsv"),
    audience_words: include_str!("audience_words.tsv"),
    trait_words: include_str!("trait_words.tsv"),
    price_words: include_str!("price_words.tsv"),
    claim_words: include_str!("claim_words.tsv"),
    colors: LazyLock::new(|| Colors::read(include_str!("colours.tsv"))),
    tints: LazyLock::new(|| TintWords::read(include_str!("tints.tsv"))),
    materials: LazyLock::new(|| Materials::read(include_str!("materials.tsv"))),
    qualities: LazyLock::new(|| Qualities::read(include_str!("qualities.tsv"))),
    nouns: LazyLock::new(|| Nouns::read(include_str!("nouns.tsv"))),
    goods: LazyLock::new(|| Goods::read(include_str!("goods.tsv"))),
    categories: LazyLock::new(|| Categories::read(include_str!("categories.tsv"))),
    conditions: LazyLock::new(|| ConditionLabels::read(include_str!("conditions.tsv"))),
};
