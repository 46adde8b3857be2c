//! Descriptions: an opening that names the item, its facts, its condition, and collection if it is too large
//! to send.

use listing_domain::options::Tone;

use super::details::Field;
use super::item::Item;
use super::text::{capitalized, ended, joined, lowered};
use crate::lang::About;

/// The form of one marketplace's descriptions.
pub(crate) struct Layout {
    /// In a professional tone.
    pub(crate) facts: FactForm,
    /// Between paragraphs.
    pub(crate) between: &'static str,
    /// The case in which sentences begin.
    pub(crate) case: fn(Tone) -> Case,
}

/// Of facts outside the item's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FactForm {
    /// Full sentences.
    Prose,
    /// One line for each fact, after this bullet.
    List(&'static str),
}

/// Of a sentence's first word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Case {
    /// A capital, as usual.
    First,
    /// As within a sentence.
    Within,
}

const SHORTEST_LIST: usize = 2;

/// `scope` is the marketplace's name, so that an item's openings differ between marketplaces.
pub(crate) fn describe(item: &Item<'_>, scope: &str, tone: Tone, layout: &Layout) -> String {
    let writer = Writer { item, tone, case: (layout.case)(tone) };
    let fields = item.fields_not_in_name();
    let handover =
        if item.product.is_bulky() { item.localised(item.words().collected) } else { String::new() };
    let handover = writer.begun(&ended(&handover));
    if let (FactForm::List(bullet), Tone::Professional) = (layout.facts, tone)
        && item.rows(&fields).count() >= SHORTEST_LIST
    {
        let heading = writer.in_case(&ended(&item.full_name()));
        return joined([heading, item.list(bullet, &fields), handover], layout.between);
    }
    let opening = writer.opening(scope);
    let paragraphs = match tone {
        Tone::Professional => vec![opening, writer.labelled(&fields), handover],
        // Casual sellers put each topic on its own line.
        Tone::Casual => vec![opening, writer.condition_first(&fields), handover],
        Tone::Friendly => vec![joined([opening, writer.fact_sentence(&fields)], " "), handover],
    };
    joined(paragraphs, layout.between)
}

struct Writer<'i> {
    item: &'i Item<'i>,
    tone: Tone,
    case: Case,
}

impl Writer<'_> {
    /// The sentence that names the item.
    fn opening(&self, scope: &str) -> String {
        let openings = (self.item.words().openings)(self.tone);
        let seed = self.item.seed().with(&format!("{scope} {}", self.tone));
        let picked = seed.pick(openings.several).filter(|_| self.item.takes_demonstrative());
        let opening = picked.copied().unwrap_or(openings.plain);
        let filled = opening.replace("{name}", &self.item.full_name()).replace("{this}", &self.item.this());
        if opening.starts_with('{') { self.in_case(&filled) } else { self.begun(&filled) }
    }

    /// Then the condition.
    fn labelled(&self, fields: &[Field]) -> String {
        let condition = self.item.condition_phrase().unwrap_or_default();
        joined([self.sentence(&self.item.labelled_facts(fields)), self.sentence(&condition)], " ")
    }

    /// Then the other facts with as few words as possible.
    fn condition_first(&self, fields: &[Field]) -> String {
        let condition = self.item.condition_phrase().unwrap_or_default();
        let facts = self.item.bare_facts(fields);
        if self.item.condition_pieces().len() == 1 && ended(&condition) != condition {
            return self.sentence(&joined([condition, facts], ", "));
        }
        joined([self.sentence(&condition), self.sentence(&facts)], " ")
    }

    /// "It measures 120 x 60 cm and is in good condition, a scratch on one leg".
    fn fact_sentence(&self, fields: &[Field]) -> String {
        // The name may include the size.
        let sized = |size: Option<String>| size.filter(|_| fields.contains(&Field::Size));
        let [worn, sides] = [self.item.worn_size(), self.item.sides()].map(sized);
        let grade = self.item.lone_grade();
        let about = About { size: worn.as_deref(), sides: sides.as_deref(), grade: grade.as_deref() };
        let sentence = self.item.known_noun().and_then(|noun| (self.item.grammar().about)(noun, about));
        let Some(sentence) = sentence else { return self.labelled(fields) };
        let is_included = |field: &&Field| match field {
            Field::Size => worn.is_some() || sides.is_some(),
            Field::Audience => worn.is_some(),
            _ => false,
        };
        let rest: Vec<Field> = fields.iter().filter(|field| !is_included(field)).copied().collect();
        let sentences = if grade.is_some() {
            let remarks = self.item.condition_pieces().into_iter().skip(1);
            self.sentence(&joined([sentence].into_iter().chain(remarks), ", "))
        } else {
            let condition = self.item.condition_phrase().unwrap_or_default();
            joined([self.sentence(&sentence), self.sentence(&condition)], " ")
        };
        joined([self.sentence(&self.item.labelled_facts(&rest)), sentences], " ")
    }

    fn sentence(&self, text: &str) -> String {
        self.in_case(&ended(text.trim()))
    }

    /// The text begins with the writer's own words or the item's name.
    fn in_case(&self, text: &str) -> String {
        match self.case {
            Case::First => capitalized(text),
            Case::Within => text.to_owned(),
        }
    }

    /// The text begins with a capital.
    fn begun(&self, text: &str) -> String {
        match self.case {
            Case::First => text.to_owned(),
            Case::Within => lowered(text),
        }
    }
}
