//! Services that fail, are slow or return garbage.

use std::time::Duration;

use listing_domain::attributes::Attribute;
use listing_domain::ports::MarketQuery;
use listing_market::{CallLimits, Failure};
use listing_outbound::Fault;
use listing_testkit::service::{Server, Step};

use crate::support::{Kind, PLENTY, WITHIN, query, searches, service, subject, subject_with};

fn good(kind: Kind) -> Step {
    Step::ok(&kind.answer(&["Veste en cuir"]))
}

async fn always(step: Step) -> Server {
    service(move |_, _| step.clone()).await
}

#[tokio::test]
async fn every_unusable_response_is_a_failure_counted_by_its_outcome() {
    let with_body = |body: &str| Step::raw(200, body);
    for kind in Kind::ALL {
        for (step, outcome) in [
            (Step::raw(500, "oops"), "unavailable"),
            (Step::raw(503, ""), "unavailable"),
            (Step::raw(400, r#"{"errors":[{"message":"No."}]}"#), "rejected"),
            (Step::raw(404, "<html>"), "rejected"),
            (Step::raw(302, "").with("location", "https://evil.example/"), "rejected"),
            (Step::Reset, "unreachable"),
            (Step::HalfABody, "unreachable"),
            (Step::Endless, "malformed"),
        ] {
            let subject = subject(kind, &always(step.clone()).await);
            let failure = subject.failure(&query()).await;
            assert!(matches!(failure, Failure::Call(_)), "{kind:?} {step:?}: {failure:?}");
            let line = format!("market_calls_total{{outcome=\"{outcome}\",source=\"{}\"}} 1", kind.name());
            assert!(subject.figures().contains(&line), "{step:?}: {}", subject.figures());
        }
        for broken in ["", "<html>", "[]", "7", "null", "{\"itemSummaries\": [", &"[".repeat(10_000)] {
            let failure = subject(kind, &always(with_body(broken)).await).failure(&query()).await;
            assert!(matches!(failure, Failure::Call(Fault::Malformed(_))), "{kind:?} {broken}: {failure:?}");
        }
        for empty in ["{}", r#"{"itemSummaries":null,"results":7}"#] {
            assert_eq!(subject(kind, &always(with_body(empty)).await).find(&query()).await.unwrap(), []);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_slow_service_times_out() {
    for kind in Kind::ALL {
        for step in [Step::Silence, Step::HeadOnly, Step::Drip] {
            let subject = subject(kind, &always(step.clone()).await);
            let start = tokio::time::Instant::now();
            let failure = subject.failure(&query()).await;
            assert!(matches!(failure, Failure::Call(Fault::TimedOut)), "{kind:?} {step:?}: {failure:?}");
            let took = start.elapsed();
            assert!(took >= WITHIN && took < WITHIN + Duration::from_secs(2), "{took:?}");
        }
    }
}

#[tokio::test]
async fn the_circuit_stays_open_for_the_retry_time_of_the_service() {
    for kind in Kind::ALL {
        for (step, wait) in [
            (Step::raw(429, "").with("retry-after", "120"), 120),
            (Step::raw(503, "").with("retry-after", "90"), 90),
            (Step::raw(429, ""), 60),
            (Step::raw(429, "").with("retry-after", "1e300"), 60),
        ] {
            let server = service(move |number, _| if number == 0 { step.clone() } else { good(kind) }).await;
            let subject = subject(kind, &server);
            assert!(matches!(subject.failure(&query()).await, Failure::Call(Fault::Service(_))));
            tokio::time::pause();
            tokio::time::advance(Duration::from_secs(wait - 1)).await;
            tokio::time::resume();
            assert!(matches!(subject.failure(&query()).await, Failure::CircuitOpen(_)));
            assert_eq!(searches(&server).len(), 1);
            assert!(
                subject.figures().contains(&format!("market_circuit_open{{source=\"{}\"}} 1", kind.name()))
            );
            tokio::time::pause();
            tokio::time::advance(Duration::from_secs(1)).await;
            tokio::time::resume();
            assert_eq!(subject.find(&query()).await.unwrap().len(), 1);
            assert!(
                subject.figures().contains(&format!("market_circuit_open{{source=\"{}\"}} 0", kind.name()))
            );
        }
    }
}

#[tokio::test]
async fn a_service_that_keeps_failing_opens_the_circuit() {
    let server = always(Step::raw(500, "")).await;
    let subject = subject(Kind::Etsy, &server);
    for _ in 0..5 {
        assert!(matches!(subject.failure(&query()).await, Failure::Call(_)));
    }
    assert!(matches!(subject.failure(&query()).await, Failure::CircuitOpen(_)));
    assert_eq!(searches(&server).len(), 5);
}

#[tokio::test]
async fn a_refused_query_does_not_open_the_circuit() {
    let server = always(Step::raw(400, "")).await;
    let subject = subject(Kind::Etsy, &server);
    for _ in 0..12 {
        assert!(matches!(subject.failure(&query()).await, Failure::Call(_)));
    }
    assert_eq!(searches(&server).len(), 12);
}

#[tokio::test]
async fn offers_are_cached_and_failures_are_not() {
    let server = service(|number, _| if number == 0 { Step::raw(500, "") } else { good(Kind::Browse) }).await;
    let subject = subject_with(Kind::Browse, &server, PLENTY, Duration::from_hours(1));
    subject.failure(&query()).await;
    let found = subject.find(&query()).await.unwrap();
    assert_eq!(searches(&server).len(), 2, "a failure must not be cached");
    assert_eq!(subject.find(&query()).await.unwrap(), found);
    assert_eq!(searches(&server).len(), 2);
    assert!(
        subject.figures().contains("market_cache_hits_total{source=\"ebay\"} 1"),
        "{}",
        subject.figures()
    );
    let mut other = query();
    other.attributes.brand = Some(Attribute::seen("Lee", 0.9));
    subject.find(&other).await.unwrap();
    subject
        .find(&MarketQuery { locale: listing_domain::options::Language::En.into(), ..query() })
        .await
        .unwrap();
    assert_eq!(searches(&server).len(), 4, "other words or another market must not hit the cache");
}

#[tokio::test]
async fn an_expired_cache_entry_is_fetched_again() {
    let server = always(good(Kind::Browse)).await;
    let subject = subject_with(Kind::Browse, &server, PLENTY, Duration::from_millis(20));
    subject.find(&query()).await.unwrap();
    // The cache uses the machine's clock.
    std::thread::sleep(Duration::from_millis(20));
    subject.find(&query()).await.unwrap();
    assert_eq!(searches(&server).len(), 2);
}

#[tokio::test]
async fn a_service_is_not_called_beyond_its_call_limits() {
    for kind in Kind::ALL {
        let server = always(good(kind)).await;
        let limits = CallLimits { per_second: 1_000, per_day: 3 };
        let subject = subject_with(kind, &server, limits, Duration::ZERO);
        for _ in 0..3 {
            subject.find(&query()).await.unwrap();
        }
        assert!(matches!(subject.failure(&query()).await, Failure::LimitReached));
        assert_eq!(searches(&server).len(), 3);
        subject.clock.advance(Duration::from_hours(14));
        subject.find(&query()).await.unwrap();
        assert_eq!(searches(&server).len(), 4);
    }
}

#[tokio::test]
async fn the_next_search_works_after_a_canceled_one() {
    let server = service(|number, _| if number == 0 { Step::Silence } else { good(Kind::Browse) }).await;
    let subject = subject(Kind::Browse, &server);
    let query = query();
    let first_search = async {
        while searches(&server).is_empty() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::select! {
        found = subject.find(&query) => panic!("the search ended before it was canceled: {found:?}"),
        () = first_search => {}
    }
    assert_eq!(subject.find(&query).await.unwrap().len(), 1);
    assert!(subject.figures().contains("market_calls_total{outcome=\"cancelled\",source=\"ebay\"} 1"));
}
