//! Tests of the check of a listing: a row for each rule, and for each marketplace where it differs.

use super::*;
use crate::attributes::{Attributes, KnownAttributes};
use crate::draft::PlatformText;
use crate::listing::{Item, Listing};

const JACKET: Product = Product::Type(ProductType::Jacket);

/// The texts of a listing that a test changes.
#[derive(Debug, Clone)]
struct Texts {
    title: String,
    description: String,
    category: String,
    condition: String,
    minor: i64,
}

/// Returns the texts of a jacket's listing that the marketplace accepts.
fn texts(marketplace: &Marketplace) -> Texts {
    Texts {
        title: "Veste en cuir noir".to_owned(),
        description: "Une veste en cuir noir, portée deux fois.".to_owned(),
        category: marketplace.category(JACKET, None, Language::Fr),
        condition: marketplace.condition_label(JACKET, Condition::Good, Language::Fr).to_owned(),
        minor: 4_500,
    }
}

fn check(marketplace: &Marketplace, texts: &Texts, specifics: Option<&ItemSpecifics>) -> Vec<Finding> {
    marketplace.check(&ListingFields {
        title: Some(&texts.title),
        description: Some(&texts.description),
        price: Some(Money::from_minor(texts.minor, marketplace.currency(Market::UnitedStates))),
        category: Some(&texts.category),
        condition: Some(&texts.condition),
        specifics,
    })
}

/// Returns the rules that changed texts break, except those left to the seller.
fn broken(platform: Platform, change: impl FnOnce(&mut Texts)) -> Vec<Rule> {
    let marketplace = marketplace(platform);
    let mut texts = texts(&marketplace);
    change(&mut texts);
    let found = check(&marketplace, &texts, None);
    found.iter().filter(|finding| !finding.is_left_to_seller()).map(Finding::rule).collect()
}

#[test]
fn each_rule_about_the_title_finds_its_breach() {
    use Platform::{Craigslist, Depop, Ebay, Etsy, Leboncoin, Mercari, Offerup, Poshmark, Selency, Vinted};
    for (platform, title, rules) in [
        (Vinted, "abcd", &[Rule::TitleTooShort][..]),
        (Leboncoin, &"a".repeat(51), &[Rule::TitleTooLong]),
        (Vinted, &"a".repeat(101), &[Rule::TitleTooLong]),
        (Platform::Marketplace, &"a".repeat(101), &[Rule::TitleTooLong]),
        (Ebay, &"a".repeat(81), &[Rule::TitleTooLong]),
        (Etsy, &"a".repeat(141), &[Rule::TitleTooLong]),
        (Platform::Vestiaire, &"a".repeat(81), &[Rule::TitleTooLong]),
        (Selency, &"a".repeat(71), &[Rule::TitleTooLong]),
        (Poshmark, &"a".repeat(81), &[Rule::TitleTooLong]),
        (Mercari, &"a".repeat(81), &[Rule::TitleTooLong]),
        (Depop, &"a".repeat(81), &[Rule::TitleTooLong]),
        (Craigslist, &"a".repeat(71), &[Rule::TitleTooLong]),
        (Offerup, &"a".repeat(71), &[Rule::TitleTooLong]),
        (Ebay, "Veste\nnoire", &[Rule::TitleOfSeveralLines]),
        (Ebay, "—…", &[Rule::NoLettersOrDigits]),
        (Ebay, "Veste #cuir", &[Rule::HashtagsInTitle]),
        (Leboncoin, "Veste 45 €", &[Rule::PriceInText]),
        (Vinted, "Veste 45 €", &[Rule::PriceInText]),
        (Etsy, "Veste 45 €", &[Rule::RefusedCharacter, Rule::PriceInText]),
        (Mercari, "Veste 45 €", &[]),
        (Leboncoin, "Veste 👗", &[Rule::Emoji]),
        (Vinted, "Veste 👗", &[]),
        (Ebay, "SUPER veste", &[Rule::Capitals]),
        (Leboncoin, "SUPER veste", &[]),
        (Etsy, "LE CUIR EST NOIR", &[Rule::TooManyCapitals]),
        (Leboncoin, "Tags: veste", &[Rule::KeywordList]),
        (Leboncoin, "Veste à vendre", &[Rule::RefusedWords]),
        (Craigslist, "Veste ===", &[Rule::SymbolRun]),
        (Vinted, "Veste comme sur eBay", &[Rule::OtherMarketplace]),
        (Depop, "Veste PayPal", &[Rule::OffPlatformPayment]),
        (Ebay, "Jacket, free shipping", &[Rule::ShippingClaim]),
        (Etsy, "a & b & c", &[Rule::RefusedCharacter]),
    ] {
        assert_eq!(broken(platform, |texts| texts.title = title.to_owned()), rules, "{platform} {title}");
    }
}

