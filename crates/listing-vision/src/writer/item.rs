//! An item in words: the noun phrases that every template is made of.

mod general;

use listing_domain::product::{Audience, Gender, Noun, Product};
use listing_domain::statement::PatternName;
use listing_domain::wish::Language;

use super::colour_words::ColourPhrase;
use super::condition_words::ConditionPhrase;
use super::details::Field;
use super::material_words::MaterialPhrase;
use super::platforms::Destination;
use super::seed::Seed;
use super::size_words::SizePhrase;
use super::text::joined;
use super::{Buyers, ColourFact, Facts};
use crate::lang::{self, Grammar, Lang, NameParts, Words};

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
    /// What the seller says of the condition beyond its grade.
    remarks: Vec<&'a str>,
    noun: Noun,
    colour: Option<ColourPhrase>,
    material: Option<MaterialPhrase<'a>>,
    pub(crate) size: Option<SizePhrase>,
    audience: Option<Audience>,
    buyers: Buyers,
}

impl<'a> Item<'a> {
    pub(crate) fn new(facts: &Facts<'a>, language: Language) -> Self {
        let (condition, remarks) = facts.condition.map_or_else(Default::default, ConditionPhrase::read);
        Self {
            facts: *facts,
            language,
            product: facts.product,
            brand: facts.brand,
            condition,
            remarks,
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
        let replace = |text: String, (british, american): &(&str, &str)| text.replace(british, american);
        if self.is_american() {
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

    /// What sellers of the item's language say, and how they ask.
    pub(crate) const fn lang(&self) -> &'static Lang {
        lang::of(self.language)
    }

    /// What the content of the item chooses by.
    pub(crate) const fn seed(&self) -> Seed {
        self.facts.seed
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
            Product::Good(good) if self.is_american() && noun == self.noun => {
                good.american(self.language).map_or_else(|| self.localised(noun.text()), str::to_owned)
            }
            _ => self.localised(noun.text()),
        }
    }

    /// The noun with material and colour: "veste en cuir noir".
    pub(crate) fn name(&self) -> String {
        self.phrase(self.noun, None)
    }

    /// The name with the brand: "veste en cuir noir Zara", "Zara black leather jacket".
    pub(crate) fn full_name(&self) -> String {
        self.phrase(self.noun, self.brand)
    }

    /// The full name as people say it: "veste Zara en cuir noir", "black leather jacket by Zara".
    pub(crate) fn casual_name(&self) -> String {
        self.ordered(self.noun, self.brand, self.grammar().casual_name)
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

    /// The bare noun, pointed at: "cette veste", "these trainers".
    pub(crate) fn bare(&self) -> String {
        let noun = self.pointed_noun();
        (self.grammar().this)(&self.named(noun), noun)
    }

    /// The full name with the indefinite article, in languages that have one before a noun:
    /// "une veste en cuir noir Zara".
    pub(crate) fn some(&self) -> String {
        let noun = self.pointed_noun();
        (self.grammar().some)(&self.phrase(noun, self.brand), noun)
    }

    /// The pronoun as a subject: "elle", "they".
    pub(crate) fn pronoun(&self) -> &'static str {
        self.words().pronouns[self.form()]
    }

    /// The place of the item's form among masculine, feminine, and the plurals of both.
    pub(crate) fn form(&self) -> usize {
        let noun = self.pointed_noun();
        usize::from(noun.gender() == Gender::Feminine) + 2 * usize::from(noun.is_plural())
    }

    /// The facts that the full name tells.
    pub(crate) fn told_by_name(&self) -> Vec<Field> {
        let told = [
            (Field::Brand, self.brand.is_some()),
            (Field::Colour, self.colour.is_some()),
            (Field::Material, self.material.is_some() && self.material_beside_name().is_none()),
        ];
        let told = told.into_iter().filter(|(_, is_told)| *is_told).map(|(field, _)| field);
        told.chain([Field::Kind]).collect()
    }

    /// Nothing can be pointed at as "this jewellery or watch": it is an item then.
    fn pointed_noun(&self) -> Noun {
        if self.names_alternatives(self.noun) { Product::Unknown.noun(self.language) } else { self.noun }
    }

    fn names_alternatives(&self, noun: Noun) -> bool {
        noun.text().contains(self.words().or)
    }

    fn phrase(&self, noun: Noun, brand: Option<&str>) -> String {
        self.ordered(noun, brand, self.grammar().name)
    }

    fn ordered(&self, noun: Noun, brand: Option<&str>, order: fn(NameParts) -> Vec<String>) -> String {
        let colour = self.adjective(noun);
        let tail = if colour.is_none() { self.colour_after_noun() } else { String::new() };
        let parts = NameParts {
            noun: self.named(noun),
            material: self.material_noun().map(|word| self.localised(word.text())),
            colour,
            brand: brand.map(str::to_owned),
        };
        joined(order(parts), " ") + &tail
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
        let (true, Some(material), Some(colour)) = (self.names_material(), &self.material, &self.colour)
        else {
            return false;
        };
        Language::ALL.iter().any(|language| {
            material.noun(*language).is_some_and(|material| material.text() == colour.value(*language))
        })
    }

    /// Whether the material belongs into the name; "jean en jean" does not.
    fn names_material(&self) -> bool {
        let Some(material) = &self.material else { return false };
        let is_named_after = |language: &Language| {
            material.noun(*language).is_some_and(|word| word.text() == self.facts.noun(*language).text())
        };
        material.noun(self.language).is_some() && !Language::ALL.iter().any(is_named_after)
    }

    fn material_noun(&self) -> Option<Noun> {
        self.material.as_ref().filter(|_| self.names_material())?.noun(self.language)
    }

    /// What the tables call the material, when it is a single one.
    fn material_key(&self) -> Option<&'static str> {
        Some(self.material.as_ref()?.only()?.key())
    }

