use std::sync::Arc;
use std::time::Duration;

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use jiff::civil::date;
use listing_domain::account::{Account, Email, Plan};
use listing_domain::attributes::{Attribute, Attributes};
use listing_domain::comparables::{ComparableInput, ComparableSearch, NewComparable, StoredComparable};
use listing_domain::condition::Condition;
use listing_domain::expense::{Expense, MicroUsd};
use listing_domain::generation::{NewGeneration, RenderedData, Revised, Revision};
use listing_domain::idempotency::{Fingerprint, IdempotentRequest};
use listing_domain::ids::{AccountId, LinkId, MailId, ReservationId, SessionId};
use listing_domain::link::{Link, LinkPurpose};
use listing_domain::locale::Market;
use listing_domain::mail::{Mail, MailSubject, WaitingMail};
use listing_domain::marketplace::Platform;
use listing_domain::money::{Currency, Money};
use listing_domain::options::{Language, Quality, Tone};
use listing_domain::origin::Origin;
use listing_domain::password::PasswordHash;
use listing_domain::person::{Epoch, ExternalIdentity, Preferences, TakeBack};
use listing_domain::ports::{
    AccountStore as _, ComparableStore as _, ExpenseBook as _, GenerationStore as _, Grant, GrantOutcome,
    HoldRequest, IdSource as _, LinkStore as _, NewKey, Outbox, PersonStore as _, QuotaLedger as _,
    RecordedCalls, SessionStore as _, SettleRequest,
};
use listing_domain::pricing::{Comparable, ComparableKind};
use listing_domain::product::Product;
use listing_domain::request::{ListingOptions, Platforms};
use listing_domain::session::{BrowserName, Session};
use listing_storage::transfer::{Refusal, TransferError, copy_all};
use listing_storage::{Database, Store};
use listing_testkit::contract::put_on_plan;
use listing_testkit::{SeededIds, holding, new_generation, refunding, summary};
use tempfile::TempDir;

use crate::postgres::bare_database;
use crate::support::{FREE, at, folder, now, patient, raw, settling};
use crate::view::ledger_view;

/// More than one batch.
const HOLDS: u32 = 1_203;

#[derive(QueryableByName)]
struct Found {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = BigInt)]
    number: i64,
}

fn file(folder: &TempDir, name: &str) -> String {
    format!("sqlite://{}", folder.path().join(name).display())
}

fn store(address: &str) -> Store {
    Store::new(patient(address))
}

async fn account(store: &Store, ids: &SeededIds, plan: Plan) -> AccountId {
    let id = AccountId::new(ids.id());
    let email = format!("{id}@example.com").parse().unwrap();
    store.add_account(&Account::new(id, email, now())).await.unwrap();
    assert!(put_on_plan(store, id, plan, jiff::Timestamp::UNIX_EPOCH).await.unwrap());
    id
}

fn hold(ids: &SeededIds, account: AccountId, idempotency: Option<IdempotentRequest>) -> HoldRequest {
    HoldRequest { idempotency, ..holding(ReservationId::new(ids.id()), account, FREE, now()) }
}

fn expense(cost: Option<MicroUsd>) -> Expense {
    let took = Duration::from_millis(1_500);
    Expense {
        provider: "openai",
        model: "m".into(),
        outcome: Expense::OK,
        tokens_in: 9,
        tokens_out: 3,
        cost,
        took,
    }
}

/// More than one batch. Every second one has all fields.
pub(crate) async fn keep_comparables(store: &Store) {
    let new = |number: i64| {
        let is_full = number % 2 == 0;
        let full = |text: String| Some(text).filter(|_| is_full);
        let comparable = Comparable {
            product: Product::parse(if is_full { "good:mom_jeans" } else { "jeans" }).unwrap(),
            brand: full("Levi’s".to_owned()),
            price: Money::from_minor(number + 1, Currency::Eur),
            condition: is_full.then_some(Condition::Good),
            kind: if is_full { ComparableKind::Sold } else { ComparableKind::Asking },
            seen_on: date(2026, 11, 20),
            source: "a test".to_owned(),
            link: full(format!("https://example.com/{number}")),
        };
        let offered =
            ComparableInput {
                comparable, title: full(format!("Jean n° {number}a d’été")), reference: None
            };
        NewComparable::new(offered, date(2026, 11, 21)).unwrap()
    };
    assert_eq!(store.add((0..701).map(new).collect()).await.unwrap(), 701);
}

