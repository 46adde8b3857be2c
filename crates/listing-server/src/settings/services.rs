//! Settings of one AI service, before they are checked.

use std::path::PathBuf;

use serde::Deserialize;

use super::first_given::first_given;
use super::secret::{GivenKey, first_secret};

/// A model's price, in US dollars per million tokens.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PriceTable {
    /// Input tokens.
    pub input: f64,
    /// Output tokens.
    pub output: f64,
}

#[derive(Debug, Clone, Default)]
pub(super) struct Given {
    pub(super) base_url: Option<String>,
    pub(super) model: Option<String>,
    pub(super) api_key: Option<GivenKey>,
    pub(super) api_key_file: Option<PathBuf>,
    pub(super) timeout: Option<u32>,
    pub(super) concurrency: Option<u32>,
    pub(super) structured_mode: Option<String>,
    pub(super) image_detail: Option<String>,
}

/// Names of flags, variables and keys differ only in the service's name, which macros need as literals.
macro_rules! service_layer {
    ($layer:ident, $name:literal, $flag:literal, $env:literal, $address:literal) => {
        #[doc = concat!("Settings of ", $name, ", as they are given.")]
        #[derive(Debug, Clone, Default, clap::Args)]
        pub struct $layer {
            #[doc = concat!("Address of ", $name, ", with or without /v1 [default: ", $address, "]")]
            #[arg(
                help = concat!("Address of ", $name, ", with or without /v1 [default: ", $address, "]"),
                id = concat!($flag, "_base_url"),
                long = concat!($flag, "-base-url"),
                env = concat!($env, "_BASE_URL"),
                value_name = "URL",
                global = true,
                hide_env_values = true
            )]
            pub base_url: Option<String>,
            #[doc = concat!("Model of ", $name, ", which must accept images")]
            #[arg(
                help = concat!("Model of ", $name, ", which must accept images"),
                id = concat!($flag, "_model"),
                long = concat!($flag, "-model"),
                env = concat!($env, "_MODEL"),
                value_name = "NAME",
                global = true,
                hide_env_values = true
            )]
            pub model: Option<String>,
            #[doc = concat!("Key of ", $name, "; by environment or file only.")]
            #[arg(skip)]
            pub api_key: Option<GivenKey>,
            #[doc = concat!("File with the key of ", $name)]
            #[arg(
                help = concat!("File with the key of ", $name),
                id = concat!($flag, "_api_key_file"),
                long = concat!($flag, "-api-key-file"),
                env = concat!($env, "_API_KEY_FILE"),
                value_name = "FILE",
                global = true,
                hide_env_values = true
            )]
            pub api_key_file: Option<PathBuf>,
            #[doc = concat!("Timeout for a call to ", $name, ", in seconds [default: the rest of the writer deadline]")]
            #[arg(
                help = concat!("Timeout for a call to ", $name, ", in seconds [default: the rest of the writer deadline]"),
                id = concat!($flag, "_timeout_seconds"),
                long = concat!($flag, "-timeout-seconds"),
                env = concat!($env, "_TIMEOUT_SECONDS"),
                value_name = "SECONDS",
                global = true,
                hide_env_values = true
            )]
            pub timeout: Option<u32>,
            #[doc = concat!("Concurrent calls to ", $name, "; more wait [default: 8, or 2 for a server on this machine]")]
            #[arg(
                help = concat!("Concurrent calls to ", $name, "; more wait [default: 8, or 2 for a server on this machine]"),
                id = concat!($flag, "_concurrency"),
                long = concat!($flag, "-concurrency"),
                env = concat!($env, "_CONCURRENCY"),
                value_name = "CALLS",
                global = true,
                hide_env_values = true
            )]
            pub concurrency: Option<u32>,
            #[doc = concat!("JSON mode for ", $name, ": json_schema, json_object, tool or prompt_only")]
            #[doc = " [default: the best supported mode]"]
            #[arg(
                help = concat!("JSON mode for ", $name, ": json_schema, json_object, tool or prompt_only", " [default: the best supported mode]"),
                id = concat!($flag, "_structured_mode"),
                long = concat!($flag, "-structured-mode"),
                env = concat!($env, "_STRUCTURED_MODE"),
                value_name = "MODE",
                global = true,
                hide_env_values = true
            )]
            pub structured_mode: Option<String>,
            #[doc = concat!("Image detail for ", $name, ": low, medium or high [default: depends on the request's quality]")]
            #[arg(
                help = concat!("Image detail for ", $name, ": low, medium or high [default: depends on the request's quality]"),
                id = concat!($flag, "_image_detail"),
                long = concat!($flag, "-image-detail"),
                env = concat!($env, "_IMAGE_DETAIL"),
                value_name = "DETAIL",
                global = true,
                hide_env_values = true
            )]
            pub image_detail: Option<String>,
        }

        impl $layer {
            pub(super) fn merge_over(self, below: Self) -> Self {
                let (api_key, api_key_file) =
                    first_secret((self.api_key, self.api_key_file), (below.api_key, below.api_key_file));
                first_given!(self or below:
                    base_url model timeout concurrency structured_mode image_detail;
                    api_key api_key_file)
            }
        }

        impl From<$layer> for Given {
            fn from(layer: $layer) -> Self {
                Self {
                    base_url: layer.base_url,
                    model: layer.model,
                    api_key: layer.api_key,
                    api_key_file: layer.api_key_file,
                    timeout: layer.timeout,
                    concurrency: layer.concurrency,
                    structured_mode: layer.structured_mode,
                    image_detail: layer.image_detail,
                }
            }
        }
    };
}

service_layer!(OpenAiLayer, "OpenAI or a compatible server", "openai", "PTL_OPENAI", "OpenAI's own");
service_layer!(AnthropicLayer, "Anthropic", "anthropic", "PTL_ANTHROPIC", "Anthropic's own");
service_layer!(GeminiLayer, "Gemini", "gemini", "PTL_GEMINI", "Google's own");
service_layer!(OllamaLayer, "Ollama", "ollama", "PTL_OLLAMA", "http://127.0.0.1:11434");
