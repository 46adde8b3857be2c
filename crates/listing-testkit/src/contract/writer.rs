use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use listing_domain::attributes::{Attribute, AttributeText, Attributes, KnownAttributes, Source};
use listing_domain::draft::{Draft, DraftRequest, KnownProduct};
use listing_domain::expense::Expenses;
use listing_domain::lane::Lane;
use listing_domain::listing::{Item, Listing};
use listing_domain::locale::Locale;
use listing_domain::marketplace::{Catalogue, Platform};
use listing_domain::options::{Language, Quality, Tone};
use listing_domain::ports::{ListingWriter, WriterError};
use listing_domain::pricing::{self, PriceQuestion, ReferenceRates};
use listing_domain::product::{Audience, Product, ProductType};
use listing_domain::request::Platforms;

use super::CaseName;
use crate::pictures::{GROUND, SHIRT, prepared, shirt};

/// The limit for an upstream service that answers.
const WITHIN: Duration = Duration::from_mins(1);
/// The limit for an upstream service that is silent.
const SHORTLY: Duration = Duration::from_millis(200);
/// A busy machine may need more time than a limit; a writer that ignores its deadline never returns.
const SLACK: Duration = Duration::from_mins(1);

/// The behavior of a writer's upstream service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WriterBehavior {
    /// Answers correctly.
    Good,
    /// Fails every request.
    Down,
    /// Accepts requests and never answers.
    Silent,
}

/// A listing writer to test.
#[derive(Clone)]
pub struct WriterUnderTest {
    /// The writer.
    pub writer: Arc<dyn ListingWriter>,
    /// `true` if it calls a service; the calls are recorded as expenses.
    pub makes_calls: bool,
}

/// The contract of listing writers. `make` returns a writer whose upstream behaves as given, or `None` if its
/// kind has no such behavior.
pub async fn listing_writer_contract(make: impl AsyncFn(WriterBehavior) -> Option<WriterUnderTest>) {
    macro_rules! run_cases {
        ($($behavior:ident: $($case:path),+;)+) => {
            $($({
                let _name = CaseName(stringify!($case));
                if let Some(subject) = make(WriterBehavior::$behavior).await {
                    $case(subject).await;
                }
            })+)+
        };
    }
    assert!(make(WriterBehavior::Good).await.is_some(), "the suite needs a writer whose upstream answers");
    run_cases! {
        Good: each_requested_platform_has_one_text, texts_of_a_draft_make_valid_listings,
            attributes_named_by_the_seller_take_precedence, a_known_item_is_written_without_photos,
            alternatives_are_other_products_likeliest_first, expenses_of_calls_are_recorded,
            concurrent_requests_do_not_affect_each_other;
        Down: an_unavailable_writer_returns_a_temporary_error, expenses_of_calls_are_recorded;
        Silent: writer_returns_within_the_deadline, expenses_of_calls_are_recorded;
    }
}

fn request(platforms: &[Platform], language: Language) -> DraftRequest {
    DraftRequest {
        photos: [prepared(shirt(SHIRT, GROUND))].into(),
        product: None,
        platforms: Platforms::new(platforms.iter().copied())
            .expect("a contract requests at least one platform"),
        locale: language.into(),
        tone: Tone::default(),
        quality: Quality::default(),
        known: KnownAttributes::default(),
        catalogue: Arc::new(Catalogue::default()),
        within: WITHIN,
        lane: Lane::NO_ACCOUNT,
        expenses: Expenses::default(),
    }
}

async fn write(subject: &WriterUnderTest, request: &DraftRequest) -> Draft {
    subject.writer.write(request).await.expect("a writer that works returns a draft")
}

fn item(draft: &Draft, request: &DraftRequest) -> Item {
    let attributes = draft.attributes.clone().with_known(&request.known);
    Item { product: draft.product, audience: draft.audience, attributes, known: request.known.clone() }
}

async fn each_requested_platform_has_one_text(subject: WriterUnderTest) {
    for platforms in [&[Platform::Etsy][..], &[Platform::Vinted, Platform::Ebay], Platform::ALL] {
        for language in Language::ALL.iter().copied() {
            let request = request(platforms, language);
            let draft = write(&subject, &request).await;
            let mut found: Vec<&str> = draft.texts.iter().map(|text| text.platform.code()).collect();
            let mut expected: Vec<&str> = platforms.iter().map(|platform| platform.code()).collect();
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected);
            assert!(draft.texts.iter().all(|text| !text.description.trim().is_empty()), "{:?}", draft.texts);
        }
    }
}

async fn texts_of_a_draft_make_valid_listings(subject: WriterUnderTest) {
    for language in Language::ALL.iter().copied() {
        let request = request(Platform::ALL, language);
        let draft = write(&subject, &request).await;
        let item = item(&draft, &request);
        let rates = ReferenceRates::default();
        let question = PriceQuestion {
            product: item.product,
            attributes: &item.attributes,
            opinion: draft.price.as_ref(),
            notes: None,
            comparables: &[],
            locale: language.into(),
        };
        let price = pricing::suggest(&question, &rates).suggested;
        for text in &draft.texts {
            let marketplace = request.catalogue.marketplace(text.platform);
            let local = rates.convert(price, marketplace.currency(Locale::from(language).market));
            let listing = Listing::compose(marketplace, &item, text, local, language);
            assert_eq!(marketplace.violations(&listing), Vec::<String>::new(), "{listing:?}");
        }
    }
}

