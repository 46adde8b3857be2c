//! Files made from stored generations.

use listing_answer::GeneratedData;
use listing_domain::generation::Generation;
use listing_domain::ids::GenerationId;
use listing_domain::marketplace::Catalogue;

use crate::format::{ExportError, ExportFormat};
use crate::item::{ExportItem, ExportPhoto};
use crate::report::ExportReport;

/// A file in an export format.
#[derive(Debug)]
pub struct ExportFile {
    /// The suggested name.
    pub name: &'static str,
    /// The media type.
    pub media_type: &'static str,
    /// The content.
    pub bytes: Vec<u8>,
    /// The values that the file lacks or has in another form.
    pub report: ExportReport,
}

impl ExportFile {
    /// The maximum number of items in one file, which is written in memory.
    pub const MAX_ITEMS: u32 = 300;

    /// Writes the current listings of generations, in their order, with the photos of each.
    ///
    /// # Errors
    /// When a stored generation cannot be read, or the format cannot be written.
    pub fn write(
        format: &dyn ExportFormat,
        catalogue: &Catalogue,
        generations: &[Generation],
        mut photos: impl FnMut(GenerationId) -> Vec<ExportPhoto>,
    ) -> Result<Self, ExportError> {
        let items = read_items(catalogue, generations, &mut photos)?;
        let mut bytes = Vec::new();
        let report = format.write(&items, &mut bytes)?;
        Ok(Self { name: format.file_name(), media_type: format.media_type(), bytes, report })
    }
}

/// Reads the current listings of generations.
pub(crate) fn read_items(
    catalogue: &Catalogue,
    generations: &[Generation],
    mut photos: impl FnMut(GenerationId) -> Vec<ExportPhoto>,
) -> Result<Vec<ExportItem>, ExportError> {
    let item = |generation: &Generation| {
        let id = generation.id;
        let data = GeneratedData::read(generation.current());
        let data = data.map_err(|source| ExportError::Unreadable { id, source })?;
        Ok(ExportItem::new(catalogue, generation, &data, photos(id)))
    };
    generations.iter().map(item).collect()
}
