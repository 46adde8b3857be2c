//! Tests with clients that do not read the responses to many requests.

use std::fs;
use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpSocket;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::process::{Ptl, Running};

const CONNECTIONS: usize = 40;
/// Memory for each connection, in KiB.
const EACH: u64 = 1_024;

/// Generous for a busy machine.
const PATIENCE: Duration = Duration::from_mins(10);

/// Peak memory in KiB.
fn peak(server: &Running) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("/proc has the peak");
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// Sends until the server closes the connection. The client's receive buffer is minimal, so that it fills
/// quickly.
async fn ask_and_take_nothing(address: SocketAddr, request: String) {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    let mut connection = socket.connect(address).await.unwrap();
    while connection.write_all(request.as_bytes()).await.is_ok() {}
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_that_read_no_responses_use_little_memory() {
    let settings =
        [("PTL_RATE_ANONYMOUS_PER_MINUTE", "1000000"), ("PTL_BODY_START_SECONDS", "2"), ("PTL_LOG", "error")];
    let ptl = Ptl::fresh(settings.map(|(name, value)| (name, value.to_owned())).to_vec());
    for head in ["GET /health/live", "OPTIONS /api/v1/usage", "GET /docs"] {
        let server = ptl.serve();
        let address: SocketAddr = server.url.trim_start_matches("http://").parse().unwrap();
        let request = format!("{head} HTTP/1.1\r\nhost: a\r\n\r\n").repeat(1_000);
        let quiet = peak(&server);
        let clients: JoinSet<()> =
            (0..CONNECTIONS).map(|_| ask_and_take_nothing(address, request.clone())).collect();
        timeout(PATIENCE, clients.join_all()).await.expect("all connections end in time");
        let each = (peak(&server) - quiet) / u64::try_from(CONNECTIONS).unwrap();
        assert!(each < EACH, "{head}: {each} KiB per connection");
    }
}
