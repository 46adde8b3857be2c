//! What an item is called: its noun with what is known, and the forms that agree with it.

use listing_domain::product::{Noun, Product};
use listing_domain::wish::Language;

use super::Item;
use crate::lang::NameParts;
use crate::writer::details::Field;
use crate::writer::text::{joined, lowered};
use crate::writer::{ColourFact, Facts};

/// By whom an item is made, and which of theirs it is, as far as a name says it.
#[derive(Clone, Copy)]
struct Made<'a> {
    brand: Option<&'a str>,
    model: Option<&'a str>,
}

impl Made<'_> {
    const BY_NOBODY: Self = Self { brand: None, model: None };
}

/// Words that say nothing by themselves are shorter.
const TELLING: usize = 3;

/// The seller's own name, unless each of its words is one of the noun or of another fact, which
/// the writer puts in their order.
pub(super) fn own_name<'a>(facts: &Facts<'a>) -> Option<&'a str> {
    let name = facts.name?;
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
        words.filter(|word| word.chars().count() >= TELLING).collect()
    };
    let nouns = Language::ALL.iter().flat_map(|language| {
        let names = match facts.product {
            Product::Good(good) => good.search_words(*language),
            _ => &[],
        };
        let american = facts.product.american(*language);
        names.iter().copied().chain(american).chain([facts.noun(*language).text()])
    });
    let colour = match facts.colour {
        Some(ColourFact::Said(colour)) => Some(colour),
        _ => None,
    };
    let stated = [facts.brand, facts.size, facts.material, colour].into_iter().flatten();
    let known: Vec<String> = nouns.chain(stated).flat_map(words).collect();
    let is_known = |word: &String| {
        known.iter().any(|known| known == word || known.trim_end_matches('s') == word.trim_end_matches('s'))
    };
    let says_more = !facts.product.is_named() || !words(name).iter().all(is_known);
    says_more.then_some(name)
}

