//! Tests of sending queued mail.

use std::sync::Arc;
use std::time::Duration;

use listing_domain::mail::MailSubject;
use listing_domain::options::Language;
use listing_domain::usecase::people::{ChangeEmail, LinkKind, NotifyKeyCreated, SendMail, SentMail};
use listing_testkit::{MailerStep, ScriptedMailer};

use super::house::{House, PASSWORD};
use crate::support::email;

fn sending(house: &House, steps: &[MailerStep]) -> (SendMail, Arc<ScriptedMailer>) {
    let mailer = Arc::new(ScriptedMailer::new(steps.iter().copied()));
    let post = SendMail { outbox: house.store.clone(), mailer: mailer.clone(), clock: house.clock.clone() };
    (post, mailer)
}

#[tokio::test]
async fn a_message_is_sent_once_as_it_was_written() {
    let house = House::open();
    house.person("ann").await;
    house.ask("ann", LinkKind::SignIn, &house.client()).await.unwrap();
    let written = house.mails().await[0].clone();
    let (post, mailer) = sending(&house, &[]);
    assert!(matches!(post.run().await.unwrap(), Some(SentMail::Sent(sent)) if sent == written));
    assert!(post.run().await.unwrap().is_none());
    assert_eq!(mailer.taken(), [written.mail]);
    assert!(matches!(mailer.taken()[0].about, MailSubject::SignIn(_)));
}

#[tokio::test]
async fn a_message_is_tried_again_later_and_later() {
    let house = House::open();
    house.sign_up("ann", None, &house.client()).await.unwrap();
    let (post, mailer) = sending(&house, &[MailerStep::Unavailable; 5]);
    for wait in [15, 30, 60, 120, 240] {
        assert!(matches!(post.run().await.unwrap(), Some(SentMail::Delayed(..))));
        house.clock.advance(Duration::from_secs(wait - 1));
        assert!(post.run().await.unwrap().is_none(), "not before {wait} s");
        house.clock.advance(Duration::from_secs(1));
    }
    assert!(matches!(post.run().await.unwrap(), Some(SentMail::Sent(sent)) if sent.failures == 5));
    assert_eq!(mailer.taken().len(), 1);
}

#[tokio::test]
async fn a_message_that_is_refused_is_given_up_and_holds_up_no_other() {
    let house = House::open();
    for name in ["ann", "bob"] {
        house.sign_up(name, None, &house.client()).await.unwrap();
    }
    let (post, mailer) = sending(&house, &[MailerStep::Refuse]);
    assert!(matches!(post.run().await.unwrap(), Some(SentMail::GivenUp(..))));
    assert!(matches!(post.run().await.unwrap(), Some(SentMail::Sent(_))));
    assert!(post.run().await.unwrap().is_none());
    assert_eq!((mailer.taken().len(), house.mails().await.len()), (1, 0));
}

#[tokio::test]
async fn one_account_mails_few_strangers_a_minute_from_any_session() {
    let house = House::open();
    let ann = house.person("ann").await;
    house.person("bob").await;
    let change = ChangeEmail::new(house.parts.clone());
    let most = house.parts.policy.tries.account_mails;
    let mut sent = 0;
    // Password attempts are counted by session.
    for session in 0..4 {
        let hers = house.session("ann").await;
        for number in 0..10 {
            let stranger = format!("stranger{session}.{number}@example.com");
            sent += u32::from(change.run(&hers, PASSWORD, &stranger, &house.client()).await.is_ok());
        }
    }
    assert_eq!(sent, most);
    assert_eq!(house.mails().await.len(), usize::try_from(most).unwrap());
    change.confirm_again(ann, Language::Fr).await.unwrap();
    let bobs = house.session("bob").await;
    change.run(&bobs, PASSWORD, "another@example.com", &house.client()).await.unwrap();
    house.clock.advance(Duration::from_mins(1));
    let hers = house.session("ann").await;
    change.run(&hers, PASSWORD, "late@example.com", &house.client()).await.unwrap();
}

#[tokio::test]
async fn a_link_is_sent_before_a_flood_of_messages_about_keys() {
    let house = House::open();
    house.person("ann").await;
    house.person("bob").await;
    let notify = NotifyKeyCreated::new(house.parts.clone());
    for number in 0..200 {
        notify.run(email("ann"), format!("key {number}"), Language::En).await.unwrap();
    }
    house.ask("bob", LinkKind::SignIn, &house.client()).await.unwrap();
    let (post, mailer) = sending(&house, &[]);
    post.run().await.unwrap();
    assert_eq!(mailer.taken()[0].to, email("bob"));
}

#[tokio::test]
async fn further_keys_share_one_message_after_ten_minutes() {
    let house = House::open();
    house.person("ann").await;
    let notify = NotifyKeyCreated::new(house.parts.clone());
    for number in 0..200 {
        notify.run(email("ann"), format!("key {number}"), Language::En).await.unwrap();
    }
    let (post, mailer) = sending(&house, &[]);
    while post.run().await.unwrap().is_some() {}
    let codes = |mailer: &ScriptedMailer| -> Vec<&'static str> {
        mailer.taken().iter().map(|mail| mail.about.code()).collect()
    };
    assert_eq!(codes(&mailer), ["key_made"; 3]);
    house.clock.advance(Duration::from_mins(10));
    while post.run().await.unwrap().is_some() {}
    assert_eq!(codes(&mailer), ["key_made", "key_made", "key_made", "keys_made"]);
    notify.run(email("ann"), "later".to_owned(), Language::En).await.unwrap();
    post.run().await.unwrap();
    assert_eq!(codes(&mailer).last(), Some(&"key_made"), "a key by itself is told by itself again");
}

#[tokio::test]
async fn a_message_with_an_expired_link_is_not_sent() {
    let house = House::open();
    house.person("ann").await;
    house.ask("ann", LinkKind::SignIn, &house.client()).await.unwrap();
    let (post, mailer) = sending(&house, &[MailerStep::Unavailable]);
    assert!(matches!(post.run().await.unwrap(), Some(SentMail::Delayed(..))));
    house.clock.advance(Duration::from_mins(10));
    assert!(post.run().await.unwrap().is_none());
    assert!(mailer.taken().is_empty());
}
