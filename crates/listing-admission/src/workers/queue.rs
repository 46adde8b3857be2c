//! Whose piece of work is next. No waiting here.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use listing_domain::lane::Lane;
use listing_domain::ports::WorkKind;

use crate::estimate::{Average, shared_by, times};

/// How long a photo, and a look, keep a worker, before any has.
const FIRST_GUESSES: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(1)];

/// A queued work's number.
pub(super) type WorkId = u64;

/// The workers and who waits for them; `W` is where a request hears of its workers.
#[derive(Debug)]
pub(super) struct Queue<W> {
    workers: usize,
    pub(super) idle: usize,
    /// The lanes that wait, the next one first.
    turns: VecDeque<Lane>,
    lanes: HashMap<Lane, VecDeque<Work<W>>>,
    next: WorkId,
    /// How long pieces of each kind keep a worker.
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

/// A worker that is handed out: to whom.
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

    /// Pieces that wait.
    pub(super) fn waiting(&self) -> usize {
        self.lanes.values().flatten().map(|work| work.pieces).sum()
    }

    /// Requests that wait.
    pub(super) fn queued(&self) -> usize {
        self.lanes.values().map(VecDeque::len).sum()
    }

    /// Workers that are busy.
    pub(super) fn busy(&self) -> usize {
        self.workers - self.idle
    }

    /// Whether nobody waits.
    pub(super) fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }

    /// A piece has kept workers busy for so long, all of them added up.
    pub(super) fn lasted(&mut self, kind: WorkKind, time: Duration) {
        self.lasting[index(kind)].observe(time);
    }

    fn mean(&self, kind: WorkKind) -> Duration {
        self.lasting[index(kind)].mean()
    }

    /// How long the last of so many more pieces of a lane would wait for its worker.
    pub(super) fn wait_of(&self, lane: Lane, kind: WorkKind, pieces: usize) -> Duration {
        if self.idle >= pieces && self.is_empty() {
            return Duration::ZERO;
        }
        let own = self.lanes.get(&lane);
        let own_pieces: usize = own.into_iter().flatten().map(|work| work.pieces).sum();
        // While the own lane has its turns, each other one has at most as many.
        let turns = own_pieces + pieces;
        let others = self.lanes.iter().filter(|(other, _)| **other != lane);
        let ahead: Duration = others.map(|(_, works)| self.first_of(works, turns)).sum();
        let own = self.first_of(own.into_iter().flatten(), own_pieces);
        // The last piece itself is not waited for; what is worked on may just have begun.
        let more = times(self.mean(kind), pieces.saturating_sub(1));
        let under_way = times(self.mean(kind), self.busy());
        shared_by(ahead + own + more + under_way, self.workers)
    }

    /// How long the first so many pieces of a lane take.
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

    /// Queues pieces of a lane.
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

    /// Takes what is left of a work out of the queue.
    pub(super) fn remove(&mut self, lane: Lane, id: WorkId) {
        let Some(works) = self.lanes.get_mut(&lane) else { return };
        works.retain(|work| work.id != id);
        if works.is_empty() {
            self.lanes.remove(&lane);
            self.turns.retain(|waiting| *waiting != lane);
        }
    }

    /// Hands out idle workers, to each lane in its turn.
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
