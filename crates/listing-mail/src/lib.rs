//! Mail of the service: what it says in each language, and how a mail server is given it.
//!
//! [`SmtpMailer`] is the port `Mailer` on a mail server. What a message says stands in the
//! folder `words`, one file for each language, as fields that the compiler asks for.
#![deny(missing_docs)]

mod letter;
mod settings;
mod smtp;
mod trust;
mod wire;
mod words;

pub use settings::{Encryption, SmtpLogin, SmtpPassword, SmtpSettings, SmtpSettingsError};
pub use smtp::SmtpMailer;
