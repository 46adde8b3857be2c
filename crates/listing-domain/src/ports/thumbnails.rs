//! Small pictures of photos, to be kept with what was written about them.

use std::sync::Arc;

use async_trait::async_trait;

use crate::photo::{PreparedPhoto, Thumbnail};

/// Makes small pictures.
#[async_trait]
pub trait Thumbnailer: Send + Sync {
    /// A small picture of the first of the photos; `None` when it cannot be
    /// made, which costs nobody a listing.
    async fn thumbnail(&self, photos: Arc<[PreparedPhoto]>) -> Option<Thumbnail>;
}
