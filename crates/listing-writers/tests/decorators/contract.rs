use listing_testkit::contract::{WriterBehavior, WriterUnderTest, listing_writer_contract};

use super::*;

/// A silent writer gets a deadline, as every real one has.
fn inner(behavior: WriterBehavior) -> Arc<dyn ListingWriter> {
    let writer: Arc<dyn ListingWriter> = match behavior {
        WriterBehavior::Good => Arc::new(FakeWriter::default()),
        WriterBehavior::Down => failing((0..9).map(|_| unavailable()).collect()),
        WriterBehavior::Silent => {
            Arc::new(WithDeadline::new(script((0..9).map(|_| WriterStep::Hang).collect())))
        }
    };
    Arc::new(Costly(writer))
}

async fn check(decorate: impl Fn(Arc<dyn ListingWriter>) -> Arc<dyn ListingWriter>) {
    let make =
        async |behavior| Some(WriterUnderTest { writer: decorate(inner(behavior)), makes_calls: true });
    listing_writer_contract(make).await;
}

fn budget() -> Arc<DailySpend> {
    let cap = MicroUsd::new(1_000 * MicroUsd::PER_DOLLAR);
    Arc::new(DailySpend::new(cap, Arc::new(FixedClock::at("2026-11-21T22:00:00Z"))))
}

fn breaker(writer: Arc<dyn ListingWriter>) -> Arc<dyn ListingWriter> {
    Arc::new(Breaker::new(writer, ("test", "m"), metrics()))
}

fn retrying(writer: Arc<dyn ListingWriter>) -> Arc<dyn ListingWriter> {
    Arc::new(Retrying::new(writer, Arc::default(), metrics()))
}

fn fallback(writer: Arc<dyn ListingWriter>) -> Arc<dyn ListingWriter> {
    let second: Arc<dyn ListingWriter> = failing((0..9).map(|_| unavailable()).collect());
    Arc::new(Fallback::new(vec![("first".to_owned(), writer), ("second".to_owned(), second)], metrics()))
}

#[tokio::test(start_paused = true)]
async fn every_decorator_keeps_the_listing_writer_contract() {
    check(|writer| Arc::new(WithDeadline::new(writer))).await;
    check(|writer| Arc::new(Queued::new(writer, 2))).await;
    check(breaker).await;
    check(|writer| Arc::new(SpendCap::new(writer, budget()))).await;
    check(retrying).await;
    check(fallback).await;
    check(|writer| Arc::new(PhotoNoteLogger::new(writer, metrics()))).await;
}

#[tokio::test(start_paused = true)]
async fn all_decorators_together_keep_the_listing_writer_contract() {
    check(|writer| {
        let queued = Arc::new(Queued::new(writer, 2));
        let capped = Arc::new(SpendCap::new(breaker(queued), budget()));
        let with_notes = Arc::new(PhotoNoteLogger::new(fallback(retrying(capped)), metrics()));
        Arc::new(WithDeadline::new(with_notes))
    })
    .await;
}
