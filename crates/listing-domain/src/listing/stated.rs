//! The seller's attributes that a listing must contain.

use super::Item;
use crate::attributes::AttributeText;
use crate::condition::Condition;
use crate::lang;
use crate::options::Language;
use crate::statement::{
    BrandStatement, ColorStatement, ConditionStatement, Lot, MaterialStatement, SizeStatement,
};
use crate::text::{Rules, Shape, clean, contains_words};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    Name,
    /// A name that is only a noun for the product.
    Noun,
    Brand,
    /// It follows the brand in a list, but is a separate part in a title.
    Model,
    /// Words in the brand field besides brand and model.
    Rest,
    Lot,
    Size,
    Color,
    Material,
    Condition,
}

/// A seller's attribute in the listing's language, without forbidden content. A condition gives one for its
/// grade and one for each remark.
#[derive(Debug, Clone)]
pub(super) struct StatedAttribute {
    pub(super) field: Field,
    /// In lower case; `None` if the value is clear without one.
    pub(super) label: Option<&'static str>,
    pub(super) text: String,
    /// `None` for a defect, which no title mentions.
    pub(super) in_title: Option<String>,
    /// Others with the same meaning.
    wordings: Vec<String>,
}

impl StatedAttribute {
    /// True in any wording of the listing's language or in the seller's words.
    pub(super) fn is_in(&self, text: &str) -> bool {
        contains_words(text, &self.text) || self.wordings.iter().any(|wording| contains_words(text, wording))
    }

    /// True if this text already contains another one's model or lot.
    pub(super) fn includes(&self, other: &Self) -> bool {
        matches!(other.field, Field::Model | Field::Lot) && contains_words(&self.text, &other.text)
    }

    /// Removes forbidden content; `None` if nothing is left.
    fn cleaned(self, rules: &Rules) -> Option<Self> {
        let line = |text: &str| clean(text, rules, Shape::Line);
        let text = line(&self.text);
        let in_title = self.in_title.map(|title| line(&title)).filter(|title| !title.is_empty());
        let wordings =
            self.wordings.iter().map(|wording| line(wording)).filter(|wording| !wording.is_empty());
        let wordings = wordings.collect();
        (!text.is_empty()).then_some(Self { text, in_title, wordings, ..self })
    }
}

/// The most important first, without those that consist of forbidden content.
pub(super) fn stated(item: &Item, rules: &Rules, language: Language) -> Vec<StatedAttribute> {
    let words = &lang::of(language).listing;
    let known = &item.known;
    // Before splitting, because parts of forbidden content might look harmless.
    let given = |attribute: &Option<AttributeText>| {
        let cleaned = clean(attribute.as_ref()?.as_str(), rules, Shape::Line);
        (!cleaned.is_empty()).then_some(cleaned)
    };
    let mut stated: Vec<StatedAttribute> = Vec::new();
    stated.extend(given(&known.name).map(|name| named(item, name, language)));
    stated.extend(given(&known.brand).iter().flat_map(|own| branded(item, own, language)));
    let size = given(&known.size).and_then(|size| sized(item, &size, language));
    let lot = known.quantity.and_then(Lot::from_quantity).map(|lot| lot.phrase(language));
    stated.extend(size);
    stated.extend(given(&known.size).and_then(|size| audience_in_size(item, &size, language)));
    stated.extend(lot.map(|lot| unlabeled(Field::Lot, lot.clone(), Some(lot))));
    stated.extend(given(&known.color).map(|own| {
        let read = ColorStatement::read(&own);
        let read = read.map(|colours| (colours.value(language), colours.wordings(language)));
        worded(Field::Color, words.color, own, read)
    }));
    stated.extend(given(&known.material).map(|own| {
        let read = MaterialStatement::read(&own);
        let read = read.map(|materials| (materials.value(language), materials.wordings(language)));
        worded(Field::Material, words.material, own, read)
    }));
    stated.extend(given(&known.condition).iter().flat_map(|words| condition(words, language)));
    stated.into_iter().filter_map(|stated| stated.cleaned(rules)).collect()
}

