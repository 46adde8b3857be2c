//! Reads settings from environment variables such as `PTL_LISTEN`.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::{Result, anyhow, bail};

use super::given::{SECRETS, variable};
use super::layer::Layer;
use super::{names, typed};

const PREFIX: &str = "PTL_";
const CONFIG: &str = "PTL_CONFIG";
/// Ignored variables, which the API's samples and this project's tests use.
const NOT_SETTINGS: [&str; 7] = [
    "PTL_URL",
    "PTL_KEY",
    "PTL_TEST_REQUIRE_SERVICES",
    "PTL_TEST_BILLING_MONTHS",
    "PTL_TEST_SEED",
    "PTL_HOSTILE_IMAGES",
    "PTL_PREVIOUS_DEB",
];
/// From it the PostgreSQL client library reads a password that the database's address lacks.
const DATABASE_PASSWORD: &str = "PGPASSWORD";

/// Settings in environment variables.
#[derive(Debug, Default)]
pub struct Environment {
    /// The settings.
    pub layer: Layer,
    /// The settings file, if a variable names one.
    pub config: Option<PathBuf>,
    /// True when `PGPASSWORD` is set.
    pub has_database_password: bool,
}

impl Environment {
    /// Reads settings, ignoring empty variables. The error names the variable and the accepted values, never
    /// the given value.
    pub fn read(variables: impl IntoIterator<Item = (OsString, OsString)>) -> Result<Self> {
        let known: Vec<String> = known();
        let (mut values, mut environment) = (Vec::new(), Self::default());
        for (name, value) in variables {
            let Some(name) = name.to_str() else { continue };
            environment.has_database_password |= name == DATABASE_PASSWORD && !value.is_empty();
            let Some(setting) = name.strip_prefix(PREFIX) else { continue };
            let Some(value) = value.to_str() else { bail!("{name} must be UTF-8 text") };
            let value = value.trim();
            if typed::plain(value).is_empty() {
                continue;
            }
            if !known.iter().any(|known| known == name) {
                if is_foreign(name, value) {
                    continue;
                }
                return Err(unknown(name, &known));
            }
            let id = setting.to_lowercase();
            if SECRETS.iter().any(|secret| secret.id == id) && typed::plain(value) != value {
                bail!(
                    "{name} must not have quotes around it; a secret that begins and ends with quotes \
                     goes into a file ({name}_FILE)"
                );
            }
            values.push((id, value.to_owned()));
        }
        if let Some(position) = values.iter().position(|(id, _)| id == "config") {
            let (_, file) = values.swap_remove(position);
            let file = typed::path(&file).map_err(|reason| anyhow!("{CONFIG} {reason}"))?;
            environment.config = Some(file);
        }
        environment.layer = Layer::from_values(&values, variable)?;
        Ok(environment)
    }
}

fn known() -> Vec<String> {
    let arguments = Layer::arguments();
    let settings = arguments.iter().map(|arg| variable(arg.get_id().as_str()));
    let secrets = SECRETS.iter().map(|secret| variable(secret.id));
    settings.chain(secrets).chain([CONFIG.to_owned()]).collect()
}

fn unknown(name: &str, known: &[String]) -> anyhow::Error {
    match names::nearest(name, known.iter().map(String::as_str)) {
        Some(meant) => anyhow!("{name} is not a setting: do you mean {meant}?"),
        None => anyhow!("{name} is not a setting: ptl serve --help lists them all"),
    }
}

/// True for documentation samples, and for variables that Kubernetes and Docker set in every container for a
/// service of the same name.
fn is_foreign(name: &str, value: &str) -> bool {
    let is_address = ["tcp://", "udp://", "sctp://"].iter().any(|scheme| value.starts_with(scheme));
    let is_port = name.contains("_PORT_") && ["_TCP", "_UDP", "_SCTP"].iter().any(|it| name.contains(it));
    NOT_SETTINGS.contains(&name)
        || name.ends_with("_SERVICE_HOST")
        || name.contains("_SERVICE_PORT")
        || (name.ends_with("_PORT") && is_address)
        || is_port
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Result<Environment> {
        Environment::read(variables.iter().map(|(name, value)| (OsString::from(name), OsString::from(value))))
    }

    #[test]
    fn any_empty_variable_is_ignored() {
        for name in known() {
            for empty in ["", " ", "\r\n", "\"\"", "''"] {
                let environment = read(&[(&name, empty)]).unwrap();
                let nothing = format!("{:?}", Environment::default());
                assert_eq!(format!("{environment:?}"), nothing, "{name}={empty:?}");
            }
        }
    }

    #[test]
    fn an_unknown_variable_is_refused_with_the_nearest_setting() {
        for (name, meant) in [
            ("PTL_RATE_FREE_PER_MINUTES", "PTL_RATE_FREE_PER_MINUTE?"),
            ("PTL_SMPT_PASSWORD", "PTL_SMTP_PASSWORD?"),
            ("PTL_DATABASE", "PTL_DATABASE_URL?"),
            ("PTL_COLOUR_OF_THE_SKY", "ptl serve --help"),
        ] {
            let message = read(&[(name, "canary")]).unwrap_err().to_string();
            assert!(
                message.starts_with(name) && message.ends_with(meant) || message.contains(meant),
                "{message}"
            );
            assert!(!message.contains("canary"), "{message}");
        }
    }

    #[test]
    fn variables_of_other_programs_are_ignored() {
        let environment = read(&[
            ("PTL_SERVICE_HOST", "10.0.0.1"),
            ("PTL_SERVICE_PORT_HTTP", "8080"),
            ("PTL_PORT", "tcp://10.0.0.1:8080"),
            ("PTL_PORT_8080_TCP_ADDR", "10.0.0.1"),
            ("PTL_KEY", "ptl_x"),
            ("PTL_URL", "http://127.0.0.1:8080"),
            ("PTL_TEST_REQUIRE_SERVICES", "1"),
            ("PTL_TEST_BILLING_MONTHS", "100000"),
            ("PTL_TEST_SEED", "7"),
            ("PTL_PREVIOUS_DEB", "/tmp/ptl.deb"),
            ("PATH", "/bin"),
        ]);
        assert_eq!(format!("{:?}", environment.unwrap()), format!("{:?}", Environment::default()));
        assert!(
            read(&[("PTL_PORT", "8080")]).is_err(),
            "PTL_PORT with a plain port is refused as a mistyped PTL_LISTEN"
        );
    }

    #[test]
    fn quoted_secrets_are_refused_and_not_repeated() {
        for secret in &SECRETS {
            let name = variable(secret.id);
            let message = read(&[(&name, "\"canary\"")]).unwrap_err().to_string();
            assert!(message.starts_with(&name) && !message.contains("canary"), "{message}");
            let environment = read(&[(&name, " key\r\n")]).unwrap();
            assert!(format!("{:?}", environment.layer).contains("GivenKey(…)"));
        }
    }
}
