//! Composes the configured writers: AI services with retries, circuit breakers and budget, and the embedded
//! engine.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use listing_ai::{
    AiMetrics, AnthropicMessages, GeminiContent, ModelSettings, ModelWriter, OllamaChat, OpenAiChat,
    WireFormat, vision_model,
};
use listing_domain::ports::{Clock, ListingWriter, PhotoLooks, Workers};
use listing_outbound::{BaseUrl, Transport};
use listing_vision::EmbeddedWriter;
use listing_writers::{
    Breaker, DailySpend, Fallback, PhotoNoteLogger, Queued, RetryAllowance, Retrying, SpendCap, WithDeadline,
    WriterMetrics,
};
use prometheus::Registry;

use crate::failure::Failure;
use crate::settings::{AiSettings, Provider, Providers, Service, ServiceName, Settings};

const CHECK_TIMEOUT: Duration = Duration::from_secs(20);
/// Concurrent calls to an Ollama that was found on this machine, not configured.
const FOUND_CONCURRENCY: usize = 2;

/// The writer, the looks of photos, and the daily budget that paid services share.
pub(super) struct Writers {
    pub(super) writer: Arc<dyn ListingWriter>,
    /// `None` unless a writer uses the embedded engine.
    pub(super) looks: Option<Arc<dyn PhotoLooks>>,
    pub(super) spend: Option<Arc<DailySpend>>,
}

pub(super) async fn compose(
    settings: &Settings,
    registry: &Registry,
    clock: Arc<dyn Clock>,
    workers: Arc<dyn Workers>,
) -> Result<Writers, Failure> {
    let setup = |error: anyhow::Error| Failure::Setup(error);
    let metrics = AiMetrics::new(registry).map_err(|error| setup(error.into()))?;
    let figures = WriterMetrics::new(registry).map_err(|error| setup(error.into()))?;
    let transport = Transport::new().map_err(|error| setup(error.into()))?;
    let spend = settings.ai.daily_cap.map(|cap| Arc::new(DailySpend::new(cap, clock)));
    let ai = &settings.ai;
    let shared = SharedParts { ai, metrics, figures, transport, spend, allowance: Arc::default() };
    let mut writers: Vec<(String, Arc<dyn ListingWriter>)> = Vec::new();
    let mut looks: Option<Arc<dyn PhotoLooks>> = None;
    for provider in chosen(settings, &shared.transport).await {
        match provider {
            Chosen::Service(service) => {
                writers.push((service.name.name().to_owned(), shared.writer(&service)));
            }
            Chosen::Embedded { is_needed } => {
                match EmbeddedWriter::load(&settings.models_dir, workers.clone(), settings.vision_threads) {
                    Ok(engine) => {
                        let engine = Arc::new(engine);
                        looks = Some(engine.clone());
                        writers.push((Provider::Embedded.name().to_owned(), engine));
                    }
                    Err(error) if is_needed => return Err(setup(error.into())),
                    Err(error) => {
                        tracing::warn!(%error, "failed to load the embedded engine: generations fail while no AI service answers");
                    }
                }
            }
        }
    }
    let names = writers.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(",");
    tracing::info!(writers = names, "writers in fallback order: {names}");
    let writer = Arc::new(Fallback::new(writers, shared.figures.clone()));
    let writer = Arc::new(PhotoNoteLogger::new(writer, shared.figures));
    Ok(Writers { writer: Arc::new(WithDeadline::new(writer)), looks, spend: shared.spend })
}

/// Checks every configured AI service with a minimal request.
pub async fn check_services(settings: &Settings) -> Vec<(&'static str, anyhow::Result<String>)> {
    let mut outcomes = Vec::new();
    for service in &settings.ai.services {
        outcomes.push((service.name.name(), check(service, &settings.ai).await));
    }
    outcomes
}

async fn check(service: &Service, ai: &AiSettings) -> anyhow::Result<String> {
    let metrics = AiMetrics::new(&Registry::new())?;
    let model = service.model.model.clone();
    let writer =
        ModelWriter::new(wire_format(service, ai), Transport::new()?, service.model.clone(), metrics);
    let address = writer.check(CHECK_TIMEOUT).await.with_context(|| model.clone())?;
    Ok(format!("{model} answers at {address}"))
}

/// Checks that the embedded engine's weights load, if a writer needs them; the result is a sentence.
pub async fn check_embedded(settings: &Settings) -> anyhow::Result<String> {
    let chosen = chosen(settings, &Transport::new()?).await;
    let need = chosen.iter().find_map(|chosen| match chosen {
        Chosen::Embedded { is_needed } => Some(*is_needed),
        Chosen::Service(_) => None,
    });
    let Some(is_needed) = need else {
        return Ok("not needed: no writer uses the embedded engine".to_owned());
    };
    let room = super::admission::room(settings);
    match EmbeddedWriter::load(&settings.models_dir, room, settings.vision_threads) {
        Ok(engine) => {
            let (folder, runtime) = (settings.models_dir.display(), engine.runtime().name());
            Ok(format!("{folder}: weights load, run by {runtime}"))
        }
        Err(error) if is_needed => Err(error.into()),
        Err(error) => Ok(format!("not needed, and there is no embedded engine as a fallback: {error}")),
    }
}

