//! Hostile texts, which every format must carry without a formula, a broken row or a path out of the archive.

use std::io::{Cursor, Read as _};

use listing_domain::metadata::Metadata;
use listing_domain::sku::Sku;
use listing_export::{ExportItem, FORMATS, FormatId};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;
use zip::ZipArchive;

use crate::fixture::{jacket, problems, written};

/// Parts of texts that break naive writers.
const PARTS: &[&str] = &[
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "=HYPERLINK(\"http://x\";\"y\")",
    "＝1",
    "\"",
    "\"\"",
    "'",
    ",",
    ";",
    "; ",
    "|",
    "\n",
    "\r",
    "\r\n",
    "\n-",
    "\t",
    "\0",
    "\u{1b}[31m",
    "\u{85}",
    "\u{2028}",
    "🧥",
    "👨‍👩‍👧",
    "é",
    "e\u{301}",
    "\u{202e}",
    "\u{feff}",
    "سترة",
    "../",
    "..\\",
    "/etc/passwd",
    "C:\\new",
    "CON",
    "<script>",
    "</script>",
    "<br>",
    "&lt;",
    "&#61;",
    "&",
    "#INFO",
    "--",
    "~",
    " ",
    "Veste",
    "{\"a\":1}",
    "a > b",
    "%2e",
];

fn hostile() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => vec(select(PARTS), 0..8).prop_map(|parts| parts.concat()),
        1 => vec(any::<char>(), 0..40).prop_map(|chars| chars.into_iter().collect()),
    ]
}

/// Returns an item whose texts are all one text, as far as their types allow. The title is not empty.
fn item_with(text: &str) -> ExportItem {
    let mut item = jacket();
    for listing in &mut item.listings {
        listing.title = format!("{text}x");
        listing.description = format!("{text}x");
        listing.tags = vec![text.to_owned(); 3];
    }
    let it = &mut item.attributes;
    (it.brand, it.size) = (Some(text.to_owned()), Some(text.to_owned()));
    (it.color, it.material) = (Some(text.to_owned()), Some(format!("{text}x")));
    item.sku = Sku::parse("sku", text).ok();
    let fields = vec![("field".to_owned(), text.to_owned())];
    item.metadata = Metadata::parse("metadata", fields).unwrap_or_default();
    item.photos[0].url = Some(format!("https://p.example/{text}"));
    text.clone_into(&mut item.photos[0].file_name);
    item
}

/// Returns a text as a format with lines has it.
fn clean_lines(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace(['\r', '\u{2028}', '\u{2029}'], "\n").replace('\t', " ");
    text.chars().filter(|c| *c == '\n' || !c.is_control()).collect()
}

/// Returns the words of a text.
fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()).collect()
}

/// Returns a text without the apostrophes that prevent formulas.
fn unquoted(text: &str) -> String {
    text.replace('\'', "")
}

/// Returns what a browser shows for the HTML of a description.
fn shown(html: &str) -> String {
    let (mut shown, mut rest) = (String::new(), html);
    while let Some(at) = rest.find(['<', '&']) {
        shown.push_str(&rest[..at]);
        let end = at + rest[at..].find(['>', ';']).unwrap();
        match &rest[at..=end] {
            "<br>" => shown.push('\n'),
            "&lt;" => shown.push('<'),
            "&gt;" => shown.push('>'),
            "&amp;" => shown.push('&'),
            reference => {
                let number = reference.trim_start_matches("&#").trim_end_matches(';').parse().unwrap();
                shown.push(char::from_u32(number).unwrap());
            }
        }
        rest = &rest[end + 1..];
    }
    shown + rest
}

/// Returns the column of a table's only item.
fn value(file: &[u8], header: usize, column: &str) -> String {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(file);
    let records: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().unwrap();
    let place = records[header].iter().position(|name| name == column).unwrap();
    records[header + 1][place].to_owned()
}

/// Reads a table as spreadsheets do: quotes count only at the beginning of a cell, and text after the closing
/// quote is part of the cell.
fn read(text: &str, separator: char) -> Vec<String> {
    let (mut cells, mut cell) = (Vec::new(), String::new());
    let (mut is_quoted, mut is_begun) = (false, false);
    let mut signs = text.trim_start_matches('\u{feff}').chars().peekable();
    while let Some(sign) = signs.next() {
        if is_quoted {
            match sign {
                '"' if signs.peek() == Some(&'"') => cell.extend(signs.next()),
                '"' => is_quoted = false,
                sign => cell.push(sign),
            }
        } else if sign == '"' && !is_begun {
            (is_quoted, is_begun) = (true, true);
        } else if sign == separator || sign == '\n' {
            cells.push(std::mem::take(&mut cell));
            is_begun = false;
        } else {
            cell.push(sign);
            is_begun = true;
        }
    }
    cells
}

