//! The JSON body of a message.

use listing_domain::webhook::{WebhookContent, WebhookMessage};
use serde::Serialize;

#[derive(Serialize)]
struct Body {
    r#type: &'static str,
    timestamp: String,
    data: Data,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Data {
    Batch { id: String, state: &'static str, counts: Counts },
    Test {},
}

#[derive(Serialize)]
struct Counts {
    waiting: u32,
    running: u32,
    done: u32,
    failed: u32,
    cancelled: u32,
}

/// Renders a message, always to the same bytes.
pub(crate) fn render(message: &WebhookMessage) -> serde_json::Result<Vec<u8>> {
    let data = match &message.content {
        WebhookContent::BatchFinished(batch) => Data::Batch {
            id: batch.id.to_string(),
            state: batch.state.code(),
            counts: Counts {
                waiting: batch.counts.waiting,
                running: batch.counts.running,
                done: batch.counts.done,
                failed: batch.counts.failed,
                cancelled: batch.counts.cancelled,
            },
        },
        WebhookContent::Test => Data::Test {},
    };
    let r#type = message.content.event().code();
    serde_json::to_vec(&Body { r#type, timestamp: message.at.to_string(), data })
}

#[cfg(test)]
mod tests {
    use listing_domain::batch::BatchState;
    use listing_domain::ids::{BatchId, DeliveryId};
    use listing_domain::webhook::{EndedBatch, ItemCounts};
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_message_names_its_type_time_and_batch() {
        let counts = ItemCounts { waiting: 0, running: 1, done: 29, failed: 2, cancelled: 3 };
        let id = BatchId::new(Uuid::from_u128(7));
        let batch = EndedBatch { id, state: BatchState::Cancelled, counts };
        let check = |content, expected: &str| {
            let at = "2026-11-21T10:00:00.5Z".parse().unwrap();
            let message = WebhookMessage { id: DeliveryId::new(Uuid::from_u128(1)), at, content };
            assert_eq!(String::from_utf8(render(&message).unwrap()).unwrap(), expected);
        };
        check(
            WebhookContent::BatchFinished(batch),
            r#"{"type":"batch.finished","timestamp":"2026-11-21T10:00:00.5Z","data":{"id":"00000000-0000-0000-0000-000000000007","state":"cancelled","counts":{"waiting":0,"running":1,"done":29,"failed":2,"cancelled":3}}}"#,
        );
        check(
            WebhookContent::Test,
            r#"{"type":"webhook.test","timestamp":"2026-11-21T10:00:00.5Z","data":{}}"#,
        );
    }
}
