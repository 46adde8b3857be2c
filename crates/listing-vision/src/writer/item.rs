//! An item in words: the noun phrases that every template is made of.

mod naming;

use listing_domain::condition::Condition;
use listing_domain::label::{Isbn, Model, Reference};
use listing_domain::options::Language;
use listing_domain::product::{Audience, Department, Noun, Product};
use listing_domain::statement::PatternName;

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
pub(crate) use naming::Said;

/// The most words of a grade: "new with tags".
const LONGEST_GRADE: usize = 3;

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

    /// The material, when it is a plain word and not what such a thing is made of anyway.
    pub(crate) fn telling_material(&self) -> Option<String> {
        self.material_noun()?;
        let material = self.material.as_ref()?.plain()?;
        let commonest = match self.product {
            Product::Good(good) => good.materials().first().copied(),
            _ => None,
        };
        (commonest != Some(material.key())).then(|| self.localised(material.alone(self.language)))
    }

    /// Returns true if the name says the material.
    fn says_material(&self) -> bool {
        self.names_material() || self.noun_says_material(self.language)
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

    /// The sides in inches, for those who measure in them.
    fn inches(&self) -> Option<String> {
        self.size.as_ref().filter(|_| self.is_american())?.in_inches(self.language)
    }

    /// The size as a value: "M", "38 femme (UK 10)", "15.7 in (40 cm)".
    pub(crate) fn size_value(&self) -> Option<String> {
        let value = self.size.as_ref()?.value(self.language);
        Some(match self.inches() {
            Some(inches) => format!("{inches} ({value})"),
            None => self.for_wearer(value),
        })
    }

    /// A size with whom it is for, if it has a word of its own, and in the buyers' numbers.
    fn for_wearer(&self, size: String) -> String {
        let audience = self.audience_word().filter(|_| self.has_size_word());
        let size = match audience {
            Some(audience) => (self.grammar().beside_audience)(&size, audience),
            None => size,
        };
        match self.equivalent_size() {
            Some(other) => format!("{size} ({other})"),
            None => size,
        }
    }

    /// Returns true if the word "size" belongs before the value within a sentence, and nothing of the seller's
    /// own behind it.
    pub(crate) fn has_size_word(&self) -> bool {
        let has_word = |size: &&SizePhrase| size.phrase(self.language) != size.value(self.language);
        self.size.as_ref().filter(|size| !size.is_own()).is_some_and(|size| has_word(&size))
    }

    /// The size with the word for it and whom it is for: "taille 38 femme (UK 10)", "women’s size 10".
    pub(crate) fn worn_size(&self) -> Option<String> {
        let size = self.size.as_ref().filter(|_| self.has_size_word())?.phrase(self.language);
        Some(self.for_wearer(size))
    }

    /// The sides with their unit: "120 x 60 cm".
    pub(crate) fn sides(&self) -> Option<String> {
        self.size.as_ref().filter(|size| size.is_sides())?;
        self.size_value()
    }

    /// The size within a sentence. Dimensions need to be named where a sentence consists of them.
    fn size_in_full(&self) -> Option<String> {
        if let Some(worn) = self.worn_size() {
            return Some(worn);
        }
        let (size, value) = (self.size.as_ref()?, self.size_value()?);
        Some(match size.label(self.language) {
            Some(_) if size.is_own() => size.phrase(self.language),
            Some(label) => format!("{label}{} {value}", self.words().colon),
            None => value,
        })
    }

    /// The size in a title: "taille M", "120 x 60 cm"; of what is not worn the value alone if it has to
    /// be short. What is told in two units has these marks around the second.
    pub(crate) fn size_in_title(&self, is_short: bool, [open, close]: [&str; 2]) -> Option<String> {
        let size = self.size.as_ref()?;
        let is_worn = self.product.department().is_some_and(Department::is_fashion);
        Some(match self.inches() {
            Some(inches) if is_short => inches,
            Some(inches) => format!("{inches}{open}{}{close}", size.value(self.language)),
            None if is_short && !is_worn => size.value(self.language),
            None => size.phrase(self.language),
        })
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

    /// Fields on one line: "taille M femme, matière : 100% coton". The condition is a sentence of its
    /// own.
    pub(crate) fn beside(&self, fields: &[Field]) -> String {
        self.facts_beside(fields, false)
    }

    /// The same without the labels of what says itself what it is: "120 x 60 cm, 100% coton".
    pub(crate) fn beside_bare(&self, fields: &[Field]) -> String {
        self.facts_beside(fields, true)
    }

    fn facts_beside(&self, fields: &[Field], is_bare: bool) -> String {
        let labels = &self.words().labels;
        let labelled =
            |label: &str, value: Option<&str>| Some(format!("{label}{} {}", self.words().colon, value?));
        let fact = |field: Field| match field {
            Field::Model => labelled(labels.model, self.model),
            Field::Audience => self.audience_phrase(),
            Field::Size => self.sides().filter(|_| is_bare).or_else(|| self.size_in_full()),
            Field::Material if is_bare => self.material_value(),
            Field::Material => labelled(labels.material, self.material_value().as_deref()),
            Field::Isbn => labelled(labels.isbn, self.isbn.as_deref()),
            Field::Colour => labelled(labels.colour, self.colour_value().as_deref()),
            Field::Kind | Field::Brand | Field::Condition => None,
        };
        joined(self.rows(fields).filter_map(fact), ", ")
    }

    /// The words for the condition, in order, as they agree with the item's name.
    pub(crate) fn condition_pieces(&self) -> Vec<String> {
        let pieces = self.condition.as_ref().map_or_else(Vec::new, |it| it.pieces(self.language));
        pieces.iter().map(|piece| self.agreeing(piece)).collect()
    }

    /// The grade, where the seller names one and says nothing more in the same breath: "très bon état",
    /// "comme neuve".
    pub(crate) fn lone_grade(&self) -> Option<String> {
        let named = self.condition.as_ref()?.named()?;
        let first = self.condition_pieces().into_iter().next()?;
        let whole = (self.grammar().whole_grade)(&first).unwrap_or_else(|| first.clone());
        let words: Vec<&str> = whole.split(' ').collect();
        let label = self.words().labels.condition;
        let is_short = words.len() <= LONGEST_GRADE;
        let is_state = words.last() == Some(&label) || (words.len() == 2 && words[0] == label);
        let new = self.agreeing(&Condition::New.plain_label(self.language).to_lowercase());
        let is_new = named <= Condition::New && words[0] == new;
        let is_like_new = first == self.agreeing(&named.plain_label(self.language).to_lowercase());
        (is_short && (is_state || is_new || (named <= Condition::LikeNew && is_like_new))).then_some(whole)
    }

    /// The condition within a text: "très bon état", "comme neuve, porté deux fois".
    pub(crate) fn condition_phrase(&self) -> Option<String> {
        let condition = self.condition.as_ref()?;
        let mut pieces = self.condition_pieces();
        if let Some(first) = pieces.first_mut() {
            let is_new = condition.named().is_some_and(|grade| grade <= Condition::LikeNew);
            *first = match (self.grammar().whole_grade)(first) {
                Some(whole) => whole,
                // Without the noun it is unknown what "neuf" agrees with.
                None if is_new && self.known_noun().is_none() => {
                    format!("{}{first}", self.words().before_new)
                }
                None => first.clone(),
            };
        }
        Some(pieces.join(", "))
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
