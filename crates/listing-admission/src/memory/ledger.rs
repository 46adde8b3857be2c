//! Counts the memory that each request body uses, and decides which body may grow. It never waits.
//!
//! Only bytes that have arrived count, so announcing a large body takes nothing from others. A body grows
//! only if all bodies can still be finished afterward, one after another (the banker's algorithm); otherwise
//! many could grow in parallel until no memory is left to finish any.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::time::Duration;

use listing_domain::ids::AccountId;
use tokio::time::Instant;

/// The minimum of the bytes reserved in advance for a body. Between minimum and maximum, as many are reserved
/// as have arrived: a large body needs few steps, and a small one reserves little.
const SMALLEST_STEP: usize = 4 * 1024;
const LARGEST_STEP: usize = 256 * 1024;
/// The time that a body waits for memory before slow senders are evicted for it.
const MIN_WAIT: Duration = Duration::from_secs(2);
/// The time for which a sender is read before its speed counts as known.
const MIN_READING_TIME: Duration = Duration::from_secs(1);

/// Bodies that began later have larger numbers.
pub(super) type BodyId = u64;

/// A group of bodies with a common memory limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Scope {
    All,
    Account(AccountId),
    Address(IpAddr),
}

#[derive(Debug, Clone, Copy, Default)]
struct Taken {
    bytes: usize,
    bodies: usize,
    /// The bytes that its bodies have released since the scope exists.
    freed: usize,
}

#[derive(Debug)]
struct Body {
    scopes: [Scope; 3],
    most: usize,
    held: usize,
    received: usize,
    state: State,
    /// Without the waits for memory.
    reading_for: Duration,
    resumed_at: Option<Instant>,
    /// The `freed` bytes of the body's scopes when it began to wait.
    freed_before: [usize; 3],
    waiting_since: Instant,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Reading,
    Complete,
    /// The request is being refused, to free the memory of its body.
    Evicted,
}

#[derive(Debug)]
pub(super) struct Ledger {
    budget: usize,
    share: usize,
    bodies: BTreeMap<BodyId, Body>,
    taken: HashMap<Scope, Taken>,
    next: BodyId,
}

impl Ledger {
    pub(super) fn new(budget: usize, share: usize) -> Self {
        Self { budget, share, bodies: BTreeMap::new(), taken: HashMap::new(), next: 0 }
    }

    /// Begins a body of at most `most` bytes. One larger than its share could never be finished, so it counts
    /// as large as the share and is stopped there.
    pub(super) fn begin(&mut self, account: AccountId, address: IpAddr, most: usize, now: Instant) -> BodyId {
        let scopes = [Scope::All, Scope::Account(account), Scope::Address(address)];
        for scope in scopes {
            self.taken.entry(scope).or_default().bodies += 1;
        }
        let id = self.next;
        self.next += 1;
        let body = Body {
            scopes,
            most: most.min(self.share),
            held: 0,
            received: 0,
            state: State::Reading,
            reading_for: Duration::ZERO,
            resumed_at: Some(now),
            freed_before: [0; 3],
            waiting_since: now,
        };
        self.bodies.insert(id, body);
        id
    }

    /// Returns `true` if there is memory for the arrived bytes.
    pub(super) fn receive(&mut self, id: BodyId, bytes: usize) -> bool {
        if let Some(body) = self.bodies.get_mut(&id) {
            body.received += bytes;
        }
        self.reserve(id)
    }

    /// Reserves memory for a body's arrived bytes. Returns `false` if that is not allowed now.
    pub(super) fn reserve(&mut self, id: BodyId) -> bool {
        let Some(body) = self.bodies.get(&id) else { return false };
        let missing = body.received.saturating_sub(body.held);
        if missing == 0 {
            return true;
        }
        let ahead = body.received.clamp(SMALLEST_STEP, LARGEST_STEP);
        let wanted = body.received.saturating_add(ahead).min(body.most.max(body.received)) - body.held;
        [wanted, missing].into_iter().any(|bytes| self.take(id, bytes))
    }

