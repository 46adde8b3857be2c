use std::sync::Barrier;
use std::thread;

use diesel::connection::SimpleConnection as _;
use listing_domain::account::Plan;
use listing_domain::ports::{AccountStore as _, QuotaLedger as _};
use listing_domain::quota::UsageAtCharge;
use listing_storage::{Database, StorageError, Store};

use crate::fixture::Fixture;
use crate::support::{FREE, now, open, raw, settling};

/// The table that the migration library creates first.
const NO_STEPS: &str = "CREATE TABLE __diesel_schema_migrations (
    version VARCHAR(50) PRIMARY KEY NOT NULL, run_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP)";

#[tokio::test]
async fn eight_programs_can_open_a_new_file_at_the_same_time() {
    for round in 0..40 {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(if round % 2 == 0 { "new/ptl.db" } else { "ptl.db" });
        if round % 2 == 1 {
            // In one case there is no file, in the other a file without migrations.
            raw(&file).batch_execute(NO_STEPS).unwrap();
        }
        let (address, together) = (format!("sqlite://{}", file.display()), Barrier::new(8));
        let opened: Vec<Database> = thread::scope(|scope| {
            let open = || {
                together.wait();
                Database::open(&address).unwrap()
            };
            let openers: Vec<_> = (0..8).map(|_| scope.spawn(open)).collect();
            openers.into_iter().map(|opener| opener.join().unwrap()).collect()
        });
        for database in &opened {
            database.check().await.unwrap();
        }
        let store = Store::new(opened.into_iter().next().unwrap());
        assert!(store.accounts().await.unwrap().is_empty());
    }
}

#[tokio::test]
async fn stored_data_survives_a_restart() {
    let fixture = Fixture::on_file();
    let account = fixture.account(Plan::Free).await;
    let (_, key) = fixture.key(account).await;
    fixture.credits(account, 20).await;
    let held = fixture.hold(account, now()).await.unwrap();
    let settled = fixture.store.settle(&settling(held.id, now())).await.unwrap();
    let (file, _folder) = fixture.close();

    let store = open(&file);
    assert_eq!(UsageAtCharge::from(store.usage(account, FREE, now()).await.unwrap()), settled.usage);
    assert_eq!((settled.usage.free_used, settled.usage.credits_remaining), (1, 20));
    assert_eq!(store.key_owner(&key.digest(), now()).await.unwrap().unwrap().account, account);
}

#[tokio::test]
async fn newer_schema_is_refused_and_left_unchanged() {
    let fixture = Fixture::on_file();
    let add = "INSERT INTO __diesel_schema_migrations (version) VALUES ('9001')";
    fixture.tamper(add).unwrap();
    assert!(matches!(fixture.store.database().check().await, Err(StorageError::Outdated)));

    let error = Database::open(fixture.file().to_str().unwrap()).err().unwrap();
    assert!(matches!(error, StorageError::Newer { .. }), "{error:?}");
    let sentence = error.to_string();
    assert!(sentence.contains("9001") && sentence.contains("newer program"), "{sentence}");
}

#[cfg(unix)]
#[tokio::test]
async fn created_files_are_readable_by_their_owner_only() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let file = data.join("ptl.db");
    let _database = Database::open(file.to_str().unwrap()).unwrap();
    let mode = |path: &std::path::Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&data), 0o700);
    for name in ["ptl.db", "ptl.db-wal", "ptl.db-shm"] {
        assert_eq!(mode(&data.join(name)), 0o600, "{name}");
    }
}

#[test]
fn file_other_than_a_database_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("notes.txt");
    std::fs::write(&file, "these are my notes, not a database\n".repeat(50)).unwrap();
    assert!(Database::open(file.to_str().unwrap()).is_err());
    assert!(Database::open(folder.path().to_str().unwrap()).is_err());
}

#[tokio::test]
async fn check_fails_on_a_database_without_the_migrations_table() {
    let fixture = Fixture::on_file();
    fixture.store.database().check().await.unwrap();
    fixture.tamper("DROP TABLE __diesel_schema_migrations").unwrap();
    assert!(fixture.store.database().check().await.is_err());
}

#[cfg(target_os = "linux")]
fn locks_on(file: &std::path::Path) -> usize {
    use std::os::unix::fs::MetadataExt as _;
    let inode = format!(":{} ", std::fs::metadata(file).unwrap().ino());
    let own = format!(" {} ", std::process::id());
    let locks = std::fs::read_to_string("/proc/locks").unwrap();
    locks.lines().filter(|lock| lock.contains(&inode) && lock.contains(&own)).count()
}

#[tokio::test]
#[cfg(target_os = "linux")]
async fn opening_a_file_again_keeps_the_locks_of_the_first_connection() {
    let fixture = Fixture::on_file();
    fixture.account(Plan::Free).await;
    let file = fixture.file();
    let held = locks_on(&file);
    assert!(held > 0, "an open database file has locks");
    let again = Database::open(&format!("sqlite://{}", file.display())).unwrap();
    again.check().await.unwrap();
    drop(again);
    assert_eq!(locks_on(&file), held);
}

#[test]
fn migrations_have_unique_numbers_and_exist_for_both_engines() {
    let steps = |engine: &str| {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(engine);
        let name =
            |entry: std::io::Result<std::fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
        let mut names: Vec<String> = std::fs::read_dir(folder).unwrap().map(name).collect();
        names.sort();
        names
    };
    let mut numbers: Vec<String> = steps("sqlite").iter().map(|name| name[..4].to_owned()).collect();
    assert_eq!(steps("sqlite"), steps("postgres"));
    let all = numbers.len();
    numbers.dedup();
    assert_eq!(numbers.len(), all, "{numbers:?}");
}
