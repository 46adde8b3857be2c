//! People, sessions, links and mail with several services on one database.

use diesel::connection::SimpleConnection as _;
use diesel::pg::PgConnection;
use diesel::prelude::*;
use diesel::sql_types::Text;
use futures_util::future::join_all;
use listing_domain::account::Plan;
use listing_domain::ids::{AccountId, LinkId, MailId, SessionId};
use listing_domain::link::{Link, LinkPurpose};
use listing_domain::mail::{Mail, MailSubject, WaitingMail};
use listing_domain::options::Language;
use listing_domain::person::{Epoch, Preferences};
use listing_domain::ports::{
    AccountStore as _, IdSource as _, LinkStore as _, Outbox as _, PersonStore as _, SessionStore as _,
};
use listing_domain::session::{BrowserName, Session, SessionPolicy};
use listing_domain::token::TokenDigest;
use listing_storage::Store;

use crate::fixture::Fixture;
use crate::support::{at, now, patient, raw};

fn another(fixture: &Fixture) -> Store {
    Store::new(patient(&fixture.address))
}

async fn signed_in(fixture: &Fixture, account: AccountId) -> (SessionId, TokenDigest) {
    let (id, digest) = (SessionId::new(fixture.ids.id()), fixture.ids.token().digest());
    let browser = BrowserName::default();
    let epoch = fixture.store.person(account).await.unwrap().unwrap().epoch;
    let session = Session { id, account, created_at: now(), seen_at: now(), browser, epoch };
    assert!(fixture.store.begin(&session, &digest).await.unwrap());
    (id, digest)
}

#[tokio::test]
async fn change_by_another_instance_is_visible_at_the_next_read() {
    for fixture in Fixture::each() {
        let (ann, other) = (fixture.account(Plan::Free).await, another(&fixture));
        let (id, digest) = signed_in(&fixture, ann).await;
        let owner = async || fixture.store.owner(&digest, now(), &SessionPolicy::default()).await.unwrap();
        assert!(owner().await.is_some_and(|owner| !owner.is_administrator));
        assert!(other.set_administrator(fixture.account(Plan::Free).await, true).await.unwrap());
        assert!(other.set_administrator(ann, true).await.unwrap());
        assert!(owner().await.unwrap().is_administrator);
        assert!(other.suspend(ann, now()).await.unwrap());
        assert_eq!(owner().await, None);
        assert!(other.resume(ann).await.unwrap());
        assert_eq!(owner().await, None, "the suspension ended the session");
        assert!(!other.end(ann, id).await.unwrap());

        let (_, digest) = signed_in(&fixture, ann).await;
        let owner = async || fixture.store.owner(&digest, now(), &SessionPolicy::default()).await.unwrap();
        assert!(owner().await.is_some());
        assert!(other.delete_account(ann, now(), None).await.unwrap());
        assert_eq!(owner().await, None);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn each_link_and_message_is_used_once_by_several_instances() {
    for fixture in Fixture::each() {
        let stores = [another(&fixture), another(&fixture), another(&fixture)];
        let expires_at = at("2026-11-22T00:00:00Z");
        let digest = fixture.ids.token().digest();
        let (id, purpose) = (LinkId::new(fixture.ids.id()), LinkPurpose::Invitation { email: None });
        let link =
            Link { id, purpose, created_at: now(), expires_at, browser: None, epoch: Epoch::default() };
        fixture.store.add_link(&link, &digest).await.unwrap();
        let taken =
            join_all(stores.iter().cycle().take(12).map(|store| store.take_link(&digest, now()))).await;
        let taken: Vec<Link> = taken.into_iter().filter_map(Result::unwrap).collect();
        assert_eq!(taken, [link]);

        let to: listing_domain::account::Email = "ann@example.com".parse().unwrap();
        for _ in 0..5 {
            let id = MailId::new(fixture.ids.id());
            let mail = Mail { to: to.clone(), language: Language::Fr, about: MailSubject::EmailChanged };
            fixture
                .store
                .put(&WaitingMail { id, mail, created_at: now(), expires_at, failures: 0 })
                .await
                .unwrap();
        }
        let take_next = |store| Store::next_due(store, now(), expires_at);
        let given = join_all(stores.iter().cycle().take(12).map(take_next)).await;
        let mut given: Vec<MailId> =
            given.into_iter().filter_map(Result::unwrap).map(|mail| mail.id).collect();
        given.sort_unstable();
        given.dedup();
        assert_eq!(given.len(), 5);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn account_deleted_during_use_leaves_nothing() {
    for fixture in Fixture::each() {
        for _ in 0..10 {
            let ann = fixture.account(Plan::Free).await;
            let (id, digest) = (SessionId::new(fixture.ids.id()), fixture.ids.token().digest());
            let browser = BrowserName::default();
            let epoch = Epoch::default();
            let session = Session { id, account: ann, created_at: now(), seen_at: now(), browser, epoch };
            let link = Link {
                id: LinkId::new(fixture.ids.id()),
                purpose: LinkPurpose::SignIn { account: ann },
                created_at: now(),
                expires_at: at("2026-11-22T00:00:00Z"),
                browser: None,
                epoch,
            };
            let preferences = Preferences::default();
            let (_, _, _, deleted) = tokio::join!(
                fixture.store.begin(&session, &digest),
                fixture.store.add_link(&link, &digest),
                fixture.store.set_preferences(ann, &preferences),
                fixture.store.delete_account(ann, now(), None),
            );
            assert!(deleted.unwrap());
        }
        // The check would report any remaining row.
        fixture.assert_sound().await;
    }
}

#[tokio::test]
async fn charges_are_read_from_their_index_alone() {
    // The query as the store runs it.
    let query =
        "SELECT MIN(at), actor, COUNT(*) FROM ledger WHERE entry = 'settle' AND account = (SELECT id FROM
        account WHERE id = 'a' AND deleted_at IS NULL) AND at >= 5 GROUP BY at / 86400000000, actor";
    for fixture in Fixture::each() {
        let plan: Vec<String> = if fixture.is_on_server() {
            let mut conn = PgConnection::establish(&fixture.address).unwrap();
            conn.batch_execute("SET enable_seqscan = off; SET enable_bitmapscan = off").unwrap();
            let plan: Vec<PgLine> = diesel::sql_query(format!("EXPLAIN {query}")).load(&mut conn).unwrap();
            plan.into_iter().map(|line| line.line).collect()
        } else {
            let explained = format!("EXPLAIN QUERY PLAN {query}");
            let plan: Vec<SqliteLine> = diesel::sql_query(explained).load(&mut raw(fixture.file())).unwrap();
            plan.into_iter().map(|line| line.detail).collect()
        };
        let expected = if fixture.is_on_server() {
            "Index Only Scan using ledger_charged on ledger"
        } else {
            "SEARCH ledger USING COVERING INDEX ledger_charged (account=? AND at>?)"
        };
        assert!(plan.iter().any(|line| line.contains(expected)), "{plan:#?}");
    }
}

#[derive(QueryableByName)]
struct PgLine {
    #[diesel(sql_type = Text, column_name = "QUERY PLAN")]
    line: String,
}

#[derive(QueryableByName)]
struct SqliteLine {
    #[diesel(sql_type = Text)]
    detail: String,
}
