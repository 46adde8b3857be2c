use std::collections::BTreeMap;

use async_trait::async_trait;
use jiff::Timestamp;
use listing_domain::expense::{Expense, MicroUsd};
use listing_domain::ids::AccountId;
use listing_domain::ports::{CostLine, ExpenseBook, RecordedCalls, StoreError};

use super::MemoryStore;

#[async_trait]
impl ExpenseBook for MemoryStore {
    async fn record(&self, calls: &RecordedCalls) -> Result<(), StoreError> {
        self.lock().calls.push(calls.clone());
        Ok(())
    }

    async fn costs(&self, account: AccountId, from: Timestamp) -> Result<Vec<CostLine>, StoreError> {
        let state = self.lock();
        let concerned = state.calls.iter().filter(|calls| calls.account == account && calls.at >= from);
        let mut lines = BTreeMap::new();
        for expense in concerned.flat_map(|calls| &calls.expenses) {
            let key = (expense.provider.to_owned(), expense.model.to_string());
            add(lines.entry(key.clone()).or_insert_with(|| empty(key)), expense);
        }
        Ok(lines.into_values().collect())
    }

    async fn spent(&self, from: Timestamp) -> Result<MicroUsd, StoreError> {
        let state = self.lock();
        let expenses = state.calls.iter().filter(|calls| calls.at >= from).flat_map(|calls| &calls.expenses);
        Ok(expenses.filter_map(|expense| expense.cost).fold(MicroUsd::default(), MicroUsd::plus))
    }
}

fn empty((provider, model): (String, String)) -> CostLine {
    let cost = MicroUsd::default();
    CostLine {
        provider,
        model,
        calls: 0,
        good: 0,
        outages: 0,
        tokens_in: 0,
        tokens_out: 0,
        cost,
        unpriced: 0,
    }
}

fn add(line: &mut CostLine, expense: &Expense) {
    line.calls += 1;
    line.good += u64::from(expense.outcome == Expense::OK);
    line.outages += u64::from(Expense::OUTAGES.contains(&expense.outcome));
    line.tokens_in += expense.tokens_in;
    line.tokens_out += expense.tokens_out;
    line.cost = line.cost.plus(expense.cost.unwrap_or_default());
    line.unpriced += u64::from(expense.cost.is_none());
}
