//! The embedded engine as a listing writer: looks, then writes.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

use async_trait::async_trait;
use listing_domain::attributes::{Attribute, AttributeText, Attributes, KnownAttributes, Source};
use listing_domain::draft::{Alternative, Brief, Draft};
use listing_domain::label::Reference;
use listing_domain::photo::Pixels;
use listing_domain::ports::{ListingWriter, WorkKind, WorkPermit, Workers, WriterError};
use listing_domain::product::{Brand, Product};
use listing_domain::statement::{SizeStatement, refine};
use listing_domain::wish::Quality;

use crate::models::Models;
use crate::network::{ModelsError, Runtime};
use crate::pattern::Pattern;
use crate::recognise::{self, Depth, Recognised, Recognition, Search, recognise};
use crate::threads::{IdleThreads, Threads};
use crate::writer::{self, Buyers, ColourFact, Facts, Seed};

/// Writes listings without any AI service: recognises the product and its
/// colour with the networks of [`Models`], and words what is known with
/// [`crate::writer`].
///
/// Brand, model, size and material are written when the seller states them or a label in
/// the photos does, and left out otherwise; so is the condition, which only the
/// seller knows.
pub struct EmbeddedWriter {
    models: Arc<Models>,
    idle: Arc<IdleThreads>,
    workers: Arc<dyn Workers>,
    /// Threads for one look at most.
    threads: usize,
}

impl EmbeddedWriter {
    /// Loads the networks from the models folder; they look under the permits of these
    /// workers, at the photos of one product on so many threads at most.
    pub fn load(
        models_dir: &Path,
        workers: Arc<dyn Workers>,
        threads: Option<NonZeroUsize>,
    ) -> Result<Self, ModelsError> {
        let threads = threads.map_or(usize::MAX, NonZeroUsize::get);
        Ok(Self { models: Arc::new(Models::load(models_dir)?), idle: Arc::default(), workers, threads })
    }

    /// What runs the networks.
    pub fn runtime(&self) -> Runtime {
        self.models.runtime()
    }
}

#[async_trait]
impl ListingWriter for EmbeddedWriter {
    async fn write(&self, brief: &Brief) -> Result<Draft, WriterError> {
        let depth = match brief.quality {
            Quality::Standard => Depth::Standard,
            Quality::High => Depth::High,
        };
        let search = Search { depth, is_colour_stated: brief.known.color.is_some() };
        // The other half of the time is for looking.
        let mut queued = self.workers.queue(brief.lane, WorkKind::Look, 1, brief.within / 2)?;
        let permit = queued.next().await?;
        let (models, photos) = (Arc::clone(&self.models), pixels(brief));
        let look =
            move |threads: &Threads| recognise(&models, threads, &photos.iter().collect::<Vec<_>>(), search);
        let recognised = run(&self.idle, &self.workers, permit, self.threads, look).await?;
        let recognition = recognised.map_err(|failure| WriterError::Unusable(failure.into()))?;
        Ok(draft(&recognition, brief))
    }
}

/// Runs processor work where blocking is allowed, on a thread for each worker: the one
/// that it has, and those that nobody else wants now, up to so many in all. The work goes on when the caller
/// has gone, and keeps its permit until it ends.
async fn run<T: Send + 'static>(
    idle: &Arc<IdleThreads>,
    workers: &Arc<dyn Workers>,
    mut permit: Box<dyn WorkPermit>,
    most: usize,
    work: impl FnOnce(&Threads) -> T + Send + 'static,
) -> Result<T, WriterError> {
    let (idle, workers) = (Arc::clone(idle), Arc::clone(workers));
    let task = tokio::task::spawn_blocking(move || {
        let threads = idle.take(permit.widen(most));
        let (made, time) = threads.timed(|| workers.thread_time(), || work(&threads));
        idle.give_back(threads);
        permit.used(time);
        made
    });
    // The task ends in an error when the work panicked; its threads are gone then.
    task.await.map_err(|panic| WriterError::Unusable(panic.into()))
}

/// The pictures to look at. The same photo twice must not vote twice, and one that
/// shows hardly anything must not vote against those that do.
fn pixels(brief: &Brief) -> Vec<Pixels> {
    brief.telling_photos().into_iter().map(|photo| photo.pixels.clone()).collect()
}

