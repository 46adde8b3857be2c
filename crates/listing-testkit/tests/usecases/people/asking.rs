//! Tests of limits on mail that strangers can trigger, without blocking the owner's own requests.

use std::time::Duration;

use listing_domain::link::LinkPurpose;
use listing_domain::ports::Outbox as _;
use listing_domain::usecase::people::{ClientInfo, FollowLink, FollowedLink, LinkKind};

use super::house::{House, PASSWORD, token};
use crate::support::email;

/// Number of strangers' addresses.
const ADDRESSES: u8 = 100;

const ALL: [LinkKind; 2] = [LinkKind::SignIn, LinkKind::NewPassword];

/// Requests links to a person's mailbox from many strangers' addresses.
async fn flood(house: &House, name: &str, all_wanted: &[LinkKind]) {
    for number in 1..ADDRESSES {
        let stranger = house.guest_from(number);
        for wanted in all_wanted {
            let _ = house.ask(name, *wanted, &stranger).await;
        }
        let _ = house.sign_up(name, None, &stranger).await;
    }
}

/// Empties the outbox; returns the number of messages to a person.
async fn taken(house: &House, name: &str) -> usize {
    let mails = house.mails().await;
    for waiting in &mails {
        house.store.remove(waiting.id).await.unwrap();
    }
    mails.iter().filter(|it| it.mail.to == email(name)).count()
}

#[tokio::test]
async fn requests_for_links_from_one_address_are_limited() {
    let house = House::open();
    house.person("ann").await;
    let tries = house.parts.policy.tries;
    let mut written = 0;
    for _ in 0..10 {
        written += u32::from(house.ask("ann", LinkKind::SignIn, &house.client()).await.is_ok());
    }
    assert_eq!((written, taken(&house, "ann").await), (tries.mails, 2));
    let mut asked = 10;
    for number in 0..60 {
        let name = format!("name{number}");
        asked += u32::from(house.ask(&name, LinkKind::SignIn, &house.client()).await.is_ok());
    }
    assert_eq!(asked, tries.of_address);
    // Neither exhausted limit blocks requests from another address.
    house.ask("ann", LinkKind::SignIn, &house.guest_from(2)).await.unwrap();
    assert_eq!(taken(&house, "ann").await, 1);
}

#[tokio::test]
async fn messages_to_one_mailbox_are_limited() {
    let house = House::open();
    house.person("ann").await;
    for name in ["ann", "nobody"] {
        for minute in 0..3 {
            flood(&house, name, &ALL).await;
            let written = taken(&house, name).await;
            assert!(written <= 6, "{written} messages to {name} in minute {minute}");
            assert!(written > 0, "{name}");
            house.clock.advance(Duration::from_mins(1));
        }
    }
}

#[tokio::test]
async fn the_owner_gets_a_password_link_during_a_flood() {
    for others_want in [&ALL[..], &[LinkKind::SignIn], &[LinkKind::NewPassword]] {
        let house = House::open();
        let ann = house.person("ann").await;
        flood(&house, "ann", others_want).await;
        let owner = house.guest_from(ADDRESSES);
        let _ = house.ask("ann", LinkKind::NewPassword, &owner).await;
        let mails = house.mails().await;
        let newest = mails.iter().rev().find(|it| it.mail.about.code() == "reset_password");
        let link = token(newest.expect("a link").mail.about.link().unwrap());
        house.clock.advance(Duration::from_mins(9));
        let look = FollowLink::new(house.parts.clone()).look(&link).await.unwrap();
        assert_eq!(look.purpose, LinkPurpose::ResetPassword { account: ann });
        let followed = house.follow(&link, &owner).await;
        assert!(matches!(followed, Ok(FollowedLink::SignedIn(_))), "whoever it was that asked for it");
    }
}

#[tokio::test]
async fn a_known_browser_gets_links_during_a_flood() {
    let house = House::open();
    house.person("ann").await;
    let known = house.sign_in("ann", PASSWORD, &house.guest_from(1)).await.unwrap().known_browser;
    flood(&house, "ann", &ALL).await;
    taken(&house, "ann").await;
    for wanted in [LinkKind::SignIn, LinkKind::NewPassword] {
        let owner = ClientInfo { known_browser: Some(known.clone()), ..house.guest_from(200) };
        house.ask("ann", wanted, &owner).await.unwrap();
        let link = house.sent_token().await;
        assert!(matches!(house.follow(&link, &owner).await, Ok(FollowedLink::SignedIn(_))), "{wanted:?}");
    }
    // A browser known to one account is unknown to another.
    house.person("bob").await;
    flood(&house, "bob", &ALL).await;
    taken(&house, "bob").await;
    let eve = ClientInfo { known_browser: Some(known), ..house.guest_from(201) };
    assert!(house.ask("bob", LinkKind::SignIn, &eve).await.is_err());
}
