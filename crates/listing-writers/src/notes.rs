use std::sync::Arc;

use async_trait::async_trait;
use listing_domain::draft::{Draft, DraftRequest};
use listing_domain::photo::PhotoNote;
use listing_domain::ports::{ListingWriter, WriterError};

use crate::metrics::WriterMetrics;

/// Logs and counts the notes about photos (small, nearly empty, blurred, duplicate) for operators. Poor
/// photos often explain poor listings.
pub struct PhotoNoteLogger {
    writer: Arc<dyn ListingWriter>,
    metrics: WriterMetrics,
}

impl PhotoNoteLogger {
    /// Wraps a writer.
    pub fn new(writer: Arc<dyn ListingWriter>, metrics: WriterMetrics) -> Self {
        Self { writer, metrics }
    }

    fn log_notes(&self, request: &DraftRequest) {
        let count = |note| request.photos.iter().filter(|photo| photo.notes.contains(&note)).count();
        for note in PhotoNote::ALL {
            self.metrics.add_photo_notes(*note, count(*note));
        }
        let [small, nearly_empty, blurred, duplicate] =
            [PhotoNote::Small, PhotoNote::NearlyEmpty, PhotoNote::Blurred, PhotoNote::Duplicate].map(count);
        if small + nearly_empty + blurred + duplicate > 0 {
            let (photos, shown) = (request.photos.len(), request.useful_photos().len());
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
impl ListingWriter for PhotoNoteLogger {
    async fn write(&self, request: &DraftRequest) -> Result<Draft, WriterError> {
        self.log_notes(request);
        self.writer.write(request).await
    }
}