#[test]
fn each_rule_about_the_description_finds_its_breach() {
    use Platform::{Craigslist, Depop, Ebay, Leboncoin, Mercari, Poshmark, Vinted};
    let tags = |count: usize| format!("Veste\n{}", "#veste ".repeat(count).trim());
    for (platform, description, rules) in [
        (Mercari, "abcd".to_owned(), &[Rule::DescriptionTooShort][..]),
        (Leboncoin, "ab ".repeat(2_000).trim().to_owned(), &[Rule::DescriptionTooLong]),
        (Vinted, "ab ".repeat(1_000).trim().to_owned(), &[Rule::DescriptionTooLong]),
        (Ebay, "ab ".repeat(2_000).trim().to_owned(), &[]),
        (Poshmark, "ab ".repeat(600).trim().to_owned(), &[Rule::DescriptionTooLong]),
        (Depop, "ab ".repeat(400).trim().to_owned(), &[Rule::DescriptionTooLong]),
        (Ebay, "a\u{0}b".to_owned(), &[Rule::ControlCharacters]),
        (Ebay, "a\u{202e}b".to_owned(), &[Rule::ControlCharacters]),
        (Ebay, "a\u{2066}b\u{200f}".to_owned(), &[Rule::InvisibleCharacters]),
        (Ebay, "<b>Veste</b>".to_owned(), &[Rule::Markup]),
        (Ebay, "Veste  noire".to_owned(), &[Rule::NeedlessSpaces]),
        (Ebay, "Veste\n\n\nnoire".to_owned(), &[Rule::EmptyLines]),
        (Ebay, "Veste ()".to_owned(), &[Rule::EmptyBrackets]),
        (Ebay, "Veste\n:\nnoire".to_owned(), &[Rule::LonePunctuation]),
        (Ebay, "Veste !!!".to_owned(), &[Rule::Shouting]),
        (Ebay, "Voir www.exemple.com".to_owned(), &[Rule::WebAddress]),
        (Ebay, "Écrire à ann@example.com".to_owned(), &[Rule::EmailAddress]),
        (Ebay, "ann (at) example point com".to_owned(), &[Rule::EmailAddress]),
        (Ebay, "Call (555) 234-5678".to_owned(), &[Rule::PhoneNumber]),
        (Ebay, "06 12 34 56 78".to_owned(), &[Rule::PhoneNumber]),
        (Ebay, "ISBN\u{a0}: 0140328726 / 9780140328721.".to_owned(), &[]),
        (Ebay, "À voir au 12 rue Victor".to_owned(), &[Rule::PostalAddress]),
        (Craigslist, "Tags: veste".to_owned(), &[Rule::KeywordList]),
        (Vinted, tags(41), &[Rule::TooManyHashtags]),
        (Depop, tags(6), &[Rule::TooManyHashtags]),
        (Depop, tags(5), &[]),
        (Ebay, tags(1), &[Rule::TooManyHashtags]),
        (Depop, "#veste\nVeste".to_owned(), &[Rule::HashtagsBeforeLastLine]),
    ] {
        let found = broken(platform, |texts| texts.description = description.clone());
        assert_eq!(found, rules, "{platform} {description}");
    }
}

