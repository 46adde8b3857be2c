//! Parses settings in variables and files with the parsers of flags.

use std::any::TypeId;
use std::error::Error as _;
use std::path::PathBuf;

use anyhow::{Context as _, Result, anyhow};
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Args as _, Command, FromArgMatches as _};

use super::layer::Layer;
use super::secret::GivenKey;
use super::typed;

/// A secret's name, and its field in a [`Layer`].
pub(super) struct SecretName {
    pub(super) id: &'static str,
    field: fn(&mut Layer) -> &mut Option<GivenKey>,
}

/// They have no flags, which all users of the machine could read.
pub(super) const SECRETS: [SecretName; 10] = [
    SecretName { id: "openai_api_key", field: |layer| &mut layer.openai.api_key },
    SecretName { id: "anthropic_api_key", field: |layer| &mut layer.anthropic.api_key },
    SecretName { id: "gemini_api_key", field: |layer| &mut layer.gemini.api_key },
    SecretName { id: "ollama_api_key", field: |layer| &mut layer.ollama.api_key },
    SecretName { id: "ebay_client_secret", field: |layer| &mut layer.ebay.client_secret },
    SecretName { id: "etsy_api_key", field: |layer| &mut layer.etsy.api_key },
    SecretName { id: "smtp_password", field: |layer| &mut layer.smtp.password },
    SecretName { id: "oidc_client_secret", field: |layer| &mut layer.oidc.client_secret },
    SecretName { id: "stripe_api_key", field: |layer| &mut layer.stripe.api_key },
    SecretName { id: "stripe_webhook_secrets", field: |layer| &mut layer.stripe.webhook_secrets },
];

pub(crate) fn is_secret(id: &str) -> bool {
    SECRETS.iter().any(|secret| secret.id == id)
}

pub(crate) fn variable(id: &str) -> String {
    format!("PTL_{}", id.to_uppercase())
}

impl Layer {
    /// All settings except secrets and tables, with their parsers.
    pub(crate) fn arguments() -> Vec<Arg> {
        let command = Self::augment_args(Command::new("settings"));
        command.get_arguments().cloned().map(typed::with_parser).collect()
    }

    /// Parses pairs of a setting's name and its value. `name` maps the setting's name to the one in the
    /// source, such as a variable, for the error, which has the accepted values but not the value.
    pub(super) fn from_values(values: &[(String, String)], name: impl Fn(&str) -> String) -> Result<Self> {
        let flags = values.iter().filter(|(id, _)| !is_secret(id));
        let flags = flags.map(|(id, value)| format!("--{}={value}", id.replace('_', "-")));
        let command = Command::new("settings").no_binary_name(true).disable_help_flag(true);
        let command = command.args(Self::arguments().into_iter().map(|arg| arg.env(None::<&str>)));
        let matches = command.try_get_matches_from(flags).map_err(|error| {
            let id = setting_of(&error).unwrap_or_default();
            let (setting, reason) = (name(&id), reason(&error));
            anyhow!("{setting} {reason}")
        })?;
        let mut layer = Self::from_arg_matches(&matches).context("cannot read the settings")?;
        for SecretName { id, field } in &SECRETS {
            let given = values.iter().find(|(given, _)| given == id);
            if let Some((_, value)) = given {
                *field(&mut layer) = Some(GivenKey::from(value.clone()));
            }
        }
        Ok(layer)
    }
}

pub(super) fn is_path(arg: &Arg) -> bool {
    arg.get_value_parser().type_id() == TypeId::of::<PathBuf>()
}

pub(crate) fn setting_of(error: &clap::Error) -> Option<String> {
    let Some(ContextValue::String(arg)) = error.get(ContextKind::InvalidArg) else { return None };
    let flag = arg.split([' ', '=']).next()?.strip_prefix("--")?;
    Some(flag.replace('-', "_"))
}

/// Why a value was refused, without the value.
pub(crate) fn reason(error: &clap::Error) -> String {
    error.source().map_or_else(|| "is not accepted".to_owned(), ToString::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_and_variables_are_named_after_their_settings() {
        for arg in Layer::arguments() {
            let id = arg.get_id().as_str();
            assert_eq!(arg.get_long().map(|long| long.replace('-', "_")).as_deref(), Some(id));
            assert_eq!(arg.get_env().and_then(|name| name.to_str()), Some(&*variable(id)));
        }
    }

    #[test]
    fn a_refusal_never_repeats_the_refused_value() {
        const CANARY: &str = "canary-7f3a";
        for arg in Layer::arguments() {
            let id = arg.get_id().as_str();
            for text in [CANARY, "canary-7f3a\u{7}", "$canary-7f3a", "~canary-7f3a", "-canary-7f3a"] {
                let Err(error) = Layer::from_values(&[(id.to_owned(), text.to_owned())], variable) else {
                    continue;
                };
                let message = format!("{error:#}");
                assert!(message.starts_with(&format!("{} must be ", variable(id))), "{id}: {message}");
                assert!(!message.contains("canary"), "{id}: {message}");
            }
        }
    }
}
