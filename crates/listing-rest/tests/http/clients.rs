//! Clients that disconnect while the service writes their listings.

use std::sync::Arc;
use std::time::Duration;

use listing_testkit::{FakeWriter, GatedWriter};
use tokio::io::AsyncWriteExt as _;

use crate::support::{Setup, TestServer, valid_body};

/// Disconnects a client by `leave` while the service writes its listings; returns the units used once the
/// work is done.
async fn used_after(leave: impl AsyncFnOnce(tokio::net::TcpStream)) -> u32 {
    let writer = Arc::new(GatedWriter::new(Arc::new(FakeWriter::default())));
    let server = TestServer::start_with(Setup { writer: writer.clone(), ..Setup::default() }).await;
    let mut connection = server.connect().await;
    connection.write_all(server.post(&valid_body()).as_bytes()).await.unwrap();
    while writer.arrived() == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    leave(connection).await;
    // The server needs some time to notice the disconnection.
    tokio::time::sleep(Duration::from_millis(100)).await;
    writer.open();
    server.tasks.finished().await;
    assert_eq!(listing_testkit::invariants::broken(&server.store.ledger_view(), 3), Vec::<String>::new());
    server.quota().await.free_used
}

#[tokio::test]
async fn a_client_that_closes_its_connection_is_charged_for_the_work() {
    let used = used_after(async |mut connection| connection.shutdown().await.unwrap()).await;
    assert_eq!(used, 1);
}

#[tokio::test]
async fn a_client_that_resets_its_connection_is_charged_for_the_work() {
    let used = used_after(async |connection| {
        connection.set_zero_linger().unwrap();
        drop(connection);
    });
    assert_eq!(used.await, 1);
}
