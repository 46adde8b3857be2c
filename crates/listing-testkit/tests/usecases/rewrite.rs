use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use futures_util::FutureExt as _;
use listing_domain::attributes::KnownAttributes;
use listing_domain::draft::{Draft, DraftRequest, KnownProduct};
use listing_domain::expense::{Expense, Expenses, MicroUsd};
use listing_domain::generation::{Generation, RenderedData, Revised, Revision};
use listing_domain::ids::{AccountId, GenerationId};
use listing_domain::lane::Lane;
use listing_domain::locale::Market;
use listing_domain::marketplace::Platform;
use listing_domain::money::Currency;
use listing_domain::options::{Language, Tone};
use listing_domain::origin::Origin;
use listing_domain::ports::{
    BoxError, Clock as _, ExpenseBook as _, GenerationStore as _, IdSource as _, ListingWriter, WriterError,
};
use listing_domain::product::{Audience, Product, ProductType};
use listing_domain::request::{DetailLevel, ItemReferences, ListingOptions, Platforms};
use listing_domain::usecase::{
    AnswerFormat, ErrorKind, RenderedAnswer, RewriteError, RewriteListings, RewriteOptions, RewritePolicy,
    StoredItem, WrittenListings,
};
use listing_testkit::{
    FakeWriter, GatedWriter, MemoryStore, ScriptedWriter, TextAnswers, WriterStep, summary,
};

use crate::support::{Fixture, known, options, request, write_with};

/// Records its requests; an event happens during each.
pub(crate) struct CountingWriter<F> {
    pub(crate) requests: Mutex<Vec<DraftRequest>>,
    meanwhile: F,
}

impl<F> CountingWriter<F> {
    pub(crate) fn new(meanwhile: F) -> Arc<Self> {
        Arc::new(Self { requests: Mutex::default(), meanwhile })
    }

    pub(crate) fn count(&self) -> usize {
        self.requests.lock().unwrap().len()
    }
}

#[async_trait]
impl<F: DuringWrite> ListingWriter for CountingWriter<F> {
    async fn write(&self, draft_request: &DraftRequest) -> Result<Draft, WriterError> {
        self.requests.lock().unwrap().push(draft_request.clone());
        self.meanwhile.run().await;
        Ok(FakeWriter::default().draft(draft_request))
    }
}

#[async_trait]
pub(crate) trait DuringWrite: Send + Sync {
    async fn run(&self);
}

#[async_trait]
impl DuringWrite for () {
    async fn run(&self) {}
}

/// Another request revises the generation meanwhile.
struct Revises {
    store: Arc<MemoryStore>,
    account: AccountId,
    id: GenerationId,
}

#[async_trait]
impl DuringWrite for Revises {
    async fn run(&self) {
        let Self { store, account, id } = self;
        let Generation { revised: based_on, product, .. } = store.get(*account, *id).await.unwrap().unwrap();
        let (data, summary) = (RenderedData::new(*b"edited"), summary("edited"));
        let revision = Revision { based_on, data, summary, product };
        assert!(matches!(store.revise(*account, *id, &revision).await, Ok(Revised::Done)));
    }
}

/// During each merge, another request stores an edit.
struct EditedMeanwhile(Revises);

impl AnswerFormat for EditedMeanwhile {
    fn render(
        &self,
        written: &WrittenListings,
        references: &ItemReferences,
        detail_level: DetailLevel,
    ) -> Result<RenderedAnswer, BoxError> {
        TextAnswers::default().render(written, references, detail_level)
    }

    fn merge(
        &self,
        stored: &RenderedData,
        language: Language,
        written: &WrittenListings,
    ) -> Result<RenderedAnswer, BoxError> {
        let Revises { store, account, id } = &self.0;
        let data = RenderedData::new([stored.as_bytes(), b" edited"].concat());
        let based_on = Some(stored.clone()).filter(|data| data.as_bytes().ends_with(b"edited"));
        let product = Product::Type(ProductType::Jacket);
        let revision = Revision { based_on, data, summary: summary("edited"), product };
        let revised = store.revise(*account, *id, &revision).now_or_never();
        assert!(matches!(revised, Some(Ok(Revised::Done))));
        TextAnswers::default().merge(stored, language, written)
    }

    fn correct(
        &self,
        stored: &RenderedData,
        language: Language,
        corrected: &WrittenListings,
    ) -> Result<RenderedAnswer, BoxError> {
        TextAnswers::default().correct(stored, language, corrected)
    }

    fn item(&self, stored: &RenderedData) -> Result<StoredItem, BoxError> {
        TextAnswers::default().item(stored)
    }
}

fn item() -> StoredItem {
    let known = KnownAttributes { color: known("Noir"), brand: known("Zara"), ..KnownAttributes::default() };
    let text = Some("Veste Bordeaux\nÉcrivez à ann@example.com".to_owned());
    StoredItem { name: self::known("Veste"), known, text, ..StoredItem::default() }
}

