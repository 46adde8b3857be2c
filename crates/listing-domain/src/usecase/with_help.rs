//! Runs two futures concurrently.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

/// Runs `work` and `help` concurrently until both end. If the work fails, the help is useless and dropped at
/// once.
pub(super) async fn with_help<T, E, H>(
    work: impl Future<Output = Result<T, E>>,
    help: impl Future<Output = H>,
) -> Result<(T, H), E> {
    let (mut work, mut help) = (pin!(work), pin!(help));
    let (mut done, mut helped) = (None, None);
    poll_fn(|context| {
        if done.is_none()
            && let Poll::Ready(outcome) = work.as_mut().poll(context)
        {
            match outcome {
                Ok(outcome) => done = Some(outcome),
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
        if helped.is_none()
            && let Poll::Ready(outcome) = help.as_mut().poll(context)
        {
            helped = Some(outcome);
        }
        match (done.take(), helped.take()) {
            (Some(done), Some(helped)) => Poll::Ready(Ok((done, helped))),
            (still, waiting) => {
                (done, helped) = (still, waiting);
                Poll::Pending
            }
        }
    })
    .await
}
