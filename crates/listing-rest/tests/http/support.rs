//! The API on a free port, and raw TCP clients.

use std::net::{SocketAddr, TcpListener};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use jiff::SignedDuration;
use listing_answer::JsonAnswers;
use listing_domain::account::{Email, Plan};
use listing_domain::batch::BatchPolicy;
use listing_domain::expense::Expense;
use listing_domain::generation::{Generation, GenerationFilter, HistoryPolicy};
use listing_domain::ids::{AccountId, ReservationId};
use listing_domain::ports::{
    AccountStore, Admission, Clock, ExpenseBook as _, GenerationStore as _, IdSource, ListingWriter,
    MarketData, QuotaLedger as _, RecordedCalls,
};
use listing_domain::principal::Scopes;
use listing_domain::quota::{QuotaPolicy, RatePolicy, Usage};
use listing_domain::usecase::{
    AnswerFormat, AuthenticateCaller, CreateAccount, CreateBatch, CreateKey, EditListings, FAILED_CALLS,
    GenerateListings, GenerationPolicy, GetUsage, KeyFactory, KeyOptions, ManageWebhooks, RecordSale,
    RewriteListings, RewritePolicy, RunBatches, SendWebhooks, WriteListings, WritingPolicy,
};
use listing_export::ExportOptions;
use listing_http::{
    BatchLoop, CorsOrigins, Desk, Edge, HttpLimits, Metrics, NotReady, OwnHosts, Readiness, Tasks,
    TrustedProxies, WebhookLoop,
};
use listing_rest::{Batches, Exports, Rest, Webhooks};
use listing_testkit::contract::put_on_plan;
use listing_testkit::pictures::PNG_DATA_URI;
use listing_testkit::{
    FakeWriter, Faulty, FixedClock, MemoryLimiter, MemoryStore, OpenAdmission, ScriptedReceiver, SeededIds,
    SketchPhotos,
};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// The timeout for any response in a test.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// The settings of a test server that some tests change.
pub(crate) struct Setup {
    pub(crate) writer: Arc<dyn ListingWriter>,
    pub(crate) market: Option<Arc<dyn MarketData>>,
    pub(crate) answers: Arc<dyn AnswerFormat>,
    pub(crate) limits: HttpLimits,
    pub(crate) admission: Arc<dyn Admission>,
    pub(crate) rates: RatePolicy,
    pub(crate) cors_origins: CorsOrigins,
    /// The number of free rewrites of a generation.
    pub(crate) rewrites: u32,
    pub(crate) receiver: Arc<ScriptedReceiver>,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            writer: Arc::new(FakeWriter::default()),
            market: None,
            answers: Arc::new(JsonAnswers),
            limits: HttpLimits::default(),
            admission: Arc::new(OpenAdmission::with_workers(1)),
            rates: RatePolicy::default(),
            cors_origins: CorsOrigins::default(),
            rewrites: 3,
            receiver: Arc::default(),
        }
    }
}

async fn new_key(making: KeyFactory, account: AccountId, options: KeyOptions) -> String {
    CreateKey::new(making).run(account, options).await.unwrap().key.reveal().to_owned()
}

fn generate_listings(
    write: WriteListings,
    answers: Arc<dyn AnswerFormat>,
    store: Arc<Faulty<MemoryStore>>,
    clock: Arc<FixedClock>,
    ids: Arc<dyn IdSource>,
) -> GenerateListings {
    GenerateListings {
        photos: Arc::new(SketchPhotos),
        people: store.clone(),
        quota: store.clone(),
        write,
        answers,
        thumbnails: Arc::new(SketchPhotos),
        expenses: Some(store),
        clock,
        ids,
        policy: GenerationPolicy {
            quota: QuotaPolicy::default(),
            hold_for: SignedDuration::from_mins(5),
            history: HistoryPolicy::default(),
            failed_calls: Some(FAILED_CALLS),
        },
    }
}

fn batches(
    store: Arc<MemoryStore>,
    faults: Arc<Faulty<MemoryStore>>,
    clock: Arc<FixedClock>,
    generate: &Arc<GenerateListings>,
    ids: &Arc<dyn IdSource>,
) -> (Batches, BatchLoop) {
    let create = CreateBatch {
        photos: generate.photos.clone(),
        batches: store.clone(),
        clock: clock.clone(),
        ids: ids.clone(),
        history: generate.policy.history,
    };
    let run = RunBatches {
        batches: store.clone(),
        generations: faults,
        generate: generate.clone(),
        clock: clock.clone(),
        policy: BatchPolicy::default(),
    };
    let batches = Batches { create: Arc::new(create), store, clock };
    (batches, BatchLoop::new(Arc::new(run)))
}

