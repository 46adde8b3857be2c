//! The port of thumbnails, which are stored with their listing.

use std::sync::Arc;

use async_trait::async_trait;

use crate::photo::{PreparedPhoto, Thumbnail};

/// Makes thumbnails, small pictures of items for the history.
#[async_trait]
pub trait Thumbnailer: Send + Sync {
    /// Returns a thumbnail of the first photo; `None` when that fails, which never fails the listing.
    async fn thumbnail(&self, photos: Arc<[PreparedPhoto]>) -> Option<Thumbnail>;
}
