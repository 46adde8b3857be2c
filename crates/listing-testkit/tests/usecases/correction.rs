//! Tests rewrites of all listings for the product that the seller names.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use listing_domain::attributes::{KnownAttributes, Source};
use listing_domain::details::NamedAlternative;
use listing_domain::generation::{Generation, RenderedData, Revised, Revision};
use listing_domain::ids::{AccountId, GenerationId};
use listing_domain::marketplace::Platform;
use listing_domain::options::Language;
use listing_domain::ports::{BoxError, GenerationStore as _, WriterError};
use listing_domain::product::{Audience, Good, Product};
use listing_domain::request::{DetailLevel, ItemReferences, Platforms};
use listing_domain::usecase::{
    AnswerFormat, ErrorKind, RenderedAnswer, RewriteError, RewriteListings, RewriteOptions, RewritePolicy,
    StoredItem, StoredSources, WrittenListings,
};
use listing_testkit::{MemoryStore, ScriptedWriter, TextAnswers, WriterStep, summary};

use crate::rewrite::{CountingWriter, DuringWrite, found, generated, in_english, rewriting, text};
use crate::support::{Fixture, known};

fn named(name: &str) -> RewriteOptions {
    let platforms = Platforms::new([Platform::Vinted]).unwrap();
    let corrected = KnownAttributes { name: known(name), ..KnownAttributes::default() };
    RewriteOptions { platforms: Some(platforms), corrected, ..RewriteOptions::default() }
}

fn good(key: &str) -> Product {
    Product::parse(&format!("good:{key}")).unwrap()
}

/// Recognized in photos, with listings in two languages.
fn jacket() -> StoredItem {
    StoredItem {
        name: known("Veste"),
        confidence: 0.9,
        known: KnownAttributes {
            brand: known("Zara"),
            size: known("38"),
            color: known("Bordeaux"),
            material: known("Coton"),
            condition: known("Très bon état"),
            ..KnownAttributes::default()
        },
        sources: StoredSources {
            size: Some(Source::Label),
            color: Some(Source::Seen),
            material: Some(Source::Model),
        },
        audience: Some(Audience::Women),
        text: Some("Veste Bordeaux".to_owned()),
        alternatives: vec![
            NamedAlternative { name: "Manteau".to_owned(), confidence: 0.3 },
            NamedAlternative { name: "Polo".to_owned(), confidence: 0.2 },
        ],
        listings: vec![(Platform::Vinted, None), (Platform::Etsy, Some(Language::En))],
    }
}

/// Records the corrections that it gets.
struct RecordingFormat {
    text: TextAnswers,
    corrected: Mutex<Vec<WrittenListings>>,
    /// The marketplace of a listing that another request adds meanwhile.
    meanwhile: Option<Platform>,
}

impl RecordingFormat {
    fn of(item: StoredItem) -> Arc<Self> {
        let text = TextAnswers { item, ..TextAnswers::default() };
        Arc::new(Self { text, corrected: Mutex::default(), meanwhile: None })
    }

    fn alternatives(&self) -> Vec<(String, f32)> {
        let corrected = self.corrected.lock().unwrap();
        let alternatives = &corrected.last().unwrap().details.alternatives;
        alternatives.iter().map(|item| (item.name.clone(), item.confidence)).collect()
    }
}

impl AnswerFormat for RecordingFormat {
    fn render(
        &self,
        written: &WrittenListings,
        references: &ItemReferences,
        detail_level: DetailLevel,
    ) -> Result<RenderedAnswer, BoxError> {
        self.text.render(written, references, detail_level)
    }

    fn merge(
        &self,
        stored: &RenderedData,
        language: Language,
        written: &WrittenListings,
    ) -> Result<RenderedAnswer, BoxError> {
        self.text.merge(stored, language, written)
    }

    fn correct(
        &self,
        stored: &RenderedData,
        language: Language,
        corrected: &WrittenListings,
    ) -> Result<RenderedAnswer, BoxError> {
        self.corrected.lock().unwrap().push(corrected.clone());
        self.text.correct(stored, language, corrected)
    }

