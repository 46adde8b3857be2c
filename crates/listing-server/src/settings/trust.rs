//! Checks that no secret goes to an address from a less trusted source than the secret.
//!
//! Otherwise, anyone who can write a settings file could redirect another user's API key to themselves. The
//! machine-wide file, which only root can write, is as trusted as any source.

use anyhow::{Result, bail};

use super::environment::Environment;
use super::file::SettingsFile;
use super::given::variable;
use super::layer::Layer;

/// The settings of each source.
#[derive(Debug, Default)]
pub struct Layers {
    /// Flags.
    pub flags: Layer,
    /// Environment variables.
    pub environment: Environment,
    /// The settings file.
    pub file: SettingsFile,
}

/// From the least to the most trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    File,
    Environment,
    Flags,
}

type Has = fn(&Layer) -> bool;

/// A secret, and the settings that decide where it is sent and if encrypted.
struct Pair {
    secret: &'static str,
    has_secret: Has,
    addresses: &'static [(&'static str, Has)],
}

/// A [`Pair`] in one table of the layer.
macro_rules! pair {
    ($secret:literal in $table:ident: $key:ident or $file:ident, $($name:literal $address:ident),+) => {
        Pair {
            secret: $secret,
            has_secret: |layer| layer.$table.$key.is_some() || layer.$table.$file.is_some(),
            addresses: &[$(($name, |layer| layer.$table.$address.is_some())),+],
        }
    };
}

const PAIRS: [Pair; 10] = [
    pair!("openai_api_key" in openai: api_key or api_key_file, "openai_base_url" base_url),
    pair!("anthropic_api_key" in anthropic: api_key or api_key_file, "anthropic_base_url" base_url),
    pair!("gemini_api_key" in gemini: api_key or api_key_file, "gemini_base_url" base_url),
    pair!("ollama_api_key" in ollama: api_key or api_key_file, "ollama_base_url" base_url),
    pair!("ebay_client_secret" in ebay: client_secret or client_secret_file, "ebay_base_url" base_url),
    pair!("etsy_api_key" in etsy: api_key or api_key_file, "etsy_base_url" base_url),
    pair!("smtp_password" in smtp: password or password_file,
        "smtp_host" host, "smtp_port" port, "smtp_encryption" encryption),
    pair!("oidc_client_secret" in oidc: client_secret or client_secret_file, "oidc_issuer" issuer),
    pair!("stripe_api_key" in stripe: api_key or api_key_file, "stripe_base_url" base_url),
    // It is never sent, but its events are about objects at that address.
    pair!("stripe_webhook_secrets" in stripe: webhook_secrets or webhook_secrets_file, "stripe_base_url" base_url),
];

impl Layers {
    /// The more trusted source wins. Fails when an address comes from a less trusted source than its secret;
    /// the error names both.
    pub(super) fn merged(self) -> Result<Layer> {
        if !self.file.is_machines {
            self.check_pairs()?;
        }
        Ok(self.flags.merge_over(self.environment.layer).merge_over(self.file.layer))
    }

    fn check_pairs(&self) -> Result<()> {
        for Pair { secret, has_secret, addresses } in &PAIRS {
            let Some(secret_source) = self.source(*has_secret) else { continue };
            for (address, has_address) in *addresses {
                if let Some(source) = self.source(*has_address).filter(|source| *source < secret_source) {
                    let (secret_from, address_from) = (self.describe(secret_source), self.describe(source));
                    let variable = variable(address);
                    bail!(
                        "{address} from {address_from} cannot be used with {secret} from {secret_from}: the address \
                         must come from a source at least as trusted as the secret. Give both in one source, such \
                         as {variable} in the environment"
                    );
                }
            }
        }
        let is_server = |layer: &Layer| {
            layer.database_url.as_deref().is_some_and(|address| address.starts_with("postgres"))
        };
        if self.environment.has_database_password
            && self.source(|layer| layer.database_url.is_some()) == Some(Source::File)
            && is_server(&self.file.layer)
        {
            bail!(
                "database_url from {} cannot be used with PGPASSWORD from the environment: the address must come \
                 from a source at least as trusted as the secret. Set PTL_DATABASE_URL too",
                self.describe(Source::File)
            );
        }
        Ok(())
    }

