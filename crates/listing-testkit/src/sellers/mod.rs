//! Inputs as sellers type them, and a check for typed words that a listing lost.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a table that cannot be read is to fail")]

use listing_domain::attributes::{AttributeText, KnownAttributes};
use listing_domain::condition::Condition;
use listing_domain::listing::Listing;
use listing_domain::marketplace::Platform;
use listing_domain::notes::Notes;
use listing_domain::options::Language;
use listing_domain::product::{Audience, Product};
use listing_domain::statement::{BrandStatement, ColorStatement, ConditionStatement, MaterialStatement};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

/// The texts that one person types about an item.
#[derive(Debug, Clone)]
pub struct SellerInput {
    /// In the fixed list; empty for a random input.
    pub number: &'static str,
    /// Its language.
    pub language: Language,
    /// As typed.
    pub known: KnownAttributes,
    /// The named condition grade.
    pub grade: Option<Condition>,
    /// The audience in the author's mind.
    pub audience: Option<Audience>,
    /// Items sold together.
    pub quantity: u8,
    /// The lowest and highest price that the author would ask, in whole euros for French and whole US dollars
    /// for English.
    pub prices: [i64; 2],
}

/// A fixed list, written by a reseller who did not know the service.
pub fn seller_inputs() -> Vec<SellerInput> {
    let lines = include_str!("typed.tsv").lines().filter(|line| !line.starts_with('#'));
    let read = |line: &'static str| {
        let columns: [&str; 15] =
            line.split('\t').collect::<Vec<_>>().try_into().unwrap_or_else(|_| panic!("{line}"));
        let [number, language, name, brand, size, condition, color, material, notes, ..] = columns;
        let [.., grade, audience, _, quantity, low, high] = columns;
        let known = KnownAttributes {
            name: given(name),
            brand: given(brand),
            size: given(size),
            condition: given(condition),
            color: given(color),
            material: given(material),
            notes: Notes::parse("notes", notes).unwrap(),
            ..KnownAttributes::default()
        };
        SellerInput {
            number,
            language: language.parse().unwrap(),
            known,
            grade: grade.parse().ok(),
            audience: audience.parse().ok(),
            quantity: quantity.parse().unwrap(),
            prices: [low, high].map(|price| price.parse().unwrap()),
        }
    };
    lines.map(read).collect()
}

fn given(text: &str) -> Option<AttributeText> {
    AttributeText::parse("attributes", text).unwrap()
}

/// Each with its code. The first list is French, the second English.
const GRADES: [&[(&str, &str)]; 2] = [
    &[
        ("neuf sans étiquette", "new"),
        ("comme neuf", "like_new"),
        ("TBE", "very_good"),
        ("bon état", "good"),
        ("état correct", "fair"),
        ("pour pièces", "for_parts"),
    ],
    &[
        ("NWOT", "new"),
        ("like new", "like_new"),
        ("EUC", "very_good"),
        ("good condition", "good"),
        ("fair condition", "fair"),
        ("for parts", "for_parts"),
    ],
];

/// The first list is French, the second English.
const REMARKS: [&[&str]; 2] = [
    &[
        "sans chargeur",
        "complet sauf 1 boule",
        "petite tache sur la manche gauche",
        "pas de trou",
        "housse offerte",
        "sans boîte ni notice",
        "2 boutons manquants",
        "non testé",
        "freins à revoir, pneus neufs",
        "légères rayures au dos",
    ],
    &[
        "no charger",
        "complete except 1 ball",
        "small stain on left sleeve",
        "no holes",
        "cover only",
        "without box or manual",
        "missing 2 buttons",
        "untested",
        "light scratches on lid",
        "lots of life left",
    ],
];

/// Random inputs: at most one grade and three remarks, with fixed other attributes.
pub fn any_seller_input() -> impl Strategy<Value = SellerInput> {
    (0..2_usize).prop_flat_map(|index| {
        let language = [Language::Fr, Language::En][index];
        let grade = proptest::option::of(select(GRADES[index]));
        let remarks = subsequence(REMARKS[index], 0..=3);
        (grade, remarks).prop_map(move |(grade, remarks)| {
            let parts = grade.iter().map(|(words, _)| *words).chain(remarks);
            let condition = parts.collect::<Vec<_>>().join(", ");
            let known = KnownAttributes {
                name: given(["jeu", "game"][index]),
                brand: given("Zara"),
                size: given("38"),
                color: given(["bleu marine", "navy"][index]),
                condition: given(&condition),
                ..KnownAttributes::default()
            };
            let grade = grade.and_then(|(_, code)| code.parse().ok());
            SellerInput { number: "", language, known, grade, audience: None, quantity: 1, prices: [0, 0] }
        })
    })
}

impl SellerInput {
    /// The product that the name means.
    pub fn product(&self) -> Product {
        self.known.product(self.language).unwrap_or(Product::Unknown)
    }

