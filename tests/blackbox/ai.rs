use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use listing_domain::account::Plan;
use listing_server::settings::{AnthropicLayer, GeminiLayer, GivenKey, Layer, OpenAiLayer, PriceTable};
use listing_testkit::skipped;
use serde_json::{Value, json};

use crate::app::{TestApp, fine_request};

/// It may be missing.
const MODELS: &str = "../models";

/// A fake AI service that counts requests and gives each the same response.
struct Stub {
    url: String,
    asked: Arc<AtomicUsize>,
}

impl Stub {
    fn start(status: u16, headers: &'static str, body: &Value) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let asked = Arc::new(AtomicUsize::new(0));
        let (counted, body) = (asked.clone(), body.to_string());
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                counted.fetch_add(1, Ordering::Relaxed);
                answer(stream, status, headers, &body);
            }
        });
        Self { url, asked }
    }

    /// Resets the connections that it accepts.
    fn resetting() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let asked = Arc::new(AtomicUsize::new(0));
        let counted = asked.clone();
        std::thread::spawn(move || {
            for mut stream in listener.incoming().map_while(Result::ok) {
                counted.fetch_add(1, Ordering::Relaxed);
                // Closing a connection with unread data resets it.
                stream.read_exact(&mut [0]).unwrap();
            }
        });
        Self { url, asked }
    }

    fn asked(&self) -> usize {
        self.asked.load(Ordering::Relaxed)
    }
}

fn answer(mut stream: TcpStream, status: u16, headers: &str, body: &str) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let (mut line, mut length) = (String::new(), 0);
    while reader.read_line(&mut line).unwrap() > 2 {
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        line.clear();
    }
    reader.take(length).read_to_end(&mut Vec::new()).unwrap();
    let head = format!(
        "HTTP/1.1 {status} X\r\nconnection: close\r\ncontent-length: {}\r\n{headers}\r\n",
        body.len()
    );
    stream.write_all(format!("{head}{body}").as_bytes()).unwrap();
}

fn key() -> GivenKey {
    GivenKey::from("canary-key".to_owned())
}

fn model() -> String {
    "tester-1".to_owned()
}

/// Three fake services: one unavailable, one out of quota, one that refuses. The providers in `rest` follow.
fn chain(stubs: &[Stub; 3], rest: &str) -> Layer {
    let base_url = |index: usize| Some(stubs[index].url.clone());
    Layer {
        ai_provider: Some(format!("anthropic,openai,gemini{rest}")),
        anthropic: AnthropicLayer {
            base_url: base_url(0),
            model: Some(model()),
            api_key: Some(key()),
            ..AnthropicLayer::default()
        },
        openai: OpenAiLayer {
            base_url: base_url(1),
            model: Some(model()),
            api_key: Some(key()),
            ..OpenAiLayer::default()
        },
        gemini: GeminiLayer {
            base_url: base_url(2),
            model: Some(model()),
            api_key: Some(key()),
            ..GeminiLayer::default()
        },
        prices: [("tester-1".to_owned(), PriceTable { input: 1.0, output: 10.0 })].into(),
        models_dir: Some(MODELS.into()),
        rate_free_per_minute: Some(1_000),
        free_units: Some(100),
        ..Layer::default()
    }
}

fn stubs() -> [Stub; 3] {
    let quota =
        json!({"error": {"message": "No.", "type": "insufficient_quota", "code": "insufficient_quota"}});
    let refusal = json!({
        "promptFeedback": {"blockReason": "OTHER"},
        "usageMetadata": {"promptTokenCount": 500, "candidatesTokenCount": 0},
    });
    [
        Stub::start(
            503,
            "",
            &json!({"type": "error", "error": {"type": "overloaded_error", "message": "Busy."}}),
        ),
        Stub::start(429, "retry-after: 30\r\n", &quota),
        Stub::start(200, "", &refusal),
    ]
}

