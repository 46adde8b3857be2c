//! The port of photo looks, for grouping photos into items.

use async_trait::async_trait;

use crate::grouping::Look;
use crate::lane::Lane;
use crate::photo::PreparedPhoto;

/// Describes the appearance of photos.
#[async_trait]
pub trait PhotoLooks: Send + Sync {
    /// Returns a photo's look; `None` when that fails or the machine is too busy. Looks of one adapter have
    /// the same number of values. The work counts for the lane.
    async fn look(&self, lane: Lane, photo: &PreparedPhoto) -> Option<Look>;
}
