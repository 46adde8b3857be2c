use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow, bail, ensure};
use jiff::SignedDuration;
use listing_domain::person::Registration;
use listing_domain::session::SessionPolicy;
use listing_domain::usecase::RewritePolicy;
use listing_http::OwnHosts;
use listing_mail::{Encryption, SmtpLogin, SmtpPassword, SmtpSettings};
use listing_oidc::{Issuer, OpenIdSettings};

use super::Layer;
use super::first_given::first_given;
use super::secret::{GivenKey, first_secret, secret};

/// The time for delivering one message.
const MAIL_TIME: Duration = Duration::from_secs(30);

/// Settings of the web app.
#[derive(Clone)]
pub struct WebSettings {
    /// Serve the web app.
    pub are_served: bool,
    /// The configured public origin, such as `https://ptl.example.com`.
    pub public_origin: Option<String>,
    /// Other host names of the web app.
    pub hosts: OwnHosts,
    /// The registration policy.
    pub registration: Registration,
    /// Lifetimes of sessions.
    pub sessions: SessionPolicy,
    /// Limits on rewriting.
    pub rewrites: RewritePolicy,
    /// The mail server, if any.
    pub smtp: Option<SmtpSettings>,
    /// The identity provider, if any.
    pub oidc: Option<OidcSettings>,
}

/// Omits the mail server's settings, which may include secrets.
impl fmt::Debug for WebSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WebSettings")
            .field("are_served", &self.are_served)
            .field("public_origin", &self.public_origin)
            .field("registration", &self.registration)
            .finish_non_exhaustive()
    }
}

/// The settings of an identity provider.
#[derive(Debug, Clone)]
pub struct OidcSettings {
    issuer: Issuer,
    client_id: String,
    client_secret: Option<listing_outbound::ApiKey>,
    name: String,
}

impl OidcSettings {
    /// The provider's address, which is the issuer of identities.
    pub fn issuer(&self) -> &str {
        self.issuer.as_str()
    }

    /// The adapter's settings for a service at this public origin.
    pub fn at(&self, public_origin: &str) -> OpenIdSettings {
        OpenIdSettings {
            issuer: self.issuer.clone(),
            client_id: self.client_id.clone(),
            client_secret: self.client_secret.clone(),
            name: self.name.clone(),
            redirect_uri: format!("{public_origin}/sign-in/provider/return"),
        }
    }
}

/// Settings of a mail server, as given.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct SmtpLayer {
    /// Mail server for messages to users; without one, administrators pass on the links themselves [default:
    /// none]
    #[arg(
        id = "smtp_host",
        long = "smtp-host",
        env = "PTL_SMTP_HOST",
        value_name = "HOST",
        global = true,
        hide_env_values = true
    )]
    pub host: Option<String>,
    /// Port of the mail server [default: 587, 465 with tls, 25 with none]
    #[arg(
        id = "smtp_port",
        long = "smtp-port",
        env = "PTL_SMTP_PORT",
        value_name = "PORT",
        global = true,
        hide_env_values = true
    )]
    pub port: Option<u16>,
    /// Encryption of the connection to the mail server: starttls, tls, or none for a server on this machine
    /// or in your own network [default: starttls]
    #[arg(
        id = "smtp_encryption",
        long = "smtp-encryption",
        env = "PTL_SMTP_ENCRYPTION",
        value_name = "NAME",
        global = true,
        hide_env_values = true
    )]
    pub encryption: Option<String>,
    /// User name at the mail server [default: none]
    #[arg(
        id = "smtp_user",
        long = "smtp-user",
        env = "PTL_SMTP_USER",
        value_name = "NAME",
        global = true,
        hide_env_values = true
    )]
    pub user: Option<String>,
    /// Password at the mail server; by environment or file only.
    #[arg(skip)]
    pub password: Option<GivenKey>,
    /// File with the password at the mail server; or `PTL_SMTP_PASSWORD`
    #[arg(
        id = "smtp_password_file",
        long = "smtp-password-file",
        env = "PTL_SMTP_PASSWORD_FILE",
        value_name = "FILE",
        global = true,
        hide_env_values = true
    )]
    pub password_file: Option<PathBuf>,
    /// Sender of messages, such as "Photo to Listing <no-reply@example.com>"
    #[arg(
        id = "smtp_from",
        long = "smtp-from",
        env = "PTL_SMTP_FROM",
        value_name = "ADDRESS",
        global = true,
        hide_env_values = true
    )]
    pub from: Option<String>,
}

