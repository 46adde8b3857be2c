//! Recognizes the product in a seller's photos.
//!
//! A recognizer reports each claim about a photo, such as "the brand is Nike", as an [`Observation`];
//! [`merge`] combines them. The result has the most precise level that is confident enough: a good ("guitare
//! acoustique"), a product type, a department, or nothing.

mod evidence;
mod garments;
mod kind;
mod merge;
mod observation;
mod photo;
mod recogniser;
mod steps;
mod surface;
mod text;
mod verdict;

use listing_domain::draft::KnownProduct;
use listing_domain::label::{Label, Reference};
use listing_domain::photo::Pixels;
use listing_domain::product::{Brand, Department, Good, Product, ProductType};
use listing_domain::statement::MaterialStatement;

use crate::colour::ColourFinding;
use crate::models::Models;
use crate::network::InferenceError;
use crate::pattern::Pattern;
use crate::reading::Line;
use crate::threads::Threads;

use evidence::Evidence;
use photo::Photo;
use recogniser::Pass;

pub use kind::{average, fabric, judge};
pub use merge::merge;
pub use observation::{Claim, Observation, Source};
pub use steps::{Step, Steps};

/// The thoroughness of the analysis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Depth {
    /// Only photos of labels are read completely.
    Standard,
    /// Small text is searched in every photo; products as in [`Depth::Standard`].
    High,
}

impl Depth {
    /// The maximum number of lines read in a photo, those with the highest letters.
    const fn lines(self) -> usize {
        match self {
            Self::Standard => Line::MOST / 2,
            Self::High => Line::MOST,
        }
    }
}

/// The scope of a photo analysis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Search {
    /// The thoroughness.
    pub depth: Depth,
    /// The color is stated, so it need not be recognized.
    pub is_colour_stated: bool,
}

/// The product, at the most precise confident level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recognised {
    /// A single good, such as an acoustic guitar.
    Good(Good),
    /// A product type, because the good is uncertain.
    Type(ProductType),
    /// A department, because the product is uncertain.
    Department(Department),
    /// No result is confident enough.
    Nothing,
}

impl Recognised {
    /// Returns the domain's product.
    pub const fn product(self) -> Product {
        match self {
            Self::Good(good) => Product::Good(good),
            Self::Type(product) => Product::Type(product),
            Self::Department(department) => Product::Department(department),
            Self::Nothing => Product::Unknown,
        }
    }
}

impl From<Product> for Recognised {
    fn from(product: Product) -> Self {
        match product {
            Product::Good(good) => Self::Good(good),
            Product::Type(product) => Self::Type(product),
            Product::Department(department) => Self::Department(department),
            Product::Unknown => Self::Nothing,
        }
    }
}

/// Another product that the photos may show.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Alternative {
    /// The possible good.
    pub good: Good,
    /// The likelihood, from 0 to 1.
    pub confidence: f32,
}

/// The result for the photos of one product.
#[derive(Debug, Clone, PartialEq)]
pub struct Recognition {
    /// The product, at the most precise confident level.
    pub product: Recognised,
    /// The confidence in the product, from 0 to 1.
    pub confidence: f32,
    /// Other products, most likely first, at most [`Recognition::MAX_ALTERNATIVES`].
    pub alternatives: Vec<Alternative>,
    /// The product's colors, if one is confident enough.
    pub colour: Option<ColourFinding>,
    /// The pattern, if buyers of such a product look for patterns.
    pub pattern: Option<Pattern>,
    /// The brand on the product or its label.
    pub brand: Option<Seen<Brand>>,
    /// The model, or for a book its ISBN.
    pub reference: Option<Seen<Reference>>,
    /// The size, as printed.
    pub size: Option<Seen<String>>,
    /// The materials on the label.
    pub materials: Option<Seen<MaterialStatement>>,
}

/// A confidently recognized value.
#[derive(Debug, Clone, PartialEq)]
pub struct Seen<V> {
    /// The value.
    pub value: V,
    /// The likelihood that it is right, from 0 to 1.
    pub confidence: f32,
    /// Indexes into the analyzed photos that show it.
    pub photos: Vec<usize>,
}

impl Recognition {
    /// The maximum number of alternatives.
    pub const MAX_ALTERNATIVES: usize = 4;

    /// Creates the result for a product known without photos. The model or book number comes from its earlier
    /// listing text.
    pub fn from_known(known: &KnownProduct) -> Self {
        let lines: Vec<&str> = known.text.iter().flat_map(|text| text.lines()).collect();
        let reference = Label::read(&lines).reference(known.product);
        Self {
            product: known.product.into(),
            confidence: 0.0,
            alternatives: Vec::new(),
            colour: None,
            pattern: None,
            brand: None,
            reference: reference.map(|value| Seen { value, confidence: 1.0, photos: Vec::new() }),
            size: None,
            materials: None,
        }
    }
}

/// Analyzes all photos of one product. Takes seconds of processor time and no other resource, so call it
/// where blocking is allowed.
pub fn recognise(
    models: &Models,
    threads: &Threads,
    photos: &[&Pixels],
    search: Search,
) -> Result<Recognition, InferenceError> {
    let steps = Steps::default();
    let recognition = recognise_in_steps(models, threads, photos, search, &steps)?;
    for (step, time) in steps.times() {
        let (step, ms) = (step.code(), time.as_millis());
        tracing::debug!(step, ms, "photo analysis step {step:?} took {ms} ms");
    }
    Ok(recognition)
}

/// Analyzes photos like [`recognise()`], and adds the duration of each step to `steps`.
pub fn recognise_in_steps(
    models: &Models,
    threads: &Threads,
    photos: &[&Pixels],
    search: Search,
    steps: &Steps,
) -> Result<Recognition, InferenceError> {
    let photos: Vec<Photo<'_>> =
        photos.iter().map(|pixels| Photo::new(pixels, models, threads, search, steps)).collect();
    let mut found = vec![Vec::new(); photos.len()];
    for pass in [Pass::BeforeProduct, Pass::WithProduct, Pass::BestPhoto] {
        let product = verdict::decide(&merge::products(&found)).0;
        let shown = if pass == Pass::BestPhoto { clearest(&found, product) } else { 0..photos.len() };
        for recogniser in recogniser::ALL.iter().filter(|recogniser| recogniser.pass() == pass) {
            let observe = |photo: &Photo<'_>| recogniser.observe(photo, product);
            let observations = models.runtime().each(threads, &photos[shown.clone()], observe)?;
            for (known, observations) in found[shown.clone()].iter_mut().zip(observations) {
                known.extend(observations);
            }
        }
    }
    Ok(merge(&found))
}

/// Returns the range with the photo that shows the product best; empty without photos. On a tie the first
/// photo wins, because sellers put the best one first.
fn clearest(found: &[Vec<Observation>], product: Recognised) -> std::ops::Range<usize> {
    let support = |index: &usize| merge::products(&found[*index..=*index]).support(product);
    let best = (0..found.len()).rev().max_by(|a, b| support(a).total_cmp(&support(b)));
    best.map_or(0..0, |best| best..best + 1)
}
