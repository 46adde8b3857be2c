use std::time::Duration;

/// The encryption of the connection to the mail server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Encryption {
    /// STARTTLS before any data, usually on port 587. A server that does not offer it gets no data.
    #[default]
    StartTls,
    /// TLS from the first byte, usually on port 465.
    Tls,
    /// None, for a relay on loopback or in a private network. A password is sent in clear text.
    None,
}

/// A mail server and how to send with it.
#[derive(Clone)]
pub struct SmtpSettings {
    /// The host name, which the certificate must contain.
    pub host: String,
    /// The port.
    pub port: u16,
    /// The encryption.
    pub encryption: Encryption,
    /// The login, if the server requires one.
    pub login: Option<SmtpLogin>,
    /// The sender, such as `Photo to Listing <no-reply@example.com>`.
    pub from: String,
    /// The timeout per message; at most 30 seconds.
    pub timeout: Duration,
}

/// The login at a mail server.
#[derive(Clone)]
pub struct SmtpLogin {
    /// The user name.
    pub user: String,
    /// The password.
    pub password: SmtpPassword,
}

/// A password without `Debug`, `Display` or serialization, so that it is never shown.
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

/// Invalid mail settings.
#[derive(Debug, thiserror::Error)]
pub enum SmtpSettingsError {
    /// The sender has no valid address.
    #[error("the sender must have the form \"Photo to Listing <no-reply@example.com>\"")]
    From(#[source] lettre::address::AddressError),
    /// The trusted certificates cannot be read.
    #[error("cannot read the certificates that this machine trusts")]
    Certificates(#[source] lettre::transport::smtp::Error),
}