/// Settings of an identity provider, as given.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct OidcLayer {
    /// Address of an `OpenID` Connect identity provider, as another way to sign in [default: none]
    #[arg(
        id = "oidc_issuer",
        long = "oidc-issuer",
        env = "PTL_OIDC_ISSUER",
        value_name = "URL",
        global = true,
        hide_env_values = true
    )]
    pub issuer: Option<String>,
    /// Client id of this service at the identity provider
    #[arg(
        id = "oidc_client_id",
        long = "oidc-client-id",
        env = "PTL_OIDC_CLIENT_ID",
        value_name = "ID",
        global = true,
        hide_env_values = true
    )]
    pub client_id: Option<String>,
    /// Client secret at the identity provider; by environment or file only.
    #[arg(skip)]
    pub client_secret: Option<GivenKey>,
    /// File with the client secret at the identity provider; or `PTL_OIDC_CLIENT_SECRET`
    #[arg(
        id = "oidc_client_secret_file",
        long = "oidc-client-secret-file",
        env = "PTL_OIDC_CLIENT_SECRET_FILE",
        value_name = "FILE",
        global = true,
        hide_env_values = true
    )]
    pub client_secret_file: Option<PathBuf>,
    /// Name of the identity provider on the sign-in button [default: its host]
    #[arg(
        id = "oidc_name",
        long = "oidc-name",
        env = "PTL_OIDC_NAME",
        value_name = "NAME",
        global = true,
        hide_env_values = true
    )]
    pub name: Option<String>,
}

impl SmtpLayer {
    pub(super) fn merge_over(self, below: Self) -> Self {
        let (password, password_file) =
            first_secret((self.password, self.password_file), (below.password, below.password_file));
        first_given!(self or below: host port encryption user from; password password_file)
    }

    fn settings(&self) -> Result<Option<SmtpSettings>> {
        let Some(host) = &self.host else {
            ensure!(
                self.user.is_none() && self.from.is_none(),
                "smtp_host must be set with the other settings of mail"
            );
            return Ok(None);
        };
        let (encryption, port) = match self.encryption.as_deref().unwrap_or("starttls") {
            "starttls" => (Encryption::StartTls, 587),
            "tls" => (Encryption::Tls, 465),
            "none" => (Encryption::None, 25),
            _ => bail!("smtp_encryption must be starttls, tls or none"),
        };
        // `ptl doctor` and the web app show the host, so it must not contain a secret.
        let host = host.trim();
        let is_host = host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_".contains(&byte));
        ensure!(
            !host.is_empty() && (is_host || host.parse::<IpAddr>().is_ok()),
            "smtp_host must be only a host such as mail.example.com: the port is smtp_port, the user smtp_user"
        );
        let password = secret("smtp_password", self.password.as_ref(), self.password_file.as_deref())?;
        let credentials = match (&self.user, password) {
            (Some(user), Some(password)) => Some((user.clone(), password)),
            (None, None) => None,
            _ => bail!("smtp_user and smtp_password must be set together"),
        };
        let from = self.from.as_deref().context("smtp_from must be set with smtp_host")?;
        let port = self.port.unwrap_or(port);
        let settings = SmtpSettings {
            host: host.to_owned(),
            port,
            encryption,
            login: credentials.map(|(user, password)| SmtpLogin {
                user,
                password: SmtpPassword::new(password.reveal().to_owned()),
            }),
            from: from.to_owned(),
            timeout: MAIL_TIME,
        };
        Ok(Some(settings))
    }
}

impl OidcLayer {
    pub(super) fn merge_over(self, below: Self) -> Self {
        let (client_secret, client_secret_file) = first_secret(
            (self.client_secret, self.client_secret_file),
            (below.client_secret, below.client_secret_file),
        );
        first_given!(self or below: issuer client_id name; client_secret client_secret_file)
    }

    fn settings(&self) -> Result<Option<OidcSettings>> {
        let Some(address) = &self.issuer else {
            ensure!(
                self.client_id.is_none() && self.name.is_none(),
                "oidc_issuer must be set with the other settings of a provider"
            );
            return Ok(None);
        };
        let issuer = Issuer::parse(address).map_err(|error| anyhow!("oidc_issuer: {error}"))?;
        let client_id = self.client_id.clone().context("oidc_client_id must be set with oidc_issuer")?;
        let given = self.client_secret.as_ref();
        let client_secret = secret("oidc_client_secret", given, self.client_secret_file.as_deref())?;
        let host = address.split_once("://").map_or(address.as_str(), |(_, rest)| rest);
        let host = host.split(['/', ':']).next().unwrap_or(host).to_owned();
        let name = self.name.clone().unwrap_or(host);
        Ok(Some(OidcSettings { issuer, client_id, client_secret, name }))
    }
}