pub(crate) async fn found_by_words(address: &str) -> Vec<StoredComparable> {
    let seen = |text: &str| Some(Attribute::seen(text, 1.0));
    let attributes =
        Attributes { brand: seen("LEVIS"), name: seen("jean 40a d'ete"), ..Attributes::default() };
    let product = Product::parse("good:mom_jeans").unwrap();
    let search = ComparableSearch::new(product, &attributes, Currency::Eur).unwrap();
    store(address).search(&search).await.unwrap()
}

/// Adds rows to every table and values to every column.
#[expect(clippy::too_many_lines, reason = "a step for each table")]
async fn live(address: &str) -> AccountId {
    let (store, ids) = (store(address).with_instance_id(SeededIds::new(2).id()), SeededIds::new(1));
    store.record_heartbeat(now()).await.unwrap();
    let ann = account(&store, &ids, Plan::Free).await;
    account(&store, &ids, Plan::ProAnnual).await;
    let gone = account(&store, &ids, Plan::Free).await;
    assert!(
        store.suspend(gone, now()).await.unwrap() && store.delete_account(gone, now(), None).await.unwrap()
    );
    for key in [ids.api_key(), ids.api_key()] {
        let id = listing_domain::ids::KeyId::new(ids.id());
        let new =
            NewKey { expires_at: Some(at("2027-01-01T00:00:00Z")), ..NewKey::plain(id, ann, &key, now()) };
        store.add_key(&new, 10).await.unwrap();
    }
    for payment in ["checkout:cs_1", "second"] {
        let grant = Grant {
            payment: payment.parse().unwrap(),
            account: ann,
            units: HOLDS,
            at: now(),
            origin: Origin::CLI,
        };
        assert_eq!(store.grant(&grant).await.unwrap(), GrantOutcome::Granted { repaid: 0 });
    }
    store.refund(&refunding("second".parse().unwrap(), ann, now())).await.unwrap();
    keep_comparables(&store).await;
    keep_person(&store, &ids, ann).await;
    for number in 0..HOLDS {
        let fingerprint = Fingerprint::new([7; 32]);
        let idempotency = IdempotentRequest { key: format!("order-{number}").parse().unwrap(), fingerprint };
        let held = store.hold(&hold(&ids, ann, (number % 3 > 0).then_some(idempotency))).await.unwrap();
        let expenses = [Some(MicroUsd::new(70)), None].map(expense).to_vec();
        let calls = RecordedCalls { account: ann, reservation: held.id, at: now(), expenses };
        if number < 3 {
            store.record(&calls).await.unwrap();
        }
        let odd = RenderedData::new([0, 255, 10, b'\'']);
        let generation = NewGeneration { data: odd, ..(*new_generation(&ids, "")).clone() };
        let id = generation.id;
        let generation = Some(Arc::new(generation));
        match number % 3 {
            0 => store.release(held.id, now(), &Origin::CLI).await.unwrap(),
            1 => {
                let settle = SettleRequest {
                    reservation: held.id,
                    free_limit: FREE,
                    at: now(),
                    generation,
                    origin: Origin::CLI,
                };
                assert!(store.settle(&settle).await.unwrap().charged);
                if number % 2 == 0 {
                    let (based_on, data) = (None, RenderedData::new([255, 0]));
                    let product = Product::Unknown;
                    let revision = Revision { based_on, data, summary: summary("edited"), product };
                    let revised = store.revise(ann, id, &revision).await.unwrap();
                    assert_eq!(revised, Revised::Done);
                    store.count_rewrite(ann, id, 3).await.unwrap();
                }
            }
            _ => {}
        }
    }
    execute(
        address,
        &format!(
            "INSERT INTO batch VALUES
                 ('00000000-0000-4000-8000-0000000000b0', '{ann}', 1, 'finished', 2, 3, 'order', randomblob(32));
             INSERT INTO batch_item VALUES
                 ('00000000-0000-4000-8000-0000000000b1', '00000000-0000-4000-8000-0000000000b0', '{ann}', 0,
                     x'7b00', 'JKT-0042', 'failed', 2, 1, NULL, 'failed', 'no'),
                 ('00000000-0000-4000-8000-0000000000b2', '00000000-0000-4000-8000-0000000000b0', '{ann}', 1,
                     x'', NULL, 'waiting', 0, 0, 7, NULL, NULL);
             INSERT INTO batch_photo VALUES ('00000000-0000-4000-8000-0000000000b2', 0, x'ff00');
             INSERT INTO webhook VALUES
                 ('00000000-0000-4000-8000-0000000000c0', '{ann}', 'https://shop.example.com/', 1, randomblob(32),
                     randomblob(32), 2, 3);
             INSERT INTO webhook_delivery VALUES
                 ('00000000-0000-4000-8000-0000000000c1', '00000000-0000-4000-8000-0000000000c0', 'batch.finished', 1,
                     '00000000-0000-4000-8000-0000000000b0', 'finished', 0, 0, 1, 2, 3, 'waiting', 1, 5, 4, 500, NULL),
                 ('00000000-0000-4000-8000-0000000000c2', '00000000-0000-4000-8000-0000000000c0', 'webhook.test', 1,
                     NULL, NULL, 0, 0, 0, 0, 0, 'failed', 1, NULL, 4, NULL, 'timed_out');
             INSERT INTO outbox_occasion VALUES ('receipt 1', 2);
             INSERT INTO billing_event VALUES ('evt_1', 'payment', 'pi_1', 1, 2);
             INSERT INTO billing_subject VALUES
                 ('payment', 'pi_1', 'parked', 0, 2, 1, NULL, 3, 'no purchase'),
                 ('checkout', 'cs_1', 'waiting', 0, 0, 0, 4, NULL, NULL);
             INSERT INTO billing_order VALUES
                 ('00000000-0000-4000-8000-0000000000d1', '{ann}', 'pack', 'EUR', 'fr', {HOLDS}, 1, 'paid', 'cs_1', NULL,
                     NULL, 2, 900, 'EUR', 'pi_1', NULL, 450),
                 ('00000000-0000-4000-8000-0000000000d2', '{ann}', 'pack', 'USD', 'en', 20, 3, 'open', 'cs_2',
                     'https://pay.example/é', 4, NULL, NULL, NULL, NULL, NULL, 0),
                 ('00000000-0000-4000-8000-0000000000d3', '{ann}', 'pro_monthly', 'EUR', 'fr', NULL, 5, 'unpaid',
                     NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0),
                 ('00000000-0000-4000-8000-0000000000d4', '{gone}', 'pro_annual', 'EUR', 'fr', NULL, 6, 'paid',
                     'cs_3', NULL, NULL, 7, NULL, NULL, NULL, 'sub_1', 0);
             INSERT INTO billing_customer VALUES ('{ann}', 'cus_1');
             UPDATE account SET photo_days = 7 WHERE id = '{ann}';
             INSERT INTO kept_photo_set SELECT max(id), account, 1, 2 FROM generation GROUP BY account;
             INSERT INTO kept_photo SELECT generation, 3, x'ffd8' FROM kept_photo_set;
             INSERT INTO tray VALUES
                 ('00000000-0000-4000-8000-0000000000c0', '{ann}', 3, 4, x'5b005d', x'ff');
             INSERT INTO tray_photo VALUES
                 ('00000000-0000-4000-8000-0000000000c1', '00000000-0000-4000-8000-0000000000c0', 0, 'é.jpg', 2,
                     '2026-11-21T10:00:00', x'00ff', x'ff00', x'ff'),
                 ('00000000-0000-4000-8000-0000000000c2', '00000000-0000-4000-8000-0000000000c0', 2, 'photo', 1,
                     NULL, NULL, x'27', NULL)"
        ),
    );
    // No port can write these values yet.
    execute(address, "UPDATE generation SET revised = x'00ff27', rewrites = 2");
    execute(
        address,
        "INSERT INTO month_secret (period, secret) VALUES ('2026-11', randomblob(32));
         INSERT INTO former_use (period, mailbox, units) VALUES ('2026-11', randomblob(32), 2);
         UPDATE account SET carried_period = '2026-11', carried_units = 1 WHERE deleted_at IS NOT NULL;
         UPDATE outbox SET is_notice = 1, turn = 3, given_up_at = 7",
    );
    ann
}

