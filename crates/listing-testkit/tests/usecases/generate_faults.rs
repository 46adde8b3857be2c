//! Tests that generating returns a failed port's error and releases the unit.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use listing_domain::draft::{Draft, DraftRequest};
use listing_domain::expense::Expense;
use listing_domain::ids::AccountId;
use listing_domain::marketplace::Platform;
use listing_domain::options::Quality;
use listing_domain::origin::Origin;
use listing_domain::photo::PreparedPhoto;
use listing_domain::ports::{
    Clock, IdSource, ListingWriter, PhotoError, PhotoProcessor, QuotaError, QuotaLedger, StoreError,
    WriterError,
};
use listing_domain::request::{GenerationRequest, PhotoUploads};
use listing_domain::usecase::{
    AnnouncedRequest, ErrorKind, GenerateError, GenerateListings, GenerationAnswer, GenerationPolicy,
    WriteError,
};
use listing_testkit::pictures::PNG_DATA_URI;
use listing_testkit::{
    FakeWriter, FixedClock, GatedWriter, MemoryStore, ScriptedWriter, TextAnswers, WriterStep,
};

use crate::support::{FREE, FaultyLedger, Fixture, HOLD_SECONDS, Step, photos, request, write_with};

async fn run(fixture: &Fixture, generate: &GenerateListings) -> Result<GenerationAnswer, GenerateError> {
    generate.run(fixture.account.id, Origin::CLI, request(&[Platform::Ebay, Platform::Vinted]), None).await
}

#[tokio::test]
async fn unusable_photos_are_reported_and_charge_nothing() {
    let fixture = Fixture::open().await;
    let invalid = GenerationRequest {
        photos: photos(&[PNG_DATA_URI, "data:text/plain;base64,aGk="]),
        ..request(&[Platform::Ebay])
    };
    let refused = fixture.generate().run(fixture.account.id, Origin::CLI, invalid, None).await.unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Invalid);
    let GenerateError::Photos(PhotoError::Unusable(problems)) = refused else { panic!("{refused}") };
    assert_eq!(problems.iter().map(|problem| problem.index).collect::<Vec<_>>(), [1]);
    assert_eq!(fixture.store.ledger_view().entries, [], "no unit is held");
}

/// Also records that it was called.
#[derive(Default)]
struct BrokenPhotos {
    is_busy: bool,
    was_asked: AtomicBool,
}

#[async_trait]
impl PhotoProcessor for BrokenPhotos {
    async fn prepare(
        &self,
        _: AccountId,
        _: PhotoUploads,
        _: Quality,
    ) -> Result<Vec<PreparedPhoto>, PhotoError> {
        self.was_asked.store(true, Ordering::Relaxed);
        if self.is_busy {
            Err(PhotoError::Busy { retry_after: Duration::from_secs(3) })
        } else {
            Err(PhotoError::Failed("out of memory".into()))
        }
    }
}

#[tokio::test]
async fn failed_photo_processor_charges_nothing() {
    let fixture = Fixture::open().await;
    for (is_busy, kind) in [(true, ErrorKind::Busy), (false, ErrorKind::Internal)] {
        let photos = Arc::new(BrokenPhotos { is_busy, ..BrokenPhotos::default() });
        let error = run(&fixture, &GenerateListings { photos, ..fixture.generate() }).await.unwrap_err();
        assert_eq!(error.kind(), kind, "{error}");
    }
    assert_eq!(fixture.store.ledger_view().entries, []);
}

#[tokio::test]
async fn an_exhausted_account_is_refused_before_its_photos_are_prepared() {
    let fixture = Fixture::open().await;
    for _ in 0..FREE {
        run(&fixture, &fixture.generate()).await.unwrap();
    }
    let photos = Arc::new(BrokenPhotos::default());
    let generate = GenerateListings { photos: photos.clone(), ..fixture.generate() };
    let refused = run(&fixture, &generate).await.unwrap_err();
    assert!(matches!(refused, GenerateError::Quota(QuotaError::Exhausted)), "{refused}");
    assert_eq!(refused.kind(), ErrorKind::QuotaExhausted);
    assert!(!photos.was_asked.load(Ordering::Relaxed));
    fixture.clock.set("2026-12-01T00:00:00Z".parse().unwrap());
    run(&fixture, &fixture.generate()).await.unwrap();
    fixture.assert_sound();
}

