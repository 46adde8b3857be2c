//! Rates are fetched once a day, survive a restart, and stay after an unusable response.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use jiff::civil::date;
use listing_domain::ports::ExchangeRates as _;
use listing_domain::pricing::{RATES_DATE, ReferenceRates};
use listing_market::{EcbRates, RatesError};
use listing_outbound::{BaseUrl, Transport};
use listing_testkit::FixedClock;
use listing_testkit::service::{Server, Step};

fn table(day: &str, dollars: &str) -> Step {
    let rates = format!("<Cube currency='USD' rate='{dollars}'/><Cube currency='GBP' rate='0.8700'/>");
    Step::raw(200, &format!("<?xml version='1.0'?><Cube><Cube time='{day}'>{rates}</Cube></Cube>"))
}

fn open(server: &Server, folder: &Path, clock: &Arc<FixedClock>) -> EcbRates {
    let base_url = BaseUrl::parse(&server.url("/stats/eurofxref"), false).unwrap();
    EcbRates::open(folder, base_url, Transport::new().unwrap(), clock.clone())
}

fn clock() -> Arc<FixedClock> {
    Arc::new(FixedClock::at("2026-11-23T10:00:00Z"))
}

#[tokio::test]
async fn rates_are_fetched_once_a_day_and_survive_a_restart() {
    let server = Server::scripted(vec![table("2026-11-20", "1.2000"), table("2026-11-24", "1.3000")]).await;
    let (folder, clock) = (tempfile::tempdir().unwrap(), clock());
    let data = folder.path().join("not-there-yet");
    let rates = open(&server, &data, &clock);
    assert_eq!(rates.today(), ReferenceRates::default());
    assert!(rates.renew().await.unwrap());
    assert_eq!(rates.today().date(), date(2026, 11, 20));
    assert_eq!(server.received()[0].path, "/stats/eurofxref/eurofxref-daily.xml");

    clock.advance(Duration::from_hours(23));
    let again = open(&server, &data, &clock);
    assert_eq!(again.today(), rates.today());
    assert!(!again.renew().await.unwrap() && !rates.renew().await.unwrap());
    assert_eq!(server.received().len(), 1);

    clock.advance(Duration::from_hours(1));
    assert!(again.renew().await.unwrap());
    assert_eq!(again.today().date(), date(2026, 11, 24));
    assert_eq!(open(&server, &data, &clock).today(), again.today());
    let left: Vec<_> = std::fs::read_dir(&data).unwrap().collect();
    assert_eq!(left.len(), 1, "no temporary file is left: {left:?}");
}

#[tokio::test]
async fn an_unusable_response_leaves_the_rates_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let known = Server::scripted(vec![table("2026-11-20", "1.2000")]).await;
    let first = clock();
    open(&known, folder.path(), &first).renew().await.unwrap();
    let before = std::fs::read(folder.path().join("exchange-rates.txt")).unwrap();
    first.advance(Duration::from_hours(24));
    for step in [
        Step::raw(200, "<html>"),
        Step::raw(200, ""),
        Step::raw(404, ""),
        Step::raw(500, ""),
        Step::Reset,
        Step::HalfABody,
        Step::Endless,
        table("2026-11-24", "120.00"),
        table("2026-11-19", "1.2000"),
        table("2026-11-27", "1.2000"),
        table("9999-12-31", "1.2000"),
    ] {
        let server = Server::scripted(vec![step.clone()]).await;
        let rates = open(&server, folder.path(), &first);
        assert!(rates.renew().await.is_err(), "{step:?}");
        assert_eq!(rates.today().date(), date(2026, 11, 20), "{step:?}");
    }
    assert_eq!(std::fs::read(folder.path().join("exchange-rates.txt")).unwrap(), before);
}

#[tokio::test]
async fn a_damaged_rates_file_is_ignored() {
    let server = Server::scripted(vec![table("2026-11-20", "1.2000")]).await;
    for damaged in ["", "\n", "yesterday\n<Cube>", "2026-11-22T10:00:00Z\n<Cube/>", &"x".repeat(1 << 20)] {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("exchange-rates.txt"), damaged).unwrap();
        let rates = open(&server, folder.path(), &clock());
        assert_eq!(rates.today().date(), RATES_DATE);
        assert!(rates.renew().await.unwrap());
        assert_eq!(rates.today().date(), date(2026, 11, 20));
    }
}

#[tokio::test]
async fn rates_that_cannot_be_stored_are_used_anyway() {
    let server = Server::scripted(vec![table("2026-11-20", "1.2000")]).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a-file");
    std::fs::write(&file, "").unwrap();
    let rates = open(&server, &file, &clock());
    assert!(matches!(rates.renew().await, Err(RatesError::NotStored(_))));
    assert_eq!(rates.today().date(), date(2026, 11, 20));
}
