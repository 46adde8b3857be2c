//! Comparison of the values from a label with the true ones.

use listing_domain::options::Language;
use listing_domain::product::Brand;
use listing_domain::statement::{MaterialStatement, SizeStatement};
use serde::Deserialize;

use super::make::Photo;

/// Values that the engine takes from a photo's lines.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Understood {
    pub(super) brand: Option<String>,
    pub(super) size: Option<String>,
    /// In English.
    pub(super) materials: Option<String>,
}

/// Number of right, wrong and missing values.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Told {
    pub(super) right: u32,
    pub(super) wrong: u32,
    pub(super) not: u32,
}

impl Told {
    /// Returns the right share of the given values, in percent.
    pub(super) fn precision(self) -> f64 {
        f64::from(self.right) / f64::from((self.right + self.wrong).max(1)) * 100.0
    }

    /// Returns the share of all photos with a right value, in percent.
    pub(super) fn recall(self) -> f64 {
        f64::from(self.right) / f64::from((self.right + self.wrong + self.not).max(1)) * 100.0
    }

    pub(super) fn add(&mut self, told: Option<bool>) {
        match told {
            Some(true) => self.right += 1,
            Some(false) => self.wrong += 1,
            None => self.not += 1,
        }
    }
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) brand: Told,
    pub(super) size: Told,
    pub(super) composition: Told,
}

impl Tally {
    pub(super) fn add(&mut self, photo: &Photo, understood: &Understood) {
        let brand = |name: &str| Brand::named(name).map(Brand::name);
        let is_brand = |told: &String| brand(told) == brand(photo.brand);
        let size = |text: &str| SizeStatement::read(text).value(Language::En);
        let materials = |text: &str| MaterialStatement::read(text).map(|read| read.value(Language::En));
        self.brand.add(understood.brand.as_ref().map(is_brand));
        self.size.add(understood.size.as_ref().map(|told| size(told) == size(photo.size)));
        let is_composition = |told: &String| materials(told) == materials(&photo.composition);
        self.composition.add(understood.materials.as_ref().map(is_composition));
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::super::kind::Kind;
    use super::*;

    #[test]
    fn understood_attributes_are_compared_by_meaning() {
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
        let told = Told { right: 1, wrong: 1, not: 1 };
        assert_eq!(tally, Tally { brand: told, size: told, composition: told });
        assert!((told.precision() - 50.0).abs() < 1e-9 && (told.recall() - 100.0 / 3.0).abs() < 1e-9);
    }
}
