//! The size in words, as the seller gave it.

use listing_domain::product::{Department, Product};
use listing_domain::wish::{Language, Words};

/// A size that somebody stated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SizePhrase<'a> {
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
    pub(super) fn read(words: &'a str, product: Product) -> Self {
        let lower = words.to_lowercase();
        let starts_with = |label: &&str| lower.starts_with(*label);
        let has_unit =
            || [" x ", "×", "cm", "mm", "inch", " in", "\""].iter().any(|sign| lower.contains(sign));
        let kind = if ["taille", "pointure", "size", "dimensions"].iter().any(starts_with) {
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
    pub(super) const fn words(self) -> &'a str {
        self.words
    }

    /// What stands before the words in a list, if anything needs to.
    pub(super) const fn label(self, language: Language) -> Option<&'static str> {
        let label = match self.kind {
            Kind::Labelled => return None,
            Kind::Measures => Words { fr: "dimensions", en: "dimensions" },
            Kind::Shoes => Words { fr: "pointure", en: "size" },
            Kind::Other => Words { fr: "taille", en: "size" },
        };
        Some(language.pick(label))
    }

    /// Within a sentence: "taille M", "size M", "120 x 60 cm".
    pub(super) fn phrase(self, language: Language) -> String {
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
