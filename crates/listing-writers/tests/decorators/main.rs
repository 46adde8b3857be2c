//! Tests the decorators in virtual time, around scripted writers.
#![expect(clippy::unwrap_used, reason = "all of this is tests, their helpers too")]

mod contract;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use listing_domain::attributes::KnownAttributes;
use listing_domain::draft::{Draft, DraftRequest};
use listing_domain::expense::{Expense, Expenses, MicroUsd};
use listing_domain::ids::{AccountId, ReservationId};
use listing_domain::lane::Lane;
use listing_domain::marketplace::{Catalogue, Platform};
use listing_domain::options::{Language, Quality, Tone};
use listing_domain::photo::{PhotoNote, Pixels, PreparedPhoto};
use listing_domain::ports::{ExpenseBook as _, IdSource as _, ListingWriter, RecordedCalls, WriterError};
use listing_domain::request::Platforms;
use listing_testkit::{
    FakeWriter, FixedClock, GatedWriter, MemoryStore, ScriptedWriter, SeededIds, WriterStep,
};
use listing_writers::{
    Breaker, DailySpend, Fallback, PhotoNoteLogger, Queued, RetryAllowance, Retrying, SpendCap, WithDeadline,
    WriterMetrics,
};
use prometheus::Registry;
use tokio::time::{Instant, advance};

const SECOND: Duration = Duration::from_secs(1);

fn request() -> DraftRequest {
    let photo = PreparedPhoto {
        jpeg: vec![],
        pixels: Pixels::new(1, 1, vec![0; 3]).unwrap(),
        notes: vec![],
        taken_at: None,
    };
    DraftRequest {
        photos: [photo].into(),
        product: None,
        platforms: Platforms::new([Platform::Ebay]).unwrap(),
        locale: Language::Fr.into(),
        tone: Tone::Casual,
        quality: Quality::Standard,
        known: KnownAttributes::default(),
        catalogue: Arc::new(Catalogue::default()),
        within: 45 * SECOND,
        lane: Lane::NO_ACCOUNT,
        expenses: Expenses::default(),
    }
}

fn metrics() -> WriterMetrics {
    WriterMetrics::new(&Registry::new()).unwrap()
}

fn unavailable() -> WriterError {
    WriterError::unavailable("out of reach")
}

fn rate_limited(seconds: Option<u64>) -> WriterError {
    let retry_after = seconds.map(Duration::from_secs);
    WriterError::RateLimited { retry_after, source: "slow down".into() }
}

fn script(steps: Vec<WriterStep>) -> Arc<ScriptedWriter> {
    Arc::new(ScriptedWriter::new(steps))
}

fn failing(errors: Vec<WriterError>) -> Arc<ScriptedWriter> {
    script(errors.into_iter().map(WriterStep::Fail).collect())
}

async fn timed(writer: &dyn ListingWriter) -> (Result<Draft, WriterError>, Duration) {
    let start = Instant::now();
    let outcome = writer.write(&request()).await;
    (outcome, start.elapsed())
}

#[tokio::test(start_paused = true)]
async fn a_writer_is_canceled_at_its_deadline() {
    let (outcome, took) = timed(&WithDeadline::new(script(vec![WriterStep::Hang]))).await;
    assert!(matches!(outcome, Err(WriterError::DeadlineExceeded)));
    assert_eq!(took, 45 * SECOND);
}

#[tokio::test(start_paused = true)]
async fn a_temporary_failure_is_retried_twice() {
    let retrying = |errors| Retrying::new(failing(errors), Arc::default(), metrics());
    let (outcome, took) = timed(&retrying(vec![unavailable(), unavailable()])).await;
    assert!(outcome.is_ok());
    let (shortest, longest) = (Duration::from_millis(240 + 480), Duration::from_millis(400 + 800));
    assert!((shortest..=longest).contains(&took), "{took:?}");
    let (outcome, _) = timed(&retrying(vec![unavailable(), unavailable(), unavailable()])).await;
    assert!(matches!(outcome, Err(WriterError::Unavailable { .. })));
    let (outcome, took) = timed(&retrying(vec![rate_limited(Some(7))])).await;
    assert!(outcome.is_ok());
    assert_eq!(took, 7 * SECOND, "the pause must be the retry time of the service");
}