    /// The material and its gender, when it is a plain word.
    pub(crate) fn plain_material(&self) -> Option<(&'static str, Gender)> {
        let gender = self.material_noun()?.gender();
        Some((self.material.as_ref()?.plain()?.alone(self.language), gender))
    }

    /// A material that the name does not say already.
    fn material_beside_name(&self) -> Option<String> {
        let value = self.material_value()?;
        (!self.names_material()).then(|| format!("{}{value}", self.words().of_material))
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
            known @ ColourPhrase::Known(_) => self.localised(&known.value(self.language)),
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
        let [word, _] = self.audience_words()?;
        Some(word)
    }

    /// Whom it is made for, within a sentence: "pour femme", "for women".
    fn audience_phrase(&self) -> Option<String> {
        Some(format!("{}{}", self.words().for_audience, self.audience_plain()?))
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

    /// What is known beside the name, and beside what is told, on one line: "pour femme,
    /// taille M, matière : 100% coton".
    pub(crate) fn beside(&self, told: &[Field]) -> String {
        let facts = [
            (Field::Audience, self.audience_phrase()),
            (Field::Size, self.size_in_full()),
            (Field::Material, self.material_beside_name()),
        ];
        let facts = facts.into_iter().filter(|(field, _)| !told.contains(field));
        joined(facts.filter_map(|(_, fact)| fact), ", ")
    }

    /// The condition within a text, with what the seller says beyond the grade: "très bon
    /// état", "état : comme neuf, porté deux fois". No title has it.
    pub(crate) fn condition_phrase(&self) -> Option<String> {
        Some(self.with_remarks(self.condition?.phrase(self.language)))
    }

    /// What is said of the condition with what the seller says beyond it.
    pub(crate) fn with_remarks(&self, said: String) -> String {
        joined([said].into_iter().chain(self.remarks.iter().map(|remark| within_a_sentence(remark))), ", ")
    }

    /// What only the photos can tell: "l’état", "le type exact et l’état"; in
    /// English "condition", "exact type and condition".
    pub(crate) fn left_to_photos(&self) -> Option<&'static str> {
        let words = self.words();
        match (self.is_named(), self.condition.is_some()) {
            (true, true) => None,
            (true, false) => Some(words.the_condition),
            (false, true) => Some(words.the_type),
            (false, false) => Some(words.the_type_and_condition),
        }
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

/// Words that began a sentence, as they stand within one; what is written in capitals
/// stays so.
fn within_a_sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next();
    match first.filter(|_| letters.as_str().starts_with(|c: char| c.is_lowercase() || c == ' ')) {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => words.to_owned(),
    }
}
