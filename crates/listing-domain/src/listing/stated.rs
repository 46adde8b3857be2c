//! What the seller told of the item, which must be found in the listing.

use super::Item;
use crate::attributes::AttributeText;
use crate::condition::Condition;
use crate::lang;
use crate::statement::{ColourStatement, ConditionStatement, MaterialStatement, SizeStatement};
use crate::text::{Rules, Shape, clean, contains_words};
use crate::wish::Language;

/// Which attribute it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    Brand,
    Size,
    Color,
    Material,
    Condition,
}

/// One attribute as it is told in the listing's language, without what the marketplace
/// forbids. A condition may be several: its grade, and each thing said beyond it.
#[derive(Debug, Clone)]
pub(super) struct StatedAttribute {
    pub(super) field: Field,
    /// What stands before it in a list, if anything needs to, in lower case.
    pub(super) label: Option<&'static str>,
    /// The value in a list.
    pub(super) text: String,
    /// How a title says it; a defect stands in none.
    pub(super) in_title: Option<String>,
    /// Other words with which a text may have said it.
    wordings: Vec<String>,
}

impl StatedAttribute {
    /// Whether a text says it, in whatever words of the listing's language or in the seller's.
    pub(super) fn is_said_in(&self, text: &str) -> bool {
        contains_words(text, &self.text) || self.wordings.iter().any(|wording| contains_words(text, wording))
    }

    /// The same without what the rules forbid; `None` where nothing is left.
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

/// The seller's attributes, most telling first; those of which the rules leave
/// nothing are left out.
pub(super) fn stated(item: &Item, rules: &Rules, language: Language) -> Vec<StatedAttribute> {
    let words = &lang::of(language).listing;
    let known = &item.known;
    // What is forbidden is taken out before the words are taken apart, which could hide it.
    let given = |attribute: &Option<AttributeText>| {
        let cleaned = clean(attribute.as_ref()?.as_str(), rules, Shape::Line);
        (!cleaned.is_empty()).then_some(cleaned)
    };
    let mut stated: Vec<StatedAttribute> = Vec::new();
    stated.extend(given(&known.brand).map(|brand| worded(Field::Brand, words.brand, brand, None)));
    stated.extend(given(&known.size).and_then(|size| sized(item, &size, language)));
    stated.extend(given(&known.color).map(|own| {
        let read = ColourStatement::read(&own);
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

/// What was understood, else the seller's own words; a text may also have said it in these.
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

/// A size with the label of its kind. In a title a bare "M" would puzzle.
fn sized(item: &Item, size: &str, language: Language) -> Option<StatedAttribute> {
    let statement = SizeStatement::read(size).on(item.product);
    let is_worn = item.product.department().is_some_and(crate::product::Department::is_fashion);
    let text = statement.value(language)?;
    let in_title = if is_worn { statement.phrase(language) } else { Some(text.clone()) };
    let wordings = vec![size.to_owned()];
    Some(StatedAttribute { field: Field::Size, label: statement.label(language), text, in_title, wordings })
}

/// The grade in the listing's language, and what is said beyond it in the seller's words.
fn condition(words: &str, language: Language) -> Vec<StatedAttribute> {
    let label = lang::of(language).listing.condition;
    let statement = ConditionStatement::read(words);
    // "Très bon état" says itself what it is.
    let is_labelled = |grade: Condition| contains_words(grade.plain_label(language), label);
    let label = (!statement.grade().is_some_and(is_labelled)).then_some(label);
    let grade = statement.grade().map(|grade| {
        let text = grade.plain_label(language).to_lowercase();
        StatedAttribute {
            field: Field::Condition,
            label,
            in_title: Some(text.clone()),
            text,
            wordings: Vec::new(),
        }
    });
    let remark = |remark: &str| StatedAttribute {
        field: Field::Condition,
        label,
        text: remark.to_owned(),
        in_title: None,
        wordings: Vec::new(),
    };
    grade.into_iter().chain(statement.remarks().map(remark)).collect()
}
