use listing_domain::options::Language;
use listing_domain::product::{Audience, Product};
use listing_domain::statement::{Size, SizeStatement, System};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SizePhrase(SizeStatement);

impl SizePhrase {
    /// `None` if the words state no size.
    pub(crate) fn read(words: &str, product: Product) -> Option<Self> {
        let size = SizeStatement::read(words).on(product);
        let has_value = size.value(Language::default()).is_some();
        has_value.then_some(Self(size))
    }

    /// "M", "120 x 60 cm".
    pub(crate) fn value(&self, language: Language) -> String {
        self.0.value(language).unwrap_or_default()
    }

    /// "UK 10".
    pub(crate) fn equivalent(
        &self,
        system: System,
        audience: Option<Audience>,
        language: Language,
    ) -> Option<String> {
        self.0.equivalent(system, audience, language)
    }

    /// As the seller wrote it.
    pub(crate) const fn is_verbatim(&self) -> bool {
        self.0.is_verbatim()
    }

    pub(crate) fn is_sides(&self) -> bool {
        !self.0.is_verbatim() && matches!(self.0.sizes(), [Size::Dimensions(_)])
    }

    /// If they were stated in metric units.
    pub(crate) fn in_inches(&self, language: Language) -> Option<String> {
        self.0.in_inches(language)
    }

    /// "taille", if the size needs a label in a list.
    pub(crate) fn label(&self, language: Language) -> Option<&'static str> {
        self.0.label(language)
    }

    /// "taille M", "size M", "120 x 60 cm".
    pub(crate) fn phrase(&self, language: Language) -> String {
        self.0.phrase(language).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use listing_domain::product::ProductType;

    use super::*;

    #[test]
    fn size_has_the_word_for_its_measure() {
        let check = |product: ProductType, words: &str, fr: &str, en: &str| {
            let size = SizePhrase::read(words, Product::Type(product)).unwrap();
            assert_eq!([size.phrase(Language::Fr), size.phrase(Language::En)], [fr, en]);
        };
        check(ProductType::Dress, "M", "taille M", "size M");
        check(ProductType::Boots, "38", "pointure 38", "size 38");
        check(ProductType::Table, "120 x 60 cm", "120 x 60 cm", "120 x 60 cm");
        check(ProductType::Dress, "Taille 40", "taille 40", "size 40");
        check(ProductType::Phone, "128 Go", "128 Go", "128 GB");
        assert_eq!(SizePhrase::read("Femme", Product::Type(ProductType::Dress)), None);
    }
}