fn webhooks(
    store: Arc<MemoryStore>,
    clock: Arc<FixedClock>,
    ids: Arc<dyn IdSource>,
    receiver: Arc<ScriptedReceiver>,
) -> (Webhooks, WebhookLoop) {
    let (webhooks, sender) = (store.clone(), receiver.clone());
    let send = SendWebhooks { webhooks: store.clone(), sender: receiver, clock: clock.clone() };
    let manage = Arc::new(ManageWebhooks { webhooks, sender, clock, ids });
    (Webhooks { manage, store }, WebhookLoop::new(Arc::new(send)))
}

fn desk(generate: Arc<GenerateListings>, faults: Arc<Faulty<MemoryStore>>, rewrites: u32) -> Desk {
    let rewrite = RewriteListings {
        generations: faults,
        write: generate.write.clone(),
        answers: generate.answers.clone(),
        expenses: generate.expenses.clone(),
        clock: generate.clock.clone(),
        policy: RewritePolicy { limit: rewrites, failed_calls: None },
    };
    Desk::new(generate, Some(rewrite))
}

fn rest(
    desk: Desk,
    batches: Batches,
    webhooks: Webhooks,
    faults: Arc<Faulty<MemoryStore>>,
    store: Arc<MemoryStore>,
    clock: Arc<FixedClock>,
) -> Rest {
    Rest {
        desk,
        usage: Arc::new(GetUsage::new(faults.clone(), clock.clone(), QuotaPolicy::default())),
        generations: faults.clone(),
        kept_photos: faults.clone(),
        edit: Arc::new(EditListings {
            generations: faults.clone(),
            answers: Arc::new(JsonAnswers),
            catalogue: Arc::default(),
        }),
        sales: Arc::new(RecordSale {
            generations: faults,
            comparables: store,
            answers: Arc::new(JsonAnswers),
            clock,
        }),
        batches,
        webhooks,
        exports: Exports { catalogue: Arc::default(), options: ExportOptions::default() },
    }
}

/// The API on a free port, with one account on the free plan.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    pub(crate) key: String,
    pub(crate) store: Arc<MemoryStore>,
    /// The wrapper through which the API accesses `store`. It can inject failures.
    pub(crate) faults: Arc<Faulty<MemoryStore>>,
    pub(crate) tasks: Tasks,
    /// Generates the items of batches when a test steps it.
    pub(crate) batch_loop: BatchLoop,
    /// Sends webhooks when a test steps it.
    pub(crate) webhook_loop: WebhookLoop,
    clock: Arc<FixedClock>,
    email: Email,
    ids: Arc<dyn IdSource>,
}

impl TestServer {
    pub(crate) async fn start() -> Self {
        Self::start_with(Setup::default()).await
    }

    pub(crate) async fn start_with(setup: Setup) -> Self {
        let store = Arc::new(MemoryStore::new());
        let faults = Arc::new(Faulty::over(store.clone()));
        let clock = Arc::new(FixedClock::at("2026-11-21T10:00:00Z"));
        let ids: Arc<dyn IdSource> = Arc::new(SeededIds::new(7));
        let quota = QuotaPolicy::default();
        let email: Email = "ann@example.com".parse().unwrap();
        let making =
            KeyFactory { accounts: store.clone(), clock: clock.clone(), ids: ids.clone(), policy: quota };
        let create = CreateAccount::new(store.clone(), clock.clone(), ids.clone());
        let account = create.run(email.clone()).await.unwrap().id;
        let key = new_key(making, account, KeyOptions::default()).await;
        let tasks = Tasks::on(tokio::runtime::Handle::current());
        let Setup { writer, market, answers, .. } = setup;
        let write = WriteListings { writer, market, policy: WritingPolicy::default() };
        let generate = generate_listings(write, answers, faults.clone(), clock.clone(), ids.clone());
        let generate = Arc::new(generate);
        let (batches, batch_loop) = batches(store.clone(), faults.clone(), clock.clone(), &generate, &ids);
        let (webhooks, webhook_loop) =
            webhooks(store.clone(), clock.clone(), ids.clone(), setup.receiver.clone());
        let desk = desk(generate, faults.clone(), setup.rewrites);
        let rest = rest(desk, batches, webhooks, faults.clone(), store.clone(), clock.clone());
        let edge = Edge {
            authenticate: Arc::new(AuthenticateCaller::new(faults.clone(), clock.clone())),
            sessions: None,
            hosts: OwnHosts::default(),
            pricing_url: None,
            public_origin: None,
            limiter: Arc::new(MemoryLimiter::new(clock.clone())),
            ids: ids.clone(),
            rates: setup.rates,
            readiness: Arc::new(AlwaysReady),
            metrics: Metrics::new().unwrap(),
            tasks: tasks.clone(),
            admission: setup.admission,
            limits: setup.limits,
            trusted_proxies: TrustedProxies::default(),
            cors_origins: setup.cors_origins,
        };
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(
            listing_http::serve(
                listener,
                edge,
                vec![listing_rest::route_group(rest)],
                NonZeroUsize::new(1),
                PATIENCE,
            )
            .unwrap(),
        );
        Self { address, key, store, faults, tasks, batch_loop, webhook_loop, clock, email, ids }
    }