    fn item(&self, stored: &RenderedData) -> Result<StoredItem, BoxError> {
        let mut item = self.text.item(stored)?;
        let meanwhile = self.meanwhile.filter(|_| stored.as_bytes() == b"meanwhile");
        item.listings.extend(meanwhile.map(|platform| (platform, None)));
        Ok(item)
    }
}

#[tokio::test]
async fn correction_rewrites_all_listings_in_their_languages_for_free() {
    let fixture = Fixture::open().await;
    let first = generated(&fixture).await;
    let (usage, entries) = (fixture.usage().await, fixture.store.ledger_view().entries);
    let writer = CountingWriter::new(());
    let answers = RecordingFormat::of(jacket());
    let rewrite = RewriteListings { answers: answers.clone(), ..rewriting(&fixture, writer.clone()) };
    // French for a dress; in English, the word means a bathrobe.
    let again = rewrite.run(fixture.account.id, first.id, named("robe")).await.unwrap();
    let lines: Vec<&str> = text(&again.data).lines().collect();
    assert_eq!((lines.len(), again.rewrites), (3, 1), "{lines:?}");
    assert!(lines[0].starts_with("Robe") && lines[2].starts_with("Dress"), "{lines:?}");
    let stored = found(&fixture, first.id).await;
    let product = good("dress");
    assert_eq!(stored, Generation { revised: Some(again.data), rewrites: 1, product, ..first });
    assert_eq!((fixture.usage().await, fixture.store.ledger_view().entries), (usage, entries));
    {
        let requests = writer.requests.lock().unwrap();
        let received: Vec<_> =
            requests.iter().map(|request| (request.locale.language, request.platforms.as_slice())).collect();
        let all: &[Platform] = &[Platform::Vinted, Platform::Etsy];
        assert_eq!(received, [(Language::Fr, all), (Language::En, &[Platform::Etsy][..])]);
        for draft_request in requests.iter() {
            assert_eq!(draft_request.product.as_ref().map(|known| known.product), Some(product));
            assert_eq!((draft_request.known.name.clone(), draft_request.photos.len()), (known("robe"), 0));
        }
    }
    let written = answers.corrected.lock().unwrap();
    let categories = written[0].listings.iter().map(|listing| listing.category.clone());
    assert!(
        categories.clone().all(|category| category.contains("Robes") || category.contains("Dresses")),
        "{categories:?}"
    );
    assert!(written[0].price.rationale.contains("robe"), "{}", written[0].price.rationale);
}

#[tokio::test]
async fn a_requested_language_applies_to_all_listings() {
    let fixture = Fixture::open().await;
    let id = generated(&fixture).await.id;
    let writer = CountingWriter::new(());
    let rewrite =
        RewriteListings { answers: RecordingFormat::of(jacket()), ..rewriting(&fixture, writer.clone()) };
    let options = RewriteOptions { corrected: named("lampe").corrected, ..in_english(&[Platform::Ebay]) };
    let again = rewrite.run(fixture.account.id, id, options).await.unwrap();
    let english =
        text(&again.data).lines().filter(|line| line.starts_with("Lamp ") || *line == "Lamp").count();
    assert_eq!(english, 3, "{}", text(&again.data));
}

#[tokio::test]
async fn detected_attributes_are_dropped_when_they_no_longer_fit() {
    let bordeaux = [known("38"), known("Bordeaux"), known("Coton")];
    let stated = StoredSources {
        size: Some(Source::Seller),
        color: Some(Source::Understood),
        material: Some(Source::Label),
    };
    let [detected, unknown] = [jacket().sources, StoredSources::default()];
    for (name, sources, expected, audience, has_text) in [
        ("manteau", detected, bordeaux.clone(), Some(Audience::Women), true),
        ("sac à main", detected, [None, None, None], Some(Audience::Women), false),
        ("lampe", detected, [None, None, None], None, false),
        ("lampe", stated, bordeaux.clone(), None, false),
        ("lampe", unknown, bordeaux.clone(), None, false),
        ("zorglub", detected, [None, None, None], None, false),
    ] {
        let fixture = Fixture::open().await;
        let id = generated(&fixture).await.id;
        let writer = CountingWriter::new(());
        let answers = RecordingFormat::of(StoredItem { sources, ..jacket() });
        let rewrite = RewriteListings { answers: answers.clone(), ..rewriting(&fixture, writer.clone()) };
        rewrite.run(fixture.account.id, id, named(name)).await.unwrap();
        let draft_request = writer.requests.lock().unwrap()[0].clone();
        assert_eq!(
            [draft_request.known.size, draft_request.known.color, draft_request.known.material],
            expected,
            "{name}"
        );
        assert_eq!(
            (draft_request.known.brand, draft_request.known.condition),
            (known("Zara"), known("Très bon état"))
        );
        let product = draft_request.product.unwrap();
        assert_eq!((product.audience, product.text.is_some()), (audience, has_text), "{name}");
        assert_eq!(product.name.is_some(), has_text, "{name}");
        let written = answers.corrected.lock().unwrap();
        assert_eq!(written[0].item.audience, audience, "{name}");
    }
}

