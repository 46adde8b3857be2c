//! Properties of every suggested price.

use proptest::prelude::*;

use super::*;
use crate::product::Good;
use crate::product::brands::Brand;

fn products() -> impl Strategy<Value = Product> {
    let goods: Vec<Good> = Good::all().collect();
    prop_oneof![
        proptest::sample::select(goods).prop_map(Product::Good),
        proptest::sample::select(ProductType::ALL).prop_map(Product::Type),
        proptest::sample::select(Department::ALL).prop_map(Product::Department),
        Just(Product::Unknown),
    ]
}

fn amounts() -> impl Strategy<Value = Money> {
    (prop_oneof![0..50_000_i64, any::<i64>()], proptest::sample::select(Currency::ALL))
        .prop_map(|(minor, currency)| Money::from_minor(minor, currency))
}

fn brands() -> impl Strategy<Value = Option<String>> {
    let known: Vec<Brand> = Brand::all().collect();
    let known = proptest::sample::select(known).prop_map(|brand| brand.name().to_owned());
    proptest::option::of(prop_oneof![known, Just("Zzyzx".to_owned())])
}

fn offers() -> impl Strategy<Value = Vec<Comparable>> {
    let kind = proptest::sample::select(vec![ComparableKind::Asking, ComparableKind::Sold]);
    let condition = proptest::option::of(proptest::sample::select(Condition::ALL));
    let offer = (products(), brands(), amounts(), condition, kind, 1_i8..=30).prop_map(
        |(product, brand, price, condition, kind, day)| Comparable {
            product,
            brand,
            price,
            condition,
            ..comparable(0, kind, day)
        },
    );
    proptest::collection::vec(offer, 0..12)
}

fn opinions() -> impl Strategy<Value = Option<PriceOpinion>> {
    let opinion = (amounts(), amounts(), amounts()).prop_map(|(low, mid, high)| PriceOpinion {
        low,
        mid,
        high,
        rationale: String::new(),
    });
    proptest::option::of(opinion)
}

fn locales() -> impl Strategy<Value = Locale> {
    let market = proptest::option::of(proptest::sample::select(Market::ALL));
    (proptest::sample::select(Language::ALL), market)
        .prop_map(|(language, market)| Locale::new(language, market))
}

fn words() -> impl Strategy<Value = Option<Attribute>> {
    const WORDS: &[&str] =
        &["cuir", "gold", "80 % laine, 20 % soie", "128 Go", "100 ml", "zzyzx", "2019", "M"];
    let word = proptest::sample::select(WORDS).prop_map(|word| Attribute::seen(word, 1.0));
    proptest::option::of(word)
}

fn cases() -> impl Strategy<Value = Case> {
    (products(), brands(), words(), words(), opinions(), offers(), locales()).prop_map(
        |(product, brand, size, material, opinion, comparables, locale)| {
            let brand = brand.map(|brand| Attribute::seen(brand, 1.0));
            let attributes = Attributes { brand, size, material, ..Attributes::default() };
            Case { attributes, opinion, comparables, locale, ..case(product, locale.language) }
        },
    )
}

fn conditions() -> impl Strategy<Value = Option<Condition>> {
    proptest::option::of(proptest::sample::select(Condition::ALL))
}

proptest! {
    #[test]
    fn a_suggestion_lies_in_its_range_and_has_a_rationale(case in cases(), condition in conditions()) {
        let case = match condition {
            Some(condition) => case.condition(condition.code()),
            None => case,
        };
        let PriceSuggestion { low, quick_sale, suggested, patient, high, rationale, basis, .. } = case.suggest();
        let prices = [low, quick_sale, suggested, patient, high];
        for money in prices {
            prop_assert_eq!(money.currency(), case.locale.currency());
            prop_assert!(money.minor() >= 100 && money.minor() % 100 == 0, "{money:?}");
        }
        prop_assert!(prices.is_sorted_by_key(|money| money.minor()), "{prices:?}");
        let brand = case.attributes.brand.as_ref().map_or("-", |brand| brand.value.as_str());
        let sentences = rationale.replace(brand, "").matches(". ").count() + 1;
        prop_assert!((1..=3).contains(&sentences) && rationale.ends_with('.'), "{rationale}");
        prop_assert!(!rationale.contains(['{', '}']), "an unfilled placeholder: {}", rationale);
        let has_comparables =
            case.comparables.iter().any(|offer| offer.price.minor() > 0 && offer.is_like(case.product));
        prop_assert!(has_comparables || !basis.has_market_data());
        let has_comparables = basis.has_market_data();
        let says_none = rationale.starts_with("Estimation sans données de marché ")
            || rationale.starts_with("Estimate without market data ");
        prop_assert_eq!(says_none, !has_comparables, "{}", rationale);
        prop_assert_eq!(rationale.contains("comparable"), has_comparables, "{}", rationale);
    }

    #[test]
    fn a_better_condition_never_costs_less(mut case in cases()) {
        // The opinion would already include the condition.
        case.opinion = None;
        let prices: Vec<i64> = Condition::ALL
            .iter()
            .map(|condition| {
                case.attributes.condition = Some(Attribute::seen(condition.code(), 1.0));
                case.suggest().suggested.minor()
            })
            .collect();
        prop_assert!(prices.is_sorted_by(|better, worse| better >= worse), "{prices:?}");
    }

    #[test]
    fn no_marketplace_price_is_zero_or_below_its_minimum(case in cases(), condition in conditions()) {
        let case = match condition {
            Some(condition) => case.condition(condition.code()),
            None => case,
        };
        let suggested = case.suggest().suggested;
        for marketplace in Catalogue::default().iter() {
            let price = marketplace.round_price(suggested).minor();
            prop_assert!(price >= marketplace.price_min() && price > 0, "{} {price}", marketplace.name());
        }
    }

    #[test]
    fn one_absurd_comparable_among_ten_moves_the_price_by_under_five_percent(
        offers in proptest::collection::vec(8_000..12_500_i64, 9),
        absurd in prop_oneof![1..400_i64, 200_000..50_000_000_i64],
    ) {
        let sold = |minor| Comparable {
            price: Money::from_minor(minor, Currency::Eur),
            ..comparable(0, ComparableKind::Sold, 20)
        };
        let mean = |offers: &[i64]| {
            let comparables = offers.iter().copied().map(sold).collect();
            Case { comparables, ..case(JACKET, Language::Fr) }.condition("good").mean()
        };
        let without = mean(&offers);
        let mut all = offers;
        all.push(absurd);
        prop_assert!((mean(&all) / without - 1.0).abs() < 0.05, "{without} {}", mean(&all));
    }
}
