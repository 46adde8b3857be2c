//! Chooses the next piece of work, without waiting.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use listing_domain::lane::Lane;
use listing_domain::ports::WorkKind;

use crate::estimate::{Average, shared_by, times};

/// Assumed durations of a photo and of a look, until one is measured.
const FIRST_GUESSES: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(1)];

/// The number of queued work.
pub(super) type WorkId = u64;

/// The workers and the work that waits for them. `W` is a request's handle to receive workers.
#[derive(Debug)]
pub(super) struct Queue<W> {
    workers: usize,
    pub(super) idle: usize,
    /// The waiting lanes, the next one first.
    turns: VecDeque<Lane>,
    lanes: HashMap<Lane, VecDeque<Work<W>>>,
    next: WorkId,
    /// Average durations of the pieces of each kind.
    lasting: [Average; 2],
}

/// Pieces that one request has queued.
#[derive(Debug)]
struct Work<W> {
    id: WorkId,
    kind: WorkKind,
    pieces: usize,
    serve: W,
}

/// A worker, with the request that gets it.
pub(super) struct Handed<W> {
    pub(super) lane: Lane,
    pub(super) kind: WorkKind,
    pub(super) serve: W,
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
            turns: VecDeque::new(),
            lanes: HashMap::new(),
            next: 0,
            lasting: FIRST_GUESSES.map(Average::guessed),
        }
    }

    /// Waiting pieces.
    pub(super) fn waiting(&self) -> usize {
        self.lanes.values().flatten().map(|work| work.pieces).sum()
    }

    /// Waiting requests.
    pub(super) fn queued(&self) -> usize {
        self.lanes.values().map(VecDeque::len).sum()
    }

    pub(super) fn busy(&self) -> usize {
        self.workers - self.idle
    }

    pub(super) fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }

    /// Records that a piece has kept workers busy for `time`, all of them added up.
    pub(super) fn lasted(&mut self, kind: WorkKind, time: Duration) {
        self.lasting[index(kind)].observe(time);
    }

    fn mean(&self, kind: WorkKind) -> Duration {
        self.lasting[index(kind)].mean()
    }

    /// Time that the last of `pieces` more pieces would wait for its worker.
    pub(super) fn wait_of(&self, lane: Lane, kind: WorkKind, pieces: usize) -> Duration {
        if self.idle >= pieces && self.is_empty() {
            return Duration::ZERO;
        }
        let own = self.lanes.get(&lane);
        let own_pieces: usize = own.into_iter().flatten().map(|work| work.pieces).sum();
        // While this lane has its turns, each other one has at most as many.
        let turns = own_pieces + pieces;
        let others = self.lanes.iter().filter(|(other, _)| **other != lane);
        let ahead: Duration = others.map(|(_, works)| self.first_of(works, turns)).sum();
        let own = self.first_of(own.into_iter().flatten(), own_pieces);
        // The last piece itself does not count; running pieces may have just begun.
        let more = times(self.mean(kind), pieces.saturating_sub(1));
        let under_way = times(self.mean(kind), self.busy());
        shared_by(ahead + own + more + under_way, self.workers)
    }

    /// Time for a lane's first `pieces` pieces.
    fn first_of<'a>(&self, works: impl IntoIterator<Item = &'a Work<W>>, pieces: usize) -> Duration
    where
        W: 'a,
    {
        let mut left = pieces;
        let mut time = Duration::ZERO;
        for work in works {
            let count = work.pieces.min(left);
            time += times(self.mean(work.kind), count);
            left -= count;
        }
        time
    }

    pub(super) fn push(&mut self, lane: Lane, kind: WorkKind, pieces: usize, serve: W) -> WorkId {
        let id = self.next;
        self.next += 1;
        let works = self.lanes.entry(lane).or_default();
        if works.is_empty() {
            self.turns.push_back(lane);
        }
        works.push_back(Work { id, kind, pieces, serve });
        id
    }

    /// Removes the rest of some work from the queue.
    pub(super) fn remove(&mut self, lane: Lane, id: WorkId) {
        let Some(works) = self.lanes.get_mut(&lane) else { return };
        works.retain(|work| work.id != id);
        if works.is_empty() {
            self.lanes.remove(&lane);
            self.turns.retain(|waiting| *waiting != lane);
        }
    }

    /// Hands out idle workers, to the lanes in turn.
    pub(super) fn hand_out(&mut self) -> Vec<Handed<W>> {
        let mut handed = Vec::new();
        while self.idle > 0
            && let Some(lane) = self.turns.pop_front()
        {
            let Some(works) = self.lanes.get_mut(&lane) else { continue };
            if let Some(work) = works.front_mut() {
                handed.push(Handed { lane, kind: work.kind, serve: work.serve.clone() });
                self.idle -= 1;
                work.pieces = work.pieces.saturating_sub(1);
                if work.pieces == 0 {
                    works.pop_front();
                }
            }
            if works.is_empty() {
                self.lanes.remove(&lane);
            } else {
                self.turns.push_back(lane);
            }
        }
        handed
    }
}
