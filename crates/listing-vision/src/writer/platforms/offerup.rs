//! OfferUp: as short as can be.

use super::{Style, capitals, plain_title};
use crate::writer::plan::{FactForm, Layout};
use crate::writer::titles::{Line, as_within};

/// Titles are read on a phone's grid.
const TITLE: Line = Line { room: 50, between: ", ", case: as_within };

pub(super) const STYLE: Style = Style {
    title: |item, tone| plain_title(item, tone, &TITLE, [", ", ""]),
    layout: Layout { facts: FactForm::Prose, between: " ", collects: true, case: capitals },
    hashtags: 0,
};
