//! Settings of AI services, and their order of use.

use std::collections::BTreeMap;
use std::str::FromStr;

use anyhow::{Context as _, Result, anyhow, bail, ensure};
use listing_ai::{Detail, ModelPrice, ModelSettings, StructuredMode};
use listing_domain::expense::MicroUsd;
use listing_domain::usecase::FAILED_CALLS;
use listing_outbound::{ApiKey, BaseUrl};

use super::Layer;
use super::limits::seconds;
use super::secret;
use super::services::{AnthropicLayer, GeminiLayer, Given, OllamaLayer, OpenAiLayer, PriceTable};

const CLOUD_CONCURRENCY: usize = 8;
/// A service on this machine has little capacity.
const LOCAL_CONCURRENCY: usize = 2;

/// An AI service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ServiceName {
    /// OpenAI, or a server with its Chat Completions format.
    OpenAi,
    /// Anthropic.
    Anthropic,
    /// Gemini.
    Gemini,
    /// Ollama, with its own format.
    Ollama,
}

impl ServiceName {
    /// In the order in which `auto` searches them.
    pub const ALL: [Self; 4] = [Self::OpenAi, Self::Anthropic, Self::Gemini, Self::Ollama];

    /// The name in settings, such as `openai`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::Anthropic => "anthropic",
            Self::Gemini => "gemini",
            Self::Ollama => "ollama",
        }
    }

    /// The API's default base address.
    pub const fn default_base_url(self) -> &'static str {
        match self {
            Self::OpenAi => "https://api.openai.com/v1",
            Self::Anthropic => "https://api.anthropic.com/v1",
            Self::Gemini => "https://generativelanguage.googleapis.com/v1beta",
            Self::Ollama => "http://127.0.0.1:11434",
        }
    }
}

/// A provider of listings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Provider {
    /// An AI service.
    Service(ServiceName),
    /// The embedded engine, which needs no service.
    Embedded,
}

impl Provider {
    /// The name in settings, logs and metrics.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Service(service) => service.name(),
            Self::Embedded => "embedded",
        }
    }
}

/// Providers in fallback order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Providers {
    /// The first configured service, otherwise an Ollama on this machine with a vision model. The embedded
    /// engine is the fallback.
    #[default]
    Auto,
    /// A non-empty list.
    Chain(Vec<Provider>),
}

impl FromStr for Providers {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        if text.trim() == "auto" {
            return Ok(Self::Auto);
        }
        let all = ServiceName::ALL.map(Provider::Service).into_iter().chain([Provider::Embedded]);
        let mut chain = Vec::new();
        for name in text.split(',').map(str::trim) {
            let provider = all.clone().find(|provider| provider.name() == name).with_context(|| {
                let names: Vec<&str> = all.clone().map(Provider::name).collect();
                format!("must be auto, or one or more of {}, separated by commas", names.join(", "))
            })?;
            ensure!(!chain.contains(&provider), "has {name} twice");
            chain.push(provider);
        }
        Ok(Self::Chain(chain))
    }
}

impl std::fmt::Display for Providers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::Chain(chain) => {
                f.write_str(&chain.iter().map(|it| it.name()).collect::<Vec<_>>().join(","))
            }
        }
    }
}

/// A configured AI service.
#[derive(Debug, Clone)]
pub struct Service {
    /// Its name.
    pub name: ServiceName,
    /// Address, model and other settings of calls.
    pub model: ModelSettings,
    /// Maximum concurrent calls.
    pub concurrency: usize,
}

/// Settings of AI services.
#[derive(Debug, Clone)]
pub struct AiSettings {
    /// The choice of providers.
    pub providers: Providers,
    /// In the order of [`ServiceName::ALL`].
    pub services: Vec<Service>,
    /// The version of Anthropic's API.
    pub anthropic_version: String,
    /// Maximum cost per UTC day.
    pub daily_cap: Option<MicroUsd>,
    /// Maximum failed calls of an account per UTC day.
    pub failed_calls: Option<u32>,
}

impl AiSettings {
    /// A service's settings, if configured.
    pub fn service(&self, name: ServiceName) -> Option<&Service> {
        self.services.iter().find(|service| service.name == name)
    }

