//! What sellers say, as tables of phrases: one for each marketplace and one for all, in each
//! language's folder.
//!
//! A line says in which tone, at which place of a text and of which things a phrase may be
//! said. Which of several is said, the content of the item decides.

mod template;

use listing_domain::marketplace::Platform;
use listing_domain::product::Department;
use listing_domain::wish::Tone;

use super::item::Item;
use super::platforms::Destination;
use super::seed::Seed;
use crate::tables::lines;

pub(crate) use template::{Case, Template, Word};

/// A place of a text, for which tables have phrases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Slot {
    /// The first sentence, with the full name of the item.
    Opening,
    /// The first sentence where the facts follow as a list.
    BareOpening,
    /// What stands above a list of facts.
    Heading,
    /// Sends to the photos for what only they can tell.
    Photos,
    /// What the item is generally for.
    Use,
    /// Invites to ask what buyers of such an item ask.
    Ask,
    /// How the item gets to its buyer.
    Handover,
    /// The last sentence.
    Closing,
}

impl Slot {
    pub(crate) const ALL: [Self; 8] = [
        Self::Opening,
        Self::BareOpening,
        Self::Heading,
        Self::Photos,
        Self::Use,
        Self::Ask,
        Self::Handover,
        Self::Closing,
    ];

    /// What tables call it.
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::BareOpening => "opening_bare",
            Self::Heading => "heading",
            Self::Photos => "photos",
            Self::Use => "use",
            Self::Ask => "ask",
            Self::Handover => "handover",
            Self::Closing => "closing",
        }
    }
}

/// How buyers are addressed on a marketplace, in languages that tell it apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Register {
    /// As among friends.
    Tu,
    /// As among strangers.
    Vous,
}

/// Of what a phrase may be said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum When {
    /// It is worn.
    Wardrobe,
    /// It belongs into a home.
    Home,
    /// It is a piece of furniture.
    Furniture,
    /// It is neither worn nor belongs into a home.
    Anywhere,
    /// Its noun says what it is.
    Named,
    /// Its noun does not.
    Unnamed,
    /// Buyers are addressed so.
    Register(Register),
}

impl When {
    fn parse(code: &str) -> Option<Self> {
        Some(match code {
            "wardrobe" => Self::Wardrobe,
            "home" => Self::Home,
            "furniture" => Self::Furniture,
            "anywhere" => Self::Anywhere,
            "named" => Self::Named,
            "unnamed" => Self::Unnamed,
            "tu" => Self::Register(Register::Tu),
            "vous" => Self::Register(Register::Vous),
            _ => return None,
        })
    }

    fn holds(self, item: &Item<'_>, register: Register) -> bool {
        let destination = Destination::of(item.product);
        match self {
            Self::Wardrobe => matches!(destination, Destination::Wardrobe),
            Self::Home => matches!(destination, Destination::Home),
            Self::Furniture => item.product.department() == Some(Department::Furniture),
            Self::Anywhere => matches!(destination, Destination::Anywhere),
            Self::Named => item.is_named(),
            Self::Unnamed => !item.is_named(),
            Self::Register(other) => other == register,
        }
    }
}

/// A line of a table.
pub(crate) struct Phrase {
    tones: Vec<Tone>,
    slot: Slot,
    when: Vec<When>,
    text: Template,
}

impl Phrase {
    /// Reads a line: tones, slot, conditions and text, separated by tabs.
    pub(crate) fn parse(line: &'static str) -> Option<Self> {
        let [tones, slot, when, text] = line.split('\t').collect::<Vec<_>>()[..] else { return None };
        let tones = match tones {
            "*" => Tone::ALL.to_vec(),
            codes => codes.split(',').map(|code| code.parse().ok()).collect::<Option<_>>()?,
        };
        let when = match when {
            "-" => Vec::new(),
            codes => codes.split(',').map(When::parse).collect::<Option<_>>()?,
        };
        let slot = Slot::ALL.into_iter().find(|known| known.code() == slot)?;
        Some(Self { tones, slot, when, text: Template::parse(text)? })
    }

    fn fits(&self, tone: Tone, slot: Slot, item: &Item<'_>, register: Register) -> bool {
        self.slot == slot
            && self.tones.contains(&tone)
            && self.when.iter().all(|when| when.holds(item, register))
    }

    #[cfg(test)]
    pub(crate) const fn slot(&self) -> Slot {
        self.slot
    }

    #[cfg(test)]
    pub(crate) const fn text(&self) -> &Template {
        &self.text
    }
}

/// The phrases of a language.
pub(crate) struct Phrases {
    common: Vec<Phrase>,
    platforms: Vec<(Platform, Vec<Phrase>)>,
}

impl Phrases {
    /// Reads the tables: one for all marketplaces, and one for each. A line that cannot be
    /// read is left out; tests read every line.
    pub(crate) fn read(common: &'static str, of: fn(Platform) -> &'static str) -> Self {
        let read = |table: &'static str| lines(table).filter_map(Phrase::parse).collect();
        let platforms = Platform::ALL.iter().map(|platform| (*platform, read(of(*platform))));
        Self { common: read(common), platforms: platforms.collect() }
    }

    /// What may be said at a place of a text for a marketplace.
    pub(crate) fn fitting(
        &self,
        platform: Platform,
        tone: Tone,
        slot: Slot,
        item: &Item<'_>,
        register: Register,
    ) -> Vec<&Template> {
        let own = self.platforms.iter().filter(|(of, _)| *of == platform).flat_map(|(_, phrases)| phrases);
        let fits = |phrase: &&Phrase| phrase.fits(tone, slot, item, register) && phrase.text.can_say(item);
        own.chain(&self.common).filter(fits).map(|phrase| &phrase.text).collect()
    }
}

/// One of several phrases, as the seed of their place says.
pub(crate) fn choose<'p>(phrases: &[&'p Template], seed: Seed, slot: Slot) -> Option<&'p Template> {
    seed.with(slot.code()).pick(phrases).copied()
}