    /// The words missing from a listing, except those replaced by a term that the service knows.
    pub fn lost(&self, listing: &Listing, product: Product) -> Vec<String> {
        let language = self.language;
        let known = self.known.without_contacts();
        let words = ListingWords::of(&format!("{}\n{}", listing.title, listing.description));
        let mut lost = words.lost_condition(known.condition.as_ref(), language);
        for text in [&known.material, &known.color].into_iter().flatten() {
            let colours = ColorStatement::read(text.as_str()).map(|read| read.value(language));
            let materials = MaterialStatement::read(text.as_str()).map(|read| read.value(language));
            if ![colours, materials].into_iter().flatten().any(|value| words.has_all(&value)) {
                lost.extend(words.missing(text.as_str()));
            }
        }
        let brand = known.brand_of(product);
        let parts = [brand.value(), brand.rest().map(str::to_owned)].into_iter().flatten();
        lost.extend(parts.flat_map(|part| words.missing(&part)).map(|word| format!("brand: {word}")));
        for text in [&known.name, &known.brand].into_iter().flatten() {
            let missing = words.missing(text.as_str()).into_iter().filter(|word| !words.has_as_brand(word));
            lost.extend(missing.map(|word| format!("name or brand: {word}")));
        }
        lost.extend(known.size.iter().flat_map(|size| words.lost_size(size.as_str())));
        // Other marketplaces forbid mentions of payment methods, so the service removes such sentences.
        let notes = known.notes.as_ref().filter(|_| listing.platform == Platform::Leboncoin);
        let notes = notes.map(Notes::as_str).unwrap_or_default();
        lost.extend(words.missing(notes).into_iter().map(|word| format!("notes: {word}")));
        lost
    }
}

/// In letters; a listing may write a word such as "gameboy" as two.
const SHORTEST_JOINED: usize = 5;

/// A listing may write these words of a size differently.
const WORDS_OF_SIZES: &str = "t sz size taille eu a ans age mo m mois months tu x by et l h p w d inch inches in gb go \
                              tb to lb lbs watts watt w v ft pc pcs pieces small large mm cm ml yr tall";

/// Words before and after numbers and letters are separated ("38eu" as "38", "eu").
struct ListingWords {
    words: Vec<String>,
    apart: Vec<String>,
    joined: String,
}

impl ListingWords {
    fn of(text: &str) -> Self {
        let words = folded(text);
        Self { joined: words.concat(), words, apart: folded(&apart(text)) }
    }

    fn has(&self, word: &str) -> bool {
        let stem = word.trim_end_matches(['s', 'e']);
        let american = word.replace("grey", "gray");
        // French adjectives agree with their noun: "neuf" may be written "neuve".
        let feminine = word.strip_suffix('f').map(|stem| format!("{stem}ve"));
        let agrees = |listed: &String| feminine.as_ref().is_some_and(|feminine| listed.starts_with(feminine));
        let is_same = |listed: &String| {
            listed == word
                || *listed == american
                || agrees(listed)
                || (stem.len() > 2 && listed.starts_with(stem))
        };
        let is_long = word.chars().count() >= SHORTEST_JOINED;
        self.words.iter().any(is_same) || (is_long && self.joined.contains(word))
    }

    /// The brand in its own spelling, or "nyc" (the city).
    fn has_as_brand(&self, word: &str) -> bool {
        word == "nyc" || BrandStatement::read(word).brand().is_some_and(|brand| self.has_all(brand))
    }

    fn lost_size(&self, size: &str) -> Vec<String> {
        let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
        // "1m85" becomes "185 cm".
        if digits(&self.joined).contains(&digits(size)) && digits(size).len() > 1 {
            return Vec::new();
        }
        let is_unit = |word: &String| WORDS_OF_SIZES.split_whitespace().any(|unit| unit == word);
        let words = folded(&apart(size)).into_iter();
        let lost = words.filter(|word| !self.apart.contains(word) && !self.has(word) && !is_unit(word));
        lost.map(|word| format!("size: {word}")).collect()
    }

    fn has_all(&self, text: &str) -> bool {
        folded(text).iter().all(|word| self.has(word))
    }

    fn missing(&self, text: &str) -> Vec<String> {
        folded(text).into_iter().filter(|word| !self.has(word)).collect()
    }

    fn lost_condition(&self, condition: Option<&AttributeText>, language: Language) -> Vec<String> {
        let Some(condition) = condition else { return Vec::new() };
        let terms = ConditionStatement::read(condition.as_str()).phrases(language);
        let mut lost: Vec<String> = terms.iter().flat_map(|piece| self.missing(piece)).collect();
        // Known terms contain all words of the condition, with abbreviations spelled out.
        let is_term = |word: &String| {
            let is_idle = word == "a" || word == "cond" || word == "condtion";
            is_idle || ConditionStatement::read(word).grade().is_some()
        };
        let terms = folded(&terms.join(" "));
        let words = folded(condition.as_str()).into_iter();
        let dropped = words.filter(|word| !terms.contains(word) && !is_term(word));
        lost.extend(dropped.map(|word| format!("condition: {word}")));
        lost
    }
}

/// Words and numbers, in lowercase and without accents.
pub fn folded(text: &str) -> Vec<String> {
    let plain = |c: char| match c {
        'à' | 'â' | 'ä' | 'á' => 'a',
        'ç' => 'c',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'î' | 'ï' => 'i',
        'ô' | 'ö' => 'o',
        'ù' | 'û' | 'ü' => 'u',
        other => other,
    };
    let lower: String = text.to_lowercase().replace('œ', "oe").chars().map(plain).collect();
    let words = lower.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Puts spaces between numbers and letters.
pub fn apart(text: &str) -> String {
    let mut apart = String::new();
    let mut last = ' ';
    for c in text.chars() {
        if (c.is_ascii_digit() && last.is_alphabetic()) || (c.is_alphabetic() && last.is_ascii_digit()) {
            apart.push(' ');
        }
        apart.push(c);
        last = c;
    }
    apart
}
