use std::pin::Pin;
use std::sync::mpsc as gate;

use diesel::connection::SimpleConnection as _;
use diesel::sql_types::BigInt;
use tempfile::TempDir;

use super::*;
use crate::error::Inconsistency;

type Outcome<T> = Result<T, StepError<&'static str>>;

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

fn numbers() -> (TempDir, Location) {
    let folder = tempfile::tempdir().unwrap();
    let location = Location::parse(folder.path().join("numbers.db").to_str().unwrap()).unwrap();
    location.prepare().unwrap();
    open(&location, &DatabaseLimits::default())
        .unwrap()
        .batch_execute("CREATE TABLE number (n INTEGER PRIMARY KEY)")
        .unwrap();
    (folder, location)
}

fn writer(location: &Location) -> Writer {
    Writer::start(
        location.clone(),
        DatabaseLimits::default(),
        open(location, &DatabaseLimits::default()).unwrap(),
        Arc::new(FailureLog::new(location.clone())),
    )
    .unwrap()
}

fn stored(location: &Location) -> i64 {
    let rows = diesel::sql_query("SELECT COUNT(*) AS count FROM number")
        .load::<Count>(&mut open(location, &DatabaseLimits::default()).unwrap());
    rows.unwrap()[0].count
}

fn insert(n: i64) -> impl FnOnce(&mut Conn) -> Outcome<i64> + Send + 'static {
    move |conn| {
        conn.batch_execute(&format!("INSERT INTO number VALUES ({n})"))?;
        Ok(n)
    }
}

/// Keeps the writer busy with a step that ends when the gate opens.
struct Gate<'a> {
    writer: &'a Writer,
    open: gate::Sender<()>,
    step: Pin<Box<dyn Future<Output = Outcome<()>> + 'a>>,
}

impl<'a> Gate<'a> {
    /// Waits until the writer has begun the step, so that all later steps queue behind it.
    async fn closed(writer: &'a Writer) -> Self {
        let ((open, opened), (begins, has_begun)) = (gate::channel(), oneshot::channel());
        let mut step: Pin<Box<dyn Future<Output = _>>> = Box::pin(writer.run(move |_: &mut Conn| {
            let _ = begins.send(());
            // Dropping the sender opens the gate too.
            let _ = opened.recv();
            Ok(())
        }));
        tokio::select! {
            biased;
            _ = &mut step => panic!("the step must not end before its gate opens"),
            begun = has_begun => begun.unwrap(),
        }
        Self { writer, open, step }
    }

    async fn open_before(self, steps: usize) -> Outcome<()> {
        until_queued(self.writer, steps).await;
        self.open.send(()).unwrap();
        self.step.await
    }
}

async fn until_queued(writer: &Writer, steps: usize) {
    let queue = writer.queue.as_ref().unwrap();
    while queue.max_capacity() - queue.capacity() != steps {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn refused_step_does_not_affect_other_steps_of_its_group() {
    let (_folder, location) = numbers();
    let writer = writer(&location);
    let gate = Gate::closed(&writer).await;
    let refuse = |conn: &mut Conn| -> Outcome<()> {
        conn.batch_execute("INSERT INTO number VALUES (100)")?;
        Err(StepError::Refused("no"))
    };
    let (first, refused, twice, last, gated) = tokio::join!(
        writer.run(insert(1)),
        writer.run(refuse),
        writer.run(insert(1)),
        writer.run(insert(2)),
        gate.open_before(4),
    );
    gated.unwrap();
    assert_eq!(first.unwrap(), 1);
    assert!(matches!(refused, Err(StepError::Refused("no"))));
    let constraint =
        |error| matches!(error, StepError::Failed(StorageError::Inconsistent(Inconsistency::Constraint(_))));
    assert!(twice.is_err_and(constraint));
    assert_eq!(last.unwrap(), 2);
    assert_eq!(stored(&location), 2);
}

#[tokio::test]
async fn fault_or_panic_in_a_step_fails_its_group_and_the_writer_continues() {
    let (_folder, location) = numbers();
    let writer = writer(&location);
    let faults: [fn(&mut Conn) -> Outcome<()>; 2] =
        [|conn| Ok(conn.batch_execute("INSERT INTO nowhere VALUES (1)")?), |_| panic!("a bug in a step")];
    for fault in faults {
        let gate = Gate::closed(&writer).await;
        let (before, fault, gated) =
            tokio::join!(writer.run(insert(1)), writer.run(fault), gate.open_before(2));
        gated.unwrap();
        for failed in [before.map(drop), fault] {
            assert!(matches!(failed, Err(StepError::Failed(StorageError::NotCommitted(_)))), "{failed:?}");
        }
        assert_eq!(stored(&location), 0);
    }
    assert_eq!(writer.run(insert(1)).await.unwrap(), 1);
    assert_eq!(stored(&location), 1);
}

#[tokio::test]
async fn queued_steps_run_when_the_writer_is_dropped() {
    let (_folder, location) = numbers();
    let writer = writer(&location);
    let (reply, answer) = oneshot::channel();
    let claim = Arc::new(AtomicBool::new(false));
    let queued = Step { work: Some(insert(7)), outcome: None, claim, reply };
    let Gate { open, step, .. } = Gate::closed(&writer).await;
    assert!(writer.queue.as_ref().unwrap().try_send(Box::new(queued)).is_ok());
    drop(step);
    drop(open);
    drop(writer);
    assert_eq!(answer.await.unwrap().unwrap(), 7);
    assert_eq!(stored(&location), 1);
}

#[tokio::test]
async fn step_abandoned_before_it_began_does_not_run() {
    let (_folder, location) = numbers();
    let writer = writer(&location);
    let gate = Gate::closed(&writer).await;
    tokio::select! {
        biased;
        done = writer.run(insert(1)) => panic!("the step must wait for the gate, but returned {done:?}"),
        () = until_queued(&writer, 1) => {}
    }
    gate.open_before(1).await.unwrap();
    assert_eq!(writer.run(insert(2)).await.unwrap(), 2);
    assert_eq!(stored(&location), 1);
}

#[tokio::test]
async fn step_that_cannot_begin_in_time_is_refused_and_does_not_run() {
    let (_folder, location) = numbers();
    let writer = writer(&location);
    // The step behind the gate has begun, so its caller waits longer than the maximum wait.
    let Gate { open, step, .. } = Gate::closed(&writer).await;
    let waiting = async {
        let late = writer.run(insert(1)).await;
        assert!(matches!(late, Err(StepError::Failed(StorageError::Busy(_)))), "{late:?}");
        open.send(()).unwrap();
    };
    let (gated, ()) = tokio::join!(step, waiting);
    gated.unwrap();
    assert_eq!(stored(&location), 0);
}
