use std::net::TcpListener;
use std::sync::Arc;

use anyhow::Result;
use listing_domain::account::{Email, Plan};
use listing_domain::ids::AccountId;
use listing_domain::origin::Origin;
use listing_domain::ports::{ListingWriter, WriterError};
use listing_domain::usecase::{KeyOptions, PlanChange};
use listing_server::command::Failure;
use listing_server::compose::{Service, Storage};
use listing_server::settings::{Layer, Settings};
use listing_testkit::pictures::PNG_DATA_URI;
use listing_testkit::{FakeWriter, ScriptedWriter, WriterStep};
use reqwest::Method;
use reqwest::header::HeaderMap;
use serde_json::{Value, json};

/// On a free port, with a fresh database.
pub(crate) struct TestApp {
    pub(crate) url: String,
    pub(crate) storage: Storage,
    pub(crate) settings: Settings,
    pub(crate) service: Arc<Service>,
    client: reqwest::Client,
    _data: tempfile::TempDir,
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) json: Value,
}

impl TestApp {
    pub(crate) fn start() -> Self {
        Self::start_with(Layer::default(), Arc::new(FakeWriter::default()))
    }

    /// Its rate limits are not reached by tests.
    pub(crate) fn start_unhurried() -> Self {
        let layer = Layer {
            rate_free_per_minute: Some(100_000),
            rate_anonymous_per_minute: Some(100_000),
            ..Layer::default()
        };
        Self::start_with(layer, Arc::new(FakeWriter::default()))
    }

    pub(crate) fn start_with(layer: Layer, writer: Arc<dyn ListingWriter>) -> Self {
        Self::try_start(layer, writer).unwrap()
    }

    fn try_start(layer: Layer, writer: Arc<dyn ListingWriter>) -> Result<Self> {
        let (settings, data) = Self::settings(layer)?;
        Self::serve(Service::with_writer(&settings, writer), settings, data)
    }

    /// Uses the writers that the settings configure.
    pub(crate) async fn start_composed(layer: Layer) -> Self {
        let (settings, data) = Self::settings(layer).unwrap();
        Self::serve(Service::compose(&settings).await, settings, data).unwrap()
    }

    fn settings(layer: Layer) -> Result<(Settings, tempfile::TempDir)> {
        let data = tempfile::tempdir()?;
        let (data_dir, workers) = (Some(data.path().to_owned()), std::num::NonZeroUsize::new(1));
        // On a busy machine, a slow database must not count as unavailable.
        let readiness_timeout_milliseconds = layer.readiness_timeout_milliseconds.or(Some(10_000));
        Ok((
            Settings::load(Layer { data_dir, workers, readiness_timeout_milliseconds, ..layer }, None)?,
            data,
        ))
    }

    fn serve(service: Result<Service, Failure>, settings: Settings, data: tempfile::TempDir) -> Result<Self> {
        let failed = |failure: Failure| anyhow::anyhow!("{:#}", failure.error());
        let service = Arc::new(service.map_err(failed)?);
        let storage = Storage::open(&settings).map_err(failed)?;
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let url = format!("http://{}", listener.local_addr()?);
        tokio::spawn(service.serve(listener, &settings)?);
        // The HTTP client needs a process-wide crypto provider, which another test may have installed.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder().timeout(std::time::Duration::from_mins(2)).build()?;
        Ok(Self { url, storage, settings, service, client, _data: data })
    }

    /// Returns a new key.
    pub(crate) async fn db_account(&self, email: &str, plan: Plan) -> String {
        let email: Email = email.parse().unwrap();
        let account = self.storage.create_account().run(email).await.unwrap().id;
        self.storage.change_plan().run(account, PlanChange::to(plan), &Origin::CLI).await.unwrap();
        self.db_key(account).await
    }

    pub(crate) async fn db_id(&self, email: &str) -> AccountId {
        self.storage.find_account().run(&email.parse().unwrap()).await.unwrap().id
    }

    pub(crate) async fn db_key(&self, account: AccountId) -> String {
        self.storage
            .create_key(&self.settings)
            .run(account, KeyOptions::default())
            .await
            .unwrap()
            .key
            .reveal()
            .to_owned()
    }

    pub(crate) async fn send(
        &self,
        method: Method,
        path: &str,
        key: Option<&str>,
        body: Option<&Value>,
    ) -> Answer {
        let mut request = self.client.request(method, format!("{}{path}", self.url));
        if let Some(key) = key {
            request = request.header("X-API-Key", key);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        self.finish(request).await
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        self.client.request(method, format!("{}{path}", self.url))
    }

    pub(crate) async fn finish(&self, request: reqwest::RequestBuilder) -> Answer {
        let response = request.send().await.unwrap();
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let json = response.json().await.unwrap_or(Value::Null);
        Answer { status, headers, json }
    }

    pub(crate) async fn generate(&self, key: &str, body: &Value) -> Answer {
        self.send(Method::POST, "/api/v1/listings", Some(key), Some(body)).await
    }

    pub(crate) async fn usage(&self, key: &str) -> Answer {
        self.send(Method::GET, "/api/v1/usage", Some(key), None).await
    }
}

impl Answer {
    /// Empty if it is missing.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// Asserts the API's error body and returns its message.
    pub(crate) fn error_message(&self, status: u16) -> &str {
        assert_eq!(self.status, status, "{self:?}");
        let members: Vec<&String> = self.json.as_object().expect("the body is an object").keys().collect();
        assert_eq!(members, ["statusCode", "message"], "{self:?}");
        assert_eq!(self.json["statusCode"], status);
        self.json["message"].as_str().expect("the message is a string")
    }
}

pub(crate) fn photo() -> &'static str {
    PNG_DATA_URI
}

pub(crate) fn failing_writer() -> Arc<dyn ListingWriter> {
    let reason = WriterError::unavailable("the canary in the cause");
    Arc::new(ScriptedWriter::new([WriterStep::Fail(reason)]))
}

/// One photo, one marketplace.
pub(crate) fn fine_request() -> Value {
    json!({ "photos": [photo()], "platforms": ["leboncoin"] })
}

pub(crate) fn fine_request_with(member: &str, value: Value) -> Value {
    let mut request = fine_request();
    request[member] = value;
    request
}