fn execute(address: &str, statements: &str) {
    raw(address.trim_start_matches("sqlite://")).batch_execute(statements).unwrap();
}

async fn keep_person(store: &Store, ids: &SeededIds, account: AccountId) {
    let platforms = Platforms::new([Platform::Vinted, Platform::Ebay]).unwrap();
    let options = ListingOptions {
        platforms,
        language: Language::En,
        tone: Tone::Casual,
        quality: Quality::High,
        market: None,
    };
    let preferences =
        Preferences { language: Some(Language::Fr), market: Some(Market::France), options: Some(options) };
    assert!(store.set_preferences(account, &preferences).await.unwrap());
    let password = PasswordHash::new("$argon2id$é’".to_owned());
    let take_back = TakeBack::all(Epoch::default(), now());
    let epoch = store.set_password(account, &password, &take_back).await.unwrap().unwrap();
    assert!(store.set_administrator(account, true).await.unwrap());
    let email: Email = "ann@example.com".parse().unwrap();
    assert!(store.set_email(account, &email, &TakeBack::all(epoch, now())).await.unwrap());
    let epoch = store.person(account).await.unwrap().unwrap().epoch;
    let identity = ExternalIdentity { issuer: "https://id.example".to_owned(), subject: "1".to_owned() };
    assert!(store.link_identity(account, &identity, now(), epoch).await.unwrap());
    let (id, browser) = (SessionId::new(ids.id()), BrowserName::of("Firefox"));
    let session = Session { id, account, created_at: now(), seen_at: now(), browser, epoch };
    store.begin(&session, &ids.token().digest()).await.unwrap();
    let invitation = Some(LinkId::new(ids.id()));
    for purpose in [
        LinkPurpose::ConfirmSignUp { email: email.clone(), password, invitation },
        LinkPurpose::ConfirmEmail { account, email: email.clone() },
    ] {
        let (id, browser) = (LinkId::new(ids.id()), Some(ids.token().digest()));
        let expires_at = at("2026-11-22T00:00:00Z");
        let link = Link { id, purpose, created_at: now(), expires_at, browser, epoch };
        store.add_link(&link, &ids.token().digest()).await.unwrap();
    }
    let about = MailSubject::KeyCreated { name: "l’atelier".to_owned() };
    let mail = Mail { to: email, language: Language::Fr, about };
    let (id, expires_at) = (MailId::new(ids.id()), at("2026-11-22T00:00:00Z"));
    Outbox::put(store, &WaitingMail { id, mail, created_at: now(), expires_at, failures: 0 }).await.unwrap();
    store.retry(id, now()).await.unwrap();
}

