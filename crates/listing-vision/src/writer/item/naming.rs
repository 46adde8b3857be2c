//! The name of an item: its noun with the facts, and the forms that agree with it.

use listing_domain::options::Language;
use listing_domain::product::{Brand, Noun, Product, ProductType};

use super::Item;
use crate::lang::{self, NameParts};
use crate::writer::details::Field;
use crate::writer::text::{joined, lowered};
use crate::writer::{ColourFact, Facts};

/// The facts that a name or a title includes besides the noun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct NameFacts {
    pub(crate) brand: bool,
    pub(crate) model: bool,
    pub(crate) audience: bool,
    pub(crate) colour: bool,
    pub(crate) material: bool,
    pub(crate) size: bool,
    pub(crate) grade: bool,
}

impl NameFacts {
    pub(crate) const NONE: Self = Self {
        brand: false,
        model: false,
        audience: false,
        colour: false,
        material: false,
        size: false,
        grade: false,
    };
    const LOOKS: Self = Self { colour: true, material: true, ..Self::NONE };
    const FULL: Self = Self { brand: true, model: true, ..Self::LOOKS };
}

/// If it differs from the writer's noun.
#[derive(Clone, Copy)]
pub(super) enum OwnName<'a> {
    /// A synonym of the noun, in a language without genders.
    Noun(&'a str),
    /// Says more than the noun and the other facts.
    Phrase(&'a str),
}

impl<'a> OwnName<'a> {
    pub(super) fn from_facts(facts: &Facts<'a>, language: Language) -> Option<Self> {
        let name = facts.name?;
        let all = |texts: &[&str], words: &[String]| {
            let known: Vec<String> = texts.iter().flat_map(|text| words_of(text)).collect();
            words.iter().all(|word| known.contains(word))
        };
        let words = words_of(name);
        let colour = match facts.colour {
            Some(ColourFact::Stated(colour)) => Some(colour),
            _ => None,
        };
        let stated: Vec<&str> =
            [facts.brand, facts.size, facts.material, colour].into_iter().flatten().collect();
        let nouns = |language: Language| -> Vec<&str> {
            let nouns = [Some(facts.noun(language).text()), facts.product.american(language)];
            nouns.into_iter().flatten().collect()
        };
        let is_named = facts.product.is_named();
        if is_named && all(&[nouns(language), stated.clone()].concat(), &words) {
            return None;
        }
        let [searched, narrower] = match facts.product {
            Product::Good(good) => [good.search_words(language), good.narrower_names(language)],
            _ => [&[][..]; 2],
        };
        let synonyms = nouns(language).into_iter().chain(searched.iter().chain(narrower).copied());
        let synonyms: Vec<&str> = synonyms.map(|noun| noun.trim_end_matches('s')).collect();
        let singular: Vec<String> = words.iter().map(|word| word.trim_end_matches('s').to_owned()).collect();
        if is_named && (all(&synonyms, &words) || all(&synonyms, &singular)) {
            let is_stated = words.iter().any(|word| stated.iter().any(|text| words_of(text).contains(word)));
            let goes_with_all = !lang::for_language(language).grammar.has_genders;
            return Some(if goes_with_all && !is_stated { Self::Noun(name) } else { Self::Phrase(name) });
        }
        let is_translated = Language::ALL.iter().flat_map(|language| nouns(*language)).any(|noun| {
            words_of(noun).iter().all(|word| words.contains(word))
                && all(&[&[noun], &stated[..]].concat(), &words)
        });
        (!is_named || !is_translated).then_some(Self::Phrase(name))
    }

    const fn phrase(self) -> Option<&'a str> {
        match self {
            Self::Phrase(words) => Some(words),
            Self::Noun(_) => None,
        }
    }

    const fn words(self) -> &'a str {
        match self {
            Self::Phrase(words) | Self::Noun(words) => words,
        }
    }
}

/// "Robe longue" loses its capital, "Levi’s 501" and "iPhone" keep theirs.
fn within_a_sentence(name: &str) -> String {
    let first_word = name.split_whitespace().next().unwrap_or_default();
    if Brand::named(first_word).is_some() { name.to_owned() } else { lowered(name) }
}

/// In lower case.
fn words_of(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
    words.filter(|word| !word.is_empty()).collect()
}