#[tokio::test]
async fn large_body_is_refused_early_only_for_an_exhausted_account_without_a_key() {
    let fixture = Fixture::open().await;
    let early = async |has_large_body, has_key| {
        let announced = AnnouncedRequest { has_large_body, has_key };
        fixture.generate().refuse_early(fixture.account.id, announced).await
    };
    let every = [(true, false), (true, true), (false, false), (false, true)];
    for (has_large_body, has_key) in every {
        early(has_large_body, has_key).await.unwrap();
    }
    for _ in 0..FREE {
        run(&fixture, &fixture.generate()).await.unwrap();
    }
    let refused = early(true, false).await.unwrap_err();
    assert!(matches!(refused, GenerateError::Quota(QuotaError::Exhausted)), "{refused}");
    for (has_large_body, has_key) in every.into_iter().skip(1) {
        early(has_large_body, has_key).await.unwrap();
    }
}

#[tokio::test]
async fn a_deleted_account_is_unauthenticated() {
    let fixture = Fixture::open().await;
    let stranger = AccountId::new(fixture.ids.id());
    let error =
        fixture.generate().run(stranger, Origin::CLI, request(&[Platform::Ebay]), None).await.unwrap_err();
    assert!(matches!(error, GenerateError::Quota(QuotaError::UnknownAccount)), "{error}");
    assert_eq!(error.kind(), ErrorKind::Unauthenticated, "the account was deleted after authentication");
}

#[tokio::test]
async fn failed_writer_releases_the_unit() {
    let fixture = Fixture::open().await;
    let failures = [
        WriterError::unavailable("connection refused"),
        WriterError::DeadlineExceeded,
        WriterError::Unusable("not a draft".into()),
    ];
    let messages: Vec<String> = failures.iter().map(ToString::to_string).collect();
    let writer = Arc::new(ScriptedWriter::new(failures.map(WriterStep::Fail)));
    let generate = GenerateListings { write: write_with(writer), ..fixture.generate() };
    for expected in messages {
        let error = run(&fixture, &generate).await.unwrap_err();
        assert_eq!((error.kind(), error.to_string()), (ErrorKind::GenerationFailed, expected));
        fixture.assert_untouched().await;
    }
    assert_eq!(
        run(&fixture, &generate).await.unwrap().usage.free_used,
        1,
        "the next attempt is the first charge"
    );
}

/// Omits the text for the last requested platform.
struct ForgetfulWriter;

#[async_trait]
impl ListingWriter for ForgetfulWriter {
    async fn write(&self, draft_request: &DraftRequest) -> Result<Draft, WriterError> {
        let mut draft = FakeWriter::default().draft(draft_request);
        draft.texts.pop();
        Ok(draft)
    }
}

#[tokio::test]
async fn draft_without_a_platforms_text_releases_the_unit() {
    let fixture = Fixture::open().await;
    let generate = GenerateListings { write: write_with(Arc::new(ForgetfulWriter)), ..fixture.generate() };
    let error = run(&fixture, &generate).await.unwrap_err();
    assert!(matches!(error, GenerateError::Write(WriteError::MissingText(Platform::Vinted))), "{error}");
    assert_eq!(error.kind(), ErrorKind::GenerationFailed);
    fixture.assert_untouched().await;
}

#[tokio::test]
async fn failed_rendering_releases_the_unit() {
    let fixture = Fixture::open().await;
    let answers = Arc::new(TextAnswers::broken());
    let error = run(&fixture, &GenerateListings { answers, ..fixture.generate() }).await.unwrap_err();
    assert!(matches!(error, GenerateError::Render(_)), "{error}");
    assert_eq!(error.kind(), ErrorKind::GenerationFailed);
    fixture.assert_untouched().await;
    assert_eq!(fixture.history().await, []);
}

#[tokio::test]
async fn unavailable_ledger_charges_nothing_at_any_step() {
    let fixture = Fixture::open().await;
    for faults in [&[Step::Usage], &[Step::Hold], &[Step::Settle]] {
        let quota = Arc::new(FaultyLedger { inner: fixture.store.clone(), faults });
        let error = run(&fixture, &GenerateListings { quota, ..fixture.generate() }).await.unwrap_err();
        assert!(
            matches!(error, GenerateError::Quota(QuotaError::Store(StoreError::Unavailable(_)))),
            "{faults:?}: {error}"
        );
        assert_eq!(error.kind(), ErrorKind::Busy);
        fixture.assert_untouched().await;
    }
}

