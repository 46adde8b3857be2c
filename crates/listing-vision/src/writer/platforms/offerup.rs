//! Style of OfferUp: as short as possible.

use super::{Style, capitals};
use crate::writer::plan::{FactForm, Layout};
use crate::writer::titles::Line;

pub(super) const STYLE: Style = Style {
    // Titles are read in a phone’s grid.
    title: Line::new(60, ", "),
    layout: Layout { facts: FactForm::Prose, between: " ", case: capitals },
    hashtags: 0,
};
