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
    let check = |text: &str, named, expected| {
        let size = SizeStatement::read(text);
        assert_eq!((size.audience(), size.whom().audience()), (named, expected), "{text}");
    };
    check("Men’s L", Some(Audience::Men), Some(Audience::Men));
    check("women S", Some(Audience::Women), Some(Audience::Women));
    assert_eq!(SizeStatement::read("women S").sizes().len(), 1);
    check("6 mois", None, Some(Audience::Baby));
    check("6M", None, Some(Audience::Baby));
    check("24 mo", None, Some(Audience::Baby));
    check("naissance", Some(Audience::Baby), Some(Audience::Baby));
    check("NB", None, Some(Audience::Baby));
    check("48 mois", None, Some(Audience::Children));
    check("12 ans", None, Some(Audience::Children));
    check("3A/94cm", None, Some(Audience::Children));
    check("4T", None, Some(Audience::Children));
    check("boys 4T", Some(Audience::Boys), Some(Audience::Boys));
    check("fille 18 mois", Some(Audience::Girls), Some(Audience::BabyGirls));
    check("fille 12A", Some(Audience::Girls), Some(Audience::Girls));
    check("vintage 30 ans", None, None);
    check("homme 8 ans", Some(Audience::Men), None);
    check("M", None, None);
}

#[test]
fn ages_keep_their_words() {
    let check = |text: &str, fr: &str, en: &str| {
        let size = SizeStatement::read(text).on(Product::Department(Department::Clothing));
        let told = Language::ALL.iter().map(|language| size.value(*language).unwrap()).collect::<Vec<_>>();
        assert_eq!(told, [fr, en], "{text}");
    };
    check("24 mo", "24 mois", "24 months");
    check("24mo", "24 mois", "24 months");
    check("18-24 mos", "18-24 mois", "18-24 months");
    check("6 mois", "6 mois", "6 months");
    check("4T", "4T", "4T");
    check("boys 4T", "4T", "4T");
    check("2T/3T", "2T/3T", "2T/3T");
    check("2-3T", "2T/3T", "2T/3T");
    check("3A/94cm", "3A/94cm", "3A/94cm");
    check("6 mois (67 cm)", "6 mois (67 cm)", "6 mois (67 cm)");
    check("Naissance", "naissance", "newborn");
    check("T 38", "38", "38");
}

#[test]
fn months_and_megabytes_are_told_apart() {
    let on = |product, text: &str| {
        SizeStatement::read(text).on(Product::Type(product)).value(Language::Fr).unwrap()
    };
    assert_eq!(on(ProductType::TShirt, "24 mo"), "24 mois");
    assert_eq!(on(ProductType::GameConsole, "8 Mo"), "8 Mo");
    assert_eq!(on(ProductType::Camera, "512 Mo"), "512 Mo");
    let memory = SizeStatement::read("mémoire 16 Mo").value(Language::Fr);
    assert_eq!(memory.as_deref(), Some("16 Mo"));
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
