//! Tests of the comparison of all marketplaces for an item.

use super::*;

fn item(product: Product, brand: Option<&'static str>, market: Market, minor: i64) -> ComparedItem<'static> {
    let language = if market == Market::France { Language::Fr } else { Language::En };
    ComparedItem { product, brand, language, market, price: Money::from_minor(minor, market.currency()) }
}

const JACKET: Product = Product::Type(ProductType::Jacket);

/// Returns the ranked marketplaces with their fit and the minor units that remain, best first.
fn ranked(item: &ComparedItem<'_>) -> Vec<(Platform, Fit, Option<i64>)> {
    let catalogue = Catalogue::default();
    let comparison = Comparison::new(&catalogue, item);
    assert_eq!(comparison.offers.len(), Platform::ALL.len());
    let ranked = comparison.offers.iter().take_while(|offer| offer.fit.is_ranked());
    ranked.map(|offer| (offer.platform(), offer.fit, offer.net.map(Money::minor))).collect()
}

fn fits(item: &ComparedItem<'_>, platform: Platform) -> Fit {
    let catalogue = Catalogue::default();
    let comparison = Comparison::new(&catalogue, item);
    comparison.offers.iter().find(|offer| offer.platform() == platform).unwrap().fit
}

#[test]
fn marketplaces_are_ranked_by_the_amount_after_certain_fees() {
    use Fit::{General, Limited, Specialist};
    use Platform::{
        Craigslist, Ebay, Etsy, Leboncoin, Marketplace, Mercari, Offerup, Poshmark, Vestiaire, Vinted,
    };
    assert_eq!(
        ranked(&item(JACKET, None, Market::France, 4_500)),
        [
            (Leboncoin, General, Some(4_500)),
            (Vinted, General, Some(4_500)),
            (Marketplace, General, None),
            (Ebay, General, None),
            (Etsy, Limited, None),
            (Vestiaire, Limited, None),
        ]
    );
    assert_eq!(
        ranked(&item(JACKET, None, Market::UnitedStates, 4_500)),
        [
            (Mercari, General, Some(4_050)),
            (Ebay, General, Some(3_848)),
            (Poshmark, General, Some(3_600)),
            (Marketplace, General, None),
            (Craigslist, General, None),
            (Offerup, General, None),
            (Etsy, Limited, Some(4_027)),
        ]
    );
    let bag = Product::Type(ProductType::Handbag);
    let luxury = ranked(&item(bag, Some("Hermès"), Market::France, 200_000));
    assert_eq!(luxury[2], (Vestiaire, Specialist, None), "{luxury:?}");
}

#[test]
fn marketplaces_that_do_not_fit_are_not_ranked() {
    let sofa = Product::Type(ProductType::Sofa);
    for (product, market, minor, platform, fit) in [
        (JACKET, Market::France, 4_500, Platform::Selency, Fit::NotTaken),
        (JACKET, Market::France, 4_500, Platform::Poshmark, Fit::OtherMarket),
        (JACKET, Market::UnitedStates, 4_500, Platform::Leboncoin, Fit::OtherMarket),
        (JACKET, Market::UnitedStates, 4_500, Platform::Depop, Fit::OtherMarket),
        (JACKET, Market::UnitedKingdom, 4_500, Platform::Depop, Fit::General),
        (JACKET, Market::UnitedStates, 200, Platform::Poshmark, Fit::BelowMinimum),
        (JACKET, Market::France, 1_000, Platform::Vestiaire, Fit::BelowMinimum),
        (sofa, Market::France, 20_000, Platform::Selency, Fit::Limited),
        (sofa, Market::France, 20_000, Platform::Vestiaire, Fit::NotTaken),
        (sofa, Market::UnitedStates, 20_000, Platform::Poshmark, Fit::NotTaken),
    ] {
        assert_eq!(
            fits(&item(product, None, market, minor), platform),
            fit,
            "{platform} {product:?} {market}"
        );
    }
}

#[test]
fn the_best_two_have_a_reason_with_their_numbers() {
    let catalogue = Catalogue::default();
    let reasons = |market, minor, language| -> Vec<String> {
        let comparison = Comparison::new(&catalogue, &item(JACKET, None, market, minor));
        comparison.best().map(|offer| offer.reason(language).unwrap()).collect()
    };
    assert_eq!(
        reasons(Market::UnitedStates, 4_500, Language::En),
        [
            "Mercari leaves you $40.50 of $45, after $4.50 in fees.",
            "eBay leaves you $38.48 of $45, after $6.52 in fees."
        ]
    );
    assert_eq!(
        reasons(Market::France, 4_500, Language::Fr),
        [
            "leboncoin ne prélève rien au vendeur\u{a0}: vous gardez 45\u{a0}€.",
            "Vinted ne prélève rien au vendeur\u{a0}: vous gardez 45\u{a0}€."
        ]
    );
    let comparison = Comparison::new(&catalogue, &item(JACKET, None, Market::France, 4_500));
    let reason = |platform, language| {
        comparison.offers.iter().find(|offer| offer.platform() == platform).unwrap().reason(language)
    };
    assert_eq!(
        reason(Platform::Etsy, Language::En).unwrap(),
        "If your item is accepted there, Etsy is an option at €45, but its fees are not certain."
    );
    assert_eq!(reason(Platform::Poshmark, Language::En), None);
}

#[test]
fn constraints_name_the_limits_of_the_marketplace() {
    let catalogue = Catalogue::default();
    let comparison = Comparison::new(&catalogue, &item(JACKET, None, Market::UnitedKingdom, 4_500));
    let constraints = |platform| {
        let offer = comparison.offers.iter().find(|offer| offer.platform() == platform).unwrap();
        offer.constraints(Language::En)
    };
    assert_eq!(constraints(Platform::Depop), ["no title field", "up to 5 hashtags"]);
    assert_eq!(constraints(Platform::Ebay), ["title up to 80 characters"]);
    assert_eq!(constraints(Platform::Etsy), ["title up to 140 characters"]);
    assert_eq!(
        constraints(Platform::Mercari),
        ["title up to 80 characters", "up to 3 hashtags", "prices without cents", "at most $2,000"]
    );
    assert_eq!(constraints(Platform::Vestiaire), ["no title field", "prices without cents"]);
}

proptest! {
    #[test]
    fn every_comparison_is_complete_and_its_texts_are_filled_in(
        kind in proptest::sample::select(ProductType::ALL),
        market in proptest::sample::select(Market::ALL),
        minor in prop_oneof![0..10_000_i64, 0..=Money::MAX_MINOR],
    ) {
        let catalogue = Catalogue::default();
        let item = item(Product::Type(kind), Some("Zara"), market, minor);
        let comparison = Comparison::new(&catalogue, &item);
        for (index, offer) in comparison.offers.iter().enumerate() {
            let is_ranked = offer.fit.is_ranked();
            prop_assert_eq!(offer.price.is_some(), is_ranked);
            prop_assert_eq!(offer.fees().is_some(), offer.net.is_some());
            prop_assert!(offer.net.is_none_or(|net| net.minor() <= offer.price.unwrap().minor()));
            prop_assert!(index == 0 || !is_ranked || comparison.offers[index - 1].fit.is_ranked());
            for language in BOTH {
                let notes = [offer.fit_note(language), offer.fee_note(language).to_owned()];
                let reason = offer.reason(language);
                prop_assert_eq!(reason.is_some(), is_ranked);
                let sentences = notes.into_iter().chain(reason);
                for text in sentences.chain(offer.constraints(language)) {
                    prop_assert!(!text.is_empty() && !text.contains(['{', '}']), "{}", text);
                }
            }
        }
        let platforms: std::collections::HashSet<_> = comparison.offers.iter().map(Offer::platform).collect();
        prop_assert_eq!(platforms.len(), Platform::ALL.len());
    }
}