    /// Reserves bytes if they are free and all bodies can still be finished.
    fn take(&mut self, id: BodyId, bytes: usize) -> bool {
        let Some(body) = self.bodies.get(&id) else { return false };
        if body.scopes.iter().any(|scope| self.free(*scope) < bytes) {
            return false;
        }
        self.add_bytes(id, bytes);
        let is_safe = self.all_can_finish();
        if !is_safe {
            self.subtract_bytes(id, bytes);
        }
        is_safe
    }

    fn add_bytes(&mut self, id: BodyId, bytes: usize) {
        let Some(body) = self.bodies.get_mut(&id) else { return };
        body.held += bytes;
        for scope in body.scopes {
            if let Some(taken) = self.taken.get_mut(&scope) {
                taken.bytes += bytes;
            }
        }
    }

    fn subtract_bytes(&mut self, id: BodyId, bytes: usize) {
        let Some(body) = self.bodies.get_mut(&id) else { return };
        body.held = body.held.saturating_sub(bytes);
        for scope in body.scopes {
            if let Some(taken) = self.taken.get_mut(&scope) {
                taken.bytes = taken.bytes.saturating_sub(bytes);
            }
        }
    }

    fn release(&mut self, id: BodyId, bytes: usize) {
        self.subtract_bytes(id, bytes);
        for scope in self.bodies.get(&id).map(|body| body.scopes).into_iter().flatten() {
            if let Some(taken) = self.taken.get_mut(&scope) {
                taken.freed = taken.freed.wrapping_add(bytes);
            }
        }
    }

    fn freed(&self, scope: Scope) -> usize {
        self.taken.get(&scope).map_or(0, |taken| taken.freed)
    }

    fn limit(&self, scope: Scope) -> usize {
        if scope == Scope::All { self.budget } else { self.share }
    }

    fn free(&self, scope: Scope) -> usize {
        let taken = self.taken.get(&scope).map_or(0, |taken| taken.bytes);
        self.limit(scope).saturating_sub(taken)
    }

    fn all_can_finish(&self) -> bool {
        let mut free: HashMap<Scope, usize> = HashMap::new();
        let mut unfinished = Vec::new();
        for body in self.bodies.values() {
            for scope in body.scopes {
                free.entry(scope).or_insert_with(|| self.free(scope));
            }
            match body.state {
                State::Reading => unfinished.push(body),
                // This body will release its memory, whatever the others do.
                State::Complete | State::Evicted => add_free(&mut free, body),
            }
        }
        loop {
            let before = unfinished.len();
            unfinished.retain(|body| {
                let fits = |scope: &Scope| free.get(scope).is_some_and(|free| *free >= body.missing());
                let can_finish = body.scopes.iter().all(fits);
                if can_finish {
                    add_free(&mut free, body);
                }
                !can_finish
            });
            if unfinished.is_empty() {
                return true;
            }
            if unfinished.len() == before {
                return false;
            }
        }
    }

    /// Stops reading from a sender, because its body waits for memory.
    pub(super) fn pause(&mut self, id: BodyId, now: Instant) {
        let Some(scopes) = self.bodies.get(&id).map(|body| body.scopes) else { return };
        let freed_before = scopes.map(|scope| self.freed(scope));
        if let Some(body) = self.bodies.get_mut(&id) {
            body.reading_for = body.reading_for(now);
            body.resumed_at = None;
            (body.freed_before, body.waiting_since) = (freed_before, now);
        }
    }

    pub(super) fn resume(&mut self, id: BodyId, now: Instant) {
        if let Some(body) = self.bodies.get_mut(&id) {
            body.resumed_at = Some(now);
        }
    }

    /// Also releases the bytes that were reserved in advance.
    pub(super) fn complete(&mut self, id: BodyId) {
        let Some(body) = self.bodies.get_mut(&id) else { return };
        body.state = State::Complete;
        let surplus = body.held.saturating_sub(body.received);
        self.release(id, surplus);
    }

