//! What is told of an item, and in which order: the plan of a description comes first, then
//! its words.

use std::collections::HashSet;

use listing_domain::marketplace::Platform;
use listing_domain::wish::Tone;

use super::details::Field;
use super::item::Item;
use super::phrases::{Case, Register, Slot, Template, Word, choose};
use super::seed::Seed;
use super::text::{ended, joined, sentence};

/// A piece of a description.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// A phrase of the marketplace's or the common table.
    Say(Slot),
    /// What the name does not say, as a sentence.
    Facts,
    /// The condition as a sentence.
    Condition,
    /// What is not told yet, as a labelled list.
    List,
    /// What the material needs in care.
    Care,
}

/// The paragraphs of a description.
pub(crate) type Plan = &'static [&'static [Part]];

/// The plans of a marketplace by tone; the content of the item decides for one of them.
pub(crate) struct Plans {
    pub(crate) professional: &'static [Plan],
    pub(crate) friendly: &'static [Plan],
    pub(crate) casual: &'static [Plan],
}

/// How descriptions look on a marketplace.
pub(crate) struct Layout {
    pub(crate) plans: &'static Plans,
    /// How buyers are addressed.
    pub(crate) register: Register,
    /// Between paragraphs.
    pub(crate) between: &'static str,
    /// Before each line of a list.
    pub(crate) bullet: &'static str,
    /// What a list may tell, in its order.
    pub(crate) fields: &'static [Field],
    /// Whether sentences begin with capitals.
    pub(crate) case: fn(Tone) -> Case,
}

const OPENING: Part = Part::Say(Slot::Opening);
const BARE_OPENING: Part = Part::Say(Slot::BareOpening);
const PHOTOS: Part = Part::Say(Slot::Photos);
const USE: Part = Part::Say(Slot::Use);
const ASK: Part = Part::Say(Slot::Ask);
const HANDOVER: Part = Part::Say(Slot::Handover);
const CLOSING: Part = Part::Say(Slot::Closing);

/// Where descriptions are read before buying: facts as a list where there are some, then
/// what helps to decide.
pub(crate) const FULL: Plans = Plans {
    professional: &[
        &[&[BARE_OPENING], &[Part::List], &[PHOTOS, USE], &[HANDOVER]],
        &[&[BARE_OPENING], &[Part::List], &[Part::Care, PHOTOS], &[ASK]],
        &[&[OPENING, USE], &[Part::List], &[PHOTOS, ASK]],
        &[&[OPENING, Part::Facts, Part::Condition], &[USE, Part::Care], &[PHOTOS, HANDOVER]],
        &[&[OPENING, Part::Facts, Part::Condition], &[Part::Care, PHOTOS], &[ASK]],
    ],
    friendly: &[
        &[&[BARE_OPENING], &[Part::List], &[USE, PHOTOS], &[HANDOVER, CLOSING]],
        &[&[BARE_OPENING, USE], &[Part::List], &[Part::Care, PHOTOS], &[ASK]],
        &[&[OPENING, Part::Facts, Part::Condition], &[USE, Part::Care, PHOTOS], &[ASK]],
        &[&[OPENING, USE], &[Part::Facts, Part::Condition, PHOTOS], &[HANDOVER, CLOSING]],
    ],
    casual: &[
        &[&[BARE_OPENING], &[Part::List], &[PHOTOS, CLOSING]],
        &[&[OPENING, Part::Facts, Part::Condition], &[USE, PHOTOS], &[CLOSING]],
        &[&[OPENING, Part::Facts, Part::Condition], &[PHOTOS, ASK]],
    ],
};

/// Where people write as they talk: sentences, a list only where much is known.
pub(crate) const TALK: Plans = Plans {
    professional: &[
        &[&[OPENING], &[Part::Facts, Part::Condition, USE], &[PHOTOS], &[HANDOVER]],
        &[&[BARE_OPENING], &[Part::List], &[PHOTOS, ASK], &[HANDOVER]],
        &[&[OPENING, Part::Facts, Part::Condition], &[PHOTOS], &[ASK, HANDOVER]],
    ],
    friendly: &[
        &[&[OPENING, Part::Facts, Part::Condition], &[USE, PHOTOS], &[HANDOVER, CLOSING]],
        &[&[OPENING, USE], &[Part::Facts, Part::Condition, PHOTOS], &[ASK, HANDOVER]],
        &[&[OPENING, Part::Facts, Part::Condition], &[PHOTOS], &[ASK, CLOSING]],
    ],
    casual: &[
        &[&[OPENING, Part::Facts], &[Part::Condition, PHOTOS], &[HANDOVER]],
        &[&[OPENING, Part::Facts, Part::Condition], &[USE, PHOTOS], &[CLOSING]],
        &[&[OPENING, Part::Facts, Part::Condition], &[PHOTOS], &[ASK]],
    ],
};