    pub(crate) async fn set_plan(&self, plan: Plan) {
        let account = self.store.account_by_email(&self.email).await.unwrap().unwrap();
        put_on_plan(&*self.store, account.id, plan, self.clock.now()).await.unwrap();
    }

    /// Creates another key of the account, with these scopes.
    pub(crate) async fn scoped_key(&self, scopes: Scopes) -> String {
        let account = self.store.account_by_email(&self.email).await.unwrap().unwrap();
        let (accounts, clock, ids) = (self.store.clone(), self.clock.clone(), self.ids.clone());
        let making = KeyFactory { accounts, clock, ids, policy: QuotaPolicy::default() };
        new_key(making, account.id, KeyOptions { scopes, ..KeyOptions::default() }).await
    }

    /// A key of a new account.
    pub(crate) async fn key_of_another_account(&self, email: Email) -> String {
        let (accounts, clock, ids) = (self.store.clone(), self.clock.clone(), self.ids.clone());
        let create = CreateAccount::new(accounts.clone(), clock.clone(), ids.clone());
        let account = create.run(email).await.unwrap().id;
        let making = KeyFactory { accounts, clock, ids, policy: QuotaPolicy::default() };
        new_key(making, account, KeyOptions::default()).await
    }

    pub(crate) fn advance(&self, by: Duration) {
        self.clock.advance(by);
    }

    /// Generates due items until none is left.
    pub(crate) async fn run_batches(&self) {
        while self.batch_loop.clone().step().await.is_zero() {}
    }

    /// Sends due webhooks until none is left.
    pub(crate) async fn send_webhooks(&self) {
        while self.webhook_loop.clone().step().await.is_zero() {}
    }

    pub(crate) async fn history(&self) -> Vec<Generation> {
        let account = self.store.account_by_email(&self.email).await.unwrap().unwrap();
        self.store.list_in_full(account.id, &GenerationFilter::default(), None, 10).await.unwrap()
    }

    pub(crate) async fn account(&self) -> AccountId {
        self.store.account_by_email(&self.email).await.unwrap().unwrap().id
    }

    /// Records this number of calls to an AI service for the account, all with the same outcome.
    pub(crate) async fn note_calls(&self, outcome: &'static str, number: usize) {
        let expense = Expense {
            provider: "openai",
            model: "small".into(),
            outcome,
            tokens_in: 1_000,
            tokens_out: 0,
            cost: None,
            took: Duration::from_secs(1),
        };
        let (account, at) = (self.account().await, self.clock.now());
        let reservation = ReservationId::new(self.ids.id());
        let calls = RecordedCalls { account, reservation, at, expenses: vec![expense; number] };
        self.store.record(&calls).await.unwrap();
    }

    pub(crate) async fn quota(&self) -> Usage {
        let account = self.store.account_by_email(&self.email).await.unwrap().unwrap();
        self.store.usage(account.id, 3, self.clock.now()).await.unwrap()
    }

    /// Returns the headers of a request with the account's key, for a body of this length.
    pub(crate) fn post_head(&self, length: usize) -> String {
        format!(
            "POST /api/v1/listings HTTP/1.1\r\nhost: test\r\nx-api-key: {}\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\n\r\n",
            self.key
        )
    }

    pub(crate) fn post(&self, body: &str) -> String {
        format!("{}{body}", self.post_head(body.len()))
    }

