use std::time::Duration;

use futures_util::future::join_all;
use listing_domain::account::Email;
use listing_domain::person::Registration;
use listing_domain::ports::AccountStore as _;
use listing_domain::usecase::people::{
    FollowLink, FollowedLink, Invite, LinkChoices, PersonError, SignUp, SignUpRequest,
};

use super::fixture::{NEW_PASSWORD, PASSWORD, PeopleFixture, refusal};
use crate::support::email;

#[tokio::test]
async fn account_opens_when_its_email_is_confirmed() {
    let fixture = PeopleFixture::open();
    let client = fixture.client();
    assert!(fixture.sign_up("ann", None, &client).await.unwrap().is_none());
    assert_eq!(fixture.subjects().await, [("ann@example.com".to_owned(), "confirm_sign_up")]);
    assert!(fixture.by_email("ann").await.is_none());
    let link = fixture.sent_token().await;
    let Ok(FollowedLink::SignedIn(signed_in)) = fixture.follow(&link, &client).await else {
        panic!("in the same browser the link signs in");
    };
    let ann = fixture.by_email("ann").await.unwrap();
    assert_eq!((signed_in.account, ann.confirmed_at.is_some()), (ann.account.id, true));
    assert!(fixture.is_signed_in(&signed_in.token).await);
    fixture.sign_in("ann", PASSWORD, &fixture.client()).await.unwrap();
}

#[tokio::test]
async fn confirmation_in_another_browser_replaces_the_password() {
    let fixture = PeopleFixture::open();
    let stranger = fixture.client();
    fixture.sign_up("ann", None, &stranger).await.unwrap();
    let link = fixture.sent_token().await;
    let follow = FollowLink::new(fixture.deps.clone());
    let client = fixture.client();
    for bad in [None, Some("short")] {
        let chosen = LinkChoices { password: bad, ..LinkChoices::default() };
        let refused = follow.run(&link, &chosen, &client).await;
        assert!(matches!(refused, Err(PersonError::InvalidPassword(_))), "the link is not used up");
    }
    assert!(fixture.by_email("ann").await.is_none());
    let chosen = LinkChoices { password: Some(NEW_PASSWORD), ..LinkChoices::default() };
    let followed = follow.run(&link, &chosen, &client).await;
    assert!(matches!(followed, Ok(FollowedLink::SignedIn(_))));
    assert!(fixture.by_email("ann").await.unwrap().confirmed_at.is_some());
    let strangers = fixture.sign_in("ann", PASSWORD, &stranger).await;
    assert!(matches!(strangers, Err(PersonError::Refused)));
    fixture.sign_in("ann", NEW_PASSWORD, &fixture.client()).await.unwrap();
    assert!(fixture.follow(&link, &fixture.client()).await.is_err(), "the link works once");
}

#[tokio::test]
async fn only_the_owner_of_an_email_learns_of_its_account() {
    let fixture = PeopleFixture::open();
    fixture.person("ann").await;
    let (hashed, _) = fixture.hasher.calls();
    for name in ["ann", "bob"] {
        assert!(fixture.sign_up(name, None, &fixture.client()).await.unwrap().is_none());
    }
    assert_eq!(fixture.hasher.calls().0, hashed + 2, "each sign-up hashes a password");
    assert_eq!(
        fixture.subjects().await,
        [
            ("ann@example.com".to_owned(), "already_registered"),
            ("bob@example.com".to_owned(), "confirm_sign_up")
        ]
    );
}

#[tokio::test]
async fn closed_registration_opens_no_account() {
    let fixture = PeopleFixture::with(Registration::Closed);
    let invitation = fixture.invite(None).await;
    for invitation in [None, Some(invitation)] {
        let refused = fixture.sign_up("ann", invitation, &fixture.client()).await;
        assert!(matches!(refused, Err(PersonError::RegistrationClosed)));
    }
    assert_eq!(fixture.hasher.calls().0, 0);
}

