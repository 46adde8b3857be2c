//! Archives: names of folders and photos.

use std::io::Cursor;

use listing_domain::sku::Sku;
use listing_export::{ExportItem, FormatId};
use zip::ZipArchive;

use crate::fixture::{dress, jacket, written};

/// Returns the names in an archive of items.
fn names(items: &[ExportItem]) -> Vec<String> {
    let (file, _) = written(FormatId::Zip, items);
    let mut archive = ZipArchive::new(Cursor::new(file)).unwrap();
    (0..archive.len()).map(|place| archive.by_index(place).unwrap().name().unwrap().into_owned()).collect()
}

#[test]
fn folders_are_named_by_sku_on_every_system() {
    let cases = [
        ("B4-1", "B4-1"),
        // Names that differ only by case are one name on some systems.
        ("b4-1", "b4-1-2"),
        ("b4/1", "b4-1-3"),
        ("../../etc/passwd", "etc-passwd"),
        ("..", "2026-11-26-00000001"),
        ("NUL", "NUL-item"),
        ("com1", "com1-item"),
        ("Été n° 5", "ete-n-5"),
        ("🧥", "2026-11-26-00000001-2"),
        ("a_b.c", "a_b-c"),
        ("listings.csv", "listings-csv"),
    ];
    let item = |(sku, _): &(&str, &str)| ExportItem { sku: Sku::parse("sku", sku).ok(), ..jacket() };
    let items: Vec<_> = cases.iter().map(item).collect();
    let names = names(&items);
    for (_, folder) in cases {
        for name in [format!("{folder}/ebay.txt"), format!("{folder}/photos/{folder}-2.jpg")] {
            assert!(names.contains(&name), "{name} in {names:#?}");
        }
    }
}

#[test]
fn photo_has_the_extension_of_its_picture() {
    let mut jacket = jacket();
    jacket.photos[0].bytes = Some(b"\x89PNG\r\n".to_vec());
    jacket.photos[1].bytes = Some(b"?".to_vec());
    "2.HEIC".clone_into(&mut jacket.photos[1].file_name);
    let names = names(&[jacket, dress()]);
    assert!(names.contains(&"B4-0017/photos/B4-0017-1.png".to_owned()), "{names:#?}");
    assert!(names.contains(&"B4-0017/photos/B4-0017-2.heic".to_owned()), "{names:#?}");
    assert!(!names.iter().any(|name| name.starts_with("2026-11-26-00000002/photos/")), "{names:#?}");
}
