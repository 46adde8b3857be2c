//! Reads the colors of an item.

mod names;

use std::sync::LazyLock;

pub use names::ColorName;

use super::phrases::Phrases;
use super::tokens::{Token, tokens};
use crate::lang::{self, TintRole};
use crate::options::Language;
use crate::product::Noun;
use crate::text::fold;

/// "noir/blanc".
const JOINTS: &[char] = &['/', '&', '+', ',', '-', '–', ';'];
/// Skipped.
const IDLE: &[char] = &['.', ':', '!', '(', ')'];

/// Colors, a pattern, or both, to word in every language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColorStatement {
    /// In the seller's order; empty only with a pattern.
    tints: Vec<Tint>,
    pattern: Option<PatternName>,
}

/// A pattern, by its key in all languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PatternName(&'static str);

impl PatternName {
    /// The pattern with a key.
    pub fn from_key(key: &'static str) -> Option<Self> {
        let is_known = |language: &Language| {
            lang::of(*language).tints.words().any(|(_, role)| role == TintRole::Pattern(key))
        };
        Language::ALL.iter().all(is_known).then_some(Self(key))
    }

    /// The pattern in an item's name, in any language: "Jupe à rayures".
    pub fn in_name(name: &str) -> Option<Self> {
        let words = |text: &str| -> Vec<String> {
            let folded: String = text.chars().map(fold).collect();
            let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
            words.map(str::to_owned).collect()
        };
        let name = words(name);
        let words_with_roles = Language::ALL.iter().flat_map(|language| lang::of(*language).tints.words());
        let patterns = words_with_roles.filter_map(|(phrase, role)| match role {
            TintRole::Pattern(key) => Some((words(phrase), key)),
            _ => None,
        });
        let mentioned =
            patterns.filter(|(phrase, _)| name.windows(phrase.len().max(1)).any(|run| run == phrase));
        // "imprimé fleuri" is more precise than "imprimé".
        mentioned.max_by_key(|(phrase, _)| phrase.len()).map(|(_, key)| Self(key))
    }