#[test]
fn each_rule_about_the_price_finds_its_breach() {
    for (platform, minor, rules) in [
        (Platform::Leboncoin, 0, &[Rule::PriceTooLow][..]),
        (Platform::Leboncoin, 4_550, &[Rule::PriceNotWhole]),
        (Platform::Vinted, 4_550, &[]),
        (Platform::Vinted, 99, &[Rule::PriceTooLow]),
        (Platform::Marketplace, 0, &[]),
        (Platform::Marketplace, 4_550, &[Rule::PriceNotWhole]),
        (Platform::Ebay, 98, &[Rule::PriceTooLow]),
        (Platform::Ebay, 99, &[]),
        (Platform::Etsy, 19, &[Rule::PriceTooLow]),
        (Platform::Etsy, 5_000_001, &[Rule::PriceTooHigh]),
        // Its minimum is known in dollars only.
        (Platform::Vestiaire, 1_700, &[]),
        (Platform::Selency, 4_550, &[Rule::PriceNotWhole]),
        (Platform::Poshmark, 200, &[Rule::PriceTooLow]),
        (Platform::Mercari, 200_100, &[Rule::PriceTooHigh]),
        (Platform::Depop, 99, &[Rule::PriceTooLow]),
        (Platform::Craigslist, 4_550, &[Rule::PriceNotWhole]),
        (Platform::Offerup, 4_550, &[Rule::PriceNotWhole]),
    ] {
        assert_eq!(broken(platform, |texts| texts.minor = minor), rules, "{platform} {minor}");
    }
    let marketplace = marketplace(Platform::Leboncoin);
    let pounds = Some(Money::from_major(45, Currency::Gbp));
    let found = marketplace.check(&ListingFields { price: pounds, ..ListingFields::default() });
    assert!(found.iter().any(|finding| finding.rule() == Rule::PriceCurrency));
}

#[test]
fn a_category_is_found_at_its_place_in_the_tree() {
    for (platform, category, rules) in [
        (Platform::Vinted, "Femmes > Vêtements", &[Rule::CategoryNotLeaf][..]),
        (Platform::Vinted, "femmes>vêtements", &[Rule::CategoryNotLeaf]),
        (Platform::Vinted, "Women > Clothing", &[Rule::CategoryNotLeaf]),
        (Platform::Vinted, "Femmes > Vêtement", &[Rule::CategoryUnknown]),
        (Platform::Vinted, ">", &[Rule::CategoryUnknown]),
        (Platform::Leboncoin, "Vêtements", &[]),
        (Platform::Leboncoin, "Mode > Vêtements", &[]),
        (Platform::Leboncoin, "Mode", &[Rule::CategoryNotLeaf]),
        (Platform::Leboncoin, "Voitures volantes", &[Rule::CategoryUnknown]),
        (Platform::Offerup, "General", &[]),
    ] {
        let marketplace = marketplace(platform);
        let texts = Texts { category: category.to_owned(), ..texts(&marketplace) };
        let found = check(&marketplace, &texts, None).into_iter();
        let found = found.filter(|finding| finding.field() == ListingField::Category);
        assert_eq!(found.map(|finding| finding.rule()).collect::<Vec<_>>(), rules, "{platform} {category}");
    }
}