fn differences(one: &str, other: &str) -> Vec<String> {
    let path = |address: &str| address.trim_start_matches("sqlite://").to_owned();
    let mut conn = raw(path(one));
    conn.batch_execute(&format!("ATTACH '{}' AS other", path(other))).unwrap();
    let tables: Vec<Found> = diesel::sql_query(
        "SELECT name, 0 AS number FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
         AND name NOT IN ('instance', '__diesel_schema_migrations') AND name NOT LIKE 'comparable_words%'",
    )
    .load(&mut conn)
    .unwrap();
    assert_eq!(tables.len(), 34, "all tables except heartbeats and full-text indexes");
    let mut differences = Vec::new();
    for Found { name, .. } in tables {
        let found: Found = diesel::sql_query(format!(
            "SELECT '{name}' AS name, (SELECT COUNT(*) FROM (SELECT * FROM main.{name} EXCEPT SELECT * FROM \
             other.{name})) + (SELECT COUNT(*) FROM (SELECT * FROM other.{name} EXCEPT SELECT * FROM \
             main.{name})) AS number"
        ))
        .get_result(&mut conn)
        .unwrap();
        if found.number > 0 {
            differences.push(format!("{} rows of {}", found.number, found.name));
        }
    }
    differences
}

/// Rows without an order are sorted.
fn view(address: &str) -> [Vec<String>; 8] {
    fn lines<T: std::fmt::Debug>(rows: &[T]) -> Vec<String> {
        rows.iter().map(|row| format!("{row:?}")).collect()
    }
    let view = ledger_view(address);
    let entries = lines(&view.entries);
    let mut rest = [
        lines(&view.buckets),
        lines(&view.reservations),
        lines(&view.grants),
        lines(&view.refunds),
        lines(&view.debts),
        lines(&view.keys),
        lines(&view.generations),
    ];
    for rows in &mut rest {
        rows.sort();
    }
    let [buckets, reservations, grants, refunds, debts, keys, generations] = rest;
    [entries, buckets, reservations, grants, refunds, debts, keys, generations]
}

