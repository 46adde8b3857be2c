use std::time::Duration;

use async_trait::async_trait;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use listing_domain::draft::{Draft, DraftRequest};
use listing_domain::expense::Expense;
use listing_domain::options::Quality;
use listing_domain::ports::{ListingWriter, WriterError};
use listing_outbound::{ApiKey, BaseUrl, Fault, Transport, Url};
use tokio::time::Instant;

use crate::answer::{self, Unfit};
use crate::form::{FormMemory, RequestForm};
use crate::meter::{AiMetrics, Meter, ModelPrice};
use crate::prompt;
use crate::remedy::{self, Remedy};
use crate::schema::{Schema, answer_schema};
use crate::wire::{Correction, Detail, Finish, Question, Reply, StructuredMode, Tokens, WireFormat};

/// For observations. The token limit of an answer is the sum of this and the next two.
const BASE_TOKENS: u32 = 1_500;
const TOKENS_A_PLATFORM: u32 = 700;
/// Hidden reasoning counts too.
const THINKING_TOKENS: u32 = 4_000;

/// The maximum number of other forms per draft request. Refused calls cost no tokens.
const MAX_REFUSALS: usize = 6;

/// The settings of a model.
#[derive(Debug, Clone)]
pub struct ModelSettings {
    /// The service's base address.
    pub base_url: BaseUrl,
    /// The name of the model at its service.
    pub model: String,
    /// The API key, if required.
    pub api_key: Option<ApiKey>,
    /// The timeout of one call; by default the time that the draft request has left.
    pub timeout: Option<Duration>,
    /// The way of requesting JSON; by default the best one that the service accepts.
    pub structured_mode: Option<StructuredMode>,
    /// The detail level of photos; by default that of the draft request's quality.
    pub detail: Option<Detail>,
    /// The price of tokens, if known.
    pub price: Option<ModelPrice>,
}

/// Calls one model, checks the reply, and lets the model correct it once.
pub struct ModelWriter {
    format: Box<dyn WireFormat>,
    transport: Transport,
    settings: ModelSettings,
    forms: FormMemory,
    meter: Meter,
}

/// The fault of [`ModelWriter::check`], and the address that was called.
#[derive(Debug, thiserror::Error)]
#[error("POST {address}")]
pub struct CheckError {
    address: String,
    #[source]
    fault: Fault,
}

struct Inquiry<'a> {
    request: &'a DraftRequest,
    until: Instant,
    system: String,
    task: String,
    photos: Vec<String>,
    schema: Schema,
    max_tokens: u32,
}

/// Steps that are allowed only once or a few times for one draft request.
#[derive(Default)]
struct Progress {
    refusals: usize,
    /// The service reported that the model broke the enforced form.
    has_slipped: bool,
    /// The form is only for this draft request and is not remembered.
    is_makeshift: bool,
    /// An answer was truncated, so a shorter one is requested.
    is_shorter: bool,
    /// The last unusable answer, and the remark about its faults.
    correction: Option<(String, String)>,
}

impl ModelWriter {
    /// Creates a writer.
    pub fn new(
        format: Box<dyn WireFormat>,
        transport: Transport,
        settings: ModelSettings,
        metrics: AiMetrics,
    ) -> Self {
        let meter = Meter {
            provider: format.provider(),
            model: settings.model.as_str().into(),
            price: settings.price,
            metrics,
        };
        let forms = FormMemory::new(&*format, settings.structured_mode);
        Self { format, transport, settings, forms, meter }
    }

    /// The names of the provider and of the model.
    pub fn names(&self) -> (&'static str, &str) {
        (self.meter.provider, &self.settings.model)
    }

