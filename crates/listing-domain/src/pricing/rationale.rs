//! Writes the rationale: three sentences about a price.

use super::estimate::{Basis, Estimate};
use super::evidence::{ASKING_DISCOUNT, relevant_comparables};
use super::formats::{amount, counted, day, listed, month_and_year, number};
use super::models::ModelKnown;
use super::question::PriceQuestion;
use super::stated::StatedBrand;
use super::usual::{Known, REFERENCE_CONDITION, REFERENCE_DATE};
use crate::lang::{self, PriceWords, fill, has_contact};
use crate::locale::Market;
use crate::money::{Currency, Fraction, Money};
use crate::options::Language;
use crate::product::Department;
use crate::product::brands::Tier;
use crate::text::capitalized;

/// Below this number, the rationale warns.
const FEW_COMPARABLES: usize = 3;

pub(super) struct Rationale<'a> {
    pub(super) question: &'a PriceQuestion<'a>,
    pub(super) estimate: &'a Estimate,
    /// Rounded: low, suggested and high.
    pub(super) band: [Money; 3],
}

/// The minimum of some marketplaces exceeds the price.
pub(super) fn minimums(marketplaces: &[&str], language: Language) -> String {
    let lang = lang::of(language);
    fill(lang.price.below_minimum, &[("platforms", &listed(marketplaces, lang.phrase_format.and))])
}

