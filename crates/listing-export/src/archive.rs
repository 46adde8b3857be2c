//! Archives with stored photos, written item by item.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::stream::{self, Stream};
use listing_domain::batch::StoredPhoto;
use listing_domain::generation::Generation;
use listing_domain::ids::GenerationId;
use listing_domain::marketplace::Catalogue;

use crate::file::read_items;
use crate::format::ExportError;
use crate::formats::{ArchiveWriter, folders};
use crate::item::{ExportItem, ExportPhoto};
use crate::report::ExportReport;
use crate::source::PhotoSource;

/// An archive in progress. It reads the photos of one item at a time, so that its memory does not grow with
/// the number of items. Blocking work runs on the blocking pool.
pub struct ArchiveStream {
    source: PhotoSource,
    items: VecDeque<(ExportItem, String)>,
    /// `None` after the end.
    writer: Option<ArchiveWriter<Buffer>>,
    buffer: Buffer,
}

impl ArchiveStream {
    /// Begins the archive of generations, and returns its report.
    ///
    /// # Errors
    /// When a stored generation or the photos cannot be read.
    pub async fn begin(
        source: PhotoSource,
        catalogue: Arc<Catalogue>,
        generations: Vec<Generation>,
    ) -> Result<(Self, ExportReport), ExportError> {
        let ids: Vec<GenerationId> = generations.iter().map(|generation| generation.id).collect();
        let counts = source.store.count_kept_photos(source.account, &ids, source.now).await?;
        let buffer = Buffer::default();
        let out = buffer.clone();
        let begun = source.work(move || {
            let mut counts = counts.into_iter();
            let photos = |_| vec![ExportPhoto::unread(); counts.next().unwrap_or_default()];
            let items = read_items(&catalogue, &generations, photos)?;
            let (writer, report) = ArchiveWriter::begin(&items, out)?;
            let folders = folders(&items);
            Ok((items.into_iter().zip(folders).collect(), writer, report))
        });
        let (items, writer, report) = begun.await?;
        Ok((Self { source, items, writer: Some(writer), buffer }, report))
    }

    /// Returns the next bytes; `None` after the end.
    ///
    /// # Errors
    /// When the photos cannot be read. The archive then has no end, so that readers refuse it.
    pub async fn next(&mut self) -> Result<Option<Vec<u8>>, ExportError> {
        // An empty chunk would end a response.
        while let Some(writer) = self.writer.take() {
            self.writer = Box::pin(self.step(writer)).await?;
            let chunk = self.buffer.take();
            if !chunk.is_empty() {
                return Ok(Some(chunk));
            }
        }
        Ok(None)
    }

    /// Returns the parts as a stream. It reads the first one before, so that a store out of reach is reported before
    /// a response begins.
    ///
    /// # Errors
    /// As of [`ArchiveStream::next`].
    pub async fn into_parts(
        mut self: Box<Self>,
    ) -> Result<impl Stream<Item = Result<Vec<u8>, ExportError>> + use<>, ExportError> {
        let first = self.next().await?;
        Ok(stream::try_unfold((first, self), async |(first, mut archive)| {
            let part = if first.is_some() { first } else { archive.next().await? };
            Ok(part.map(|part| (part, (None, archive))))
        }))
    }

    /// Writes the next item, or the end, which returns `None`.
    async fn step(
        &mut self,
        mut writer: ArchiveWriter<Buffer>,
    ) -> Result<Option<ArchiveWriter<Buffer>>, ExportError> {
        let Some((item, folder)) = self.items.pop_front() else {
            self.source.work(move || writer.finish()).await?;
            return Ok(None);
        };
        let PhotoSource { store, account, now, .. } = &self.source;
        let photos = store.kept_photos(*account, item.id, *now).await?;
        let added = self.source.work(move || {
            let photos = photos.iter().map(StoredPhoto::as_jpeg);
            writer.add(&item, &folder, photos.map(|jpeg| ("jpg", jpeg)))?;
            Ok(writer)
        });
        Ok(Some(added.await?))
    }
}

impl ExportPhoto {
    /// A stored photo whose picture is read later.
    const fn unread() -> Self {
        Self { file_name: String::new(), url: None, bytes: None }
    }
}

/// Holds the written bytes until they are taken.
#[derive(Clone, Default)]
struct Buffer(Arc<Mutex<Vec<u8>>>);

impl Buffer {
    fn lock(&self) -> MutexGuard<'_, Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self) -> Vec<u8> {
        mem::take(&mut self.lock())
    }
}

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.lock().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