#[tokio::test]
async fn audience_named_by_the_seller_is_kept() {
    let fixture = Fixture::open().await;
    let id = generated(&fixture).await.id;
    let answers = RecordingFormat::of(StoredItem {
        known: KnownAttributes { audience: Some(Audience::Girls), ..KnownAttributes::default() },
        ..jacket()
    });
    let rewrite =
        RewriteListings { answers: answers.clone(), ..rewriting(&fixture, CountingWriter::new(())) };
    rewrite.run(fixture.account.id, id, named("lampe")).await.unwrap();
    assert_eq!(answers.corrected.lock().unwrap()[0].item.audience, Some(Audience::Girls));
}

#[tokio::test]
async fn unknown_product_name_is_used_as_the_noun() {
    let fixture = Fixture::open().await;
    let id = generated(&fixture).await.id;
    let answers = RecordingFormat::of(jacket());
    let rewrite =
        RewriteListings { answers: answers.clone(), ..rewriting(&fixture, CountingWriter::new(())) };
    rewrite.run(fixture.account.id, id, named("zorglub")).await.unwrap();
    assert_eq!(found(&fixture, id).await.product, Product::Unknown);
    let written = answers.corrected.lock().unwrap()[0].clone();
    assert_eq!(written.item.attributes.name.map(|name| name.value), Some("zorglub".to_owned()));
}

#[tokio::test]
async fn an_item_can_be_corrected_again() {
    let guesses = |pairs: &[(&str, f32)]| -> Vec<(String, f32)> {
        pairs.iter().map(|(name, confidence)| ((*name).to_owned(), *confidence)).collect()
    };
    let seller = |name: &str| StoredItem {
        name: known(name),
        known: KnownAttributes { name: known(name), ..KnownAttributes::default() },
        confidence: 1.0,
        ..jacket()
    };
    for (item, name, expected) in [
        (jacket(), "Polo", guesses(&[("Veste", 0.9), ("Manteau", 0.3)])),
        (jacket(), "polos", guesses(&[("Veste", 0.9), ("Manteau", 0.3)])),
        (jacket(), "lampe", guesses(&[("Veste", 0.9), ("Manteau", 0.3), ("Polo", 0.2)])),
        (jacket(), "zorglub", guesses(&[("Veste", 0.9), ("Manteau", 0.3), ("Polo", 0.2)])),
        (seller("zorglub"), "Polo", guesses(&[("Manteau", 0.3), ("Zorglub", 0.0)])),
        (seller("Polo"), "MANTEAU", guesses(&[("Polo", 0.2)])),
    ] {
        let fixture = Fixture::open().await;
        let id = generated(&fixture).await.id;
        let answers = RecordingFormat::of(item);
        let rewrite =
            RewriteListings { answers: answers.clone(), ..rewriting(&fixture, CountingWriter::new(())) };
        rewrite.run(fixture.account.id, id, named(name)).await.unwrap();
        assert_eq!(answers.alternatives(), expected, "{name}");
    }
}

