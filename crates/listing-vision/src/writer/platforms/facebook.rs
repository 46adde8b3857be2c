//! Facebook Marketplace: one short informal paragraph, as in a chat.

use super::{Style, capitals, plain_title};
use crate::writer::plan::{FactForm, Layout};
use crate::writer::titles::{Line, as_within};

/// Longer titles are cut in the grid of results.
const TITLE: Line = Line { room: 65, between: ", ", case: as_within };

pub(super) const STYLE: Style = Style {
    title: |item, tone| plain_title(item, tone, &TITLE, [" (", ")"]),
    layout: Layout { facts: FactForm::Prose, between: " ", collects: true, case: capitals },
    hashtags: 0,
};
