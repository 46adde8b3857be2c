//! Tests of the goods that each marketplace accepts.

use super::*;
use crate::product::brands::Tier;
use Eligibility::{Limited, NoCategory, Open};
use Platform::{Depop, Etsy, Leboncoin, Poshmark, Selency, Vestiaire, Vinted};

const DESIGNERS: AcceptedGoods = AcceptedGoods::DesignerFashion;
const HOME: AcceptedGoods = AcceptedGoods::VintageDesignHome;
const HANDMADE: AcceptedGoods = AcceptedGoods::HandmadeVintageSupplies;

fn check(platform: Platform, product: &str, tier: Option<Tier>, expected: Eligibility) {
    let product = Product::parse(product).unwrap();
    let found = marketplace(platform).eligibility(product, tier, Language::En);
    assert_eq!(found, expected, "{platform} {product:?}");
}

#[test]
fn eligibility_follows_the_facts_of_each_marketplace() {
    check(Vestiaire, "jacket", Some(Tier::Luxury), Open);
    check(Vestiaire, "jacket", Some(Tier::Mass), Limited(DESIGNERS));
    check(Vestiaire, "jacket", None, Limited(DESIGNERS));
    check(Vestiaire, "sofa", Some(Tier::Luxury), NoCategory(Some(DESIGNERS)));
    check(Selency, "sofa", None, Limited(HOME));
    check(Selency, "dress", None, NoCategory(Some(HOME)));
    check(Etsy, "dress", None, Limited(HANDMADE));
    check(Etsy, "phone", None, NoCategory(Some(HANDMADE)));
    check(Poshmark, "sofa", None, NoCategory(None));
    check(Depop, "phone", None, NoCategory(None));
    check(Vinted, "car_part", None, NoCategory(None));
    check(Vinted, "dress", None, Open);
    check(Leboncoin, "car_part", None, Open);
}

#[test]
fn an_uncertain_item_has_a_category_if_one_of_its_types_has_one() {
    check(Vestiaire, "good:acoustic_guitar", None, NoCategory(Some(DESIGNERS)));
    check(Vestiaire, "department:furniture", None, NoCategory(Some(DESIGNERS)));
    check(Vestiaire, "department:clothing", None, Limited(DESIGNERS));
    check(Vestiaire, "unknown", None, Limited(DESIGNERS));
    // Depop has categories for some electronics, but none for phones.
    check(Depop, "department:electronics", None, Open);
    check(Leboncoin, "unknown", None, Open);
}

#[test]
fn a_site_in_another_language_may_lack_a_category() {
    let sofa = Product::parse("good:sofa").unwrap();
    let on = |language| {
        let marketplace = marketplace(Vinted);
        (marketplace.eligibility(sofa, None, language), marketplace.category(sofa, None, language))
    };
    let english = "Home > Furniture > Seating > Sofas & chaise longues".to_owned();
    assert_eq!(on(Language::En), (Open, english));
    assert_eq!(on(Language::Fr), (NoCategory(None), "Autre".to_owned()));
}
