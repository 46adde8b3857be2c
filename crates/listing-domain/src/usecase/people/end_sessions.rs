//! Ends sessions, the current one or others.

use super::PersonError;
use super::auth_deps::{AuthDeps, ClientInfo};
use crate::ids::SessionId;
use crate::session::Session;

/// Ends one session of an account, or all but the current one.
pub struct EndSessions(AuthDeps);

/// The sessions to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionsToEnd {
    /// The session with this id.
    One(SessionId),
    /// All but the current session, with the account's links and known browsers.
    Others,
}

impl EndSessions {
    /// Creates the use case.
    pub const fn new(deps: AuthDeps) -> Self {
        Self(deps)
    }

    /// Ends sessions of the same account. Ending an already ended session does nothing.
    ///
    /// # Errors
    /// [`PersonError::Overtaken`] when the current session was ended meanwhile.
    pub async fn run(
        &self,
        session: &Session,
        which: SessionsToEnd,
        client: &ClientInfo,
    ) -> Result<(), PersonError> {
        let Self(deps) = self;
        match which {
            SessionsToEnd::One(id) => {
                deps.sessions.end(session.account, id).await?;
            }
            SessionsToEnd::Others => {
                let take_back = deps.take_back(session.epoch, Some(session.id), client);
                let next = deps.sessions.take_back(session.account, &take_back).await?;
                next.ok_or(PersonError::Overtaken)?;
            }
        }
        Ok(())
    }
}
