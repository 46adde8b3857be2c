mod items;
mod markets;
mod numbers;
mod properties;

use jiff::civil::date;

use super::usual::Usual;
use super::*;
use crate::attributes::{Attribute, Attributes};
use crate::condition::Condition;
use crate::draft::PriceOpinion;
use crate::locale::{Locale, Market};
use crate::marketplace::Catalogue;
use crate::money::Currency;
use crate::options::Language;
use crate::product::{Department, Good, Product, ProductType};

const JACKET: Product = Product::Type(ProductType::Jacket);

/// In the words of a seller; by default only a product.
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

    fn size(mut self, size: &str) -> Self {
        self.attributes.size = Some(Attribute::seen(size, 1.0));
        self
    }

    fn material(mut self, material: &str) -> Self {
        self.attributes.material = Some(Attribute::seen(material, 1.0));
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
            notes: None,
            locale: self.locale,
        };
        suggest(&question, &ReferenceRates::default())
    }

    fn estimate(&self) -> Estimate {
        let Self { product, attributes, opinion, comparables, locale } = self;
        let question = PriceQuestion {
            product: *product,
            attributes,
            opinion: opinion.as_ref(),
            comparables,
            notes: None,
            locale: *locale,
        };
        Estimate::new(&question, &ReferenceRates::default())
    }

    /// In minor units, before rounding.
    fn mean(&self) -> f64 {
        self.estimate().signal.mean.exp()
    }

    fn rationale(&self) -> String {
        self.suggest().rationale
    }
}

fn comparable(major: i64, kind: ComparableKind, day: i8) -> Comparable {
    Comparable {
        product: JACKET,
        brand: None,
        price: Money::from_major(major, Currency::Eur),
        condition: Some(Condition::Good),
        kind,
        seen_on: date(2026, 11, day),
        source: "a test".to_owned(),
        link: None,
    }
}

fn good(key: &str) -> Product {
    Product::Good(Good::from_key(key).unwrap())
}

#[test]
fn rationale_without_market_data_names_its_basis() {
    let check = |case: Case, expected: &str| assert_eq!(case.rationale(), expected);
    check(
        case(JACKET, Language::Fr).condition("good").brand("Levi’s"),
        "Estimation sans données de marché pour la France, en euros\u{a0}: veste Levi’s en bon \
         état, environ 16\u{a0}€, entre 8 et 30\u{a0}€. Repère\u{a0}: 13\u{a0}€, prix d’occasion \
         courant en bon état (estimation de novembre 2026), ajusté selon la marque. Confiance \
         faible.",
    );
    check(
        case(good("handbag"), Language::En)
            .condition("Very good, worn twice")
            .brand("Hermès")
            .material("cuir"),
        "Estimate without market data for the United States, in US dollars: Hermès purse \
         (leather) in very good condition, about $2,800, between $1,000 and $8,000. Starting point: \
         $23, the usual second-hand price in good condition (November 2026 estimate), adjusted \
         for the luxury brand and the condition. Low confidence: for a luxury brand, have the \
         piece authenticated and check what similar pieces sold for.",
    );
    let british = Locale::new(Language::En, Some(Market::UnitedKingdom));
    check(
        Case { locale: british, ..case(JACKET, Language::En) },
        "Estimate without market data for the United Kingdom, in pounds sterling: jacket in good \
         condition, about £10, between £5 and £20. Starting point: £13, the usual second-hand \
         price in good condition (November 2026 estimate, between French and American prices), \
         adjusted for the lack of a known brand. Low confidence: the brand was not stated; the \
         condition was not stated, so good condition was assumed.",
    );
    check(
        case(Product::Department(Department::Shoes), Language::Fr).condition("semelles propres"),
        "Estimation sans données de marché pour la France, en euros\u{a0}: chaussures en bon \
         état, environ 15\u{a0}€, entre 4 et 50\u{a0}€. Repère\u{a0}: 20\u{a0}€, un peu \
         au-dessous de la médiane des prix d’occasion courants du rayon en bon état (estimation de novembre 2026), \
         ajusté selon l’absence de marque connue. Confiance faible\u{a0}: l’article n’a pas été \
         reconnu avec certitude\u{a0}; la marque n’est pas précisée\u{a0}; l’état indiqué ne \
         correspond à aucun niveau connu, un bon état a été supposé.",
    );
    check(
        case(Product::Unknown, Language::En).condition("for_parts"),
        "Estimate without market data for the United States, in US dollars: item for parts, about \
         $3, between $1 and $15. Starting point: $20, a little below the median \
         second-hand price of all kinds of items, in good condition (November 2026 estimate), \
         adjusted for the lack of a known brand and the condition. Low confidence: it is not \
         certain what the item is.",
    );
    check(
        case(good("mobile_phone"), Language::Fr).condition("like_new").brand("Zzyzx").size("256 Go"),
        "Estimation sans données de marché pour la France, en euros\u{a0}: téléphone portable \
         Zzyzx en état comme neuf, environ 140\u{a0}€, entre 80 et 260\u{a0}€. Repère\u{a0}: \
         130\u{a0}€, prix d’occasion courant en bon état (estimation de novembre 2026), ajusté \
         selon l’absence de marque connue, la capacité et l’état. Confiance faible\u{a0}: la \
         marque n’est pas dans nos tables.",
    );
}

