//! Titles: the item's name, then every further fact that fits, in the order of buyers' interest. They are the
//! same in every tone.

use listing_domain::condition::Condition;

use super::item::{Item, NameFacts};
use super::text::{capitalized, units};

/// The form of one marketplace's titles.
pub(crate) struct Line {
    /// The maximum that reads well, in UTF-16 units.
    pub(crate) max_units: usize,
    /// Between the parts after the name.
    pub(crate) between: &'static str,
    /// The marks around the size, in place of the separator.
    pub(crate) around_size: Option<[&'static str; 2]>,
    pub(crate) case: TitleCase,
    /// The maximum synonyms at the end, which buyers search for.
    pub(crate) other_names: usize,
    /// An abbreviation at the start marks new items, such as "NWT".
    pub(crate) has_letters: bool,
}

impl Line {
    pub(crate) const fn new(max_units: usize, between: &'static str) -> Self {
        Self {
            max_units,
            between,
            around_size: None,
            case: TitleCase::Sentence,
            other_names: 0,
            has_letters: false,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TitleCase {
    /// As within a sentence.
    Sentence,
    /// As within a sentence, with a capital at the start of every part.
    Parts,
    /// The language's case for titles, such as capitals for most English words.
    Words,
}

/// Most important first: buyers search for the model more than for the material.
const WANTED: [fn(NameFacts) -> NameFacts; 8] = [
    |facts| NameFacts { brand: true, model: true, ..facts },
    |facts| NameFacts { model: true, ..facts },
    |facts| NameFacts { brand: true, ..facts },
    |facts| NameFacts { grade: true, ..facts },
    |facts| NameFacts { size: true, ..facts },
    |facts| NameFacts { audience: true, ..facts },
    |facts| NameFacts { colour: true, ..facts },
    |facts| NameFacts { material: true, ..facts },
];

/// Words with as many equal first letters count as alike in a search.
const ALIKE: usize = 4;

/// Only names have capitals, unless the line has another case.
pub(crate) fn title(item: &Item<'_>, line: &Line) -> String {
    let mut included = NameFacts::NONE;
    let mut title = line.shortest(item, included);
    for more in WANTED {
        let wanted = more(included);
        if let Some(longer) = line.fitting(item, wanted).filter(|_| wanted != included) {
            (included, title) = (wanted, longer);
        }
    }
    for other in item.search_words().into_iter().take(line.other_names) {
        let longer = format!("{title}{}{}", line.between, line.cased(item, &other));
        if units(&longer) <= line.max_units && !is_alike(&other, &title) {
            title = longer;
        }
    }
    title
}

impl Line {
    /// In the longest form that fits; `None` if none fits.
    fn fitting(&self, item: &Item<'_>, included: NameFacts) -> Option<String> {
        let forms = [(false, false), (true, false), (false, true), (true, true)];
        // "Sac cuir noir" reads well, "guitare bois" lacks a word.
        let forms =
            forms.into_iter().filter(|(is_terse, _)| !is_terse || included.colour || !included.material);
        let mut titles = forms.map(|(is_terse, is_bare)| self.with(item, included, is_terse, is_bare));
        titles.find(|title| units(title) <= self.max_units)
    }

    fn shortest(&self, item: &Item<'_>, included: NameFacts) -> String {
        self.with(item, included, true, true)
    }

    /// A terse title omits function words in the name. A bare title has only the value of the size ("M"), if
    /// that is clear.
    fn with(&self, item: &Item<'_>, included: NameFacts, is_terse: bool, is_bare: bool) -> String {
        let case = |words: &str| match self.case {
            TitleCase::Words => (item.grammar().title_case)(words),
            TitleCase::Sentence | TitleCase::Parts => words.to_owned(),
        };
        let name = item.title_name(included, is_terse, case);
        let letters = self.letters(item).filter(|_| included.grade);
        let name = match (letters, self.case) {
            (Some(letters), _) => format!("{letters} {name}"),
            (None, TitleCase::Parts) => capitalized(&name),
            (None, _) => name,
        };
        let [before, after] = self.around_size.unwrap_or([self.between, ""]);
        let brackets = if after.is_empty() { [" (", ")"] } else { [", ", ""] };
        let size = included.size.then(|| item.size_in_title(is_bare, brackets)).flatten();
        let size = size.map(|size| format!("{before}{}{after}", self.cased(item, &size)));
        let grade = (included.grade && letters.is_none()).then(|| grade(item)).flatten();
        let grade = grade.map(|grade| format!("{}{}", self.between, self.cased(item, &grade)));
        name + &size.unwrap_or_default() + &grade.unwrap_or_default()
    }

    fn cased(&self, item: &Item<'_>, part: &str) -> String {
        match self.case {
            TitleCase::Sentence => part.to_owned(),
            TitleCase::Parts => capitalized(part),
            TitleCase::Words => (item.grammar().title_case)(part),
        }
    }

    fn letters(&self, item: &Item<'_>) -> Option<&'static str> {
        let [with_tags, new] = item.words().new_letters;
        let letters = match item.condition.as_ref()?.named()? {
            Condition::NewWithTags => with_tags,
            Condition::New => new,
            _ => return None,
        };
        (self.has_letters && !letters.is_empty()).then_some(letters)
    }
}

/// The condition, if at least like new: buyers do not search for lower grades.
fn grade(item: &Item<'_>) -> Option<String> {
    let grade = item.condition.as_ref()?.named().filter(|grade| *grade <= Condition::LikeNew)?;
    Some(item.agreeing(&grade.plain_label(item.language).to_lowercase()))
}

/// Compares beginnings of words, such as "déco" and "décoration".
fn is_alike(other: &str, title: &str) -> bool {
    let beginnings = |text: &str| -> Vec<String> {
        let words = text.split([' ', '-', '’', ',', '|', '(', ')']).filter(|word| !word.is_empty());
        words.map(|word| word.chars().take(ALIKE).flat_map(char::to_lowercase).collect()).collect()
    };
    let words = beginnings(title);
    beginnings(other).iter().any(|word| words.contains(word))
}
