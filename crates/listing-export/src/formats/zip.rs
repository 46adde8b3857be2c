//! Archives with photos and texts to copy.

use std::collections::HashSet;
use std::io::{Cursor, Read as _, Write};

use zip::result::ZipResult;
use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use crate::format::{ExportError, ExportFormat, FormatId};
use crate::item::{ExportItem, ExportListing, ExportPhoto};
use crate::lang;
use crate::report::{ExportReport, Finding, Problem};
use crate::text::{clean_lines, one_line, slug};

use super::csv::ListingsCsv;

/// An archive with a folder for each item: its photos, and for each listing a text to copy from. The table of
/// all listings is at the top.
///
/// Names consist of ASCII letters, digits, hyphens and underscores, so that no SKU leads out of the archive.
#[derive(Debug, Clone, Copy)]
pub struct Zip;

const TABLE: &str = "listings.csv";
const PHOTOS: &str = "photos";
/// The longest name of a folder, in characters.
const NAME_MAX: usize = 60;
/// Names of devices, which Windows refuses for files and folders.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];
/// The extensions of pictures in a form that this crate does not recognize.
const EXTENSIONS: [&str; 3] = ["gif", "heic", "avif"];
/// The largest table that is read for a check, in bytes.
const TABLE_MAX: u64 = 1 << 30;

impl ExportFormat for Zip {
    fn id(&self) -> FormatId {
        FormatId::Zip
    }

    fn file_name(&self) -> &'static str {
        "listings.zip"
    }

    fn media_type(&self) -> &'static str {
        "application/zip"
    }

    fn write(&self, items: &[ExportItem], out: &mut dyn Write) -> Result<ExportReport, ExportError> {
        let (mut archive, mut report) = ArchiveWriter::begin(items, out)?;
        for (item, folder) in items.iter().zip(folders(items)) {
            let pictures = || item.photos.iter().filter_map(|photo| Some((photo, photo.bytes.as_deref()?)));
            archive.add(item, &folder, pictures().map(|(photo, bytes)| (extension(photo), bytes)))?;
            let left_out = item.photos.len() - pictures().count();
            if left_out > 0 {
                report.add(item, [Finding::PhotosWithoutPicture(left_out)]);
            }
        }
        archive.finish()?;
        Ok(report)
    }

    fn validate(&self, file: &[u8]) -> Vec<Problem> {
        let mut archive = match ZipArchive::new(Cursor::new(file)) {
            Ok(archive) => archive,
            Err(error) => return vec![Problem::of_file(format!("not an archive: {error}"))],
        };
        let names = archive.file_names().map(|name| Ok(name?.into_owned()));
        let names = match names.collect::<ZipResult<Vec<_>>>() {
            Ok(names) => names,
            Err(error) => return vec![Problem::of_file(format!("unreadable names: {error}"))],
        };
        let mut problems = name_problems(&names);
        let mut table = Vec::new();
        match archive.by_name(TABLE) {
            Err(_) => problems.push(Problem::of_file("no listings.csv")),
            Ok(entry) => match entry.take(TABLE_MAX).read_to_end(&mut table) {
                Err(error) => problems.push(Problem::of_file(format!("listings.csv is damaged: {error}"))),
                Ok(_) => problems.extend(ListingsCsv.validate(&table)),
            },
        }
        problems
    }
}

fn options() -> SimpleFileOptions {
    SimpleFileOptions::default().compression_method(CompressionMethod::Deflated).unix_permissions(0o644)
}

/// Returns the options of photos, which hardly get smaller.
fn photo_options() -> SimpleFileOptions {
    options().compression_level(Some(1))
}

/// An archive that is written item by item.
pub(crate) struct ArchiveWriter<W: Write>(ZipWriter<StreamWriter<W>>);

impl<W: Write> ArchiveWriter<W> {
    /// Begins an archive with the table of all items. The report also lists the items without photos.
    pub(crate) fn begin(items: &[ExportItem], out: W) -> Result<(Self, ExportReport), ExportError> {
        let mut archive = ZipWriter::new_stream(out);
        archive.start_file(TABLE, options())?;
        let mut report = ListingsCsv.write(items, &mut archive)?;
        for item in items.iter().filter(|item| item.photos.is_empty() && !item.listings.is_empty()) {
            report.add(item, [Finding::NoPhotos]);
        }
        Ok((Self(archive), report))
    }

