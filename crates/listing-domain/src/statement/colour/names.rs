//! The named colors, each with the wider colors that include it: navy is a kind of blue.

use crate::lang;
use crate::options::Language;
use crate::product::Noun;

/// A color, by its key in the tables of all languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ColorName(&'static str);

/// The key of every color, with the keys of the wider colors that include it. Of several colors with the same
/// word, the first wins.
const COLOURS: &[(&str, &[&str])] = &[
    ("black", &[]),
    ("white", &[]),
    ("grey", &[]),
    ("beige", &[]),
    ("brown", &[]),
    ("red", &[]),
    ("burgundy", &["red", "purple"]),
    ("pink", &[]),
    ("orange", &[]),
    ("yellow", &[]),
    ("green", &[]),
    ("khaki", &["green", "beige"]),
    ("turquoise", &["blue", "green"]),
    ("light_blue", &["blue"]),
    ("blue", &[]),
    ("navy_blue", &["blue"]),
    ("purple", &[]),
    ("gold", &["yellow"]),
    ("silver", &["grey"]),
    ("multicoloured", &[]),
    ("brun", &["brown"]),
    ("ecru", &["white", "beige"]),
    ("mauve", &["pink", "purple"]),
    ("copper", &["orange", "brown", "red"]),
    ("clear", &[]),
    ("cream", &["white", "beige"]),
    ("ivory", &["white"]),
    ("off_white", &["white"]),
    ("camel", &["brown", "beige"]),
    ("taupe", &["grey", "brown", "beige"]),
    ("sky_blue", &["blue"]),
    ("royal_blue", &["blue"]),
    ("teal", &["blue", "green"]),
    ("lilac", &["purple", "pink"]),
    ("lavender", &["purple"]),
    ("plum", &["purple", "red"]),
    ("coral", &["pink", "orange", "red"]),
    ("salmon", &["pink", "orange"]),
    ("peach", &["pink", "orange"]),
    ("mustard", &["yellow"]),
    ("olive", &["green"]),
    ("charcoal", &["grey"]),
    ("fuchsia", &["pink"]),
    ("rust", &["orange", "brown", "red"]),
    ("bronze", &["brown", "gold", "green"]),
    ("midnight_blue", &["blue"]),
    ("petrol_blue", &["blue"]),
    ("electric_blue", &["blue"]),
    ("water_green", &["green"]),
    ("forest_green", &["green"]),
    ("bottle_green", &["green"]),
    ("emerald", &["green"]),
    ("mint_green", &["green"]),
    ("sage_green", &["green"]),
    ("apple_green", &["green"]),
    ("aniseed_green", &["green"]),
    ("powder_pink", &["pink"]),
    ("old_pink", &["pink"]),
    ("candy_pink", &["pink"]),
    ("rose_gold", &["gold", "pink"]),
    ("sand", &["beige"]),
    ("nude", &["pink", "beige"]),
    ("cognac", &["brown"]),
    ("chocolate", &["brown"]),
    ("caramel", &["brown"]),
    ("fawn", &["brown"]),
    ("hazelnut", &["brown"]),
    ("brick", &["red", "orange"]),
    ("ochre", &["yellow", "orange"]),
    ("terracotta", &["orange", "red"]),
    ("champagne", &["beige", "gold"]),
    ("aubergine", &["purple"]),
    ("indigo", &["blue"]),
    ("magenta", &["pink"]),
    ("raspberry", &["pink", "red"]),
    ("cherry", &["red"]),
    ("apricot", &["orange"]),
    ("slate", &["grey"]),
    ("pearl_grey", &["grey"]),
    ("mouse_grey", &["grey"]),
    ("graphite", &["grey"]),
    ("garnet", &["red"]),
    ("ruby", &["red"]),
    ("honey", &["yellow"]),
    ("lemon", &["yellow"]),
];

impl ColorName {
    /// Returns the color with this key, if there is one.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::all().find(|name| name.0 == key)
    }

    /// Returns every color.
    pub fn all() -> impl Iterator<Item = Self> {
        COLOURS.iter().map(|(key, _)| Self(key))
    }

    /// The color's key in the tables of all languages.
    pub const fn key(self) -> &'static str {
        self.0
    }

    /// Returns true if the color is a kind of `wide`, as navy is a kind of blue.
    pub fn is_kind_of(self, wide: Self) -> bool {
        COLOURS.iter().any(|(key, kinds)| *key == self.0 && kinds.contains(&wide.0))
    }

    /// The color's name on its own, in lower case: "noir", "black".
    pub fn name(self, language: Language) -> &'static str {
        lang::of(language).colors.get(self.0).alone()
    }

    /// The color's name in agreement with a noun: "noire".
    pub fn agreeing(self, noun: Noun, language: Language) -> &'static str {
        lang::of(language).colors.get(self.0).agreeing(noun.gender(), noun.is_plural())
    }

    /// Every grammatical form and spelling of the color's name in a language.
    pub(super) fn words(self, language: Language) -> impl Iterator<Item = &'static str> {
        lang::of(language).colors.get(self.0).words()
    }
}