    /// Sends a JSON body with these additional header lines.
    pub(crate) async fn send_json(
        &self,
        (method, path): (&str, &str),
        key: &str,
        headers: &[&str],
        body: &str,
    ) -> Answer {
        let lines = [headers, &["", ""]].concat().join("\r\n");
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: test\r\nx-api-key: {key}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n{lines}{body}",
            body.len()
        );
        self.send(&request).await
    }

    /// Returns a `GET` request with these header lines.
    pub(crate) fn get(path: &str, headers: &[&str]) -> String {
        let lines = [&["host: test"], headers, &["", ""]].concat();
        format!("GET {path} HTTP/1.1\r\n{}", lines.join("\r\n"))
    }

    pub(crate) async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    /// Sends bytes on a new connection and reads until the service closes it. Write errors are ignored.
    pub(crate) async fn exchange(&self, bytes: &[u8]) -> String {
        let mut connection = self.connect().await;
        let (mut incoming, mut outgoing) = connection.split();
        let mut received = Vec::new();
        let send = async {
            let _ = outgoing.write_all(bytes).await;
        };
        let receive = async {
            let reading = tokio::time::timeout(PATIENCE, incoming.read_to_end(&mut received));
            reading.await.expect("the connection did not end in time").unwrap();
        };
        tokio::join!(send, receive);
        String::from_utf8(received).unwrap()
    }

    pub(crate) async fn send(&self, request: &str) -> Answer {
        let mut connection = self.connect().await;
        connection.write_all(request.as_bytes()).await.unwrap();
        Answer::read(&mut connection).await
    }
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: String,
}

impl Answer {
    /// Reads one response, however slowly it arrives.
    pub(crate) async fn read(connection: &mut TcpStream) -> Self {
        tokio::time::timeout(PATIENCE, Self::read_whole(connection)).await.expect("no answer in time")
    }

    async fn read_whole(connection: &mut TcpStream) -> Self {
        let mut bytes = Vec::new();
        loop {
            if let Some(answer) = Self::parse(&bytes) {
                return answer;
            }
            let count = connection.read_buf(&mut bytes).await.unwrap();
            assert!(count > 0, "the connection ended within {:?}", String::from_utf8_lossy(&bytes));
        }
    }

    /// Returns the last response in the received text.
    pub(crate) fn last(received: &str) -> Self {
        let start = received.rfind("HTTP/1.1 ").expect("nothing received is an answer");
        Self::parse(&received.as_bytes()[start..]).expect("the answer is incomplete")
    }

    fn parse(bytes: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(bytes).ok()?;
        let (head, body) = text.split_once("\r\n\r\n")?;
        let status = head.split(' ').nth(1)?.parse().ok()?;
        let answer = Self { status, head: head.to_owned(), body: body.to_owned() };
        let length: usize = answer.header("content-length").unwrap_or("0").parse().ok()?;
        (body.len() >= length).then_some(answer)
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().skip(1).filter_map(|line| line.split_once(": "));
        lines.filter(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value).next()
    }

    pub(crate) fn header_names(&self) -> Vec<String> {
        let names = self.head.lines().skip(1).filter_map(|line| line.split_once(": "));
        let mut names: Vec<_> = names.map(|(name, _)| name.to_lowercase()).collect();
        names.sort_unstable();
        names
    }

    /// Returns the response without its date, headers sorted.
    pub(crate) fn shown(&self) -> String {
        let mut headers: Vec<&str> =
            self.head.lines().skip(1).filter(|line| !line.to_lowercase().starts_with("date:")).collect();
        headers.sort_unstable_by_key(|line| line.to_lowercase());
        format!("{}\n{}\n\n{}", self.status, headers.join("\n"), self.body)
    }

    /// Asserts that this is an error of the API with the common headers.
    pub(crate) fn assert_error(&self, status: u16) {
        assert_eq!(self.status, status, "{self:?}");
        let prefix = format!("{{\"statusCode\":{status},\"message\":\"");
        assert!(self.body.starts_with(&prefix) && self.body.ends_with("\"}"), "{self:?}");
        for name in ["x-ratelimit-limit", "x-ratelimit-remaining", "x-request-id"] {
            assert!(self.header(name).is_some(), "{name} is missing: {self:?}");
        }
    }
}

/// Returns a valid request body.
pub(crate) fn valid_body() -> String {
    format!(r#"{{"photos":["{PNG_DATA_URI}"],"platforms":["leboncoin","ebay"]}}"#)
}

struct AlwaysReady;

#[async_trait]
impl Readiness for AlwaysReady {
    async fn check(&self) -> Result<(), NotReady> {
        Ok(())
    }
}
