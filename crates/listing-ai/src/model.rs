//! A writer that asks one model of one service.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use listing_domain::draft::{Brief, Draft};
use listing_domain::expense::Expense;
use listing_domain::ports::{ListingWriter, WriterError};
use listing_domain::wish::Quality;
use listing_outbound::{ApiKey, BaseUrl, Fault, Transport};
use tokio::time::Instant;

use crate::answer::{self, Unfit};
use crate::meter::{AiMetrics, Meter, ModelPrice};
use crate::prompt;
use crate::remedy::{self, Remedy};
use crate::schema::{Schema, answer_schema};
use crate::wire::{Correction, Detail, Finish, Question, Reply, StructuredMode, Tokens, WireFormat};

/// Tokens that an answer may have: for what was seen, for each marketplace, and
/// for silent thinking, which counts too.
const BASE_TOKENS: u32 = 1_500;
const TOKENS_A_PLATFORM: u32 = 700;
const THINKING_TOKENS: u32 = 4_000;

/// How often one brief asks the model at most: once, and once each because the
/// way of asking for JSON was refused, the answer did not end, and it could not
/// be used.
const MAX_CALLS: usize = 4;

/// What is known about a model.
#[derive(Debug, Clone)]
pub struct ModelSettings {
    /// Where its service is.
    pub base_url: BaseUrl,
    /// The service's name of it.
    pub model: String,
    /// The key, where the service asks for one.
    pub api_key: Option<ApiKey>,
    /// How long one call may take; without it, as long as the brief allows.
    pub timeout: Option<Duration>,
    /// How JSON is asked for; without it, in the best way that is not refused.
    pub structured_mode: Option<StructuredMode>,
    /// How closely to look; without it, as the brief's quality says.
    pub detail: Option<Detail>,
    /// What it costs, if known.
    pub price: Option<ModelPrice>,
}

/// Asks one model, checks what comes back, and lets it mend that once.
pub struct ModelWriter {
    format: Box<dyn WireFormat>,
    transport: Transport,
    settings: ModelSettings,
    /// The best mode that was not refused, as an index into the format's modes.
    mode: AtomicUsize,
    meter: Meter,
}

/// What a brief asks a model, in the model's terms.
struct Inquiry<'a> {
    brief: &'a Brief,
    until: Instant,
    system: String,
    task: String,
    photos: Vec<String>,
    schema: Schema,
    max_tokens: u32,
}

/// What may be done once for each brief.
#[derive(Default)]
struct Second {
    mode: bool,
    length: bool,
    /// The answer that could not be used and what was said of it.
    correction: Option<(String, String)>,
}

impl ModelWriter {
    /// A writer for a model.
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
        Self { format, transport, settings, mode: AtomicUsize::new(0), meter }
    }

    /// The provider's and the model's name.
    pub fn names(&self) -> (&'static str, &str) {
        (self.meter.provider, &self.settings.model)
    }

    /// Asks the smallest question there is, to see whether the service answers
    /// and knows the key and the model.
    pub async fn check(&self, within: Duration) -> Result<(), Fault> {
        let schema = Schema::object([("ok", Schema::flag())]);
        let question = Question {
            model: &self.settings.model,
            system: "You are being checked.",
            photos: &[],
            task: "Answer with the JSON object {\"ok\": true}.",
            correction: None,
            schema: &schema,
            mode: StructuredMode::PromptOnly,
            detail: Detail::Low,
            max_tokens: BASE_TOKENS,
        };
        self.send(&question, within).await.map(|_| ())
    }

    fn mode(&self) -> StructuredMode {
        let modes = self.format.modes();
        let best = modes.get(self.mode.load(Ordering::Relaxed)).copied();
        self.settings.structured_mode.or(best).unwrap_or(StructuredMode::PromptOnly)
    }

    /// Remembers that a mode is refused. `false` when there is no other, or the
    /// settings insist.
    fn step_down(&self, refused: StructuredMode) -> bool {
        let known = self.format.modes();
        let next = known.iter().position(|mode| *mode == refused).map(|at| at + 1);
        let next = next.filter(|_| self.settings.structured_mode.is_none());
        let Some((next, mode)) = next.and_then(|next| Some((next, known.get(next)?.name()))) else {
            return false;
        };
        self.mode.fetch_max(next, Ordering::Relaxed);
        let (service, name) = self.names();
        tracing::warn!(
            provider = service,
            model = name,
            mode,
            "the service refused the way in which structured answers were asked for; this mode is used from now on"
        );
        true
    }

    async fn send(&self, question: &Question<'_>, within: Duration) -> Result<Reply, Fault> {
        let not_sent = |error: &dyn std::error::Error| Fault::NotSent(error.to_string());
        let key = self.settings.api_key.as_ref();
        let url = self.settings.base_url.join(&self.format.path(question.model))?;
        let headers = self.format.headers(key).map_err(|error| not_sent(&error))?;
        let body = self.format.body(question).map_err(|error| not_sent(&error))?;
        let answer = self.transport.post(url, headers, body, key, within).await?;
        self.format.reply(&answer)
    }
}

