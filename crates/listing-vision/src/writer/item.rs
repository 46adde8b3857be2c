//! An item in words: the noun phrases that every template is made of.

mod naming;

use listing_domain::label::{Isbn, Model, Reference};
use listing_domain::product::{Audience, Gender, Noun, Product};
use listing_domain::statement::PatternName;
use listing_domain::wish::Language;

use super::colour_words::ColourPhrase;
use super::condition_words::ConditionPhrase;
use super::details::Field;
use super::material_words::MaterialPhrase;
use super::seed::Seed;
use super::size_words::SizePhrase;
use super::text::joined;
use super::{Buyers, ColourFact, Facts};
use crate::lang::{self, Grammar, Words};
use naming::OwnName;

/// The facts about an item, ready to be put into sentences of one language.
///
/// Phrases begin in lower case; whoever begins a sentence with one capitalises
/// it. The seller's own words keep their capitals.
pub(crate) struct Item<'a> {
    facts: Facts<'a>,
    pub(crate) language: Language,
    pub(crate) product: Product,
    /// The seller's own name for the thing, where it is not the noun itself.
    own_name: Option<OwnName<'a>>,
    pub(crate) brand: Option<&'a str>,
    pub(crate) model: Option<&'a str>,
    /// The number of a book.
    pub(crate) isbn: Option<String>,
    pub(crate) condition: Option<ConditionPhrase<'a>>,
    noun: Noun,
    colour: Option<ColourPhrase>,
    material: Option<MaterialPhrase<'a>>,
    pub(crate) size: Option<SizePhrase>,
    audience: Option<Audience>,
    buyers: Buyers,
}

impl<'a> Item<'a> {
    pub(crate) fn new(facts: &Facts<'a>, language: Language) -> Self {
        Self {
            facts: *facts,
            language,
            product: facts.product,
            own_name: OwnName::of(facts, language),
            brand: facts.brand,
            model: facts.reference.and_then(Reference::model).map(Model::as_str),
            isbn: facts.reference.and_then(Reference::isbn).map(Isbn::to_string),
            condition: facts.condition.and_then(ConditionPhrase::read),
            noun: facts.noun(language),
            colour: colour(facts),
            material: facts.material.map(MaterialPhrase::read),
            size: facts.size.and_then(|size| SizePhrase::read(size, facts.product)),
            audience: facts.audience,
            buyers: Buyers::British,
        }
    }

    /// The same item in the words and sizes of those who buy it.
    pub(crate) fn read_by(self, buyers: Buyers) -> Self {
        Self { buyers, ..self }
    }

    /// Whether languages that have American words use them.
    fn is_american(&self) -> bool {
        self.buyers == Buyers::American
    }

    /// A phrase of ours in American words, where it is read by Americans.
    pub(crate) fn localised(&self, phrase: &str) -> String {
        self.replaced(phrase, self.words().american)
    }

    /// A colour of ours, which may name a pattern, in American words where it is read by Americans.
    fn localised_colour(&self, colour: &str) -> String {
        self.replaced(&self.localised(colour), self.words().american_patterns)
    }

    fn replaced(&self, phrase: &str, american: &[(&str, &str)]) -> String {
        let replace = |text: String, (british, american): &(&str, &str)| text.replace(british, american);
        let american = if self.is_american() { american } else { &[] };
        american.iter().fold(phrase.to_owned(), replace)
    }