/// Where one glance has to do.
pub(crate) const BRIEF: Plans = Plans {
    professional: &[
        &[&[OPENING, Part::Facts, Part::Condition], &[PHOTOS, HANDOVER]],
        &[&[OPENING, Part::Facts, Part::Condition], &[USE, PHOTOS], &[HANDOVER]],
    ],
    friendly: &[
        &[&[OPENING, Part::Facts, Part::Condition], &[PHOTOS, HANDOVER]],
        &[&[OPENING, Part::Facts, Part::Condition], &[USE, PHOTOS], &[CLOSING]],
    ],
    casual: &[
        &[&[OPENING, Part::Facts, Part::Condition], &[PHOTOS, HANDOVER]],
        &[&[OPENING, Part::Facts, Part::Condition], &[PHOTOS, CLOSING]],
    ],
};

/// A list of less than this tells little.
const SHORTEST_LIST: usize = 3;

/// The description for a marketplace.
pub(crate) fn describe(item: &Item<'_>, platform: Platform, tone: Tone, layout: &Layout) -> String {
    let seed = item.seed().with(&format!("{platform} {tone}"));
    let plans = match tone {
        Tone::Professional => layout.plans.professional,
        Tone::Friendly => layout.plans.friendly,
        Tone::Casual => layout.plans.casual,
    };
    let has_much = layout.fields.iter().filter(|field| item.knows(**field)).count() >= SHORTEST_LIST;
    let plans: Vec<Plan> = plans.iter().copied().filter(|plan| has_much || !has_list(plan)).collect();
    let mut text = Text {
        item,
        platform,
        tone,
        layout,
        seed,
        told: Vec::new(),
        topics: Vec::new(),
        stems: HashSet::new(),
    };
    let plan = seed.with("plan").pick(&plans).copied().unwrap_or_default();
    joined(plan.iter().map(|parts| joined(parts.iter().map(|part| text.part(*part)), " ")), layout.between)
}

fn has_list(plan: &[&[Part]]) -> bool {
    plan.iter().any(|parts| parts.contains(&Part::List))
}

/// A description while it is written.
struct Text<'i> {
    item: &'i Item<'i>,
    platform: Platform,
    tone: Tone,
    layout: &'i Layout,
    seed: Seed,
    /// What it has told so far: nothing is told twice.
    told: Vec<Field>,
    /// What its phrases were about so far.
    topics: Vec<Word>,
    /// The stems of its phrases' own words so far.
    stems: HashSet<String>,
}

impl Text<'_> {
    /// A part in words; empty where there is nothing to say.
    fn part(&mut self, part: Part) -> String {
        match part {
            Part::Say(slot) => self.say(slot),
            Part::Facts => {
                let facts = self.item.beside(&self.told);
                self.told.extend([Field::Model, Field::Audience, Field::Size, Field::Material, Field::Isbn]);
                self.sentence(&facts)
            }
            Part::Condition => {
                let condition =
                    self.item.condition_phrase().filter(|_| !self.told.contains(&Field::Condition));
                self.told.push(Field::Condition);
                self.sentence(&condition.unwrap_or_default())
            }
            Part::List => self.list(),
            Part::Care => {
                let care = self.seed.with("care").pick(self.item.cares());
                care.map(|care| self.sentence(care)).unwrap_or_default()
            }
        }
    }

    fn say(&mut self, slot: Slot) -> String {
        let phrases = &self.item.lang().phrases;
        let fitting = phrases.fitting(self.platform, self.tone, slot, self.item, self.layout.register);
        let Some(phrase) = choose(&self.fresh(fitting), self.seed, slot) else { return String::new() };
        self.told.extend(phrase.tells(self.item));
        self.topics.extend(phrase.topics());
        self.stems.extend(phrase.stems());
        phrase.say(self.item, self.seed, (self.layout.case)(self.tone))
    }

    /// Those of the phrases that say nothing again and repeat the fewest words.
    fn fresh<'p>(&self, phrases: Vec<&'p Template>) -> Vec<&'p Template> {
        let says_again = |phrase: &Template| phrase.topics().any(|topic| self.topics.contains(&topic));
        let repeats = |phrase: &Template| phrase.stems().filter(|stem| self.stems.contains(stem)).count();
        let phrases: Vec<_> = phrases
            .into_iter()
            .filter(|phrase| !says_again(phrase))
            .map(|phrase| (repeats(phrase), phrase))
            .collect();
        let fewest = phrases.iter().map(|(repeated, _)| *repeated).min();
        phrases
            .into_iter()
            .filter(|(repeated, _)| Some(*repeated) == fewest)
            .map(|(_, phrase)| phrase)
            .collect()
    }

    /// The facts that are not told yet, under a heading where the marketplace's sellers have one.
    fn list(&mut self) -> String {
        let fields = self.layout.fields.iter().copied().filter(|field| !self.told.contains(field));
        let list = self.item.list(self.layout.bullet, &fields.collect::<Vec<_>>());
        if list.is_empty() {
            return list;
        }
        let heading = self.say(Slot::Heading);
        self.told.extend(Field::ALL);
        joined([heading, list], "\n")
    }

    fn sentence(&self, text: &str) -> String {
        match (self.layout.case)(self.tone) {
            Case::First => sentence(text),
            Case::Within => ended(text),
        }
    }
}