/// Words what was seen and what the seller knows.
fn draft(recognition: &Recognition, brief: &Brief) -> Draft {
    // The use-case tells no contact data; whoever calls this one without it gets none either.
    let known = brief.known.without_contacts();
    let language = brief.locale.language;
    let materials = recognition.materials.as_ref().map(|seen| seen.value.value(language));
    let facts = Facts { seed: seed(brief), ..facts(recognition, materials.as_deref(), &known) };
    let write = |platform| {
        let currency = brief.catalogue.marketplace(platform).currency(brief.locale.market);
        writer::write(&facts, platform, language, Buyers::of(currency), brief.tone)
    };
    Draft {
        product: facts.product,
        audience: facts.audience,
        attributes: attributes(recognition, &facts, brief),
        texts: brief.platforms.as_slice().iter().copied().map(write).collect(),
        price: None,
        alternatives: alternatives(recognition, facts.product),
    }
}

/// What else it may be than what it is said to be.
fn alternatives(recognition: &Recognition, product: Product) -> Vec<Alternative> {
    let other = |seen: &recognise::Alternative| Alternative {
        product: Product::Good(seen.good),
        confidence: seen.confidence,
    };
    recognition.alternatives.iter().map(other).filter(|other| other.product != product).collect()
}

/// What the seller states goes before what was seen. The materials are those of a label.
fn facts<'a>(
    recognition: &'a Recognition,
    materials: Option<&'a str>,
    known: &'a KnownAttributes,
) -> Facts<'a> {
    let size = || recognition.size.as_ref().map(|seen| seen.value.as_str());
    let size = text(known.size.as_ref()).or_else(size);
    let product = product(recognition, size);
    let seen = || recognition.colour.map(|colour| ColourFact::Seen(colour.primary, colour.secondary));
    Facts {
        product,
        colour: text(known.color.as_ref()).map(ColourFact::Said).or_else(seen),
        pattern: recognition.pattern.and_then(Pattern::name),
        brand: text(known.brand.as_ref())
            .or_else(|| recognition.brand.as_ref().map(|seen| seen.value.name())),
        reference: reference(recognition, known),
        size,
        condition: text(known.condition.as_ref()),
        material: text(known.material.as_ref()).or(materials),
        audience: known.audience(product),
        seed: Seed::NOTHING,
    }
}

/// The model or the number of the book that was read. A model is told of its own brand alone: the
/// seller's goes before the one that was seen, and one who states more than a brand says the
/// model, too.
fn reference<'a>(recognition: &'a Recognition, known: &KnownAttributes) -> Option<&'a Reference> {
    let reference = recognition.reference.as_ref().map(|seen| &seen.value)?;
    let Some(model) = reference.model() else { return Some(reference) };
    let is_its = match text(known.brand.as_ref()) {
        Some(stated) => match Brand::named(stated) {
            Some(brand) => model.may_be_of(brand),
            None => model.brand().is_none() && !stated.contains(|c: char| c.is_ascii_digit()),
        },
        None => recognition.brand.as_ref().is_none_or(|seen| model.may_be_of(seen.value)),
    };
    is_its.then_some(reference)
}

/// What was seen, as far as the size does not say it better: what has a waist and a length is
/// a pair of jeans.
fn product(recognition: &Recognition, size: Option<&str>) -> Product {
    let seen = recognition.product.product();
    size.map_or(seen, |size| refine(seen, &SizeStatement::read(size)))
}

/// What the texts choose their phrases by: the photos and what the seller states.
fn seed(brief: &Brief) -> Seed {
    let known = &brief.known;
    let stated = [&known.brand, &known.size, &known.condition, &known.color, &known.material];
    let stated = stated.into_iter().map(|value| text(value.as_ref()).unwrap_or_default().as_bytes());
    let photos = brief.photos.iter().map(|photo| &photo.jpeg[..]);
    Seed::of(stated.chain(photos))
}

fn text(attribute: Option<&AttributeText>) -> Option<&str> {
    attribute.map(AttributeText::as_str)
}