#[test]
fn a_condition_must_be_a_label_where_the_marketplace_has_the_field() {
    for (platform, condition, severity) in [
        (Platform::Vinted, "Bon état", None),
        (Platform::Vinted, "Good", None),
        (Platform::Vinted, " bon ÉTAT ", None),
        (Platform::Leboncoin, "Tres bon etat", Some(Severity::Warning)),
        (Platform::Vinted, "Used", Some(Severity::Warning)),
        (Platform::Ebay, "Used", None),
        (Platform::Etsy, "Splendid", Some(Severity::Warning)),
    ] {
        let marketplace = marketplace(platform);
        let texts = Texts { condition: condition.to_owned(), ..texts(&marketplace) };
        let found = check(&marketplace, &texts, None);
        let found = found.iter().find(|finding| finding.rule() == Rule::ConditionUnknown);
        assert_eq!(found.map(Finding::severity), severity, "{platform} {condition}");
    }
}

#[test]
fn missing_fields_are_those_that_the_marketplace_requires() {
    use ListingField::{Category, Condition, Description, Price, Title};
    for (platform, expected) in [
        (Platform::Ebay, &[Title, Description, Price, Category, Condition][..]),
        (Platform::Leboncoin, &[Title, Description, Price, Category]),
        (Platform::Craigslist, &[Title, Description, Price, Category]),
        (Platform::Etsy, &[Title, Description, Price, Category]),
        (Platform::Depop, &[Description, Price, Category]),
        (Platform::Vestiaire, &[Description, Price, Category, Condition]),
    ] {
        for blank in [None, Some(" ")] {
            let fields = ListingFields { title: blank, description: blank, ..ListingFields::default() };
            let found =
                marketplace(platform).check(&ListingFields { category: blank, condition: blank, ..fields });
            let own = found.iter().filter(|finding| !matches!(finding.field(), ListingField::Specific(_)));
            assert_eq!(own.map(Finding::field).collect::<Vec<_>>(), expected, "{platform}");
            assert!(found.iter().all(|finding| finding.rule() == Rule::RequiredField), "{platform}");
        }
    }
}

#[test]
fn required_specifics_depend_on_marketplace_and_category() {
    let required = |platform: Platform, product, given: Option<&ItemSpecifics>| -> Vec<String> {
        let marketplace = marketplace(platform);
        let category = marketplace.category(product, None, Language::Fr);
        let found = check(&marketplace, &Texts { category, ..texts(&marketplace) }, given).into_iter();
        let missing = found.filter(|finding| finding.rule() == Rule::RequiredField);
        missing.map(|finding| format!("{} {:?}", finding.severity(), finding.field())).collect()
    };
    let of = |severity, names: &[&str]| -> Vec<String> {
        names.iter().map(|name| format!("{severity} Specific({name})")).collect()
    };
    let kind = Product::Type;
    let none = ItemSpecifics::default();
    let some = ItemSpecifics::new([("brand", "Levi’s"), ("size", "M")]);
    let sneakers = kind(ProductType::Sneakers);
    for (platform, product, given, expected) in [
        (Platform::Vinted, JACKET, None, of("warning", &["Brand", "Size", "Color"])),
        (Platform::Vinted, JACKET, Some(&none), of("error", &["Brand", "Size", "Color"])),
        (Platform::Vinted, JACKET, Some(&some), of("error", &["Color"])),
        (Platform::Vinted, kind(ProductType::Phone), None, of("warning", &["Storage", "SimLock", "Model"])),
        (Platform::Vinted, kind(ProductType::Lamp), Some(&none), Vec::new()),
        (Platform::Leboncoin, sneakers, Some(&none), of("error", &["Size"])),
        (Platform::Leboncoin, JACKET, Some(&none), Vec::new()),
        (Platform::Ebay, JACKET, Some(&none), Vec::new()),
        (Platform::Etsy, JACKET, None, of("warning", &["WhoMade", "WhenMade"])),
        (Platform::Depop, JACKET, Some(&some), of("error", &["Audience"])),
        (
            Platform::Selency,
            kind(ProductType::Sofa),
            None,
            of("warning", &["Dimensions", "Material", "StylePeriod"]),
        ),
    ] {
        assert_eq!(required(platform, product, given), expected, "{platform} {product:?}");
    }
}

