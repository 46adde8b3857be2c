use std::collections::BTreeMap;
use std::sync::Arc;

use listing_domain::account::Plan;

use crate::app::{TestApp, fine_request};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_concurrent_requests_on_three_units_give_3_successes_and_47_refusals() {
    let app = Arc::new(TestApp::start_unhurried());
    let key = Arc::new(app.db_account("ann@example.com", Plan::Free).await);
    let requests: Vec<_> = (0..50)
        .map(|_| {
            let (app, key) = (Arc::clone(&app), Arc::clone(&key));
            tokio::spawn(async move { app.generate(&key, &fine_request()).await.status })
        })
        .collect();
    let mut statuses: BTreeMap<u16, usize> = BTreeMap::new();
    for request in requests {
        *statuses.entry(request.await.unwrap()).or_default() += 1;
    }
    assert_eq!(statuses, BTreeMap::from([(200, 3), (402, 47)]));
    assert_eq!(app.usage(&key).await.json["data"]["freeUsed"], 3);
}
