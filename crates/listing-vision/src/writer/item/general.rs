//! What is generally known of goods of a kind, and so of an item: other names, what buyers ask,
//! what it is for, what its material needs.

use listing_domain::product::{Department, Good, Product, ProductType};

use super::Item;
use crate::writer::platforms::Destination;
use crate::writer::seed::Seed;
use crate::writer::text::stem;

/// What buyers ask about where no size is told.
const ASKED_BY_SIZE: &str = "dimensions";
/// How much a sentence asks about.
const ASKS: usize = 3;
/// Of how many uses one may be told: those behind them are far-fetched.
const USES: usize = 2;

/// Words below this tell something only where they end a phrase: "the" does not, "tea" does.
const TELLING: usize = 4;

/// Uses of warm days, and what is too warm for them.
const WARM_DAYS: [&str; 3] = ["summer", "beach", "pool"];
const WARMING: [&str; 12] = [
    "wool",
    "merino_wool",
    "cashmere",
    "mohair",
    "alpaca",
    "fleece",
    "velvet",
    "corduroy",
    "tweed",
    "flannel",
    "faux_fur",
    "down",
];

/// Which goods what is said about the care of a material is true of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CareGroup {
    /// Clothes that are washed at home.
    Clothes,
    /// Other clothes, shoes and bags: what is lined or stiffened.
    Worn,
    /// Jewellery and watches.
    Jewellery,
    /// What furnishes a home.
    Home,
}

impl CareGroup {
    fn of(product: Product) -> Option<Self> {
        match (product.department()?, Destination::of(product)) {
            (Department::JewelleryWatches, _) => Some(Self::Jewellery),
            (Department::Clothing, _) if !is_tailored(product) => Some(Self::Clothes),
            (_, Destination::Wardrobe) => Some(Self::Worn),
            (_, Destination::Home) => Some(Self::Home),
            (_, Destination::Anywhere) => None,
        }
    }

    /// What the tables call it, and what it is part of.
    const fn codes(self) -> &'static [&'static str] {
        match self {
            Self::Clothes => &["clothes", "worn"],
            Self::Worn => &["worn"],
            Self::Jewellery => &["jewellery"],
            Self::Home => &["home"],
        }
    }
}

/// Whether a garment has a lining or a form of its own, which a wash may spoil.
fn is_tailored(product: Product) -> bool {
    matches!(product.kind(), Some(ProductType::Coat | ProductType::Jacket | ProductType::Suit))
}

/// Whether two phrases have a telling word in common: "possible stains or possible smells" is how
/// nobody speaks.
fn share_a_stem(one: &str, other: &str) -> bool {
    let stems = |phrase: &str| -> Vec<String> {
        let words = phrase.split([' ', '’', '-']).filter(|word| word.chars().count() > TELLING);
        words.map(stem).collect()
    };
    let others = stems(other);
    stems(one).iter().any(|stem| others.contains(stem))
}