async fn attributes_named_by_the_seller_take_precedence(subject: WriterUnderTest) {
    let known =
        |text: &str| AttributeText::parse("attributes", text).expect("the attribute's text is short enough");
    let known = KnownAttributes {
        brand: known("Levi’s"),
        size: known("M"),
        condition: known("neuf avec étiquette"),
        color: known("Vert sapin"),
        material: known("Laine"),
        ..KnownAttributes::default()
    };
    let request = DraftRequest { known, ..request(&[Platform::Vinted], Language::Fr) };
    let attributes = item(&write(&subject, &request).await, &request).attributes;
    let value = |attribute: &Option<Attribute>| {
        let attribute = attribute.as_ref().expect("the draft has the attribute that the seller named");
        assert_eq!(attribute.source, Source::Seller);
        attribute.value.clone()
    };
    let found = [&attributes.brand, &attributes.size, &attributes.color, &attributes.material].map(value);
    assert_eq!(found, ["Levi’s", "M", "Vert sapin", "Laine"]);
}

async fn a_known_item_is_written_without_photos(subject: WriterUnderTest) {
    let known =
        KnownProduct { audience: Some(Audience::Men), ..KnownProduct::of(Product::Type(ProductType::Boots)) };
    for language in Language::ALL.iter().copied() {
        let request = request(&[Platform::Vinted, Platform::Ebay], language);
        let request = DraftRequest { photos: Arc::default(), product: Some(known.clone()), ..request };
        let draft = write(&subject, &request).await;
        assert_eq!((draft.product, draft.audience), (known.product, known.audience));
        assert_eq!(draft.texts.len(), 2);
        assert_eq!(draft.alternatives, []);
        let nothing_seen = Attributes { name: draft.attributes.name.clone(), ..Attributes::default() };
        assert_eq!(draft.attributes, nothing_seen);
    }
}

async fn alternatives_are_other_products_likeliest_first(subject: WriterUnderTest) {
    let draft = write(&subject, &request(&[Platform::Vinted], Language::En)).await;
    let others = &draft.alternatives;
    assert!(others.iter().all(|other| other.product != draft.product), "{others:?}");
    assert!(others.is_sorted_by(|one, next| one.confidence >= next.confidence), "{others:?}");
    assert!(others.iter().all(|other| (0.0..=1.0).contains(&other.confidence)), "{others:?}");
}

/// Holds for any outcome. A writer that wraps another passes the record of expenses on to it.
async fn expenses_of_calls_are_recorded(subject: WriterUnderTest) {
    let request = DraftRequest { within: SHORTLY * 10, ..request(&[Platform::Ebay], Language::En) };
    let _ = subject.writer.write(&request).await;
    assert_eq!(!request.expenses.all().is_empty(), subject.makes_calls, "{:?}", request.expenses.all());
}

async fn concurrent_requests_do_not_affect_each_other(subject: WriterUnderTest) {
    let platforms = &Platform::ALL[..3];
    let pairs =
        platforms.iter().flat_map(|platform| Language::ALL.iter().map(|language| (*platform, *language)));
    let requests: Vec<DraftRequest> =
        pairs.map(|(platform, language)| request(&[platform], language)).collect();
    let drafts = join_all(requests.iter().map(|request| write(&subject, request))).await;
    for (request, draft) in requests.iter().zip(drafts) {
        let found: Vec<Platform> = draft.texts.iter().map(|text| text.platform).collect();
        assert_eq!(found, request.platforms.as_slice());
        let alone = write(&subject, request).await;
        assert_eq!(draft.texts, alone.texts, "concurrent requests do not change a draft");
    }
}

async fn an_unavailable_writer_returns_a_temporary_error(subject: WriterUnderTest) {
    let failed = subject.writer.write(&request(&[Platform::Ebay], Language::Fr)).await;
    let failed = failed.expect_err("an unavailable writer returns an error");
    let may_pass = matches!(
        failed,
        WriterError::Unavailable { .. } | WriterError::RateLimited { .. } | WriterError::OutOfService { .. }
    );
    assert!(may_pass, "{failed:?}");
}

async fn writer_returns_within_the_deadline(subject: WriterUnderTest) {
    let since = Instant::now();
    let request = DraftRequest { within: SHORTLY, ..request(&[Platform::Ebay], Language::Fr) };
    let failed = subject.writer.write(&request).await.expect_err("a writer that never answers times out");
    assert!(matches!(failed, WriterError::DeadlineExceeded | WriterError::Unavailable { .. }), "{failed:?}");
    assert!(since.elapsed() < SHORTLY + SLACK, "{:?}", since.elapsed());
}