    pub(super) fn from_layer(layer: &Layer) -> Result<Self> {
        let providers = layer.ai_provider.as_deref().map(str::parse).transpose().context("ai_provider")?;
        let providers: Providers = providers.unwrap_or_default();
        let mut services = Vec::new();
        for name in ServiceName::ALL {
            let given = given(name, layer);
            let is_named =
                matches!(&providers, Providers::Chain(chain) if chain.contains(&Provider::Service(name)));
            if is_named || is_configured(&given) {
                services.push(service(name, given, &layer.prices)?);
            }
        }
        let daily_cap =
            layer.ai_daily_cap_dollars.map(dollars).transpose().context("ai_daily_cap_dollars")?;
        if daily_cap.is_some() {
            for service in services.iter().filter(|service| service.name != ServiceName::Ollama) {
                ensure!(
                    service.model.price.is_some(),
                    "ai_daily_cap_dollars needs the price of {}_model: add a table [prices.\"…\"] with the model's name to \
                     the settings file",
                    service.name.name()
                );
            }
        }
        let version = layer.anthropic_version.clone();
        let anthropic_version =
            version.unwrap_or_else(|| listing_ai::AnthropicMessages::DEFAULT_VERSION.to_owned());
        // The embedded engine makes no calls.
        let failed_calls = layer.ai_failed_calls_per_day.unwrap_or(FAILED_CALLS);
        let failed_calls = (failed_calls > 0 && !services.is_empty()).then_some(failed_calls);
        Ok(Self { providers, services, anthropic_version, daily_cap, failed_calls })
    }
}

fn given(name: ServiceName, layer: &Layer) -> Given {
    match name {
        ServiceName::OpenAi => OpenAiLayer::clone(&layer.openai).into(),
        ServiceName::Anthropic => AnthropicLayer::clone(&layer.anthropic).into(),
        ServiceName::Gemini => GeminiLayer::clone(&layer.gemini).into(),
        ServiceName::Ollama => OllamaLayer::clone(&layer.ollama).into(),
    }
}

const fn is_configured(given: &Given) -> bool {
    given.base_url.is_some()
        || given.model.is_some()
        || given.api_key.is_some()
        || given.api_key_file.is_some()
}

fn service(name: ServiceName, given: Given, prices: &BTreeMap<String, PriceTable>) -> Result<Service> {
    let setting = |key: &str| format!("{}_{key}", name.name());
    let api_key = key(name, &given)?;
    let default = name.default_base_url();
    let needs_key = matches!(name, ServiceName::Anthropic | ServiceName::Gemini)
        || (name == ServiceName::OpenAi && given.base_url.is_none());
    if needs_key && api_key.is_none() {
        bail!("{} must be set, or {}", setting("api_key"), setting("api_key_file"));
    }
    let model = given.model.filter(|model| !model.trim().is_empty());
    let model = model.with_context(|| format!("{} must be set", setting("model")))?;
    let base_url = BaseUrl::parse(given.base_url.as_deref().unwrap_or(default), api_key.is_some())
        .with_context(|| setting("base_url"))?;
    let is_local = base_url.is_this_machine();
    let default_concurrency = if is_local { LOCAL_CONCURRENCY } else { CLOUD_CONCURRENCY };
    let concurrency = given.concurrency.map(usize::try_from).transpose()?.unwrap_or(default_concurrency);
    let price = prices.get(&model).map(price).transpose();
    let price = price.with_context(|| format!("the table of {} in prices", setting("model")))?;
    Ok(Service {
        name,
        concurrency,
        model: ModelSettings {
            base_url,
            model,
            api_key,
            timeout: seconds(given.timeout),
            structured_mode: given
                .structured_mode
                .map(|text| mode(&text))
                .transpose()
                .with_context(|| setting("structured_mode"))?,
            detail: given
                .image_detail
                .map(|text| detail(&text))
                .transpose()
                .with_context(|| setting("image_detail"))?,
            price,
        },
    })
}

fn key(name: ServiceName, given: &Given) -> Result<Option<ApiKey>> {
    let setting = format!("{}_api_key", name.name());
    secret::key(&setting, given.api_key.as_ref(), given.api_key_file.as_deref())
}

fn mode(text: &str) -> Result<StructuredMode> {
    let names = StructuredMode::ALL.map(StructuredMode::name).join(", ");
    let found = StructuredMode::ALL.into_iter().find(|mode| mode.name() == text);
    found.ok_or_else(|| anyhow!("must be one of {names}"))
}

fn detail(text: &str) -> Result<Detail> {
    match text {
        "low" => Ok(Detail::Low),
        "medium" => Ok(Detail::Medium),
        "high" => Ok(Detail::High),
        _ => bail!("must be one of low, medium, high"),
    }
}

fn price(table: &PriceTable) -> Result<ModelPrice> {
    Ok(ModelPrice { input: dollars(table.input)?, output: dollars(table.output)? })
}

/// Rounded to millionths of a dollar.
fn dollars(amount: f64) -> Result<MicroUsd> {
    const MAX_DOLLARS: f64 = 1_000_000.0;
    ensure!((0.0..=MAX_DOLLARS).contains(&amount), "must be dollars, from 0 to {MAX_DOLLARS}");
    // Through text, since no other conversion from floating point is exact and safe.
    let millionths = format!("{:.0}", amount * 1_000_000.0).parse()?;
    Ok(MicroUsd::new(millionths))
}
