//! The noun phrases about an item, for the templates of all texts.

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
pub(crate) use naming::NameFacts;
use naming::OwnName;

/// Words in a grade (a short word for the condition), such as "new with tags".
const LONGEST_GRADE: usize = 3;

/// Facts for the sentences of one language.
///
/// Phrases begin in lower case; callers capitalize them at the start of a sentence. The seller's own words
/// keep their capitals.
pub(crate) struct Item<'a> {
    facts: Facts<'a>,
    pub(crate) language: Language,
    pub(crate) product: Product,
    /// If it differs from the noun.
    own_name: Option<OwnName<'a>>,
    pub(crate) brand: Option<&'a str>,
    pub(crate) model: Option<&'a str>,
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
            own_name: OwnName::from_facts(facts, language),
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

    /// Buyers determine the regional words and the system of sizes.
    pub(crate) fn read_by(self, buyers: Buyers) -> Self {
        Self { buyers, ..self }
    }

    /// Some languages have no American words.
    fn is_american(&self) -> bool {
        self.buyers == Buyers::American
    }

    /// Only for the writer's own phrases.
    pub(crate) fn localised(&self, phrase: &str) -> String {
        self.replaced(phrase, self.words().american)
    }

    /// The color may include a pattern.
    fn localised_colour(&self, colour: &str) -> String {
        self.replaced(&self.localised(colour), self.words().american_patterns)
    }

    fn replaced(&self, phrase: &str, american: &[(&str, &str)]) -> String {
        let replace = |text: String, (british, american): &(&str, &str)| text.replace(british, american);
        let american = if self.is_american() { american } else { &[] };
        american.iter().fold(phrase.to_owned(), replace)
    }

    pub(crate) const fn words(&self) -> &'static Words {
        &lang::for_language(self.language).words
    }

    pub(crate) const fn grammar(&self) -> &'static Grammar {
        &lang::for_language(self.language).grammar
    }

    pub(crate) const fn seed(&self) -> Seed {
        self.facts.seed
    }

    /// A single word, and not the usual material of such an item.
    pub(crate) fn distinctive_material(&self) -> Option<String> {
        self.material_noun()?;
        let material = self.material.as_ref()?.plain()?;
        let commonest = match self.product {
            Product::Good(good) => good.materials().first().copied(),
            _ => None,
        };
        (commonest != Some(material.key())).then(|| self.localised(material.alone(self.language)))
    }

    fn has_material_in_name(&self) -> bool {
        self.names_material() || self.noun_includes_material(self.language)
    }

    /// "cuir", "100 % coton"; the seller's own words are unchanged.
    pub(crate) fn material_value(&self) -> Option<String> {
        self.material.as_ref().map(|material| match material {
            MaterialPhrase::Own(words) => (*words).to_owned(),
            known @ MaterialPhrase::Known(_) => self.localised(&known.value(self.language)),
        })
    }

    /// "noir"; the seller's own words are unchanged.
    pub(crate) fn colour_value(&self) -> Option<String> {
        self.colour.as_ref().filter(|colour| colour.has_colours()).map(|colour| match colour {
            ColourPhrase::Own(words) => words.clone(),
            known @ ColourPhrase::Known(_) => self.localised_colour(&known.value(self.language)),
        })
    }

    /// If it is a common one.
    pub(crate) fn plain_colour(&self) -> Option<String> {
        Some(self.localised(self.colour.as_ref()?.plain(self.language)?))
    }

    /// In the buyers' system, if the seller stated another: "UK 10".
    pub(crate) fn equivalent_size(&self) -> Option<String> {
        self.size.as_ref()?.equivalent(self.buyers.sizes(), self.audience, self.language)
    }

    /// For American buyers.
    fn inches(&self) -> Option<String> {
        self.size.as_ref().filter(|_| self.is_american())?.in_inches(self.language)
    }

    /// "M", "38 femme (UK 10)", "15.7 in (40 cm)".
    pub(crate) fn size_value(&self) -> Option<String> {
        let value = self.size.as_ref()?.value(self.language);
        Some(match self.inches() {
            Some(inches) => format!("{inches} ({value})"),
            None => self.for_wearer(value),
        })
    }

    /// Adds the size in the buyers' system, and the audience if the word "size" belongs before the size.
    fn for_wearer(&self, size: String) -> String {
        let audience = self.audience_word().filter(|_| self.has_size_word());
        let size = match audience {
            Some(audience) => (self.grammar().with_audience)(&size, audience),
            None => size,
        };
        match self.equivalent_size() {
            Some(other) => format!("{size} ({other})"),
            None => size,
        }
    }

    /// Within a sentence. False for the seller's own words.
    pub(crate) fn has_size_word(&self) -> bool {
        let has_word = |size: &&SizePhrase| size.phrase(self.language) != size.value(self.language);
        self.size.as_ref().filter(|size| !size.is_verbatim()).is_some_and(|size| has_word(&size))
    }

    /// "taille 38 femme (UK 10)", "women’s size 10".
    pub(crate) fn worn_size(&self) -> Option<String> {
        let size = self.size.as_ref().filter(|_| self.has_size_word())?.phrase(self.language);
        Some(self.for_wearer(size))
    }

    /// "120 x 60 cm".
    pub(crate) fn sides(&self) -> Option<String> {
        self.size.as_ref().filter(|size| size.is_sides())?;
        self.size_value()
    }

    /// For a sentence. Dimensions that form a sentence alone get their label.
    fn size_in_full(&self) -> Option<String> {
        if let Some(worn) = self.worn_size() {
            return Some(worn);
        }
        let (size, value) = (self.size.as_ref()?, self.size_value()?);
        Some(match size.label(self.language) {
            Some(_) if size.is_verbatim() => size.phrase(self.language),
            Some(label) => format!("{label}{} {value}", self.words().colon),
            None => value,
        })
    }

    /// "taille M", "120 x 60 cm". In a short title, only worn items get the word "taille". `open` and `close`
    /// enclose the second of two units.
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

    /// Next to a noun: "femme", "women’s".
    pub(crate) fn audience_word(&self) -> Option<&'static str> {
        Some(self.audience?.next_to_noun(self.language))
    }

    /// "pour femme", "for women", "unisex".
    fn audience_phrase(&self) -> Option<String> {
        let audience = self.audience?;
        let label = audience.label(self.language);
        let is_for_all = audience == Audience::Unisex;
        Some(if is_for_all { label.to_owned() } else { format!("{}{label}", self.words().for_audience) })
    }

    /// "femme", "women".
    pub(crate) fn audience_plain(&self) -> Option<&'static str> {
        Some(self.audience?.label(self.language))
    }

    pub(crate) fn fields_not_in_name(&self) -> Vec<Field> {
        let named = self.fields_in_name();
        Field::ALL.into_iter().filter(|field| !named.contains(field) && self.knows(*field)).collect()
    }

    /// "taille M femme, matière : 100% coton". The condition has its own sentence.
    pub(crate) fn labelled_facts(&self, fields: &[Field]) -> String {
        self.facts_line(fields, false)
    }

    /// Without labels where the value explains itself: "120 x 60 cm, 100% coton".
    pub(crate) fn bare_facts(&self, fields: &[Field]) -> String {
        self.facts_line(fields, true)
    }

    fn facts_line(&self, fields: &[Field], is_bare: bool) -> String {
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

    /// In agreement with the item's name.
    pub(crate) fn condition_pieces(&self) -> Vec<String> {
        let pieces = self.condition.as_ref().map_or_else(Vec::new, |it| it.pieces(self.language));
        pieces.iter().map(|piece| self.agreeing(piece)).collect()
    }

    /// Without details: "très bon état", "comme neuve".
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

    /// "très bon état", "comme neuve, porté deux fois".
    pub(crate) fn condition_phrase(&self) -> Option<String> {
        let condition = self.condition.as_ref()?;
        let mut pieces = self.condition_pieces();
        if let Some(first) = pieces.first_mut() {
            let is_new = condition.named().is_some_and(|grade| grade <= Condition::LikeNew);
            *first = match (self.grammar().whole_grade)(first) {
                Some(whole) => whole,
                // Without the noun, the agreement of "neuf" is unknown.
                None if is_new && self.known_noun().is_none() => {
                    format!("{}{first}", self.words().before_new)
                }
                None => first.clone(),
            };
        }
        Some(pieces.join(", "))
    }
}

/// The pattern is left out if the noun includes it: a "checked shirt" is checked.
fn colour(facts: &Facts<'_>) -> Option<ColourPhrase> {
    let colour = facts.colour.map(|colour| match colour {
        ColourFact::Seen(primary, secondary) => ColourPhrase::seen(primary, secondary),
        ColourFact::Stated(text) => ColourPhrase::read(text),
    });
    let is_in_noun = |pattern: &PatternName| {
        let has_word = |language: &Language| facts.noun(*language).text().contains(pattern.word(*language));
        Language::ALL.iter().any(has_word)
    };
    match (colour, facts.pattern.filter(|pattern| !is_in_noun(pattern))) {
        (Some(colour), Some(pattern)) => Some(colour.with_pattern(pattern)),
        (None, Some(pattern)) => ColourPhrase::of_pattern(pattern),
        (colour, None) => colour,
    }
}