impl<'a> Inquiry<'a> {
    fn of(brief: &'a Brief) -> Self {
        let photos = brief.telling_photos();
        let platforms = u32::try_from(brief.platforms.as_slice().len()).unwrap_or(u32::MAX);
        Self {
            brief,
            until: Instant::now() + brief.within,
            system: prompt::system(),
            task: prompt::task(brief, &photos),
            photos: photos.iter().map(|photo| STANDARD.encode(&photo.jpeg)).collect(),
            schema: answer_schema(brief),
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
        mode: StructuredMode,
        second: &Second,
    ) -> Result<Reply, Fault> {
        let task = if second.length {
            format!("{}\n{}", inquiry.task, prompt::shorter())
        } else {
            inquiry.task.clone()
        };
        let detail = match inquiry.brief.quality {
            Quality::Standard => Detail::Medium,
            Quality::High => Detail::High,
        };
        let correction = second.correction.as_ref();
        let question = Question {
            model: &self.settings.model,
            system: &inquiry.system,
            photos: &inquiry.photos,
            task: &task,
            correction: correction.map(|(answer, remark)| Correction { answer, remark }),
            schema: &inquiry.schema,
            mode,
            detail: self.settings.detail.unwrap_or(detail),
            max_tokens: inquiry.max_tokens.saturating_mul(if second.length { 2 } else { 1 }),
        };
        let left = inquiry.until.saturating_duration_since(Instant::now());
        self.send(&question, self.settings.timeout.map_or(left, |timeout| timeout.min(left))).await
    }
}

#[async_trait]
impl ListingWriter for ModelWriter {
    async fn write(&self, brief: &Brief) -> Result<Draft, WriterError> {
        let inquiry = Inquiry::of(brief);
        let mut second = Second::default();
        let mut last = None;
        for _ in 0..MAX_CALLS {
            let mode = self.mode();
            let call = self.meter.begin(&brief.expenses);
            let reply = match self.call(&inquiry, mode, &second).await {
                Ok(reply) => reply,
                Err(fault) => {
                    call.end(remedy::outcome(&fault, &*self.format), Tokens::default());
                    if self.may_ask_otherwise(&fault, mode, &mut second) {
                        continue;
                    }
                    return Err(remedy::port_error(fault, &*self.format));
                }
            };
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
                    last = Some("the answer did not end".to_owned());
                    if std::mem::replace(&mut second.length, true) {
                        break;
                    }
                }
                Judgement::Unfit(unfit) => {
                    call.end(unfit.outcome(), tokens);
                    last = Some(unfit.summary());
                    let remark = prompt::again(unfit.faults());
                    if second.correction.replace((reply.text, remark)).is_some() {
                        break;
                    }
                }
            }
        }
        Err(WriterError::Unusable(last.unwrap_or_else(|| "no answer".to_owned()).into()))
    }
}

/// What a reply is.
enum Judgement {
    Good(Box<Draft>),
    Refused(String),
    Truncated,
    Unfit(Unfit),
}

impl ModelWriter {
    fn may_ask_otherwise(&self, fault: &Fault, mode: StructuredMode, second: &mut Second) -> bool {
        let is_about_the_mode =
            matches!(fault, Fault::Service(error) if Remedy::of(error, &*self.format) == Remedy::OtherMode);
        is_about_the_mode && !std::mem::replace(&mut second.mode, true) && self.step_down(mode)
    }

    fn judge(&self, reply: &Reply, inquiry: &Inquiry<'_>) -> Judgement {
        match &reply.finish {
            Finish::Refused(why) => return Judgement::Refused(why.clone()),
            Finish::Truncated => return Judgement::Truncated,
            // Servers that say nothing of how it ended have good answers too.
            Finish::Done | Finish::Other(_) => {}
        }
        match answer::read(&reply.text, &inquiry.schema, inquiry.brief) {
            Ok(accepted) => {
                let (is_repaired, is_suspicious) = (accepted.is_repaired, accepted.is_suspicious);
                if is_repaired || is_suspicious {
                    let (provider, model) = self.names();
                    tracing::info!(
                        provider,
                        model,
                        is_repaired,
                        is_suspicious,
                        "the answer of the model is used although it had to be mended, or a photo seems to hold orders to it"
                    );
                }
                Judgement::Good(Box::new(accepted.draft))
            }
            Err(unfit) => Judgement::Unfit(unfit),
        }
    }
}