pub(crate) fn rewriting(fixture: &Fixture, writer: Arc<dyn ListingWriter>) -> RewriteListings {
    RewriteListings {
        generations: fixture.store.clone(),
        write: write_with(writer),
        answers: Arc::new(TextAnswers { item: item(), ..TextAnswers::default() }),
        expenses: Some(fixture.store.clone()),
        clock: fixture.clock.clone(),
        policy: RewritePolicy::default(),
    }
}

pub(crate) fn in_english(platforms: &[Platform]) -> RewriteOptions {
    RewriteOptions {
        platforms: Some(Platforms::new(platforms.iter().copied()).unwrap()),
        language: Some(Language::En),
        tone: Some(Tone::Casual),
        ..RewriteOptions::default()
    }
}

/// The listing is French, for one marketplace.
pub(crate) async fn generated(fixture: &Fixture) -> Generation {
    let request = request(&[Platform::Vinted]);
    fixture.generate().run(fixture.account.id, Origin::CLI, request, None).await.unwrap();
    fixture.history().await.remove(0)
}

pub(crate) async fn found(fixture: &Fixture, id: GenerationId) -> Generation {
    fixture.store.get(fixture.account.id, id).await.unwrap().unwrap()
}

pub(crate) fn text(data: &RenderedData) -> &str {
    std::str::from_utf8(data.as_bytes()).unwrap()
}

#[tokio::test]
async fn rewrite_is_stored_next_to_the_original_and_is_free() {
    let fixture = Fixture::open().await;
    let first = generated(&fixture).await;
    let (usage, entries) = (fixture.usage().await, fixture.store.ledger_view().entries);
    let writer = CountingWriter::new(());
    let rewrite = rewriting(&fixture, writer.clone());
    let again = rewrite.run(fixture.account.id, first.id, in_english(&[Platform::Poshmark])).await.unwrap();
    assert_eq!((text(&again.data), again.rewrites), ("Veste Bordeaux\nJacket Zara Black", 1));
    let stored_generation = found(&fixture, first.id).await;
    assert_eq!(stored_generation, Generation { revised: Some(again.data), rewrites: 1, ..first.clone() });
    let twice = rewrite.run(fixture.account.id, first.id, in_english(&[Platform::Ebay])).await.unwrap();
    assert_eq!(text(&twice.data), "Veste Bordeaux\nJacket Zara Black\nJacket Zara Black");
    assert_eq!((fixture.usage().await, fixture.store.ledger_view().entries), (usage, entries));

    let requests = writer.requests.lock().unwrap();
    let jacket = KnownProduct {
        product: Product::Type(ProductType::Jacket),
        audience: None,
        name: known("Veste"),
        text: Some("Veste Bordeaux\n".to_owned()),
    };
    for draft_request in requests.iter() {
        assert!(
            draft_request.product.as_ref() == Some(&jacket),
            "{:?}",
            draft_request.product.as_ref().map(|known| &known.text)
        );
        assert_eq!((draft_request.photos.len(), draft_request.tone), (0, Tone::Casual));
    }
}

#[tokio::test]
async fn the_writer_gets_the_audience_of_the_stored_answer() {
    let fixture = Fixture::open().await;
    let id = generated(&fixture).await.id;
    let writer = CountingWriter::new(());
    let known = KnownAttributes { size: known("Femme 38"), ..KnownAttributes::default() };
    let answers = TextAnswers { item: StoredItem { known, ..StoredItem::default() }, is_broken: false };
    let rewrite = RewriteListings { answers: Arc::new(answers), ..rewriting(&fixture, writer.clone()) };
    rewrite.run(fixture.account.id, id, in_english(&[Platform::Ebay])).await.unwrap();
    let audience = writer.requests.lock().unwrap()[0].product.as_ref().and_then(|known| known.audience);
    assert_eq!(audience, Some(Audience::Women));
}

#[tokio::test]
async fn audience_of_the_stored_item_is_passed_on_unless_the_seller_named_one() {
    let fixture = Fixture::open().await;
    let id = generated(&fixture).await.id;
    for (stated, found, expected) in [
        (None, Some(Audience::Boys), Some(Audience::Boys)),
        (Some(Audience::Men), Some(Audience::Boys), Some(Audience::Men)),
        (None, None, None),
    ] {
        let writer = CountingWriter::new(());
        let known = KnownAttributes { audience: stated, ..KnownAttributes::default() };
        let item = StoredItem { known, audience: found, ..StoredItem::default() };
        let answers = TextAnswers { item, is_broken: false };
        let rewrite = RewriteListings { answers: Arc::new(answers), ..rewriting(&fixture, writer.clone()) };
        rewrite.run(fixture.account.id, id, in_english(&[Platform::Ebay])).await.unwrap();
        let received = writer.requests.lock().unwrap()[0].product.as_ref().and_then(|known| known.audience);
        assert_eq!(received, expected);
    }
}

