//! Sample pages to preview exported files.

use listing_domain::ids::GenerationId;
use listing_export::{ExportFile, FORMATS, FormatId, Severity};
use listing_web::view::{ExportPreview, FormatMenu, Layout, RemarkGroup, RemarkRow};

use super::{Drawn, Sample, drawn, id};

/// Returns all formats.
pub(crate) fn formats(chosen: Option<FormatId>) -> FormatMenu {
    FormatMenu { formats: FORMATS.to_vec(), chosen }
}

pub(crate) fn pages(sample: Sample) -> Vec<Drawn> {
    let ids = [100, 101, 102].map(|number| ("id", id::<GenerationId>(number).to_string()));
    let format = FormatId::EbayFr;
    let preview = ExportPreview {
        layout: Layout {
            path: ExportPreview::address(format, &ids),
            ..sample.inside("/account/generations/export")
        },
        formats: formats(Some(format)),
        selection: ids.into(),
        items: 2,
        left_out: 1,
        limit: None,
        remarks: remarks(sample),
    };
    let search = ExportPreview {
        formats: formats(Some(FormatId::Csv)),
        selection: vec![("search", sample.t("skirt"))],
        items: 300,
        left_out: 0,
        limit: Some(ExportFile::MAX_ITEMS),
        remarks: Vec::new(),
        ..preview.clone()
    };
    let none = ExportPreview { items: 0, left_out: 0, limit: None, ..search.clone() };
    vec![drawn("export", &preview), drawn("export-search", &search), drawn("export-none", &none)]
}

fn remarks(sample: Sample) -> Vec<RemarkGroup> {
    let row = |number, name: String, sku: Option<String>, remarks: Vec<String>| RemarkRow {
        id: id(number),
        name,
        sku,
        remarks,
    };
    let skirt = |remarks| {
        row(100, sample.by("Brown skirt", "Jupe marron"), Some(sample.by("SKT-0042", "JUP-0042")), remarks)
    };
    let jacket = |remarks| row(101, sample.by("Denim jacket", "Veste en jean"), None, remarks);
    let lamp = row(
        102,
        sample.by("Table lamp", "Lampe de table"),
        None,
        vec![sample.by(
            "This item has no eBay listing and is not in the file.",
            "Cet article n’a pas d’annonce eBay et ne figure pas dans le fichier.",
        )],
    );
    let missing = || {
        vec![
            sample.by("The brand is missing.", "Il manque la marque."),
            sample.by("The material is missing.", "Il manque la matière."),
        ]
    };
    let other_language = sample.by(
        "The listing is in English. Rewrite it in French for this site.",
        "L’annonce est en anglais. Réécrivez-la en français pour ce site.",
    );
    let assumed = sample.by(
        "The condition “Pre-owned - Excellent” is assumed. Check it.",
        "L’état «\u{a0}Occasion - Parfait état\u{a0}» est supposé. Vérifiez-le.",
    );
    vec![
        RemarkGroup { severity: Severity::LeftOut, rows: vec![lamp] },
        RemarkGroup { severity: Severity::Invalid, rows: vec![skirt(vec![other_language])] },
        RemarkGroup { severity: Severity::Incomplete, rows: vec![skirt(missing()), jacket(missing())] },
        RemarkGroup { severity: Severity::Changed, rows: vec![jacket(vec![assumed])] },
    ]
}
