//! Compares the values found on a label with the true ones.

use listing_domain::options::Language;
use listing_domain::product::Brand;
use listing_domain::statement::{MaterialStatement, SizeStatement};
use serde::Deserialize;

use super::make::Photo;

#[derive(Debug, Default, Deserialize)]
pub(super) struct Understood {
    pub(super) brand: Option<String>,
    pub(super) size: Option<String>,
    /// In English.
    pub(super) materials: Option<String>,
}

/// For one attribute.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) right: u32,
    pub(super) wrong: u32,
    pub(super) missing: u32,
}

impl Counts {
    /// Percent of the found values that are right.
    pub(super) fn precision(self) -> f64 {
        f64::from(self.right) / f64::from((self.right + self.wrong).max(1)) * 100.0
    }

    /// Percent of the photos with the right value.
    pub(super) fn recall(self) -> f64 {
        f64::from(self.right) / f64::from((self.right + self.wrong + self.missing).max(1)) * 100.0
    }

    pub(super) fn add(&mut self, is_right: Option<bool>) {
        match is_right {
            Some(true) => self.right += 1,
            Some(false) => self.wrong += 1,
            None => self.missing += 1,
        }
    }
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) brand: Counts,
    pub(super) size: Counts,
    pub(super) composition: Counts,
}

impl Tally {
    pub(super) fn add(&mut self, photo: &Photo, understood: &Understood) {
        let brand = |name: &str| Brand::named(name).map(Brand::name);
        let is_brand = |found: &String| brand(found) == brand(photo.brand);
        let size = |text: &str| SizeStatement::read(text).value(Language::En);
        let materials = |text: &str| MaterialStatement::read(text).map(|read| read.value(Language::En));
        self.brand.add(understood.brand.as_ref().map(is_brand));
        self.size.add(understood.size.as_ref().map(|found| size(found) == size(photo.size)));
        let is_composition = |found: &String| materials(found) == materials(&photo.composition);
        self.composition.add(understood.materials.as_ref().map(is_composition));
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::super::kind::Kind;
    use super::*;

    #[test]
    fn label_values_are_compared_by_meaning() {
        let photo = Photo {
            path: PathBuf::new(),
            kind: Kind::Plain,
            lines: Vec::new(),
            brand: "Sézane",
            size: "T. 38",
            composition: "95% coton, 5% élasthanne".to_owned(),
        };
        let some = |text: &str| Some(text.to_owned());
        let mut tally = Tally::default();
        tally.add(
            &photo,
            &Understood {
                brand: some("Sézane"),
                size: some("T.38"),
                materials: some("95% cotton, 5% elastane"),
            },
        );
        tally.add(
            &photo,
            &Understood { brand: some("Zara"), size: some("40"), materials: some("100% cotton") },
        );
        tally.add(&photo, &Understood::default());
        let counts = Counts { right: 1, wrong: 1, missing: 1 };
        assert_eq!(tally, Tally { brand: counts, size: counts, composition: counts });
        assert!((counts.precision() - 50.0).abs() < 1e-9 && (counts.recall() - 100.0 / 3.0).abs() < 1e-9);
    }
}
