//! Checks a running service's readiness over HTTP, as a load balancer does.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow, ensure};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

const RESPONSE_TIMEOUT: Duration = Duration::from_secs(3);

/// Fails when no service answers in time, or it is not ready.
pub(crate) async fn check(listen: SocketAddr) -> Result<()> {
    let address = reachable(listen);
    let status = tokio::time::timeout(RESPONSE_TIMEOUT, status_line(address))
        .await
        .with_context(|| format!("{address} did not answer within {} s", RESPONSE_TIMEOUT.as_secs()))?
        .with_context(|| format!("no service answers at {address}"))?;
    let is_ready = status.split(' ').nth(1) == Some("200");
    if is_ready { Ok(()) } else { Err(anyhow!("the service at {address} is not ready: {status}")) }
}

/// True when this program listens there, ready or not.
pub(crate) async fn is_this_program(address: SocketAddr) -> bool {
    let outcome = tokio::time::timeout(RESPONSE_TIMEOUT, status_line(reachable(address))).await;
    let status = outcome.ok().and_then(Result::ok);
    status.is_some_and(|status| matches!(status.split(' ').nth(1), Some("200" | "503")))
}

async fn status_line(address: SocketAddr) -> Result<String> {
    let mut stream = TcpStream::connect(address).await?;
    let request = format!("GET /health/ready HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut response = Vec::new();
    // The status line and the headers are far shorter.
    stream.take(4096).read_to_end(&mut response).await?;
    let line = String::from_utf8_lossy(&response).lines().next().unwrap_or_default().to_owned();
    ensure!(line.starts_with("HTTP/1.1 "), "another program answers there");
    Ok(line)
}

/// The loopback address for a service that listens on all addresses.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}
