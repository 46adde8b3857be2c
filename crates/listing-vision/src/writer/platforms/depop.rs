//! Style of Depop: lower case, one topic per line, hashtags last. The first line is the title.

use listing_domain::options::Tone;

use super::Style;
use crate::writer::plan::{Case, FactForm, Layout};
use crate::writer::titles::Line;

pub(super) const STYLE: Style = Style {
    // A first line of this length is shown in full.
    title: Line::new(60, ", "),
    layout: Layout { facts: FactForm::Prose, between: "\n", case },
    hashtags: 5,
};

/// Only professional sellers use capitals on Depop.
fn case(tone: Tone) -> Case {
    if tone == Tone::Professional { Case::First } else { Case::Within }
}