#[test]
fn the_rationale_names_the_number_and_the_day_of_comparables() {
    use ComparableKind::{Asking, Sold};
    let offers = [
        comparable(50, Asking, 3),
        comparable(60, Asking, 20),
        comparable(45, Sold, 9),
        comparable(0, Asking, 21),
    ];
    let french = case(JACKET, Language::Fr).condition("good").comparables(&offers).suggest();
    assert_eq!(
        french.rationale,
        "Estimation d’après 3 articles comparables (2 prix demandés, 1 prix de vente, relevé le \
         plus récent le 20 novembre 2026) pour la France, en euros\u{a0}: veste en bon état, \
         environ 45\u{a0}€, entre 35 et 55\u{a0}€. Prix ajustés à cet article, \
         prix demandés diminués de 13\u{a0}%, puis rapprochés du prix d’occasion courant en bon \
         état de 13\u{a0}€ (estimation de novembre 2026), ajusté selon l’absence de marque \
         connue. Confiance moyenne\u{a0}: la marque n’est pas précisée.",
    );
    assert_eq!(french.basis, Basis::Comparables { asked: 2, sold: 1 });
    let one = case(JACKET, Language::En).comparables(&offers[..1]).opinion([40, 55, 80]).suggest();
    assert_eq!(
        one.rationale,
        "Estimate from 1 comparable item (1 asking price, most recent seen on November 3, 2026) \
         for the United States, in US dollars: jacket in good condition, about $40, between $25 \
         and $55. Prices were adjusted to this item, asking prices lowered by 13%, then \
         weighed against the usual second-hand price in good condition of $20 (November 2026 \
         estimate), adjusted for the lack of a known brand, taking into account what the photos \
         show. Low confidence: there are few comparable items, so this price is only a guide; the \
         brand was not stated; the condition was not stated, so good condition was assumed.",
    );
}

#[test]
fn market_data_is_listed_by_source() {
    use ComparableKind::{Asking, Sold};
    let page = |number: usize| Some(format!("https://www.example.com/{number}"));
    let from = |source: &str, comparable: Comparable, link| Comparable {
        source: source.to_owned(),
        link,
        ..comparable
    };
    let mut offers = vec![
        from("brocante", comparable(45, Sold, 9), None),
        from("annonces", comparable(45, Sold, 8), page(100)),
        from("annonces", comparable(9_000, Asking, 2), page(101)),
        from("annonces", comparable(0, Asking, 21), page(102)),
    ];
    offers.extend((0..12).map(|number| from("annonces", comparable(50, Asking, 3), page(number % 11))));
    let seen = case(JACKET, Language::Fr).condition("good").comparables(&offers).suggest().seen;
    assert_eq!((seen.asked, seen.sold, seen.ignored), (13, 2, 1));
    assert_eq!((seen.oldest, seen.newest), (Some(date(2026, 11, 2)), Some(date(2026, 11, 9))));
    let summary = |source: &PriceSource| (source.name.clone(), source.kind, source.count, source.links.len());
    let sources: Vec<_> = seen.sources.iter().map(summary).collect();
    let expected = [("brocante", Sold, 1, 0), ("annonces", Sold, 1, 1), ("annonces", Asking, 13, 10)];
    assert_eq!(sources, expected.map(|(name, kind, count, links)| (name.to_owned(), kind, count, links)));
    assert_eq!(seen.sources[2].newest, date(2026, 11, 3));
    assert_eq!(seen.rates_date, None);
    let nothing = case(JACKET, Language::Fr).suggest();
    assert_eq!((nothing.seen, nothing.market), (SeenPrices::default(), Market::France));
}