/// Takes and spends a unit, and checks that the ledger still balances.
async fn works_on(address: &str, account: AccountId, seed: u8) {
    let (store, ids) = (store(address), SeededIds::new(seed.into()));
    let before = ledger_view(address).entries.len();
    let found = found_by_words(address).await;
    assert_eq!(found[0].title.as_deref(), Some("Jean n° 40a d’été"));
    assert_eq!(found.len(), ComparableSearch::LIMIT);
    let again = NewComparable::new(
        ComparableInput {
            comparable: found[0].comparable.clone(),
            title: None,
            reference: Some(seed.to_string()),
        },
        date(2026, 11, 21),
    );
    assert_eq!(store.add(vec![again.unwrap()]).await.unwrap(), 1, "the comparable gets an unused id");
    let held = store.hold(&hold(&ids, account, None)).await.unwrap();
    assert!(store.settle(&settling(held.id, now())).await.unwrap().charged);
    let entries = ledger_view(address).entries;
    assert_eq!(entries.len(), before + 2);
    assert!(
        entries[before..].iter().all(|entry| entry.reservation == Some(held.id)),
        "new ledger entries come last"
    );
    assert_eq!(store.violations(now()).await.unwrap(), Vec::<String>::new());
}

#[tokio::test]
async fn copy_from_file_to_file_is_complete() {
    let folder = folder();
    let (from, to) = (file(&folder, "from.db"), file(&folder, "new/to.db"));
    let ann = live(&from).await;
    let mut steps = Vec::new();
    let copied = copy_all(&from, &to, &mut |progress| steps.push((progress.copied, progress.all))).unwrap();
    let rows = |table: &str| copied.iter().find(|copied| copied.table == table).unwrap().rows;
    assert_eq!((copied.len(), rows("account"), rows("entitlement")), (34, 3, 1));
    assert_eq!((rows("batch"), rows("batch_item"), rows("batch_photo")), (1, 2, 1));
    assert_eq!((rows("webhook"), rows("webhook_delivery")), (1, 2));
    assert_eq!((rows("billing_event"), rows("billing_subject")), (1, 2));
    assert_eq!((rows("billing_order"), rows("billing_customer")), (4, 1));
    assert_eq!((rows("kept_photo_set"), rows("kept_photo")), (1, 1));
    assert_eq!((rows("tray"), rows("tray_photo")), (1, 2));
    assert_eq!((rows("person"), rows("external_identity"), rows("session")), (1, 1, 1));
    assert_eq!((rows("link"), rows("outbox"), rows("outbox_occasion")), (2, 1, 1));
    assert_eq!((rows("reservation"), rows("idempotency"), rows("expense")), (1_203, 802, 6));
    assert_eq!((rows("generation"), rows("comparable")), (401, 701));
    let all = copied.iter().map(|copied| copied.rows.unsigned_abs()).sum();
    assert_eq!(steps.last(), Some(&(all, all)));
    assert!(steps.len() > 8 && steps.is_sorted(), "{steps:?}");
    assert_eq!(differences(&from, &to), Vec::<String>::new());
    works_on(&to, ann, 3).await;
}

