use std::sync::Arc;
use std::time::Duration;

use listing_domain::mail::MailSubject;
use listing_domain::options::Language;
use listing_domain::usecase::people::{ChangeEmail, LinkKind, NotifyKeyCreated, SendMail, SentMail};
use listing_testkit::{MailerStep, ScriptedMailer};

use super::fixture::{PASSWORD, PeopleFixture};
use crate::support::email;

fn sending(fixture: &PeopleFixture, steps: &[MailerStep]) -> (SendMail, Arc<ScriptedMailer>) {
    let mailer = Arc::new(ScriptedMailer::new(steps.iter().copied()));
    let post =
        SendMail { outbox: fixture.store.clone(), mailer: mailer.clone(), clock: fixture.clock.clone() };
    (post, mailer)
}

#[tokio::test]
async fn message_is_sent_once_and_unchanged() {
    let fixture = PeopleFixture::open();
    fixture.person("ann").await;
    fixture.request_link("ann", LinkKind::SignIn, &fixture.client()).await.unwrap();
    let written = fixture.mails().await[0].clone();
    let (post, mailer) = sending(&fixture, &[]);
    assert!(matches!(post.run().await.unwrap(), Some(SentMail::Sent(sent)) if sent == written));
    assert!(post.run().await.unwrap().is_none());
    assert_eq!(mailer.taken(), [written.mail]);
    assert!(matches!(mailer.taken()[0].about, MailSubject::SignIn(_)));
}

#[tokio::test]
async fn failed_message_is_retried_with_growing_delays() {
    let fixture = PeopleFixture::open();
    fixture.sign_up("ann", None, &fixture.client()).await.unwrap();
    let (post, mailer) = sending(&fixture, &[MailerStep::Unavailable; 5]);
    for wait in [15, 30, 60, 120, 240] {
        assert!(matches!(post.run().await.unwrap(), Some(SentMail::Delayed(..))));
        fixture.clock.advance(Duration::from_secs(wait - 1));
        assert!(post.run().await.unwrap().is_none(), "the message is not sent before {wait} s have passed");
        fixture.clock.advance(Duration::from_secs(1));
    }
    assert!(matches!(post.run().await.unwrap(), Some(SentMail::Sent(sent)) if sent.failures == 5));
    assert_eq!(mailer.taken().len(), 1);
}

#[tokio::test]
async fn rejected_message_is_given_up_and_does_not_delay_other_messages() {
    let fixture = PeopleFixture::open();
    for name in ["ann", "bob"] {
        fixture.sign_up(name, None, &fixture.client()).await.unwrap();
    }
    let (post, mailer) = sending(&fixture, &[MailerStep::Refuse]);
    assert!(matches!(post.run().await.unwrap(), Some(SentMail::GivenUp(..))));
    assert!(matches!(post.run().await.unwrap(), Some(SentMail::Sent(_))));
    assert!(post.run().await.unwrap().is_none());
    assert_eq!((mailer.taken().len(), fixture.mails().await.len()), (1, 0));
}

#[tokio::test]
async fn mail_to_strangers_is_limited_per_account() {
    let fixture = PeopleFixture::open();
    let ann = fixture.person("ann").await;
    fixture.person("bob").await;
    let change = ChangeEmail::new(fixture.deps.clone());
    let most = fixture.deps.policy.limits.account_mails;
    let mut sent = 0;
    // Each session has its own limit of password attempts.
    for session in 0..4 {
        let hers = fixture.session("ann").await;
        for number in 0..10 {
            let stranger = format!("stranger{session}.{number}@example.com");
            sent += u32::from(change.run(&hers, PASSWORD, &stranger, &fixture.client()).await.is_ok());
        }
    }
    assert_eq!(sent, most);
    assert_eq!(fixture.mails().await.len(), usize::try_from(most).unwrap());
    change.confirm_again(ann, Language::Fr).await.unwrap();
    let bobs = fixture.session("bob").await;
    change.run(&bobs, PASSWORD, "another@example.com", &fixture.client()).await.unwrap();
    fixture.clock.advance(Duration::from_mins(1));
    let hers = fixture.session("ann").await;
    change.run(&hers, PASSWORD, "late@example.com", &fixture.client()).await.unwrap();
}

#[tokio::test]
async fn link_is_sent_before_many_key_notices() {
    let fixture = PeopleFixture::open();
    fixture.person("ann").await;
    fixture.person("bob").await;
    let notify = NotifyKeyCreated::new(fixture.deps.clone());
    for number in 0..200 {
        notify.run(email("ann"), format!("key {number}"), Language::En).await.unwrap();
    }
    fixture.request_link("bob", LinkKind::SignIn, &fixture.client()).await.unwrap();
    let (post, mailer) = sending(&fixture, &[]);
    post.run().await.unwrap();
    assert_eq!(mailer.taken()[0].to, email("bob"));
}

#[tokio::test]
async fn notices_of_further_keys_are_sent_as_one_message_after_ten_minutes() {
    let fixture = PeopleFixture::open();
    fixture.person("ann").await;
    let notify = NotifyKeyCreated::new(fixture.deps.clone());
    for number in 0..200 {
        notify.run(email("ann"), format!("key {number}"), Language::En).await.unwrap();
    }
    let (post, mailer) = sending(&fixture, &[]);
    while post.run().await.unwrap().is_some() {}
    let codes = |mailer: &ScriptedMailer| -> Vec<&'static str> {
        mailer.taken().iter().map(|mail| mail.about.code()).collect()
    };
    assert_eq!(codes(&mailer), ["key_made"; 3]);
    fixture.clock.advance(Duration::from_mins(10));
    while post.run().await.unwrap().is_some() {}
    assert_eq!(codes(&mailer), ["key_made", "key_made", "key_made", "keys_made"]);
    notify.run(email("ann"), "later".to_owned(), Language::En).await.unwrap();
    post.run().await.unwrap();
    assert_eq!(codes(&mailer).last(), Some(&"key_made"), "a later key gets its own message again");
}

#[tokio::test]
async fn message_with_an_expired_link_is_not_sent() {
    let fixture = PeopleFixture::open();
    fixture.person("ann").await;
    fixture.request_link("ann", LinkKind::SignIn, &fixture.client()).await.unwrap();
    let (post, mailer) = sending(&fixture, &[MailerStep::Unavailable]);
    assert!(matches!(post.run().await.unwrap(), Some(SentMail::Delayed(..))));
    fixture.clock.advance(Duration::from_mins(10));
    assert!(post.run().await.unwrap().is_none());
    assert!(mailer.taken().is_empty());
}