#[tokio::test]
async fn invite_registration_needs_an_invitation() {
    let fixture = PeopleFixture::with(Registration::Invite);
    let bad = [
        None,
        Some(listing_domain::token::Token::from_secret([7; 32])),
        // Another kind of link is not an invitation.
        {
            let ann = fixture.person("ann").await;
            let link = listing_domain::usecase::people::Administer::new(fixture.deps.clone());
            Some(super::fixture::token(&link.password_link(ann).await.unwrap()))
        },
    ];
    for invitation in bad {
        let refused = fixture.sign_up("bob", invitation, &fixture.client()).await;
        assert!(matches!(refused, Err(PersonError::RegistrationClosed)));
    }
    let invitation = fixture.invite(None).await;
    let client = fixture.client();
    fixture.sign_up("bob", Some(invitation.clone()), &client).await.unwrap();
    let link = fixture.sent_token().await;
    fixture.follow(&link, &client).await.unwrap();
    assert!(fixture.by_email("bob").await.is_some());
    let refused = fixture.sign_up("eve", Some(invitation), &fixture.client()).await;
    assert!(matches!(refused, Err(PersonError::RegistrationClosed)), "the invitation is used up");
}

#[tokio::test]
async fn invitation_for_an_email_works_only_for_that_email() {
    let fixture = PeopleFixture::with(Registration::Invite).without_mail();
    let invitation = fixture.invite(Some(email("ann"))).await;
    assert_eq!(
        refusal(fixture.sign_up("eve", Some(invitation.clone()), &fixture.client()).await),
        "the invitation is for ann@example.com"
    );
    let shown = SignUp::new(fixture.deps.clone()).invited(Some(&invitation)).await;
    assert_eq!(shown.unwrap(), Some(email("ann")));
    assert!(fixture.sign_up("ann", Some(invitation), &fixture.client()).await.unwrap().is_some());
}

#[tokio::test]
async fn invitation_ends_when_withdrawn_or_expired() {
    let fixture = PeopleFixture::with(Registration::Invite).without_mail();
    let invite = Invite::new(fixture.deps.clone());
    let (taken_back, late) = (fixture.invite(None).await, fixture.invite(None).await);
    let id = {
        let link = fixture.deps.links.link(&taken_back.digest(), fixture.deps.clock.now()).await;
        link.unwrap().unwrap().id
    };
    invite.withdraw(id).await.unwrap();
    invite.withdraw(id).await.unwrap();
    assert_eq!(invite.open().await.unwrap().len(), 1);
    fixture.clock.advance(Duration::from_hours(7 * 24));
    for invitation in [taken_back, late] {
        let refused = fixture.sign_up("ann", Some(invitation), &fixture.client()).await;
        assert!(matches!(refused, Err(PersonError::RegistrationClosed)));
    }
    assert!(invite.open().await.unwrap().is_empty());
}

#[tokio::test]
async fn concurrent_uses_of_an_invitation_open_one_account() {
    for sends_mail in [true, false] {
        let fixture = PeopleFixture::with(Registration::Invite);
        let fixture = if sends_mail { fixture } else { fixture.without_mail() };
        let invitation = fixture.invite(None).await;
        let names: Vec<String> = (0..10).map(|number| format!("client{number}")).collect();
        let client = fixture.client();
        let sign_ups = names.iter().map(|name| fixture.sign_up(name, Some(invitation.clone()), &client));
        let outcomes = join_all(sign_ups).await;
        if sends_mail {
            let links: Vec<_> =
                fixture.mails().await.iter().map(|waiting| waiting.mail.about.clone()).collect();
            let tokens = links.iter().filter_map(|subject| subject.link()).map(super::fixture::token);
            for token in tokens {
                let _ = fixture.follow(&token, &client).await;
            }
        } else {
            assert_eq!(outcomes.iter().filter(|outcome| matches!(outcome, Ok(Some(_)))).count(), 1);
        }
        assert_eq!(fixture.store.accounts().await.unwrap().len(), 1, "with mail: {sends_mail}");
    }
}

#[tokio::test]
async fn invitation_opens_the_account_at_once_while_mail_is_off() {
    let fixture = PeopleFixture::with(Registration::Invite).without_mail();
    let invitation = fixture.invite(Some(email("ann"))).await;
    let signed_in = fixture.sign_up("ann", Some(invitation), &fixture.client()).await.unwrap().unwrap();
    assert!(fixture.is_signed_in(&signed_in.token).await);
    let ann = fixture.by_email("ann").await.unwrap();
    assert_eq!(ann.confirmed_at, None, "the email is not confirmed");
    assert!(fixture.mails().await.is_empty());
}

#[tokio::test]
async fn taken_email_does_not_use_up_the_invitation() {
    let fixture = PeopleFixture::with(Registration::Invite).without_mail();
    fixture.person("ann").await;
    let invitation = fixture.invite(None).await;
    let refused = fixture.sign_up("ann", Some(invitation.clone()), &fixture.client()).await;
    assert!(matches!(refused, Err(PersonError::EmailTaken)));
    assert!(fixture.sign_up("bob", Some(invitation), &fixture.client()).await.unwrap().is_some());
}

