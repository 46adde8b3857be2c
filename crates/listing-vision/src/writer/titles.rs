//! How titles are put together: a name that fits, then what else has room. Each tone has a
//! title of its own.

use listing_domain::product::Product;
use listing_domain::wish::Tone;

use super::condition_words::ConditionPhrase;
use super::item::Item;
use super::text::units;

/// What the titles of a marketplace have in common.
pub(super) struct Line {
    /// How many characters read well.
    pub(super) room: usize,
    /// Between the parts behind the name.
    pub(super) between: &'static str,
    /// A part in the case in which it stands there.
    pub(super) case: fn(&Item<'_>, &str) -> String,
}

impl Line {
    /// A part with what stands before it.
    pub(super) fn part(&self, item: &Item<'_>, part: &str) -> String {
        format!("{}{}", self.between, (self.case)(item, part))
    }
}

/// A part as it stands within a sentence.
pub(super) fn as_within(_: &Item<'_>, part: &str) -> String {
    part.to_owned()
}

/// The names of an item as a title may begin, longest first. Brand and model are looked for more
/// than a colour is.
pub(super) fn names(item: &Item<'_>, tone: Tone) -> [String; 4] {
    let full = match tone {
        Tone::Professional => item.full_name(),
        Tone::Friendly => item.title_name(),
        Tone::Casual => item.casual_name(),
    };
    let made = if item.make().is_some() { item.made_name() } else { full.clone() };
    [full, made, item.name(), item.noun()]
}

/// The names where brand and model stand behind them, and these where they then have to follow.
pub(super) fn names_and_make(item: &Item<'_>, tone: Tone) -> (Vec<String>, Option<String>) {
    match tone {
        Tone::Professional => (vec![item.name(), item.noun()], item.make()),
        Tone::Friendly | Tone::Casual => (names(item, tone).into(), None),
    }
}

/// The grade as the part of a title. A seller's own sentence about the condition is none.
pub(super) fn grade(item: &Item<'_>) -> Option<String> {
    let grade = item.condition.filter(|condition| matches!(condition, ConditionPhrase::Grade(_)));
    Some(grade?.words(item.language))
}

/// The title that is made for a tone; with another name of the item or a tail where it would be
/// that of another tone. An item that could not be recognised sends its readers to the photos.
pub(super) fn title(item: &Item<'_>, tone: Tone, line: &Line, make: impl Fn(Tone) -> String) -> String {
    let title = make(tone);
    let others = match tone {
        Tone::Professional => &[][..],
        Tone::Friendly => &[Tone::Professional],
        Tone::Casual => &[Tone::Professional, Tone::Friendly],
    };
    let is_anothers = others.iter().any(|other| make(*other) == title);
    if is_anothers || item.product == Product::Unknown { tailed(item, tone, title, line) } else { title }
}

/// The title with what tells it apart: another name that buyers type, if its tone is friendly,
/// else a tail; with brand and model first where there is no room for one.
fn tailed(item: &Item<'_>, tone: Tone, title: String, line: &Line) -> String {
    let words = item.words();
    let [friendly, casual] = words.title_tails;
    let tails = match tone {
        Tone::Professional => [words.see_photos; 2],
        Tone::Friendly => friendly,
        Tone::Casual => casual,
    };
    let said = title.to_lowercase();
    // A brand that is missing comes to stand at the end: a tail would stand before it.
    if item.brand.is_some_and(|brand| !said.contains(&brand.to_lowercase())) {
        return title;
    }
    let other_name = item.search_words().into_iter().find(|name| !said.contains(&name.to_lowercase()));
    let other_name = other_name.filter(|_| tone == Tone::Friendly);
    let ends = other_name.into_iter().chain(tails.map(str::to_owned));
    let ends = ends.map(|end| title.clone() + &line.part(item, &end));
    let without_grade = grade(item).and_then(|grade| title.strip_suffix(&line.part(item, &grade)));
    let shorter = without_grade.map(|start| start.to_owned() + &line.part(item, tails[1]));
    let closer = format!("{title}, {}", tails[1]);
    let make_first = item.make().map(|make| format!("{make} – {}", (line.case)(item, &item.name())));
    let marked = (tone != Tone::Professional).then(|| format!("{title}{}", words.title_mark));
    let fitting = ends
        .chain(shorter)
        .chain([closer])
        .chain(make_first)
        .chain(marked)
        .find(|other| units(other) <= line.room);
    fitting.unwrap_or(title)
}
