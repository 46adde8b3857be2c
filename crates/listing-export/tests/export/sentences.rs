//! Remarks in the reader's language.

use std::collections::BTreeSet;

use listing_answer::Code;
use listing_domain::marketplace::Platform;
use listing_domain::money::Currency;
use listing_domain::options::Language;
use listing_export::{ExportOptions, FORMATS, Finding};

use crate::fixture::{dress, jacket, written};

/// Returns a finding of every kind.
fn findings() -> Vec<Finding> {
    let text = || "X > Y".to_owned();
    vec![
        Finding::NoListing(Platform::Ebay),
        Finding::NoListings,
        Finding::OtherLanguage { found: Language::En, needed: Language::Fr },
        Finding::NoCategoryId(text()),
        Finding::CategoryIdOfOtherSite("123".to_owned()),
        Finding::NoConditionId(text()),
        Finding::ConditionAssumed(text()),
        Finding::OtherCurrency { found: Currency::Usd, needed: Currency::Eur },
        Finding::UnstatedCurrency(Currency::Usd),
        Finding::MissingRequired("link"),
        Finding::Missing("Vendor"),
        Finding::Missing("itemCondition"),
        Finding::Cut { field: "TITLE", max: 5_000 },
        Finding::Cleaned("Tags"),
        Finding::Quoted("Unheard of"),
        Finding::OtherPlatform(Platform::Ebay.into()),
        Finding::OtherPlatform(Code::Other("bazaar".to_owned())),
        Finding::PhotosWithoutAddress(1),
        Finding::PhotosWithoutAddress(2),
        Finding::TooManyPhotos { left_out: 1, max: 12 },
        Finding::PhotosWithoutPicture(1),
        Finding::PhotosWithoutPicture(2),
        Finding::NoPhotos,
        Finding::RepeatedSku,
        Finding::TagsLeftOut(1),
        Finding::TagsLeftOut(2),
    ]
}

#[test]
fn every_finding_is_a_sentence_in_every_language() {
    for language in Language::ALL {
        let sentences: Vec<_> = findings().iter().map(|finding| finding.sentence(*language)).collect();
        insta::assert_snapshot!(format!("sentences-{language}"), sentences.join("\n"));
    }
    let findings = findings();
    assert!(findings.iter().all(|finding| finding.to_string() == finding.sentence(Language::En)));
}

#[test]
fn no_sentence_has_the_name_of_a_column() {
    let mut twin = dress();
    twin.sku = jacket().sku;
    twin.listings.iter_mut().for_each(|listing| {
        listing.title.clear();
        listing.description = "=1  +\u{7}1".repeat(20_000);
        listing.tags = vec!["=1  \u{7}".repeat(9_000)];
        listing.category = "=1  \u{7}".repeat(200_000);
    });
    twin.attributes.brand = Some("=1  \u{7}".repeat(9_000));
    twin.attributes.size.clone_from(&twin.attributes.brand);
    let mut all = BTreeSet::new();
    for id in FORMATS {
        let (_, report) = written(id, &[jacket(), dress(), twin.clone()]);
        let mut bare = Vec::new();
        let without_shop = id.format(&ExportOptions::default()).write(&[twin.clone()], &mut bare).unwrap();
        for remark in report.remarks.into_iter().chain(without_shop.remarks) {
            all.insert(remark.finding.to_string());
        }
    }
    let named: Vec<_> = all.iter().filter(|sentence| sentence.contains("column")).collect();
    assert!(named.is_empty(), "{named:?}");
    assert!(all.len() > 20, "{all:?}");
}
