//! The retry after a broken connection, in real time.

use std::sync::Arc;

use listing_domain::draft::{Draft, DraftRequest};
use listing_domain::ports::{ListingWriter as _, WriterError};
use listing_testkit::service::{Server, Step};
use listing_writers::{Retrying, WriterMetrics};
use prometheus::Registry;

use crate::fake_model;
use crate::formats::Format;
use crate::support::{draft_request, writer};

#[derive(Debug, Clone, Copy)]
enum Break {
    /// Before the request is read.
    Unread,
    Read,
    HalfAnswered,
}

/// The first `broken` connections break.
async fn service(format: Format, how: Break, broken: usize) -> Server {
    let step = match how {
        Break::Unread => {
            return Server::resetting_first(broken, move |_, request| fake_model::good(format, request))
                .await;
        }
        Break::Read => Step::Reset,
        Break::HalfAnswered => Step::HalfABody,
    };
    let reply = move |number: usize, request: &_| {
        if number < broken { step.clone() } else { fake_model::good(format, request) }
    };
    Server::start(reply).await
}

async fn write(format: Format, server: &Server) -> (Result<Draft, WriterError>, DraftRequest) {
    let metrics = WriterMetrics::new(&Registry::new()).unwrap();
    let draft_request = draft_request();
    let retrying = Retrying::new(Arc::new(writer(format, server)), Arc::default(), metrics);
    (retrying.write(&draft_request).await, draft_request)
}

#[tokio::test]
async fn a_broken_connection_is_retried() {
    let cases = Format::ALL
        .into_iter()
        .flat_map(|format| [Break::Unread, Break::Read, Break::HalfAnswered].map(|how| (format, how)));
    let runs: Vec<_> = cases
        .map(|(format, how)| {
            tokio::spawn(async move {
                let server = service(format, how, 2).await;
                let (result, draft_request) = write(format, &server).await;
                assert!(result.is_ok(), "{how:?}, {format:?}: {result:?}");
                assert_eq!(
                    draft_request.expenses.all().len(),
                    3,
                    "{how:?}, {format:?}: every call is an expense"
                );
            })
        })
        .collect();
    for run in runs {
        run.await.unwrap();
    }
}

#[tokio::test]
async fn a_connection_that_always_breaks_is_tried_three_times() {
    let server = Server::scripted(vec![Step::Reset]).await;
    let (result, draft_request) = write(Format::OpenAi, &server).await;
    assert!(matches!(result, Err(WriterError::Unavailable { .. })), "{result:?}");
    assert_eq!((server.received().len(), draft_request.expenses.all().len()), (3, 3));
}
