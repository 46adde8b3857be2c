//! Finds out who is signed in.

use std::sync::Arc;

use super::PersonError;
use crate::ports::{Clock, SessionStore};
use crate::session::{Session, SessionOwner, SessionPolicy};
use crate::token::Token;

/// Finds out who is signed in, by a session's token.
pub struct AuthenticateSession {
    sessions: Arc<dyn SessionStore>,
    clock: Arc<dyn Clock>,
    policy: SessionPolicy,
}

impl AuthenticateSession {
    /// The use-case over its ports.
    pub fn new(sessions: Arc<dyn SessionStore>, clock: Arc<dyn Clock>, policy: SessionPolicy) -> Self {
        Self { sessions, clock, policy }
    }

    /// Whose session a token is; `None` when it is none, or over.
    pub async fn run(&self, token: &str) -> Result<Option<SessionOwner>, PersonError> {
        let Ok(token) = token.parse::<Token>() else { return Ok(None) };
        let now = self.clock.now();
        let Some(owner) = self.sessions.owner(&token.digest(), now, &self.policy).await? else {
            return Ok(None);
        };
        let unseen = now.duration_since(owner.session.seen_at).as_secs();
        if unseen >= Session::SEEN_PRECISION_SECONDS {
            // Nobody is turned away over it.
            let _ = self.sessions.note_seen(owner.session.id, now).await;
        }
        Ok(Some(owner))
    }
}
