use std::collections::HashSet;
use std::slice;

use jiff::{SignedDuration, Timestamp};
use listing_domain::ids::MailId;
use listing_domain::mail::{GivenUpMail, Mail, MailLink, MailOccasion, MailSubject, WaitingMail};
use listing_domain::options::Language;
use listing_domain::ports::IdSource as _;

use super::area::{AccountArea, Fixture, MICROSECOND, noon, run_concurrently};
use super::{email, later, run_cases};
use crate::SeededIds;

/// The contract of outboxes: queues of messages (emails) that wait to be sent.
pub async fn outbox_contract(make: impl AsyncFn() -> AccountArea) {
    let fixture = async || Fixture { area: make().await, ids: SeededIds::new(140) };
    run_cases!(fixture();
        message_is_returned_unchanged,
        oldest_message_of_different_recipients_comes_first,
        awaited_messages_come_before_all_others,
        recipients_take_turns,
        one_summary_waits_for_a_recipient,
        an_occasion_has_one_message,
        a_message_given_up_is_listed_without_its_link_and_not_sent,
        message_that_failed_until_its_expiry_is_given_up,
        taken_message_is_not_returned_twice,
        concurrent_takes_get_different_messages,
        a_failed_message_is_tried_again_later,
        sent_message_is_removed,
        expired_message_is_neither_returned_nor_listed,
        waiting_messages_are_listed_newest_first,
        only_expired_messages_are_dropped,
        message_expired_at_creation_is_dropped_uncounted,
        nothing_is_sent_to_a_deleted_account,
    );
}

/// The messages' lifetime in most test cases.
const LASTS: SignedDuration = SignedDuration::from_secs(600);

impl Fixture {
    /// The message is written some seconds after noon.
    fn mail(&self, about: MailSubject, seconds: i64) -> WaitingMail {
        let created_at = later(noon(), seconds);
        let mail = Mail { to: email("ann"), language: Language::Fr, about };
        let id = MailId::new(self.ids.id());
        WaitingMail { id, mail, created_at, expires_at: created_at + LASTS, failures: 0 }
    }

    async fn put(&self, mail: &WaitingMail) {
        self.area.outbox.put(mail).await.expect("a new message can be put");
    }

    /// The message is written some seconds after noon.
    async fn put_at(&self, seconds: i64) -> WaitingMail {
        let mail = self.mail(MailSubject::PasswordChanged, seconds);
        self.put(&mail).await;
        mail
    }

    /// Claims the next due message for a minute.
    async fn next(&self, at: Timestamp) -> Option<WaitingMail> {
        self.area.outbox.next_due(at, later(at, 60)).await.expect("messages can be taken")
    }

    /// The message is written some seconds after noon.
    async fn put_to(&self, name: &str, about: MailSubject, seconds: i64) -> WaitingMail {
        let mail = self.mail(about, seconds);
        let mail = WaitingMail { mail: Mail { to: email(name), ..mail.mail }, ..mail };
        self.put(&mail).await;
        mail
    }

    /// Sends all due messages and returns the recipients in order.
    async fn drain(&self, at: Timestamp) -> Vec<String> {
        let mut names = Vec::new();
        while let Some(mail) = self.next(at).await {
            names.push(mail.mail.to.as_str().trim_end_matches("@example.com").to_owned());
            self.area.outbox.remove(mail.id).await.expect("a message can be removed");
        }
        names
    }

    async fn given_up(&self, at: Timestamp, limit: u32) -> Vec<GivenUpMail> {
        self.area.outbox.given_up(at, limit).await.expect("messages can be read")
    }

    async fn waiting(&self, at: Timestamp, limit: u32) -> Vec<WaitingMail> {
        self.area.outbox.waiting(at, limit).await.expect("messages can be read")
    }
}

async fn message_is_returned_unchanged(fixture: Fixture) {
    for code in MailSubject::CODES {
        let detail = "https://example.com/l#Été’s “key”".to_owned();
        let about = MailSubject::stored(code, Some(detail)).expect("the code names a mail subject");
        let mail = fixture.mail(about, 0);
        let mail = WaitingMail { mail: Mail { language: Language::En, ..mail.mail }, ..mail };
        fixture.put(&mail).await;
        assert_eq!(fixture.waiting(noon(), 9).await, slice::from_ref(&mail));
        assert_eq!(fixture.next(noon()).await.as_ref(), Some(&mail), "a new message is due at once");
        fixture.area.outbox.remove(mail.id).await.expect("a message can be removed");
    }
    assert_eq!(fixture.next(noon()).await, None);
}

