//! An item in words: the noun phrases that every template is made of.

use listing_domain::product::{Audience, Gender, Noun, Product};
use listing_domain::wish::Language;

use super::colour_words::{ColourPhrase, ColourWord};
use super::condition_words::ConditionPhrase;
use super::french::{self, Agreement};
use super::material_words::{self, MaterialWord};
use super::size_words::SizePhrase;
use super::text::{joined, sentence};
use super::{ColourFact, Facts};

/// The facts about an item, ready to be put into sentences of one language.
///
/// Phrases begin in lower case; whoever begins a sentence with one capitalises
/// it. The seller's own words keep their capitals.
pub(super) struct Item<'a> {
    pub(super) language: Language,
    pub(super) product: Product,
    pub(super) brand: Option<&'a str>,
    pub(super) condition: Option<ConditionPhrase<'a>>,
    noun: Noun,
    colour: Option<ColourPhrase>,
    material: Option<Material<'a>>,
    pub(super) size: Option<SizePhrase<'a>>,
    audience: Option<Audience>,
    is_american: bool,
}

/// A material, in words that can stand in a noun phrase or in the seller's own.
#[derive(Clone, Copy)]
enum Material<'a> {
    Word(MaterialWord),
    Own(&'a str),
}

/// British words that American sellers replace.
const AMERICAN: &[(&str, &str)] = &[
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
];

impl<'a> Item<'a> {
    pub(super) fn new(facts: &Facts<'a>, language: Language) -> Self {
        let colour = facts.colour.map(|colour| match colour {
            ColourFact::Seen(colour) => ColourPhrase::Word(ColourWord::Seen(colour)),
            ColourFact::Said(text) => ColourPhrase::read(text),
        });
        let material = |text| material_words::read(text).map_or(Material::Own(text), Material::Word);
        Self {
            language,
            product: facts.product,
            brand: facts.brand,
            condition: facts.condition.map(ConditionPhrase::read),
            noun: facts.noun,
            colour,
            material: facts.material.map(material),
            size: facts.size.map(|size| SizePhrase::read(size, facts.product)),
            audience: facts.audience,
            is_american: false,
        }
    }

    /// The same item in American English; French stays as it is.
    pub(super) fn in_american(self) -> Self {
        Self { is_american: self.language == Language::En, ..self }
    }

    /// A phrase of ours in the item's kind of English.
    pub(super) fn localised(&self, phrase: &str) -> String {
        let replace = |text: String, (british, american): &(&str, &str)| text.replace(british, american);
        if self.is_american { AMERICAN.iter().fold(phrase.to_owned(), replace) } else { phrase.to_owned() }
    }

    /// Picks the text of the item's language.
    pub(super) fn pick<T>(&self, fr: T, en: T) -> T {
        match self.language {
            Language::Fr => fr,
            Language::En => en,
        }
    }

    /// Picks the form for the number of the noun.
    pub(super) fn number<T>(&self, singular: T, plural: T) -> T {
        if self.pointed_noun().is_plural(self.language) { plural } else { singular }
    }

    /// Whether the noun says what the item is, and not only its department.
    pub(super) fn is_named(&self) -> bool {
        matches!(self.product, Product::Type(_)) || self.noun != self.product.noun()
    }

    /// The bare noun: "veste".
    pub(super) fn noun(&self) -> String {
        self.localised(self.noun.text(self.language))
    }

    /// The noun with material and colour: "veste en cuir noir".
    pub(super) fn name(&self) -> String {
        self.phrase(self.noun, None)
    }

    /// The name with the brand: "veste en cuir noir Zara", "Zara black leather jacket".
    pub(super) fn full_name(&self) -> String {
        self.phrase(self.noun, self.brand)
    }

    /// The full name as descriptions begin with it. The bare word "article"
    /// would be no beginning.
    pub(super) fn heading(&self) -> String {
        let shown = if self.product == Product::Unknown {
            self.pick(" en photo", " shown in the photos")
        } else {
            ""
        };
        self.full_name() + shown
    }

    /// The full name, pointed at: "cette veste en cuir noir Zara", "these
    /// Zara white trainers".
    pub(super) fn this(&self) -> String {
        let noun = self.pointed_noun();
        let name = self.phrase(noun, self.brand);
        self.pick(
            french::demonstrative(&name, Agreement::with(noun)),
            format!("{} {name}", self.number("this", "these")),
        )
    }

    /// Nothing can be pointed at as "this jewellery or watch": it is an item then.
    fn pointed_noun(&self) -> Noun {
        if self.names_alternatives(self.noun) { Product::Unknown.noun() } else { self.noun }
    }

    fn names_alternatives(&self, noun: Noun) -> bool {
        noun.text(self.language).contains(self.pick(" ou ", " or "))
    }

    fn phrase(&self, noun: Noun, brand: Option<&str>) -> String {
        let brand = brand.map(str::to_owned);
        let material = self.material_word().map(|word| self.localised(self.language.pick(word.words)));
        let colour = self.adjective(noun);
        let tail = if colour.is_none() { self.colour_after_noun() } else { String::new() };
        let noun = Some(self.localised(noun.text(self.language)));
        let words = match self.language {
            Language::Fr => [noun, material.map(|word| format!("en {word}")), colour, brand],
            Language::En => [brand, colour, material, noun],
        };
        joined(words.into_iter().flatten(), " ") + &tail
    }

