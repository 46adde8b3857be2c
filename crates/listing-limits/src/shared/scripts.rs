//! The two scripts that Redis executes, each as one atomic step.

use std::sync::Arc;
use std::time::Duration;

use listing_domain::ports::{Clock, RateDecision, RateKey, RateSubject};
use redis::aio::MultiplexedConnection;
use redis::{RedisResult, Script};

const PREFIX: &str = "ptl:rate:";
/// The set of running instances. No account or address has such a name.
const INSTANCES: &str = "ptl:rate:instances";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operation {
    Take,
    Peek,
}

pub(super) struct SharedLog {
    script: Script,
    window: Duration,
    clock: Option<Arc<dyn Clock>>,
}

impl SharedLog {
    /// Redis uses its own time, so that the clocks of the instances may differ. Only tests pass a clock.
    pub(super) fn new(window: Duration, clock: Option<Arc<dyn Clock>>) -> Self {
        Self { script: Script::new(include_str!("take.lua")), window, clock }
    }

    pub(super) async fn decide(
        &self,
        mut connection: MultiplexedConnection,
        key: RateKey,
        limit: u32,
        operation: Operation,
    ) -> RedisResult<RateDecision> {
        let moment = self.clock.as_ref().map(|clock| clock.now().as_microsecond());
        let (used, retry_after, reset_after): (u32, i64, u64) = self
            .script
            .key(name_of(key))
            .arg(limit)
            .arg(u64::try_from(self.window.as_micros()).unwrap_or(u64::MAX))
            .arg(u8::from(operation == Operation::Take))
            .arg(moment)
            .invoke_async(&mut connection)
            .await?;
        Ok(RateDecision {
            limit,
            remaining: limit.saturating_sub(used),
            reset_after: Duration::from_micros(reset_after),
            // The number is negative for an accepted request.
            retry_after: u64::try_from(retry_after).ok().map(Duration::from_micros),
        })
    }
}

/// An account's id, an address or a digest, never a secret or an email.
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

pub(super) struct Heartbeat {
    script: Script,
    instance: String,
    lifetime: Duration,
}

impl Heartbeat {
    /// The instance counts as running for `lifetime` after each heartbeat.
    pub(super) fn new(instance: String, lifetime: Duration) -> Self {
        Self { script: Script::new(include_str!("heartbeat.lua")), instance, lifetime }
    }

    pub(super) async fn send(&self, mut connection: MultiplexedConnection) -> RedisResult<u32> {
        let lifetime = u64::try_from(self.lifetime.as_millis()).unwrap_or(u64::MAX);
        self.script.key(INSTANCES).arg(&self.instance).arg(lifetime).invoke_async(&mut connection).await
    }
}
