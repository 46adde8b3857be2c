//! Tests that a listing's condition label is one of the options in the marketplace's form.

use super::*;
use crate::attributes::{AttributeText, Attributes, KnownAttributes};
use crate::draft::PlatformText;
use crate::listing::{Item, Listing};

/// Sellers' texts about the condition, some with a grade and some without.
const STATEMENTS: &[&str] = &[
    "",
    "Unknown",
    "new_with_tags",
    "new",
    "like_new",
    "very_good",
    "good",
    "fair",
    "for_parts",
    "une rayure au dos",
    "pas neuf",
    "mauvais état",
    "quelques trous",
    "a bit worn",
    "06 12 34 56 78",
    "🤷",
];

/// Returns the options of the form in French and English, copied from the collected facts and not from the
/// code. A site in only one language has the same options twice.
#[rustfmt::skip]
fn options(platform: Platform) -> (&'static [&'static str], &'static [&'static str]) {
    match platform {
        Platform::Leboncoin => (
            &["État neuf", "Très bon état", "Bon état", "État satisfaisant", "Pour pièces"],
            &["État neuf", "Très bon état", "Bon état", "État satisfaisant", "Pour pièces"],
        ),
        Platform::Vinted => (
            &["Neuf avec étiquette", "Neuf sans étiquette", "Très bon état", "Bon état", "Satisfaisant", "Pas entièrement fonctionnel"],
            &["New with tags", "New without tags", "Very good", "Good", "Satisfactory", "Not fully functional"],
        ),
        Platform::Marketplace => (
            &["Neuf", "D’occasion - comme neuf", "D’occasion - bon état", "D’occasion - assez bon état"],
            &["New", "Used - Like New", "Used - Good", "Used - Fair"],
        ),
        Platform::Ebay => (
            &["Neuf avec étiquettes", "Neuf sans étiquettes", "Neuf avec imperfections", "Occasion - Parfait état", "Occasion - Très bon état", "Occasion - Bon état", "Neuf avec boîte", "Neuf sans boîte", "Occasion", "Neuf", "Comme neuf", "Très bon état", "Bon état", "État correct", "Ouvert (jamais utilisé)", "Reconditionné certifié", "Excellent état - Reconditionné", "Très bon état - Reconditionné", "Bon état - Reconditionné", "Reconditionné par le vendeur", "Pour pièces détachées / ne fonctionne pas"],
            &["New with tags", "New without tags", "New with imperfections", "Pre-owned - Excellent", "Pre-owned - Good", "Pre-owned - Fair", "New with box", "New without box", "Pre-owned", "Brand New", "Like New", "Very Good", "Good", "Acceptable", "New", "Open box", "Certified - Refurbished", "Excellent - Refurbished", "Very Good - Refurbished", "Good - Refurbished", "Seller refurbished", "Used", "For parts or not working"],
        ),
        Platform::Vestiaire => (
            &["Jamais porté avec étiquette", "Jamais porté", "Très bon état", "Bon état", "Correct"],
            &["Never worn, with tag", "Never worn", "Very good condition", "Good condition", "Fair condition"],
        ),
        Platform::Selency => (
            &["Neuf", "Très bon état", "Bon état", "État d’usage", "À restaurer"],
            &["Neuf", "Très bon état", "Bon état", "État d’usage", "À restaurer"],
        ),
        Platform::Poshmark => (
            &["New With Tags (NWT)", "Like New", "Good", "Fair"],
            &["New With Tags (NWT)", "Like New", "Good", "Fair"],
        ),
        Platform::Mercari => (
            &["New", "Like new", "Good", "Fair", "Poor"],
            &["New", "Like new", "Good", "Fair", "Poor"],
        ),
        Platform::Depop => (
            &["Brand new", "Like new", "Used - Excellent", "Used - Good", "Used - Fair"],
            &["Brand new", "Like new", "Used - Excellent", "Used - Good", "Used - Fair"],
        ),
        Platform::Craigslist => (
            &["new", "like new", "excellent", "good", "fair", "salvage"],
            &["new", "like new", "excellent", "good", "fair", "salvage"],
        ),
        Platform::Offerup => (
            &["New (never used)", "Open box (never used)", "Reconditioned/Certified", "Used (normal wear)", "For parts", "Other (see description)"],
            &["New (never used)", "Open box (never used)", "Reconditioned/Certified", "Used (normal wear)", "For parts", "Other (see description)"],
        ),
        // Etsy has no condition field, so the ordinary names of the grades apply.
        Platform::Etsy => (
            &["Neuf avec étiquette", "Neuf", "Comme neuf", "Très bon état", "Bon état", "État satisfaisant", "Pour pièces"],
            &["New with tags", "New", "Like new", "Very good condition", "Good condition", "Fair condition", "For parts"],
        ),
    }
}

fn composed(marketplace: &Marketplace, product: Product, statement: &str, language: Language) -> Listing {
    let condition = AttributeText::parse("attributes.condition", statement).unwrap();
    let known = KnownAttributes { condition, ..KnownAttributes::default() };
    let attributes = Attributes::default().with_known(&known);
    let item = Item { product, audience: None, attributes, known };
    let text = PlatformText {
        platform: marketplace.platform(),
        title: "Article".to_owned(),
        description: "Un article.".to_owned(),
        hashtags: Vec::new(),
    };
    let price = Money::from_major(20, marketplace.currency(Locale::from(language).market));
    Listing::compose(marketplace, &item, &text, price, language)
}

