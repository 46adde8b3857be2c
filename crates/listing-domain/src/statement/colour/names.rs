//! The named colors, each with its wider colors: navy is a kind of blue.

use crate::lang;
use crate::options::Language;
use crate::product::Noun;

/// A color, by its key in all languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ColorName(&'static str);

/// Each key with those of wider colors. Of several colors with one word, the first wins.
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
    /// The color with a key.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::all().find(|name| name.0 == key)
    }

    /// Every color.
    pub fn all() -> impl Iterator<Item = Self> {
        COLOURS.iter().map(|(key, _)| Self(key))
    }

    /// The key in all languages.
    pub const fn key(self) -> &'static str {
        self.0
    }

    /// True for a kind of `wide`, as navy is of blue.
    pub fn is_kind_of(self, wide: Self) -> bool {
        COLOURS.iter().any(|(key, kinds)| *key == self.0 && kinds.contains(&wide.0))
    }

    /// The lower-case name: "noir", "black".
    pub fn name(self, language: Language) -> &'static str {
        lang::of(language).colors.get(self.0).alone()
    }

    /// The name in agreement with a noun: "noire".
    pub fn agreeing(self, noun: Noun, language: Language) -> &'static str {
        lang::of(language).colors.get(self.0).agreeing(noun.gender(), noun.is_plural())
    }

    /// Every form and spelling.
    pub(super) fn words(self, language: Language) -> impl Iterator<Item = &'static str> {
        lang::of(language).colors.get(self.0).words()
    }
}
