//! Vestiaire Collective: precise and sober; the site makes titles of
//! category, material and brand.

use super::{Style, capitals};
use crate::writer::details::Field;
use crate::writer::phrases::Register;
use crate::writer::plan::{FULL, Layout};
use crate::writer::text::capitalised;
use crate::writer::titles::{names, title};

/// Room for what the site puts together itself.
const TITLE_ROOM: usize = 70;

pub(super) const STYLE: Style = Style {
    title: |item, tone| title(item, tone, TITLE_ROOM, names(item, tone).map(|name| capitalised(&name)), []),
    layout: Layout {
        plans: &FULL,
        register: Register::Vous,
        between: "\n\n",
        bullet: "",
        fields: &Field::BUT_KIND,
        case: capitals,
    },
    hashtags: 0,
};
