use std::sync::Arc;
use std::time::Duration;

use listing_domain::mail::{Mail, MailSubject};
use listing_domain::options::Language;
use listing_mail::{Encryption, SmtpMailer, SmtpSettings};
use listing_testkit::FixedClock;
use listing_testkit::smtp::SmtpSink;

pub(crate) fn settings(sink: &SmtpSink, encryption: Encryption) -> SmtpSettings {
    SmtpSettings {
        host: sink.address.ip().to_string(),
        port: sink.address.port(),
        encryption,
        login: None,
        from: "Photo to Listing <no-reply@ptl.example>".to_owned(),
        timeout: Duration::from_secs(20),
    }
}

pub(crate) fn mailer(settings: SmtpSettings) -> SmtpMailer {
    SmtpMailer::new(settings, Arc::new(FixedClock::at("2026-11-23T12:00:00Z"))).unwrap()
}

pub(crate) fn mail(language: Language, about: MailSubject) -> Mail {
    Mail { to: "camille@example.com".parse().unwrap(), language, about }
}