fn check_formulas(id: FormatId, file: &[u8]) {
    let text = std::str::from_utf8(file).unwrap();
    for separator in [',', ';', '\t'] {
        for cell in read(text, separator) {
            let begins = cell.trim_start_matches(['"', ' ', '\t', '\r']);
            let is_formula = begins.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
            // WooCommerce's number for a draft.
            assert!(!is_formula || cell == "-1", "{id} under {separator:?}: {cell:?} in {text}");
        }
    }
}

fn check(text: &str) {
    let item = item_with(text);
    let (title, description) = (item.listings[1].title.clone(), item.listings[1].description.clone());
    for id in FORMATS {
        let (file, report) = written(id, std::slice::from_ref(&item));
        assert_eq!(report.written, 1, "{id}");
        let expected: &[String] = if id == FormatId::EbayFr {
            &["record 1: Category ID: must be a number, which eBay requires".to_owned()]
        } else {
            &[]
        };
        assert_eq!(problems(id, &file), expected, "{id}: {text:?}");
        let format = crate::fixture::format(id);
        if format.media_type().starts_with("text/csv") {
            check_formulas(id, &file);
        }
        let title_is_kept = |found: &str| {
            let (found, whole) = (unquoted(found), unquoted(&words(&title).join(" ")));
            assert!(whole.starts_with(&found) && !found.is_empty(), "{id}: {found:?} of {whole:?}");
        };
        match id {
            FormatId::EbayUs | FormatId::EbayUk | FormatId::EbayFr => {
                title_is_kept(&value(&file, 3, "Title"));
                assert_eq!(shown(&value(&file, 3, "Description")), clean_lines(&description));
            }
            FormatId::Shopify => {
                assert_eq!(shown(&value(&file, 0, "Description")), clean_lines(&description));
            }
            FormatId::WooCommerce => title_is_kept(&value(&file, 0, "Name")),
            FormatId::Etsy => {
                title_is_kept(&value(&file, 0, "TITLE"));
                let found = unquoted(&value(&file, 0, "DESCRIPTION"));
                assert_eq!(found, unquoted(&clean_lines(&description)));
            }
            FormatId::GoogleMerchant => title_is_kept(&value(&file, 0, "title")),
            FormatId::Acp => {
                let product: Value = serde_json::from_slice(&file).unwrap();
                assert_eq!(product["title"], title);
                assert_eq!(product["description"]["plain"], description);
            }
            FormatId::JsonLd => {
                let document: Value = serde_json::from_slice(&file).unwrap();
                assert_eq!(document["@graph"][0]["description"], description);
            }
            FormatId::Csv => {
                let table = &file[3..];
                assert_eq!(unquoted(&value(table, 0, "title")), unquoted(&item.listings[0].title));
                assert_eq!(
                    unquoted(&value(table, 0, "description")),
                    unquoted(&item.listings[0].description)
                );
            }
            FormatId::Zip => check_archive(&file, &item),
        }
    }
}

fn check_archive(file: &[u8], item: &ExportItem) {
    let mut archive = ZipArchive::new(Cursor::new(file)).unwrap();
    assert_eq!(archive.len(), 1 + item.listings.len() + item.photos.len());
    for place in 0..archive.len() {
        let mut entry = archive.by_index(place).unwrap();
        let path = entry.enclosed_name().unwrap();
        assert!(
            path.components().all(|it| matches!(it, std::path::Component::Normal(_))),
            "{}",
            path.display()
        );
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        if path.extension().is_some_and(|it| it == "txt") {
            let text = String::from_utf8(bytes).unwrap();
            assert!(text.ends_with(&format!("\n{}\n", clean_lines(&item.listings[0].description))));
        }
    }
}

#[test]
fn texts_of_eighty_thousand_characters_survive() {
    for part in ["=1;\n", "é\"", "🧥 ", "x"] {
        let text: String = part.chars().cycle().take(80_000).collect();
        check(&text);
    }
}

#[test]
fn every_hostile_part_survives_alone_and_before_a_formula() {
    for part in PARTS {
        check(part);
        check(&format!("{part}=1"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn hostile_texts_survive_in_every_format(text in hostile()) {
        check(&text);
    }

    #[test]
    fn folders_of_any_skus_are_safe_and_distinct(skus in vec(hostile(), 1..12)) {
        let items: Vec<_> = skus.iter().map(|sku| item_with(sku)).collect();
        let (file, report) = written(FormatId::Zip, &items);
        prop_assert_eq!(report.written, items.len());
        prop_assert_eq!(problems(FormatId::Zip, &file), Vec::<String>::new());
        let entries = ZipArchive::new(Cursor::new(&file)).unwrap().len();
        let expected: usize = items.iter().map(|item| item.listings.len() + item.photos.len()).sum();
        prop_assert_eq!(entries, expected + 1);
    }
}
