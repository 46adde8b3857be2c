//! Tests of opening an account.

use std::time::Duration;

use futures_util::future::join_all;
use listing_domain::account::Email;
use listing_domain::person::Registration;
use listing_domain::ports::AccountStore as _;
use listing_domain::usecase::people::{
    Chosen, FollowLink, FollowedLink, Invite, PersonError, SignUp, SignUpRequest,
};

use super::house::{House, NEW_PASSWORD, PASSWORD, refusal};
use crate::support::email;

#[tokio::test]
async fn an_account_is_open_when_its_e_mail_is_confirmed_and_not_before() {
    let house = House::open();
    let client = house.client();
    assert!(house.sign_up("ann", None, &client).await.unwrap().is_none());
    assert_eq!(house.subjects().await, [("ann@example.com".to_owned(), "confirm_sign_up")]);
    assert!(house.by_email("ann").await.is_none());
    let link = house.sent_token().await;
    let Ok(FollowedLink::SignedIn(signed_in)) = house.follow(&link, &client).await else {
        panic!("in the same browser the link signs in");
    };
    let ann = house.by_email("ann").await.unwrap();
    assert_eq!((signed_in.account, ann.confirmed_at.is_some()), (ann.account.id, true));
    assert!(house.is_signed_in(&signed_in.token).await);
    house.sign_in("ann", PASSWORD, &house.client()).await.unwrap();
}

#[tokio::test]
async fn in_another_browser_a_confirmation_needs_a_password_and_a_strangers_is_forgotten() {
    let house = House::open();
    let stranger = house.client();
    house.sign_up("ann", None, &stranger).await.unwrap();
    let link = house.sent_token().await;
    let follow = FollowLink::new(house.parts.clone());
    let client = house.client();
    for bad in [None, Some("short")] {
        let chosen = Chosen { password: bad, ..Chosen::default() };
        let refused = follow.run(&link, &chosen, &client).await;
        assert!(matches!(refused, Err(PersonError::InvalidPassword(_))), "and uses up nothing");
    }
    assert!(house.by_email("ann").await.is_none());
    let chosen = Chosen { password: Some(NEW_PASSWORD), ..Chosen::default() };
    let followed = follow.run(&link, &chosen, &client).await;
    assert!(matches!(followed, Ok(FollowedLink::SignedIn(_))));
    assert!(house.by_email("ann").await.unwrap().confirmed_at.is_some());
    let strangers = house.sign_in("ann", PASSWORD, &stranger).await;
    assert!(matches!(strangers, Err(PersonError::Refused)));
    house.sign_in("ann", NEW_PASSWORD, &house.client()).await.unwrap();
    assert!(house.follow(&link, &house.client()).await.is_err(), "it works once");
}

#[tokio::test]
async fn only_the_owner_of_an_e_mail_learns_of_its_account() {
    let house = House::open();
    house.person("ann").await;
    let (hashed, _) = house.hasher.asked();
    for name in ["ann", "bob"] {
        assert!(house.sign_up(name, None, &house.client()).await.unwrap().is_none());
    }
    assert_eq!(house.hasher.asked().0, hashed + 2, "both cost the same");
    assert_eq!(
        house.subjects().await,
        [
            ("ann@example.com".to_owned(), "already_registered"),
            ("bob@example.com".to_owned(), "confirm_sign_up")
        ]
    );
}

#[tokio::test]
async fn closed_registration_opens_no_account() {
    let house = House::with(Registration::Closed);
    let invitation = house.invite(None).await;
    for invitation in [None, Some(invitation)] {
        let refused = house.sign_up("ann", invitation, &house.client()).await;
        assert!(matches!(refused, Err(PersonError::RegistrationClosed)));
    }
    assert_eq!(house.hasher.asked().0, 0);
}

