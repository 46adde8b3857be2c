//! What is asked of Redis: two scripts, each one atomic step there.

use std::sync::Arc;
use std::time::Duration;

use listing_domain::ports::{Clock, RateDecision, RateKey, RateSubject};
use redis::aio::MultiplexedConnection;
use redis::{RedisResult, Script};

/// Goes before the name of everything that is kept in Redis.
const PREFIX: &str = "ptl:rate:";
/// The set of instances. No account or address has such a name.
const INSTANCES: &str = "ptl:rate:instances";

/// Whether a request is counted when it is accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ask {
    /// It is.
    Take,
    /// It is not, because nobody makes it: somebody only looks.
    Look,
}

/// The accepted requests of all instances.
pub(super) struct SharedLog {
    script: Script,
    window: Duration,
    clock: Option<Arc<dyn Clock>>,
}

impl SharedLog {
    /// The log in Redis. Time is Redis's, so that the instances' clocks may
    /// differ; only tests, which move time, give a clock.
    pub(super) fn new(window: Duration, clock: Option<Arc<dyn Clock>>) -> Self {
        Self { script: Script::new(include_str!("take.lua")), window, clock }
    }

    /// Asks for a request of `key`.
    pub(super) async fn ask(
        &self,
        mut connection: MultiplexedConnection,
        key: RateKey,
        limit: u32,
        ask: Ask,
    ) -> RedisResult<RateDecision> {
        let moment = self.clock.as_ref().map(|clock| clock.now().as_microsecond());
        let (used, retry_after, reset_after): (u32, i64, u64) = self
            .script
            .key(name_of(key))
            .arg(limit)
            .arg(u64::try_from(self.window.as_micros()).unwrap_or(u64::MAX))
            .arg(u8::from(ask == Ask::Take))
            .arg(moment)
            .invoke_async(&mut connection)
            .await?;
        Ok(RateDecision {
            limit,
            remaining: limit.saturating_sub(used),
            reset_after: Duration::from_micros(reset_after),
            // Negative for an accepted request.
            retry_after: u64::try_from(retry_after).ok().map(Duration::from_micros),
        })
    }
}

/// The name of a key's log: it holds an account's id, an address or a digest, never a
/// secret or an e-mail.
fn name_of(key: RateKey) -> String {
    match key {
        RateKey::Account(account) => format!("{PREFIX}{account}"),
        RateKey::Address(address) => format!("{PREFIX}{address}"),
        RateKey::Pages(subject) => format!("{PREFIX}pages:{}", subject_name(subject)),
        RateKey::SignIn(subject) => format!("{PREFIX}sign-in:{}", subject_name(subject)),
        RateKey::Mail(subject) => format!("{PREFIX}mail:{}", subject_name(subject)),
        RateKey::Password(address) => format!("{PREFIX}password:{address}"),
    }
}

fn subject_name(subject: RateSubject) -> String {
    match subject {
        RateSubject::Account(account) => account.to_string(),
        RateSubject::Address(address) => address.to_string(),
        RateSubject::Named(digest) => hex::encode(digest.as_bytes()),
    }
}

/// An instance that says that it lives.
pub(super) struct Heartbeat {
    script: Script,
    instance: String,
    lifetime: Duration,
}

impl Heartbeat {
    /// The heartbeat of an instance that counts for `lifetime` after each beat.
    pub(super) fn new(instance: String, lifetime: Duration) -> Self {
        Self { script: Script::new(include_str!("heartbeat.lua")), instance, lifetime }
    }

    /// Beats once, and tells how many instances live.
    pub(super) async fn beat(&self, mut connection: MultiplexedConnection) -> RedisResult<u32> {
        let lifetime = u64::try_from(self.lifetime.as_millis()).unwrap_or(u64::MAX);
        self.script.key(INSTANCES).arg(&self.instance).arg(lifetime).invoke_async(&mut connection).await
    }
}
