use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use listing_domain::account::Plan;
use listing_domain::ids::AccountId;
use listing_domain::ports::{AccountStore as _, QuotaLedger as _};
use listing_storage::transfer::{Refusal, TransferError, back_up, restore};
use listing_storage::{Database, StorageError};
use tempfile::TempDir;

use crate::fixture::Fixture;
use crate::support::{FREE, Number, at, now, open, raw, settling};

const UNDO_LAST: &str = include_str!("../../migrations/sqlite/0004_expenses/down.sql");

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(name).collect();
    names.sort();
    names
}

fn execute(file: &Path, statements: &str) {
    raw(file).batch_execute(statements).unwrap();
}

/// Free units spent or held when the backup was made.
const THEN: i64 = 2;
const SINCE: i64 = 3;

fn taken(file: &Path) -> i64 {
    let count = "SELECT SUM(pending + spent) AS number FROM bucket WHERE kind = 'free'";
    diesel::sql_query(count).get_result::<Number>(&mut raw(file)).unwrap().number
}

/// Backs up a database, spends one more unit in it and closes it. Returns the database, the backup and their
/// folder.
async fn backed_up() -> (PathBuf, PathBuf, TempDir) {
    let fixture = Fixture::on_file();
    let account = fixture.account(Plan::Free).await;
    fixture.credits(account, 20).await;
    let held = fixture.hold(account, now()).await.unwrap();
    fixture.store.settle(&settling(held.id, now())).await.unwrap();
    fixture.hold(account, now()).await.unwrap();
    let backup = fixture.file().with_file_name("backup.db");
    back_up(text(&fixture.file()), &backup, &mut |_| {}).unwrap();
    let held = fixture.hold(account, now()).await.unwrap();
    fixture.store.settle(&settling(held.id, now())).await.unwrap();
    let (file, folder) = fixture.close();
    (file, backup, folder.unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn backup_under_load_is_sound_and_contains_every_acknowledged_write() {
    let fixture = Arc::new(Fixture::on_file());
    let account = fixture.account(Plan::Free).await;
    fixture.credits(account, 100_000).await;
    let (acknowledged, is_over) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicBool::new(false)));
    let mut writing = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let (fixture, acknowledged, is_over) = (fixture.clone(), acknowledged.clone(), is_over.clone());
        writing.spawn(async move {
            while !is_over.load(Ordering::Relaxed) {
                let held = fixture.hold(account, now()).await.unwrap();
                fixture.store.settle(&settling(held.id, now())).await.unwrap();
                acknowledged.fetch_add(1, Ordering::Relaxed);
            }
        });
    }
    let folder = tempfile::tempdir().unwrap();
    let mut before = Vec::new();
    for number in 0..5 {
        let (from, to) = (fixture.file(), folder.path().join(format!("{number}.db")));
        while acknowledged.load(Ordering::Relaxed) < 200 * (number + 1) {
            tokio::task::yield_now().await;
        }
        before.push((acknowledged.load(Ordering::Relaxed), to.clone()));
        tokio::task::spawn_blocking(move || back_up(text(&from), &to, &mut |_| {})).await.unwrap().unwrap();
    }
    is_over.store(true, Ordering::Relaxed);
    writing.join_all().await;
    assert_eq!(names(folder.path()), ["0.db", "1.db", "2.db", "3.db", "4.db"]);
    for (acknowledged, copy) in before {
        let store = open(&copy);
        assert_eq!(store.violations(now()).await.unwrap(), Vec::<String>::new());
        let usage = store.usage(account, FREE, now()).await.unwrap();
        assert!(usage.free_used + 100_000 - usage.credits_remaining >= acknowledged, "{usage:?}");
    }
    fixture.assert_sound().await;
}

