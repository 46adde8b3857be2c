//! The settings of the mail server.

use std::time::Duration;

/// The encryption of the connection to the mail server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Encryption {
    /// The connection switches to TLS (STARTTLS) before any data, usually on port 587. A server that does not
    /// offer it gets no data.
    #[default]
    StartTls,
    /// TLS from the first byte, usually on port 465.
    Tls,
    /// No encryption: for a relay on loopback or in a private network. A password is sent in clear text.
    None,
}

/// The address of a mail server, and everything that is needed to send with it.
#[derive(Clone)]
pub struct SmtpSettings {
    /// The server's host name, which its certificate must contain.
    pub host: String,
    /// The port of the mail server.
    pub port: u16,
    /// The encryption of the connection.
    pub encryption: Encryption,
    /// The login; `None` for a server that accepts email from this machine without one.
    pub login: Option<SmtpLogin>,
    /// The sender of all messages, such as `Photo to Listing <no-reply@example.com>`.
    pub from: String,
    /// The timeout for delivering one message; at most 30 seconds.
    pub timeout: Duration,
}

/// The user name and password for a mail server.
#[derive(Clone)]
pub struct SmtpLogin {
    /// The user name at the mail server.
    pub user: String,
    /// The password at the mail server.
    pub password: SmtpPassword,
}

/// The password for a mail server. It has no `Debug`, `Display` or serialization, so that it is never shown.
#[derive(Clone)]
pub struct SmtpPassword(String);

impl SmtpPassword {
    /// Wraps the password of a mail server.
    pub const fn new(password: String) -> Self {
        Self(password)
    }

    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

/// The error for invalid mail settings.
#[derive(Debug, thiserror::Error)]
pub enum SmtpSettingsError {
    /// The sender does not contain a valid email address.
    #[error("the sender must have the form \"Photo to Listing <no-reply@example.com>\"")]
    From(#[source] lettre::address::AddressError),
    /// The machine's trusted certificates cannot be read.
    #[error("cannot read the certificates that this machine trusts")]
    Certificates(#[source] lettre::transport::smtp::Error),
}