    /// Adds the folder of an item: its texts, and its photos with their extensions.
    pub(crate) fn add<'a>(
        &mut self,
        item: &ExportItem,
        folder: &str,
        photos: impl Iterator<Item = (&'static str, &'a [u8])>,
    ) -> Result<(), ExportError> {
        let Self(archive) = self;
        for listing in &item.listings {
            let name = text_name(&listing.platform.to_string());
            archive.start_file(format!("{folder}/{name}.txt"), options())?;
            archive.write_all(text(listing).as_bytes())?;
        }
        for (number, (extension, bytes)) in (1..).zip(photos) {
            archive
                .start_file(format!("{folder}/{PHOTOS}/{folder}-{number}.{extension}"), photo_options())?;
            archive.write_all(bytes)?;
        }
        Ok(())
    }

    /// Writes the end of the archive.
    pub(crate) fn finish(self) -> Result<(), ExportError> {
        self.0.finish()?;
        Ok(())
    }
}

/// Returns a photo's extension, by its first bytes, else by its name. Prepared photos are JPEG.
fn extension(photo: &ExportPhoto) -> &'static str {
    let bytes = photo.bytes.as_deref().unwrap_or_default();
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => "png",
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => "webp",
        [0xff, 0xd8, ..] => "jpg",
        _ => {
            let named = photo.file_name.rsplit('.').next().unwrap_or_default();
            EXTENSIONS.into_iter().find(|known| named.eq_ignore_ascii_case(known)).unwrap_or("jpg")
        }
    }
}

/// Returns a folder's name for each item: the SKU, else the date with the beginning of the ID. No two differ
/// only by case.
pub(crate) fn folders(items: &[ExportItem]) -> Vec<String> {
    let mut used = HashSet::from([TABLE.to_owned()]);
    let mut folder = |item: &ExportItem| {
        let name = item.sku.as_ref().map(|sku| safe_name(sku.as_str())).filter(|name| !name.is_empty());
        let name = name.unwrap_or_else(|| format!("{}-{}", date(item), item.short_id()));
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        names.find(|name| used.insert(name.to_ascii_lowercase())).unwrap_or(name)
    };
    items.iter().map(&mut folder).collect()
}

/// Returns the day of an item in universal time.
fn date(item: &ExportItem) -> String {
    item.created_at.to_string().chars().take(10).collect()
}

/// Returns a text as the name of a file or folder on every system; may be empty.
fn safe_name(text: &str) -> String {
    let is_kept = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let kept: String = text.chars().map(|c| if is_kept(c) { c } else { '-' }).collect();
    let ascii = if text.is_ascii() { kept } else { slug(text) };
    let parts: Vec<_> = ascii.split('-').filter(|part| !part.is_empty()).collect();
    let name: String = parts.join("-").chars().take(NAME_MAX).collect();
    let name = name.trim_matches('-');
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit()).to_ascii_lowercase();
    if DEVICES.contains(&stem.as_str()) { format!("{name}-item") } else { name.to_owned() }
}

/// Returns the name of a listing's text.
fn text_name(platform: &str) -> String {
    Some(safe_name(platform)).filter(|name| !name.is_empty()).unwrap_or_else(|| "listing".to_owned())
}

/// Returns a listing as a text to copy from, with labels in the listing's language.
fn text(listing: &ExportListing) -> String {
    let words = lang::for_language(listing.language);
    let price = (words.money)(listing.price);
    let lines = [
        (words.title, one_line(&listing.title)),
        (words.price, price),
        (words.category, one_line(&listing.category)),
        (words.condition, one_line(&listing.condition)),
    ];
    let lines = lines.into_iter().filter(|(_, value)| !value.is_empty());
    let lines: Vec<_> = lines.map(|(label, value)| format!("{label}{} {value}\n", words.colon)).collect();
    let description = clean_lines(&listing.description);
    format!("{}\n{}{}\n{description}\n", lines.concat(), words.description, words.colon)
}

/// Returns the names that lead out of the archive, are unsafe or repeated, and the folders without a text.
fn name_problems(names: &[String]) -> Vec<Problem> {
    let (mut problems, mut seen) = (Vec::new(), HashSet::new());
    for name in names {
        let is_safe = |part: &str| {
            let is_allowed = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
            !part.is_empty() && part.chars().all(is_allowed) && !part.starts_with('.') && !part.ends_with('.')
        };
        if !name.split('/').all(is_safe) {
            problems.push(Problem::of_file(format!("unsafe name {name:?}")));
        }
        if !seen.insert(name.to_ascii_lowercase()) {
            problems.push(Problem::of_file(format!("repeated name {name:?}")));
        }
    }
    let folders: HashSet<_> = names.iter().filter_map(|name| Some(name.split_once('/')?.0)).collect();
    let has_text = |folder: &str| {
        let is_text = |inside: &str| !inside.contains('/') && inside.rsplit('.').next() == Some("txt");
        names.iter().filter_map(|name| name.strip_prefix(folder)?.strip_prefix('/')).any(is_text)
    };
    let empty = folders.into_iter().filter(|folder| !has_text(folder));
    problems.extend(empty.map(|folder| Problem::of_file(format!("no text in the folder {folder:?}"))));
    problems
}
