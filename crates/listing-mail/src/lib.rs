//! Sends the service's mail: the texts in each language, and the delivery to a mail server.
//!
//! [`SmtpMailer`] implements the port `Mailer` with a mail server. The texts are in the folder `words`, one
//! file for each language, as fields that the compiler requires.
#![deny(missing_docs)]

mod letter;
mod settings;
mod smtp;
mod trust;
mod wire;
mod words;

pub use settings::{Encryption, SmtpLogin, SmtpPassword, SmtpSettings, SmtpSettingsError};
pub use smtp::SmtpMailer;
