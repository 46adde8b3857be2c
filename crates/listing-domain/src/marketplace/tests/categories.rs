//! Tests that an item's category follows its product and its audience.

use super::*;
use crate::tsv::lines;

const YOUNG: &[Audience] = &[
    Audience::Girls,
    Audience::Boys,
    Audience::Baby,
    Audience::Children,
    Audience::BabyGirls,
    Audience::BabyBoys,
];

fn products() -> impl Iterator<Item = Product> {
    let types = ProductType::ALL.iter().map(|kind| Product::Type(*kind));
    let departments = Department::ALL.iter().map(|department| Product::Department(*department));
    let goods = Good::all().map(Product::Good);
    types.chain(departments).chain(goods).chain([Product::Unknown])
}

/// Returns the category of every product for an audience, on every marketplace.
fn all_of(audience: Audience) -> impl Iterator<Item = (Platform, Product, String)> {
    let platforms = Platform::ALL.iter().copied();
    platforms.flat_map(move |platform| {
        let marketplace = marketplace(platform);
        let shown = products().flat_map(|product| BOTH.map(|language| (product, language)));
        let shown = shown.map(move |(product, language)| {
            (platform, product, marketplace.category(product, Some(audience), language))
        });
        shown.collect::<Vec<_>>()
    })
}

#[test]
fn an_audience_never_gets_the_category_of_another() {
    let names = |path: &str, words: &[&str]| {
        let path = path.to_lowercase().replace('’', "'");
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let parts = path.split(|c: char| !c.is_alphabetic() && c != '\'').map(str::to_owned);
        parts.into_iter().any(|part| words.contains(&part))
    };
    let womens = ["women", "women's", "femme", "femmes", "womenswear"];
    let mens = ["men", "men's", "homme", "hommes", "menswear"];
    let check = |audience, others: &[&str]| {
        for (platform, product, path) in all_of(audience) {
            assert!(!names(&path, others), "{platform} {product:?} for {audience}: {path}");
        }
    };
    check(Audience::Women, &mens);
    check(Audience::Men, &womens);
    for audience in YOUNG {
        check(*audience, &[&womens[..], &mens].concat());
    }
}

#[test]
fn goods_for_one_sex_are_never_in_a_category_of_the_other() {
    let girls = ["Girls", "girls'", "fille", "filles", "Filles", "Fille"];
    let boys = ["Boys", "boys'", "garçon", "garçons", "Garçons", "Garçon"];
    for (audience, others) in [
        (Audience::Girls, boys),
        (Audience::BabyGirls, boys),
        (Audience::Boys, girls),
        (Audience::BabyBoys, girls),
    ] {
        for (platform, product, path) in all_of(audience) {
            let parts = path.replace('’', "'");
            let mut parts = parts.split([' ', '>', ',', ':']);
            let is_others = parts.any(|part| others.contains(&part));
            assert!(!is_others, "{platform} {product:?} for {audience}: {path}");
        }
    }
}

/// Checks a table of expected categories, written by hand. Its first lines explain the columns.
#[test]
fn items_have_the_categories_of_the_expected_table() {
    let mut wrong = Vec::new();
    let rows: Vec<&str> = lines(include_str!("categories.tsv")).collect();
    for row in &rows {
        let columns: Vec<&str> = row.split('\t').collect();
        let [platform, audience, product, language, expected] = columns[..] else { panic!("bad row {row}") };
        let audience = (audience != "-").then(|| audience.parse().unwrap());
        let product = Product::parse(product).unwrap_or_else(|| panic!("unknown product in {row}"));
        let shown =
            marketplace(platform.parse().unwrap()).category(product, audience, language.parse().unwrap());
        if shown != expected {
            wrong.push(format!("{row}\n\tshown as {shown}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

#[test]
fn an_audience_is_assumed_only_if_unstated_and_needed_for_the_category() {
    let check = |platform, product: &str, audience, expected| {
        let product = Product::parse(product).unwrap();
        let assumed = marketplace(platform).assumed_audience(product, audience, Language::En);
        assert_eq!(assumed, expected, "{platform} {product:?} {audience:?}");
    };
    check(Platform::Vinted, "dress", None, Some(Audience::Women));
    check(Platform::Vinted, "department:clothing", None, Some(Audience::Women));
    check(Platform::Vinted, "good:hoodie", None, Some(Audience::Men));
    check(Platform::Vinted, "dress", Some(Audience::Women), None);
    check(Platform::Vinted, "shorts", Some(Audience::Children), Some(Audience::Girls));
    check(Platform::Vinted, "shorts", Some(Audience::Boys), None);
    check(Platform::Vinted, "shorts", Some(Audience::Unisex), None);
    // Only women wear a bustier; leboncoin has one category for all audiences.
    check(Platform::Vinted, "good:bustier_top", None, None);
    check(Platform::Leboncoin, "dress", None, None);
    check(Platform::Vinted, "sofa", None, None);
    check(Platform::Vinted, "unknown", None, None);
}