#[tokio::test]
async fn invite_registration_needs_an_invitation() {
    let house = House::with(Registration::Invite);
    let bad = [
        None,
        Some(listing_domain::token::Token::from_secret([7; 32])),
        // A link of another kind is no invitation.
        {
            let ann = house.person("ann").await;
            let link = listing_domain::usecase::people::Administer::new(house.parts.clone());
            Some(super::house::token(&link.password_link(ann).await.unwrap()))
        },
    ];
    for invitation in bad {
        let refused = house.sign_up("bob", invitation, &house.client()).await;
        assert!(matches!(refused, Err(PersonError::RegistrationClosed)));
    }
    let invitation = house.invite(None).await;
    let client = house.client();
    house.sign_up("bob", Some(invitation.clone()), &client).await.unwrap();
    let link = house.sent_token().await;
    house.follow(&link, &client).await.unwrap();
    assert!(house.by_email("bob").await.is_some());
    let refused = house.sign_up("eve", Some(invitation), &house.client()).await;
    assert!(matches!(refused, Err(PersonError::RegistrationClosed)), "it is used up");
}

#[tokio::test]
async fn an_invitation_for_an_e_mail_is_for_no_other() {
    let house = House::with(Registration::Invite).without_mail();
    let invitation = house.invite(Some(email("ann"))).await;
    assert_eq!(
        refusal(house.sign_up("eve", Some(invitation.clone()), &house.client()).await),
        "the invitation is for ann@example.com"
    );
    let shown = SignUp::new(house.parts.clone()).invited(Some(&invitation)).await;
    assert_eq!(shown.unwrap(), Some(email("ann")));
    assert!(house.sign_up("ann", Some(invitation), &house.client()).await.unwrap().is_some());
}

#[tokio::test]
async fn an_invitation_ends_when_it_is_taken_back_and_by_its_time() {
    let house = House::with(Registration::Invite).without_mail();
    let invite = Invite::new(house.parts.clone());
    let (taken_back, late) = (house.invite(None).await, house.invite(None).await);
    let id = {
        let link = house.parts.links.link(&taken_back.digest(), house.parts.clock.now()).await;
        link.unwrap().unwrap().id
    };
    invite.withdraw(id).await.unwrap();
    invite.withdraw(id).await.unwrap();
    assert_eq!(invite.open().await.unwrap().len(), 1);
    house.clock.advance(Duration::from_hours(7 * 24));
    for invitation in [taken_back, late] {
        let refused = house.sign_up("ann", Some(invitation), &house.client()).await;
        assert!(matches!(refused, Err(PersonError::RegistrationClosed)));
    }
    assert!(invite.open().await.unwrap().is_empty());
}

#[tokio::test]
async fn concurrent_uses_of_an_invitation_open_one_account() {
    for sends_mail in [true, false] {
        let house = House::with(Registration::Invite);
        let house = if sends_mail { house } else { house.without_mail() };
        let invitation = house.invite(None).await;
        let names: Vec<String> = (0..10).map(|number| format!("client{number}")).collect();
        let client = house.client();
        let asked = names.iter().map(|name| house.sign_up(name, Some(invitation.clone()), &client));
        let outcomes = join_all(asked).await;
        if sends_mail {
            let links: Vec<_> = house.mails().await.iter().map(|it| it.mail.about.clone()).collect();
            let tokens = links.iter().filter_map(|it| it.link()).map(super::house::token);
            for token in tokens {
                let _ = house.follow(&token, &client).await;
            }
        } else {
            assert_eq!(outcomes.iter().filter(|outcome| matches!(outcome, Ok(Some(_)))).count(), 1);
        }
        assert_eq!(house.store.accounts().await.unwrap().len(), 1, "with mail: {sends_mail}");
    }
}

#[tokio::test]
async fn without_mail_an_invitation_opens_the_account_at_once_and_nothing_is_written() {
    let house = House::with(Registration::Invite).without_mail();
    let invitation = house.invite(Some(email("ann"))).await;
    let signed_in = house.sign_up("ann", Some(invitation), &house.client()).await.unwrap().unwrap();
    assert!(house.is_signed_in(&signed_in.token).await);
    let ann = house.by_email("ann").await.unwrap();
    assert_eq!(ann.confirmed_at, None, "nobody has said that the e-mail is theirs");
    assert!(house.mails().await.is_empty());
}

