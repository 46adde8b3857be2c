//! How much an item's condition takes off its price.

use crate::condition::Condition;
use crate::product::{Department, Product, ProductType};

/// The share of its price as new that an item keeps in each condition, in
/// percent. Only the ratio of two shares is ever used.
///
/// Estimates: no published table of prices by grade and kind of goods is
/// known. They are starting values that comparables correct.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Wear {
    new_with_tags: i64,
    new: i64,
    like_new: i64,
    very_good: i64,
    good: i64,
    fair: i64,
    for_parts: i64,
}

impl Wear {
    const FASHION: Self = Self::of([55, 48, 42, 38, 28, 17, 6]);
    const SHOES: Self = Self::of([60, 52, 45, 38, 26, 14, 4]);
    const FURNITURE: Self = Self::of([65, 60, 50, 42, 30, 17, 6]);
    const ELECTRONICS: Self = Self::of([80, 75, 65, 58, 48, 35, 15]);
    const APPLIANCES: Self = Self::of([65, 60, 50, 42, 32, 20, 7]);
    const MEDIA: Self = Self::of([60, 55, 45, 38, 28, 15, 3]);
    const TOYS: Self = Self::of([65, 58, 48, 42, 32, 18, 6]);
    const SPORTS: Self = Self::of([65, 60, 52, 45, 33, 20, 8]);
    /// What was opened is hardly bought; what is used up not at all.
    const BEAUTY: Self = Self::of([60, 50, 35, 28, 20, 10, 1]);

    /// From the best condition to the worst.
    const fn of(percent: [i64; 7]) -> Self {
        let [new_with_tags, new, like_new, very_good, good, fair, for_parts] = percent;
        Self { new_with_tags, new, like_new, very_good, good, fair, for_parts }
    }

    /// How a product wears.
    pub(super) fn of_product(product: Product) -> Self {
        // A console keeps its worth as electronics do, not as its games do.
        if product.kind() == Some(ProductType::GameConsole) {
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

    /// The share that is kept in a condition, in percent; never zero.
    const fn percent(self, condition: Condition) -> i64 {
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

    /// What an amount for an item in one condition is for the same item in
    /// another, rounded half up.
    pub(super) const fn adjusted(self, minor: i64, from: Condition, to: Condition) -> i64 {
        let (from, to) = (self.percent(from), self.percent(to));
        (minor * to * 2 + from) / (from * 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_better_condition_is_worth_more_for_every_product() {
        for product in ProductType::ALL {
            let wear = Wear::of_product(Product::Type(*product));
            let prices: Vec<i64> =
                Condition::ALL.iter().map(|to| wear.adjusted(10_000, Condition::Good, *to)).collect();
            assert!(prices.is_sorted_by(|better, worse| better > worse), "{product}: {prices:?}");
            assert_eq!(wear.adjusted(10_000, Condition::Fair, Condition::Fair), 10_000);
        }
    }

    #[test]
    fn wear_is_a_ratio_of_two_shares() {
        let wear = Wear::of_product(Product::Type(ProductType::Jacket));
        assert_eq!(wear.adjusted(2_800, Condition::Good, Condition::Fair), 1_700);
        assert_eq!(wear.adjusted(1_700, Condition::Fair, Condition::Good), 2_800);
        let console = Wear::of_product(Product::Type(ProductType::GameConsole));
        assert_eq!(console.adjusted(4_800, Condition::Good, Condition::Fair), 3_500);
    }
}
