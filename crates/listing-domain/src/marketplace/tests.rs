mod categories;
mod check;
mod comparison;
mod eligibility;
mod findings;
mod labels;

use proptest::prelude::*;

use super::*;
use crate::locale::Locale;
use crate::product::{Department, Good};

const BOTH: [Language; 2] = [Language::Fr, Language::En];

fn marketplace(platform: Platform) -> Marketplace {
    Catalogue::default().marketplace(platform).clone()
}

#[test]
fn the_catalogue_has_the_rules_of_each_platform() {
    let catalogue = Catalogue::default();
    for (platform, marketplace) in Platform::ALL.iter().zip(catalogue.iter()) {
        assert_eq!(marketplace.platform(), *platform);
        assert_eq!(catalogue.marketplace(*platform).platform(), *platform);
    }
    assert_eq!(catalogue.iter().count(), Platform::ALL.len());
}

#[test]
fn facts_of_each_marketplace_are_consistent() {
    for platform in Platform::ALL {
        let facts = platform.facts();
        assert!(facts.title.min >= 1 && facts.title.min < facts.title.max, "{platform}");
        assert!(facts.description.min >= 1 && facts.description.max >= 1_000, "{platform}");
        assert!(facts.hashtags.recommended_min <= facts.hashtags.recommended_max, "{platform}");
        assert!(facts.hashtags.recommended_max <= facts.hashtags.max, "{platform}");
        assert_eq!(facts.price.bands[0].from, 0, "{platform}");
        for band in facts.price.bands {
            assert_eq!(band.from % band.every, 0, "{platform}");
            assert!(band.endings.iter().all(|ending| (0..band.every).contains(ending)), "{platform}");
            assert!(band.endings.iter().all(|ending| ending % facts.price.unit == 0), "{platform}");
        }
        assert!(facts.price.bands.is_sorted_by_key(|band| band.from), "{platform}");
    }
}

#[test]
fn length_limits_are_those_of_the_facts() {
    let check = |platform, title, description, hashtags, has_title| {
        let marketplace = marketplace(platform);
        let limits = (marketplace.title_max(), marketplace.description_max(), marketplace.hashtags_max());
        assert_eq!(
            (limits, marketplace.has_title()),
            ((title, description, hashtags), has_title),
            "{platform}"
        );
    };
    check(Platform::Leboncoin, 50, 4_000, 0, true);
    check(Platform::Vinted, 100, 2_000, 40, true);
    check(Platform::Marketplace, 100, 5_000, 0, true);
    check(Platform::Ebay, 80, 500_000, 0, true);
    check(Platform::Etsy, 140, 5_000, 0, true);
    check(Platform::Vestiaire, 80, 1_000, 0, false);
    check(Platform::Selency, 70, 2_000, 0, true);
    check(Platform::Poshmark, 80, 1_500, 5, true);
    check(Platform::Mercari, 80, 1_000, 3, true);
    check(Platform::Depop, 80, 1_000, 5, false);
    check(Platform::Craigslist, 70, 30_000, 0, true);
    check(Platform::Offerup, 70, 1_500, 0, true);
    assert_eq!(marketplace(Platform::Vinted).hashtags_recommended(), 3..=5);
}

#[test]
fn every_item_has_a_category_and_a_label_on_every_marketplace() {
    let types = ProductType::ALL.iter().map(|kind| Product::Type(*kind));
    let departments = Department::ALL.iter().map(|department| Product::Department(*department));
    let goods = Good::all().map(Product::Good);
    let products: Vec<Product> = types.chain(departments).chain(goods).chain([Product::Unknown]).collect();
    for marketplace in Catalogue::default().iter() {
        for (product, language) in
            products.iter().flat_map(|product| BOTH.map(|language| (*product, language)))
        {
            for audience in Audience::ALL.iter().copied().map(Some).chain([None]) {
                let category = marketplace.category(product, audience, language);
                assert!(category.chars().any(char::is_alphanumeric), "{} {product:?}", marketplace.name());
            }
            for condition in Condition::ALL {
                let label = marketplace.condition_label(product, *condition, language);
                assert!(!label.is_empty(), "{} {product:?} {condition}", marketplace.name());
            }
        }
    }
}

