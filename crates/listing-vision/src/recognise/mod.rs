//! What the product in a seller's photos is, and how sure that is.
//!
//! Recognisers look at photos and say what may be true, each as an [`Observation`]; [`merge`] makes
//! one answer of all of them. It is the most precise level that is sure enough: a good ("guitare
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
use crate::network::LookError;
use crate::pattern::Pattern;
use crate::reading::Line;
use crate::threads::Threads;

use evidence::Evidence;
use photo::Photo;
use recogniser::Turn;

pub use kind::{average, fabric, judge};
pub use merge::merge;
pub use observation::{Claim, Observation, Source};
pub use steps::{Step, Steps};

/// How closely the photos are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Depth {
    /// A glance for text; only a label is read to the end.
    Standard,
    /// Small text is looked for in every photo. What the product is, is seen as in standard.
    High,
}

impl Depth {
    /// How many lines of text are read in a photo at most, the highest first.
    const fn lines(self) -> usize {
        match self {
            Self::Standard => Line::MOST / 2,
            Self::High => Line::MOST,
        }
    }
}

/// What is looked for in photos.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Search {
    /// How closely.
    pub depth: Depth,
    /// Whether the seller states the colour: what is seen of it does not count then.
    pub is_colour_stated: bool,
}

/// What the product is, at the most precise level that is sure enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recognised {
    /// A good of the table.
    Good(Good),
    /// A product type, but not which good of that type.
    Type(ProductType),
    /// A department, but not which product.
    Department(Department),
    /// Nothing that is sure enough to be said.
    Nothing,
}

impl Recognised {
    /// The same as the domain says it.
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

/// Something else that the product may be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Alternative {
    /// What it may be.
    pub good: Good,
    /// How likely, from 0 to 1.
    pub confidence: f32,
}

/// What was seen in the photos.
#[derive(Debug, Clone, PartialEq)]
pub struct Recognition {
    /// What the product is.
    pub product: Recognised,
    /// How sure that is, from 0 to 1; 0 when nothing was recognised.
    pub confidence: f32,
    /// What else it may be, most likely first, at most [`Recognition::MAX_ALTERNATIVES`].
    pub alternatives: Vec<Alternative>,
    /// The product's colours, if one is sure enough.
    pub colour: Option<ColourFinding>,
    /// What its surface looks like, of a product that is said of, if that is sure enough.
    pub pattern: Option<Pattern>,
    /// Whose name it bears.
    pub brand: Option<Seen<Brand>>,
    /// Its model, or the number of the book.
    pub reference: Option<Seen<Reference>>,
    /// Its size, as it is printed on it.
    pub size: Option<Seen<String>>,
    /// What its label says that it is made of.
    pub materials: Option<Seen<MaterialStatement>>,
}

/// Something that is sure enough to be said.
#[derive(Debug, Clone, PartialEq)]
pub struct Seen<V> {
    /// What it is.
    pub value: V,
    /// How likely, from 0 to 1.
    pub confidence: f32,
    /// The photos that say so, as places among those that were looked at.
    pub photos: Vec<usize>,
}

impl Recognition {
    /// The most alternatives that are given.
    pub const MAX_ALTERNATIVES: usize = 4;

    /// What nobody looks at, by what is known of it: the model, or the number of a book, stands in
    /// what was written before.
    pub fn told(known: &KnownProduct) -> Self {
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

/// Looks at all photos of one product. Takes seconds of processor time and no other resource:
/// run it where blocking is allowed. Without photos, nothing is recognised.
pub fn recognise(
    models: &Models,
    threads: &Threads,
    photos: &[&Pixels],
    search: Search,
) -> Result<Recognition, LookError> {
    let steps = Steps::default();
    let recognition = recognise_in_steps(models, threads, photos, search, &steps)?;
    for (step, time) in steps.times() {
        tracing::debug!(step = step.code(), milliseconds = time.as_millis(), "looked");
    }
    Ok(recognition)
}

/// The same; adds to `steps` how long each step took.
pub fn recognise_in_steps(
    models: &Models,
    threads: &Threads,
    photos: &[&Pixels],
    search: Search,
    steps: &Steps,
) -> Result<Recognition, LookError> {
    let photos: Vec<Photo<'_>> =
        photos.iter().map(|pixels| Photo::new(pixels, models, threads, search, steps)).collect();
    let mut said = vec![Vec::new(); photos.len()];
    for turn in [Turn::First, Turn::Then, Turn::AtBest] {
        let product = verdict::decide(&merge::products(&said)).0;
        let shown = if turn == Turn::AtBest { clearest(&said, product) } else { 0..photos.len() };
        for recogniser in recogniser::ALL.iter().filter(|recogniser| recogniser.turn() == turn) {
            let observe = |photo: &Photo<'_>| recogniser.observe(photo, product);
            let observations = models.runtime().each(threads, &photos[shown.clone()], observe)?;
            for (said, observations) in said[shown.clone()].iter_mut().zip(observations) {
                said.extend(observations);
            }
        }
    }
    Ok(merge(&said))
}

/// The photo that shows the product best; of equals the first, since sellers put the best first.
fn clearest(said: &[Vec<Observation>], product: Recognised) -> std::ops::Range<usize> {
    let support = |index: &usize| merge::products(&said[*index..=*index]).support(product);
    let best = (0..said.len()).rev().max_by(|a, b| support(a).total_cmp(&support(b)));
    best.map_or(0..0, |best| best..best + 1)
}
