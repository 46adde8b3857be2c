use std::time::Duration;

use listing_domain::mail::MailSubject;
use listing_domain::options::Language;
use listing_domain::ports::{Mailer as _, MailerError};
use listing_mail::{Encryption, SmtpLogin, SmtpPassword, SmtpSettings};
use listing_testkit::smtp::{SmtpBehavior, SmtpSink};
use tokio::time::error::Elapsed;

use crate::support::{mail, mailer, settings};

#[tokio::test]
async fn every_message_arrives_in_both_languages_with_its_link() {
    let sink = SmtpSink::start().await;
    let mailer = mailer(settings(&sink, Encryption::None));
    let link = "https://ptl.example/links/abc?d=e&f=g";
    for code in MailSubject::CODES {
        for language in [Language::Fr, Language::En] {
            let about = MailSubject::stored(code, Some(link.to_owned())).unwrap();
            let has_link = about.link().is_some();
            mailer.send(&mail(language, about)).await.unwrap();
            let received = sink.next().await;
            assert_eq!((received.from.as_str(), received.to.len()), ("no-reply@ptl.example", 1));
            assert_eq!(received.header("Auto-Submitted").unwrap(), "auto-generated");
            assert_eq!(received.header("Date").unwrap(), "Mon, 23 Nov 2026 12:00:00 +0000");
            assert!(received.header("Message-ID").unwrap().ends_with("@ptl.example>"));
            let lines = received.text().unwrap();
            assert_eq!(lines.lines().any(|line| line == link), has_link, "{code}");
        }
    }
}

#[tokio::test]
async fn a_sender_domain_with_umlauts_is_ascii_in_all_headers() {
    let sink = SmtpSink::start().await;
    let from = "Bücher <no-reply@bücher.example>".to_owned();
    let mailer = mailer(SmtpSettings { from, ..settings(&sink, Encryption::None) });
    mailer.send(&mail(Language::En, MailSubject::PasswordChanged)).await.unwrap();
    let received = sink.next().await;
    assert_eq!(received.from, "no-reply@xn--bcher-kva.example");
    assert!(received.header("From").unwrap().ends_with("<no-reply@xn--bcher-kva.example>"));
    assert!(received.header("Message-ID").unwrap().ends_with("@xn--bcher-kva.example>"));
}

#[tokio::test]
async fn a_keys_name_adds_no_line_no_header_and_no_tag() {
    let sink = SmtpSink::start().await;
    let name = "a\r\nBcc: b@c.example\r\n\r\n<b>x</b>".to_owned();
    mailer(settings(&sink, Encryption::None))
        .send(&mail(Language::Fr, MailSubject::KeyCreated { name }))
        .await
        .unwrap();
    let received = sink.next().await;
    assert_eq!(received.subject().unwrap(), "Une clé API a été créée");
    assert_eq!((received.header("Bcc"), received.to.len()), (None, 1));
    assert!(!received.text().unwrap().lines().any(|line| line.starts_with("Bcc")));
    assert!(!received.html().unwrap().contains("<b>"));
}

#[tokio::test]
async fn only_a_permanent_reply_to_the_recipient_or_message_is_a_refusal() {
    let sink = SmtpSink::start().await;
    let mailer = mailer(settings(&sink, Encryption::None));
    let about = mail(Language::En, MailSubject::PasswordChanged);
    for behavior in [
        SmtpBehavior::RefuseRecipients(451),
        SmtpBehavior::RefuseRecipients(530),
        SmtpBehavior::RefuseSenders(550),
        SmtpBehavior::Drop,
    ] {
        sink.behavior(behavior);
        let outcome = mailer.send(&about).await;
        assert!(matches!(outcome, Err(MailerError::Unavailable(_))), "{behavior:?}");
    }
    for behavior in [SmtpBehavior::RefuseRecipients(550), SmtpBehavior::RefuseMessages(552)] {
        sink.behavior(behavior);
        let outcome = mailer.send(&about).await;
        assert!(matches!(outcome, Err(MailerError::Refused(_))), "{behavior:?}");
    }
    assert_eq!(sink.taken().await, None);
}