#[test]
fn an_uncertain_item_gets_the_narrowest_certain_category() {
    let check = |platform, product, language, expected: &str| {
        assert_eq!(
            marketplace(platform).category(product, None, language),
            expected,
            "{platform} {product:?}"
        );
    };
    let department = Product::Department;
    check(Platform::Vinted, department(Department::Clothing), Language::Fr, "Femmes > Vêtements");
    check(Platform::Leboncoin, department(Department::Clothing), Language::Fr, "Vêtements");
    check(Platform::Leboncoin, department(Department::Electronics), Language::Fr, "Électronique");
    check(Platform::Leboncoin, department(Department::MediaGames), Language::Fr, "Autres");
    check(Platform::Leboncoin, Product::Unknown, Language::Fr, "Divers");
    check(Platform::Offerup, Product::Unknown, Language::En, "General");
    check(Platform::Craigslist, Product::Unknown, Language::En, "for sale");
    check(Platform::Ebay, Product::Unknown, Language::Fr, "Autres > Autres");
    // A fashion marketplace has no category for a sofa.
    check(Platform::Vestiaire, Product::Type(ProductType::Sofa), Language::En, "Other");
}

#[test]
fn conditions_have_the_labels_of_the_marketplace() {
    let check = |platform, product, condition, language, expected: &str| {
        assert_eq!(marketplace(platform).condition_label(product, condition, language), expected);
    };
    let kind = Product::Type;
    check(Platform::Leboncoin, kind(ProductType::Jacket), Condition::Good, Language::Fr, "Bon état");
    check(Platform::Ebay, kind(ProductType::Sneakers), Condition::Good, Language::Fr, "Occasion");
    check(Platform::Ebay, kind(ProductType::Jacket), Condition::Good, Language::Fr, "Occasion - Bon état");
    check(Platform::Ebay, Product::Department(Department::Shoes), Condition::Fair, Language::En, "Pre-owned");
    check(Platform::Ebay, Product::Unknown, Condition::Good, Language::En, "Used");
    check(
        Platform::Vinted,
        kind(ProductType::Phone),
        Condition::ForParts,
        Language::Fr,
        "Pas entièrement fonctionnel",
    );
    check(Platform::Vinted, kind(ProductType::Jacket), Condition::ForParts, Language::Fr, "Satisfaisant");
    check(Platform::Etsy, kind(ProductType::Jacket), Condition::LikeNew, Language::En, "Like new");
}

#[test]
fn currencies_follow_the_marketplace_or_the_market() {
    let check = |platform, fr, en| {
        assert_eq!(
            BOTH.map(|language| marketplace(platform).currency(Locale::from(language).market)),
            [fr, en],
            "{platform}"
        );
    };
    check(Platform::Leboncoin, Currency::Eur, Currency::Eur);
    check(Platform::Vinted, Currency::Eur, Currency::Eur);
    check(Platform::Ebay, Currency::Eur, Currency::Usd);
    check(Platform::Depop, Currency::Gbp, Currency::Gbp);
    check(Platform::Mercari, Currency::Usd, Currency::Usd);
}

#[test]
fn a_price_is_rounded_to_an_amount_that_is_usual_on_the_marketplace() {
    let check = |platform, minor, expected| {
        let money = Money::from_minor(minor, Currency::Eur);
        assert_eq!(marketplace(platform).round_price(money).minor(), expected, "{platform} {minor}");
    };
    check(Platform::Leboncoin, 1_340, 1_300);
    check(Platform::Leboncoin, 4_749, 4_500);
    check(Platform::Leboncoin, 8_700, 9_000);
    check(Platform::Leboncoin, 20, 100);
    check(Platform::Vinted, 1_237, 1_250);
    check(Platform::Ebay, 1_437, 1_450);
    check(Platform::Ebay, 1_490, 1_495);
    check(Platform::Ebay, 2_330, 2_499);
    check(Platform::Ebay, 21_600, 21_999);
    check(Platform::Vestiaire, 17_900, 18_000);
    check(Platform::Depop, 21_600, 22_000);
    check(Platform::Depop, 1_740, 1_700);
    check(Platform::Leboncoin, 127_000, 125_000);
    check(Platform::Poshmark, 2_710, 2_800);
    check(Platform::Vestiaire, 900, 1_800);
    check(Platform::Mercari, 999_999, 200_000);
    check(Platform::Marketplace, 0, 0);
    check(Platform::Marketplace, 1, 100);
}

#[test]
fn the_net_amount_is_known_only_for_certain_fees() {
    let check = |platform, currency, minor, expected| {
        let left = marketplace(platform).net_after_fees(Money::from_minor(minor, currency));
        assert_eq!(left.map(Money::minor), expected, "{platform} {minor}");
    };
    check(Platform::Vinted, Currency::Eur, 2_000, Some(2_000));
    check(Platform::Poshmark, Currency::Usd, 1_400, Some(1_105));
    check(Platform::Poshmark, Currency::Usd, 4_000, Some(3_200));
    check(Platform::Ebay, Currency::Usd, 1_000, Some(834));
    check(Platform::Ebay, Currency::Usd, 10_000, Some(8_600));
    check(Platform::Ebay, Currency::Eur, 10_000, None);
    check(Platform::Selency, Currency::Eur, 10_000, None);
    check(Platform::Poshmark, Currency::Usd, 200, Some(0));
}

