//! Snapshots of every format: the file, the report, and the problems that the validator finds.

use std::fmt::Write as _;
use std::io::{Cursor, Read as _};

use listing_export::{FORMATS, FormatId};
use zip::ZipArchive;

use crate::fixture::{dress, jacket, problems, written};

#[test]
fn files_of_two_items_are_as_recorded() {
    for id in FORMATS {
        let (file, report) = written(id, &[jacket(), dress()]);
        let mut shown =
            if id == FormatId::Zip { entries(&file) } else { String::from_utf8(file.clone()).unwrap() };
        writeln!(shown, "\n=== {} items written", report.written).unwrap();
        for remark in &report.remarks {
            let sku = remark.sku.as_ref().map_or("-", |sku| sku.as_str());
            writeln!(shown, "{sku}: {:?}: {}", remark.finding.severity(), remark.finding).unwrap();
        }
        writeln!(shown, "=== problems").unwrap();
        for problem in problems(id, &file) {
            writeln!(shown, "{problem}").unwrap();
        }
        insta::assert_snapshot!(id.code(), shown);
    }
}

/// Returns the names and texts of an archive.
fn entries(file: &[u8]) -> String {
    let mut archive = ZipArchive::new(Cursor::new(file)).unwrap();
    let mut shown = String::new();
    for place in 0..archive.len() {
        let mut entry = archive.by_index(place).unwrap();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap_or_else(|error| format!("{:?}", error.as_bytes()));
        writeln!(shown, "--- {}\n{text}", entry.name().unwrap()).unwrap();
    }
    shown
}

#[test]
fn ids_and_file_names_of_formats_are_distinct() {
    let names: Vec<_> = FORMATS.iter().map(|id| crate::fixture::format(*id).file_name()).collect();
    for (place, id) in FORMATS.iter().enumerate() {
        assert_eq!(id.code().parse(), Ok(*id));
        assert_eq!(crate::fixture::format(*id).id(), *id);
        assert!(!names[..place].contains(&names[place]), "{id}");
    }
    let refused = "xml".parse::<FormatId>().unwrap_err().to_string();
    assert!(refused.starts_with("format must be one of ebay-us, ebay-uk, "), "{refused}");
}