    /// The colour as an adjective of the noun phrase. In French it agrees with
    /// the material where there is one, as in "veste en cuir noir".
    fn adjective(&self, noun: Noun) -> Option<String> {
        if self.names_alternatives(noun) || self.material_says_colour() {
            return None;
        }
        let own = Agreement::with(noun);
        let agreement = self.material_word().map_or(own, |word| Agreement::singular(word.gender));
        let adjective = self.colour.as_ref()?.adjective(self.language, agreement)?;
        Some(self.localised(&adjective))
    }

    /// A colour that cannot stand as an adjective: ", coloris lie de vin".
    fn colour_after_noun(&self) -> String {
        match self.colour_value() {
            Some(value) if !self.material_says_colour() => {
                self.pick(format!(", coloris {value}"), format!(" in {value}"))
            }
            _ => String::new(),
        }
    }

    /// A "gold gold ring" says the same twice.
    fn material_says_colour(&self) -> bool {
        let colour = self.colour.as_ref().map(|colour| colour.value(Language::En));
        self.material_word().is_some_and(|word| colour.as_deref() == Some(word.words.en))
    }

    /// The material where it belongs into the name; "jean en jean" does not.
    fn material_word(&self) -> Option<MaterialWord> {
        match self.material? {
            Material::Word(word) if word.words.fr != self.noun.text(Language::Fr) => Some(word),
            _ => None,
        }
    }

    /// The material and its French gender, when it is a plain word.
    pub(super) fn plain_material(&self) -> Option<(&'static str, Gender)> {
        self.material_word().map(|word| (word.value(self.language), word.gender))
    }

    /// A material that the name does not say already.
    fn material_beside_name(&self) -> Option<String> {
        let value = self.material_value()?;
        let is_said = self.material_word().is_some();
        (!is_said).then(|| self.pick(format!("matière : {value}"), format!("material: {value}")))
    }

    /// The material as a value: "cuir", "100% coton".
    pub(super) fn material_value(&self) -> Option<String> {
        Some(match self.material? {
            Material::Word(word) => self.localised(word.value(self.language)),
            Material::Own(text) => text.to_owned(),
        })
    }

    /// The colour as a value: "noir". The seller's own words stay as they are.
    pub(super) fn colour_value(&self) -> Option<String> {
        self.colour.as_ref().map(|colour| match colour {
            ColourPhrase::Own(words) => words.clone(),
            known => self.localised(&known.value(self.language)),
        })
    }

    /// The colour's name, when it is one that everybody knows.
    pub(super) fn plain_colour(&self) -> Option<String> {
        self.colour.as_ref().and_then(|colour| match colour {
            ColourPhrase::Word(word) => Some(self.localised(word.name(self.language))),
            ColourPhrase::Compound { .. } | ColourPhrase::Own(_) => None,
        })
    }

    /// The size within a sentence: "taille M", "size M", "120 x 60 cm".
    pub(super) fn size_phrase(&self) -> Option<String> {
        Some(self.size?.phrase(self.language))
    }

    /// "femme", "women’s".
    pub(super) fn audience_word(&self) -> Option<&'static str> {
        Some(match self.audience? {
            Audience::Women => self.pick("femme", "women’s"),
            Audience::Men => self.pick("homme", "men’s"),
        })
    }

    /// Everything known but the condition, on one line: "veste en cuir noir
    /// Zara, taille M".
    pub(super) fn summary(&self) -> String {
        self.with_facts(self.heading())
    }

    /// `phrase` with what a name does not say: "…, taille M, matière : 100% coton".
    pub(super) fn with_facts(&self, phrase: String) -> String {
        joined([phrase, self.beside_name(", ")], ", ")
    }

    /// What is known beside the name and the condition.
    pub(super) fn beside_name(&self, separator: &str) -> String {
        joined([self.size_phrase(), self.material_beside_name()].into_iter().flatten(), separator)
    }

    /// The condition within a text: "très bon état", "état : comme neuf".
    pub(super) fn condition_phrase(&self) -> Option<String> {
        Some(self.condition?.phrase(self.language))
    }

    /// What only the photos can tell: "l’état", "le type exact et l’état"; in
    /// English "condition", "exact type and condition".
    fn left_to_photos(&self) -> Option<&'static str> {
        match (self.is_named(), self.condition.is_some()) {
            (true, true) => None,
            (true, false) => Some(self.pick("l’état", "condition")),
            (false, true) => Some(self.pick("le type exact", "exact type")),
            (false, false) => Some(self.pick("le type exact et l’état", "exact type and condition")),
        }
    }

    /// What `say` makes of what is left to the photos; nothing if nothing is.
    pub(super) fn see_photos(&self, say: impl FnOnce(&str) -> String) -> String {
        self.left_to_photos().map(say).unwrap_or_default()
    }

    /// The condition as a sentence, and the sentence that `say` makes of what
    /// is left to the photos.
    pub(super) fn condition_or(&self, say: impl FnOnce(&str) -> String) -> String {
        let sentences = [self.condition_phrase().unwrap_or_default(), self.see_photos(say)];
        joined(sentences.iter().filter(|text| !text.is_empty()).map(|text| sentence(text)), " ")
    }
}