async fn metrics(app: &TestApp) -> String {
    let response = app.request(reqwest::Method::GET, "/metrics").send().await.unwrap();
    response.text().await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_embedded_engine_answers_when_no_service_can_and_that_is_charged_once() {
    if !Path::new(MODELS).join("classifier.onnx").is_file() {
        skipped("no models to write with; `cargo xtask models` gets them");
        return;
    }
    let stubs = stubs();
    let app = TestApp::start_composed(chain(&stubs, ",embedded")).await;
    let key = app.db_account("ann@example.com", Plan::Free).await;
    let answer = app.generate(&key, &fine_request()).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(answer.json["usage"]["freeUsed"], 1);
    assert_eq!(app.usage(&key).await.json["data"]["freeUsed"], 1);
    // Only the unavailable service is tried three times.
    assert_eq!(stubs.each_ref().map(Stub::asked), [3, 1, 1]);
    let figures = metrics(&app).await;
    for line in [
        "ptl_ai_calls_total{model=\"tester-1\",outcome=\"unavailable\",provider=\"anthropic\"} 3",
        "ptl_ai_calls_total{model=\"tester-1\",outcome=\"quota_spent\",provider=\"openai\"} 1",
        "ptl_ai_calls_total{model=\"tester-1\",outcome=\"refused\",provider=\"gemini\"} 1",
        "ptl_ai_fallbacks_total{reason=\"unavailable\",writer=\"anthropic\"} 1",
        "ptl_ai_fallbacks_total{reason=\"out_of_service\",writer=\"openai\"} 1",
        "ptl_ai_fallbacks_total{reason=\"refused\",writer=\"gemini\"} 1",
        "ptl_ai_circuit_open{model=\"tester-1\",provider=\"openai\"} 1",
        "ptl_ai_tokens_total{direction=\"in\",model=\"tester-1\",provider=\"gemini\"} 500",
        "ptl_ai_cost_microdollars_total{model=\"tester-1\",provider=\"gemini\"} 500",
        "ptl_generations_total{outcome=\"generated\"} 1",
    ] {
        assert!(figures.contains(line), "{line} is missing in:\n{figures}");
    }
    // The service out of quota is not called again.
    assert_eq!(app.generate(&key, &fine_request()).await.status, 200);
    assert_eq!(stubs[1].asked(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_total_outage_charges_no_unit_and_its_expenses_are_recorded() {
    let stubs = stubs();
    let app = TestApp::start_composed(chain(&stubs, "")).await;
    let key = app.db_account("ann@example.com", Plan::Free).await;
    let answer = app.generate(&key, &fine_request()).await;
    let message = answer.error_message(500).to_owned();
    for inside in ["canary-key", "tester-1", "127.0.0.1", "quota", "Busy."] {
        assert!(!message.contains(inside), "{message}");
    }
    assert_eq!(app.usage(&key).await.json["data"]["freeUsed"], 0);
    assert!(!metrics(&app).await.contains("canary-key"));
    let account = app.db_id("ann@example.com").await;
    let lines = app.storage.expenses.costs(account, "2020-01-01T00:00:00Z".parse().unwrap()).await.unwrap();
    let calls: Vec<_> = lines.iter().map(|line| (line.provider.as_str(), line.calls, line.good)).collect();
    assert_eq!(calls, [("anthropic", 3, 0), ("gemini", 1, 0), ("openai", 1, 0)]);
    assert_eq!(lines.iter().map(|line| line.cost.millionths()).sum::<u64>(), 500);
}

#[tokio::test(flavor = "multi_thread")]
async fn call_is_retried_when_an_ai_service_resets_the_connection() {
    let stub = Stub::resetting();
    let openai = OpenAiLayer {
        base_url: Some(stub.url.clone()),
        model: Some(model()),
        api_key: Some(key()),
        ..OpenAiLayer::default()
    };
    let layer = Layer { ai_provider: Some("openai".to_owned()), openai, ..Layer::default() };
    let app = TestApp::start_composed(layer).await;
    let key = app.db_account("ann@example.com", Plan::Free).await;
    app.generate(&key, &fine_request()).await.error_message(500);
    assert_eq!(stub.asked(), 3);
    let figures = metrics(&app).await;
    for line in [
        "ptl_ai_calls_total{model=\"tester-1\",outcome=\"unreachable\",provider=\"openai\"} 3",
        "ptl_ai_retries_total{reason=\"unavailable\"} 2",
        "ptl_ai_circuit_open{model=\"tester-1\",provider=\"openai\"} 0",
    ] {
        assert!(figures.contains(line), "{line} is missing in:\n{figures}");
    }
    assert_eq!(app.usage(&key).await.json["data"]["freeUsed"], 0);
}
