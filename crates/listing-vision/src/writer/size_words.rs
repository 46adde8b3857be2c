//! The size in words, as the seller gave it.

use listing_domain::product::{Department, Product};
use listing_domain::wish::Language;

use crate::lang;

/// A size that somebody stated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SizePhrase<'a> {
    words: &'a str,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The words say themselves that they are a size ("Taille 40").
    Labelled,
    /// Lengths: "120 x 60 cm".
    Measures,
    /// Of shoes.
    Shoes,
    /// Anything else.
    Other,
}

impl<'a> SizePhrase<'a> {
    /// Reads what kind of size a seller's words are.
    pub(crate) fn read(words: &'a str, product: Product) -> Self {
        let lower = words.to_lowercase();
        let is_labelled = || {
            let mut labels = lang::all().flat_map(|lang| lang.reading.size_labels);
            labels.any(|label| lower.starts_with(label))
        };
        let has_unit =
            || [" x ", "×", "cm", "mm", "inch", " in", "\""].iter().any(|sign| lower.contains(sign));
        let kind = if is_labelled() {
            Kind::Labelled
        } else if lower.contains(|c: char| c.is_ascii_digit()) && has_unit() {
            Kind::Measures
        } else if product.department() == Some(Department::Shoes) {
            Kind::Shoes
        } else {
            Kind::Other
        };
        Self { words, kind }
    }

    /// The seller's words.
    pub(crate) const fn words(self) -> &'a str {
        self.words
    }

    /// What stands before the words in a list, if anything needs to.
    pub(crate) const fn label(self, language: Language) -> Option<&'static str> {
        let labels = &lang::of(language).words.labels;
        match self.kind {
            Kind::Labelled => None,
            Kind::Measures => Some(labels.dimensions),
            Kind::Shoes => Some(labels.shoe_size),
            Kind::Other => Some(labels.size),
        }
    }

    /// Within a sentence: "taille M", "size M", "120 x 60 cm".
    pub(crate) fn phrase(self, language: Language) -> String {
        match (self.kind, self.label(language)) {
            (Kind::Measures, _) => self.words.to_owned(),
            (_, Some(label)) => format!("{label} {}", self.words),
            (_, None) => self.words.to_lowercase(),
        }
    }
}

#[cfg(test)]
mod tests {
    use listing_domain::product::ProductType;

    use super::*;

    #[test]
    fn sizes_are_named_after_what_they_measure() {
        let check = |product: ProductType, words: &str, fr: &str, en: &str| {
            let size = SizePhrase::read(words, Product::Type(product));
            assert_eq!((size.phrase(Language::Fr).as_str(), size.phrase(Language::En).as_str()), (fr, en));
        };
        check(ProductType::Dress, "M", "taille M", "size M");
        check(ProductType::Boots, "38", "pointure 38", "size 38");
        check(ProductType::Table, "120 x 60 cm", "120 x 60 cm", "120 x 60 cm");
        check(ProductType::Dress, "Taille 40", "taille 40", "taille 40");
        check(ProductType::Phone, "128 Go", "taille 128 Go", "size 128 Go");
    }
}
