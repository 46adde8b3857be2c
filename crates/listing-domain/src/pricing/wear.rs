//! The effect of the condition on a price.

use crate::condition::Condition;
use crate::product::brands::Tier;
use crate::product::{Department, Product, ProductType};

/// Our estimate.
pub(super) const SPREAD_OF_A_CONDITION: f64 = 0.1;
/// Our estimate.
pub(super) const SPREAD_WITHOUT_A_CONDITION: f64 = 0.25;

/// The share of the price as new in each condition, in percent. Only ratios are used.
///
/// Our estimates, because there is no published table by condition and kind of goods. Comparables correct
/// them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Wear {
    new_with_tags: i32,
    new: i32,
    like_new: i32,
    very_good: i32,
    good: i32,
    fair: i32,
    for_parts: i32,
}

impl Wear {
    const FASHION: Self = Self::shares([50, 44, 38, 34, 28, 15, 5]);
    /// Collectors also buy worn items.
    const LUXURY: Self = Self::shares([70, 63, 56, 50, 42, 27, 12]);
    const SHOES: Self = Self::shares([50, 44, 37, 32, 26, 13, 4]);
    const FURNITURE: Self = Self::shares([50, 46, 40, 36, 30, 16, 6]);
    const ELECTRONICS: Self = Self::shares([74, 68, 60, 54, 48, 32, 12]);
    const APPLIANCES: Self = Self::shares([56, 52, 44, 38, 32, 18, 6]);
    const MEDIA: Self = Self::shares([50, 45, 38, 34, 28, 14, 3]);
    const TOYS: Self = Self::shares([54, 50, 42, 38, 32, 17, 6]);
    const SPORTS: Self = Self::shares([55, 51, 45, 40, 33, 19, 7]);
    /// Opened cosmetics hardly sell.
    const BEAUTY: Self = Self::shares([60, 55, 50, 46, 40, 22, 1]);

    /// From the best condition to the worst.
    const fn shares(percent: [i32; 7]) -> Self {
        let [new_with_tags, new, like_new, very_good, good, fair, for_parts] = percent;
        Self { new_with_tags, new, like_new, very_good, good, fair, for_parts }
    }

    pub(super) fn for_product(product: Product, tier: Option<Tier>) -> Self {
        if tier == Some(Tier::Luxury) && product.department().is_some_and(Department::is_fashion) {
            return Self::LUXURY;
        }
        Self::of_department(product)
    }

    fn of_department(product: Product) -> Self {
        // They lose value like electronics, not like games.
        let is_played_on = !matches!(
            product.kind(),
            Some(ProductType::VideoGame | ProductType::Book | ProductType::VinylCd)
        );
        if product.department() == Some(Department::MediaGames) && is_played_on {
            return Self::ELECTRONICS;
        }
        match product.department() {
            None
            | Some(
                Department::Clothing
                | Department::Bags
                | Department::Accessories
                | Department::JewelleryWatches,
            ) => Self::FASHION,
            Some(Department::Shoes) => Self::SHOES,
            Some(Department::Furniture | Department::HomeDecor | Department::ArtCollectibles) => {
                Self::FURNITURE
            }
            Some(Department::Electronics | Department::Instruments) => Self::ELECTRONICS,
            Some(
                Department::Kitchen | Department::Appliances | Department::ToolsGarden | Department::Vehicles,
            ) => Self::APPLIANCES,
            Some(Department::MediaGames) => Self::MEDIA,
            Some(Department::ToysBaby) => Self::TOYS,
            Some(Department::Sports) => Self::SPORTS,
            Some(Department::Beauty) => Self::BEAUTY,
        }
    }

    /// In percent, never zero.
    const fn percent(self, condition: Condition) -> i32 {
        match condition {
            Condition::NewWithTags => self.new_with_tags,
            Condition::New => self.new,
            Condition::LikeNew => self.like_new,
            Condition::VeryGood => self.very_good,
            Condition::Good => self.good,
            Condition::Fair => self.fair,
            Condition::ForParts => self.for_parts,
        }
    }

    /// The logarithm of the factor from one condition to another.
    pub(super) fn step(self, from: Condition, to: Condition) -> f64 {
        f64::from(self.percent(to)).ln() - f64::from(self.percent(from)).ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_better_condition_is_worth_more_for_every_product() {
        for product in ProductType::ALL {
            for tier in [None, Some(Tier::Luxury)] {
                let wear = Wear::for_product(Product::Type(*product), tier);
                let steps = Condition::ALL.iter().map(|to| wear.step(Condition::Good, *to));
                assert!(steps.rev().is_sorted_by(|worse, better| worse < better), "{product}");
                assert!(wear.step(Condition::Fair, Condition::Fair).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn a_step_between_conditions_is_a_ratio_of_two_shares() {
        let check = |product, tier, from, to, expected: f64| {
            let ratio = Wear::for_product(Product::Type(product), tier).step(from, to).exp();
            assert!((ratio - expected).abs() < 1e-9, "{product}: {ratio}");
        };
        let (good, fair) = (Condition::Good, Condition::Fair);
        check(ProductType::Jacket, None, good, fair, 15.0 / 28.0);
        check(ProductType::Jacket, None, fair, good, 28.0 / 15.0);
        check(ProductType::Jacket, Some(Tier::Luxury), good, fair, 27.0 / 42.0);
        check(ProductType::GameConsole, None, good, fair, 32.0 / 48.0);
        check(ProductType::Sofa, Some(Tier::Luxury), good, fair, 16.0 / 30.0);
    }
}