#[tokio::test]
async fn backup_overwrites_no_file_and_is_readable_by_its_owner_only() {
    let (file, backup, folder) = backed_up().await;
    let bytes = fs::read(&backup).unwrap();
    let again = back_up(text(&file), &backup, &mut |_| {});
    assert!(matches!(again, Err(TransferError::Refused(Refusal::FileExists(_)))), "{again:?}");
    assert_eq!(fs::read(&backup).unwrap(), bytes);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(backup.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
    for (from, to) in [("absent.db", "new.db"), ("ptl.db", "absent/new.db")] {
        let refused = back_up(text(&folder.path().join(from)), &folder.path().join(to), &mut |_| {});
        assert!(matches!(refused, Err(TransferError::Refused(Refusal::Missing(_)))), "{refused:?}");
    }
    assert_eq!(names(folder.path()), ["backup.db", "ptl.db"]);
}

#[tokio::test]
async fn an_unsound_database_is_not_backed_up() {
    let (file, _, folder) = backed_up().await;
    let to = folder.path().join("new.db");
    execute(&file, "UPDATE bucket SET granted = granted + 1 WHERE kind = 'credit'");
    let failed = back_up(text(&file), &to, &mut |_| {}).unwrap_err();
    assert!(matches!(&failed, TransferError::Unsound(_)) && !failed.is_refusal(), "{failed:?}");
    assert!(failed.to_string().contains("I8") && failed.to_string().contains("I12"), "{failed}");
    execute(&file, "DELETE FROM __diesel_schema_migrations WHERE version = '0004'");
    let failed = back_up(text(&file), &to, &mut |_| {}).unwrap_err();
    assert!(matches!(&failed, TransferError::Storage(StorageError::Outdated)), "{failed:?}");
    assert_eq!(names(folder.path()), ["backup.db", "ptl.db"]);
}

#[test]
fn back_up_and_restore_refuse_a_server_database() {
    let address = "postgres://ann:hunter2@db.example/ptl";
    let refused = [
        back_up(address, Path::new("x"), &mut |_| {}),
        restore(address, Path::new("x"), true, now()).map(drop),
    ];
    for refused in refused {
        let refused = refused.unwrap_err();
        assert!(refused.is_refusal());
        let message = refused.to_string();
        assert!(
            message.contains("pg_dump") && message.contains("docs/operations/backup-and-restore.md"),
            "{message}"
        );
    }
}

#[tokio::test]
async fn backup_is_restored_where_no_database_exists() {
    let (_, backup, folder) = backed_up().await;
    let file = folder.path().join("new/ptl.db");
    assert_eq!(restore(text(&file), &backup, false, now()).unwrap(), None);
    assert_eq!(names(file.parent().unwrap()), ["ptl.db"]);
    assert_eq!(taken(&file), THEN);
    let store = open(&file);
    // The unit that was held at the time of the backup becomes available again.
    assert_eq!(store.expire(at("2026-11-22T00:00:00Z")).await.unwrap(), 1);
    assert_eq!(store.violations(now()).await.unwrap(), Vec::<String>::new());
}

#[tokio::test]
async fn restore_replaces_a_database_only_on_request_and_keeps_the_old_one() {
    let (file, backup, folder) = backed_up().await;
    let refused = restore(text(&file), &backup, false, now());
    assert!(matches!(refused, Err(TransferError::Refused(Refusal::DatabaseExists(_)))), "{refused:?}");
    assert_eq!(taken(&file), SINCE);

    let previous = restore(text(&file), &backup, true, now()).unwrap().unwrap();
    assert!(previous.ends_with("ptl.db.20261121T100000Z"), "{previous:?}");
    assert_eq!(names(folder.path()), ["backup.db", "ptl.db", "ptl.db.20261121T100000Z"]);
    assert_eq!((taken(&file), taken(&previous)), (THEN, SINCE));

    // In the same second, the old database's new name is taken. The file with this name is not overwritten.
    let refused = restore(text(&file), &backup, true, now());
    assert!(matches!(refused, Err(TransferError::Refused(Refusal::FileExists(_)))), "{refused:?}");
    assert_eq!((taken(&file), taken(&previous)), (THEN, SINCE));
    let back = restore(text(&file), &previous, true, at("2026-11-21T10:00:01Z")).unwrap().unwrap();
    assert_eq!((taken(&file), taken(&back)), (SINCE, THEN));
}

#[tokio::test]
async fn an_unsound_backup_never_replaces_a_database() {
    let (file, backup, folder) = backed_up().await;
    let other = |name: &str| folder.path().join(name);
    let tampered = |name: &str, statements: &str| {
        fs::copy(&backup, other(name)).unwrap();
        execute(&other(name), statements);
    };
    fs::write(other("empty.db"), "").unwrap();
    fs::write(other("notes.txt"), "these are my notes, not a database\n".repeat(50)).unwrap();
    execute(&other("others.db"), "CREATE TABLE cats (name TEXT)");
    tampered("newer.db", "INSERT INTO __diesel_schema_migrations (version) VALUES ('9001')");
    tampered("unsound.db", "UPDATE bucket SET spent = 0");
    let mut cut = fs::read(&backup).unwrap();
    cut.truncate(cut.len() / 2);
    fs::write(other("cut.db"), cut).unwrap();
    for (name, is_refused) in [
        ("absent.db", true),
        ("empty.db", true),
        ("notes.txt", true),
        ("others.db", true),
        ("newer.db", true),
        ("unsound.db", false),
        ("cut.db", false),
    ] {
        let before = names(folder.path());
        let failed = restore(text(&file), &other(name), true, now()).unwrap_err();
        assert_eq!(failed.is_refusal(), is_refused, "{name}: {failed:?}");
        assert_eq!(names(folder.path()), before, "{name}");
        assert_eq!(taken(&file), SINCE, "{name}");
    }
}

#[tokio::test]
async fn backup_with_a_changed_schema_is_not_restored() {
    let (file, backup, _folder) = backed_up().await;
    for (number, statement) in [
        "CREATE TRIGGER gift AFTER INSERT ON account BEGIN UPDATE bucket SET granted = granted; END",
        "CREATE VIEW everybody AS SELECT email FROM account",
        "DROP TRIGGER ledger_keeps_its_rows; CREATE TRIGGER ledger_keeps_its_rows BEFORE DELETE ON ledger
            BEGIN SELECT 1; END",
        "DROP TRIGGER ledger_keeps_its_rows",
        "ALTER TABLE account ADD COLUMN gift INTEGER AS (1)",
        "ALTER TABLE account ADD COLUMN gift INTEGER DEFAULT 1",
        "CREATE TABLE mine (id INTEGER)",
        "CREATE UNIQUE INDEX one_session ON session (account)",
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET name = name,
            sql = replace(sql, 'units > 0', 'units > -9') WHERE name = 'former_use'",
    ]
    .into_iter()
    .enumerate()
    {
        let changed = backup.with_file_name(format!("changed-{number}.db"));
        fs::copy(&backup, &changed).unwrap();
        execute(&changed, statement);
        let refused = restore(text(&file), &changed, true, now());
        let is_foreign = matches!(
            &refused,
            Err(TransferError::Refused(Refusal::Foreign { found, .. })) if found.len() == 1
        );
        assert!(is_foreign, "{statement}: {refused:?}");
    }
    restore(text(&file), &backup, true, now()).unwrap();
}

#[tokio::test]
async fn backup_with_an_older_schema_is_migrated() {
    let (file, backup, _folder) = backed_up().await;
    let undone = "DELETE FROM __diesel_schema_migrations WHERE version = '0004'";
    execute(&backup, &format!("{UNDO_LAST}; {undone}"));
    restore(text(&file), &backup, true, now()).unwrap().unwrap();
    Database::open(text(&file)).unwrap().check().await.unwrap();
    assert_eq!(taken(&file), THEN);
}

#[tokio::test]
async fn damaged_database_and_its_log_can_be_replaced() {
    let (file, backup, folder) = backed_up().await;
    let side_file = |end: &str| folder.path().join(format!("ptl.db{end}"));
    fs::write(&file, "no database".repeat(1_000)).unwrap();
    fs::write(side_file("-wal"), "no log").unwrap();
    let previous = restore(text(&file), &backup, true, now()).unwrap().unwrap();
    assert_eq!(taken(&file), THEN);
    assert!(fs::read_to_string(&previous).unwrap().starts_with("no database"));

    // The leftover files of a removed database are not applied to the new one either.
    fs::remove_file(&file).unwrap();
    fs::write(side_file("-wal"), "no log either").unwrap();
    let refused = restore(text(&file), &backup, false, now());
    assert!(matches!(refused, Err(TransferError::Refused(Refusal::DatabaseExists(_)))), "{refused:?}");
    let previous = restore(text(&file), &backup, true, at("2026-11-21T10:00:01Z")).unwrap().unwrap();
    assert_eq!(taken(&file), THEN);
    assert!(!previous.exists());
    assert_eq!(fs::read_to_string(format!("{}-wal", text(&previous))).unwrap(), "no log either");
}

#[tokio::test]
async fn a_database_that_a_process_has_open_is_not_replaced() {
    let (file, backup, folder) = backed_up().await;
    let mut holder = start_holder(&file);
    let before = names(folder.path());
    let refused = restore(text(&file), &backup, true, now());
    assert!(matches!(refused, Err(TransferError::Refused(Refusal::InUse(_)))), "{refused:?}");
    assert_eq!(names(folder.path()), before);
    // The check also works if the file itself is unreadable.
    let bytes = fs::read(&file).unwrap();
    fs::write(&file, "no database".repeat(1_000)).unwrap();
    let refused = restore(text(&file), &backup, true, now());
    assert!(matches!(refused, Err(TransferError::Refused(Refusal::InUse(_)))), "{refused:?}");
    assert_eq!(names(folder.path()), before);
    fs::write(&file, bytes).unwrap();

    // A killed process leaves its log next to the file. The restore keeps all of it with the old database.
    holder.kill().unwrap();
    holder.wait().unwrap();
    assert!(names(folder.path()).contains(&"ptl.db-wal".to_owned()));
    let previous = restore(text(&file), &backup, true, now()).unwrap().unwrap();
    assert_eq!(names(folder.path()), ["backup.db", "ptl.db", "ptl.db.20261121T100000Z"]);
    let eve = "eve@example.com".parse().unwrap();
    assert!(open(&previous).account_by_email(&eve).await.unwrap().is_some());
    assert_eq!((taken(&file), taken(&previous)), (THEN, SINCE));
}

fn start_holder(file: &Path) -> Child {
    let mut holder = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "backup::hold_open_until_killed", "--nocapture"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    writeln!(holder.stdin.as_mut().unwrap(), "{}", file.display()).unwrap();
    let output = BufReader::new(holder.stdout.take().unwrap()).lines();
    assert!(output.map_while(Result::ok).any(|line| line == "open"));
    holder
}

#[tokio::test]
#[ignore = "the process that another test starts and kills"]
async fn hold_open_until_killed() {
    use listing_domain::account::Account;
    use listing_domain::ports::IdSource as _;
    use listing_testkit::SeededIds;

    let mut lines = std::io::stdin().lines();
    let Some(Ok(file)) = lines.next() else { return }; // Started by hand, without a task.
    let store = open(file.as_ref());
    let id = AccountId::new(SeededIds::new(9).id());
    let email = "eve@example.com".parse().unwrap();
    store.add_account(&Account::new(id, email, now())).await.unwrap();
    println!("\nopen");
    let _ = lines.next();
}

#[tokio::test]
async fn comparables_are_found_by_their_words_after_a_restore() {
    let fixture = Fixture::on_file();
    crate::copy::keep_comparables(&fixture.store).await;
    let backup = fixture.file().with_file_name("backup.db");
    back_up(text(&fixture.file()), &backup, &mut |_| {}).unwrap();
    let restored = fixture.file().with_file_name("restored.db");
    restore(text(&restored), &backup, false, now()).unwrap();
    let found = crate::copy::found_by_words(text(&restored)).await;
    assert_eq!(found[0].title.as_deref(), Some("Jean n° 40a d’été"));
}
