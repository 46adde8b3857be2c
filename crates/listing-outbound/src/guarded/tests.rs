use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use super::*;

const WITHIN: Duration = Duration::from_secs(20);

fn transport(allowed: &str) -> GuardedTransport {
    let lookup: Lookup = |host| Box::pin(async move { Ok(addresses_of(&host)) });
    GuardedTransport::with_lookup(allowed.parse().unwrap(), lookup).unwrap()
}

/// The test's names.
fn addresses_of(host: &str) -> Vec<IpAddr> {
    let texts: &[&str] = match host.trim_end_matches('.') {
        "local.example" | "localhost" => &["127.0.0.1"],
        "six.example" => &["::1"],
        "mapped.example" => &["::ffff:127.0.0.1"],
        "metadata.example" => &["169.254.169.254"],
        "mixed.example" => &["1.1.1.1", "10.0.0.1"],
        "inner.example" => &["1.1.1.1", "127.0.0.1"],
        "public.example" => &["1.1.1.1", "2606:4700::1111"],
        _ => &[],
    };
    texts.iter().map(|text| text.parse().unwrap()).collect()
}

/// Word for the outcome of a check.
fn word(outcome: &Result<(), GuardedFault>) -> &'static str {
    match outcome {
        Ok(()) => "allowed",
        Err(GuardedFault::Forbidden) => "forbidden",
        Err(GuardedFault::Unreachable(_)) => "unreachable",
        Err(GuardedFault::TimedOut) => "timed out",
    }
}

#[tokio::test]
async fn only_hosts_with_public_addresses_are_allowed() {
    let transport = transport("");
    for (url, expected) in [
        ("https://public.example/hooks", "allowed"),
        ("https://1.1.1.1/", "allowed"),
        ("https://[2606:4700::1111]/", "allowed"),
        ("http://public.example/", "forbidden"),
        ("http://1.1.1.1/", "forbidden"),
        ("https://unknown.example/", "unreachable"),
        ("ftp://public.example/", "forbidden"),
        ("https://local.example/", "forbidden"),
        ("https://localhost/", "forbidden"),
        ("https://LOCALHOST./", "forbidden"),
        ("https://six.example/", "forbidden"),
        ("https://mapped.example/", "forbidden"),
        ("https://metadata.example/latest/meta-data/", "forbidden"),
        ("https://mixed.example/", "forbidden"),
        ("https://127.0.0.1/", "forbidden"),
        ("https://127.1/", "forbidden"),
        ("https://2130706433/", "forbidden"),
        ("https://0x7f000001/", "forbidden"),
        ("https://0x7f.1/", "forbidden"),
        ("https://0177.0.0.1/", "forbidden"),
        ("https://017700000001/", "forbidden"),
        ("https://127.0.0.1./", "forbidden"),
        ("https://0/", "forbidden"),
        ("https://0xa9fea9fe/", "forbidden"),
        ("https://[::1]/", "forbidden"),
        ("https://[::]/", "forbidden"),
        ("https://[::ffff:127.0.0.1]/", "forbidden"),
        ("https://[::ffff:7f00:1]/", "forbidden"),
        ("https://[64:ff9b::127.0.0.1]/", "forbidden"),
        ("https://[2002:7f00:1::]/", "forbidden"),
        ("https://[fe80::1]/", "forbidden"),
        ("https://[fd00::1]/", "forbidden"),
    ] {
        assert_eq!(word(&transport.check(url).await), expected, "{url}");
    }
}

#[tokio::test]
async fn allowed_networks_are_open_to_names_and_literals() {
    let transport = transport("127.0.0.0/8,10.0.0.0/8");
    for (url, expected) in [
        ("http://127.0.0.1:9000/", "allowed"),
        ("https://local.example/", "allowed"),
        ("http://local.example/", "allowed"),
        ("https://mixed.example/", "allowed"),
        ("http://mixed.example/", "forbidden"),
        ("http://public.example/", "forbidden"),
        ("http://[::ffff:127.0.0.1]/", "forbidden"),
        ("http://[::1]/", "forbidden"),
        ("https://metadata.example/", "forbidden"),
    ] {
        assert_eq!(word(&transport.check(url).await), expected, "{url}");
    }
}

/// A listener on this machine, and the connections that it got.
async fn listener() -> (u16, tokio::sync::mpsc::UnboundedReceiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let (sender, receiver) = tokio::sync::mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut bytes = [0; 4_096];
            let read = stream.read(&mut bytes).await.unwrap();
            sender.send(String::from_utf8_lossy(&bytes[..read]).into_owned()).unwrap();
            let _ = stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").await;
        }
    });
    (port, receiver)
}

#[tokio::test]
async fn a_forbidden_host_gets_no_connection() {
    let (port, mut received) = listener().await;
    let (closed, open) = (transport(""), transport("127.0.0.0/8"));
    for host in
        ["local.example", "inner.example", "127.0.0.1", "localhost", "2130706433", "[::ffff:127.0.0.1]"]
    {
        for scheme in ["http", "https"] {
            let url = format!("{scheme}://{host}:{port}/");
            let sent = closed.post(&url, HeaderMap::new(), Vec::new(), WITHIN).await;
            assert!(matches!(sent, Err(GuardedFault::Forbidden)), "{url}: {sent:?}");
        }
    }
    assert!(received.try_recv().is_err(), "no connection was made");
    let url = format!("http://local.example:{port}/hooks");
    assert_eq!(open.post(&url, HeaderMap::new(), b"{}".to_vec(), WITHIN).await.unwrap(), 204);
    let request = received.recv().await.unwrap();
    assert!(
        request.starts_with("POST /hooks HTTP/1.1\r\n") && request.contains("local.example"),
        "{request}"
    );
}
