//! The words and sentences of English.

mod check;
mod comparison;
mod details;
mod finding;
mod phrases;
mod price;
mod reading;
mod short_words;
mod statements;

use std::sync::LazyLock;

use super::{
    Categories, Colors, ConditionLabels, Goods, Lang, ListingWords, Materials, Nouns, Qualities, TintWords,
};
use crate::condition::Condition;
use crate::locale::Market;
use crate::product::Audience;

pub(super) static LANG: Lang = Lang {
    own_name: "English",
    english_name: "English",
    iso_639_3: "eng",
    market: Market::UnitedStates,
    market_name: |market| match market {
        Market::France => "France",
        Market::UnitedKingdom => "the United Kingdom",
        Market::UnitedStates => "the United States",
    },
    grade: |condition| match condition {
        Condition::NewWithTags => "New with tags",
        Condition::New => "New",
        Condition::LikeNew => "Like new",
        Condition::VeryGood => "Very good condition",
        Condition::Good => "Good condition",
        Condition::Fair => "Fair condition",
        Condition::ForParts => "For parts",
    },
    audience: |audience| match audience {
        Audience::Women => ["women’s", "women"],
        Audience::Men => ["men’s", "men"],
        Audience::Girls => ["girls’", "girls"],
        Audience::Boys => ["boys’", "boys"],
        Audience::Baby => ["baby", "babies"],
        Audience::Unisex => ["unisex"; 2],
        Audience::Children => ["kids’", "kids"],
        Audience::BabyGirls => ["baby girls’", "baby girls"],
        Audience::BabyBoys => ["baby boys’", "baby boys"],
    },
    agreeing: |words, _, _| words.to_owned(),
    grade_behind_label: |words| words.strip_suffix(" condition"),
    typeset: str::to_owned,
    listing: ListingWords {
        brand: "Brand",
        color: "Color",
        material: "Material",
        condition: "Condition",
        colon: ": ",
        see_photos: "see photos",
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
