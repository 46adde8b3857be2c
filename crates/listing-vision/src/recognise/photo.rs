//! A photo in work: what several recognisers need of it is made once.

use std::sync::OnceLock;

use listing_domain::photo::Pixels;

use super::Depth;
use super::steps::{Step, Steps};
use crate::classifier::Classification;
use crate::mask::Mask;
use crate::models::Models;
use crate::network::LookError;
use crate::picture::Crop;
use crate::threads::Threads;

/// A photo and what it is looked at with.
pub(super) struct Photo<'a> {
    pub(super) pixels: &'a Pixels,
    pub(super) models: &'a Models,
    pub(super) threads: &'a Threads,
    pub(super) depth: Depth,
    steps: &'a Steps,
    mask: OnceLock<Mask>,
}

impl<'a> Photo<'a> {
    pub(super) const fn new(
        pixels: &'a Pixels,
        models: &'a Models,
        threads: &'a Threads,
        depth: Depth,
        steps: &'a Steps,
    ) -> Self {
        Self { pixels, models, threads, depth, steps, mask: OnceLock::new() }
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

    /// Does a step of the work and notes how long it took.
    pub(super) fn time<T>(&self, step: Step, work: impl FnOnce() -> T) -> T {
        self.steps.time(step, work)
    }
}
