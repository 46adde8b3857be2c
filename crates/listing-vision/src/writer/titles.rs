//! How titles are put together: a name that fits, then what else has room. Each tone has a
//! title of its own.

use listing_domain::product::Product;
use listing_domain::wish::Tone;

use super::item::Item;
use super::text::{self, units};

/// The names of an item as a title may begin, longest first. A model is looked for more than a
/// colour is.
pub(super) fn names(item: &Item<'_>, tone: Tone) -> [String; 4] {
    let full = if tone == Tone::Casual { item.casual_name() } else { item.full_name() };
    let made = if item.model.is_some() { item.made_name() } else { full.clone() };
    [full, made, item.name(), item.noun()]
}

/// The names where brand and model stand behind them, and these where they then have to follow.
pub(super) fn names_and_make(item: &Item<'_>, tone: Tone) -> ([String; 2], Option<String>) {
    match tone {
        Tone::Casual => ([item.casual_name(), item.name()], None),
        Tone::Professional | Tone::Friendly => ([item.name(), item.noun()], item.make()),
    }
}

/// A title of at most `room` characters: the first of the names that fits, what the item is
/// generally for where a friendly seller has room to say so, the parts, and a tail where
/// nothing else tells the tones apart. An item that could not be recognised sends its readers
/// to the photos.
pub(super) fn title<const N: usize>(
    item: &Item<'_>,
    tone: Tone,
    room: usize,
    names: [String; N],
    parts: impl IntoIterator<Item = Option<String>>,
) -> String {
    let parts: Vec<Option<String>> = parts.into_iter().collect();
    let for_use = || Some(format!("{}{}", item.words().for_use, item.general_use(item.seed())?));
    if let (Tone::Friendly, Some(name), Some(general)) = (tone, names.first(), for_use()) {
        let all = [name, &general].into_iter().chain(parts.iter().flatten());
        if all.map(|part| units(part)).sum::<usize>() <= room {
            return text::title(room, names, [Some(general)].into_iter().chain(parts));
        }
    }
    let title = text::title(room, names, parts);
    let is_enough = match tone {
        Tone::Professional => item.product != Product::Unknown,
        Tone::Friendly => false,
        Tone::Casual => item.casual_name() != item.full_name(),
    };
    if is_enough { title } else { tailed(item, tone, title, room) }
}

/// The title with a tail of its tone; with its brand first where there is no room for one.
pub(super) fn tailed(item: &Item<'_>, tone: Tone, title: String, room: usize) -> String {
    let words = item.words();
    let [friendly, casual] = words.title_tails;
    let tails = match tone {
        Tone::Professional => [words.see_photos; 2],
        Tone::Friendly => friendly,
        Tone::Casual => casual,
    };
    let length = units(&title);
    if let Some(tail) = tails.iter().find(|tail| length + units(tail) <= room) {
        return title + tail;
    }
    let brand_first = item.make().map(|make| format!("{make} – {}", item.name()));
    let marked = (tone != Tone::Professional).then(|| format!("{title}{}", words.title_mark));
    let fitting = [brand_first, marked].into_iter().flatten().find(|other| units(other) <= room);
    fitting.unwrap_or(title)
}
