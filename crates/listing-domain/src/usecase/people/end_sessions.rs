//! Ends sessions: signs somebody out, here or elsewhere.

use std::sync::Arc;

use super::PersonError;
use crate::ids::{AccountId, SessionId};
use crate::ports::SessionStore;

/// Ends sessions.
pub struct EndSessions(Arc<dyn SessionStore>);

/// Which sessions of an account are to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionsToEnd {
    /// This one.
    One(SessionId),
    /// All but this one.
    OthersThan(SessionId),
}

impl EndSessions {
    /// The use-case over its port.
    pub fn new(sessions: Arc<dyn SessionStore>) -> Self {
        Self(sessions)
    }

    /// Ends sessions of an account; one that is over already is none to speak of.
    pub async fn run(&self, account: AccountId, which: SessionsToEnd) -> Result<(), PersonError> {
        match which {
            SessionsToEnd::One(session) => self.0.end(account, session).await.map(|_| ())?,
            SessionsToEnd::OthersThan(kept) => self.0.end_others(account, Some(kept)).await.map(|_| ())?,
        }
        Ok(())
    }
}
