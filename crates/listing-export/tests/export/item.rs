//! Items made from generations.

use listing_domain::condition::Condition;
use listing_domain::marketplace::Platform;
use listing_domain::money::{Currency, Money};
use listing_domain::options::Language;
use listing_domain::product::Audience;
use listing_domain::sku::Sku;
use listing_export::{ExportItem, ExportOptions, Finding, FormatId, Severity, ShopUrl};
use serde_json::json;

use crate::fixture::{dress, format, item, jacket, written};

#[test]
fn item_has_the_known_values_of_its_generation() {
    let (jacket, dress) = (jacket(), dress());
    assert_eq!(jacket.attributes.brand.as_deref(), Some("Levi’s"));
    assert_eq!((jacket.attributes.grade, dress.attributes.grade), (Some(Condition::VeryGood), None));
    assert_eq!((jacket.attributes.audience, dress.attributes.pieces), (Some(Audience::Men), Some(3)));
    assert_eq!((&dress.attributes.brand, &dress.attributes.material), (&None, &None));
    assert_eq!(jacket.price, Money::from_minor(4_550, Currency::Usd));
    // Data without evidence have the currency of the marketplace.
    assert_eq!(dress.listing(Platform::Vinted).unwrap().price, Money::from_major(18, Currency::Eur));
    assert_eq!(jacket.listing(Platform::Depop).unwrap().tags, ["denim"]);
}

#[test]
fn condition_in_words_is_no_grade() {
    let data = json!({
        "listings": [], "suggestedPrice": 5, "priceRationale": "",
        "attributes": {
            "name": "Lampe", "brand": "Unknown", "size": "Unknown", "condition": "une rayure",
            "color": "Unknown", "material": "Unknown",
        },
    });
    let lamp = item(3, Language::Fr, &data, Vec::new());
    assert_eq!(lamp.attributes.grade, None);
    for id in listing_export::FORMATS {
        let (file, report) = written(id, std::slice::from_ref(&lamp));
        assert_eq!(report.written, 0, "{id}");
        let severities: Vec<_> = report.remarks.iter().map(|remark| remark.finding.severity()).collect();
        assert_eq!(severities, [Severity::LeftOut], "{id}");
        assert_eq!(format(id).validate(&file), [], "{id}: an empty file is valid");
    }
}

#[test]
fn ebay_row_of_another_language_or_currency_is_reported_and_not_guessed() {
    let (_, report) = written(FormatId::EbayFr, &[jacket()]);
    let findings: Vec<_> = report.remarks.into_iter().map(|remark| remark.finding).collect();
    assert!(findings.contains(&Finding::OtherLanguage { found: Language::En, needed: Language::Fr }));
    assert!(findings.contains(&Finding::OtherCurrency { found: Currency::Usd, needed: Currency::Eur }));
}

#[test]
fn attributes_are_translated_for_a_listing_of_another_language() {
    let mut jacket = jacket();
    jacket.listings.iter_mut().for_each(|listing| listing.language = Language::Fr);
    let (file, _) = written(FormatId::Shopify, &[jacket]);
    assert!(String::from_utf8(file).unwrap().contains(",Couleur,Bleu,"));
}

#[test]
fn feeds_without_shop_report_the_missing_link() {
    let options = ExportOptions::default();
    for (id, finding) in [
        (FormatId::GoogleMerchant, Finding::MissingRequired("link")),
        (FormatId::Acp, Finding::Missing("url")),
        (FormatId::JsonLd, Finding::Missing("url")),
    ] {
        let (mut file, format) = (Vec::new(), id.format(&options));
        let report = format.write(&[jacket()], &mut file).unwrap();
        assert!(report.remarks.iter().any(|remark| remark.finding == finding), "{id}");
        let is_valid = format.validate(&file).is_empty();
        assert_eq!(is_valid, id != FormatId::GoogleMerchant, "{id}: Google requires a link");
    }
}

#[test]
fn feeds_are_offered_only_with_a_shop() {
    let without = ExportOptions::default();
    let with = ExportOptions { shop_url: ShopUrl::parse("shop_url", "https://shop.example/{id}").ok() };
    assert_eq!(with.formats(), listing_export::FORMATS);
    let feeds = [FormatId::GoogleMerchant, FormatId::Acp, FormatId::JsonLd];
    for id in listing_export::FORMATS {
        assert_eq!(without.offers(id), !feeds.contains(&id), "{id}");
        assert_eq!(without.formats().contains(&id), without.offers(id), "{id}");
    }
}

#[test]
fn no_address_leads_to_another_folder() {
    let template = ShopUrl::parse("shop_url", "https://shop.example/items/{sku}").unwrap();
    let address = |sku| template.of(&ExportItem { sku: Sku::parse("sku", sku).ok(), ..jacket() });
    assert_eq!(address(".."), None);
    assert_eq!(address("."), None);
    assert_eq!(address("B.4").as_deref(), Some("https://shop.example/items/B%2E4"));
}

#[test]
fn file_with_a_repeated_sku_is_valid() {
    let mut twin = jacket();
    twin.id = dress().id;
    for id in listing_export::FORMATS {
        let (file, report) = written(id, &[jacket(), twin.clone()]);
        assert_eq!(report.written, 2, "{id}");
        assert_eq!(format(id).validate(&file).len(), if id == FormatId::EbayFr { 2 } else { 0 }, "{id}");
    }
}

#[test]
fn address_in_a_feed_is_a_uri() {
    let mut item = jacket();
    item.photos[0].url = Some("https://p.example/été|1.jpg?a=%20&b=[1]".to_owned());
    let (file, _) = written(FormatId::Acp, &[item]);
    let product: serde_json::Value = serde_json::from_slice(&file).unwrap();
    assert_eq!(product["media"][0]["url"], "https://p.example/%C3%A9t%C3%A9%7C1.jpg?a=%20&b=[1]");
}