enum Chosen {
    Service(Box<Service>),
    /// If it is not needed, it is used only when its weights exist.
    Embedded {
        is_needed: bool,
    },
}

async fn chosen(settings: &Settings, transport: &Transport) -> Vec<Chosen> {
    let service = |service: &Service| Chosen::Service(Box::new(service.clone()));
    match &settings.ai.providers {
        Providers::Chain(chain) => {
            let chosen = chain.iter().filter_map(|provider| match provider {
                Provider::Service(name) => settings.ai.service(*name).map(service),
                Provider::Embedded => Some(Chosen::Embedded { is_needed: true }),
            });
            chosen.collect()
        }
        Providers::Auto => {
            let first = match settings.ai.services.first() {
                Some(first) => Some(service(first)),
                None => found_ollama(transport).await.map(|found| Chosen::Service(Box::new(found))),
            };
            let is_needed = first.is_none();
            first.into_iter().chain([Chosen::Embedded { is_needed }]).collect()
        }
    }
}

/// Returns a running Ollama with a vision model.
async fn found_ollama(transport: &Transport) -> Option<Service> {
    let name = ServiceName::Ollama;
    let base_url = BaseUrl::parse(name.default_base_url(), false).ok()?;
    let model = vision_model(transport, &base_url).await?;
    let model = ModelSettings {
        base_url,
        model,
        api_key: None,
        timeout: None,
        structured_mode: None,
        detail: None,
        price: None,
    };
    Some(Service { name, model, concurrency: FOUND_CONCURRENCY })
}

fn wire_format(service: &Service, ai: &AiSettings) -> Box<dyn WireFormat> {
    match service.name {
        ServiceName::OpenAi => Box::new(OpenAiChat::for_host(service.model.base_url.host())),
        ServiceName::Anthropic => Box::new(AnthropicMessages::new(ai.anthropic_version.clone())),
        ServiceName::Gemini => Box::new(GeminiContent),
        ServiceName::Ollama => Box::new(OllamaChat),
    }
}

struct SharedParts<'a> {
    ai: &'a AiSettings,
    metrics: AiMetrics,
    figures: WriterMetrics,
    transport: Transport,
    spend: Option<Arc<DailySpend>>,
    allowance: Arc<RetryAllowance>,
}

impl SharedParts<'_> {
    /// Decorates a model, from the inside out: concurrency limit, circuit breaker, budget, retry.
    fn writer(&self, service: &Service) -> Arc<dyn ListingWriter> {
        let format = wire_format(service, self.ai);
        let model =
            ModelWriter::new(format, self.transport.clone(), service.model.clone(), self.metrics.clone());
        let names = (service.name.name(), service.model.model.as_str());
        let queued = Arc::new(Queued::new(Arc::new(model), service.concurrency));
        let mut writer: Arc<dyn ListingWriter> = Arc::new(Breaker::new(queued, names, self.figures.clone()));
        if let (Some(spend), Some(_)) = (&self.spend, service.model.price) {
            writer = Arc::new(SpendCap::new(writer, Arc::clone(spend)));
        }
        Arc::new(Retrying::new(writer, Arc::clone(&self.allowance), self.figures.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{Layer, OpenAiLayer};

    #[tokio::test]
    async fn missing_weights_are_an_error_only_if_the_engine_is_needed() {
        let folder = tempfile::tempdir().unwrap();
        let check = async |provider: &str| {
            let layer = Layer {
                ai_provider: Some(provider.to_owned()),
                openai: OpenAiLayer {
                    base_url: Some("http://127.0.0.1:9/v1".to_owned()),
                    model: Some("tester-1".to_owned()),
                    ..OpenAiLayer::default()
                },
                data_dir: Some(folder.path().to_owned()),
                models_dir: Some(folder.path().join("models")),
                ..Layer::default()
            };
            check_embedded(&Settings::load(layer, None).unwrap()).await.map_err(|error| error.to_string())
        };
        assert!(check("openai").await.unwrap().starts_with("not needed: "));
        let outcome = check("auto").await.unwrap();
        assert!(outcome.starts_with("not needed, and there is no embedded engine"), "{outcome}");
        for needed in ["embedded", "openai,embedded"] {
            let refused = check(needed).await.unwrap_err();
            assert!(refused.contains("cargo xtask models"), "{refused}");
        }
    }
}