#[tokio::test]
async fn copy_to_a_server_and_back_is_complete_and_usable() {
    let Some(server) = bare_database() else { return };
    let folder = folder();
    let (from, back, again) = (file(&folder, "from.db"), file(&folder, "back.db"), file(&folder, "again.db"));
    let ann = live(&from).await;
    copy_all(&from, &server, &mut |_| {}).unwrap();
    assert_eq!(view(&server), view(&from));
    copy_all(&server, &back, &mut |_| {}).unwrap();
    assert_eq!(view(&back), view(&from));
    assert_eq!(differences(&from, &back), Vec::<String>::new());

    works_on(&server, ann, 3).await;
    copy_all(&server, &again, &mut |_| {}).unwrap();
    assert_eq!(view(&again), view(&server));
    works_on(&again, ann, 4).await;
    let Some(other) = bare_database() else { return };
    copy_all(&server, &other, &mut |_| {}).unwrap();
    assert_eq!(view(&other), view(&server));
    works_on(&other, ann, 5).await;
}

#[tokio::test]
async fn copy_refuses_a_target_with_data() {
    let folder = folder();
    let from = file(&folder, "from.db");
    live(&from).await;
    for to in [Some(file(&folder, "to.db")), bare_database()].into_iter().flatten() {
        let eve = account(&store(&to), &SeededIds::new(8), Plan::Free).await;
        let refused = copy_all(&from, &to, &mut |_| {}).unwrap_err();
        let is_not_empty = matches!(&refused, TransferError::Refused(Refusal::NotEmpty { table: "account" }));
        assert!(is_not_empty && refused.is_refusal(), "{refused:?}");
        let accounts = store(&to).accounts().await.unwrap();
        assert_eq!(accounts.iter().map(|account| account.id).collect::<Vec<_>>(), [eve]);
        assert!(ledger_view(&to).entries.is_empty());
    }
}

#[tokio::test]
async fn unsound_data_is_not_copied() {
    let folder = folder();
    let from = file(&folder, "from.db");
    live(&from).await;
    let mut conn = raw(from.trim_start_matches("sqlite://"));
    conn.batch_execute("UPDATE bucket SET granted = granted + 1 WHERE kind = 'credit'").unwrap();
    for to in [Some(file(&folder, "to.db")), bare_database()].into_iter().flatten() {
        let failed = copy_all(&from, &to, &mut |_| {}).unwrap_err();
        assert!(matches!(&failed, TransferError::Unsound(_)) && !failed.is_refusal(), "{failed:?}");
        assert!(store(&to).accounts().await.unwrap().is_empty());
    }
}

#[test]
fn copy_requires_a_current_source_schema() {
    let folder = folder();
    let (from, to) = (file(&folder, "from.db"), file(&folder, "to.db"));
    let absent = copy_all(&from, &to, &mut |_| {});
    assert!(matches!(absent, Err(TransferError::Refused(Refusal::Missing(_)))), "{absent:?}");
    let mut conn = raw(from.trim_start_matches("sqlite://"));
    conn.batch_execute("CREATE TABLE cats (name TEXT)").unwrap();
    let foreign = copy_all(&from, &to, &mut |_| {});
    assert!(matches!(foreign, Err(TransferError::Refused(Refusal::NotOurs(_)))), "{foreign:?}");
    drop(Database::open(&from).unwrap());
    conn.batch_execute("DELETE FROM __diesel_schema_migrations WHERE version = '0005'").unwrap();
    let older = copy_all(&from, &to, &mut |_| {});
    assert!(matches!(older, Err(TransferError::Refused(Refusal::OtherSchema(_)))), "{older:?}");
    assert!(!folder.path().join("to.db").exists());
    if let Some(empty) = bare_database() {
        let foreign = copy_all(&empty, &to, &mut |_| {});
        assert!(matches!(foreign, Err(TransferError::Refused(Refusal::NotOurs(_)))), "{foreign:?}");
    }
}
