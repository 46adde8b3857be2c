//! Sorts the photos of an account's tray.

use std::sync::Arc;

use super::TrayError;
use crate::ids::{AccountId, TrayId};
use crate::ports::{Clock, SavedTray, TrayStore};
use crate::tray::{PileText, Tray, TrayStep};

/// Sorts the photos of a tray and describes its piles. A step on an outdated view changes nothing, so that
/// two tabs never undo each other's work.
pub struct ArrangeTray {
    /// Stores the trays.
    pub trays: Arc<dyn TrayStore>,
    /// Provides the time.
    pub clock: Arc<dyn Clock>,
}

/// The tray that a page showed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeenTray {
    /// The tray.
    pub id: TrayId,
    /// Its version.
    pub version: u32,
}

impl SeenTray {
    /// Returns a stored tray if it is the one seen.
    pub(super) fn current(self, stored: Option<Tray>) -> Result<Tray, TrayError> {
        let is_seen = |tray: &Tray| tray.id() == self.id && tray.version() == self.version;
        stored.filter(is_seen).ok_or(TrayError::Overtaken)
    }
}

impl ArrangeTray {
    /// Sets the texts of the piles in their order, and takes a step if there is one.
    ///
    /// # Errors
    /// Nothing changes on an error, except that the texts are stored when only the step is refused.
    pub async fn run(
        &self,
        account: AccountId,
        seen: SeenTray,
        texts: Vec<PileText>,
        step: Option<TrayStep>,
    ) -> Result<Tray, TrayError> {
        let stored = seen.current(self.trays.tray(account).await?)?;
        let described = stored.describe(texts);
        let stepped = step.map_or_else(|| Ok(described.clone()), |step| described.apply(step));
        let tray = stepped.as_ref().unwrap_or(&described);
        if *tray != stored {
            let (tray, now) = (Arc::new(tray.clone()), self.clock.now());
            match self.trays.save(account, Some(seen.version), tray, Arc::default(), now).await? {
                SavedTray::Saved => {}
                SavedTray::Overtaken => return Err(TrayError::Overtaken),
                SavedTray::NoAccount => return Err(TrayError::NoAccount),
            }
        }
        stepped.map_err(TrayError::Refused)
    }
}
