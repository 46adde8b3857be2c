use super::*;
use crate::product::ProductType;
use crate::wish::Language;

#[test]
fn sizes_are_told_in_both_languages() {
    let check = |product: ProductType, text: &str, fr: &str, en: &str| {
        let size = SizeStatement::read(text).on(Product::Type(product));
        let told = Language::ALL.iter().map(|language| size.phrase(*language).unwrap()).collect::<Vec<_>>();
        assert_eq!(told, [fr, en], "{text}");
    };
    check(ProductType::Dress, "M", "taille M", "size M");
    check(ProductType::Dress, "medium", "taille M", "size M");
    check(ProductType::Boots, "38", "pointure 38", "size 38");
    check(ProductType::Boots, "Taille 38", "pointure 38", "size 38");
    check(ProductType::Dress, "Taille 40", "taille 40", "size 40");
    check(ProductType::Dress, "FR 40", "taille 40", "size FR 40");
    check(ProductType::Dress, "UK 12 / FR 40", "taille UK 12 / 40", "size UK 12 / FR 40");
    check(ProductType::Dress, "size 12", "taille 12", "size 12");
    check(ProductType::Dress, "Femme 38", "taille 38", "size 38");
    check(
        ProductType::Dress,
        "XL mais taille petit",
        "taille XL mais taille petit",
        "size XL mais taille petit",
    );
    check(ProductType::Jeans, "32x30", "taille W32 L30", "size W32 L30");
    check(ProductType::Mirror, "32x30", "32 x 30", "32 x 30");
    check(ProductType::Table, "120 x 60 cm", "120 x 60 cm", "120 x 60 cm");
    check(ProductType::Table, "L 120 x l 60 x H 75", "L 120 x l 60 x H 75", "L 120 x W 60 x H 75");
    check(ProductType::Table, "1m20", "120 cm", "120 cm");
    check(ProductType::Phone, "128 Go", "128 Go", "128 GB");
    check(ProductType::Laptop, "15,6\"", "15,6 pouces", "15.6 inches");
    check(ProductType::Hat, "one size", "taille unique", "one size");
    check(ProductType::BabyGear, "6-9 mois", "taille 6-9 mois", "size 6-9 months");
    check(ProductType::BeautyPerfume, "1,5 l", "1,5 L", "1.5 L");
}

#[test]
fn a_size_knows_whom_it_is_for() {
    let wearer = |text: &str| (SizeStatement::read(text).audience(), SizeStatement::read(text).wearer());
    assert_eq!(wearer("Men’s L"), (Some(Wearer::Men), Some(Wearer::Men)));
    assert_eq!(wearer("women S"), (Some(Wearer::Women), Some(Wearer::Women)));
    assert_eq!(SizeStatement::read("women S").sizes().len(), 1);
    assert_eq!(wearer("6 mois"), (None, Some(Wearer::Baby)));
    assert_eq!(wearer("12 ans"), (None, Some(Wearer::Children)));
    assert_eq!(wearer("M"), (None, None));
}

#[test]
fn what_is_not_understood_is_told_as_it_is() {
    for text in ["49/31", "ajustable", "36/36", "petit modèle"] {
        let size = SizeStatement::read(text);
        assert!(size.is_own(), "{text}");
        assert_eq!(size.value(Language::En).as_deref(), Some(text));
    }
    assert_eq!(
        SizeStatement::read("Taille 38 mais grand").value(Language::En).as_deref(),
        Some("38 mais grand")
    );
    assert_eq!(SizeStatement::read("").value(Language::Fr), None);
    assert_eq!(SizeStatement::read("Femme").value(Language::Fr), None);
}