    pub(super) fn end(&mut self, id: BodyId) {
        let Some(held) = self.bodies.get(&id).map(|body| body.held) else { return };
        self.release(id, held);
        let Some(body) = self.bodies.remove(&id) else { return };
        for scope in body.scopes {
            if let Some(taken) = self.taken.get_mut(&scope) {
                taken.bodies -= 1;
                if taken.bodies == 0 {
                    self.taken.remove(&scope);
                }
            }
        }
    }

    /// Chooses the bodies to evict so that a waiting body can be finished: the slowest senders first, no more
    /// than necessary, and none if enough memory becomes free within `longest`. The waiting body itself may
    /// be chosen.
    pub(super) fn evict_slowest_for(&mut self, id: BodyId, longest: Duration, now: Instant) -> Vec<BodyId> {
        let Some(body) = self.bodies.get(&id) else { return Vec::new() };
        let waited = now.duration_since(body.waiting_since);
        if waited < MIN_WAIT {
            return Vec::new();
        }
        let missing = body.missing();
        let mut chosen = Vec::new();
        for (scope, freed_before) in body.scopes.into_iter().zip(body.freed_before) {
            let freed = self.freed(scope).wrapping_sub(freed_before);
            let is_stalled = bytes_times_micros(freed, longest) < bytes_times_micros(missing, waited);
            let mut needed = missing.saturating_sub(self.free(scope) + self.being_released(scope));
            if !is_stalled {
                continue;
            }
            for slow in self.by_speed(scope, now) {
                if needed == 0 {
                    break;
                }
                let Some(body) = self.bodies.get_mut(&slow) else { continue };
                needed = needed.saturating_sub(body.held);
                body.state = State::Evicted;
                chosen.push(slow);
            }
        }
        chosen
    }

    fn being_released(&self, scope: Scope) -> usize {
        let is_evicted = |body: &&Body| body.state == State::Evicted && body.scopes.contains(&scope);
        self.bodies.values().filter(is_evicted).map(|body| body.held).sum()
    }

    /// The unfinished bodies of a scope whose speed is known, the slowest first.
    fn by_speed(&self, scope: Scope, now: Instant) -> Vec<BodyId> {
        let has_known_speed = |body: &Body| {
            body.state == State::Reading
                && body.scopes.contains(&scope)
                && body.reading_for(now) >= MIN_READING_TIME
        };
        let mut bodies: Vec<(&BodyId, &Body)> =
            self.bodies.iter().filter(|(_, body)| has_known_speed(body)).collect();
        bodies.sort_by(|(_, one), (_, other)| one.is_slower_than(other, now));
        bodies.into_iter().map(|(id, _)| *id).collect()
    }

    pub(super) fn in_use(&self) -> usize {
        self.budget.saturating_sub(self.free(Scope::All))
    }

    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.bodies.is_empty() && self.taken.is_empty()
    }
}

fn add_free(free: &mut HashMap<Scope, usize>, body: &Body) {
    for scope in body.scopes {
        if let Some(free) = free.get_mut(&scope) {
            *free += body.held;
        }
    }
}

impl Body {
    fn missing(&self) -> usize {
        self.most.max(self.received).saturating_sub(self.held)
    }

    fn reading_for(&self, now: Instant) -> Duration {
        self.reading_for + self.resumed_at.map_or(Duration::ZERO, |since| now.duration_since(since))
    }

    /// Compares the bytes per second of two bodies, without dividing.
    fn is_slower_than(&self, other: &Self, now: Instant) -> std::cmp::Ordering {
        bytes_times_micros(self.received, other.reading_for(now))
            .cmp(&bytes_times_micros(other.received, self.reading_for(now)))
    }
}

fn bytes_times_micros(bytes: usize, time: Duration) -> u128 {
    u128::try_from(bytes).unwrap_or(u128::MAX).saturating_mul(time.as_micros())
}