impl Item<'_> {
    /// What else buyers type who look for such an item: nothing that its name or a former one
    /// has a word of already.
    pub(crate) fn search_words(&self) -> Vec<String> {
        self.new_words(|_, _| None)
    }

    /// The same, and of those that repeat words the one that says what the item is, if that is
    /// new: "veste" of "veste blazer", and nothing of "lampe de table".
    pub(crate) fn keywords(&self) -> Vec<String> {
        self.new_words(|fresh, parts| {
            let head = (self.grammar().head)(parts)?;
            (fresh == [head] && head.chars().count() > 3).then(|| head.to_owned())
        })
    }

    /// Other names of which nothing is said yet, and what `shorten` makes of the new words and of
    /// all words of the others.
    fn new_words(&self, shorten: impl Fn(&[&str], &[&str]) -> Option<String>) -> Vec<String> {
        let Product::Good(good) = self.product else { return Vec::new() };
        let mut said = self.name().to_lowercase();
        let mut kept = Vec::new();
        for words in good.search_words(self.language).iter().map(|words| self.localised(words)) {
            let lower = words.to_lowercase();
            let parts: Vec<&str> =
                lower.split([' ', '-', '’']).filter(|word| word.chars().count() > 2).collect();
            // "tshirt" says nothing that "t-shirt" has not said.
            let joined = said.replace(['-', ' '], "");
            let is_new = |word: &&str| !said.contains(word) && !joined.contains(word);
            let fresh: Vec<&str> = parts.iter().copied().filter(is_new).collect();
            let new = if fresh.len() == parts.len() { Some(words.clone()) } else { shorten(&fresh, &parts) };
            if let Some(new) = new.filter(|_| !fresh.is_empty()) {
                said.push_str(&new.to_lowercase());
                kept.push(new);
            }
        }
        kept
    }

    /// What buyers of such an item ask about, as far as nothing says it: "les mesures, la
    /// doublure ou la fermeture éclair".
    pub(crate) fn asks(&self) -> Option<String> {
        let Product::Good(good) = self.product else { return None };
        let is_open = |code: &&&str| **code != ASKED_BY_SIZE || self.size.is_none();
        let phrase = |code: &&str| self.lang().asks.of(code, self.is_american()).first().copied();
        let mut asks: Vec<&str> = Vec::new();
        for ask in good.asks().iter().filter(is_open).filter_map(phrase) {
            if asks.len() < ASKS && !asks.iter().any(|other| share_a_stem(ask, other)) {
                asks.push(ask);
            }
        }
        let last = asks.pop()?;
        let others = asks.join(", ");
        Some(if others.is_empty() { last.to_owned() } else { others + self.words().or + last })
    }

    /// What such an item is generally for: "les soirées d’été".
    pub(crate) fn general_use(&self, seed: Seed) -> Option<String> {
        let Product::Good(good) = self.product else { return None };
        let phrases = |code| self.lang().uses.of(code, self.is_american()).iter().copied();
        let phrases = self.fitting_uses(good).flat_map(phrases);
        let phrases: Vec<&str> = phrases.filter(|phrase| !self.noun_says(phrase)).collect();
        seed.with("use").pick(&phrases).map(|phrase| (*phrase).to_owned())
    }

    /// What buyers type who look for a thing for what it is generally for: "mi-saison".
    pub(crate) fn use_keywords(&self) -> Vec<String> {
        let Product::Good(good) = self.product else { return Vec::new() };
        let keywords = |code| self.lang().use_keywords.of(code, self.is_american()).iter().copied();
        let keywords = self.fitting_uses(good).flat_map(keywords).filter(|words| !self.noun_says(words));
        keywords.map(str::to_owned).collect()
    }

    /// The codes of the uses that may be told.
    fn fitting_uses(&self, good: Good) -> impl Iterator<Item = &'static str> {
        let warms = self.material_key().is_some_and(|key| WARMING.contains(&key));
        let fits = move |code: &&str| !(warms && WARM_DAYS.contains(code));
        good.uses().iter().copied().filter(fits).take(USES)
    }

    /// Whether a use says no more than the noun: a "théière" is for "le thé".
    fn noun_says(&self, phrase: &str) -> bool {
        let noun = self.noun().to_lowercase();
        let words: Vec<&str> = phrase.split([' ', '’', '-']).collect();
        let telling = words
            .iter()
            .enumerate()
            .filter(|(place, word)| word.chars().count() >= TELLING || place + 1 == words.len());
        telling
            .map(|(_, word)| stem(word))
            .any(|stem| noun.split([' ', '’', '-']).any(|word| word.starts_with(&stem)))
    }

    /// What the material needs in care, where that is known, each in a sentence.
    pub(crate) fn cares(&self) -> &'static [&'static str] {
        let (Some(group), Some(material)) = (CareGroup::of(self.product), self.material_key()) else {
            return &[];
        };
        self.lang().care.of(material, group.codes(), self.is_american())
    }
}