async fn oldest_message_of_different_recipients_comes_first(fixture: Fixture) {
    for (name, seconds) in [("ann", 2), ("bob", 0), ("cid", 1)] {
        fixture.put_to(name, MailSubject::PasswordChanged, seconds).await;
    }
    assert_eq!(fixture.drain(later(noon(), 10)).await, ["bob", "cid", "ann"]);
}

async fn awaited_messages_come_before_all_others(fixture: Fixture) {
    let link = || MailLink::new("https://example.com/link/x".to_owned());
    for seconds in 0..3 {
        fixture.put_to("ann", MailSubject::Invitation(link()), seconds).await;
        fixture.put_to("ann", MailSubject::PasswordChanged, seconds).await;
    }
    let awaited = [
        MailSubject::SignIn(link()),
        MailSubject::ResetPassword(link()),
        MailSubject::ConfirmSignUp(link()),
        MailSubject::ConfirmEmail(link()),
    ];
    for (name, about) in ["bob", "cid", "dan", "eve"].into_iter().zip(awaited) {
        fixture.put_to(name, about, 5).await;
    }
    let given = fixture.drain(later(noon(), 10)).await;
    assert_eq!(given[..4].iter().collect::<HashSet<_>>().len(), 4, "{given:?}");
    assert_eq!(given[4..], ["ann"; 6], "{given:?}");
}

async fn recipients_take_turns(fixture: Fixture) {
    for (name, seconds) in [("ann", 0), ("ann", 1), ("ann", 2), ("bob", 3), ("cid", 4), ("bob", 5)] {
        fixture.put_to(name, MailSubject::PasswordChanged, seconds).await;
    }
    assert_eq!(fixture.drain(later(noon(), 10)).await, ["ann", "bob", "cid", "ann", "bob", "ann"]);
    // No message waits for ann any more, so her next one comes first again.
    fixture.put_to("ann", MailSubject::PasswordChanged, 20).await;
    fixture.put_to("dan", MailSubject::PasswordChanged, 21).await;
    assert_eq!(fixture.drain(later(noon(), 30)).await, ["ann", "dan"]);
}

async fn one_summary_waits_for_a_recipient(fixture: Fixture) {
    let (now, due_at) = (noon(), later(noon(), 300));
    let put = async |mail: WaitingMail| {
        fixture.area.outbox.put_summary(&mail, due_at).await.expect("a summary can be put");
    };
    let first = fixture.mail(MailSubject::KeysCreated, 0);
    put(first.clone()).await;
    let others = (0..10).map(|seconds| {
        let (outbox, mail) = (fixture.area.outbox.clone(), fixture.mail(MailSubject::KeysCreated, seconds));
        async move { outbox.put_summary(&mail, due_at).await }
    });
    assert!(run_concurrently(others).await.into_iter().all(|put| put.is_ok()));
    assert_eq!(fixture.waiting(now, 99).await, slice::from_ref(&first));
    let bobs = fixture.mail(MailSubject::KeysCreated, 1);
    put(WaitingMail { mail: Mail { to: email("bob"), ..bobs.mail }, ..bobs }).await;
    assert_eq!(fixture.waiting(now, 99).await.len(), 2, "each recipient has one summary");
    assert_eq!(fixture.next(due_at - MICROSECOND).await, None, "the summary is not due yet");
    assert_eq!(fixture.next(due_at).await.as_ref(), Some(&first));
    fixture.area.outbox.give_up(first.id, due_at).await.expect("a message can be given up");
    put(fixture.mail(MailSubject::KeysCreated, 2)).await;
    assert_eq!(fixture.waiting(now, 99).await.len(), 2, "another summary replaces the given-up one");
}