impl Item<'_> {
    /// True for a name that says more than the department.
    pub(crate) fn is_named(&self) -> bool {
        self.product.is_named() || self.own_name.is_some()
    }

    /// "veste".
    pub(crate) fn noun(&self) -> String {
        self.named(self.noun)
    }

    /// Localized for the buyers.
    fn named(&self, noun: Noun) -> String {
        if let Some(own) = self.own_name {
            return within_a_sentence(own.words());
        }
        // If the seller writes "denim jacket", the text does not say "jean jacket".
        if self
            .facts
            .name
            .is_some_and(|name| words_of(noun.text()).iter().all(|word| words_of(name).contains(word)))
        {
            return noun.text().to_owned();
        }
        let american =
            self.product.american(self.language).filter(|_| self.is_american() && noun == self.noun);
        american.map_or_else(|| self.localised(noun.text()), str::to_owned)
    }

    /// "veste en cuir noir".
    pub(crate) fn name(&self) -> String {
        self.ordered(self.noun, NameFacts::LOOKS, self.grammar().name)
    }

    /// "veste Zara en cuir noir", "black leather Zara jacket".
    pub(crate) fn full_name(&self) -> String {
        self.ordered(self.noun, NameFacts::FULL, self.grammar().name)
    }

    /// "cette veste Zara en cuir noir", "these white Zara trainers".
    pub(crate) fn this(&self) -> String {
        let noun = self.demonstrative_noun();
        (self.grammar().this)(&self.ordered(noun, NameFacts::FULL, self.grammar().name), noun)
    }

    /// "veste Zara femme en cuir noir"; terse without function words. `case` changes the case of the writer's
    /// own words.
    pub(crate) fn title_name(
        &self,
        included: NameFacts,
        is_terse: bool,
        case: impl Fn(&str) -> String,
    ) -> String {
        let audience = self.audience_for_title().filter(|_| included.audience);
        if let Some(own) = self.own_name.and_then(OwnName::phrase) {
            let name = case(&self.own_name_with_make(own, included));
            return match audience {
                Some(audience) => (self.grammar().with_audience)(&name, &case(audience)),
                None => name,
            };
        }
        let parts =
            NameParts { audience: audience.map(str::to_owned), is_terse, ..self.parts(self.noun, included) };
        let cased = |part: Option<String>| part.map(|part| case(&part));
        let parts = NameParts {
            noun: case(&parts.noun),
            audience: cased(parts.audience),
            colour: cased(parts.colour),
            material: cased(parts.material),
            ..parts
        };
        let tail = self.tail(&parts, included);
        joined((self.grammar().title_name)(parts), " ") + &tail
    }

    /// Makes a grade agree with the noun, if its gender is known.
    pub(crate) fn agreeing(&self, grade: &str) -> String {
        if self.takes_demonstrative() { self.noun.agreeing(grade, self.language) } else { grade.to_owned() }
    }

    /// If the item can have a demonstrative.
    pub(crate) fn known_noun(&self) -> Option<Noun> {
        self.takes_demonstrative().then_some(self.noun)
    }

    /// Unless the name includes it.
    fn audience_for_title(&self) -> Option<&'static str> {
        let [word, label] = [self.audience_word()?, self.audience_plain()?].map(words_of);
        let name = words_of(&self.noun());
        let has_any = |words: &[String]| words.iter().any(|word| name.contains(word));
        (!has_any(&word) && !has_any(&label)).then(|| self.audience_word()).flatten()
    }

    pub(crate) fn other_names(&self) -> Vec<String> {
        let Product::Good(good) = self.product else { return Vec::new() };
        good.search_words(self.language).iter().map(|words| self.localised(words)).collect()
    }

    /// The noun of the product type, such as "veste" for a denim jacket. Tank tops and polo shirts have the
    /// type of T-shirts, but not its noun.
    pub(crate) fn kind_noun(&self) -> Option<String> {
        let kind = Product::Type(self.product.kind()?);
        let noun = kind.noun(self.language).text();
        let is_wider = kind == Product::Type(ProductType::TShirt);
        let is_exact = !is_wider || self.product.noun(self.language).text().contains(noun);
        is_exact.then(|| self.localised(noun))
    }

    /// Synonyms that buyers search for, without those that repeat a word of the name or of each other.
    pub(crate) fn search_words(&self) -> Vec<String> {
        let singular = |words: &str| -> Vec<String> {
            words_of(words).iter().map(|word| word.trim_end_matches(['s', 'x']).to_owned()).collect()
        };
        let mut used = singular(&self.name());
        let mut found = Vec::new();
        for name in self.other_names() {
            let words = singular(&name);
            let is_distinctive = words.iter().any(|word| word.chars().count() > 2);
            let is_repeated = words.iter().any(|word| word.chars().count() > 2 && used.contains(word));
            // "Tshirt" adds nothing to "t-shirt".
            if is_distinctive && !is_repeated && !used.concat().contains(&words.concat()) {
                used.extend(words);
                found.push(name);
            }
        }
        found
    }

    /// The name can follow an article or a demonstrative.
    pub(crate) fn takes_demonstrative(&self) -> bool {
        let noun = self.noun.text();
        let begins = |own: &str| own.to_lowercase().starts_with(noun);
        self.product.is_named()
            && !self.names_alternatives(self.noun)
            && self.own_name.is_none_or(|own| begins(own.words()) || !self.grammar().has_genders)
    }

    pub(crate) fn fields_in_name(&self) -> Vec<Field> {
        if let Some(own) = self.own_name.and_then(OwnName::phrase) {
            let name = own.to_lowercase();
            let is_named =
                |value: Option<String>| value.is_some_and(|value| name.contains(&value.to_lowercase()));
            let fields = [
                (Field::Colour, is_named(self.colour_value())),
                (Field::Material, is_named(self.material_value())),
                (Field::Size, is_named(self.size.as_ref().map(|size| size.value(self.language)))),
            ];
            let named = fields.into_iter().filter(|(_, is_named)| *is_named).map(|(field, _)| field);
            return named.chain([Field::Kind, Field::Brand, Field::Model]).collect();
        }
        let fields = [
            (Field::Brand, self.brand.is_some()),
            (Field::Model, self.model.is_some()),
            (Field::Colour, self.colour.is_some()),
            (Field::Material, self.material.is_some() && self.has_material_in_name()),
        ];
        let named = fields.into_iter().filter(|(_, is_named)| *is_named).map(|(field, _)| field);
        named.chain([Field::Kind]).collect()
    }

    /// "item" for an item with alternatives: "this jewellery or watch" makes no sense.
    fn demonstrative_noun(&self) -> Noun {
        if self.names_alternatives(self.noun) { Product::Unknown.noun(self.language) } else { self.noun }
    }

    fn names_alternatives(&self, noun: Noun) -> bool {
        noun.text().contains(self.words().or)
    }

    fn ordered(&self, noun: Noun, included: NameFacts, order: fn(NameParts) -> Vec<String>) -> String {
        if let Some(own) = self.own_name.and_then(OwnName::phrase) {
            return self.own_name_with_make(own, included);
        }
        let parts = self.parts(noun, included);
        let tail = self.tail(&parts, included);
        joined(order(parts), " ") + &tail
    }

    fn parts(&self, noun: Noun, included: NameFacts) -> NameParts {
        let material = self.material_noun().filter(|_| included.material);
        NameParts {
            noun: self.named(noun),
            material: material.map(|word| self.localised(word.text())),
            colour: included.colour.then(|| self.adjective(noun, material)).flatten(),
            brand: self.brand.filter(|_| included.brand).map(str::to_owned),
            model: self.model.filter(|_| included.model).map(str::to_owned),
            audience: None,
            is_terse: false,
        }
    }

    /// The color at the end of a name, if it is included and cannot be an adjective.
    fn tail(&self, parts: &NameParts, included: NameFacts) -> String {
        let is_missing = included.colour && parts.colour.is_none();
        if is_missing { self.colour_after_noun() } else { String::new() }
    }

    /// Appends brand and model, if the name lacks them.
    fn own_name_with_make(&self, own: &str, included: NameFacts) -> String {
        let own = within_a_sentence(own);
        let make = [self.brand.filter(|_| included.brand), self.model.filter(|_| included.model)];
        let lower = own.to_lowercase();
        let lacks = |part: &&str| !lower.contains(&part.to_lowercase());
        let rest: Vec<String> = make.into_iter().flatten().filter(lacks).map(str::to_owned).collect();
        joined([own].into_iter().chain(rest), " ")
    }

    /// Agrees with the material if the name has one, as in "veste en cuir noir".
    fn adjective(&self, noun: Noun, material: Option<Noun>) -> Option<String> {
        if self.names_alternatives(noun) || self.material_names_colour() {
            return None;
        }
        let noun = material.unwrap_or(noun);
        let adjective = self.colour.as_ref()?.adjective(noun, self.language)?;
        Some(self.localised_colour(&adjective))
    }

    /// For a color that cannot be an adjective: ", coloris lie de vin".
    fn colour_after_noun(&self) -> String {
        match self.colour_value() {
            Some(value) if !self.material_names_colour() => {
                format!("{}{value}", self.words().in_colour)
            }
            _ => String::new(),
        }
    }

    /// As in "gold gold ring".
    fn material_names_colour(&self) -> bool {
        let (true, Some(material), Some(colour)) = (self.names_material(), &self.material, &self.colour)
        else {
            return false;
        };
        Language::ALL.iter().any(|language| {
            material.noun(*language).is_some_and(|material| material.text() == colour.value(*language))
        })
    }

    /// "jean en jean" repeats it.
    pub(super) fn names_material(&self) -> bool {
        self.material.as_ref().is_some_and(|material| material.noun(self.language).is_some())
            && !Language::ALL.iter().any(|language| self.noun_includes_material(*language))
    }

    /// "jupe en cuir", "denim jacket".
    pub(super) fn noun_includes_material(&self, language: Language) -> bool {
        let noun =
            self.own_name.map_or_else(|| self.facts.noun(language).text(), OwnName::words).to_lowercase();
        let material = self.material.as_ref().and_then(|material| material.noun(language));
        let is_included = |material: Noun| {
            noun == material.text() || noun.split([' ', '-', '’']).any(|word| word == material.text())
        };
        material.is_some_and(is_included)
    }

    pub(super) fn material_noun(&self) -> Option<Noun> {
        self.material.as_ref().filter(|_| self.names_material())?.noun(self.language)
    }
}