#[tokio::test(start_paused = true)]
async fn an_unavailable_service_is_retried_at_its_retry_time() {
    let down = |seconds| {
        let retry_after = Some(Duration::from_secs(seconds));
        WriterError::Unavailable { retry_after, source: "status 503".into() }
    };
    let (outcome, took) =
        timed(&Retrying::new(failing(vec![down(3), down(4)]), Arc::default(), metrics())).await;
    assert!(outcome.is_ok());
    assert_eq!(took, 7 * SECOND);
    // The wait exceeds half of the remaining time, so the next writer can be tried.
    let (outcome, took) = timed(&Retrying::new(failing(vec![down(23)]), Arc::default(), metrics())).await;
    assert!(matches!(outcome, Err(WriterError::Unavailable { .. })));
    assert_eq!(took, Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn a_permanent_failure_is_not_retried() {
    let out_of_service = WriterError::OutOfService { at_least: SECOND, source: "no quota".into() };
    for error in [
        WriterError::Busy { retry_after: Duration::from_secs(1) },
        out_of_service,
        WriterError::Rejected("too large".into()),
        WriterError::Refused("no".into()),
        WriterError::Unusable("no JSON".into()),
        rate_limited(Some(23)), // More than half of what is left.
    ] {
        let (outcome, took) = timed(&Retrying::new(failing(vec![error]), Arc::default(), metrics())).await;
        assert!(outcome.is_err(), "a permanent failure must not be retried");
        assert_eq!(took, Duration::ZERO);
    }
}

#[tokio::test(start_paused = true)]
async fn retries_are_limited_to_ten_plus_a_fifth_of_the_requests() {
    let allowance = Arc::new(RetryAllowance::default());
    let mut retried = 0;
    for _ in 0..100 {
        let retrying = Retrying::new(failing(vec![unavailable()]), Arc::clone(&allowance), metrics());
        retried += usize::from(retrying.write(&request()).await.is_ok());
    }
    // Ten from the initial allowance, and one for every five requests.
    assert!((28..=30).contains(&retried), "{retried} retries");
}

#[tokio::test(start_paused = true)]
async fn a_breaker_opens_after_five_failures_and_probes_later() {
    let steps = (0..6).map(|_| unavailable()).collect();
    let breaker = Breaker::new(failing(steps), ("openai", "m"), metrics());
    for _ in 0..5 {
        assert!(matches!(breaker.write(&request()).await, Err(WriterError::Unavailable { .. })));
    }
    let refused = breaker.write(&request()).await.unwrap_err();
    let WriterError::OutOfService { at_least, .. } = refused else {
        panic!("expected OutOfService, got {refused}")
    };
    assert_eq!(at_least, 15 * SECOND);
    advance(15 * SECOND).await;
    // After the failed probe, the circuit stays open twice as long.
    assert!(matches!(breaker.write(&request()).await, Err(WriterError::Unavailable { .. })));
    advance(29 * SECOND).await;
    assert!(matches!(breaker.write(&request()).await, Err(WriterError::OutOfService { .. })));
    advance(SECOND).await;
    assert!(breaker.write(&request()).await.is_ok());
    assert!(breaker.write(&request()).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_breaker_opens_when_most_requests_fail() {
    let step = |number| if number % 5 < 3 { WriterStep::Fail(unavailable()) } else { WriterStep::Sketch };
    let steps = (0..40).map(step);
    let breaker = Breaker::new(script(steps.collect()), ("openai", "m"), metrics());
    let mut calls = 0;
    while !matches!(breaker.write(&request()).await, Err(WriterError::OutOfService { .. })) {
        calls += 1;
    }
    assert_eq!(calls, 10);
}

#[tokio::test(start_paused = true)]
async fn unusable_answers_do_not_open_a_breaker() {
    let steps = (0..20).map(|_| WriterError::Unusable("no JSON".into())).collect();
    let breaker = Breaker::new(failing(steps), ("openai", "m"), metrics());
    for _ in 0..20 {
        assert!(matches!(breaker.write(&request()).await, Err(WriterError::Unusable(_))));
    }
}

#[tokio::test(start_paused = true)]
async fn a_used_up_quota_opens_a_breaker_at_once_and_for_long() {
    let at_least = Duration::from_hours(1);
    let spent = WriterError::OutOfService { at_least, source: "spent".into() };
    let breaker = Breaker::new(failing(vec![spent]), ("openai", "m"), metrics());
    breaker.write(&request()).await.unwrap_err();
    advance(Duration::from_mins(59)).await;
    assert!(matches!(breaker.write(&request()).await, Err(WriterError::OutOfService { .. })));
    advance(Duration::from_mins(1)).await;
    assert!(breaker.write(&request()).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn an_open_breaker_admits_one_probe_and_a_canceled_probe_frees_the_slot() {
    let at_least = SECOND;
    let steps = vec![
        WriterStep::Fail(WriterError::OutOfService { at_least, source: "down".into() }),
        WriterStep::Hang,
    ];
    let breaker = Arc::new(Breaker::new(script(steps), ("openai", "m"), metrics()));
    breaker.write(&request()).await.unwrap_err();
    advance(15 * SECOND).await;
    let probing = Arc::clone(&breaker);
    let probe = tokio::spawn(async move { probing.write(&request()).await });
    tokio::task::yield_now().await;
    assert!(matches!(breaker.write(&request()).await, Err(WriterError::OutOfService { .. })));
    probe.abort();
    assert!(probe.await.unwrap_err().is_cancelled());
    assert!(breaker.write(&request()).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn requests_over_the_limit_wait_or_are_rejected() {
    let gated = Arc::new(GatedWriter::new(Arc::new(FakeWriter::default())));
    let queued = Arc::new(Queued::new(gated.clone(), 2));
    let mut running: Vec<_> = (0..10)
        .map(|_| {
            let queued = Arc::clone(&queued);
            tokio::spawn(async move { queued.write(&request()).await })
        })
        .collect();
    tokio::task::yield_now().await;
    assert_eq!(gated.arrived(), 2);
    // Ten requests, two at a time, take five times the first estimate.
    let refused = queued.write(&request()).await.unwrap_err();
    assert!(
        matches!(refused, WriterError::Busy { retry_after } if retry_after == 25 * SECOND),
        "{refused:?}"
    );
    // These have waited half of their time.
    advance(23 * SECOND).await;
    for waiting in running.split_off(2) {
        assert!(matches!(waiting.await.unwrap(), Err(WriterError::Busy { .. })));
    }
    gated.open();
    for run in running {
        assert!(run.await.unwrap().is_ok());
    }
    assert!(queued.write(&request()).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn the_next_writer_is_tried_when_one_fails() {
    let sketch: Arc<dyn ListingWriter> = Arc::new(FakeWriter::default());
    let chain = |first: Arc<dyn ListingWriter>| {
        let writers = vec![("a".to_owned(), first), ("b".to_owned(), sketch.clone())];
        Fallback::new(writers, metrics())
    };
    let errors = [
        unavailable(),
        rate_limited(None),
        WriterError::Busy { retry_after: Duration::from_secs(1) },
        WriterError::DeadlineExceeded,
        WriterError::Rejected("no".into()),
        WriterError::Refused("no".into()),
        WriterError::Unusable("no".into()),
    ];
    for error in errors {
        let (outcome, took) = timed(&chain(failing(vec![error]))).await;
        assert!(outcome.is_ok());
        assert_eq!(took, Duration::ZERO);
    }
    let (outcome, took) = timed(&chain(script(vec![WriterStep::Hang]))).await;
    assert!(outcome.is_ok());
    assert_eq!(took, 27 * SECOND);
}

#[tokio::test(start_paused = true)]
async fn a_request_declined_by_two_models_is_not_sent_to_a_third() {
    let refusing = || failing(vec![WriterError::Refused("no".into())]);
    let third = Arc::new(GatedWriter::new(Arc::new(FakeWriter::default())));
    let writers: Vec<(String, Arc<dyn ListingWriter>)> =
        vec![("a".into(), refusing()), ("b".into(), refusing()), ("c".into(), third.clone())];
    let (outcome, _) = timed(&Fallback::new(writers, metrics())).await;
    assert!(matches!(outcome, Err(WriterError::Refused(_))));
    assert_eq!(third.arrived(), 0);
}

fn dollar() -> Expense {
    Expense {
        provider: "openai",
        model: "m".into(),
        outcome: Expense::OK,
        tokens_in: 1,
        tokens_out: 1,
        cost: Some(MicroUsd::new(MicroUsd::PER_DOLLAR)),
        took: SECOND,
    }
}

/// Costs a dollar per request, even if it fails.
struct Costly(Arc<dyn ListingWriter>);

#[async_trait]
impl ListingWriter for Costly {
    async fn write(&self, request: &DraftRequest) -> Result<Draft, WriterError> {
        request.expenses.note(dollar());
        self.0.write(request).await
    }
}

#[tokio::test(start_paused = true)]
async fn a_spent_daily_budget_blocks_calls_until_the_next_day() {
    let clock = Arc::new(FixedClock::at("2026-11-21T22:00:00Z"));
    let budget = MicroUsd::new(3 * MicroUsd::PER_DOLLAR);
    let spend = Arc::new(DailySpend::new(budget, clock.clone()));
    let steps = vec![WriterStep::Sketch, WriterStep::Fail(unavailable()), WriterStep::Sketch];
    let capped = SpendCap::new(Arc::new(Costly(script(steps))), Arc::clone(&spend));
    assert!(capped.write(&request()).await.is_ok());
    assert!(capped.write(&request()).await.is_err(), "the scripted call fails, and costs money too");
    assert!(capped.write(&request()).await.is_ok());
    let refused = capped.write(&request()).await.unwrap_err();
    let WriterError::OutOfService { at_least, .. } = refused else {
        panic!("expected OutOfService, got {refused}")
    };
    assert_eq!(at_least, Duration::from_hours(2));
    clock.set("2026-11-22T00:00:00Z".parse().unwrap());
    assert!(capped.write(&request()).await.is_ok());

    // Other instances' spending of today counts too.
    let ledger = MemoryStore::new();
    let expense = Expense { cost: Some(budget), ..dollar() };
    let calls = |at: &str| RecordedCalls {
        account: AccountId::new(SeededIds::new(1).id()),
        reservation: ReservationId::new(SeededIds::new(u64::try_from(at.len()).unwrap()).id()),
        at: at.parse().unwrap(),
        expenses: vec![expense.clone()],
    };
    ledger.record(&calls("2026-11-21T23:59:59.9Z")).await.unwrap();
    spend.load(&ledger).await.unwrap();
    assert!(capped.write(&request()).await.is_ok());
    ledger.record(&calls("2026-11-22T00:00:00Z")).await.unwrap();
    spend.load(&ledger).await.unwrap();
    assert!(capped.write(&request()).await.is_err());
}

#[tokio::test]
async fn photo_notes_are_counted() {
    let registry = Registry::new();
    let metrics = WriterMetrics::new(&registry).unwrap();
    let photo = |notes: &[PhotoNote]| PreparedPhoto { notes: notes.to_vec(), ..request().photos[0].clone() };
    let photos =
        [photo(&[PhotoNote::Blurred]), photo(&[]), photo(&[PhotoNote::Blurred, PhotoNote::Duplicate])];
    let writer = PhotoNoteLogger::new(Arc::new(FakeWriter::default()), metrics);
    writer.write(&DraftRequest { photos: photos.into(), ..request() }).await.unwrap();
    let counted = |note: &str| {
        let families = registry.gather();
        let family = families.iter().find(|family| family.name() == "photo_notes_total").unwrap();
        let metric = family.get_metric().iter().find(|metric| metric.get_label()[0].value() == note);
        metric.map(|metric| metric.get_counter().get_value())
    };
    let counts = ["small", "nearly_empty", "blurred", "duplicate"].map(counted);
    assert_eq!(counts, [Some(0.0), Some(0.0), Some(2.0), Some(1.0)]);
}
