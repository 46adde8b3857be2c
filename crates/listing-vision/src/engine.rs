//! The embedded engine as a listing writer.

mod looks;

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

use async_trait::async_trait;
use listing_domain::attributes::{Attribute, AttributeText, Attributes, KnownAttributes, Source};
use listing_domain::draft::{Alternative, Draft, DraftRequest};
use listing_domain::label::Reference;
use listing_domain::options::Quality;
use listing_domain::photo::Pixels;
use listing_domain::ports::{ListingWriter, WorkKind, WorkPermit, Workers, WriterError};
use listing_domain::product::{Department, Product};
use listing_domain::statement::{BrandStatement, PatternName, SizeStatement, refine};

use crate::models::Models;
use crate::network::{ModelsError, Runtime};
use crate::pattern::Pattern;
use crate::recognise::{self, Depth, Recognised, Recognition, Search, recognise};
use crate::threads::{IdleThreads, Threads};
use crate::writer::{self, Buyers, ColourFact, Facts, Seed};

/// Writes listings without any AI service: recognizes the product with the networks of [`Models`], and words
/// the facts with [`crate::writer`].
///
/// The listing names brand, model, size and material only if the seller or a label in the photos states them,
/// and the condition only if the seller does. If the product is already known, no network runs.
pub struct EmbeddedWriter {
    models: Arc<Models>,
    idle: Arc<IdleThreads>,
    workers: Arc<dyn Workers>,
    /// The maximum for one recognition.
    threads: usize,
}

impl EmbeddedWriter {
    /// Loads the networks, which run only with a permit of `workers`, on at most `threads` threads per
    /// product.
    pub fn load(
        models_dir: &Path,
        workers: Arc<dyn Workers>,
        threads: Option<NonZeroUsize>,
    ) -> Result<Self, ModelsError> {
        let threads = threads.map_or(usize::MAX, NonZeroUsize::get);
        Ok(Self { models: Arc::new(Models::load(models_dir)?), idle: Arc::default(), workers, threads })
    }

    /// Returns the library that runs the networks.
    pub fn runtime(&self) -> Runtime {
        self.models.runtime()
    }
}

#[async_trait]
impl ListingWriter for EmbeddedWriter {
    async fn write(&self, request: &DraftRequest) -> Result<Draft, WriterError> {
        // Wording takes only moments, so it needs no worker.
        if let Some(known) = &request.product {
            return Ok(draft(&Recognition::from_known(known), request));
        }
        let depth = match request.quality {
            Quality::Standard => Depth::Standard,
            Quality::High => Depth::High,
        };
        let search = Search { depth, is_colour_stated: request.known.color.is_some() };
        // The other half of the time is for recognition.
        let mut queued = self.workers.queue(request.lane, WorkKind::Look, 1, request.within / 2)?;
        let permit = queued.next().await?;
        let (models, photos) = (Arc::clone(&self.models), pixels(request));
        let work =
            move |threads: &Threads| recognise(&models, threads, &photos.iter().collect::<Vec<_>>(), search);
        let recognised = run(&self.idle, &self.workers, permit, self.threads, work).await?;
        let recognition = recognised.map_err(|failure| WriterError::Unusable(failure.into()))?;
        Ok(draft(&recognition, request))
    }
}

/// Runs work where blocking is allowed, on one thread per worker: the permit's own and the idle ones, up to
/// `max_threads` in all. The work goes on if its caller is dropped, and holds its permit until it ends.
async fn run<T: Send + 'static>(
    idle: &Arc<IdleThreads>,
    workers: &Arc<dyn Workers>,
    mut permit: Box<dyn WorkPermit>,
    max_threads: usize,
    work: impl FnOnce(&Threads) -> T + Send + 'static,
) -> Result<T, WriterError> {
    let (idle, workers) = (Arc::clone(idle), Arc::clone(workers));
    let task = tokio::task::spawn_blocking(move || {
        let threads = idle.take(permit.widen(max_threads));
        let (result, time) = threads.timed(|| workers.thread_time(), || work(&threads));
        idle.give_back(threads);
        permit.used(time);
        result
    });
    // Only a panic fails the task; its threads are gone then.
    task.await.map_err(|panic| WriterError::Unusable(panic.into()))
}

/// Leaves out duplicates, which must not vote twice, and uninformative photos, which must not outvote the
/// others.
fn pixels(request: &DraftRequest) -> Vec<Pixels> {
    request.useful_photos().into_iter().map(|photo| photo.pixels.clone()).collect()
}

fn draft(recognition: &Recognition, request: &DraftRequest) -> Draft {
    // For callers without the use-case, which passes no contact data.
    let known = request.known.without_contacts();
    let language = request.locale.language;
    let materials = recognition.materials.as_ref().map(|seen| seen.value.value(language));
    let named = request.named();
    let brand = known.brand_of(named.unwrap_or_else(|| product(recognition, size(recognition, &known))));
    let brand_value = brand.value();
    let facts = facts(recognition, materials.as_deref(), &brand, brand_value.as_deref(), &known, named);
    let known_product = request.product.as_ref();
    let facts = Facts {
        audience: facts.audience.or(known_product.and_then(|product| product.audience)),
        pattern: facts
            .pattern
            .or(known_product.and_then(|product| PatternName::in_name(text(product.name.as_ref())?))),
        seed: seed(request),
        ..facts
    };
    let write = |platform| {
        let currency = request.catalogue.marketplace(platform).currency(request.locale.market);
        writer::write(&facts, platform, language, Buyers::for_currency(currency), request.tone)
    };
    Draft {
        product: facts.product,
        audience: facts.audience,
        attributes: attributes(recognition, &facts, request),
        texts: request.platforms.as_slice().iter().copied().map(write).collect(),
        price: None,
        alternatives: alternatives(recognition, facts.product),
    }
}

