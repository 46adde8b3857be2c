//! Runs two futures concurrently.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

/// Runs `main` and `side` concurrently until both end. If `main` fails, `side` is dropped at once, because
/// its result is useless then.
pub(super) async fn run_concurrently<T, E, S>(
    main: impl Future<Output = Result<T, E>>,
    side: impl Future<Output = S>,
) -> Result<(T, S), E> {
    let (mut main, mut side) = (pin!(main), pin!(side));
    let (mut main_output, mut side_output) = (None, None);
    poll_fn(|context| {
        if main_output.is_none()
            && let Poll::Ready(outcome) = main.as_mut().poll(context)
        {
            match outcome {
                Ok(output) => main_output = Some(output),
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
        if side_output.is_none()
            && let Poll::Ready(output) = side.as_mut().poll(context)
        {
            side_output = Some(output);
        }
        match (main_output.take(), side_output.take()) {
            (Some(main), Some(side)) => Poll::Ready(Ok((main, side))),
            unfinished => {
                (main_output, side_output) = unfinished;
                Poll::Pending
            }
        }
    })
    .await
}
