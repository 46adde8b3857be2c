use super::*;
use crate::options::Language;
use crate::product::Department;
use crate::tsv::{NONE, lines};

/// Texts as read from photos, with the expected reference.
const REFERENCES: &str = include_str!("tests/references.tsv");

#[test]
fn only_an_unambiguous_reference_is_read() {
    let wrong = |line: &&str| {
        let columns: Vec<&str> = line.split('\t').collect();
        let [product, expected, label] = columns[..] else { panic!("invalid line: {line}") };
        let product = Product::parse(product).unwrap_or_else(|| panic!("invalid line: {line}"));
        let found = Label::read(&label.split(" | ").collect::<Vec<_>>()).reference(product);
        let found = found.map(|reference| match reference {
            Reference::Model(model) => model.as_str().to_owned(),
            Reference::Isbn(isbn) => isbn.to_string(),
        });
        found.as_deref().unwrap_or(NONE) != expected
    };
    assert_eq!(lines(REFERENCES).filter(wrong).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn a_garments_label_has_brand_size_and_materials() {
    let label = Label::read(&["SÉZANE", "T. 38", "95 % coton", "5 % élasthanne", "Ne pas blanchir"]);
    let product = Product::Department(Department::Clothing);
    assert_eq!(label.brand(product).map(Brand::name), Some("Sézane"));
    assert_eq!(label.size(product), Some("T. 38"));
    let materials = label.materials().map(|materials| materials.value(Language::Fr));
    assert_eq!(materials.as_deref(), Some("95 % coton, 5 % élasthanne"));
    assert!(label.is_garment_label());
}

#[test]
fn a_brand_name_split_over_two_lines_is_read() {
    let label = Label::read(&["COMPTOIR DES", "COTONNIERS", "M", "Made in Portugal"]);
    assert_eq!(label.brand(Product::Unknown).map(Brand::name), Some("Comptoir des Cotonniers"));
    assert_eq!(label.size(Product::Unknown), Some("M"));
}

#[test]
fn a_cups_care_text_is_not_a_garments_label() {
    assert!(!Label::read(&["Hand wash only", "Made in China"]).is_garment_label());
}

#[test]
fn decorative_words_on_an_item_are_ignored() {
    let label = Label::read(&["NEW YORK", "1984", "L"]);
    assert!(!label.is_garment_label() && label.materials().is_none());
    assert_eq!((label.brand(Product::Unknown), label.size(Product::Unknown)), (None, None));
    assert!(Label::read(&[]).brand(Product::Unknown).is_none());
}
