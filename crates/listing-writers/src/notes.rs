//! Notes about photos, for operators.

use std::sync::Arc;

use async_trait::async_trait;
use listing_domain::draft::{Draft, DraftRequest};
use listing_domain::photo::PhotoNote;
use listing_domain::ports::{ListingWriter, WriterError};

use crate::metrics::WriterMetrics;

/// Logs and counts the notes about each request's photos (small, nearly empty, blurred, duplicate) before the
/// writer runs. They often explain poor listings.
pub struct TellingNotes {
    writer: Arc<dyn ListingWriter>,
    metrics: WriterMetrics,
}

impl TellingNotes {
    /// Creates a decorator that notes the photos of each request.
    pub fn new(writer: Arc<dyn ListingWriter>, metrics: WriterMetrics) -> Self {
        Self { writer, metrics }
    }

    fn tell(&self, brief: &DraftRequest) {
        let count = |note| brief.photos.iter().filter(|photo| photo.notes.contains(&note)).count();
        for note in PhotoNote::ALL {
            self.metrics.noted(*note, count(*note));
        }
        let [small, nearly_empty, blurred, duplicate] =
            [PhotoNote::Small, PhotoNote::NearlyEmpty, PhotoNote::Blurred, PhotoNote::Duplicate].map(count);
        if small + nearly_empty + blurred + duplicate > 0 {
            let (photos, shown) = (brief.photos.len(), brief.telling_photos().len());
            tracing::info!(
                photos,
                shown,
                small,
                nearly_empty,
                blurred,
                duplicate,
                "request with poor photos: {small} small, {nearly_empty} nearly empty, {blurred} blurred, \
                 {duplicate} duplicate"
            );
        }
    }
}

#[async_trait]
impl ListingWriter for TellingNotes {
    async fn write(&self, brief: &DraftRequest) -> Result<Draft, WriterError> {
        self.tell(brief);
        self.writer.write(brief).await
    }
}