#[test]
fn sources_are_pages_of_built_in_facts() {
    for platform in Platform::ALL {
        for sourced in platform.facts().sources {
            assert!(sourced.source.url.starts_with("https://"), "{platform}");
            let day = sourced.source.checked_on.unwrap_or("2026-11");
            assert!(day.starts_with("202") && [7, 10].contains(&day.len()), "{platform} {day}");
        }
    }
    let source = |marketplace: &Marketplace| {
        let texts = Texts { title: "a".repeat(200), ..texts(marketplace) };
        check(marketplace, &texts, None)[0].source()
    };
    assert_eq!(source(&marketplace(Platform::Leboncoin)), None);
    assert_eq!(source(&marketplace(Platform::Ebay)).unwrap().origin, FactOrigin::Official);
    let shorter = MarketplaceOverride { title_max: Some(70), ..MarketplaceOverride::default() };
    let catalogue = Catalogue::with_overrides([(Platform::Ebay, shorter)]).unwrap();
    assert_eq!(source(catalogue.marketplace(Platform::Ebay)), None, "a limit from the settings has no page");
}

#[test]
fn hostile_texts_are_checked_quickly_and_quoted_briefly() {
    let long = [
        "\u{0}".repeat(80_000),
        "A".repeat(80_000),
        "a.".repeat(40_000),
        "a@".repeat(40_000),
        "0 ".repeat(40_000),
        "keywords: ".repeat(8_000),
        "\u{202e}ابج ".repeat(16_000),
        "<".repeat(80_000),
        "# ".repeat(40_000),
        " > ".repeat(26_000),
        "👗".repeat(80_000),
    ];
    for platform in [Platform::Ebay, Platform::Vinted, Platform::Etsy] {
        for text in &long {
            let marketplace = marketplace(platform);
            let texts = Texts {
                title: text.clone(),
                description: text.clone(),
                category: text.clone(),
                condition: text.clone(),
                minor: 4_500,
            };
            let found = check(&marketplace, &texts, None);
            assert!(found.iter().any(|finding| finding.rule() == Rule::TitleTooLong), "{platform}");
            for message in found.iter().flat_map(|finding| BOTH.map(|language| finding.message(language))) {
                assert!(message.chars().count() < 300, "{message}");
                assert!(!message.contains(|c: char| c.is_control() || c == '\u{202e}'), "{message:?}");
            }
        }
    }
}

#[test]
fn every_listing_of_the_engine_has_at_most_warnings() {
    let types = ProductType::ALL.iter().map(|kind| Product::Type(*kind));
    let departments = Department::ALL.iter().map(|department| Product::Department(*department));
    let goods = Good::all().step_by(23).map(Product::Good);
    for product in types.chain(departments).chain(goods).chain([Product::Unknown]) {
        for audience in [None, Some(Audience::Men), Some(Audience::Girls)] {
            for (platform, language) in
                Platform::ALL.iter().flat_map(|platform| BOTH.map(|it| (*platform, it)))
            {
                let marketplace = marketplace(platform);
                let (attributes, known) = (Attributes::default(), KnownAttributes::default());
                let item = Item { product, audience, attributes, known };
                let text = PlatformText {
                    platform,
                    title: "VESTE 45 € !!! ann@example.com".to_owned(),
                    description: "Appelez le 06 12 34 56 78. Paiement PayPal.".to_owned(),
                    hashtags: vec!["veste".to_owned()],
                };
                let price = Money::from_minor(4_512, marketplace.currency(Locale::from(language).market));
                let listing = Listing::compose(&marketplace, &item, &text, price, language);
                let found = marketplace.check(&(&listing).into());
                let unexpected = found.iter().find(|finding| {
                    finding.severity() == Severity::Error || finding.rule() == Rule::CategoryUnknown
                });
                assert_eq!(unexpected, None, "{platform} {product:?} {listing:?}");
            }
        }
    }
}
