//! A phrase with places in it for what is known of an item.

use crate::writer::details::Field;
use crate::writer::item::Item;
use crate::writer::seed::Seed;
use crate::writer::text::{capitalised, stem};

/// Words below this are no words of which a second one would be a repetition.
const LONG: usize = 5;

/// A phrase of a table.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Template(Vec<Segment>);

#[derive(Debug, PartialEq, Eq)]
enum Segment {
    /// Words that are said as they are.
    Words(&'static str),
    /// What is known of the item.
    Put(Word, Case),
    /// By the number of the noun: singular, plural.
    Number([&'static str; 2]),
    /// By gender and number of the noun: masculine, feminine, and the plurals of both.
    Form([&'static str; 4]),
}

/// Whether a word begins a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Case {
    /// As it stands within a sentence.
    Within,
    /// With a capital.
    First,
}

/// What a phrase may say of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Word {
    /// "cette veste en cuir noir Zara".
    This,
    /// "veste en cuir noir Zara".
    Name,
    /// "une veste en cuir noir Zara".
    Some,
    /// "cette veste".
    Bare,
    /// "veste".
    Noun,
    /// "elle".
    It,
    /// What only the photos can tell.
    Left,
    /// What buyers of such an item ask about.
    Asks,
    /// What it is generally for.
    Use,
    /// Where it ends up with its buyer.
    Place,
}

impl Word {
    fn parse(code: &str) -> Option<Self> {
        Some(match code {
            "this" => Self::This,
            "name" => Self::Name,
            "a" => Self::Some,
            "bare" => Self::Bare,
            "noun" => Self::Noun,
            "it" => Self::It,
            "left" => Self::Left,
            "asks" => Self::Asks,
            "use" => Self::Use,
            "place" => Self::Place,
            _ => return None,
        })
    }

    /// The word for an item; nothing where nothing is known.
    fn of(self, item: &Item<'_>, seed: Seed) -> Option<String> {
        match self {
            Self::This => Some(item.this()),
            Self::Name => Some(item.heading()),
            Self::Some => Some(item.some()),
            Self::Bare => Some(item.bare()),
            Self::Noun => Some(item.noun()),
            Self::It => Some(item.pronoun().to_owned()),
            Self::Left => item.left_to_photos().map(str::to_owned),
            Self::Asks => item.asks(),
            Self::Use => item.general_use(seed),
            Self::Place => Some(item.new_place().to_owned()),
        }
    }
}

impl Template {
    /// Reads the text of a phrase.
    pub(crate) fn parse(text: &'static str) -> Option<Self> {
        let mut segments = Vec::new();
        let mut rest = text;
        while let Some((words, behind)) = rest.split_once('{') {
            let (inside, after) = behind.split_once('}')?;
            segments.push(Segment::Words(words));
            segments.push(Segment::parse(inside)?);
            rest = after;
        }
        let is_whole = !rest.contains('}') && !text.is_empty() && text.trim() == text;
        segments.push(Segment::Words(rest));
        segments.retain(|segment| *segment != Segment::Words(""));
        is_whole.then_some(Self(segments))
    }

    /// Whether everything that the phrase says of an item is known.
    pub(crate) fn can_say(&self, item: &Item<'_>) -> bool {
        self.words().all(|word| word.of(item, Seed::NOTHING).is_some())
    }

    fn words(&self) -> impl Iterator<Item = Word> {
        self.0.iter().filter_map(|segment| match segment {
            Segment::Put(word, _) => Some(*word),
            _ => None,
        })
    }

    /// The facts that the phrase tells.
    pub(crate) fn tells(&self, item: &Item<'_>) -> Vec<Field> {
        let told = |word| match word {
            Word::This | Word::Name | Word::Some => item.told_by_name(),
            Word::Bare | Word::Noun => vec![Field::Kind],
            _ => Vec::new(),
        };
        self.words().flat_map(told).collect()
    }

    /// What no text says twice, as far as the phrase says it: what only the photos can tell, what
    /// buyers ask about, what the item is for.
    pub(crate) fn topics(&self) -> impl Iterator<Item = Word> {
        self.words().filter(|word| matches!(word, Word::Left | Word::Asks | Word::Use))
    }

    /// The stems of the phrase's own long words, by which a second phrase is known to repeat a
    /// first one.
    pub(crate) fn stems(&self) -> impl Iterator<Item = String> {
        let own = self.0.iter().filter_map(|segment| match segment {
            Segment::Words(words) => Some(*words),
            _ => None,
        });
        let words = own.flat_map(|words| words.split(|c: char| !c.is_alphabetic()));
        words.filter(|word| word.chars().count() >= LONG).map(stem)
    }

    /// The phrase for an item, as it stands in a text, or without capitals of its own.
    pub(crate) fn say(&self, item: &Item<'_>, seed: Seed, case: Case) -> String {
        let mut said = String::new();
        for segment in &self.0 {
            match segment {
                Segment::Words(words) => {
                    let words = item.localised(words);
                    let is_low = case == Case::Within;
                    said += &if is_low { uncapitalised(&words, said.is_empty()) } else { words };
                }
                Segment::Put(word, own) => {
                    let word = word.of(item, seed).unwrap_or_default();
                    let is_first = case == Case::First && *own == Case::First;
                    said += &if is_first { capitalised(&word) } else { word };
                }
                Segment::Number([singular, plural]) => said += item.number(singular, plural),
                Segment::Form(forms) => said += forms[item.form()],
            }
        }
        said
    }

    #[cfg(test)]
    pub(crate) fn puts(&self, word: Word) -> bool {
        self.words().any(|other| other == word)
    }
}

impl Segment {
    fn parse(inside: &'static str) -> Option<Self> {
        if let Some(forms) = inside.strip_prefix("s:") {
            return Some(Self::Number(forms.split('|').collect::<Vec<_>>().try_into().ok()?));
        }
        if let Some(forms) = inside.strip_prefix("g:") {
            return Some(Self::Form(forms.split('|').collect::<Vec<_>>().try_into().ok()?));
        }
        let case = if inside.starts_with(char::is_uppercase) { Case::First } else { Case::Within };
        Some(Self::Put(Word::parse(&inside.to_lowercase())?, case))
    }
}

/// Words of a phrase without the capitals that begin its sentences.
fn uncapitalised(words: &str, is_beginning: bool) -> String {
    let mut begins = is_beginning;
    let mut lower = String::with_capacity(words.len());
    for (at, letter) in words.char_indices() {
        let behind = &words[at + letter.len_utf8()..];
        let is_alone = behind.starts_with([' ', '’']);
        let is_initial = behind.starts_with(char::is_uppercase);
        // The pronoun "I" keeps its capital nowhere else but in English, where nobody on such
        // a marketplace writes it.
        if begins && letter.is_uppercase() && !is_initial || letter == 'I' && is_alone {
            lower.extend(letter.to_lowercase());
        } else {
            lower.push(letter);
        }
        begins = matches!(letter, '.' | '!' | '?' | '…') || begins && !letter.is_alphanumeric();
    }
    lower
}
