//! Vinted: short, friendly, on first-name terms, a few hashtags last.

use super::{Style, capitals, plain_title};
use crate::writer::plan::{FactForm, Layout};
use crate::writer::titles::{Line, as_within};

/// Longer titles are cut in the grid of results.
const TITLE: Line = Line { room: 80, between: ", ", case: as_within };

pub(super) const STYLE: Style = Style {
    title: |item, tone| plain_title(item, tone, &TITLE, [", ", ""]),
    layout: Layout { facts: FactForm::Prose, between: "\n", collects: true, case: capitals },
    hashtags: 5,
};