#[test]
fn a_price_below_the_minimum_is_recognized() {
    let euros = |major| Money::from_major(major, Currency::Eur);
    assert!(marketplace(Platform::Vestiaire).is_below_minimum(euros(17)));
    assert!(!marketplace(Platform::Vestiaire).is_below_minimum(euros(18)));
    assert!(!marketplace(Platform::Marketplace).is_below_minimum(euros(0)));
}

proptest! {
    #[test]
    fn a_rounded_price_is_valid_and_near_the_original(
        platform in proptest::sample::select(Platform::ALL),
        minor in prop_oneof![0..10_000_i64, 0..=Money::MAX_MINOR],
    ) {
        let marketplace = marketplace(platform);
        let price = Money::from_minor(minor, Currency::Usd);
        let rounded = marketplace.round_price(price);
        prop_assert_eq!(marketplace.round_price(rounded), rounded);
        prop_assert_eq!(rounded.currency(), Currency::Usd);
        prop_assert!(rounded.minor() >= marketplace.price_min());
        prop_assert!(marketplace.price_max().is_none_or(|max| rounded.minor() <= max));
        prop_assert!(minor == 0 || rounded.minor() > 0);
        let bounded = minor.max(marketplace.price_min()).min(marketplace.price_max().unwrap_or(i64::MAX));
        // At the lower end of a band, a step is at most a quarter of the price (5 at 20), so rounding changes
        // an eighth.
        let off = (rounded.minor() - bounded).abs();
        prop_assert!(off <= (bounded / 8).max(100), "{} became {}", minor, rounded.minor());
    }
}

mod overriding {
    use super::*;

    fn with(given: MarketplaceOverride) -> Result<Catalogue, CatalogueError> {
        Catalogue::with_overrides([(Platform::Leboncoin, given)])
    }

    #[test]
    fn an_override_replaces_only_the_facts_that_it_names() {
        let label = LabelOverride::from([(Language::Fr, "Occasion".to_owned())]);
        let given = MarketplaceOverride {
            title_max: Some(60),
            description_max: Some(500),
            hashtags_max: Some(2),
            price_min: Some(550),
            price_max: Some(10_050),
            currency: Some(Currency::Gbp),
            conditions: [(Condition::Good, label.clone())].into(),
            categories: [(ProductType::Jacket, label)].into(),
        };
        let catalogue = with(given).unwrap();
        let changed = catalogue.marketplace(Platform::Leboncoin);
        assert_eq!((changed.title_max(), changed.description_max(), changed.hashtags_max()), (60, 500, 2));
        assert_eq!(changed.currency(Market::UnitedStates), Currency::Gbp);
        let jacket = Product::Type(ProductType::Jacket);
        assert_eq!(changed.condition_label(jacket, Condition::Good, Language::Fr), "Occasion");
        assert_eq!(changed.condition_label(jacket, Condition::Good, Language::En), "Bon état");
        assert_eq!(changed.category(jacket, None, Language::Fr), "Occasion");
        assert_eq!(changed.category(jacket, None, Language::En), "Clothing");
        // A limit between two whole euros becomes the next whole euro within the limits.
        let rounded = |minor| changed.round_price(Money::from_minor(minor, Currency::Gbp)).minor();
        assert_eq!((rounded(100), rounded(99_999)), (600, 10_000));
        assert_eq!(catalogue.marketplace(Platform::Vinted).title_max(), 100);
    }

    #[test]
    fn an_override_that_allows_no_listing_is_rejected() {
        let check = |given, expected: &str| assert_eq!(with(given).unwrap_err().to_string(), expected);
        let none = MarketplaceOverride::default;
        check(
            MarketplaceOverride { title_max: Some(19), ..none() },
            "leboncoin.title_max must be at least 20, not 19",
        );
        check(
            MarketplaceOverride { description_max: Some(0), ..none() },
            "leboncoin.description_max must be at least 200, not 0",
        );
        check(
            MarketplaceOverride { price_min: Some(-1), ..none() },
            "leboncoin.price_min must be from 0 to 1000000000 minor units, not -1",
        );
        check(
            MarketplaceOverride { price_min: Some(510), price_max: Some(590), ..none() },
            "leboncoin: no price is valid from the minimum of 510 to the maximum of 590 minor units",
        );
        let empty = LabelOverride::from([(Language::Fr, " ".to_owned())]);
        check(
            MarketplaceOverride { conditions: [(Condition::New, empty)].into(), ..none() },
            "leboncoin: the fr label of new must be one non-empty line without outer spaces",
        );
        let twice = Catalogue::with_overrides([(Platform::Etsy, none()), (Platform::Etsy, none())]);
        assert_eq!(twice.unwrap_err().to_string(), "etsy has two overrides: merge them into one");
    }
}