    /// Checks with the smallest possible question that the service accepts the key and the model. Returns the
    /// called address.
    ///
    /// # Errors
    /// [`CheckError`] with the last called address.
    pub async fn check(&self, within: Duration) -> Result<String, CheckError> {
        let until = Instant::now() + within;
        let schema = Schema::object([("ok", Schema::flag())]);
        let mut form = RequestForm { mode: StructuredMode::PromptOnly, ..self.forms.current() };
        let mut progress = Progress::default();
        loop {
            let question = Question {
                model: &self.settings.model,
                system: "You are being checked.",
                photos: &[],
                task: "Answer with the JSON object {\"ok\": true}.",
                correction: None,
                schema: &schema,
                mode: form.mode,
                detail: Detail::Low,
                max_tokens: BASE_TOKENS,
                adjustments: form.adjustments,
            };
            let address = self.address(form).map(String::from).unwrap_or_default();
            let left = until.saturating_duration_since(Instant::now());
            let Err(fault) = self.send(&question, form, left).await else { return Ok(address) };
            let remedy = Remedy::for_fault(&fault, form, &*self.format);
            match self.form_after(form, remedy, &mut progress) {
                Some(next) => form = next,
                None => return Err(CheckError { address, fault }),
            }
        }
    }

    fn address(&self, form: RequestForm) -> Result<Url, Fault> {
        let addresses = self.format.addresses(&self.settings.base_url, &self.settings.model)?;
        let nowhere = || Fault::NotSent("the format has no address".to_owned());
        addresses.into_iter().nth(form.address).ok_or_else(nowhere)
    }

    async fn send(
        &self,
        question: &Question<'_>,
        form: RequestForm,
        within: Duration,
    ) -> Result<Reply, Fault> {
        let not_sent = |error: &dyn std::error::Error| Fault::NotSent(error.to_string());
        let key = self.settings.api_key.as_ref();
        let url = self.address(form)?;
        let headers = self.format.headers(key, form.adjustments).map_err(|error| not_sent(&error))?;
        let body = self.format.body(question).map_err(|error| not_sent(&error))?;
        let answer = self.transport.post(url, headers, body, key, within).await?;
        self.format.reply(&answer)
    }

    /// Returns the form of the next try; `None` if no untried form would help.
    fn form_after(
        &self,
        form: RequestForm,
        remedy: Option<Remedy>,
        progress: &mut Progress,
    ) -> Option<RequestForm> {
        match remedy? {
            Remedy::OtherForm(refused) if progress.refusals < MAX_REFUSALS => {
                progress.refusals += 1;
                let addresses = self.format.addresses(&self.settings.base_url, &self.settings.model);
                let addresses = addresses.map_or(0, |addresses| addresses.len());
                self.forms.after(form, refused, &*self.format, addresses)
            }
            Remedy::RetryOnce if !progress.has_slipped => {
                progress.has_slipped = true;
                Some(form)
            }
            Remedy::RetryOnce if !progress.is_makeshift => {
                progress.is_makeshift = true;
                self.forms.next_mode(form, &*self.format)
            }
            _ => None,
        }
    }

    fn remember(&self, form: RequestForm) {
        if self.forms.remember(form) {
            let (provider, model) = self.names();
            let (mode, adjustments) = (form.mode.name(), form.adjustments);
            tracing::warn!(
                provider,
                model,
                mode,
                ?adjustments,
                address = form.address,
                "{provider} refused parts of a request to {model}: using the accepted form from now on"
            );
        }
    }
}

impl<'a> Inquiry<'a> {
    fn new(request: &'a DraftRequest) -> Self {
        let photos = request.useful_photos();
        let platforms = u32::try_from(request.platforms.as_slice().len()).unwrap_or(u32::MAX);
        Self {
            request,
            until: Instant::now() + request.within,
            system: prompt::system(),
            task: prompt::task(request, &photos),
            photos: photos.iter().map(|photo| STANDARD.encode(&photo.jpeg)).collect(),
            schema: answer_schema(request),
            max_tokens: BASE_TOKENS
                .saturating_add(TOKENS_A_PLATFORM.saturating_mul(platforms))
                .saturating_add(THINKING_TOKENS),
        }
    }
}

