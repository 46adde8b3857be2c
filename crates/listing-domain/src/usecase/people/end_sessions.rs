//! Ends sessions: signs somebody out, here or elsewhere.

use super::PersonError;
use super::welcome::{AuthDeps, ClientInfo};
use crate::ids::SessionId;
use crate::session::Session;

/// Ends sessions.
pub struct EndSessions(AuthDeps);

/// Which sessions of an account are to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionsToEnd {
    /// This one.
    One(SessionId),
    /// All but the one in which that is wanted, with the account's links and known browsers.
    Others,
}

impl EndSessions {
    /// The use-case over its parts.
    pub const fn new(parts: AuthDeps) -> Self {
        Self(parts)
    }

    /// Ends sessions of the account of a session; one that is over already is none to speak of.
    ///
    /// # Errors
    /// [`PersonError::Overtaken`] when the session itself was ended meanwhile.
    pub async fn run(
        &self,
        session: &Session,
        which: SessionsToEnd,
        client: &ClientInfo,
    ) -> Result<(), PersonError> {
        let Self(parts) = self;
        match which {
            SessionsToEnd::One(id) => {
                parts.sessions.end(session.account, id).await?;
            }
            SessionsToEnd::Others => {
                let take_back = parts.take_back(session.epoch, Some(session.id), client);
                let next = parts.sessions.take_back(session.account, &take_back).await?;
                next.ok_or(PersonError::Overtaken)?;
            }
        }
        Ok(())
    }
}
