//! Where the mail server is, and how it is spoken to.

use std::time::Duration;

/// How the way to the mail server is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Encryption {
    /// By STARTTLS before anything else is said, usually on port 587. A server that does not
    /// offer it is given nothing.
    #[default]
    StartTls,
    /// From the first byte on, usually on port 465.
    Tls,
    /// Not at all: for a relay on loopback or in one's own network. A password goes in clear.
    None,
}

/// A mail server and what it has to know.
#[derive(Clone)]
pub struct SmtpSettings {
    /// Its name, which its certificate has to bear.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// How the way to it is encrypted.
    pub encryption: Encryption,
    /// Who logs in; nobody for a relay that knows its hosts.
    pub login: Option<SmtpLogin>,
    /// From whom messages come, such as `Photo to Listing <no-reply@example.com>`.
    pub from: String,
    /// How long handing over one message may take in all; never more than 30 seconds.
    pub timeout: Duration,
}

/// Who logs in to a mail server.
#[derive(Clone)]
pub struct SmtpLogin {
    /// The user.
    pub user: String,
    /// The password.
    pub password: SmtpPassword,
}

/// A mail server's password. It deliberately has no `Debug`, `Display` or serialisation.
#[derive(Clone)]
pub struct SmtpPassword(String);

impl SmtpPassword {
    /// Wraps a password.
    pub const fn new(password: String) -> Self {
        Self(password)
    }

    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

/// Why no mail can be sent with some settings.
#[derive(Debug, thiserror::Error)]
pub enum SmtpSettingsError {
    /// The sender is none.
    #[error("the sender has the form \"Photo to Listing <no-reply@example.com>\"")]
    From(#[source] lettre::address::AddressError),
    /// The machine's own list of trusted certificates cannot be used.
    #[error("the certificates that this machine trusts cannot be read")]
    Certificates(#[source] lettre::transport::smtp::Error),
}
