//! Sends the service's email: its texts in each language, and their delivery to a mail server.
//!
//! [`SmtpMailer`] implements the port `Mailer` with a mail server. The texts are in the module `words`, one
//! file for each language. They are fields of a struct, so that the compiler requires all of them.
#![deny(missing_docs)]

mod letter;
mod settings;
mod smtp;
mod trust;
mod wire;
mod words;

pub use settings::{Encryption, SmtpLogin, SmtpPassword, SmtpSettings, SmtpSettingsError};
pub use smtp::SmtpMailer;
