//! Kills a process while it works, and tests that its database stays correct.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};
use std::sync::Arc;

use jiff::SignedDuration;
use listing_domain::account::Plan;
use listing_domain::ids::{AccountId, ReservationId};
use listing_domain::origin::Origin;
use listing_domain::ports::{IdSource as _, QuotaLedger as _};
use listing_storage::Store;
use listing_testkit::{SeededIds, holding};

use crate::fixture::Fixture;
use crate::support::{FREE, now, open, settling};

const KILLS: u64 = 3;

/// Tasks in a worker process. Every second one also charges the units it holds.
const LANES: usize = 8;

const CHARGES_BEFORE_KILL: usize = 100;

/// More credits than all runs take.
const CREDITS: u32 = 1_000_000;

#[tokio::test]
async fn acknowledged_charges_survive_a_kill_and_held_units_can_be_released() {
    let fixture = Fixture::on_file();
    let account = fixture.account(Plan::Free).await;
    fixture.credits(account, CREDITS).await;
    let (file, _folder) = fixture.close();
    let (mut acknowledged, mut most) = (0, 0);
    for seed in 0..KILLS {
        let (held, settled) = kill_a_worker(&format!("{} {account} {seed}", file.display()));
        assert!(settled.len() >= CHARGES_BEFORE_KILL);
        acknowledged += settled.len();
        // In each task, one charge may be committed but not yet reported.
        most += settled.len() + LANES;

        let store = open(&file);
        assert_eq!(store.violations(now()).await.unwrap(), Vec::<String>::new());
        for id in held {
            store.release(id, now(), &Origin::CLI).await.expect("a reported hold is stored");
        }
        store.expire(now() + SignedDuration::from_hours(1)).await.unwrap();
        for id in settled {
            assert!(
                store.settle(&settling(id, now())).await.unwrap().charged,
                "reservation {id} was reported as charged"
            );
        }
        let usage = store.usage(account, FREE, now()).await.unwrap();
        let spent = usize::try_from(usage.free_used + CREDITS - usage.credits_remaining).unwrap();
        assert!((acknowledged..=most).contains(&spent), "{acknowledged}..={most}: {spent}");
        assert_eq!(store.violations(now()).await.unwrap(), Vec::<String>::new());
    }
}

/// Returns the units that the worker reported as held but not charged, and those it reported as charged.
fn kill_a_worker(task: &str) -> (Vec<ReservationId>, Vec<ReservationId>) {
    let mut worker = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "crash::work_until_killed", "--nocapture"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    writeln!(worker.stdin.take().unwrap(), "{task}").unwrap();
    let (mut held, mut settled) = (Vec::new(), Vec::new());
    for line in BufReader::new(worker.stdout.take().unwrap()).lines() {
        match line.unwrap().split_once(' ') {
            Some(("held", id)) => held.push(id.parse().unwrap()),
            Some(("settled", id)) => settled.push(id.parse().unwrap()),
            _ => {}
        }
        if settled.len() == CHARGES_BEFORE_KILL {
            worker.kill().unwrap();
        }
    }
    worker.wait().unwrap();
    held.retain(|id| !settled.contains(id));
    (held, settled)
}

#[test]
#[ignore = "the worker that another test starts and kills"]
fn work_until_killed() {
    let mut task = String::new();
    std::io::stdin().read_line(&mut task).unwrap();
    let [file, account, seed] = task.split_whitespace().collect::<Vec<_>>()[..] else {
        return; // Started by hand, without a task.
    };
    let store = Arc::new(open(file.as_ref()));
    let ids = Arc::new(SeededIds::new(seed.parse().unwrap()));
    let account = account.parse().unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_time().build().unwrap();
    runtime.block_on(async {
        let mut lanes = tokio::task::JoinSet::new();
        for lane in 0..LANES {
            lanes.spawn(work(Arc::clone(&store), Arc::clone(&ids), account, lane.is_multiple_of(2)));
        }
        lanes.join_all().await
    });
}

async fn work(store: Arc<Store>, ids: Arc<SeededIds>, account: AccountId, settles: bool) {
    loop {
        let reservation = ReservationId::new(ids.id());
        store.hold(&holding(reservation, account, FREE, now())).await.unwrap();
        println!("\nheld {reservation}");
        if settles {
            store.settle(&settling(reservation, now())).await.unwrap();
            println!("\nsettled {reservation}");
        }
    }
}