#[tokio::test]
async fn rewrites_are_limited() {
    let fixture = Fixture::open().await;
    let id = generated(&fixture).await.id;
    let writer = CountingWriter::new(());
    let rewrite = RewriteListings {
        policy: RewritePolicy { limit: 2, ..RewritePolicy::default() },
        ..rewriting(&fixture, writer.clone())
    };
    let run = || rewrite.run(fixture.account.id, id, in_english(&[Platform::Ebay]));
    for rewrites in 1..=2 {
        assert_eq!(run().await.unwrap().rewrites, rewrites);
    }
    let refused = run().await.unwrap_err();
    assert!(matches!(refused, RewriteError::NoneLeft { limit: 2 }), "{refused}");
    assert_eq!((refused.kind(), writer.count()), (ErrorKind::Conflict, 2), "the writer is not called");
    assert_eq!(RewritePolicy::default().limit, 3);
}

#[tokio::test]
async fn another_accounts_generation_is_not_found() {
    let fixture = Fixture::open().await;
    let first = generated(&fixture).await;
    let writer = CountingWriter::new(());
    let rewrite = rewriting(&fixture, writer.clone());
    let stranger = AccountId::new(fixture.ids.id());
    let unknown = GenerationId::new(fixture.ids.id());
    for (account, id) in [(stranger, first.id), (fixture.account.id, unknown)] {
        let refused = rewrite.run(account, id, in_english(&[Platform::Ebay])).await.unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::NotFound);
    }
    assert_eq!((found(&fixture, first.id).await, writer.count()), (first, 0));
}

#[tokio::test]
async fn a_failed_rewrite_is_not_counted() {
    let fixture = Fixture::open().await;
    let first = generated(&fixture).await;
    let writer = ScriptedWriter::new([WriterStep::Fail(WriterError::unavailable("out of order"))]);
    let rewrite = rewriting(&fixture, Arc::new(writer));
    let failed = rewrite.run(fixture.account.id, first.id, in_english(&[Platform::Ebay])).await.unwrap_err();
    assert_eq!(failed.kind(), ErrorKind::GenerationFailed);
    let rewrite = RewriteListings { answers: Arc::new(TextAnswers::broken()), ..rewrite };
    let failed = rewrite.run(fixture.account.id, first.id, in_english(&[Platform::Ebay])).await.unwrap_err();
    assert!(matches!(failed, RewriteError::Merge(_)), "{failed}");
    assert_eq!(found(&fixture, first.id).await, first);
}

/// Each call costs money, whatever its outcome.
struct Costly(ScriptedWriter);

#[async_trait]
impl ListingWriter for Costly {
    async fn write(&self, draft_request: &DraftRequest) -> Result<Draft, WriterError> {
        draft_request.expenses.note(Expense {
            provider: "openai",
            model: "small".into(),
            outcome: Expense::OK,
            tokens_in: 1_000,
            tokens_out: 100,
            cost: Some(MicroUsd::new(70)),
            took: Duration::from_secs(1),
        });
        self.0.write(draft_request).await
    }
}

#[tokio::test]
async fn cost_of_a_rewrite_is_recorded_with_any_outcome() {
    let fixture = Fixture::open().await;
    let (account, id) = (fixture.account.id, generated(&fixture).await.id);
    let fails = WriterStep::Fail(WriterError::unavailable("out of order"));
    let writer = ScriptedWriter::new([WriterStep::Sketch, fails, WriterStep::Sketch]);
    let rewrite = rewriting(&fixture, Arc::new(Costly(writer)));
    let run = || rewrite.run(account, id, in_english(&[Platform::Ebay]));
    let outcomes = [run().await.is_ok(), run().await.is_ok(), run().await.is_ok()];
    assert_eq!(outcomes, [true, false, true]);
    let lines = fixture.store.costs(account, fixture.clock.now()).await.unwrap();
    let sums: Vec<_> =
        lines.iter().map(|line| (line.calls, line.tokens_in, line.cost.millionths())).collect();
    assert_eq!(sums, [(3, 3_000, 210)]);
}

#[tokio::test]
async fn an_edit_during_a_rewrite_is_not_lost() {
    let fixture = Fixture::open().await;
    let (store, account) = (fixture.store.clone(), fixture.account.id);
    let id = generated(&fixture).await.id;
    let edits = CountingWriter::new(Revises { store, account, id });
    let again =
        rewriting(&fixture, edits.clone()).run(account, id, in_english(&[Platform::Ebay])).await.unwrap();
    assert_eq!((text(&again.data), edits.count()), ("edited\nJacket Zara Black", 1), "the writer runs once");
}