impl Item<'_> {
    /// Whether the noun says what the item is, and not only its department.
    pub(crate) fn is_named(&self) -> bool {
        self.product.is_named() || self.own_name.is_some()
    }

    /// The bare noun: "veste".
    pub(crate) fn noun(&self) -> String {
        self.named(self.noun)
    }

    /// A noun in the words of its readers.
    fn named(&self, noun: Noun) -> String {
        if let Some(own) = self.own_name {
            return lowered(own);
        }
        let american =
            self.product.american(self.language).filter(|_| self.is_american() && noun == self.noun);
        american.map_or_else(|| self.localised(noun.text()), str::to_owned)
    }

    /// The noun with material and colour: "veste en cuir noir".
    pub(crate) fn name(&self) -> String {
        self.ordered(self.noun, Made::BY_NOBODY, self.grammar().name)
    }

    /// The noun with whose it is and the model alone: "casque Sony WH-1000XM4".
    pub(crate) fn made_name(&self) -> String {
        let parts = NameParts {
            noun: self.named(self.noun),
            material: None,
            colour: None,
            brand: self.brand.map(str::to_owned),
            model: self.model.map(str::to_owned),
        };
        joined((self.grammar().name)(parts), " ")
    }

    /// Brand and model, as far as they are known: "Sony WH-1000XM4".
    pub(crate) fn make(&self) -> Option<String> {
        let make = joined([self.brand, self.model].into_iter().flatten().map(str::to_owned), " ");
        (!make.is_empty()).then_some(make)
    }

    /// The name with the brand: "veste en cuir noir Zara", "Zara black leather jacket".
    pub(crate) fn full_name(&self) -> String {
        self.phrase(self.noun)
    }

    /// The full name as people say it: "veste Zara en cuir noir", "black leather jacket by Zara".
    pub(crate) fn casual_name(&self) -> String {
        self.ordered(self.noun, self.made(), self.grammar().casual_name)
    }

    /// The full name as titles say it: "veste cuir noir Zara", "black leather Zara jacket".
    pub(crate) fn title_name(&self) -> String {
        self.ordered(self.noun, self.made(), self.grammar().title_name)
    }

    /// The same without the brand.
    pub(crate) fn plain_title_name(&self) -> String {
        self.ordered(self.noun, Made::BY_NOBODY, self.grammar().title_name)
    }

    /// The full name, pointed at: "cette veste en cuir noir Zara", "these
    /// Zara white trainers".
    pub(crate) fn this(&self) -> String {
        let noun = self.pointed_noun();
        (self.grammar().this)(&self.ordered(noun, self.made(), self.grammar().casual_name), noun)
    }

    /// The full name with the indefinite article, in languages that have one before a noun:
    /// "une veste en cuir noir Zara".
    pub(crate) fn some(&self) -> String {
        let noun = self.pointed_noun();
        (self.grammar().some)(&self.ordered(noun, self.made(), self.grammar().casual_name), noun)
    }

    /// Other names that buyers type for such an item, without those that repeat a word of its
    /// name or of each other.
    pub(crate) fn search_words(&self) -> Vec<String> {
        let Product::Good(good) = self.product else { return Vec::new() };
        let mut said = self.name().to_lowercase();
        let mut kept = Vec::new();
        for words in good.search_words(self.language).iter().map(|words| self.localised(words)) {
            let lower = words.to_lowercase();
            let parts = lower.split([' ', '-', '’']).filter(|word| word.chars().count() > 2);
            // "tshirt" says nothing that "t-shirt" has not said.
            let joined = said.replace(['-', ' '], "");
            if parts.clone().next().is_some()
                && parts.into_iter().all(|word| !said.contains(word) && !joined.contains(word))
            {
                said.push_str(&lower);
                kept.push(words);
            }
        }
        kept
    }

    /// Returns true if the name can stand behind an article or a demonstrative.
    pub(crate) fn can_be_pointed_at(&self) -> bool {
        let noun = self.noun.text();
        let begins = |own: &str| own.to_lowercase().starts_with(noun);
        self.product.is_named()
            && !self.names_alternatives(self.noun)
            && self.own_name.is_none_or(|own| begins(own) || !self.grammar().has_genders)
    }

    /// The facts that the full name tells.
    pub(crate) fn told_by_name(&self) -> Vec<Field> {
        if let Some(own) = self.own_name {
            let said = own.to_lowercase();
            let says =
                |value: Option<String>| value.is_some_and(|value| said.contains(&value.to_lowercase()));
            let told = [
                (Field::Colour, says(self.colour_value())),
                (Field::Material, says(self.material_value())),
                (Field::Size, says(self.size.as_ref().map(|size| size.value(self.language)))),
            ];
            let told = told.into_iter().filter(|(_, is_told)| *is_told).map(|(field, _)| field);
            return told.chain([Field::Kind, Field::Brand, Field::Model]).collect();
        }
        let told = [
            (Field::Brand, self.brand.is_some()),
            (Field::Model, self.model.is_some()),
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

    fn phrase(&self, noun: Noun) -> String {
        self.ordered(noun, self.made(), self.grammar().name)
    }

    const fn made(&self) -> Made<'_> {
        Made { brand: self.brand, model: self.model }
    }

    fn ordered(&self, noun: Noun, made: Made<'_>, order: fn(NameParts) -> Vec<String>) -> String {
        if let Some(own) = self.own_name {
            return own_and_make(own, made);
        }
        let colour = self.adjective(noun);
        let tail = if colour.is_none() { self.colour_after_noun() } else { String::new() };
        let parts = NameParts {
            noun: self.named(noun),
            material: self.material_noun().map(|word| self.localised(word.text())),
            colour,
            brand: made.brand.map(str::to_owned),
            model: made.model.map(str::to_owned),
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
        Some(self.localised_colour(&adjective))
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
    pub(super) fn names_material(&self) -> bool {
        self.material.as_ref().is_some_and(|material| material.noun(self.language).is_some())
            && !Language::ALL.iter().any(|language| self.noun_says_material(*language))
    }

    /// Whether the noun is named after the material: "jupe en cuir", "denim jacket".
    pub(super) fn noun_says_material(&self, language: Language) -> bool {
        let noun = self.facts.noun(language).text();
        let material = self.material.as_ref().and_then(|material| material.noun(language));
        let is_said = |material: Noun| {
            noun == material.text() || noun.split([' ', '-', '’']).any(|word| word == material.text())
        };
        material.is_some_and(is_said)
    }

    pub(super) fn material_noun(&self) -> Option<Noun> {
        self.material.as_ref().filter(|_| self.names_material())?.noun(self.language)
    }
}

/// The seller's own name with whatever of brand and model it lacks.
fn own_and_make(own: &str, Made { brand, model }: Made<'_>) -> String {
    let said = own.to_lowercase();
    let lacks = |part: &&str| !said.contains(&part.to_lowercase());
    let rest = [brand, model].into_iter().flatten().filter(lacks).map(str::to_owned);
    joined([lowered(own)].into_iter().chain(rest), " ")
}
