//! The suites that hold every adapter of these ports to their promises.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use listing_testkit::contract::{Stores, account_store_contract, quota_ledger_contract};
use tempfile::TempDir;

use crate::support::open;

/// A folder for the files of one suite, a new one for each of its cases.
struct Files {
    folder: TempDir,
    made: AtomicU32,
}

impl Files {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), made: AtomicU32::new(0) }
    }

    fn another(&self) -> PathBuf {
        self.folder.path().join(format!("{}.db", self.made.fetch_add(1, Ordering::Relaxed)))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_account_store_keeps_its_contract() {
    let files = Files::new();
    account_store_contract(async || open(&files.another())).await;
    assert!(files.made.load(Ordering::Relaxed) > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_quota_ledger_keeps_its_contract() {
    let files = Files::new();
    let stores = async || {
        let store = Arc::new(open(&files.another()));
        Stores { accounts: store.clone(), quota: store }
    };
    quota_ledger_contract(stores).await;
    for case in 0..files.made.load(Ordering::Relaxed) {
        let store = open(&files.folder.path().join(format!("{case}.db")));
        assert_eq!(store.violations().await.unwrap(), Vec::<String>::new(), "case {case}");
    }
}
