//! Settings of the mail server.

use std::time::Duration;

/// The encryption of the connection to the mail server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Encryption {
    /// STARTTLS before any other command, usually on port 587. A server without it gets no data.
    #[default]
    StartTls,
    /// TLS from the first byte, usually on port 465.
    Tls,
    /// No encryption: for a relay on loopback or in a private network. A password is sent in clear text.
    None,
}

/// A mail server and the data for its use.
#[derive(Clone)]
pub struct SmtpSettings {
    /// The server's name, which its certificate must contain.
    pub host: String,
    /// The server's port.
    pub port: u16,
    /// The encryption of the connection.
    pub encryption: Encryption,
    /// The login; none for a relay that knows its hosts.
    pub login: Option<SmtpLogin>,
    /// The sender of messages, such as `Photo to Listing <no-reply@example.com>`.
    pub from: String,
    /// Timeout for the delivery of one message, at most 30 seconds.
    pub timeout: Duration,
}

/// The login for a mail server.
#[derive(Clone)]
pub struct SmtpLogin {
    /// The user.
    pub user: String,
    /// The password.
    pub password: SmtpPassword,
}

/// A mail server's password. It deliberately has no `Debug`, `Display` or serialization.
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

/// Errors in the mail settings.
#[derive(Debug, thiserror::Error)]
pub enum SmtpSettingsError {
    /// The sender is not an address.
    #[error("the sender must have the form \"Photo to Listing <no-reply@example.com>\"")]
    From(#[source] lettre::address::AddressError),
    /// The machine's trusted certificates cannot be read.
    #[error("cannot read the certificates that this machine trusts")]
    Certificates(#[source] lettre::transport::smtp::Error),
}