#[test]
fn every_listing_has_one_of_the_marketplaces_own_labels() {
    let types = ProductType::ALL.iter().map(|kind| Product::Type(*kind));
    let departments = Department::ALL.iter().map(|department| Product::Department(*department));
    let products: Vec<Product> = types.chain(departments).chain([Product::Unknown]).collect();
    for marketplace in Catalogue::default().iter() {
        let (fr, en) = options(marketplace.platform());
        for (language, own) in [(Language::Fr, fr), (Language::En, en)] {
            for (product, statement) in products
                .iter()
                .flat_map(|product| STATEMENTS.iter().map(move |statement| (*product, *statement)))
            {
                let label = composed(marketplace, product, statement, language).condition;
                assert!(
                    own.contains(&label.as_str()),
                    "{} {language} {product:?} “{statement}”: {label}",
                    marketplace.name()
                );
            }
        }
    }
}

#[test]
fn an_unstated_condition_has_the_label_of_the_grade_good() {
    let jacket = Product::Type(ProductType::Jacket);
    for marketplace in Catalogue::default().iter() {
        for language in BOTH {
            let label = |statement| composed(marketplace, jacket, statement, language).condition;
            assert_eq!(label(""), label("good"), "{}", marketplace.name());
            assert_eq!(label("mauvais état"), label("fair"), "{}", marketplace.name());
        }
    }
}

#[test]
fn no_label_is_better_than_the_grade_unless_the_form_has_no_worse_one() {
    let types = ProductType::ALL.iter().map(|kind| Product::Type(*kind));
    for marketplace in Catalogue::default().iter() {
        for (product, language) in types.clone().flat_map(|product| BOTH.map(|language| (product, language)))
        {
            let labeled = |grade| marketplace.labeled_grade(product, grade, language);
            let worst = labeled(Condition::ForParts);
            for grade in Condition::ALL {
                let is_true = labeled(*grade) >= *grade || labeled(*grade) == worst;
                assert!(is_true, "{} {product:?} {language} {grade}", marketplace.name());
            }
        }
    }
}

#[test]
fn a_grade_that_the_form_lacks_gets_the_label_of_the_next_worse_one() {
    use Condition::{Fair, ForParts, Good, LikeNew, New, VeryGood};
    use Language::{En, Fr};
    let check = |platform, product, condition, language, label: &str, grade| {
        let marketplace = marketplace(platform);
        let product = Product::Type(product);
        assert_eq!(marketplace.condition_label(product, condition, language), label, "{platform}");
        assert_eq!(marketplace.labeled_grade(product, condition, language), grade, "{platform} {label}");
    };
    let jacket = ProductType::Jacket;
    check(Platform::Ebay, jacket, LikeNew, Fr, "Occasion - Parfait état", LikeNew);
    check(Platform::Ebay, jacket, VeryGood, Fr, "Occasion - Très bon état", VeryGood);
    check(Platform::Ebay, jacket, Good, Fr, "Occasion - Bon état", Good);
    check(Platform::Ebay, jacket, Fair, Fr, "Occasion - Bon état", Good);
    check(Platform::Ebay, jacket, LikeNew, En, "Pre-owned - Excellent", VeryGood);
    check(Platform::Ebay, ProductType::Sneakers, VeryGood, En, "Pre-owned", VeryGood);
    check(Platform::Ebay, ProductType::Sneakers, ForParts, En, "Pre-owned", Fair);
    check(Platform::Poshmark, jacket, VeryGood, En, "Good", Good);
    check(Platform::Poshmark, jacket, New, En, "Like New", New);
    check(Platform::Poshmark, jacket, ForParts, En, "Fair", Fair);
    check(Platform::Mercari, jacket, VeryGood, En, "Good", Good);
    check(Platform::Marketplace, jacket, VeryGood, Fr, "D’occasion - bon état", Good);
    check(Platform::Vinted, jacket, LikeNew, Fr, "Très bon état", VeryGood);
    check(Platform::Vinted, jacket, ForParts, Fr, "Satisfaisant", Fair);
    check(Platform::Vinted, ProductType::Phone, ForParts, Fr, "Pas entièrement fonctionnel", ForParts);
    check(Platform::Depop, jacket, ForParts, En, "Used - Fair", Fair);
    check(Platform::Offerup, jacket, VeryGood, En, "Used (normal wear)", VeryGood);
    check(Platform::Etsy, jacket, ForParts, Fr, "Pour pièces", ForParts);
}

#[test]
fn a_grade_that_the_form_lacks_never_gets_the_label_of_a_better_one() {
    let label = |platform, product, condition| {
        marketplace(platform).condition_label(Product::Type(product), condition, Language::En).to_owned()
    };
    assert_eq!(label(Platform::Vestiaire, ProductType::Jacket, Condition::ForParts), "Fair condition");
    assert_eq!(label(Platform::Ebay, ProductType::Sneakers, Condition::ForParts), "Pre-owned");
    assert_eq!(label(Platform::Poshmark, ProductType::Jacket, Condition::ForParts), "Fair");
    assert_eq!(label(Platform::Leboncoin, ProductType::Jacket, Condition::Good), "Bon état");
}
