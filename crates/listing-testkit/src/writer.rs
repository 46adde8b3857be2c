use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Poll, Waker};

use async_trait::async_trait;
use listing_domain::attributes::{Attribute, Attributes};
use listing_domain::draft::{Alternative, Draft, DraftRequest, PlatformText, PriceOpinion};
use listing_domain::marketplace::Platform;
use listing_domain::options::Language;
use listing_domain::ports::{ListingWriter, WriterError};
use listing_domain::product::{Product, ProductType};

/// Answers at once with a plausible draft of the request's product, or else of its own.
#[derive(Debug, Clone)]
pub struct FakeWriter {
    product: Product,
    price: Option<PriceOpinion>,
    alternatives: Vec<Alternative>,
}

impl Default for FakeWriter {
    /// Recognizes a jacket, without an opinion about its price.
    fn default() -> Self {
        Self::seeing(Product::Type(ProductType::Jacket))
    }
}

impl FakeWriter {
    /// A writer that recognizes this product.
    pub const fn seeing(product: Product) -> Self {
        Self { product, price: None, alternatives: Vec::new() }
    }

    /// Adds a price opinion.
    #[must_use]
    pub fn with_price(self, price: PriceOpinion) -> Self {
        Self { price: Some(price), ..self }
    }

    /// Adds other possible products.
    #[must_use]
    pub fn with_alternatives(self, alternatives: Vec<Alternative>) -> Self {
        Self { alternatives, ..self }
    }

    /// The draft for a request.
    pub fn draft(&self, request: &DraftRequest) -> Draft {
        let product = request.product.as_ref().map_or(self.product, |known| known.product);
        let noun = capitalized(product.noun(request.locale.language).text());
        let colour = words(request.locale.language).colour;
        let detected = Attributes {
            name: Some(Attribute::seen(noun.clone(), 0.9)),
            color: request.product.is_none().then(|| Attribute::seen(colour, 0.8)),
            ..Attributes::default()
        };
        let attributes = detected.clone().with_known(&request.known);
        let text = |platform: &Platform| text(*platform, &noun, &attributes, request.locale.language);
        Draft {
            product,
            audience: request.product.as_ref().and_then(|known| known.audience),
            texts: request.platforms.as_slice().iter().map(text).collect(),
            attributes: detected,
            price: self.price.clone(),
            alternatives: if request.product.is_none() { self.alternatives.clone() } else { Vec::new() },
        }
    }
}

struct LanguageWords {
    colour: &'static str,
    /// Before the title in a description.
    offer: &'static str,
}

const fn words(language: Language) -> LanguageWords {
    match language {
        Language::Fr => LanguageWords { colour: "Bordeaux", offer: "À vendre : " },
        Language::En => LanguageWords { colour: "Burgundy", offer: "For sale: " },
    }
}

fn text(platform: Platform, noun: &str, attributes: &Attributes, language: Language) -> PlatformText {
    let value = |attribute: &Option<Attribute>| attribute.as_ref().map(|a| a.value.clone());
    let known: Vec<String> =
        [&attributes.brand, &attributes.color, &attributes.size].into_iter().filter_map(value).collect();
    let title = [&[noun.to_owned()], known.as_slice()].concat().join(" ");
    let condition = attributes.condition_words(language).unwrap_or_default();
    let offer = words(language).offer;
    let description = format!("{offer}{title}.\n{condition}");
    let hashtags = [noun].into_iter().chain(known.iter().map(String::as_str)).map(str::to_lowercase);
    PlatformText { platform, title, description, hashtags: hashtags.collect() }
}

fn capitalized(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[async_trait]
impl ListingWriter for FakeWriter {
    async fn write(&self, request: &DraftRequest) -> Result<Draft, WriterError> {
        Ok(self.draft(request))
    }
}

/// A reaction to one request.
#[derive(Debug)]
pub enum WriterStep {
    /// Answers as a [`FakeWriter`] does.
    Sketch,
    /// Answers any request with this draft.
    Answer(Box<Draft>),
    /// Fails with this error.
    Fail(WriterError),
    /// Never answers.
    Hang,
}

/// Follows a script, one step for each request, then answers as a [`FakeWriter`].
#[derive(Debug)]
pub struct ScriptedWriter {
    steps: Mutex<VecDeque<WriterStep>>,
    fake: FakeWriter,
}

impl ScriptedWriter {
    /// A writer that follows these steps.
    pub fn new(steps: impl IntoIterator<Item = WriterStep>) -> Self {
        Self { steps: Mutex::new(steps.into_iter().collect()), fake: FakeWriter::default() }
    }
}

#[async_trait]
impl ListingWriter for ScriptedWriter {
    async fn write(&self, request: &DraftRequest) -> Result<Draft, WriterError> {
        let step = self.steps.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        match step.unwrap_or(WriterStep::Sketch) {
            WriterStep::Sketch => Ok(self.fake.draft(request)),
            WriterStep::Answer(draft) => Ok(*draft),
            WriterStep::Fail(error) => Err(error),
            WriterStep::Hang => std::future::pending().await,
        }
    }
}

/// Holds each request until its gate opens, for tests that act during a request.
pub struct GatedWriter {
    inner: Arc<dyn ListingWriter>,
    gate: Mutex<Gate>,
}

#[derive(Default)]
struct Gate {
    is_open: bool,
    arrived: usize,
    waiting: Vec<Waker>,
}

impl GatedWriter {
    /// A writer with a closed gate before `inner`.
    pub fn new(inner: Arc<dyn ListingWriter>) -> Self {
        Self { inner, gate: Mutex::default() }
    }

    /// Opens the gate for all waiting and later requests.
    pub fn open(&self) {
        let mut gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        gate.is_open = true;
        gate.waiting.drain(..).for_each(Waker::wake);
    }

    /// The number of requests that have reached the gate.
    pub fn arrived(&self) -> usize {
        self.gate.lock().unwrap_or_else(PoisonError::into_inner).arrived
    }
}

#[async_trait]
impl ListingWriter for GatedWriter {
    async fn write(&self, request: &DraftRequest) -> Result<Draft, WriterError> {
        self.gate.lock().unwrap_or_else(PoisonError::into_inner).arrived += 1;
        poll_fn(|context| {
            let mut gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
            if gate.is_open {
                return Poll::Ready(());
            }
            gate.waiting.push(context.waker().clone());
            Poll::Pending
        })
        .await;
        self.inner.write(request).await
    }
}
