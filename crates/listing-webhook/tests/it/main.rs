//! Sends webhooks to receivers on real sockets.

#![expect(clippy::unwrap_used, reason = "all of this is tests, their helpers too")]

use jiff::Timestamp;
use listing_domain::ids::DeliveryId;
use listing_domain::ports::{SentWebhook, WebhookSender as _};
use listing_domain::webhook::{DeliveryFault, WebhookContent, WebhookMessage, WebhookSecret, WebhookUrl};
use listing_testkit::service::{Server, Step};
use listing_webhook::HttpWebhooks;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use uuid::Uuid;

fn sender(networks: &str) -> HttpWebhooks {
    HttpWebhooks::new(networks.parse().unwrap()).unwrap()
}

fn message() -> WebhookMessage {
    let id = DeliveryId::new(Uuid::from_u128(7));
    WebhookMessage { id, at: at(0), content: WebhookContent::Test }
}

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_second(1_790_000_000 + seconds).unwrap()
}

async fn send(sender: &HttpWebhooks, url: &str) -> SentWebhook {
    let url = WebhookUrl::parse("url", url).unwrap();
    let (new, former) = (WebhookSecret::from_secret([1; 32]), WebhookSecret::from_secret([2; 32]));
    sender.send(&url, &message(), at(9), &[&new, &former]).await
}

/// Sends to a receiver that does these steps.
async fn answered(steps: Vec<Step>) -> (SentWebhook, Server) {
    let server = Server::scripted(steps).await;
    (send(&sender("127.0.0.0/8"), &server.url("/hooks?shop=7")).await, server)
}

#[tokio::test]
async fn a_message_is_signed_with_every_valid_secret() {
    let (sent, server) = answered(vec![Step::raw(200, "thanks")]).await;
    assert_eq!(sent, SentWebhook::Accepted(200));
    let received = server.received();
    let [request] = &received[..] else { panic!("{received:?}") };
    assert!(request.head.starts_with("POST /hooks?shop=7 HTTP/1.1"), "{}", request.head);
    assert_eq!(request.header("content-type"), Some("application/json"));
    assert_eq!(request.header("webhook-id"), Some("00000000-0000-0000-0000-000000000007"));
    assert_eq!(request.header("webhook-timestamp"), Some("1790000009"));
    assert_eq!(request.body["type"], "webhook.test");
    let signatures = [1, 2].map(|byte| {
        WebhookSecret::from_secret([byte; 32]).sign(message().id, 1_790_000_009, request.text.as_bytes())
    });
    assert_eq!(request.header("webhook-signature"), Some(&*signatures.join(" ")));
}

#[tokio::test]
async fn an_answer_counts_by_its_status() {
    for (status, expected) in [
        (200, SentWebhook::Accepted(200)),
        (204, SentWebhook::Accepted(204)),
        (299, SentWebhook::Accepted(299)),
        (400, SentWebhook::Rejected(400)),
        (410, SentWebhook::Gone(410)),
        (500, SentWebhook::Rejected(500)),
    ] {
        assert_eq!(answered(vec![Step::raw(status, "")]).await.0, expected);
    }
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let other = Server::scripted(vec![Step::raw(200, "")]).await;
    for status in [301, 302, 303, 307, 308] {
        let redirect = Step::raw(status, "").with("location", &other.url("/elsewhere"));
        let (sent, server) = answered(vec![redirect]).await;
        assert_eq!((sent, server.received().len()), (SentWebhook::Rejected(status), 1));
    }
    assert!(other.received().is_empty());
}

#[tokio::test]
async fn an_endless_answer_is_cut_off() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    // Sends until the other side closes the connection, and returns the bytes sent.
    let receiving = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        assert!(stream.read(&mut [0; 4_096]).await.unwrap() > 0);
        stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await.unwrap();
        let (chunk, mut sent) = (vec![b'x'; 1 << 16], 0_u64);
        while stream.write_all(&chunk).await.is_ok() {
            sent += 1 << 16;
        }
        sent
    });
    assert_eq!(send(&sender("127.0.0.0/8"), &url).await, SentWebhook::Accepted(200));
    let sent = receiving.await.unwrap();
    assert!(sent < 100 << 20, "only the buffers of the connection were filled: {sent}");
}

#[tokio::test(start_paused = true)]
async fn a_silent_receiver_times_out() {
    let sent = answered(vec![Step::Silence]).await.0;
    assert_eq!(sent, SentWebhook::Failed(DeliveryFault::TimedOut));
}

#[tokio::test(start_paused = true)]
async fn a_status_counts_although_its_body_is_late() {
    assert_eq!(answered(vec![Step::HeadOnly]).await.0, SentWebhook::Accepted(200));
    assert_eq!(answered(vec![Step::HalfABody]).await.0, SentWebhook::Accepted(200));
}

#[tokio::test]
async fn a_broken_connection_is_unreachable() {
    assert_eq!(answered(vec![Step::Reset]).await.0, SentWebhook::Failed(DeliveryFault::Unreachable));
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    for scheme in ["http", "https"] {
        let sent = send(&sender("127.0.0.0/8"), &format!("{scheme}://{closed}/")).await;
        assert_eq!(sent, SentWebhook::Failed(DeliveryFault::Unreachable), "a refused connection");
    }
}

#[tokio::test]
async fn this_machine_is_forbidden_unless_the_host_allows_it() {
    let server = Server::scripted(vec![Step::raw(200, "")]).await;
    let (closed, port) = (sender(""), server.address.port());
    for host in ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]"] {
        for scheme in ["http", "https"] {
            let url = format!("{scheme}://{host}:{port}/");
            let forbidden = SentWebhook::Failed(DeliveryFault::ForbiddenAddress);
            assert_eq!(send(&closed, &url).await, forbidden, "{url}");
            let url = WebhookUrl::parse("url", &url).unwrap();
            assert_eq!(closed.check(&url).await, Err(DeliveryFault::ForbiddenAddress), "{url:?}");
        }
    }
    assert!(server.received().is_empty());
    let url = WebhookUrl::parse("url", &server.url("/")).unwrap();
    assert_eq!(sender("127.0.0.1").check(&url).await, Ok(()));
}
