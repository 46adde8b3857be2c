//! A photo in work: what several recognisers need of it is made once.

use std::sync::OnceLock;

use listing_domain::label::Label;
use listing_domain::photo::Pixels;

use super::steps::{Step, Steps};
use super::{Depth, Search};
use crate::classifier::Classification;
use crate::mask::Mask;
use crate::models::Models;
use crate::network::LookError;
use crate::picture::Crop;
use crate::reading::{Detail, Line, Reader};
use crate::threads::Threads;

/// So few lines are a name on the product, which a glance finds; more are a label, whose lines are
/// small. Most photos show none at all, or something that is no text.
const FEW: usize = 3;

/// A photo and what it is looked at with.
pub(super) struct Photo<'a> {
    pub(super) pixels: &'a Pixels,
    pub(super) models: &'a Models,
    pub(super) threads: &'a Threads,
    pub(super) search: Search,
    steps: &'a Steps,
    mask: OnceLock<Mask>,
    label: OnceLock<Label>,
}

impl<'a> Photo<'a> {
    pub(super) const fn new(
        pixels: &'a Pixels,
        models: &'a Models,
        threads: &'a Threads,
        search: Search,
        steps: &'a Steps,
    ) -> Self {
        Self { pixels, models, threads, search, steps, mask: OnceLock::new(), label: OnceLock::new() }
    }

    /// What the classifier says about some crops.
    pub(super) fn looks(&self, crops: &[Crop]) -> Result<Vec<(Crop, Classification)>, LookError> {
        let look = || self.models.classifier().look(self.threads, self.pixels, crops);
        Ok(crops.iter().copied().zip(self.steps.time(Step::Classify, look)?).collect())
    }

    /// Which of its pixels are the product. Takes longer than everything else together, when it is
    /// asked for the first time.
    pub(super) fn mask(&self) -> Result<&Mask, LookError> {
        if let Some(mask) = self.mask.get() {
            return Ok(mask);
        }
        let look = || self.models.masker().look(self.threads, self.pixels);
        let mask = self.steps.time(Step::Mask, look)?;
        Ok(self.mask.get_or_init(|| mask))
    }

    /// What is written in it. Without networks that read, nothing is.
    pub(super) fn label(&self) -> Result<&Label, LookError> {
        if let Some(label) = self.label.get() {
            return Ok(label);
        }
        let label = match self.models.reader() {
            Some(reader) => Label::read(&self.lines(reader)?.iter().map(String::as_str).collect::<Vec<_>>()),
            None => Label::default(),
        };
        Ok(self.label.get_or_init(|| label))
    }

    /// The lines that are surely read, in reading order.
    fn lines(&self, reader: &Reader) -> Result<Vec<String>, LookError> {
        let find = |detail| self.steps.time(Step::Find, || reader.find(self.threads, self.pixels, detail));
        let glance = if self.search.depth == Depth::Standard { Some(find(Detail::Glance)?) } else { None };
        let mut places = match glance.filter(|places| places.len() <= FEW) {
            Some(places) => places,
            None => find(Detail::Full)?,
        };
        places.truncate(self.search.depth.lines());
        let lines = self.steps.time(Step::Read, || reader.read(self.threads, self.pixels, &places, None))?;
        Ok(lines.into_iter().filter(Line::is_sure).map(|line| line.text).collect())
    }

    /// Does a step of the work and notes how long it took.
    pub(super) fn time<T>(&self, step: Step, work: impl FnOnce() -> T) -> T {
        self.steps.time(step, work)
    }
}
