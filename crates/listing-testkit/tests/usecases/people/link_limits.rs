//! Tests the limits on mail that strangers can request, which must not block the owner's own requests.

use std::time::Duration;

use listing_domain::link::LinkPurpose;
use listing_domain::ports::Outbox as _;
use listing_domain::usecase::people::{ClientInfo, FollowLink, FollowedLink, LinkKind};

use super::fixture::{PASSWORD, PeopleFixture, token};
use crate::support::email;

const ADDRESSES: u8 = 100;

const ALL: [LinkKind; 2] = [LinkKind::SignIn, LinkKind::NewPassword];

/// Requests come from many network addresses.
async fn flood(fixture: &PeopleFixture, name: &str, kinds: &[LinkKind]) {
    for number in 1..ADDRESSES {
        let stranger = fixture.client_from(number);
        for kind in kinds {
            let _ = fixture.request_link(name, *kind, &stranger).await;
        }
        let _ = fixture.sign_up(name, None, &stranger).await;
    }
}

/// Empties the outbox. Returns the number of messages to a person.
async fn taken(fixture: &PeopleFixture, name: &str) -> usize {
    let mails = fixture.mails().await;
    for waiting in &mails {
        fixture.store.remove(waiting.id).await.unwrap();
    }
    mails.iter().filter(|waiting| waiting.mail.to == email(name)).count()
}

#[tokio::test]
async fn requests_for_links_from_one_address_are_limited() {
    let fixture = PeopleFixture::open();
    fixture.person("ann").await;
    let limits = fixture.deps.policy.limits;
    let mut written = 0;
    for _ in 0..10 {
        written += u32::from(fixture.request_link("ann", LinkKind::SignIn, &fixture.client()).await.is_ok());
    }
    assert_eq!((written, taken(&fixture, "ann").await), (limits.mails, 2));
    let mut requested = 10;
    for number in 0..60 {
        let name = format!("name{number}");
        requested +=
            u32::from(fixture.request_link(&name, LinkKind::SignIn, &fixture.client()).await.is_ok());
    }
    assert_eq!(requested, limits.per_address);
    // Limits of the first address and of its mailboxes do not block another address.
    fixture.request_link("ann", LinkKind::SignIn, &fixture.client_from(2)).await.unwrap();
    assert_eq!(taken(&fixture, "ann").await, 1);
}

#[tokio::test]
async fn messages_to_one_mailbox_are_limited() {
    let fixture = PeopleFixture::open();
    fixture.person("ann").await;
    for name in ["ann", "nobody"] {
        for minute in 0..3 {
            flood(&fixture, name, &ALL).await;
            let written = taken(&fixture, name).await;
            assert!(written <= 6, "{name} got {written} messages in minute {minute}, above the limit of 6");
            assert!(written > 0, "{name}");
            fixture.clock.advance(Duration::from_mins(1));
        }
    }
}

#[tokio::test]
async fn the_owner_gets_a_password_link_during_a_flood() {
    for others_want in [&ALL[..], &[LinkKind::SignIn], &[LinkKind::NewPassword]] {
        let fixture = PeopleFixture::open();
        let ann = fixture.person("ann").await;
        flood(&fixture, "ann", others_want).await;
        let owner = fixture.client_from(ADDRESSES);
        let _ = fixture.request_link("ann", LinkKind::NewPassword, &owner).await;
        let mails = fixture.mails().await;
        let newest = mails.iter().rev().find(|waiting| waiting.mail.about.code() == "reset_password");
        let link = token(newest.expect("ann has a message with a link").mail.about.link().unwrap());
        fixture.clock.advance(Duration::from_mins(9));
        let viewed = FollowLink::new(fixture.deps.clone()).look(&link).await.unwrap();
        assert_eq!(viewed.purpose, LinkPurpose::ResetPassword { account: ann });
        let followed = fixture.follow(&link, &owner).await;
        assert!(
            matches!(followed, Ok(FollowedLink::SignedIn(_))),
            "ann can use a link that a stranger requested"
        );
    }
}

#[tokio::test]
async fn a_known_browser_gets_links_during_a_flood() {
    let fixture = PeopleFixture::open();
    fixture.person("ann").await;
    let known = fixture.sign_in("ann", PASSWORD, &fixture.client_from(1)).await.unwrap().known_browser;
    flood(&fixture, "ann", &ALL).await;
    taken(&fixture, "ann").await;
    for kind in [LinkKind::SignIn, LinkKind::NewPassword] {
        let owner = ClientInfo { known_browser: Some(known.clone()), ..fixture.client_from(200) };
        fixture.request_link("ann", kind, &owner).await.unwrap();
        let link = fixture.sent_token().await;
        assert!(matches!(fixture.follow(&link, &owner).await, Ok(FollowedLink::SignedIn(_))), "{kind:?}");
    }
    // A browser known to one account is not known to another.
    fixture.person("bob").await;
    flood(&fixture, "bob", &ALL).await;
    taken(&fixture, "bob").await;
    let eve = ClientInfo { known_browser: Some(known), ..fixture.client_from(201) };
    assert!(fixture.request_link("bob", LinkKind::SignIn, &eve).await.is_err());
}