fn alternatives(recognition: &Recognition, product: Product) -> Vec<Alternative> {
    let other = |seen: &recognise::Alternative| Alternative {
        product: Product::Good(seen.good),
        confidence: seen.confidence,
    };
    recognition.alternatives.iter().map(other).filter(|other| other.product != product).collect()
}

/// The seller's attributes and product name have priority over recognition. `materials` come from a label.
fn facts<'a>(
    recognition: &'a Recognition,
    materials: Option<&'a str>,
    brand: &BrandStatement,
    brand_value: Option<&'a str>,
    known: &'a KnownAttributes,
    named: Option<Product>,
) -> Facts<'a> {
    let size = size(recognition, known);
    let product = named.unwrap_or_else(|| brand.refined(product(recognition, size)));
    let seen = || {
        let colour = recognition.colour.filter(|_| has_product_colour(recognition, product))?;
        Some(ColourFact::Seen(colour.primary, colour.secondary))
    };
    Facts {
        product,
        name: text(known.name.as_ref()),
        colour: text(known.color.as_ref()).map(ColourFact::Stated).or_else(seen),
        pattern: recognition.pattern.and_then(Pattern::name),
        brand: brand_value.or_else(|| {
            recognition.brand.as_ref().filter(|_| !brand.is_unbranded()).map(|seen| seen.value.name())
        }),
        reference: reference(recognition, brand),
        size,
        condition: text(known.condition.as_ref()),
        material: text(known.material.as_ref()).or(materials),
        audience: known.audience(product),
        seed: Seed::NOTHING,
    }
}

/// Garments fill their photos; other goods often lie in cases and boxes of another color. If the seller names
/// another product than the photo shows, the photo's color does not count.
fn has_product_colour(recognition: &Recognition, product: Product) -> bool {
    let is_worn = |product: Product| product.department().is_none_or(Department::is_fashion);
    product.department().is_some() && is_worn(product) && is_worn(recognition.product.product())
}

/// Returns the model or book number in the photos. A model is used only with its own brand: the seller's, or
/// else the recognized one. A seller who states more than a brand states the model, too.
fn reference<'a>(recognition: &'a Recognition, brand: &BrandStatement) -> Option<&'a Reference> {
    let reference = recognition.reference.as_ref().map(|seen| &seen.value)?;
    let Some(model) = reference.model() else { return Some(reference) };
    let is_of_brand = match brand.brand() {
        Some(stated) => match brand.known() {
            Some(known) => brand.model().is_none() && model.fits_brand(known),
            None => model.brand().is_none() && !stated.contains(|c: char| c.is_ascii_digit()),
        },
        None => recognition.brand.as_ref().is_none_or(|seen| model.fits_brand(seen.value)),
    };
    is_of_brand.then_some(reference)
}

/// The seller's, else a label's.
fn size<'a>(recognition: &'a Recognition, known: &'a KnownAttributes) -> Option<&'a str> {
    text(known.size.as_ref()).or_else(|| recognition.size.as_ref().map(|seen| seen.value.as_str()))
}

/// The size refines the product: trousers with a waist and a length are jeans.
fn product(recognition: &Recognition, size: Option<&str>) -> Product {
    let seen = recognition.product.product();
    size.map_or(seen, |size| refine(seen, &SizeStatement::read(size)))
}

fn seed(request: &DraftRequest) -> Seed {
    let known = &request.known;
    let stated = [&known.name, &known.brand, &known.size, &known.condition, &known.color, &known.material];
    let stated = stated.into_iter().map(|value| text(value.as_ref()).unwrap_or_default().as_bytes());
    let photos = request.photos.iter().map(|photo| &photo.jpeg[..]);
    Seed::from_parts(stated.chain(photos))
}

fn text(attribute: Option<&AttributeText>) -> Option<&str> {
    attribute.map(AttributeText::as_str)
}

/// The use-case then overrides them with the seller's.
fn attributes(recognition: &Recognition, facts: &Facts<'_>, request: &DraftRequest) -> Attributes {
    let language = request.locale.language;
    let places = request.useful_photo_indexes();
    let places = |photos: &[usize]| photos.iter().filter_map(|index| places.get(*index).copied()).collect();
    let colour =
        recognition.colour.filter(|_| has_product_colour(recognition, facts.product)).map(|colour| {
            let value = writer::colour_value(colour.primary, colour.secondary, language);
            Attribute::seen(value, colour.confidence)
        });
    let size = recognition.size.as_ref().and_then(|seen| {
        let size = SizeStatement::read(&seen.value).on(facts.product).value(language)?;
        Some(Attribute::read(size, seen.confidence, places(&seen.photos)))
    });
    let brand = recognition.brand.as_ref();
    let brand = brand.map(|seen| Attribute::read(seen.value.name(), seen.confidence, places(&seen.photos)));
    let material = recognition
        .materials
        .as_ref()
        .map(|seen| Attribute::read(seen.value.value(language), seen.confidence, places(&seen.photos)));
    let name = (facts.product != Product::Unknown || facts.name.is_some()).then(|| {
        let name = writer::name(facts, language);
        // If no photo shows the product, its name comes from the size.
        match &size {
            _ if request.product.is_some() => Attribute::new(name, Source::Seller, 1.0),
            _ if recognition.product != Recognised::Nothing => Attribute::seen(name, recognition.confidence),
            Some(read) if request.known.size.is_none() => Attribute { value: name, ..read.clone() },
            _ => Attribute::new(name, Source::Seller, 1.0),
        }
    });
    Attributes { name, brand, size, color: colour, material, ..Attributes::default() }
}

#[cfg(test)]
mod tests;