    fn source(&self, has: Has) -> Option<Source> {
        let layers = [
            (Source::Flags, &self.flags),
            (Source::Environment, &self.environment.layer),
            (Source::File, &self.file.layer),
        ];
        layers.into_iter().find_map(|(source, layer)| has(layer).then_some(source))
    }

    fn describe(&self, source: Source) -> String {
        match (source, &self.file.path) {
            (Source::Flags, _) => "the command line".to_owned(),
            (Source::Environment, _) => "the environment".to_owned(),
            (Source::File, Some(path)) => format!("the settings file {}", path.display()),
            (Source::File, None) => "the settings file".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::given::{SECRETS, variable};
    use super::*;

    fn with(id: &str) -> Layer {
        let value = match id {
            "smtp_port" => "25",
            _ => "https://example.com",
        };
        Layer::from_values(&[(id.to_owned(), value.to_owned())], variable).unwrap()
    }

    fn layers(secret: (Source, &str), address: (Source, &str)) -> Layers {
        let layer_of = |source| {
            let given = [secret, address].into_iter().filter(|(given, _)| *given == source);
            given.fold(Layer::default(), |layer, (_, id)| layer.merge_over(with(id)))
        };
        let environment = Environment { layer: layer_of(Source::Environment), ..Environment::default() };
        let file = SettingsFile { layer: layer_of(Source::File), ..SettingsFile::default() };
        Layers { flags: layer_of(Source::Flags), environment, file }
    }

    #[test]
    fn no_secret_goes_to_an_address_from_a_less_trusted_source() {
        const SOURCES: [Source; 3] = [Source::File, Source::Environment, Source::Flags];
        for Pair { secret, addresses, .. } in &PAIRS {
            for (address, _) in *addresses {
                for secret_source in SOURCES {
                    for source in SOURCES {
                        let file = format!("{secret}_file");
                        for secret in [*secret, &file] {
                            let merged = layers((secret_source, secret), (source, address)).merged();
                            let is_accepted = source >= secret_source;
                            assert_eq!(
                                merged.is_ok(),
                                is_accepted,
                                "{secret} {secret_source:?} {address} {source:?}"
                            );
                            if let Err(error) = merged {
                                assert!(error.to_string().starts_with(address), "{error}");
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn every_secret_setting_has_its_address_checked() {
        let paired: Vec<&str> = PAIRS.iter().map(|pair| pair.secret).collect();
        for secret in &SECRETS {
            assert!(paired.contains(&secret.id), "no address is checked for {}", secret.id);
        }
    }

    #[test]
    fn secret_without_a_configured_address_is_accepted() {
        for Pair { secret, .. } in &PAIRS {
            assert!(
                layers((Source::Environment, secret), (Source::Flags, "log")).merged().is_ok(),
                "{secret}"
            );
        }
    }

    #[test]
    fn pgpassword_is_not_sent_to_an_address_from_a_file() {
        let layers = |source, is_machines, has_database_password| {
            let layer = Layer { database_url: Some("postgres://ptl@h/ptl".to_owned()), ..Layer::default() };
            let mut layers = Layers::default();
            layers.file.is_machines = is_machines;
            layers.environment.has_database_password = has_database_password;
            match source {
                Source::File => layers.file.layer = layer,
                Source::Environment => layers.environment.layer = layer,
                Source::Flags => layers.flags = layer,
            }
            layers.merged()
        };
        assert!(layers(Source::File, false, true).is_err());
        assert!(layers(Source::File, false, false).is_ok());
        assert!(layers(Source::File, true, true).is_ok());
        assert!(layers(Source::Environment, false, true).is_ok());
        assert!(layers(Source::Flags, false, true).is_ok());
    }

    #[test]
    fn machine_wide_settings_file_is_trusted_with_every_secret() {
        for Pair { secret, addresses, .. } in &PAIRS {
            let mut layers = layers((Source::Environment, secret), (Source::File, addresses[0].0));
            layers.file.is_machines = true;
            assert!(layers.merged().is_ok(), "{secret}");
        }
    }
}
