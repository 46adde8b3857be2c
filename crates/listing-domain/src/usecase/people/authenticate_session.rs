//! Identifies signed-in people by the token of their session.

use std::sync::Arc;

use super::PersonError;
use crate::ports::{Clock, SessionStore};
use crate::session::{Session, SessionOwner, SessionPolicy};
use crate::token::Token;

/// Identifies a signed-in person by a session's token.
pub struct AuthenticateSession {
    sessions: Arc<dyn SessionStore>,
    clock: Arc<dyn Clock>,
    policy: SessionPolicy,
}

impl AuthenticateSession {
    /// Creates the use case.
    pub fn new(sessions: Arc<dyn SessionStore>, clock: Arc<dyn Clock>, policy: SessionPolicy) -> Self {
        Self { sessions, clock, policy }
    }

    /// Returns the owner of the token's session; `None` for an unknown or ended one.
    pub async fn run(&self, token: &str) -> Result<Option<SessionOwner>, PersonError> {
        let Ok(token) = token.parse::<Token>() else { return Ok(None) };
        let now = self.clock.now();
        let Some(owner) = self.sessions.owner(&token.digest(), now, &self.policy).await? else {
            return Ok(None);
        };
        let unseen = now.duration_since(owner.session.seen_at).as_secs();
        if unseen >= Session::SEEN_PRECISION_SECONDS {
            // The request must not fail because its time could not be stored.
            let _ = self.sessions.note_seen(owner.session.id, now).await;
        }
        Ok(Some(owner))
    }
}
