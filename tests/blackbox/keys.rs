use listing_domain::account::Plan;
use listing_domain::usecase::KeyOptions;

use crate::app::TestApp;

#[tokio::test]
async fn api_key_is_a_prefix_and_64_hexadecimal_characters() {
    let app = TestApp::start();
    let key = app.db_account("ann@example.com", Plan::Free).await;
    let secret = key.strip_prefix("ptl_").expect("the key begins with ptl_");
    assert!(secret.len() == 64 && secret.bytes().all(|b| b.is_ascii_hexdigit()));
}

#[tokio::test]
async fn an_account_holds_at_most_ten_active_keys() {
    let app = TestApp::start();
    let first = app.db_account("ann@example.com", Plan::Free).await;
    let ann = app.db_id("ann@example.com").await;
    for _ in 0..9 {
        app.db_key(ann).await;
    }
    assert!(app.storage.create_key(&app.settings).run(ann, KeyOptions::default()).await.is_err());
    app.storage.revoke_key().run(ann, &first[..12]).await.unwrap();
    app.db_key(ann).await;
}

#[tokio::test]
async fn every_key_of_an_account_is_accepted() {
    let app = TestApp::start();
    let first = app.db_account("ann@example.com", Plan::Free).await;
    let second = app.db_key(app.db_id("ann@example.com").await).await;
    for key in [first, second] {
        assert_eq!(app.usage(&key).await.status, 200);
    }
}