impl ModelWriter {
    async fn call(
        &self,
        inquiry: &Inquiry<'_>,
        form: RequestForm,
        progress: &Progress,
    ) -> Result<Reply, Fault> {
        let task = if progress.is_shorter {
            format!("{}\n{}", inquiry.task, prompt::shorter())
        } else {
            inquiry.task.clone()
        };
        let detail = match inquiry.request.quality {
            Quality::Standard => Detail::Medium,
            Quality::High => Detail::High,
        };
        let correction = progress.correction.as_ref();
        let question = Question {
            model: &self.settings.model,
            system: &inquiry.system,
            photos: &inquiry.photos,
            task: &task,
            correction: correction.map(|(answer, remark)| Correction { answer, remark }),
            schema: &inquiry.schema,
            mode: form.mode,
            detail: self.settings.detail.unwrap_or(detail),
            max_tokens: inquiry.max_tokens.saturating_mul(if progress.is_shorter { 2 } else { 1 }),
            adjustments: form.adjustments,
        };
        let left = inquiry.until.saturating_duration_since(Instant::now());
        let within = self.settings.timeout.map_or(left, |timeout| timeout.min(left));
        self.send(&question, form, within).await.map_err(|fault| self.with_address(fault, form))
    }

    /// Names the called address in a fault that a wrong address may have caused.
    fn with_address(&self, fault: Fault, form: RequestForm) -> Fault {
        match (fault, self.address(form)) {
            (Fault::Service(mut error), Ok(address)) if matches!(error.status, 300..=399 | 404 | 405) => {
                error.message = format!("{} (POST {address})", error.message);
                Fault::Service(error)
            }
            (fault, _) => fault,
        }
    }
}

#[async_trait]
impl ListingWriter for ModelWriter {
    async fn write(&self, request: &DraftRequest) -> Result<Draft, WriterError> {
        let inquiry = Inquiry::new(request);
        let mut form = self.forms.current();
        let mut progress = Progress::default();
        let last = loop {
            let call = self.meter.begin(&request.expenses);
            let reply = match self.call(&inquiry, form, &progress).await {
                Ok(reply) => reply,
                Err(fault) => {
                    let remedy = Remedy::for_fault(&fault, form, &*self.format);
                    call.end(remedy::outcome(&fault, remedy), Tokens::default());
                    match self.form_after(form, remedy, &mut progress) {
                        Some(next) => form = next,
                        None => return Err(remedy::port_error(fault, remedy)),
                    }
                    continue;
                }
            };
            if !progress.is_makeshift {
                self.remember(form);
            }
            let tokens = reply.tokens;
            match self.judge(&reply, &inquiry) {
                Judgement::Good(draft) => {
                    call.end(Expense::OK, tokens);
                    return Ok(*draft);
                }
                Judgement::Refused(why) => {
                    call.end("refused", tokens);
                    return Err(WriterError::Refused(format!("the model declined ({why})").into()));
                }
                Judgement::Truncated => {
                    call.end("truncated", tokens);
                    if std::mem::replace(&mut progress.is_shorter, true) {
                        break "the answer was truncated".to_owned();
                    }
                }
                Judgement::Unfit(unfit) => {
                    call.end(unfit.outcome(), tokens);
                    let remark = prompt::correction(unfit.faults());
                    if progress.correction.replace((reply.text().to_owned(), remark)).is_some() {
                        break unfit.summary();
                    }
                }
            }
        };
        Err(WriterError::Unusable(last.into()))
    }
}

enum Judgement {
    Good(Box<Draft>),
    Refused(String),
    Truncated,
    Unfit(Unfit),
}

impl ModelWriter {
    fn judge(&self, reply: &Reply, inquiry: &Inquiry<'_>) -> Judgement {
        if let Finish::Refused(why) = &reply.finish {
            return Judgement::Refused(why.clone());
        }
        match answer::read(reply, &inquiry.schema, inquiry.request) {
            Ok(accepted) => {
                let (is_repaired, is_suspicious) = (accepted.is_repaired, accepted.is_suspicious);
                let (provider, model) = self.names();
                if is_repaired {
                    tracing::info!(provider, model, "repaired and used an answer of {provider} {model}");
                }
                if is_suspicious {
                    tracing::info!(
                        provider,
                        model,
                        "possible prompt injection reported by {provider} {model}"
                    );
                }
                Judgement::Good(Box::new(accepted.draft))
            }
            // A truncated reply with a complete answer never gets here: only endless blanks or the like were
            // cut.
            Err(_) if reply.finish == Finish::Truncated => Judgement::Truncated,
            Err(unfit) => Judgement::Unfit(unfit),
        }
    }
}