#[tokio::test]
async fn a_rejected_message_is_explained_without_the_servers_text() {
    let sink = SmtpSink::start().await;
    let login = Some(SmtpLogin { user: "ptl".to_owned(), password: SmtpPassword::new("p".to_owned()) });
    let mailer = mailer(SmtpSettings { login, ..settings(&sink, Encryption::None) });
    for (behavior, words) in [
        (SmtpBehavior::RefuseRecipients(451), "reply code 451"),
        (SmtpBehavior::RefuseRecipients(550), "reply code 550"),
        (SmtpBehavior::RefuseMessages(552), "reply code 552"),
        // The operator needs the server's text, which cannot name the recipient yet.
        (SmtpBehavior::RefuseLogins(535), "permanent error (535): Not this one"),
    ] {
        sink.behavior(behavior);
        let error = mailer.send(&mail(Language::En, MailSubject::PasswordChanged)).await.unwrap_err();
        let why = std::error::Error::source(&error).unwrap().to_string();
        assert_eq!(why, words, "{behavior:?}");
    }
}

#[tokio::test]
async fn a_server_without_starttls_gets_no_message() {
    let sink = SmtpSink::start().await;
    let about = mail(Language::En, MailSubject::PasswordChanged);
    let outcome = mailer(settings(&sink, Encryption::StartTls)).send(&about).await;
    assert!(matches!(outcome, Err(MailerError::Unavailable(_))));
    assert_eq!(sink.taken().await, None);
}

#[tokio::test]
async fn a_configured_login_is_used_and_a_refused_one_is_a_setup_error() {
    let sink = SmtpSink::start().await;
    let about = mail(Language::En, MailSubject::PasswordChanged);
    let password = SmtpPassword::new("b\u{e9}ton 7".to_owned());
    let login = Some(SmtpLogin { user: "ptl".to_owned(), password });
    let with_login = mailer(SmtpSettings { login, ..settings(&sink, Encryption::None) });
    with_login.send(&about).await.unwrap();
    assert_eq!(sink.next().await.login.as_deref(), Some("ptl"));
    mailer(settings(&sink, Encryption::None)).send(&about).await.unwrap();
    assert_eq!(sink.next().await.login, None);
    for status in [535, 454] {
        sink.behavior(SmtpBehavior::RefuseLogins(status));
        let outcome = with_login.send(&about).await;
        assert!(matches!(outcome, Err(MailerError::Unavailable(_))), "{status}");
    }
    assert_eq!(sink.taken().await, None);
}

#[tokio::test]
async fn a_server_is_checked_without_a_message() {
    let sink = SmtpSink::start().await;
    let within = Duration::from_secs(20);
    let password = SmtpPassword::new("b\u{e9}ton 7".to_owned());
    let login = Some(SmtpLogin { user: "ptl".to_owned(), password });
    let with_login = mailer(SmtpSettings { login, ..settings(&sink, Encryption::None) });
    let without = mailer(settings(&sink, Encryption::None));
    without.check(within).await.unwrap();
    with_login.check(within).await.unwrap();
    let in_clear = mailer(settings(&sink, Encryption::StartTls)).check(within).await;
    assert!(in_clear.is_err(), "the server offers no STARTTLS");
    sink.behavior(SmtpBehavior::RefuseLogins(535));
    without.check(within).await.unwrap();
    assert!(with_login.check(within).await.is_err());
    sink.behavior(SmtpBehavior::Drop);
    assert!(without.check(within).await.is_err());
    sink.behavior(SmtpBehavior::Silence);
    assert!(without.check(Duration::from_millis(200)).await.is_err());
    assert_eq!(sink.taken().await, None);
}

#[tokio::test]
async fn a_server_that_never_answers_causes_a_timeout() {
    let sink = SmtpSink::start().await;
    sink.behavior(SmtpBehavior::Silence);
    let timeout = Duration::from_millis(200);
    let impatient = mailer(SmtpSettings { timeout, ..settings(&sink, Encryption::None) });
    let outcome = impatient.send(&mail(Language::En, MailSubject::PasswordChanged)).await;
    let Err(MailerError::Unavailable(why)) = outcome else { panic!("sent: {outcome:?}") };
    assert!(why.is::<Elapsed>(), "{why}");
}