/// A noun for the product is translated.
fn named(item: &Item, name: String, language: Language) -> StatedAttribute {
    // "Figurine" is part of the French noun, but an English noun itself.
    let is_noun = Language::ALL.iter().any(|other| {
        let noun = item.product.noun(*other).text();
        contains_words(noun, &name) && (*other == language || contains_words(&name, noun))
    });
    if is_noun && item.product.is_named() {
        let noun = item.product.noun(language).text().to_owned();
        let american = item.product.american(language).map(str::to_owned);
        let wordings = american.into_iter().chain([name]).collect();
        return StatedAttribute { wordings, ..unlabeled(Field::Noun, noun.clone(), Some(noun)) };
    }
    let in_title = (item.known.product(language) == Some(item.product)).then(|| name.clone());
    unlabeled(Field::Name, name, in_title)
}

/// The brand, the model and the remaining words.
fn branded(item: &Item, own: &str, language: Language) -> Vec<StatedAttribute> {
    let statement = BrandStatement::read(own).on(item.product);
    let label = lang::of(language).listing.brand;
    let in_title = statement.brand().map(str::to_owned);
    let brand = statement.value().map(|value| StatedAttribute {
        label: Some(label),
        wordings: vec![own.to_owned()],
        ..unlabeled(Field::Brand, value, in_title)
    });
    let model =
        statement.model().map(|model| unlabeled(Field::Model, model.to_owned(), Some(model.to_owned())));
    let rest = statement.rest().map(|rest| unlabeled(Field::Rest, rest.to_owned(), None));
    [brand, model, rest].into_iter().flatten().collect()
}

const fn unlabeled(field: Field, text: String, in_title: Option<String>) -> StatedAttribute {
    StatedAttribute { field, label: None, text, in_title, wordings: Vec::new() }
}

/// Without a recognized value, the seller's words are the text.
fn worded(
    field: Field,
    label: &'static str,
    own: String,
    read: Option<(String, Vec<String>)>,
) -> StatedAttribute {
    let (text, mut wordings) = read.unwrap_or_else(|| (own.clone(), Vec::new()));
    wordings.push(own);
    StatedAttribute { field, label: Some(label), in_title: Some(text.clone()), text, wordings }
}

/// Labeled with its kind, since a bare "M" in a title would be unclear.
fn sized(item: &Item, size: &str, language: Language) -> Option<StatedAttribute> {
    let statement = SizeStatement::read(size).on(item.product);
    let is_worn = item.product.department().is_some_and(crate::product::Department::is_fashion);
    let text = statement.value(language)?;
    let in_title = if is_worn { statement.phrase(language) } else { Some(text.clone()) };
    let wordings = [size.to_owned()].into_iter().chain(statement.in_inches(language)).collect();
    Some(StatedAttribute { field: Field::Size, label: statement.label(language), text, in_title, wordings })
}

/// Named in the size field, but not in its published form: "taille unique, mixte".
fn audience_in_size(item: &Item, size: &str, language: Language) -> Option<StatedAttribute> {
    let statement = SizeStatement::read(size).on(item.product);
    let audience = statement.audience().filter(|_| !statement.is_verbatim())?;
    Some(StatedAttribute {
        wordings: vec![audience.next_to_noun(language).to_owned()],
        ..unlabeled(Field::Size, audience.label(language).to_owned(), None)
    })
}

/// One for each part: translated terms for a grade, the seller's words for a remark.
fn condition(words: &str, language: Language) -> Vec<StatedAttribute> {
    let label = lang::of(language).listing.condition;
    let statement = ConditionStatement::read(words);
    let terms = statement.phrases(language);
    // "Très bon état" contains the label "état".
    let is_labeled = terms.first().is_some_and(|first| contains_words(first, label));
    let mut in_title = statement.grade().filter(|grade| statement.is_named() && *grade <= Condition::LikeNew);
    let piece = |text: String| StatedAttribute {
        field: Field::Condition,
        label: (!is_labeled).then_some(label),
        // Buyers search for new items by their condition, and for used items by product.
        in_title: in_title.take().map(|grade| grade.plain_label(language).to_lowercase()),
        wordings: lang::forms_of_grade(&text, language),
        text,
    };
    terms.into_iter().map(piece).collect()
}