async fn an_occasion_has_one_message(fixture: Fixture) {
    let about = || MailSubject::Receipt(MailLink::new("https://example.com/order".to_owned()));
    let occasion = |object: &str| MailOccasion::new(&about(), object);
    let puts = (0..10).map(|seconds| {
        let (outbox, mail) = (fixture.area.outbox.clone(), fixture.mail(about(), seconds));
        let occasion = occasion("order-1");
        async move { outbox.put_once(&mail, &occasion).await }
    });
    let put = run_concurrently(puts).await.into_iter().map(|put| put.expect("a message can be put"));
    assert_eq!(put.filter(|is_new| *is_new).count(), 1);
    let put = async |object: &str, seconds: i64| {
        let mail = fixture.mail(about(), seconds);
        fixture.area.outbox.put_once(&mail, &occasion(object)).await.expect("a message can be put")
    };
    assert!(put("order-2", 10).await, "another order is another occasion");
    assert_eq!(fixture.drain(later(noon(), 10)).await, ["ann", "ann"]);
    assert!(!put("order-1", 11).await, "its message was sent");
    let retention = MailOccasion::RETENTION.as_secs();
    let drop_at = async |seconds| fixture.area.outbox.drop_expired(later(noon(), seconds)).await;
    for (seconds, is_new) in [(retention - 1, false), (retention + 9, true)] {
        assert_eq!(drop_at(seconds).await.expect("occasions can be forgotten"), 0);
        assert_eq!(put("order-1", seconds).await, is_new, "after {seconds} s");
    }
}

async fn a_message_given_up_is_listed_without_its_link_and_not_sent(fixture: Fixture) {
    let link = MailLink::new("https://example.com/link/x".to_owned());
    let first = fixture.put_to("ann", MailSubject::SignIn(link), 0).await;
    let second = fixture.put_to("bob", MailSubject::PasswordChanged, 0).await;
    for (mail, seconds) in [(&first, 1), (&second, 2)] {
        fixture
            .area
            .outbox
            .give_up(mail.id, later(noon(), seconds))
            .await
            .expect("a message can be given up");
    }
    let now = later(noon(), 3);
    assert_eq!((fixture.next(now).await, fixture.waiting(now, 9).await), (None, vec![]));
    let given_up = fixture.given_up(now, 9).await;
    let listed: Vec<_> = given_up.iter().map(|mail| (mail.id, mail.about, mail.failures)).collect();
    assert_eq!(
        listed,
        [(second.id, "password_changed", 1), (first.id, "sign_in", 1)],
        "the last given up comes first"
    );
    let GivenUpMail { to, created_at, given_up_at, .. } = &given_up[1];
    assert_eq!((to, *created_at, *given_up_at), (&first.mail.to, first.created_at, later(noon(), 1)));
    assert_eq!(fixture.given_up(now, 1).await, given_up[..1]);
    let end = later(noon(), 1) + GivenUpMail::KEPT;
    assert_eq!(fixture.given_up(end, 9).await, given_up[..1], "the message given up first has expired");
    assert_eq!(fixture.area.outbox.drop_expired(end).await.expect("messages can be dropped"), 0);
    assert_eq!(fixture.given_up(now, 9).await, given_up[..1]);
}

async fn message_that_failed_until_its_expiry_is_given_up(fixture: Fixture) {
    let tried = fixture.put_to("ann", MailSubject::PasswordChanged, 0).await;
    fixture.put_to("bob", MailSubject::PasswordChanged, 0).await;
    fixture.area.outbox.retry(tried.id, later(noon(), 60)).await.expect("a failure can be noted");
    let end = tried.expires_at;
    assert_eq!(fixture.area.outbox.drop_expired(end).await.expect("messages can be dropped"), 2);
    let given_up = fixture.given_up(end, 9).await;
    let listed: Vec<_> = given_up.iter().map(|mail| (mail.id, mail.given_up_at, mail.failures)).collect();
    assert_eq!(listed, [(tried.id, end, 1)]);
}

async fn taken_message_is_not_returned_twice(fixture: Fixture) {
    let mail = fixture.put_at(0).await;
    assert_eq!(fixture.next(noon() - MICROSECOND).await, None, "a message is not due before its creation");
    assert_eq!(fixture.next(noon()).await.as_ref(), Some(&mail));
    let busy_until = later(noon(), 60);
    for at in [noon(), busy_until - MICROSECOND] {
        assert_eq!(fixture.next(at).await, None);
    }
    assert_eq!(
        fixture.waiting(noon(), 9).await,
        slice::from_ref(&mail),
        "a claimed message is still waiting"
    );
    assert_eq!(
        fixture.next(busy_until).await,
        Some(mail),
        "a message is due again if its sender never reports"
    );
}

async fn concurrent_takes_get_different_messages(fixture: Fixture) {
    let mut put = HashSet::new();
    for seconds in 0..10 {
        put.insert(fixture.put_at(seconds).await.id);
    }
    let now = later(noon(), 10);
    let futures = (0..30).map(|_| {
        let outbox = fixture.area.outbox.clone();
        async move { outbox.next_due(now, later(now, 60)).await }
    });
    let answers = run_concurrently(futures).await;
    let given = answers.into_iter().filter_map(|answer| answer.expect("messages can be taken"));
    let given: Vec<MailId> = given.map(|mail| mail.id).collect();
    assert_eq!(given.len(), 10, "no message is returned twice");
    assert_eq!(given.into_iter().collect::<HashSet<_>>(), put);
}