    /// The word next to a noun: "à rayures", "striped".
    pub fn word(self, language: Language) -> &'static str {
        lang::of(language).tints.word(self.0)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tint {
    Plain(ColorName),
    /// With its shade's key: "bleu clair".
    Shaded(ColorName, &'static str),
    /// Both a wide name and a narrower one: "rouge bordeaux".
    Named {
        wide: ColorName,
        narrow: ColorName,
    },
}

#[derive(Debug, Clone, Copy)]
enum Word {
    Colour(ColorName),
    Tint(TintRole),
}

static WORDS: LazyLock<Phrases<Word>> = LazyLock::new(|| {
    let languages = || Language::ALL.iter().map(|language| lang::of(*language));
    let colours = languages().flat_map(|lang| {
        ColorName::all().flat_map(move |name| {
            lang.colors.get(name.key()).words().map(move |word| (word, Word::Colour(name)))
        })
    });
    let tints = languages().flat_map(|lang| lang.tints.words().map(|(word, role)| (word, Word::Tint(role))));
    Phrases::new(colours.chain(tints).collect::<Vec<_>>())
});

impl From<ColorName> for ColorStatement {
    fn from(name: ColorName) -> Self {
        Self { tints: vec![Tint::Plain(name)], pattern: None }
    }
}

impl ColorStatement {
    /// A statement from photos; `None` without color and pattern.
    pub fn seen(colours: impl IntoIterator<Item = ColorName>, pattern: Option<PatternName>) -> Option<Self> {
        let tints: Vec<Tint> = colours.into_iter().map(Tint::Plain).collect();
        (!tints.is_empty() || pattern.is_some()).then_some(Self { tints, pattern })
    }

    /// Adds a pattern, unless there is one.
    #[must_use]
    pub fn with_pattern(self, pattern: PatternName) -> Self {
        Self { pattern: self.pattern.or(Some(pattern)), ..self }
    }

    /// Reads words in any language; `None` if one is unknown.
    pub fn read(text: &str) -> Option<Self> {
        let tokens = WORDS.corrected(tokens(text), |_| false);
        let mut groups: Vec<Vec<Word>> = vec![Vec::new()];
        let mut pattern = None;
        let mut at = 0;
        while at < tokens.len() {
            let (length, word) = next(&tokens[at..])?;
            at += length;
            match word {
                Some(Word::Tint(TintRole::Joint)) => groups.push(Vec::new()),
                Some(Word::Tint(TintRole::Pattern(key))) => pattern = Some(PatternName(key)),
                Some(Word::Tint(TintRole::Idle)) | None => {}
                Some(word) => groups.last_mut()?.push(word),
            }
        }
        let mut tints: Vec<Tint> = Vec::new();
        for group in groups.iter().filter(|group| !group.is_empty()) {
            for tint in read_group(group)? {
                if !tints.contains(&tint) {
                    tints.push(tint);
                }
            }
        }
        (!tints.is_empty()).then_some(Self { tints, pattern })
    }

    /// The only color, if it has no shade.
    pub fn plain(&self) -> Option<ColorName> {
        match self.tints[..] {
            [Tint::Plain(name)] => Some(name),
            _ => None,
        }
    }

    /// True with colors, not only a pattern.
    pub const fn has_colours(&self) -> bool {
        !self.tints.is_empty()
    }

    /// The value: "noir", "bleu clair", "noir et blanc à rayures".
    pub fn value(&self, language: Language) -> String {
        let tints: Vec<String> = self.tints.iter().map(|tint| tint.value(language)).collect();
        self.patterned(super::listed(&tints, lang::of(language).phrase_format.and), language)
    }

    /// A lower-case adjective that agrees with a noun: "noire", "bleue à carreaux".
    pub fn adjective(&self, noun: Noun, language: Language) -> String {
        match self.plain() {
            Some(name) => self.patterned(name.agreeing(noun, language).to_owned(), language),
            None => self.value(language),
        }
    }

    fn patterned(&self, colours: String, language: Language) -> String {
        match self.pattern.map(|pattern| pattern.word(language)) {
            Some(pattern) if colours.is_empty() => pattern.to_owned(),
            Some(pattern) => format!("{colours} {pattern}"),
            None => colours,
        }
    }

    /// The colors, by the narrower of two names.
    pub fn names(&self) -> impl Iterator<Item = ColorName> {
        self.tints.iter().map(|tint| match tint {
            Tint::Plain(name) | Tint::Shaded(name, _) | Tint::Named { narrow: name, .. } => *name,
        })
    }

    /// The value and, for a single color, every grammatical form.
    pub(crate) fn wordings(&self, language: Language) -> Vec<String> {
        let mut wordings = vec![self.value(language)];
        if let Some(name) = self.plain() {
            wordings.extend(name.words(language).map(|word| self.patterned(word.to_owned(), language)));
        }
        wordings
    }
}

impl Tint {
    fn value(self, language: Language) -> String {
        let lang = lang::of(language);
        let in_order = |in_given_order: bool, first: &str, second: &str| {
            if in_given_order { format!("{first} {second}") } else { format!("{second} {first}") }
        };
        match self {
            Self::Plain(name) => name.name(language).to_owned(),
            Self::Shaded(name, shade) => {
                in_order(lang.phrase_format.adjective_behind, name.name(language), lang.tints.word(shade))
            }
            Self::Named { wide, narrow } => {
                in_order(lang.phrase_format.wide_color_first, wide.name(language), narrow.name(language))
            }
        }
    }
}

/// With its length in tokens; no word for a mark without meaning.
fn next(tokens: &[Token]) -> Option<(usize, Option<Word>)> {
    if let Some((length, word)) = WORDS.longest(tokens) {
        return Some((length, Some(word)));
    }
    let is = |marks: &[char]| marks.iter().any(|mark| tokens[0].is_mark(*mark));
    if is(JOINTS) {
        Some((1, Some(Word::Tint(TintRole::Joint))))
    } else if is(IDLE) {
        Some((1, None))
    } else {
        None
    }
}

/// One color, perhaps with a shade or named twice, or several.
fn read_group(words: &[Word]) -> Option<Vec<Tint>> {
    let mut names: Vec<ColorName> = Vec::new();
    let mut shade = None;
    for word in words {
        match word {
            Word::Colour(name) => names.push(*name),
            Word::Tint(TintRole::Shade(key)) => shade = Some(*key),
            Word::Tint(_) => {}
        }
    }
    match (&names[..], shade) {
        ([], _) => None,
        ([name], Some(shade)) => Some(vec![Tint::Shaded(*name, shade)]),
        ([one, other], None) if one.is_kind_of(*other) => {
            Some(vec![Tint::Named { wide: *other, narrow: *one }])
        }
        ([one, other], None) if other.is_kind_of(*one) => {
            Some(vec![Tint::Named { wide: *one, narrow: *other }])
        }
        (names, None) => Some(names.iter().copied().map(Tint::Plain).collect()),
        // The shade could belong to any.
        (_, Some(_)) => None,
    }
}

#[cfg(test)]
mod tests;