#[tokio::test]
async fn concurrent_rewrites_call_the_writer_within_the_limit() {
    let fixture = Fixture::open().await;
    let (account, id) = (fixture.account.id, generated(&fixture).await.id);
    let counting = CountingWriter::new(());
    let gate = Arc::new(GatedWriter::new(counting.clone()));
    let rewrite = Arc::new(rewriting(&fixture, gate.clone()));
    let run = || {
        let rewrite = Arc::clone(&rewrite);
        tokio::spawn(async move { rewrite.run(account, id, in_english(&[Platform::Ebay])).await })
    };
    let all: Vec<_> = (0..10).map(|_| run()).collect();
    while gate.arrived() < 3 {
        tokio::task::yield_now().await;
    }
    // None of the three running rewrites has finished; others are refused.
    for _ in 0..1_000 {
        tokio::task::yield_now().await;
    }
    gate.open();
    let (mut done, mut refused) = (0, 0);
    for one in all {
        match one.await.unwrap() {
            Ok(_) => done += 1,
            Err(RewriteError::NoneLeft { limit: 3 }) => refused += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!((done, refused, counting.count()), (3, 7, 3));
    assert_eq!(found(&fixture, id).await.rewrites, 3);
}

#[tokio::test]
async fn an_account_with_too_many_failed_calls_gets_no_rewrite() {
    let fixture = Fixture::open().await;
    let (account, id) = (fixture.account.id, generated(&fixture).await.id);
    let policy = RewritePolicy { failed_calls: Some(10), ..RewritePolicy::default() };
    let writer = CountingWriter::new(());
    let rewrite = RewriteListings { policy, ..rewriting(&fixture, writer.clone()) };
    fixture.note_calls("unusable", 9).await;
    fixture.note_calls("rate_limited", 100).await;
    rewrite.run(account, id, in_english(&[Platform::Ebay])).await.unwrap();
    fixture.note_calls("unusable", 1).await;
    let refused = rewrite.run(account, id, in_english(&[Platform::Ebay])).await.unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::TooManyFailures);
    let wait = refused.retry_after().unwrap();
    assert_eq!(
        (writer.count(), found(&fixture, id).await.rewrites),
        (1, 1),
        "a refused rewrite makes no call and is not counted"
    );
    fixture.clock.advance(wait);
    rewrite.run(account, id, in_english(&[Platform::Ebay])).await.unwrap();
}

#[tokio::test]
async fn rewrite_that_fails_because_of_repeated_edits_is_counted() {
    let fixture = Fixture::open().await;
    let (account, id) = (fixture.account.id, generated(&fixture).await.id);
    let writer = CountingWriter::new(());
    let edits = Revises { store: fixture.store.clone(), account, id };
    let answers = Arc::new(EditedMeanwhile(edits));
    let rewrite = RewriteListings { answers, ..rewriting(&fixture, writer.clone()) };
    let overtaken = rewrite.run(account, id, in_english(&[Platform::Ebay])).await.unwrap_err();
    assert!(matches!(overtaken, RewriteError::Overtaken), "{overtaken}");
    assert_eq!((writer.count(), found(&fixture, id).await.rewrites), (1, 1));
}

#[tokio::test]
async fn cancelled_rewrite_is_not_counted() {
    let fixture = Fixture::open().await;
    let (account, id) = (fixture.account.id, generated(&fixture).await.id);
    let rewrite = rewriting(&fixture, CountingWriter::new(()));
    let begun = rewrite.begin(account, id).await.unwrap();
    assert_eq!(found(&fixture, id).await.rewrites, 1);
    rewrite.cancel(&begun).await;
    assert_eq!(found(&fixture, id).await.rewrites, 0);
}

#[tokio::test]
async fn price_is_for_the_requested_market() {
    let writes = write_with(Arc::new(FakeWriter::default()));
    let product = KnownProduct::of(Product::Type(ProductType::Jacket));
    let currency = async |market, sold_in| {
        let options = ListingOptions { market, language: Language::En, ..options(&[Platform::Ebay]) };
        let mut writes = writes.clone();
        writes.policy.sold_in = sold_in;
        let (known, expenses) = (KnownAttributes::default(), Expenses::default());
        let written =
            writes.rewrite(product.clone(), &options, known, Lane::NO_ACCOUNT, &expenses).await.unwrap();
        written.listings[0].price.currency()
    };
    assert_eq!(currency(None, None).await, Currency::Usd);
    assert_eq!(currency(Some(Market::UnitedKingdom), None).await, Currency::Gbp);
    assert_eq!(currency(None, Some(Market::France)).await, Currency::Eur);
    assert_eq!(currency(Some(Market::UnitedKingdom), Some(Market::France)).await, Currency::Gbp);
}
