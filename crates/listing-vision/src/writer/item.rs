//! An item in words: the noun phrases that every template is made of.

use listing_domain::product::{Audience, Gender, Noun, Product};
use listing_domain::wish::Language;

use super::colour_words::ColourPhrase;
use super::condition_words::ConditionPhrase;
use super::material_words::{self, MaterialWord};
use super::platforms::{Destination, Voices};
use super::size_words::SizePhrase;
use super::text::{joined, sentence};
use super::{ColourFact, Facts};
use crate::lang::{self, Grammar, NameParts, Words};

/// The facts about an item, ready to be put into sentences of one language.
///
/// Phrases begin in lower case; whoever begins a sentence with one capitalises
/// it. The seller's own words keep their capitals.
pub(crate) struct Item<'a> {
    facts: Facts<'a>,
    pub(crate) language: Language,
    pub(crate) product: Product,
    pub(crate) brand: Option<&'a str>,
    pub(crate) condition: Option<ConditionPhrase<'a>>,
    noun: Noun,
    colour: Option<ColourPhrase>,
    material: Option<Material<'a>>,
    pub(crate) size: Option<SizePhrase<'a>>,
    audience: Option<Audience>,
    is_american: bool,
}

/// A material, in words that can stand in a noun phrase or in the seller's own.
#[derive(Clone, Copy)]
enum Material<'a> {
    Word(MaterialWord),
    Own(&'a str),
}

impl<'a> Item<'a> {
    pub(crate) fn new(facts: &Facts<'a>, language: Language) -> Self {
        let colour = facts.colour.map(|colour| match colour {
            ColourFact::Seen(colour) => ColourPhrase::Word(colour.into()),
            ColourFact::Said(text) => ColourPhrase::read(text),
        });
        let material = |text| material_words::read(text).map_or(Material::Own(text), Material::Word);
        Self {
            facts: *facts,
            language,
            product: facts.product,
            brand: facts.brand,
            condition: facts.condition.map(ConditionPhrase::read),
            noun: facts.noun(language),
            colour,
            material: facts.material.map(material),
            size: facts.size.map(|size| SizePhrase::read(size, facts.product)),
            audience: facts.audience,
            is_american: false,
        }
    }

    /// The same item in American words; languages that have none stay as they are.
    pub(crate) fn in_american(self) -> Self {
        Self { is_american: true, ..self }
    }

    /// A phrase of ours in American words, where it is read by Americans.
    pub(crate) fn localised(&self, phrase: &str) -> String {
        let replace = |text: String, (british, american): &(&str, &str)| text.replace(british, american);
        if self.is_american {
            self.words().american.iter().fold(phrase.to_owned(), replace)
        } else {
            phrase.to_owned()
        }
    }

