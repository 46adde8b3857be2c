//! Price factors of models, eras, styles, origins and lots.

use std::sync::LazyLock;

use super::factors::{FactorTable, factor, is_goods, narrowest_first};
use super::log::float;
use crate::product::{Brand, Good, Product};
use crate::statement::{BrandStatement, Era, Lot, TokenKind, Traits, tokens};
use crate::tsv::{NONE, lines};

/// The year of an undated vintage item.
const VINTAGE: u16 = 1990;

/// Ten pieces together cost as much as five or six sold one by one. Our estimate.
const POWER_OF_A_LOT: f64 = 0.75;
/// Endings of goods whose price does not depend on the number of pieces.
const SETS: &[&str] = &["_set", "_kit"];
/// Endings of goods whose table price is for [`PIECES_OF_A_LOT`] pieces.
const LOTS: &[&str] = &["_bundle", "_lot"];
/// Our estimate.
const PIECES_OF_A_LOT: f64 = 6.0;

/// The tables have no titles of works. Our estimate.
const SPREAD_OF_A_TITLE: f64 = 0.6;
/// For a model that the tables lack. Our estimate.
const SPREAD_OF_A_MODEL: f64 = 0.15;
/// For an era or a style. Our estimate.
const SPREAD_OF_AN_ERA: f64 = 0.25;

static STYLES: LazyLock<FactorTable> =
    LazyLock::new(|| FactorTable::read(include_str!("factors/styles.tsv")));
static ORIGINS: LazyLock<FactorTable> =
    LazyLock::new(|| FactorTable::read(include_str!("factors/origins.tsv")));
static ERAS: LazyLock<Vec<EraLine>> =
    LazyLock::new(|| lines(include_str!("factors/eras.tsv")).filter_map(EraLine::parse).collect());
static MODELS: LazyLock<Vec<ModelLine>> =
    LazyLock::new(|| lines(include_str!("factors/models.tsv")).filter_map(ModelLine::parse).collect());

/// Items made by a year, for some goods.
struct EraLine {
    goods: Vec<&'static str>,
    year: u16,
    factor: f64,
}

impl EraLine {
    fn parse(line: &'static str) -> Option<Self> {
        let columns: Vec<&str> = line.split('\t').collect();
        let [goods, year, number] = columns[..] else { return None };
        let goods: Vec<&str> = goods.split(',').collect();
        let is_valid = goods.iter().all(|goods| is_goods(goods));
        is_valid.then_some(Self { goods, year: year.parse().ok()?, factor: factor(number)? })
    }
}

/// A model's price factor, and the year of its release.
struct ModelLine {
    /// `None` for titles of works, such as books.
    brand: Option<Brand>,
    goods: Vec<&'static str>,
    words: Vec<Vec<String>>,
    factor: f64,
    year: Option<i64>,
}

impl ModelLine {
    fn parse(line: &'static str) -> Option<Self> {
        let columns: Vec<&str> = line.split('\t').collect();
        let [brand, goods, words, number, year] = columns[..] else { return None };
        let brand = match brand {
            NONE => None,
            name => Some(Brand::named(name).filter(|brand| brand.name() == name)?),
        };
        let goods: Vec<&str> = goods.split(',').collect();
        let words = if words == NONE { Vec::new() } else { words.split('|').map(folded).collect() };
        let year = if year == NONE { None } else { Some(year.parse().ok()?) };
        let is_valid = goods.iter().all(|goods| is_goods(goods)) && words.iter().all(|word| !word.is_empty());
        is_valid.then_some(Self { brand, goods, words, factor: factor(number)?, year })
    }

    fn is_for(&self, product: Product) -> bool {
        narrowest_first(product).any(|code| self.goods.contains(&code.as_str()))
    }

    fn is_in(&self, model: &[String]) -> bool {
        let occurs = |words: &Vec<String>| model.windows(words.len()).any(|run| run == words);
        self.words.iter().any(occurs)
    }
}

/// "iPhone13" gives "iphone" and "13".
fn folded(text: &str) -> Vec<String> {
    let words = tokens(text).into_iter().filter(|token| token.kind != TokenKind::Mark);
    words.map(|token| token.text).collect()
}

#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Model {
    /// A logarithm, relative to other models of the brand.
    pub(super) factor: f64,
    pub(super) spread: f64,
    pub(super) year: Option<i64>,
    pub(super) known: ModelKnown,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum ModelKnown {
    /// Not stated.
    #[default]
    None,
    /// In the tables.
    Known,
    /// Not in the tables.
    Unknown,
    /// The title of a work, such as a book: the tables have no single titles.
    Title,
}

pub(super) fn of_model(brand: &BrandStatement, product: Product) -> Model {
    let lines_of =
        |owner: Option<Brand>| MODELS.iter().filter(move |line| line.brand == owner && line.is_for(product));
    let Some(known) = brand.known() else {
        let title = lines_of(None).next().filter(|_| brand.brand().is_some());
        return title.map_or_else(Model::default, |line| Model {
            factor: line.factor.ln(),
            spread: SPREAD_OF_A_TITLE,
            year: None,
            known: ModelKnown::Title,
        });
    };
    let Some(model) = brand.model() else { return Model::default() };
    let words = folded(model);
    let found: Vec<&ModelLine> = lines_of(Some(known)).filter(|line| line.is_in(&words)).collect();
    if found.is_empty() {
        return Model { spread: SPREAD_OF_A_MODEL, known: ModelKnown::Unknown, ..Model::default() };
    }
    Model {
        factor: found.iter().map(|line| line.factor.ln()).sum(),
        spread: 0.0,
        year: found.iter().find_map(|line| line.year),
        known: ModelKnown::Known,
    }
}