#[test]
fn the_day_of_exchange_rates_is_reported_if_a_price_was_converted() {
    let dollars =
        Comparable { price: Money::from_major(50, Currency::Usd), ..comparable(50, ComparableKind::Sold, 3) };
    let rates_date = |case: Case| case.suggest().seen.rates_date;
    let french = || case(JACKET, Language::Fr);
    assert_eq!(rates_date(french().comparables(std::slice::from_ref(&dollars))), Some(RATES_DATE));
    assert_eq!(rates_date(french().opinion([40, 50, 60])), None);
    let british = Case { locale: Locale::new(Language::En, Some(Market::UnitedKingdom)), ..french() };
    assert_eq!(rates_date(british), Some(RATES_DATE), "between French and American prices");
}

#[test]
fn the_writers_opinion_moves_the_price_without_a_claim_of_market_data() {
    let table = case(JACKET, Language::Fr).suggest();
    let with = case(JACKET, Language::Fr).opinion([15, 20, 30]).suggest();
    assert_eq!(with.basis, Basis::Opinion(Known::Kind));
    assert!(table.suggested.minor() < with.suggested.minor() && with.suggested.minor() < 2_000);
    assert!(
        !with.rationale.contains("plateformes") && with.rationale.contains("photos"),
        "{}",
        with.rationale
    );
    for absurd in [[0, 0, 0], [4_000, 5_000, 6_000], [400_000, 500_000, 600_000]] {
        assert_eq!(case(JACKET, Language::Fr).opinion(absurd).suggest(), table, "{absurd:?}");
    }
}

#[test]
fn stated_attributes_change_the_price() {
    let suggested = |case: Case| case.condition("good").suggest().suggested.minor();
    let bag = || case(good("handbag"), Language::Fr);
    assert!(suggested(bag().brand("Hermès")) > 20 * suggested(bag().brand("Zara")));
    assert_eq!(suggested(bag().brand("Zzyzx")), suggested(bag()));
    assert!(suggested(case(good("screw"), Language::Fr)) < 1_000);
    assert!(suggested(case(good("grand_piano"), Language::Fr)) > 100_000);
    let shirt = || case(good("t_shirt"), Language::Fr);
    assert!(suggested(shirt().material("soie")) > suggested(shirt().material("coton")));
    let all = bag().brand("Hermès").condition("good").suggest();
    assert_eq!(all.confidence, Confidence::Low);
    assert!(all.high.minor() > 4 * all.low.minor(), "{all:?}");
}

#[test]
fn each_country_has_its_own_prices() {
    let jacket = case(good("puffer_jacket"), Language::En).condition("good");
    let [french, american] = [Market::France, Market::UnitedStates]
        .map(|market| Case {
            locale: Locale::new(Language::En, Some(market)),
            ..case(jacket.product, Language::En)
        })
        .map(|case| case.condition("good").suggest().suggested);
    let converted = ReferenceRates::default().convert(french, Currency::Usd);
    assert_ne!(converted.minor() / 500, american.minor() / 500);
}

#[test]
fn agreeing_comparables_raise_the_confidence() {
    let sold = |count| vec![comparable(40, ComparableKind::Sold, 20); count];
    let confidence =
        |count| case(JACKET, Language::Fr).condition("good").comparables(&sold(count)).suggest().confidence;
    assert_eq!([1, 4, 10].map(confidence), [Confidence::Low, Confidence::Medium, Confidence::High]);
}
