use std::fmt::Write as _;

use listing_domain::ids::AccountId;
use listing_domain::link::LinkPurpose;
use listing_domain::mail::{MailLink, MailSubject};
use listing_domain::options::Language;
use listing_domain::password::PasswordHash;
use listing_domain::ports::Mailer as _;
use listing_mail::{Encryption, SmtpMailer};
use listing_testkit::smtp::{ReceivedMail, SmtpSink};

use crate::support::{mail, mailer, settings};

const LINK: &str = "https://ptl.example/links/abc?d=e&f=g";

async fn received(
    sink: &SmtpSink,
    mailer: &SmtpMailer,
    language: Language,
    about: MailSubject,
) -> ReceivedMail {
    mailer.send(&mail(language, about)).await.unwrap();
    sink.next().await
}

fn links() -> [(MailSubject, LinkPurpose); 5] {
    let (link, account) = (
        || MailLink::new(LINK.to_owned()),
        "019aaaaa-0000-7000-8000-000000000000".parse::<AccountId>().unwrap(),
    );
    let email = || "camille@example.com".parse().unwrap();
    let password = PasswordHash::new(String::new());
    [
        (MailSubject::Invitation(link()), LinkPurpose::Invitation { email: None }),
        (
            MailSubject::ConfirmSignUp(link()),
            LinkPurpose::ConfirmSignUp { email: email(), password, invitation: None },
        ),
        (MailSubject::SignIn(link()), LinkPurpose::SignIn { account }),
        (MailSubject::ResetPassword(link()), LinkPurpose::ResetPassword { account }),
        (MailSubject::ConfirmEmail(link()), LinkPurpose::ConfirmEmail { account, email: email() }),
    ]
}

/// Such as "24 hours".
fn lifetime_text(purpose: &LinkPurpose, language: Language) -> String {
    let minutes = purpose.lifetime().as_mins();
    let (days, hours, mins) = match language {
        Language::Fr => ("jours", "heures", "minutes"),
        Language::En => ("days", "hours", "minutes"),
    };
    match minutes {
        0..60 => format!("{minutes}\u{a0}{mins}"),
        60..2880 => format!("{}\u{a0}{hours}", minutes / 60),
        _ => format!("{}\u{a0}{days}", minutes / 1440),
    }
}

#[tokio::test]
async fn emails_name_the_lifetime_of_their_link() {
    let sink = SmtpSink::start().await;
    let mailer = mailer(settings(&sink, Encryption::None));
    for (about, purpose) in links() {
        for language in [Language::Fr, Language::En] {
            let code = about.code();
            let lifetime_text = lifetime_text(&purpose, language);
            let text = received(&sink, &mailer, language, about.clone()).await.text().unwrap();
            let numbers = text.replace(LINK, "");
            let numbers: String = numbers.chars().filter(char::is_ascii_digit).collect();
            assert!(text.contains(&lifetime_text), "{code}: {lifetime_text} in {text}");
            assert!(lifetime_text.starts_with(&numbers), "{code}: another number in {text}");
        }
    }
}

#[tokio::test]
async fn every_message_matches_its_snapshot() {
    let sink = SmtpSink::start().await;
    let mailer = mailer(settings(&sink, Encryption::None));
    for language in [Language::Fr, Language::En] {
        let mut all = String::new();
        for code in MailSubject::CODES {
            let detail = match code {
                "key_made" => "Atelier <b>",
                "identity_linked" | "identity_unlinked" => "Example ID",
                _ => LINK,
            };
            let about = MailSubject::stored(code, Some(detail.to_owned())).unwrap();
            let received = received(&sink, &mailer, language, about).await;
            let (subject, text) = (received.subject().unwrap(), received.text().unwrap());
            writeln!(all, "=== {code}\n{subject}\n\n{text}").unwrap();
        }
        insta::assert_snapshot!(language.code(), all);
    }
}

#[tokio::test]
async fn an_html_message_matches_its_snapshot() {
    let sink = SmtpSink::start().await;
    let mailer = mailer(settings(&sink, Encryption::None));
    let about = MailSubject::SignIn(MailLink::new(LINK.to_owned()));
    let received = received(&sink, &mailer, Language::Fr, about).await;
    insta::assert_snapshot!("html", received.html().unwrap());
}