async fn a_failed_message_is_tried_again_later(fixture: Fixture) {
    let mail = fixture.put_at(0).await;
    for failures in 1..3 {
        let now = later(noon(), i64::from(failures) * 100);
        assert!(fixture.next(now).await.is_some());
        let next_at = later(now, 90);
        fixture.area.outbox.retry(mail.id, next_at).await.expect("a failure can be noted");
        let failed = WaitingMail { failures, ..mail.clone() };
        assert_eq!(fixture.waiting(now, 9).await, slice::from_ref(&failed));
        assert_eq!(fixture.next(next_at - MICROSECOND).await, None);
        assert_eq!(fixture.next(next_at).await, Some(failed));
        // It is due at once again.
        fixture.area.outbox.remove(mail.id).await.expect("a message can be removed");
        fixture.put(&WaitingMail { failures, ..mail.clone() }).await;
    }
    let unknown = fixture.area.outbox.retry(MailId::new(fixture.ids.id()), noon()).await;
    assert!(unknown.is_ok(), "retrying a removed message succeeds");
}

async fn sent_message_is_removed(fixture: Fixture) {
    let (first, second) = (fixture.put_at(0).await, fixture.put_at(1).await);
    for _ in 0..2 {
        fixture.area.outbox.remove(first.id).await.expect("a message can be removed twice");
    }
    assert_eq!(fixture.waiting(noon(), 9).await, slice::from_ref(&second));
    assert_eq!(fixture.next(later(noon(), 1)).await, Some(second));
    assert_eq!(fixture.next(later(noon(), 1)).await, None);
}

async fn expired_message_is_neither_returned_nor_listed(fixture: Fixture) {
    let mail = fixture.put_at(0).await;
    let (end, last) = (mail.expires_at, mail.expires_at - MICROSECOND);
    assert_eq!((fixture.next(end).await, fixture.waiting(end, 9).await), (None, vec![]));
    assert_eq!(fixture.waiting(last, 9).await, slice::from_ref(&mail));
    assert_eq!(fixture.next(last).await, Some(mail));
}

async fn waiting_messages_are_listed_newest_first(fixture: Fixture) {
    let mut put = Vec::new();
    for seconds in [1, 3, 2] {
        put.push(fixture.put_at(seconds).await);
    }
    let newest_first = [put[1].clone(), put[2].clone(), put[0].clone()];
    assert_eq!(fixture.waiting(noon(), 9).await, newest_first);
    assert_eq!(fixture.waiting(noon(), 2).await, newest_first[..2]);
}

async fn only_expired_messages_are_dropped(fixture: Fixture) {
    let first = fixture.put_at(0).await;
    fixture.put_at(0).await;
    let last = fixture.put_at(1).await;
    let drop_at = async |at| fixture.area.outbox.drop_expired(at).await.expect("messages can be dropped");
    assert_eq!(drop_at(first.expires_at - MICROSECOND).await, 0);
    assert_eq!(fixture.waiting(noon(), 9).await.len(), 3);
    assert_eq!(drop_at(first.expires_at).await, 2);
    assert_eq!(fixture.waiting(noon(), 9).await, [last]);
}

async fn message_expired_at_creation_is_dropped_uncounted(fixture: Fixture) {
    let mail = fixture.mail(MailSubject::AlreadyRegistered, 0);
    fixture.put(&WaitingMail { expires_at: mail.created_at, ..mail }).await;
    assert_eq!((fixture.next(noon()).await, fixture.waiting(noon(), 9).await), (None, vec![]));
    assert_eq!(fixture.area.outbox.drop_expired(noon()).await.expect("messages can be dropped"), 0);
    assert_eq!(fixture.given_up(noon(), 9).await, []);
}

async fn nothing_is_sent_to_a_deleted_account(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    fixture.put_at(0).await;
    let refused = fixture.put_at(0).await;
    fixture.area.outbox.give_up(refused.id, noon()).await.expect("a message can be given up");
    let others = fixture.put_to("bob", MailSubject::PasswordChanged, 1).await;
    fixture.delete(ann).await;
    assert_eq!(fixture.waiting(noon(), 9).await, [others]);
    assert_eq!(fixture.given_up(noon(), 9).await, []);
}