#[tokio::test]
async fn a_correction_counts_as_a_rewrite_unless_it_fails() {
    let fixture = Fixture::open().await;
    let first = generated(&fixture).await;
    let (account, id) = (fixture.account.id, first.id);
    // The writer fails for the second language.
    let fails = || WriterStep::Fail(WriterError::unavailable("out of order"));
    let writer = ScriptedWriter::new([WriterStep::Sketch, fails(), WriterStep::Sketch, WriterStep::Sketch]);
    let policy = RewritePolicy { limit: 1, ..RewritePolicy::default() };
    let rewrite = RewriteListings {
        answers: RecordingFormat::of(jacket()),
        policy,
        ..rewriting(&fixture, Arc::new(writer))
    };
    let failed = rewrite.run(account, id, named("lampe")).await.unwrap_err();
    assert_eq!(failed.kind(), ErrorKind::GenerationFailed);
    assert_eq!(found(&fixture, id).await, first);
    rewrite.run(account, id, named("lampe")).await.unwrap();
    for options in [named("robe"), in_english(&[Platform::Ebay])] {
        let refused = rewrite.run(account, id, options).await.unwrap_err();
        assert!(matches!(refused, RewriteError::NoneLeft { limit: 1 }), "{refused}");
    }
}

/// Revises the generation to another product while the writer works.
struct Becomes {
    store: Arc<MemoryStore>,
    account: AccountId,
    id: GenerationId,
    product: Product,
}

#[async_trait]
impl DuringWrite for Becomes {
    async fn run(&self) {
        let Self { store, account, id, product } = self;
        let based_on = store.get(*account, *id).await.unwrap().unwrap().revised;
        let (data, summary) = (RenderedData::new(*b"meanwhile"), summary("meanwhile"));
        let revision = Revision { based_on, data, summary, product: *product };
        assert!(matches!(store.revise(*account, *id, &revision).await, Ok(Revised::Done)));
    }
}

#[tokio::test]
async fn corrected_item_gets_no_listing_written_for_the_former_item() {
    let lamp = Product::parse("lamp").unwrap();
    for (product, options, is_kept) in [
        (lamp, in_english(&[Platform::Ebay]), false),
        (Product::parse("jacket").unwrap(), in_english(&[Platform::Ebay]), true),
        (Product::parse("jacket").unwrap(), named("robe"), true),
        (lamp, named("robe"), true),
    ] {
        let fixture = Fixture::open().await;
        let (store, account) = (fixture.store.clone(), fixture.account.id);
        let id = generated(&fixture).await.id;
        let meanwhile = CountingWriter::new(Becomes { store, account, id, product });
        let item = StoredItem { listings: vec![(Platform::Vinted, None)], ..jacket() };
        let rewrite =
            RewriteListings { answers: RecordingFormat::of(item), ..rewriting(&fixture, meanwhile) };
        let is_correction = options.corrected.name.is_some();
        let outcome = rewrite.run(account, id, options).await;
        assert_eq!(outcome.is_ok(), is_kept, "{product:?}");
        assert!(is_kept || matches!(outcome, Err(RewriteError::Overtaken)));
        let stored = found(&fixture, id).await;
        assert_eq!(stored.product, if is_correction { good("dress") } else { product });
        assert_eq!((text(stored.current()) == "meanwhile", stored.rewrites), (!is_kept, 1));
    }
}

#[tokio::test]
async fn correction_is_refused_if_a_listing_was_added_meanwhile() {
    let fixture = Fixture::open().await;
    let (store, account) = (fixture.store.clone(), fixture.account.id);
    let Generation { id, product, .. } = generated(&fixture).await;
    let meanwhile = CountingWriter::new(Becomes { store, account, id, product });
    let text = TextAnswers { item: jacket(), ..TextAnswers::default() };
    let answers = RecordingFormat { text, corrected: Mutex::default(), meanwhile: Some(Platform::Ebay) };
    let rewrite = RewriteListings { answers: Arc::new(answers), ..rewriting(&fixture, meanwhile) };
    let overtaken = rewrite.run(account, id, named("robe")).await.unwrap_err();
    assert!(matches!(overtaken, RewriteError::Overtaken), "{overtaken}");
    assert_eq!(found(&fixture, id).await.product, product);
}

#[test]
fn noun_of_every_product_names_that_product() {
    for language in Language::ALL.iter().copied() {
        for product in Good::all().map(Product::Good) {
            let noun = product.noun(language).text();
            let known = KnownAttributes { name: known(noun), ..KnownAttributes::default() };
            assert_eq!(known.product(language), Some(product), "{noun}");
        }
    }
}