impl WebSettings {
    pub(super) fn from_layer(layer: &Layer) -> Result<Self> {
        let days = |given: Option<u32>, default: i64| {
            SignedDuration::from_hours(24 * given.map_or(default, i64::from))
        };
        let registration = match layer.registration.as_deref() {
            Some(code) => code.trim().parse().map_err(|error| anyhow!("{error}"))?,
            None => Registration::default(),
        };
        let sessions =
            SessionPolicy { idle: days(layer.session_idle_days, 7), longest: days(layer.session_days, 30) };
        Ok(Self {
            are_served: layer.web.unwrap_or(true),
            public_origin: layer.public_url.as_deref().map(public_origin).transpose()?,
            hosts: layer.extra_hosts.as_deref().unwrap_or_default().parse().context("extra_hosts")?,
            registration,
            sessions,
            rewrites: RewritePolicy {
                limit: layer.max_rewrites.unwrap_or(RewritePolicy::LIMIT),
                ..RewritePolicy::default()
            },
            smtp: layer.smtp.settings()?,
            oidc: layer.oidc.settings()?,
        })
    }

    /// The origin for browsers: the configured one, otherwise the listen address.
    pub fn origin(&self, listens: SocketAddr) -> String {
        self.public_origin.clone().unwrap_or_else(|| {
            // A service on all addresses can also be reached on this machine.
            let host = match listens.ip() {
                IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
                IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
                ip => ip,
            };
            format!("http://{}", SocketAddr::new(host, listens.port()))
        })
    }
}

impl WebSettings {
    /// Warns if browsers on other machines use unencrypted HTTP.
    pub fn warning(&self, listens: SocketAddr) -> Option<String> {
        let origin = self.origin(listens);
        let host = origin.strip_prefix("http://")?;
        let host = host.rsplit_once(':').filter(|(_, port)| port.parse::<u16>().is_ok());
        let host = host.map_or(origin.trim_start_matches("http://"), |(host, _)| host);
        let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        let is_here = host == "localhost" || address.is_ok_and(|address| address.is_loopback());
        let is_open = self.public_origin.is_some() || !listens.ip().is_loopback();
        let is_risky = self.are_served && is_open && (self.public_origin.is_none() || !is_here);
        is_risky.then(|| {
            let exposure = match &self.public_origin {
                Some(_) => format!("public_url is {origin}, without encryption"),
                None => format!("other machines reach {listens} over http, without encryption"),
            };
            format!(
                "{exposure}: browsers keep no session over http, so sign-in from other machines fails. Put an \
                 https proxy in front of the service and set public_url (PTL_PUBLIC_URL) to its address"
            )
        })
    }
}

/// It must not have a path.
fn public_origin(text: &str) -> Result<String> {
    let text = text.trim().trim_end_matches('/').to_ascii_lowercase();
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let is_host = |host: &str| {
        !host.is_empty() && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte))
    };
    ensure!(
        host.is_some_and(is_host),
        "public_url must be an address such as https://ptl.example.com, without a path"
    );
    let usual = if text.starts_with("https") { ":443" } else { ":80" };
    Ok(text.strip_suffix(usual).unwrap_or(&text).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mail_server_is_a_host_and_anything_else_is_refused_without_repeating_it() {
        let set = |host: &str| {
            let from = Some("no-reply@example.com".to_owned());
            SmtpLayer { host: Some(host.to_owned()), from, ..SmtpLayer::default() }.settings()
        };
        for host in ["mail.example.com", " mail_1 ", "10.0.0.7", "::1", "localhost"] {
            assert_eq!(set(host).unwrap().unwrap().host, host.trim());
        }
        for host in [
            "smtp://ann:canary@mail.example.com",
            "ann:canary@mail.example.com",
            "mail.example.com:canary",
            "mail.example.com/canary",
            "canary mail.example.com",
            "",
        ] {
            let message = set(host).err().unwrap().to_string();
            assert!(message.starts_with("smtp_host must be") && !message.contains("canary"), "{message}");
        }
    }

    #[test]
    fn public_origin_is_an_address_without_a_path() {
        for (text, origin) in [
            ("https://PTL.example.com/", Some("https://ptl.example.com")),
            ("https://ptl.example.com:443", Some("https://ptl.example.com")),
            ("http://localhost:8080", Some("http://localhost:8080")),
            ("https://ptl.example.com/app", None),
            ("ptl.example.com", None),
            ("ftp://ptl.example.com", None),
            ("https://", None),
            ("https://a b", None),
        ] {
            assert_eq!(public_origin(text).ok().as_deref(), origin, "{text}");
        }
    }
}
