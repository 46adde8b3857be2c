use std::collections::BTreeMap;

use listing_domain::account::Plan;
use reqwest::Method;

use crate::app::{TestApp, fine_request};

/// The values by name and labels, such as `ptl_build_info{version="1"}`.
struct Figures(BTreeMap<String, f64>);

impl Figures {
    async fn of(app: &TestApp) -> Self {
        let answer = app.request(Method::GET, "/metrics").send().await.unwrap();
        assert_eq!(answer.status(), 200);
        assert!(answer.headers()["content-type"].to_str().unwrap().starts_with("text/plain; version=0.0.4"));
        let text = answer.text().await.unwrap();
        let mut described = Vec::new();
        let mut figures = BTreeMap::new();
        for line in text.lines() {
            if let Some(rest) = line.strip_prefix("# TYPE ") {
                described.push(rest.split(' ').next().unwrap().to_owned());
            } else if !line.starts_with('#') {
                let (name, value) = line.rsplit_once(' ').expect("the line has a name and a value");
                let is_described = described.iter().any(|of| name.starts_with(of.as_str()));
                assert!(is_described, "{line} has no type");
                let before = figures.insert(name.to_owned(), value.parse().expect("the value is a number"));
                assert!(before.is_none(), "{name} appears twice");
            }
        }
        Self(figures)
    }

    fn get(&self, name: &str) -> f64 {
        self.0.get(name).copied().unwrap_or(0.0)
    }

    fn requests(&self, method: &str, route: &str, status: u16) -> f64 {
        let labels = format!("method=\"{method}\",route=\"{route}\",status=\"{status}\"");
        self.get(&format!("ptl_http_requests_total{{{labels}}}"))
    }

    /// Sums over all labels.
    fn sum(&self, name: &str) -> f64 {
        let of_name = self.0.iter().filter(|(key, _)| key.split('{').next() == Some(name));
        of_name.map(|(_, value)| value).sum()
    }
}

#[expect(clippy::float_cmp, reason = "counts are whole numbers")]
#[tokio::test]
async fn metrics_count_requests_and_generations() {
    let app = TestApp::start_unhurried();
    let key = app.db_account("ann@example.com", Plan::Free).await;
    assert_eq!(Figures::of(&app).await.sum("ptl_http_requests_total"), 0.0, "no request was counted yet");
    for _ in 0..2 {
        assert_eq!(app.usage(&key).await.status, 200);
    }
    assert_eq!(app.usage("ptl_wrong").await.status, 401);
    for _ in 0..4 {
        app.generate(&key, &fine_request()).await;
    }
    app.generate(&key, &serde_json::json!({})).await.error_message(400);
    let secret = "/etc/canary-path";
    app.send(Method::GET, secret, None, None).await.error_message(404);
    app.send(Method::from_bytes(b"CANARY").unwrap(), "/docs", None, None).await.error_message(405);

    let figures = Figures::of(&app).await;
    let listings = "/api/v1/listings";
    for (method, route, status, times) in [
        ("GET", "/api/v1/usage", 200, 2.0),
        ("GET", "/api/v1/usage", 401, 1.0),
        ("POST", listings, 200, 3.0),
        ("POST", listings, 402, 1.0),
        ("POST", listings, 400, 1.0),
        ("GET", "unmatched", 404, 1.0),
        ("OTHER", "/docs", 405, 1.0),
        ("GET", "/metrics", 200, 1.0),
    ] {
        assert_eq!(figures.requests(method, route, status), times, "{method} {route} {status}");
    }
    assert_eq!(figures.sum("ptl_http_requests_total"), 11.0);
    assert_eq!(figures.sum("ptl_http_request_duration_seconds_count"), 11.0);
    assert_eq!(figures.get("ptl_generations_total{outcome=\"generated\"}"), 3.0);
    assert_eq!(figures.get("ptl_generations_total{outcome=\"quota_exhausted\"}"), 1.0);
    assert_eq!(figures.sum("ptl_generations_total"), 4.0);
    assert_eq!(figures.get("ptl_http_requests_in_flight"), 1.0, "the request for the metrics itself");
    assert_eq!(figures.sum("ptl_build_info"), 1.0);
    assert!(figures.0.keys().all(|name| name.starts_with("ptl_")), "{:?}", figures.0.keys());
    for name in [
        "process_cpu_seconds_total",
        "process_start_time_seconds",
        "process_resident_memory_bytes",
        "process_open_fds",
        "process_max_fds",
        "mail_queued",
        "mail_sent_total",
        "mail_failed_total",
        "mail_given_up_total",
        "database_size_bytes",
    ] {
        assert!(figures.0.contains_key(&format!("ptl_{name}")), "{name}");
    }
    assert!(figures.get("ptl_process_cpu_seconds_total") > 0.0);
    assert!(!figures.0.keys().any(|name| name.to_lowercase().contains("canary")), "a label has caller text");

    let bucket = |le: &str| {
        let labels = format!("method=\"POST\",route=\"{listings}\",le=\"{le}\"");
        figures.get(&format!("ptl_http_request_duration_seconds_bucket{{{labels}}}"))
    };
    let buckets = ["0.001", "0.1", "1", "10", "90", "+Inf"].map(bucket);
    assert!(buckets.is_sorted(), "{buckets:?}");
    assert_eq!(buckets[5], 5.0, "{buckets:?}");
}

#[tokio::test]
async fn connections_of_the_database_are_counted() {
    let app = TestApp::start();
    let key = app.db_account("ann@example.com", Plan::Free).await;
    assert_eq!(app.usage(&key).await.status, 200);
    let figures = Figures::of(&app).await;
    let count = |name: &str| figures.0[&format!("ptl_database_{name}")];
    let (open, most) = (count("connections_in_use") + count("connections_idle"), count("connections_max"));
    assert!(open >= 1.0 && open <= most, "{open} connections are open, at most {most} are allowed");
    assert!(count("connection_waiters") < 1.0, "a caller waits for a connection");
}
