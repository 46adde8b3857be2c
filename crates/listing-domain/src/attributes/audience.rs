//! The audience of an item, from its seller's statements.

use super::{AttributeText, KnownAttributes};
use crate::product::{Audience, Product};
use crate::statement::{AudienceStatement, SizeStatement};
use crate::violation::Violation;

impl KnownAttributes {
    /// The audience: the `audience` field, else a word ("Femme 38", "Zara Man", "noir, homme") or child's age
    /// in any attribute, if the product has an audience. Contradictory attributes give `None`. A single
    /// letter is ignored, since F is also a cup size.
    pub fn audience(&self, product: Product) -> Option<Audience> {
        self.audience.or_else(|| product.has_audience().then(|| self.audience_in_words(product))?)
    }

    fn audience_in_words(&self, product: Product) -> Option<Audience> {
        let read = |given: &Option<AttributeText>| {
            given.as_ref().map(|text| AudienceStatement::read(text.as_str())).unwrap_or_default()
        };
        let size = self.size.as_ref().map(|size| SizeStatement::read(size.as_str()).on(product).audiences());
        let named = [&self.name, &self.brand, &self.condition, &self.color].into_iter().map(read);
        // "Matières mixtes" names blended materials, not a unisex item.
        let named = named.chain([read(&self.material).without_unisex()]).chain(size);
        let named = named.fold(AudienceStatement::default(), AudienceStatement::and);
        // Notes may mention other people: they complete the other attributes, but don't contradict them.
        let notes = self.notes.as_ref().map(|notes| AudienceStatement::read(notes.as_str()));
        let with_notes = notes.and_then(|notes| named.clone().and(notes.without_unisex()).audience());
        with_notes.or_else(|| named.audience())
    }
}

impl Audience {
    /// Reads an audience, in any case: a code, or words of any language ("Femme", "bébé fille"). `None` means
    /// "not given", see [`AttributeText::parse`]. The error lists the accepted codes.
    pub fn parse(field: &str, text: &str) -> Result<Option<Self>, Violation> {
        let Some(given) = AttributeText::parse(field, text)? else { return Ok(None) };
        let code = given.as_str().to_lowercase().parse();
        let named =
            || AudienceStatement::from_names(given.as_str()).and_then(|statement| statement.audience());
        match code {
            Ok(audience) => Ok(Some(audience)),
            Err(unknown) => match named() {
                Some(audience) => Ok(Some(audience)),
                None => Err(Violation::new(field, format!("must be one of {}", unknown.accepted()))),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::product::{Department, ProductType};

    fn text(words: &str) -> Option<AttributeText> {
        AttributeText::parse("attributes", words).unwrap()
    }

    #[test]
    fn an_audience_is_read_from_every_attribute() {
        let jacket = Product::Type(ProductType::Jacket);
        let none = KnownAttributes::default;
        let check = |known: KnownAttributes, expected| {
            assert_eq!(known.audience(jacket), expected, "{known:?}");
        };
        check(KnownAttributes { brand: text("Zara Man"), ..none() }, Some(Audience::Men));
        check(KnownAttributes { size: text("Femme 38"), ..none() }, Some(Audience::Women));
        check(KnownAttributes { condition: text("très bon état, garçon"), ..none() }, Some(Audience::Boys));
        check(KnownAttributes { color: text("rose fille"), ..none() }, Some(Audience::Girls));
        check(KnownAttributes { material: text("coton bébé"), ..none() }, Some(Audience::Baby));
        check(KnownAttributes { material: text("matière mixte"), ..none() }, None);
        check(
            KnownAttributes { brand: text("Petit Bateau fille"), size: text("6 mois"), ..none() },
            Some(Audience::BabyGirls),
        );
        check(
            KnownAttributes { brand: text("Gap Kids"), size: text("boys 8"), ..none() },
            Some(Audience::Boys),
        );
        check(KnownAttributes { brand: text("Zara Man"), size: text("8 ans"), ..none() }, None);
        check(KnownAttributes { color: text("femme"), size: text("42 homme"), ..none() }, None);
        check(KnownAttributes { color: text("baby blue"), size: text("M"), ..none() }, None);
    }

    #[test]
    fn audience_is_read_only_for_wearable_products() {
        let shoes = Product::Department(Department::Shoes);
        let check = |product: Product, brand, size, expected| {
            let known =
                KnownAttributes { brand: text(brand), size: text(size), ..KnownAttributes::default() };
            assert_eq!(known.audience(product), expected, "{brand} {size}");
        };
        check(shoes, "Nike", "Femme 38", Some(Audience::Women));
        check(shoes, "", "Men’s 10", Some(Audience::Men));
        check(shoes, "Zara Man", "42", Some(Audience::Men));
        check(shoes, "", "homme / femme", None);
        check(shoes, "Manfield", "38 F", None);
        check(shoes, "", "enfant 8 ans", Some(Audience::Children));
        check(shoes, "", "38", None);
        check(Product::Type(ProductType::BeautyPerfume), "Dior Homme", "", Some(Audience::Men));
        check(Product::Type(ProductType::Sofa), "", "homme", None);
        check(Product::Unknown, "Zara Woman", "", None);
    }

    #[test]
    fn the_audience_field_wins_over_words_for_another_audience() {
        let known = KnownAttributes {
            audience: Some(Audience::Girls),
            size: text("femme 36"),
            ..KnownAttributes::default()
        };
        for product in [Product::Type(ProductType::Dress), Product::Type(ProductType::Sofa), Product::Unknown]
        {
            assert_eq!(known.audience(product), Some(Audience::Girls), "{product:?}");
        }
    }

    #[test]
    fn an_audience_is_parsed_from_a_code_or_a_word() {
        let check = |text: &str, expected| {
            assert_eq!(Audience::parse("attributes.audience", text), Ok(expected), "{text}");
        };
        check("women", Some(Audience::Women));
        check("MEN", Some(Audience::Men));
        check("baby_girls", Some(Audience::BabyGirls));
        check("Femme", Some(Audience::Women));
        check(" Homme ", Some(Audience::Men));
        check("fille", Some(Audience::Girls));
        check("garçons", Some(Audience::Boys));
        check("bébé", Some(Audience::Baby));
        check("Bébé fille", Some(Audience::BabyGirls));
        check("mixte", Some(Audience::Unisex));
        check("unisexe", Some(Audience::Unisex));
        check("kids", Some(Audience::Children));
        check("", None);
        check("Unknown", None);
        for wrong in ["dogs", "women 38", "homme, femme", "pour les grands", "W"] {
            let refused = Audience::parse("attributes.audience", wrong).unwrap_err();
            assert_eq!(
                refused.to_string(),
                "attributes.audience must be one of women, men, girls, boys, baby, unisex, children, baby_girls, \
                 baby_boys",
                "{wrong}"
            );
        }
    }
}
