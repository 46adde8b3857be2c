//! Descriptions: an opening that names the thing, its facts, its condition and how it is handed
//! over. Every sentence has a fact.

use listing_domain::wish::Tone;

use super::item::Item;
use super::text::{capitalised, ended, joined, lowered, sentence};

/// The form of descriptions on a marketplace.
pub(crate) struct Layout {
    /// The form of the facts in a professional tone.
    pub(crate) facts: FactForm,
    /// Between paragraphs.
    pub(crate) between: &'static str,
    /// True if buyers come and fetch what is hard to send.
    pub(crate) collects: bool,
    /// Whether sentences begin with capitals.
    pub(crate) case: fn(Tone) -> Case,
}

/// The form of facts that the name does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FactForm {
    /// Sentences.
    Prose,
    /// A line for each, behind a bullet.
    List(&'static str),
}

/// The case in which sentences begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Case {
    /// With a capital.
    First,
    /// As within a sentence.
    Within,
}

/// The fewest facts that make a list.
const SHORTEST_LIST: usize = 2;

/// The description in a tone. `scope` is part of the choice among openings, so that an item does
/// not open alike everywhere.
pub(crate) fn describe(item: &Item<'_>, scope: &str, tone: Tone, layout: &Layout) -> String {
    let writer = Writer { item, case: (layout.case)(tone) };
    let fields = item.fields_beside_name();
    let list = match layout.facts {
        FactForm::List(bullet) if tone == Tone::Professional && fields.len() >= SHORTEST_LIST => Some(bullet),
        _ => None,
    };
    let opening = writer.opening(scope, tone, list.is_some());
    let handover = if layout.collects && item.product.is_bulky() { item.words().collected } else { "" };
    let handover = writer.sentence(handover);
    if let Some(bullet) = list {
        return joined([opening, item.list(bullet, &fields), handover], layout.between);
    }
    let facts = writer.sentence(&item.beside(&fields));
    let condition = writer.sentence(&item.condition_phrase().unwrap_or_default());
    let paragraphs = match tone {
        // Casual sellers put each thing on its line.
        Tone::Casual => vec![joined([opening, facts], " "), condition, handover],
        Tone::Professional => vec![opening, joined([facts, condition], " "), handover],
        Tone::Friendly => vec![joined([opening, facts, condition], " "), handover],
    };
    joined(paragraphs, layout.between)
}

struct Writer<'i> {
    item: &'i Item<'i>,
    case: Case,
}

impl Writer<'_> {
    /// The sentence that names the thing. Above a list it is the bare name.
    fn opening(&self, scope: &str, tone: Tone, is_heading: bool) -> String {
        let openings = &self.item.words().openings;
        let openings = match tone {
            Tone::Professional => openings.professional,
            Tone::Friendly => openings.friendly,
            Tone::Casual => openings.casual,
        };
        let fitting: Vec<&str> = openings.iter().copied().filter(|opening| self.fits(opening)).collect();
        let opening = self.item.seed().with(&format!("{scope} {tone}")).pick(&fitting).copied();
        let opening = opening.filter(|_| !is_heading).unwrap_or("{name}.");
        let [name, this, some] = [self.item.full_name(), self.item.this(), self.item.some()];
        let filled = opening.replace("{name}", &name).replace("{this}", &this).replace("{some}", &some);
        match self.case {
            Case::First => capitalised(&filled),
            Case::Within if opening.starts_with('{') => filled,
            Case::Within => lowered(&filled),
        }
    }

    /// Nothing can be pointed at of which neither gender nor number is known.
    fn fits(&self, opening: &str) -> bool {
        self.item.can_be_pointed_at() || !(opening.contains("{this}") || opening.contains("{some}"))
    }

    fn sentence(&self, text: &str) -> String {
        match self.case {
            Case::First => sentence(text),
            Case::Within => ended(text),
        }
    }
}
