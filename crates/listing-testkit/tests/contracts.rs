//! The adapters in memory keep the same promises as all others.

use std::sync::Arc;

use listing_testkit::contract::{
    Books, Histories, Stores, account_store_contract, entitlement_store_contract, expense_book_contract,
    generation_store_contract, quota_ledger_contract, rate_limiter_contract,
};
use listing_testkit::{MemoryLimiter, MemoryStore};

#[tokio::test]
async fn memory_store_keeps_the_account_store_contract() {
    account_store_contract(async || MemoryStore::new()).await;
}

#[tokio::test]
async fn memory_store_keeps_the_quota_ledger_contract() {
    quota_ledger_contract(async || {
        let store = Arc::new(MemoryStore::new());
        Stores::of(&store)
    })
    .await;
}

#[tokio::test]
async fn memory_store_keeps_the_entitlement_store_contract() {
    entitlement_store_contract(async || Stores::of(&Arc::new(MemoryStore::new()))).await;
}

#[tokio::test]
async fn memory_store_keeps_the_expense_book_contract() {
    expense_book_contract(async || {
        let store = Arc::new(MemoryStore::new());
        let stores = Stores::of(&store);
        Books { stores, expenses: store }
    })
    .await;
}

#[tokio::test]
async fn memory_store_keeps_the_generation_store_contract() {
    generation_store_contract(async || {
        let store = Arc::new(MemoryStore::new());
        let stores = Stores { accounts: store.clone(), entitlements: store.clone(), quota: store.clone() };
        Histories { stores, generations: store }
    })
    .await;
}

#[tokio::test]
async fn memory_limiter_keeps_the_rate_limiter_contract() {
    rate_limiter_contract(async |clock| MemoryLimiter::new(clock)).await;
}
