//! What a suggestion is, and how it is reasoned.

use jiff::civil::date;
use proptest::prelude::*;

use super::*;
use crate::attributes::{Attribute, Attributes};
use crate::condition::Condition;
use crate::locale::{Locale, Market};
use crate::money::Currency;
use crate::product::{Department, Product, ProductType};
use crate::wish::Language;

const JACKET: Product = Product::Type(ProductType::Jacket);

/// A question in words, with nothing known but the product.
#[derive(Debug)]
struct Case {
    product: Product,
    attributes: Attributes,
    opinion: Option<PriceOpinion>,
    comparables: Vec<Comparable>,
    locale: Locale,
}

fn case(product: Product, language: Language) -> Case {
    Case {
        product,
        attributes: Attributes::default(),
        opinion: None,
        comparables: vec![],
        locale: Locale::from(language),
    }
}

impl Case {
    fn condition(mut self, words: &str) -> Self {
        self.attributes.condition = Some(Attribute::seen(words, 1.0));
        self
    }

    fn brand(mut self, brand: &str) -> Self {
        self.attributes.brand = Some(Attribute::seen(brand, 1.0));
        self
    }

    fn opinion(mut self, [low, mid, high]: [i64; 3]) -> Self {
        let money = |major| Money::from_major(major, self.locale.currency());
        let rationale = "Prix relevés sur toutes les plateformes.".to_owned();
        self.opinion = Some(PriceOpinion { low: money(low), mid: money(mid), high: money(high), rationale });
        self
    }

    fn comparables(mut self, comparables: &[Comparable]) -> Self {
        self.comparables = comparables.to_vec();
        self
    }

    fn suggest(&self) -> PriceSuggestion {
        let question = PriceQuestion {
            product: self.product,
            attributes: &self.attributes,
            opinion: self.opinion.as_ref(),
            comparables: &self.comparables,
            locale: self.locale,
        };
        suggest(&question, &ReferenceRates::default())
    }

    fn check(&self, [low, suggested, high]: [i64; 3], rationale: &str) {
        let money = |major| Money::from_major(major, self.locale.currency());
        let expected = PriceSuggestion {
            low: money(low),
            suggested: money(suggested),
            high: money(high),
            rationale: rationale.to_owned(),
        };
        assert_eq!(self.suggest(), expected);
    }
}

fn comparable(major: i64, kind: ComparableKind, day: i8) -> Comparable {
    Comparable {
        product: ProductType::Jacket,
        price: Money::from_major(major, Currency::Eur),
        condition: Some(Condition::Good),
        kind,
        seen_on: date(2026, 11, day),
        source: "a test".to_owned(),
    }
}

#[test]
fn the_table_is_named_as_what_it_is() {
    case(JACKET, Language::Fr).condition("good").check(
        [15, 30, 60],
        "Veste en bon état\u{a0}: entre 15 et 60\u{a0}€ d’après une grille indicative de prix d’occasion \
         courants en France (estimations de novembre 2026). Ni les annonces en cours ni la marque n’ont été \
         prises en compte.",
    );
    case(JACKET, Language::En).condition("Very good, worn twice").brand("Levi’s").check(
        [25, 50, 95],
        "Jacket in very good condition: $25–$95 according to an indicative table of usual second-hand \
         prices in France (estimates of November 2026, converted from euros). Neither current offers nor the \
         brand (Levi’s) were taken into account.",
    );
}

#[test]
fn what_is_not_known_is_said() {
    case(JACKET, Language::Fr).check(
        [15, 30, 60],
        "Veste en bon état\u{a0}: entre 15 et 60\u{a0}€ d’après une grille indicative de prix d’occasion \
         courants en France (estimations de novembre 2026). Ni les annonces en cours ni la marque n’ont été \
         prises en compte. L’état n’étant pas précisé, un bon état a été supposé.",
    );
    let odd = case(JACKET, Language::En).condition("semelles propres").suggest().rationale;
    assert!(
        odd.ends_with(". The condition given matches no known grade, so good condition was assumed."),
        "{odd}"
    );
    let worn = case(JACKET, Language::Fr).condition("mauvais état").suggest().rationale;
    assert!(worn.starts_with("Veste dans un état satisfaisant\u{a0}: "), "{worn}");
    assert!(!worn.contains("supposé"), "{worn}");
    let vague = case(Product::Department(Department::Shoes), Language::Fr).suggest().rationale;
    assert!(vague.starts_with("Chaussures en bon état\u{a0}: entre 7 et 60\u{a0}€ "), "{vague}");
    assert!(vague.ends_with(
        ". Le type d’article n’a pas été reconnu avec certitude, la fourchette est donc large\u{a0}; l’état \
         n’étant pas précisé, un bon état a été supposé."
    ), "{vague}");
}

#[test]
fn a_believable_opinion_is_followed_and_named_but_not_quoted() {
    case(JACKET, Language::Fr).opinion([40, 55, 80]).check(
        [40, 55, 80],
        "Veste en bon état\u{a0}: entre 40 et 80\u{a0}€, estimation faite d’après les photos et recoupée avec une grille \
         indicative de prix d’occasion courants en France (estimations de novembre 2026). Aucune annonce en \
         cours n’a été prise en compte. L’état n’étant pas précisé, un bon état a été supposé.",
    );
    let unordered = case(JACKET, Language::En).opinion([70, 50, 40]).suggest();
    assert_eq!([unordered.low, unordered.suggested, unordered.high].map(Money::minor), [5_000; 3]);
    assert!(
        unordered.rationale.starts_with("Jacket in good condition: about $50, estimated from the photos")
    );
}

