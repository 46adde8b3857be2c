//! Vestiaire Collective: precise and sober; the site makes titles of
//! category, material and brand.

use super::{Style, capitals};
use crate::writer::plan::{FactForm, Layout};
use crate::writer::titles::Line;

pub(super) const STYLE: Style = Style {
    // Room for what the site puts together itself.
    title: Line::of(70, ", "),
    layout: Layout { facts: FactForm::List(""), between: "\n\n", case: capitals },
    hashtags: 0,
};