#[tokio::test]
async fn email_taken_during_a_sign_up_does_not_use_up_the_invitation() {
    let fixture = PeopleFixture::with(Registration::Invite);
    let invitation = fixture.invite(None).await;
    let client = fixture.client();
    fixture.sign_up("ann", Some(invitation.clone()), &client).await.unwrap();
    let link = fixture.sent_token().await;
    fixture.person("ann").await;
    assert!(matches!(fixture.follow(&link, &client).await, Err(PersonError::EmailTaken)));
    fixture.sign_up("bob", Some(invitation), &client).await.unwrap();
    let link = fixture.sent_token().await;
    assert!(matches!(fixture.follow(&link, &client).await, Ok(FollowedLink::SignedIn(_))));
}

#[tokio::test]
async fn invalid_email_or_password_is_refused_before_hashing() {
    let fixture = PeopleFixture::open();
    let sign_up = SignUp::new(fixture.deps.clone());
    for (address, password) in [
        ("ann", "quatre lapins au jardin"),
        ("ann@example.com", "short"),
        ("ann@example.com", "password123"),
        ("ann.somebody@example.com", "ann.somebody"),
        ("ann@example.com", &"a1".repeat(200)),
    ] {
        let request = SignUpRequest { email: address, password, invitation: None };
        let refused = sign_up.run(request, &fixture.client()).await.err().unwrap();
        let is_invalid = matches!(refused, PersonError::InvalidEmail(_) | PersonError::InvalidPassword(_));
        assert!(is_invalid, "{address} {password}: {refused}");
    }
    assert_eq!(fixture.hasher.calls(), (0, 0));
}

#[tokio::test]
async fn sign_up_attempts_are_limited_by_address_and_by_email() {
    let fixture = PeopleFixture::open();
    let names = (0..).map(|number| format!("client{number}"));
    let mut accepted = 0;
    for name in names.take(50) {
        accepted += u32::from(fixture.sign_up(&name, None, &fixture.client()).await.is_ok());
    }
    assert_eq!(accepted, fixture.deps.policy.limits.per_address);
    let mut tried = 0;
    for number in 10..60 {
        tried += u32::from(fixture.sign_up("ann", None, &fixture.client_from(number)).await.is_ok());
    }
    let to_ann: Email = email("ann");
    let sent = fixture.mails().await.iter().filter(|waiting| waiting.mail.to == to_ann).count();
    assert_eq!(
        u32::try_from(sent).unwrap(),
        fixture.deps.policy.limits.strangers_mails,
        "one mailbox gets few messages"
    );
    assert_eq!(tried, fixture.deps.policy.limits.strangers_mails);
}

#[tokio::test]
async fn mailed_invitation_confirms_the_email_without_another_message() {
    let fixture = PeopleFixture::with(Registration::Invite);
    let invitation = fixture.invite(Some(email("bob"))).await;
    assert_eq!(fixture.subjects().await, [("bob@example.com".to_owned(), "invitation")]);
    let signed_in = fixture.sign_up("bob", Some(invitation.clone()), &fixture.client()).await.unwrap();
    assert!(fixture.is_signed_in(&signed_in.expect("the account is opened").token).await);
    assert_eq!(fixture.by_email("bob").await.unwrap().confirmed_at, Some(fixture.deps.clock.now()));
    assert_eq!(fixture.mails().await.len(), 1, "no other message is sent");
    let again = fixture.sign_up("bob", Some(invitation), &fixture.client()).await;
    assert!(matches!(again, Err(PersonError::RegistrationClosed)), "the invitation is used up");
}

#[tokio::test]
async fn invitation_passed_on_by_an_administrator_does_not_confirm_the_email() {
    let fixture = PeopleFixture::with(Registration::Invite).without_mail();
    let invitation = fixture.invite(Some(email("bob"))).await;
    let mut fixture = fixture;
    fixture.deps.policy.sends_mail = true;
    let open = fixture.sign_up("bob", Some(invitation), &fixture.client()).await.unwrap();
    assert!(open.is_none(), "the email still needs a confirmation");
    assert_eq!(fixture.subjects().await, [("bob@example.com".to_owned(), "confirm_sign_up")]);
}