#[tokio::test]
async fn unit_whose_release_failed_becomes_available_at_its_expiry() {
    let fixture = Fixture::open().await;
    let faults = &[Step::Settle, Step::Release];
    let quota = Arc::new(FaultyLedger { inner: fixture.store.clone(), faults });
    let error = run(&fixture, &GenerateListings { quota, ..fixture.generate() }).await.unwrap_err();
    assert!(matches!(error, GenerateError::Quota(QuotaError::Store(StoreError::Unavailable(_)))), "{error}");
    assert_eq!(fixture.usage().await.free_used, 1, "the unit is still held");
    fixture.clock.advance(Duration::from_secs(HOLD_SECONDS - 1));
    assert_eq!(fixture.store.expire(fixture.clock.now()).await.unwrap(), 0);
    fixture.clock.advance(Duration::from_secs(1));
    assert_eq!(fixture.store.expire(fixture.clock.now()).await.unwrap(), 1);
    fixture.assert_untouched().await;
}

/// Takes longer than a hold lasts.
struct SlowWriter {
    store: Arc<MemoryStore>,
    clock: Arc<FixedClock>,
}

#[async_trait]
impl ListingWriter for SlowWriter {
    async fn write(&self, draft_request: &DraftRequest) -> Result<Draft, WriterError> {
        self.clock.advance(Duration::from_secs(HOLD_SECONDS + 1));
        assert_eq!(self.store.expire(self.clock.now()).await.unwrap(), 1);
        Ok(FakeWriter::default().draft(draft_request))
    }
}

#[tokio::test]
async fn late_answer_is_delivered_without_a_charge() {
    let fixture = Fixture::open().await;
    let writer = Arc::new(SlowWriter { store: fixture.store.clone(), clock: fixture.clock.clone() });
    let generate = GenerateListings { write: write_with(writer), ..fixture.generate() };
    let generated = run(&fixture, &generate).await.unwrap();
    assert_eq!(generated.data.as_bytes().split(|byte| *byte == b'\n').count(), 2);
    assert_eq!(generated.usage.free_used, 0);
    assert_eq!(fixture.history().await, [], "nothing is stored without a charge");
    fixture.assert_untouched().await;
}

#[tokio::test]
async fn a_unit_is_held_while_the_writer_works() {
    let fixture = Fixture::open().await;
    let writer = Arc::new(GatedWriter::new(Arc::new(FakeWriter::default())));
    let generate = GenerateListings { write: write_with(writer.clone()), ..fixture.generate() };
    let account = fixture.account.id;
    let running =
        tokio::spawn(
            async move { generate.run(account, Origin::CLI, request(&[Platform::Ebay]), None).await },
        );
    while writer.arrived() == 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(fixture.usage().await.free_used, 1);
    writer.open();
    assert_eq!(running.await.unwrap().unwrap().usage.free_used, 1);
    fixture.assert_sound();
}

#[tokio::test]
async fn an_account_with_too_many_failed_calls_waits_for_the_next_day() {
    let fixture = Fixture::open().await;
    let policy = GenerationPolicy { failed_calls: Some(10), ..fixture.generate().policy };
    let generate = GenerateListings { policy, ..fixture.generate() };
    fixture.note_calls("unusable", 9).await;
    for outage in Expense::OUTAGES {
        fixture.note_calls(outage, 100).await;
    }
    assert!(run(&fixture, &generate).await.is_ok(), "outages of the AI service do not count as failed calls");
    fixture.note_calls("unusable", 1).await;
    let error = run(&fixture, &generate).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooManyFailures);
    let wait = error.retry_after().unwrap();
    assert!(Duration::ZERO < wait && wait <= Duration::from_hours(24), "{wait:?}");
    assert_eq!(fixture.usage().await.free_used, 1, "the refused request holds no unit");
    fixture.clock.advance(wait);
    assert!(run(&fixture, &generate).await.is_ok(), "requests succeed again on the next day");
    let unbounded = GenerationPolicy { failed_calls: None, ..fixture.generate().policy };
    fixture.note_calls("unusable", 1_000).await;
    assert!(run(&fixture, &GenerateListings { policy: unbounded, ..fixture.generate() }).await.is_ok());
}
