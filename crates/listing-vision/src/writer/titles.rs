//! Titles: a name that fits, then every further fact that has room.

use listing_domain::condition::Condition;
use listing_domain::wish::Tone;

use super::item::Item;

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

/// The grade as the part of a title, where buyers look for it: a thing is as good as new. Others are
/// looked for by what they are.
pub(super) fn grade(item: &Item<'_>) -> Option<String> {
    let grade = item.condition.as_ref()?.named().filter(|grade| *grade <= Condition::LikeNew)?;
    Some(grade.plain_label(item.language).to_lowercase())
}