impl Rationale<'_> {
    /// The price, the reasons for it, and the confidence.
    pub(super) fn sentences(&self) -> String {
        [self.summary(), self.grounds(), self.confidence()].join(" ")
    }

    const fn words(&self) -> &'static PriceWords {
        &lang::of(self.question.locale.language).price
    }

    fn summary(&self) -> String {
        let words = self.words();
        let source = match self.estimate.basis {
            Basis::Comparables { asked, sold } => self.comparables(asked, sold),
            Basis::Opinion(_) | Basis::Table(_) => words.without_market_data.to_owned(),
        };
        let market = (words.for_market)(self.question.locale.market);
        let given = [
            ("source", source.as_str()),
            ("market", market),
            ("item", &self.item()),
            ("price", &self.price()),
        ];
        capitalized(&fill(words.summary, &given))
    }

    /// Asked and sold ones, and the day of the newest.
    fn comparables(&self, asked: usize, sold: usize) -> String {
        let words = self.words();
        let kinds = [counted(asked, words.asking_price), counted(sold, words.sold_price)];
        let kinds = kinds.into_iter().filter(|kind| !kind.is_empty()).collect::<Vec<_>>().join(", ");
        let newest = relevant_comparables(self.question).map(|comparable| comparable.seen_on).max();
        let newest = newest.map_or_else(String::new, |on| day(on, words, self.question.locale.market));
        let items = counted(asked + sold, words.items);
        fill(words.from_comparables, &[("items", &items), ("kinds", &kinds), ("day", &newest)])
    }

    fn item(&self) -> String {
        let words = self.words();
        let language = self.question.locale.language;
        let brand =
            self.brand().map_or_else(String::new, |brand| fill(words.item_brand, &[("brand", &brand)]));
        let material = self.estimate.stated.material.as_ref().map_or_else(String::new, |material| {
            fill(words.item_material, &[("material", &material.value(language))])
        });
        let condition = (words.in_condition)(self.question.attributes.condition_or_assumed());
        let lot = self
            .estimate
            .stated
            .lot
            .map_or_else(String::new, |lot| fill(words.item_lot, &[("lot", &lot.phrase(language))]));
        let given = [
            ("noun", self.noun()),
            ("brand", &brand),
            ("material", &material),
            ("lot", &lot),
            ("condition", condition),
        ];
        fill(words.item, &given)
    }

    /// The American one in dollar markets.
    fn noun(&self) -> &'static str {
        let (product, language) = (self.estimate.stated.product, self.question.locale.language);
        let in_dollars = self.question.locale.currency() == Currency::Usd;
        let american = product.american(language).filter(|_| in_dollars);
        american.unwrap_or_else(|| product.noun(language).text())
    }

    fn brand(&self) -> Option<String> {
        match self.estimate.stated.brand {
            StatedBrand::Known(brand, _) => Some(brand.name().to_owned()),
            StatedBrand::Other => {
                let brand = self.question.attributes.brand_of(self.estimate.stated.product);
                brand.brand().filter(|brand| !has_contact(brand)).map(str::to_owned)
            }
            StatedBrand::None => None,
        }
    }

    fn price(&self) -> String {
        let words = self.words();
        let [low, suggested, high] = self.band;
        let about = fill(words.about, &[("amount", &amount(suggested, words))]);
        if low == high {
            return about;
        }
        let (low, low_number) = (amount(low, words), number(low, words));
        let high = amount(high, words);
        fill(words.between, &[("about", &about), ("low", &low), ("low_number", &low_number), ("high", &high)])
    }

    /// The usual price and the factors that changed it.
    fn grounds(&self) -> String {
        let words = self.words();
        let usual = amount(self.estimate.usual.display_price(), words);
        let month = month_and_year(REFERENCE_DATE, words);
        let is_between = self.question.locale.market == Market::UnitedKingdom;
        let estimated = if is_between { words.estimated_between } else { words.estimated };
        let estimated = fill(estimated, &[("month", &month)]);
        let template = match (self.estimate.basis, self.estimate.usual.known) {
            (Basis::Comparables { .. }, _) => words.from_market_data,
            (_, Known::Good | Known::Kind) => words.usual,
            (_, Known::Department) => words.usual_of_a_department,
            (_, Known::Nothing) => words.usual_of_anything,
        };
        let changed = self.changes();
        let changed =
            if changed.is_empty() { changed } else { fill(words.adjusted_for, &[("changes", &changed)]) };
        let photos = if self.estimate.has_opinion { words.with_photos } else { "" };
        let given = [
            ("usual", usual.as_str()),
            ("estimated", &estimated),
            ("changed", &changed),
            ("photos", photos),
            ("discount", &self.discount()),
        ];
        fill(template, &given)
    }

    /// The percentage taken off asking prices.
    fn discount(&self) -> String {
        let has_asking = matches!(self.estimate.basis, Basis::Comparables { asked, .. } if asked > 0);
        let percent = ASKING_DISCOUNT.parts() / (Fraction::ONE.parts() / 100);
        if has_asking {
            fill(self.words().asking_discount, &[("percent", &percent.to_string())])
        } else {
            String::new()
        }
    }

    fn changes(&self) -> String {
        let words = self.words();
        let stated = &self.estimate.stated;
        let brand = match stated.brand.tier() {
            None => Some(words.by_no_brand),
            Some(Tier::Mass) => Some(words.by_mass_brand),
            Some(Tier::Middle) => Some(words.by_brand),
            Some(Tier::Premium) => Some(words.by_premium_brand),
            Some(Tier::Luxury) => Some(words.by_luxury_brand),
        };
        let is_other_condition = self.question.attributes.condition_or_assumed() != REFERENCE_CONDITION;
        let changes = [
            brand.filter(|_| stated.model != ModelKnown::Title),
            (stated.model == ModelKnown::Title).then_some(words.by_title),
            stated.counted.model.then_some(words.by_model).filter(|_| stated.model == ModelKnown::Known),
            stated.counted.material.then_some(words.by_material),
            stated.counted.capacity.then_some(words.by_capacity),
            stated.counted.age.then_some(words.by_age),
            stated.counted.era.then_some(words.by_era),
            stated.counted.style.then_some(words.by_style),
            stated.counted.origin.then_some(words.by_origin),
            is_other_condition.then_some(words.by_condition),
            stated.remarks.changes().then_some(words.by_remarks),
            stated.lot.map(|_| words.by_lot),
        ];
        let changes: Vec<&str> = changes.into_iter().flatten().collect();
        listed(&changes, lang::of(self.question.locale.language).phrase_format.and)
    }

    /// The confidence and the reasons for doubt.
    fn confidence(&self) -> String {
        let words = self.words();
        let level = (words.confidence)(self.estimate.confidence);
        let ignored = self.ignored();
        let doubts = [
            self.uncertain_product(),
            self.few(),
            ignored.as_deref(),
            self.ordinary_brand(),
            self.model(),
            self.assumed_condition(),
            self.luxury(),
            self.estimate.stated.remarks.is_free().then_some(words.given_away),
        ];
        let doubts: Vec<&str> = doubts.into_iter().flatten().collect();
        let template = if doubts.is_empty() { words.without_doubts } else { words.with_doubts };
        fill(template, &[("level", level), ("doubts", &doubts.join(words.doubt_separator))])
    }

    fn uncertain_product(&self) -> Option<&'static str> {
        let is_uncertain = matches!(self.estimate.usual.known, Known::Department | Known::Nothing);
        is_uncertain.then_some(self.words().uncertain_product)
    }

    fn ignored(&self) -> Option<String> {
        let words = self.words();
        let count = self.estimate.ignored;
        (count > 0).then(|| fill(words.ignored, &[("prices", &counted(count, words.far_prices))]))
    }

    fn few(&self) -> Option<&'static str> {
        let counted = relevant_comparables(self.question).count().saturating_sub(self.estimate.ignored);
        let is_few = self.estimate.basis.has_market_data() && counted < FEW_COMPARABLES;
        is_few.then_some(self.words().few)
    }

    /// For goods that are bought by brand.
    fn ordinary_brand(&self) -> Option<&'static str> {
        let matters = self.question.product.department().is_some_and(Department::is_sold_by_brand);
        match self.estimate.stated.brand {
            StatedBrand::Known(..) => None,
            StatedBrand::Other if self.estimate.stated.model == ModelKnown::Title => None,
            StatedBrand::Other => Some(self.words().brand_unknown),
            StatedBrand::None => matters.then_some(self.words().brand_missing),
        }
    }

    /// The tables lack the model, or the price depends on a work's title.
    fn model(&self) -> Option<&'static str> {
        match self.estimate.stated.model {
            ModelKnown::None | ModelKnown::Known => None,
            ModelKnown::Unknown => Some(self.words().model_unknown),
            ModelKnown::Title => Some(self.words().title_decides),
        }
    }

    fn assumed_condition(&self) -> Option<&'static str> {
        let attributes = self.question.attributes;
        if attributes.condition_grade().is_some() {
            return None;
        }
        let words = self.words();
        Some(if attributes.condition.is_some() { words.condition_unclear } else { words.condition_missing })
    }

    /// Advice to have a luxury brand authenticated, unless sold comparables confirm the price.
    fn luxury(&self) -> Option<&'static str> {
        // At least one sold comparable counted.
        let ignored = self.estimate.ignored;
        let has_sold = matches!(self.estimate.basis, Basis::Comparables { sold, .. } if sold > ignored);
        (self.estimate.stated.is_luxury() && !has_sold).then_some(self.words().authenticate)
    }
}