#[tokio::test]
async fn a_taken_e_mail_does_not_use_up_an_invitation() {
    let house = House::with(Registration::Invite).without_mail();
    house.person("ann").await;
    let invitation = house.invite(None).await;
    let refused = house.sign_up("ann", Some(invitation.clone()), &house.client()).await;
    assert!(matches!(refused, Err(PersonError::EmailTaken)));
    assert!(house.sign_up("bob", Some(invitation), &house.client()).await.unwrap().is_some());
}

#[tokio::test]
async fn an_e_mail_that_was_taken_meanwhile_does_not_use_up_an_invitation() {
    let house = House::with(Registration::Invite);
    let invitation = house.invite(None).await;
    let client = house.client();
    house.sign_up("ann", Some(invitation.clone()), &client).await.unwrap();
    let link = house.sent_token().await;
    house.person("ann").await;
    assert!(matches!(house.follow(&link, &client).await, Err(PersonError::EmailTaken)));
    house.sign_up("bob", Some(invitation), &client).await.unwrap();
    let link = house.sent_token().await;
    assert!(matches!(house.follow(&link, &client).await, Ok(FollowedLink::SignedIn(_))));
}

#[tokio::test]
async fn an_invalid_e_mail_or_password_is_refused_before_hashing() {
    let house = House::open();
    let sign_up = SignUp::new(house.parts.clone());
    for (address, password) in [
        ("ann", "quatre lapins au jardin"),
        ("ann@example.com", "short"),
        ("ann@example.com", "password123"),
        ("ann.somebody@example.com", "ann.somebody"),
        ("ann@example.com", &"a1".repeat(200)),
    ] {
        let request = SignUpRequest { email: address, password, invitation: None };
        let refused = sign_up.run(request, &house.client()).await.err().unwrap();
        let is_said = matches!(refused, PersonError::InvalidEmail(_) | PersonError::InvalidPassword(_));
        assert!(is_said, "{address} {password}: {refused}");
    }
    assert_eq!(house.hasher.asked(), (0, 0));
}

#[tokio::test]
async fn tries_to_sign_up_are_counted_by_address_and_by_e_mail() {
    let house = House::open();
    let names = (0..).map(|number| format!("client{number}"));
    let mut let_through = 0;
    for name in names.take(50) {
        let_through += u32::from(house.sign_up(&name, None, &house.client()).await.is_ok());
    }
    assert_eq!(let_through, house.parts.policy.tries.of_address);
    let mut tried = 0;
    for number in 10..60 {
        tried += u32::from(house.sign_up("ann", None, &house.guest_from(number)).await.is_ok());
    }
    let to_ann: Email = email("ann");
    let sent = house.mails().await.iter().filter(|it| it.mail.to == to_ann).count();
    assert_eq!(
        u32::try_from(sent).unwrap(),
        house.parts.policy.tries.strangers_mails,
        "nobody's mailbox is flooded"
    );
    assert_eq!(tried, house.parts.policy.tries.strangers_mails);
}

#[tokio::test]
async fn an_invitation_that_was_mailed_confirms_the_e_mail_without_another_message() {
    let house = House::with(Registration::Invite);
    let invitation = house.invite(Some(email("bob"))).await;
    assert_eq!(house.subjects().await, [("bob@example.com".to_owned(), "invitation")]);
    let signed_in = house.sign_up("bob", Some(invitation.clone()), &house.client()).await.unwrap();
    assert!(house.is_signed_in(&signed_in.expect("the account is open").token).await);
    assert_eq!(house.by_email("bob").await.unwrap().confirmed_at, Some(house.parts.clock.now()));
    assert_eq!(house.mails().await.len(), 1, "nothing else is written");
    let again = house.sign_up("bob", Some(invitation), &house.client()).await;
    assert!(matches!(again, Err(PersonError::RegistrationClosed)), "it is used up");
}

#[tokio::test]
async fn an_invitation_that_was_handed_over_confirms_nothing() {
    let house = House::with(Registration::Invite).without_mail();
    let invitation = house.invite(Some(email("bob"))).await;
    let mut house = house;
    house.parts.policy.sends_mail = true;
    let open = house.sign_up("bob", Some(invitation), &house.client()).await.unwrap();
    assert!(open.is_none(), "the e-mail is to be confirmed");
    assert_eq!(house.subjects().await, [("bob@example.com".to_owned(), "confirm_sign_up")]);
}
