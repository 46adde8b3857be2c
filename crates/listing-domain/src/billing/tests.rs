use jiff::Timestamp;

use super::*;
use crate::account::Plan;
use crate::money::{Currency, Money};

#[test]
fn provider_ids_have_up_to_255_visible_ascii_characters() {
    let longest = "a".repeat(255);
    for text in ["a", "cs_test_a1B2", "txn-01h8/x?#", &longest] {
        assert_eq!(text.parse::<CheckoutId>().unwrap().as_str(), text);
    }
    for text in ["", " ", "a b", "a\n", "é", "a\u{7f}", &"a".repeat(256)] {
        assert_eq!(text.parse::<CheckoutId>(), Err(InvalidProviderId), "{text:?}");
    }
}

#[test]
fn each_product_but_the_pack_has_a_plan() {
    let plans = PaidProduct::ALL.iter().map(|product| product.plan());
    assert!(plans.eq([None, Some(Plan::ProMonthly), Some(Plan::ProAnnual)]));
}

#[test]
fn prices_outside_the_range_are_refused() {
    let price = ProductPrice::new(PaidProduct::Pack, 900, 1_000).unwrap();
    assert_eq!(price.amount(BillingCurrency::Eur), Money::from_minor(900, Currency::Eur));
    assert_eq!(price.amount(BillingCurrency::Usd), Money::from_minor(1_000, Currency::Usd));
    for (eur, usd) in [(49, 900), (900, 49), (1_000_001, 900), (900, 1_000_001), (-1, 900)] {
        assert_eq!(ProductPrice::new(PaidProduct::Pack, eur, usd), Err(InvalidPrice), "{eur} {usd}");
    }
    assert_eq!(InvalidPrice.to_string(), "a price must be from 50 to 1000000 cents");
}

#[test]
fn an_empty_or_reversed_period_is_refused() {
    let at = |second| Timestamp::from_second(second).unwrap();
    assert!(BillingPeriod::new(at(1), at(2)).is_ok());
    for end in [0, 1] {
        assert_eq!(BillingPeriod::new(at(1), at(end)), Err(InvalidBillingPeriod));
    }
}