/// What was seen; the seller's attributes are laid over it by the use-case.
fn attributes(recognition: &Recognition, facts: &Facts<'_>, brief: &Brief) -> Attributes {
    let language = brief.locale.language;
    let places = brief.telling_places();
    let places = |photos: &[usize]| photos.iter().filter_map(|place| places.get(*place).copied()).collect();
    let colour = recognition.colour.map(|colour| {
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
    let name = (facts.product != Product::Unknown).then(|| {
        let name = writer::name(facts, language);
        // What no photo shows was told by the size: the seller's, or that of a label.
        match &size {
            _ if recognition.product != Recognised::Nothing => Attribute::seen(name, recognition.confidence),
            Some(read) if brief.known.size.is_none() => Attribute { value: name, ..read.clone() },
            _ => Attribute::told(name, Source::Seller, 1.0),
        }
    });
    Attributes { name, brand, size, color: colour, material, ..Attributes::default() }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use listing_domain::attributes::text_or_unknown;
    use listing_domain::expense::Expenses;
    use listing_domain::label::Label;
    use listing_domain::lane::Lane;
    use listing_domain::marketplace::{Catalogue, Platform};
    use listing_domain::photo::{PhotoNote, PreparedPhoto};
    use listing_domain::product::{Department, Good, ProductType};
    use listing_domain::request::Platforms;
    use listing_domain::statement::MaterialStatement;
    use listing_domain::wish::{Language, Tone};
    use listing_testkit::OpenAdmission;

    use super::*;
    use crate::colour::{Colour, ColourFinding};
    use crate::recognise::Seen;

    fn known(brand: &str, size: &str) -> KnownAttributes {
        let parse = |text| AttributeText::parse("attributes", text).unwrap();
        KnownAttributes { brand: parse(brand), size: parse(size), ..KnownAttributes::default() }
    }

    fn brief(known: KnownAttributes) -> Brief {
        let photo =
            |notes| PreparedPhoto { jpeg: Vec::new(), pixels: Pixels::new(1, 1, vec![0; 3]).unwrap(), notes };
        Brief {
            photos: [photo(vec![]), photo(vec![PhotoNote::Duplicate]), photo(vec![PhotoNote::NearlyEmpty])]
                .into(),
            platforms: Platforms::new([Platform::Vinted, Platform::Ebay]).unwrap(),
            locale: Language::Fr.into(),
            tone: Tone::Professional,
            quality: Quality::Standard,
            known,
            catalogue: Arc::new(Catalogue::default()),
            within: Duration::from_secs(45),
            lane: Lane::NOBODY,
            expenses: Expenses::default(),
        }
    }

    /// What the second of the photos that were looked at says.
    fn read<V>(value: V) -> Seen<V> {
        Seen { value, confidence: 0.95, photos: vec![1] }
    }

    fn seen(product: Recognised, colour: Option<Colour>) -> Recognition {
        let colour =
            colour.map(|primary| ColourFinding { primary, secondary: None, share: 0.8, confidence: 0.7 });
        Recognition {
            product,
            confidence: 0.9,
            alternatives: vec![],
            colour,
            pattern: None,
            brand: None,
            reference: None,
            size: None,
            materials: None,
        }
    }

    #[test]
    fn what_is_seen_and_known_is_worded() {
        let recognition = seen(Recognised::Type(ProductType::Jacket), Some(Colour::Black));
        let draft = draft(&recognition, &brief(known("Zara", "M")));
        assert_eq!(draft.product, Product::Type(ProductType::Jacket));
        assert_eq!(text_or_unknown(draft.attributes.name.as_ref()), "Veste noire");
        assert_eq!(text_or_unknown(draft.attributes.color.as_ref()), "Noir");
        assert_eq!((draft.attributes.brand, draft.price), (None, None));
        let platforms: Vec<Platform> = draft.texts.iter().map(|text| text.platform).collect();
        assert_eq!(platforms, [Platform::Vinted, Platform::Ebay]);
        assert_eq!(draft.texts[0].title, "Veste noire Zara, taille M");
    }

    #[test]
    fn what_a_label_says_is_written_unless_the_seller_says_otherwise() {
        let seen = |known: KnownAttributes| {
            let materials = MaterialStatement::read("80% laine, 20% polyamide").unwrap();
            let recognition = Recognition {
                brand: Brand::named("sezane").map(read),
                size: Some(read("T. 38".to_owned())),
                materials: Some(read(materials)),
                ..seen(Recognised::Type(ProductType::Jacket), None)
            };
            draft(&recognition, &brief(known))
        };
        let draft = seen(KnownAttributes::default());
        let value = |attribute: &Option<Attribute>| text_or_unknown(attribute.as_ref()).to_owned();
        let attributes = &draft.attributes;
        assert_eq!(value(&attributes.brand), "Sézane");
        assert_eq!(value(&attributes.size), "38");
        assert_eq!(value(&attributes.material), "80 % laine, 20 % polyamide");
        let text = &draft.texts[0];
        assert!(text.title.contains("Sézane") && text.title.contains("38"), "{}", text.title);
        assert!(text.description.contains("80 % laine, 20 % polyamide"), "{}", text.description);
        let stated = seen(known("Zara", "40"));
        assert!(stated.texts[0].title.contains("Zara") && !stated.texts[0].title.contains("38"));
    }

    #[test]
    fn a_model_that_was_read_is_told_unless_the_seller_names_another() {
        let draft_of = |lines: &[&str], brand| {
            let label = Label::read(lines);
            let kind = Recognised::Type(ProductType::Headphones);
            let recognition = Recognition {
                brand: label.brand(kind.product()).map(read),
                reference: label.reference(kind.product()).map(read),
                ..seen(kind, Some(Colour::Black))
            };
            draft(&recognition, &brief(known(brand, "")))
        };
        let plate = ["SONY", "MODEL NO. WH-1000XM4", "S/N 1234567"];
        let title = |brand| draft_of(&plate, brand).texts[0].title.clone();
        assert_eq!(title(""), "Casque audio noir Sony WH-1000XM4");
        assert_eq!(title("Sony"), "Casque audio noir Sony WH-1000XM4");
        assert_eq!(title("Sony WH-1000XM3"), "Casque audio noir Sony WH-1000XM3");
        assert_eq!(title("Bose"), "Casque audio noir Bose");
        for text in draft_of(&plate, "").texts {
            assert!(!text.description.contains("1234567"), "{text:?}");
        }
        assert_eq!(
            draft_of(&["Model: AB-1200"], "Atelier").texts[0].title,
            "Casque audio noir Atelier AB-1200"
        );
    }

    #[test]
    fn two_colours_and_their_pattern_are_worded() {
        let mut recognition = seen(Recognised::Type(ProductType::Shirt), Some(Colour::Blue));
        recognition.pattern = Some(Pattern::Checks);
        if let Some(colour) = &mut recognition.colour {
            colour.secondary = Some(Colour::White);
        }
        let draft = draft(&recognition, &brief(KnownAttributes::default()));
        assert_eq!(text_or_unknown(draft.attributes.color.as_ref()), "Bleu et blanc");
        assert_eq!(text_or_unknown(draft.attributes.name.as_ref()), "Chemise bleu et blanc à carreaux");
    }

    #[test]
    fn the_sellers_colour_is_written_instead_of_the_one_seen() {
        let recognition = seen(Recognised::Type(ProductType::Jacket), Some(Colour::Black));
        let color = AttributeText::parse("attributes.color", "Navy blue").unwrap();
        let draft = draft(&recognition, &brief(KnownAttributes { color, ..KnownAttributes::default() }));
        assert_eq!(draft.texts[0].title, "Veste bleu marine");
    }

    #[test]
    fn what_the_size_says_refines_what_was_seen() {
        let draft_of = |product: Recognised, size| draft(&seen(product, None), &brief(known("", size)));
        let trousers = draft_of(Recognised::Type(ProductType::Trousers), "W32 L34");
        assert_eq!(trousers.product, Product::Type(ProductType::Jeans));
        assert_eq!(
            draft_of(Recognised::Type(ProductType::Jacket), "W32 L34").product,
            Product::Type(ProductType::Jacket)
        );
        assert_eq!(
            draft_of(Recognised::Nothing, "pointure 38").product,
            Product::Department(Department::Shoes)
        );
    }

    #[test]
    fn contact_data_is_worded_nowhere() {
        let recognition = seen(Recognised::Type(ProductType::Jacket), Some(Colour::Black));
        let draft = draft(&recognition, &brief(known("Zara, call 06 12 34 56 78", "me@x.fr")));
        assert_eq!(draft.texts[0].title, "Veste noire Zara");
        for text in draft.texts {
            assert!(!text.description.contains("12 34") && !text.description.contains('@'), "{text:?}");
        }
    }

    #[test]
    fn every_attribute_says_where_it_comes_from() {
        let recognition = Recognition {
            brand: Brand::named("sezane").map(read),
            size: Some(read("T. 38".to_owned())),
            ..seen(Recognised::Type(ProductType::Jacket), Some(Colour::Black))
        };
        let mut brief = brief(KnownAttributes::default());
        // The first of them is the same again, so the second that is looked at is the third.
        let [first, again, _] = [0, 1, 2].map(|place| brief.photos[place].clone());
        brief.photos = [again, first.clone(), first].into();
        let attributes = draft(&recognition, &brief).attributes;
        let told = |attribute: &Option<Attribute>| {
            let attribute = attribute.as_ref().unwrap();
            (attribute.source, attribute.photos.clone())
        };
        assert_eq!(told(&attributes.name), (Source::Seen, vec![]));
        assert_eq!(told(&attributes.color), (Source::Seen, vec![]));
        assert_eq!(told(&attributes.brand), (Source::Label, vec![2]));
        assert_eq!(told(&attributes.size), (Source::Label, vec![2]));
        let nothing_seen = draft(&seen(Recognised::Nothing, None), &self::brief(known("", "pointure 38")));
        assert_eq!(told(&nothing_seen.attributes.name), (Source::Seller, vec![]));
    }

    #[test]
    fn alternatives_are_others_than_the_product() {
        let good = |key: &str| Good::of(key).unwrap();
        let other = |key: &str, confidence| recognise::Alternative { good: good(key), confidence };
        let recognition = Recognition {
            alternatives: vec![other("jeans", 0.3), other("blazer", 0.2)],
            ..seen(Recognised::Good(good("trousers")), None)
        };
        let goods = |size| {
            let draft = draft(&recognition, &brief(known("", size)));
            let products = draft.alternatives.iter().map(|other| other.product.code());
            (draft.product.code(), products.collect::<Vec<_>>())
        };
        let seen = |keys: &[&str]| keys.iter().map(|key| format!("good:{key}")).collect::<Vec<_>>();
        assert_eq!(goods("M"), ("good:trousers".to_owned(), seen(&["jeans", "blazer"])));
        let (product, others) = goods("W32 L34");
        assert!(!others.contains(&product), "{product} {others:?}");
    }

    #[test]
    fn what_is_not_recognised_has_no_name() {
        let draft = draft(&seen(Recognised::Nothing, None), &brief(KnownAttributes::default()));
        assert_eq!(draft.attributes, Attributes::default());
        assert_eq!(draft.product, Product::Unknown);
        assert_eq!(draft.texts[0].title, "Article, voir photos");
    }

    #[tokio::test]
    async fn a_panic_is_an_error_and_gives_its_permit_back() {
        let (idle, workers) = (Arc::default(), Arc::new(OpenAdmission::with_workers(1)));
        let workers: Arc<dyn Workers> = workers;
        let permit = async || {
            let queued = workers.queue(Lane::NOBODY, WorkKind::Look, 1, Duration::MAX);
            queued.unwrap().next().await.unwrap()
        };
        let failed = run(&idle, &workers, permit().await, 1, |_| panic!("a bad tensor")).await;
        assert!(matches!(failed, Err::<(), _>(WriterError::Unusable(_))));
        assert_eq!(run(&idle, &workers, permit().await, 1, |_| 7).await.unwrap(), 7);
    }

    #[tokio::test]
    async fn a_look_takes_the_threads_that_are_free_up_to_its_most() {
        let (idle, workers) = (Arc::default(), Arc::new(OpenAdmission::with_workers(3)));
        let workers: Arc<dyn Workers> = workers;
        for (most, expected) in [(1, 1), (2, 2), (usize::MAX, 3)] {
            let mut queued = workers.queue(Lane::NOBODY, WorkKind::Look, 1, Duration::MAX).unwrap();
            let permit = queued.next().await.unwrap();
            let count = run(&idle, &workers, permit, most, |_| rayon::current_num_threads()).await.unwrap();
            assert_eq!(count, expected);
        }
    }

    #[test]
    fn a_photo_that_tells_nothing_more_is_not_looked_at() {
        assert_eq!(pixels(&brief(KnownAttributes::default())).len(), 1);
    }
}
