//! Chooses the next piece of work for an idle worker. It never waits.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use listing_domain::lane::Lane;
use listing_domain::ports::WorkKind;

use crate::estimate::{Average, divided_among, multiplied};

/// The durations by kind of work: preparing a photo, looking at one.
const ASSUMED_DURATIONS: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(1)];

pub(super) type WorkId = u64;

/// The workers and the waiting work. `W` is the handle through which a request receives its workers.
#[derive(Debug)]
pub(super) struct Queue<W> {
    workers: usize,
    pub(super) idle: usize,
    /// The lanes (one for each account) with waiting work, in the order in which they get the next workers.
    lane_order: VecDeque<Lane>,
    lanes: HashMap<Lane, VecDeque<Work<W>>>,
    next: WorkId,
    /// The average duration of one piece, by kind of work.
    durations: [Average; 2],
}

#[derive(Debug)]
struct Work<W> {
    id: WorkId,
    kind: WorkKind,
    pieces: usize,
    receiver: W,
}

pub(super) struct Grant<W> {
    pub(super) lane: Lane,
    pub(super) kind: WorkKind,
    pub(super) receiver: W,
}

const fn index(kind: WorkKind) -> usize {
    match kind {
        WorkKind::Photo => 0,
        WorkKind::Look => 1,
    }
}

impl<W: Clone> Queue<W> {
    pub(super) fn new(workers: usize) -> Self {
        let workers = workers.max(1);
        Self {
            workers,
            idle: workers,
            lane_order: VecDeque::new(),
            lanes: HashMap::new(),
            next: 0,
            durations: ASSUMED_DURATIONS.map(Average::assumed),
        }
    }

    pub(super) fn waiting(&self) -> usize {
        self.lanes.values().flatten().map(|work| work.pieces).sum()
    }

    pub(super) fn queued(&self) -> usize {
        self.lanes.values().map(VecDeque::len).sum()
    }

    pub(super) fn busy(&self) -> usize {
        self.workers - self.idle
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lane_order.is_empty()
    }

    /// Records how long one piece kept its workers busy, summed over them.
    pub(super) fn record(&mut self, kind: WorkKind, time: Duration) {
        self.durations[index(kind)].observe(time);
    }

    fn mean(&self, kind: WorkKind) -> Duration {
        self.durations[index(kind)].mean()
    }

    /// Returns the estimated time that the last of `pieces` new pieces would wait.
    pub(super) fn estimated_wait(&self, lane: Lane, kind: WorkKind, pieces: usize) -> Duration {
        if self.idle >= pieces && self.is_empty() {
            return Duration::ZERO;
        }
        let own = self.lanes.get(&lane);
        let own_pieces: usize = own.into_iter().flatten().map(|work| work.pieces).sum();
        // While this lane gets `turns` workers, each other lane gets at most as many.
        let turns = own_pieces + pieces;
        let others = self.lanes.iter().filter(|(other, _)| **other != lane);
        let ahead: Duration = others.map(|(_, works)| self.duration_of_first(works, turns)).sum();
        let own = self.duration_of_first(own.into_iter().flatten(), own_pieces);
        // The last piece does not delay its own start. Running pieces may have begun only now.
        let more = multiplied(self.mean(kind), pieces.saturating_sub(1));
        let running = multiplied(self.mean(kind), self.busy());
        divided_among(ahead + own + more + running, self.workers)
    }

    fn duration_of_first<'a>(&self, works: impl IntoIterator<Item = &'a Work<W>>, pieces: usize) -> Duration
    where
        W: 'a,
    {
        let mut left = pieces;
        let mut time = Duration::ZERO;
        for work in works {
            let count = work.pieces.min(left);
            time += multiplied(self.mean(work.kind), count);
            left -= count;
        }
        time
    }

    pub(super) fn push(&mut self, lane: Lane, kind: WorkKind, pieces: usize, receiver: W) -> WorkId {
        let id = self.next;
        self.next += 1;
        let works = self.lanes.entry(lane).or_default();
        if works.is_empty() {
            self.lane_order.push_back(lane);
        }
        works.push_back(Work { id, kind, pieces, receiver });
        id
    }

    pub(super) fn remove(&mut self, lane: Lane, id: WorkId) {
        let Some(works) = self.lanes.get_mut(&lane) else { return };
        works.retain(|work| work.id != id);
        if works.is_empty() {
            self.lanes.remove(&lane);
            self.lane_order.retain(|waiting| *waiting != lane);
        }
    }

    /// Gives idle workers to waiting requests; the lanes take turns.
    pub(super) fn grant_idle(&mut self) -> Vec<Grant<W>> {
        let mut grants = Vec::new();
        while self.idle > 0
            && let Some(lane) = self.lane_order.pop_front()
        {
            let Some(works) = self.lanes.get_mut(&lane) else { continue };
            if let Some(work) = works.front_mut() {
                grants.push(Grant { lane, kind: work.kind, receiver: work.receiver.clone() });
                self.idle -= 1;
                work.pieces = work.pieces.saturating_sub(1);
                if work.pieces == 0 {
                    works.pop_front();
                }
            }
            if works.is_empty() {
                self.lanes.remove(&lane);
            } else {
                self.lane_order.push_back(lane);
            }
        }
        grants
    }
}
