//! A photo under analysis, with results that several recognizers share.

use std::sync::OnceLock;

use listing_domain::label::Label;
use listing_domain::photo::Pixels;

use super::steps::{Step, Steps};
use super::{Depth, Search};
use crate::classifier::Classification;
use crate::mask::Mask;
use crate::models::Models;
use crate::network::InferenceError;
use crate::picture::Crop;
use crate::reading::{Detail, Line, Reader, TextArea};
use crate::threads::Threads;

/// The maximum lines that a quick search finds in a product's printed name. More lines are a label with small
/// lines, if one of the highest has a word. Most photos show no text, or only shapes that resemble it.
const FEW: usize = 3;

pub(super) struct Photo<'a> {
    pub(super) pixels: &'a Pixels,
    pub(super) models: &'a Models,
    pub(super) threads: &'a Threads,
    pub(super) search: Search,
    steps: &'a Steps,
    mask: OnceLock<Mask>,
    text: OnceLock<(Label, usize)>,
}

impl<'a> Photo<'a> {
    pub(super) const fn new(
        pixels: &'a Pixels,
        models: &'a Models,
        threads: &'a Threads,
        search: Search,
        steps: &'a Steps,
    ) -> Self {
        Self { pixels, models, threads, search, steps, mask: OnceLock::new(), text: OnceLock::new() }
    }

    pub(super) fn classified(&self, crops: &[Crop]) -> Result<Vec<(Crop, Classification)>, InferenceError> {
        let run = || self.models.classifier().classify(self.threads, self.pixels, crops);
        Ok(crops.iter().copied().zip(self.steps.time(Step::Classify, run)?).collect())
    }

    /// The network runs on the first call.
    pub(super) fn mask(&self) -> Result<&Mask, InferenceError> {
        if let Some(mask) = self.mask.get() {
            return Ok(mask);
        }
        let run = || self.models.masker().mask(self.threads, self.pixels);
        let mask = self.steps.time(Step::Mask, run)?;
        Ok(self.mask.get_or_init(|| mask))
    }

    /// Empty if the models folder has no networks for reading text.
    pub(super) fn label(&self) -> Result<&Label, InferenceError> {
        self.text().map(|(label, _)| label)
    }

    /// The photo then shows a plate, a box or a page, and not a product with its name.
    pub(super) fn is_full_of_text(&self) -> Result<bool, InferenceError> {
        self.text().map(|(_, lines)| *lines > FEW)
    }

    /// Also the number of lines.
    fn text(&self) -> Result<&(Label, usize), InferenceError> {
        if let Some(text) = self.text.get() {
            return Ok(text);
        }
        let lines = self.models.reader().map(|reader| self.lines(reader)).transpose()?.unwrap_or_default();
        let label = Label::read(&lines.iter().map(String::as_str).collect::<Vec<_>>());
        Ok(self.text.get_or_init(|| (label, lines.len())))
    }

    /// The confident lines, in reading order.
    fn lines(&self, reader: &Reader) -> Result<Vec<String>, InferenceError> {
        let shown = if self.search.depth == Depth::Standard { self.glance(reader)? } else { None };
        if let Some(lines) = shown {
            return Ok(sure(lines));
        }
        let mut areas = self.areas(reader, Detail::Full)?;
        areas.truncate(self.search.depth.lines());
        Ok(sure(self.read(reader, &areas)?))
    }

    /// The few lines of a quick search; `None` if the photo shows a label, which needs a full search.
    fn glance(&self, reader: &Reader) -> Result<Option<Vec<Line>>, InferenceError> {
        let areas = self.areas(reader, Detail::Glance)?;
        if areas.len() <= FEW {
            return self.read(reader, &areas).map(Some);
        }
        let mut lines = Vec::new();
        for area in areas.chunks(1).take(FEW) {
            lines.extend(self.read(reader, area)?);
            if lines.iter().any(Line::is_surely_worded) {
                return Ok(None);
            }
        }
        Ok(Some(lines))
    }

    fn areas(&self, reader: &Reader, detail: Detail) -> Result<Vec<TextArea>, InferenceError> {
        self.time(Step::Find, || reader.find(self.threads, self.pixels, detail))
    }

    fn read(&self, reader: &Reader, areas: &[TextArea]) -> Result<Vec<Line>, InferenceError> {
        self.time(Step::Read, || reader.read(self.threads, self.pixels, areas, None))
    }

    pub(super) fn time<T>(&self, step: Step, work: impl FnOnce() -> T) -> T {
        self.steps.time(step, work)
    }
}

fn sure(lines: Vec<Line>) -> Vec<String> {
    lines.into_iter().filter(Line::is_sure).map(|line| line.text).collect()
}
