//! Exports to send: whole files, and archives in parts.

use std::sync::Arc;

use listing_domain::generation::Generation;
use listing_domain::marketplace::Catalogue;

use crate::archive::ArchiveStream;
use crate::file::ExportFile;
use crate::format::{ExportError, ExportFormat as _, ExportOptions, FormatId};
use crate::formats::Zip;
use crate::report::ExportReport;
use crate::source::PhotoSource;

/// A file to send.
pub struct ExportDownload {
    /// The suggested name.
    pub name: &'static str,
    /// The media type.
    pub media_type: &'static str,
    /// The values that the file lacks or has in another form.
    pub report: ExportReport,
    /// The content.
    pub content: ExportContent,
}

/// The content of a file.
pub enum ExportContent {
    /// The whole file.
    Whole(Vec<u8>),
    /// An archive, whose photos are read while it is sent.
    Archive(Box<ArchiveStream>),
}

impl ExportDownload {
    /// Begins the file of generations, in their order. Only an archive contains stored photos.
    ///
    /// # Errors
    /// When a stored generation cannot be read, or the format cannot be written.
    pub async fn begin(
        format: FormatId,
        options: &ExportOptions,
        catalogue: Arc<Catalogue>,
        generations: Vec<Generation>,
        source: PhotoSource,
    ) -> Result<Self, ExportError> {
        if format == FormatId::Zip {
            let (archive, report) = ArchiveStream::begin(source, catalogue, generations).await?;
            let content = ExportContent::Archive(Box::new(archive));
            return Ok(Self { name: Zip.file_name(), media_type: Zip.media_type(), report, content });
        }
        let format = format.format(options);
        let write = move || ExportFile::write(&*format, &catalogue, &generations, |_| Vec::new());
        let ExportFile { name, media_type, bytes, report } = source.work(write).await?;
        Ok(Self { name, media_type, report, content: ExportContent::Whole(bytes) })
    }
}