#[test]
fn an_opinion_far_from_the_table_is_not_followed() {
    let table = case(JACKET, Language::Fr).suggest();
    for opinion in [[0, 0, 0], [1, 2, 3], [400, 500, 600]] {
        assert_eq!(case(JACKET, Language::Fr).opinion(opinion).suggest(), table, "{opinion:?}");
    }
    let suggested = |case: Case| case.suggest().suggested.minor();
    assert_eq!(suggested(case(JACKET, Language::Fr).opinion([2, 3, 4])), 300);
    assert_eq!(suggested(case(JACKET, Language::Fr).opinion([200, 300, 400])), 30_000);
    let branded = |mid| case(JACKET, Language::Fr).brand("Chanel").opinion([mid, mid, mid]);
    assert_eq!(suggested(branded(3_000)), 300_000, "a brand can multiply a price");
    assert_eq!(suggested(branded(4_000)), 3_000, "but not beyond all measure");
}

#[test]
fn comparables_are_counted_and_dated() {
    use ComparableKind::{Asking, Sold};
    let offers = [
        comparable(50, Asking, 3),
        comparable(60, Asking, 20),
        comparable(45, Sold, 9),
        comparable(0, Asking, 21),
    ];
    // Median of 45, 45, 50, 60 is 47.50; 83 % of it and 17 % of 30 make 44.53.
    case(JACKET, Language::Fr).condition("good").comparables(&offers).check(
        [40, 45, 55],
        "Veste en bon état\u{a0}: entre 40 et 55\u{a0}€ d’après 3 articles comparables (2 prix demandés, 1 \
         prix de vente, relevé le plus récent le 20 novembre 2026). Leurs prix ont été ramenés à cet état et \
         complétés par une grille indicative de prix d’occasion courants en France (estimations de novembre \
         2026).",
    );
    let one = case(JACKET, Language::En).comparables(&offers[..1]).opinion([40, 55, 80]).suggest();
    assert_eq!(
        one.rationale,
        "Jacket in good condition: $55–$65 based on 1 comparable item (1 asking price, most recent seen on 3 \
         November 2026). Their prices were adjusted to this condition and completed with an estimate from the \
         photos. With so few examples, the price remains to be checked; the condition was not stated, so good \
         condition was assumed.",
    );
}

#[test]
fn comparables_without_a_price_are_no_evidence() {
    let free = case(JACKET, Language::Fr).comparables(&[comparable(0, ComparableKind::Sold, 3)]);
    assert_eq!(free.suggest(), case(JACKET, Language::Fr).suggest());
}

#[test]
fn a_market_is_not_a_language() {
    let british =
        Case { locale: Locale::new(Language::En, Some(Market::UnitedKingdom)), ..case(JACKET, Language::En) };
    british.condition("good").check(
        [13, 25, 50],
        "Jacket in good condition: £13–£50 according to an indicative table of usual second-hand prices in France \
         (estimates of November 2026, converted from euros). Neither current offers nor the brand were taken into \
         account.",
    );
    let euros =
        Case { locale: Locale::new(Language::En, Some(Market::France)), ..case(JACKET, Language::En) };
    let PriceSuggestion { suggested, rationale, .. } = euros.suggest();
    assert_eq!((suggested.minor(), suggested.currency()), (3_000, Currency::Eur));
    assert!(rationale.contains("€15–€60") && !rationale.contains("converted"), "{rationale}");
}

fn products() -> impl Strategy<Value = Product> {
    prop_oneof![
        proptest::sample::select(ProductType::ALL).prop_map(Product::Type),
        proptest::sample::select(Department::ALL).prop_map(Product::Department),
        Just(Product::Unknown),
    ]
}

fn amounts() -> impl Strategy<Value = Money> {
    (prop_oneof![0..50_000_i64, any::<i64>()], proptest::sample::select(Currency::ALL))
        .prop_map(|(minor, currency)| Money::from_minor(minor, currency))
}

fn offers() -> impl Strategy<Value = Vec<Comparable>> {
    let kind = proptest::sample::select(vec![ComparableKind::Asking, ComparableKind::Sold]);
    let condition = proptest::option::of(proptest::sample::select(Condition::ALL));
    let offer = (amounts(), condition, kind, 1_i8..=30).prop_map(|(price, condition, kind, day)| {
        Comparable { price, condition, ..comparable(0, kind, day) }
    });
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

fn cases() -> impl Strategy<Value = Case> {
    (products(), opinions(), offers(), locales()).prop_map(|(product, opinion, comparables, locale)| Case {
        opinion,
        comparables,
        locale,
        ..case(product, locale.language)
    })
}

proptest! {
    #[test]
    fn a_suggestion_lies_in_its_band_and_is_reasoned(
        case in cases(), condition in proptest::option::of(proptest::sample::select(Condition::ALL))
    ) {
        let case = match condition {
            Some(condition) => case.condition(condition.code()),
            None => case,
        };
        let PriceSuggestion { low, suggested, high, rationale } = case.suggest();
        for money in [low, suggested, high] {
            prop_assert_eq!(money.currency(), case.locale.currency());
            prop_assert!(money.minor() >= 100 && money.minor() % 100 == 0, "{money:?}");
        }
        prop_assert!(low.minor() <= suggested.minor() && suggested.minor() <= high.minor());
        let sentences = rationale.matches(". ").count() + 1;
        prop_assert!((2..=3).contains(&sentences) && rationale.ends_with('.'), "{rationale}");
        prop_assert!(!rationale.contains(['{', '}']), "a gap was not filled: {}", rationale);
        let names_comparables = rationale.contains("comparable");
        let has_comparables = case.comparables.iter().any(|offer| offer.price.minor() > 0);
        prop_assert_eq!(names_comparables, has_comparables, "{}", rationale);
    }

    #[test]
    fn a_better_condition_never_costs_less(mut case in cases()) {
        // An opinion is the writer's own view of the item as it is.
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
}