/// Logarithms of the factors of era, style and origin.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Worth {
    pub(super) era: Option<f64>,
    pub(super) style: Option<f64>,
    pub(super) origin: Option<f64>,
    pub(super) spread: f64,
}

pub(super) fn of_traits(traits: &Traits, product: Product) -> Worth {
    let era = traits.era().and_then(|era| of_era(era, product));
    let style = traits.style().and_then(|style| STYLES.log_factor(style.key()?, product));
    let origin = traits.origin().and_then(|origin| ORIGINS.log_factor(origin.country()?, product));
    let has_any = traits.era().is_some() || style.is_some();
    Worth { era, style, origin, spread: if has_any { SPREAD_OF_AN_ERA } else { 0.0 } }
}

fn of_era(era: &Era, product: Product) -> Option<f64> {
    let year = era.year().or(era.is_vintage().then_some(VINTAGE))?;
    let counts = |line: &&EraLine| line.year >= year;
    narrowest_first(product).find_map(|code| {
        let lines = ERAS.iter().filter(|line| line.goods.contains(&code.as_str()));
        let oldest = lines.filter(counts).min_by_key(|line| line.year)?;
        Some(oldest.factor.ln())
    })
}

/// The logarithm, relative to one piece.
pub(super) fn of_lot(lot: Lot, product: Product) -> f64 {
    let ends = |good: Good, endings: &[&str]| endings.iter().any(|ending| good.key().ends_with(ending));
    let usual = match product {
        Product::Good(good) if ends(good, SETS) => return 0.0,
        Product::Good(good) if ends(good, LOTS) => PIECES_OF_A_LOT,
        _ => 1.0,
    };
    POWER_OF_A_LOT * (float(i64::from(lot.quantity().get())) / usual).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::quantity::Quantity;

    fn good(key: &str) -> Product {
        Product::Good(Good::from_key(key).unwrap())
    }

    #[test]
    fn every_row_of_the_model_tables_can_be_read() {
        for line in lines(include_str!("factors/eras.tsv")) {
            assert!(EraLine::parse(line).is_some(), "{line}");
        }
        for line in lines(include_str!("factors/models.tsv")) {
            assert!(ModelLine::parse(line).is_some(), "{line}");
        }
        for table in [include_str!("factors/styles.tsv"), include_str!("factors/origins.tsv")] {
            let read = FactorTable::read(table);
            for line in lines(table) {
                let columns: Vec<&str> = line.split('\t').collect();
                let [name, goods, _] = columns[..] else { panic!("not three columns: {line}") };
                for goods in goods.split(',') {
                    let product =
                        Product::parse(goods).or_else(|| goods.parse().ok().map(Product::Department));
                    assert!(
                        product.is_some_and(|product| read.log_factor(name, product).is_some()),
                        "{line}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_model_is_found_by_the_words_of_its_name() {
        let model = |brand: &str, key: &str| of_model(&BrandStatement::read(brand).on(good(key)), good(key));
        assert_eq!(model("Apple MacBook Air M1", "laptop").year, Some(2020));
        assert_eq!(model("iPhone13 mini", "mobile_phone").year, Some(2021));
        assert!(model("Champion Reverse Weave", "hoodie").factor > 0.3);
        assert!(model("Levi 501XX", "jeans").factor > 0.0);
        assert_eq!(model("Champion", "hoodie"), Model::default());
        let unknown = model("Champion Zwirbl 3000", "hoodie");
        assert_eq!((unknown.known, unknown.factor), (ModelKnown::Unknown, 0.0));
        assert!(unknown.spread > 0.0);
        let title = model("Nirvana Nevermind", "cassette");
        assert_eq!(title.known, ModelKnown::Title);
        assert!(title.factor > 0.5 && title.spread > 0.5);
        assert_eq!(model("Zwirbl", "jeans"), Model::default());
    }

    #[test]
    fn era_style_and_origin_raise_the_price_of_collected_goods() {
        let era = |text: &str, key: &str| of_traits(&Traits::read(text), good(key)).era;
        assert!(era("vintage 90s", "jeans") > Some(0.5));
        assert!(era("1970s", "jeans") > era("vintage", "jeans"));
        assert!(era("c. 1950", "dial_telephone") > era("1970s", "dial_telephone"));
        assert_eq!(era("2010s", "jeans"), None);
        assert_eq!(era("vintage 90s", "screw"), None);
        let lamp = of_traits(&Traits::read("Tiffany style"), good("table_lamp"));
        assert!(lamp.style > Some(0.5) && lamp.spread > 0.0);
        assert!(of_traits(&Traits::read("made in USA"), good("jeans")).origin > Some(0.0));
        assert_eq!(of_traits(&Traits::default(), good("jeans")), Worth::default());
    }

    #[test]
    fn a_lot_costs_more_than_one_piece_and_less_than_all_separately() {
        for number in 2..=99 {
            let lot = Lot::from_quantity(Quantity::new(number).unwrap()).unwrap();
            let factor = of_lot(lot, Product::Unknown).exp();
            assert!(1.0 < factor && factor < f64::from(u32::try_from(number).unwrap()), "{number}: {factor}");
        }
    }
}
