//! The administrator role, and its withdrawal.

use crate::browser::Browser;
use crate::site::Site;

#[tokio::test]
async fn dismissed_administrator_loses_access_immediately() {
    let site = Site::open();
    let root = site.person("root", true).await;
    let eve = site.person("eve", true).await;
    let mut eves = [Browser::signed_in(&site, "eve").await, Browser::signed_in(&site, "eve").await];
    let mut roots = Browser::signed_in(&site, "root").await;
    for browser in &mut eves {
        assert_eq!(browser.get("/admin").await.status, 200);
    }
    let path = format!("/admin/accounts/{eve}");
    let dismiss = format!("{path}/dismiss");
    assert!(roots.get(&path).await.text().contains(&format!("action=\"{dismiss}\"")));
    let answer = roots.post(&dismiss, &[]).await;
    assert_eq!((answer.status, answer.header("location")), (303, Some(path.as_str())));
    assert!(roots.get(&path).await.text().contains("The account is no longer an administrator."));
    assert!(!roots.get(&path).await.text().contains(&dismiss), "the page no longer offers to dismiss");
    for browser in &mut eves {
        browser.get("/admin").await.assert_page(403);
        browser.post(&format!("/admin/accounts/{root}/dismiss"), &[]).await.assert_page(403);
        assert_eq!(browser.get("/account").await.status, 200, "the account stays");
    }
    roots.post(&dismiss, &[]).await.assert_page(409);
}

#[tokio::test]
async fn administrators_can_dismiss_neither_themselves_nor_the_last_one() {
    let site = Site::open();
    let root = site.person("root", true).await;
    let eve = site.person("eve", true).await;
    let mut roots = Browser::signed_in(&site, "root").await;
    let own = format!("/admin/accounts/{root}");
    assert!(!roots.get(&own).await.text().contains("/dismiss"));
    roots.post(&format!("{own}/dismiss"), &[]).await.assert_page(400);
    assert_eq!(roots.get("/admin").await.status, 200);
    // A suspended administrator does not count, so that the last active one has to stay.
    site.suspend(root).await;
    let mut eves = Browser::signed_in(&site, "eve").await;
    eves.post(&format!("{own}/dismiss"), &[]).await;
    eves.post(&format!("/admin/accounts/{eve}/dismiss"), &[]).await.assert_page(400);
    assert_eq!(eves.get("/admin").await.status, 200);
}