    /// The words of the item's language.
    pub(crate) const fn words(&self) -> &'static Words {
        &lang::of(self.language).words
    }

    /// The grammar of the item's language.
    pub(crate) const fn grammar(&self) -> &'static Grammar {
        &lang::of(self.language).grammar
    }

    /// What the content of the item chooses by.
    pub(crate) const fn seed(&self) -> Seed {
        self.facts.seed
    }

    /// The material and its gender, when it is a plain word.
    pub(crate) fn plain_material(&self) -> Option<(&'static str, Gender)> {
        let gender = self.material_noun()?.gender();
        Some((self.material.as_ref()?.plain()?.alone(self.language), gender))
    }

    /// A material that the name does not say already.
    fn material_beside_name(&self) -> Option<String> {
        let value = self.material_value()?;
        (!self.names_material() && !self.noun_says_material(self.language))
            .then(|| format!("{}{value}", self.words().of_material))
    }

    /// The material as a value: "cuir", "100 % coton". The seller's own words stay as they are.
    pub(crate) fn material_value(&self) -> Option<String> {
        self.material.as_ref().map(|material| match material {
            MaterialPhrase::Own(words) => (*words).to_owned(),
            known @ MaterialPhrase::Known(_) => self.localised(&known.value(self.language)),
        })
    }

    /// The colour as a value: "noir". The seller's own words stay as they are.
    pub(crate) fn colour_value(&self) -> Option<String> {
        self.colour.as_ref().filter(|colour| colour.has_colours()).map(|colour| match colour {
            ColourPhrase::Own(words) => words.clone(),
            known @ ColourPhrase::Known(_) => self.localised_colour(&known.value(self.language)),
        })
    }

    /// The colour's name, when it is one that everybody knows.
    pub(crate) fn plain_colour(&self) -> Option<String> {
        Some(self.localised(self.colour.as_ref()?.plain(self.language)?))
    }

    /// The size in the numbers of those who buy, where it was told in others: "UK 10".
    pub(crate) fn equivalent_size(&self) -> Option<String> {
        self.size.as_ref()?.equivalent(self.buyers.sizes(), self.audience, self.language)
    }

    /// The size within a sentence, also in the buyers' numbers: "taille 38 (UK 10)".
    fn size_in_full(&self) -> Option<String> {
        let size = self.size_phrase()?;
        // Dimensions need to be named where a sentence consists of them.
        let label = self.size.as_ref().filter(|known| known.value(self.language) == size);
        let label = label.and_then(|known| known.label(self.language));
        let size = match label {
            Some(label) => format!("{label}{} {size}", self.words().colon),
            None => size,
        };
        Some(match self.equivalent_size() {
            Some(other) => format!("{size} ({other})"),
            None => size,
        })
    }

    /// The size within a sentence: "taille M", "size M", "120 x 60 cm".
    pub(crate) fn size_phrase(&self) -> Option<String> {
        Some(self.size.as_ref()?.phrase(self.language))
    }

    /// "femme", "women’s".
    pub(crate) fn audience_word(&self) -> Option<&'static str> {
        Some(self.audience?.beside_noun(self.language))
    }

    /// Whom it is made for, within a sentence: "pour femme", "for women", "unisex".
    fn audience_phrase(&self) -> Option<String> {
        let audience = self.audience?;
        let label = audience.label(self.language);
        let is_for_all = audience == Audience::Unisex;
        Some(if is_for_all { label.to_owned() } else { format!("{}{label}", self.words().for_audience) })
    }

    /// "femme", "women": the same as a value.
    pub(crate) fn audience_plain(&self) -> Option<&'static str> {
        Some(self.audience?.label(self.language))
    }

    /// The fields that the name does not have, of those that are known.
    pub(crate) fn fields_beside_name(&self) -> Vec<Field> {
        let told = self.told_by_name();
        Field::ALL.into_iter().filter(|field| !told.contains(field) && self.knows(*field)).collect()
    }

    /// Fields on one line: "pour femme, taille M, matière : 100% coton". The condition is a
    /// sentence of its own.
    pub(crate) fn beside(&self, fields: &[Field]) -> String {
        let labels = &self.words().labels;
        let labelled =
            |label: &str, value: Option<&str>| Some(format!("{label}{} {}", self.words().colon, value?));
        let fact = |field: &Field| match field {
            Field::Model => labelled(labels.model, self.model),
            Field::Audience => self.audience_phrase(),
            Field::Size => self.size_in_full(),
            Field::Material => self.material_beside_name(),
            Field::Isbn => labelled(labels.isbn, self.isbn.as_deref()),
            Field::Colour => labelled(labels.colour, self.colour_value().as_deref()),
            Field::Kind | Field::Brand | Field::Condition => None,
        };
        joined(fields.iter().filter_map(fact), ", ")
    }

    /// The condition within a text: "très bon état", "état : comme neuf, porté deux fois".
    pub(crate) fn condition_phrase(&self) -> Option<String> {
        Some(self.condition.as_ref()?.phrase(self.language))
    }
}

/// The colours and the pattern as far as the noun does not say it: a "checked shirt" is checked.
fn colour(facts: &Facts<'_>) -> Option<ColourPhrase> {
    let colour = facts.colour.map(|colour| match colour {
        ColourFact::Seen(primary, secondary) => ColourPhrase::seen(primary, secondary),
        ColourFact::Said(text) => ColourPhrase::read(text),
    });
    let says = |pattern: &PatternName| {
        let said = |language: &Language| facts.noun(*language).text().contains(pattern.word(*language));
        Language::ALL.iter().any(said)
    };
    match (colour, facts.pattern.filter(|pattern| !says(pattern))) {
        (Some(colour), Some(pattern)) => Some(colour.in_pattern(pattern)),
        (None, Some(pattern)) => ColourPhrase::of_pattern(pattern),
        (colour, None) => colour,
    }
}
