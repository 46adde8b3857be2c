//! Sends the service's email through a mail server: [`SmtpMailer`] implements the port `Mailer`. The texts
//! are in `words`, one file per language.
#![deny(missing_docs)]

mod letter;
mod settings;
mod smtp;
mod trust;
mod wire;
mod words;

pub use settings::{Encryption, SmtpLogin, SmtpPassword, SmtpSettings, SmtpSettingsError};
pub use smtp::SmtpMailer;
