//! Titles: what a thing is, then every further fact that has room, what buyers look for most first.
//!
//! A title has facts alone, so that it is the same in every tone.

use listing_domain::condition::Condition;

use super::item::{Item, Said};
use super::text::{capitalised, units};

/// The form of the titles of a marketplace.
pub(crate) struct Line {
    /// How many characters read well.
    pub(crate) room: usize,
    /// Between the parts behind the name.
    pub(crate) between: &'static str,
    /// Around the size, where something else stands there.
    pub(crate) around_size: Option<[&'static str; 2]>,
    /// The case of the words.
    pub(crate) case: TitleCase,
    /// The most other names of the thing that may follow: words that buyers search by.
    pub(crate) other_names: usize,
    /// New things are known by letters in front.
    pub(crate) has_letters: bool,
}

impl Line {
    /// A line of this length with something between its parts, and nothing unusual.
    pub(crate) const fn of(room: usize, between: &'static str) -> Self {
        Self {
            room,
            between,
            around_size: None,
            case: TitleCase::Sentence,
            other_names: 0,
            has_letters: false,
        }
    }
}

/// The case of the words of a title.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TitleCase {
    /// As within a sentence.
    Sentence,
    /// The same, but every part begins with a capital.
    Parts,
    /// As the titles of the language have it.
    Words,
}

/// The facts of a title in the order in which they are wanted: the model is looked for more than what
/// a thing is made of.
const WANTED: [fn(Said) -> Said; 8] = [
    |said| Said { brand: true, model: true, ..said },
    |said| Said { model: true, ..said },
    |said| Said { brand: true, ..said },
    |said| Said { grade: true, ..said },
    |said| Said { size: true, ..said },
    |said| Said { audience: true, ..said },
    |said| Said { colour: true, ..said },
    |said| Said { material: true, ..said },
];

/// Words that begin with as many equal letters are searched for alike.
const ALIKE: usize = 4;

/// The title of an item, in lower case but for names unless the line says otherwise.
pub(crate) fn title(item: &Item<'_>, line: &Line) -> String {
    let mut said = Said::NOTHING;
    let mut title = line.shortest(item, said);
    for more in WANTED {
        let wanted = more(said);
        if let Some(longer) = line.fitting(item, wanted).filter(|_| wanted != said) {
            (said, title) = (wanted, longer);
        }
    }
    for other in item.search_words().into_iter().take(line.other_names) {
        let longer = format!("{title}{}{}", line.between, line.cased(item, &other));
        if units(&longer) <= line.room && !is_alike(&other, &title) {
            title = longer;
        }
    }
    title
}

impl Line {
    /// The title with these facts, in the first of its forms that has room.
    fn fitting(&self, item: &Item<'_>, said: Said) -> Option<String> {
        let forms = [(false, false), (true, false), (false, true), (true, true)];
        // "Sac cuir noir" reads well, "guitare bois" lacks a word.
        let forms = forms.into_iter().filter(|(is_terse, _)| !is_terse || said.colour || !said.material);
        let mut titles = forms.map(|(is_terse, is_bare)| self.with(item, said, is_terse, is_bare));
        titles.find(|title| units(title) <= self.room)
    }

    fn shortest(&self, item: &Item<'_>, said: Said) -> String {
        self.with(item, said, true, true)
    }

    /// The title with these facts: with no little words in the name if it is terse, and with the size
    /// as a bare value where that says enough.
    fn with(&self, item: &Item<'_>, said: Said, is_terse: bool, is_bare: bool) -> String {
        let case = |words: &str| match self.case {
            TitleCase::Words => (item.grammar().title_case)(words),
            TitleCase::Sentence | TitleCase::Parts => words.to_owned(),
        };
        let name = item.title_name(said, is_terse, case);
        let letters = self.letters(item).filter(|_| said.grade);
        let name = match (letters, self.case) {
            (Some(letters), _) => format!("{letters} {name}"),
            (None, TitleCase::Parts) => capitalised(&name),
            (None, _) => name,
        };
        let [before, behind] = self.around_size.unwrap_or([self.between, ""]);
        let brackets = if behind.is_empty() { [" (", ")"] } else { [", ", ""] };
        let size = said.size.then(|| item.size_in_title(is_bare, brackets)).flatten();
        let size = size.map(|size| format!("{before}{}{behind}", self.cased(item, &size)));
        let grade = (said.grade && letters.is_none()).then(|| grade(item)).flatten();
        let grade = grade.map(|grade| format!("{}{}", self.between, self.cased(item, &grade)));
        name + &size.unwrap_or_default() + &grade.unwrap_or_default()
    }

    fn cased(&self, item: &Item<'_>, part: &str) -> String {
        match self.case {
            TitleCase::Sentence => part.to_owned(),
            TitleCase::Parts => capitalised(part),
            TitleCase::Words => (item.grammar().title_case)(part),
        }
    }

    /// The letters by which new things are known.
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

/// The grade as the part of a title, where buyers look for it: a thing is as good as new. Others are
/// looked for by what they are.
fn grade(item: &Item<'_>) -> Option<String> {
    let grade = item.condition.as_ref()?.named().filter(|grade| *grade <= Condition::LikeNew)?;
    Some(item.agreeing(&grade.plain_label(item.language).to_lowercase()))
}

/// Returns true if a title has a word that begins as one of another name does: "déco" and "décoration".
fn is_alike(other: &str, title: &str) -> bool {
    let beginnings = |text: &str| -> Vec<String> {
        let words = text.split([' ', '-', '’', ',', '|', '(', ')']).filter(|word| !word.is_empty());
        words.map(|word| word.chars().take(ALIKE).flat_map(char::to_lowercase).collect()).collect()
    };
    let said = beginnings(title);
    beginnings(other).iter().any(|word| said.contains(word))
}