    /// The words of the item's language.
    pub(crate) const fn words(&self) -> &'static Words {
        &lang::of(self.language).words
    }

    /// The grammar of the item's language.
    pub(crate) const fn grammar(&self) -> &'static Grammar {
        &lang::of(self.language).grammar
    }

    /// How sellers write in the item's language.
    pub(crate) const fn voices(&self) -> &'static Voices {
        &lang::of(self.language).voices
    }

    /// Where the item ends up with its buyer: "parmi vos tenues".
    pub(crate) fn new_place(&self) -> &'static str {
        let [wardrobe, home, anywhere] = self.words().places;
        match Destination::of(self.product) {
            Destination::Wardrobe => wardrobe,
            Destination::Home => home,
            Destination::Anywhere => anywhere,
        }
    }

    /// Picks the form for the number of the noun.
    pub(crate) fn number<T>(&self, singular: T, plural: T) -> T {
        if self.pointed_noun().is_plural() { plural } else { singular }
    }

    /// Whether the noun says what the item is, and not only its department.
    pub(crate) fn is_named(&self) -> bool {
        self.product.is_named()
    }

    /// The bare noun: "veste".
    pub(crate) fn noun(&self) -> String {
        self.named(self.noun)
    }

    /// A noun in the words of its readers.
    fn named(&self, noun: Noun) -> String {
        match self.product {
            Product::Good(good) if self.is_american && noun == self.noun => {
                good.american(self.language).map_or_else(|| self.localised(noun.text()), str::to_owned)
            }
            _ => self.localised(noun.text()),
        }
    }

    /// What else buyers type who look for such an item: nothing that its name or a former one
    /// has a word of already.
    pub(crate) fn search_words(&self) -> Vec<String> {
        let words: &[&str] = match self.product {
            Product::Good(good) => good.search_words(self.language),
            _ => &[],
        };
        let mut said = self.name().to_lowercase();
        let mut is_new = |words: &String| {
            let mut parts = words.split([' ', '-', '’']).filter(|word| word.chars().count() > 2);
            let is_new = parts.all(|word| !said.contains(word));
            if is_new {
                said.push_str(words);
            }
            is_new
        };
        words.iter().map(|words| self.localised(words).to_lowercase()).filter(|words| is_new(words)).collect()
    }

    /// The noun with material and colour: "veste en cuir noir".
    pub(crate) fn name(&self) -> String {
        self.phrase(self.noun, None)
    }

    /// The name with the brand: "veste en cuir noir Zara", "Zara black leather jacket".
    pub(crate) fn full_name(&self) -> String {
        self.phrase(self.noun, self.brand)
    }

    /// The full name as descriptions begin with it. The bare word "article"
    /// would be no beginning.
    pub(crate) fn heading(&self) -> String {
        let shown = if self.product == Product::Unknown { self.words().shown_in_photos } else { "" };
        self.full_name() + shown
    }

    /// The full name, pointed at: "cette veste en cuir noir Zara", "these
    /// Zara white trainers".
    pub(crate) fn this(&self) -> String {
        let noun = self.pointed_noun();
        (self.grammar().this)(&self.phrase(noun, self.brand), noun)
    }

    /// Nothing can be pointed at as "this jewellery or watch": it is an item then.
    fn pointed_noun(&self) -> Noun {
        if self.names_alternatives(self.noun) { Product::Unknown.noun(self.language) } else { self.noun }
    }

    fn names_alternatives(&self, noun: Noun) -> bool {
        noun.text().contains(self.words().or)
    }

    fn phrase(&self, noun: Noun, brand: Option<&str>) -> String {
        let colour = self.adjective(noun);
        let tail = if colour.is_none() { self.colour_after_noun() } else { String::new() };
        let parts = NameParts {
            noun: self.named(noun),
            material: self.material_noun().map(|word| self.localised(word.text())),
            colour,
            brand: brand.map(str::to_owned),
        };
        joined((self.grammar().name)(parts), " ") + &tail
    }

    /// The colour as an adjective of the noun phrase. Where it agrees, it does so
    /// with the material if there is one, as in "veste en cuir noir".
    fn adjective(&self, noun: Noun) -> Option<String> {
        if self.names_alternatives(noun) || self.material_says_colour() {
            return None;
        }
        let noun = self.material_noun().unwrap_or(noun);
        let adjective = self.colour.as_ref()?.adjective(noun, self.language)?;
        Some(self.localised(&adjective))
    }

    /// A colour that cannot stand as an adjective: ", coloris lie de vin".
    fn colour_after_noun(&self) -> String {
        match self.colour_value() {
            Some(value) if !self.material_says_colour() => {
                format!("{}{value}", self.words().in_colour)
            }
            _ => String::new(),
        }
    }

    /// A "gold gold ring" says the same twice.
    fn material_says_colour(&self) -> bool {
        let (Some(word), Some(colour)) = (self.material_word(), &self.colour) else { return false };
        Language::ALL.iter().any(|language| {
            word.noun(*language).is_some_and(|material| material.text() == colour.value(*language))
        })
    }

    /// The material where it belongs into the name; "jean en jean" does not.
    fn material_word(&self) -> Option<MaterialWord> {
        match self.material? {
            Material::Word(word) if !self.is_named_after(word) => Some(word),
            _ => None,
        }
    }

    fn is_named_after(&self, material: MaterialWord) -> bool {
        let same = |language: &Language| {
            material.noun(*language).is_some_and(|word| word.text() == self.facts.noun(*language).text())
        };
        Language::ALL.iter().any(same)
    }

    fn material_noun(&self) -> Option<Noun> {
        self.material_word()?.noun(self.language)
    }

    /// The material and its gender, when it is a plain word.
    pub(crate) fn plain_material(&self) -> Option<(&'static str, Gender)> {
        let word = self.material_word()?;
        Some((word.value(self.language), word.noun(self.language)?.gender()))
    }

    /// A material that the name does not say already.
    fn material_beside_name(&self) -> Option<String> {
        let value = self.material_value()?;
        let is_said = self.material_word().is_some();
        (!is_said).then(|| format!("{}{value}", self.words().of_material))
    }

    /// The material as a value: "cuir", "100% coton".
    pub(crate) fn material_value(&self) -> Option<String> {
        Some(match self.material? {
            Material::Word(word) => self.localised(word.value(self.language)),
            Material::Own(text) => text.to_owned(),
        })
    }

    /// The colour as a value: "noir". The seller's own words stay as they are.
    pub(crate) fn colour_value(&self) -> Option<String> {
        self.colour.as_ref().map(|colour| match colour {
            ColourPhrase::Own(words) => words.clone(),
            known => self.localised(&known.value(self.language)),
        })
    }

    /// The colour's name, when it is one that everybody knows.
    pub(crate) fn plain_colour(&self) -> Option<String> {
        self.colour.as_ref().and_then(|colour| match colour {
            ColourPhrase::Word(word) => Some(self.localised(word.name(self.language))),
            _ => None,
        })
    }

    /// The size within a sentence: "taille M", "size M", "120 x 60 cm".
    pub(crate) fn size_phrase(&self) -> Option<String> {
        Some(self.size?.phrase(self.language))
    }

    /// "femme", "women’s".
    pub(crate) fn audience_word(&self) -> Option<&'static str> {
        let [word, _] = self.audience_words()?;
        Some(word)
    }

    /// "femme", "women": the same as a value.
    pub(crate) fn audience_plain(&self) -> Option<&'static str> {
        let [_, plain] = self.audience_words()?;
        Some(plain)
    }

    fn audience_words(&self) -> Option<[&'static str; 2]> {
        Some(match self.audience? {
            Audience::Women => self.words().women,
            Audience::Men => self.words().men,
        })
    }

    /// Everything known but the condition, on one line: "veste en cuir noir
    /// Zara, taille M".
    pub(crate) fn summary(&self) -> String {
        self.with_facts(self.heading())
    }

    /// `phrase` with what a name does not say: "…, taille M, matière : 100% coton".
    pub(crate) fn with_facts(&self, phrase: String) -> String {
        joined([phrase, self.beside_name(", ")], ", ")
    }

    /// What is known beside the name and the condition.
    pub(crate) fn beside_name(&self, separator: &str) -> String {
        joined([self.size_phrase(), self.material_beside_name()].into_iter().flatten(), separator)
    }

    /// The condition within a text: "très bon état", "état : comme neuf".
    pub(crate) fn condition_phrase(&self) -> Option<String> {
        Some(self.condition?.phrase(self.language))
    }

    /// What only the photos can tell: "l’état", "le type exact et l’état"; in
    /// English "condition", "exact type and condition".
    fn left_to_photos(&self) -> Option<&'static str> {
        let words = self.words();
        match (self.is_named(), self.condition.is_some()) {
            (true, true) => None,
            (true, false) => Some(words.the_condition),
            (false, true) => Some(words.the_type),
            (false, false) => Some(words.the_type_and_condition),
        }
    }

    /// What `say` makes of what is left to the photos; nothing if nothing is.
    pub(crate) fn see_photos(&self, say: impl FnOnce(&str) -> String) -> String {
        self.left_to_photos().map(say).unwrap_or_default()
    }

    /// The condition as a sentence, and the sentence that `say` makes of what
    /// is left to the photos.
    pub(crate) fn condition_or(&self, say: impl FnOnce(&str) -> String) -> String {
        let sentences = [self.condition_phrase().unwrap_or_default(), self.see_photos(say)];
        joined(sentences.iter().filter(|text| !text.is_empty()).map(|text| sentence(text)), " ")
    }
}
