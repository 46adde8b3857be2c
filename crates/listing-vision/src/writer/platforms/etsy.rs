//! Etsy: a warm opening that shows in search, then the details as a list.

use super::{Style, capitals};
use crate::writer::details::Field;
use crate::writer::phrases::Register;
use crate::writer::plan::{FULL, Layout};
use crate::writer::text::capitalised;
use crate::writer::titles::{names_and_make, title};

/// Titles under some fifteen words are found best.
const TITLE_ROOM: usize = 100;

pub(super) const STYLE: Style = Style {
    title: |item, tone| {
        let (names, make) = names_and_make(item, tone);
        let size = item.size_phrase().map(|size| format!(", {size}"));
        let before = item.words().etsy_audience;
        let audience = item.audience_word().map(|audience| format!("{before}{audience}"));
        let make = make.map(|make| format!(", {make}"));
        let other_name = item.search_words().first().map(|words| format!(", {words}"));
        let parts = [audience, size, make, other_name];
        title(item, tone, TITLE_ROOM, names.map(|name| capitalised(&name)), parts)
    },
    layout: Layout {
        plans: &FULL,
        register: Register::Vous,
        between: "\n\n",
        bullet: "- ",
        fields: &Field::BUT_KIND,
        case: capitals,
    },
    hashtags: 0,
};
