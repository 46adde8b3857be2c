//! eBay: a title full of search words, then a structured list of specifics.

use listing_domain::product::Product;
use listing_domain::wish::Tone;

use super::{Style, capitals};
use crate::writer::condition_words::ConditionPhrase;
use crate::writer::details::Field;
use crate::writer::item::Item;
use crate::writer::phrases::Register;
use crate::writer::plan::{FULL, Layout};
use crate::writer::text::{self, capitalised, joined, units};
use crate::writer::titles;

/// The length of an eBay title.
const TITLE_ROOM: usize = 80;

/// How many other names a title says at most: more read as a list of search words.
const OTHER_NAMES: usize = 3;

/// A title below this has room for what the item is generally for.
const SHORT: usize = 45;

pub(super) const STYLE: Style = Style {
    title,
    layout: Layout {
        plans: &FULL,
        register: Register::Vous,
        between: "\n\n",
        bullet: "- ",
        fields: &Field::ALL,
        case: capitals,
    },
    hashtags: 0,
};

/// Brand first, then what buyers type: kind, material, colour, audience, size, condition,
/// other names of the kind, its department. The other tones have other orders.
fn title(item: &Item<'_>, tone: Tone) -> String {
    let title = search_title(item, tone);
    let is_same = tone != Tone::Professional && title == search_title(item, Tone::Professional);
    if is_same || item.product == Product::Unknown {
        titles::tailed(item, tone, title, TITLE_ROOM)
    } else {
        title
    }
}

fn search_title(item: &Item<'_>, tone: Tone) -> String {
    let in_titles = item.grammar().title_case;
    let [name, shorter] = [item.name(), item.noun()].map(|name| in_titles(&name));
    let brand = item.make().unwrap_or_default();
    let audience = in_titles(item.audience_word().unwrap_or_default());
    let full = match tone {
        Tone::Professional => joined((item.grammar().ebay_order)([brand, name.clone(), audience]), " "),
        Tone::Friendly | Tone::Casual => joined([name.clone(), brand, audience], " "),
    };
    // A seller's own sentence about the condition is no search word.
    let grade = item.condition.filter(|condition| matches!(condition, ConditionPhrase::Grade(_)));
    let grade = grade.map(|grade| in_titles(&grade.words(item.language)));
    let size = item.size_phrase().map(|size| in_titles(&size));
    let others = item.keywords().into_iter().take(OTHER_NAMES).map(|words| in_titles(&words));
    let mut department = item.product.department().map(item.grammar().tags).unwrap_or_default();
    if tone == Tone::Casual {
        department.reverse();
    }
    let department = department.into_iter().filter(|tag| !tag.is_empty()).map(in_titles);
    let parts = match tone {
        Tone::Professional | Tone::Friendly => {
            [size, grade].into_iter().flatten().chain(others).collect::<Vec<_>>()
        }
        Tone::Casual => others.chain([grade, size].into_iter().flatten()).collect(),
    };
    let length = parts.iter().fold(units(&full), |length, part| length + 1 + units(part));
    let general = item.general_use(item.seed()).filter(|_| length < SHORT);
    let general = general.map(|general| format!("{}{general}", item.words().for_use.trim_start()));
    let mut said = full.to_lowercase();
    let (before, behind) = if tone == Tone::Friendly { (None, general) } else { (general, None) };
    let parts = before.into_iter().chain(parts).chain(department).chain(behind).filter(|part| {
        let is_new = !said.contains(&part.to_lowercase());
        said.push_str(&part.to_lowercase());
        is_new
    });
    let parts = parts.map(|part| Some(format!(" {part}")));
    capitalised(&text::title(TITLE_ROOM, [full.clone(), name, shorter], parts))
}
