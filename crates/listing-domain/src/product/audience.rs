//! Whom an item is made for.

use super::{Department, Product, ProductType};
use crate::closed_enum::closed_enum;

closed_enum! {
    /// Whom an item is made for; marketplaces sort fashion by it.
    pub enum Audience as "audience" {
        /// Women.
        Women = "women",
        /// Men.
        Men = "men",
        /// Girls, from two years on.
        Girls = "girls",
        /// Boys, from two years on.
        Boys = "boys",
        /// Babies, of either sex or of one that is not told.
        Baby = "baby",
        /// Women and men alike.
        Unisex = "unisex",
        /// Children from two years on, of either sex or of one that is not told.
        Children = "children",
        /// Babies that are girls.
        BabyGirls = "baby_girls",
        /// Babies that are boys.
        BabyBoys = "baby_boys",
    }
}

impl Audience {
    /// Whether it is that of children or babies.
    pub const fn is_young(self) -> bool {
        !matches!(self, Self::Women | Self::Men | Self::Unisex)
    }
}

impl Product {
    /// Whether it is made for somebody, so that the words for a woman or a child beside it say whom.
    pub fn has_audience(self) -> bool {
        let is_worn = self.department().is_some_and(Department::is_fashion);
        let is_made_for_somebody = match self {
            Self::Good(good) => !good.wearers().is_empty(),
            Self::Type(_) | Self::Department(_) | Self::Unknown => false,
        };
        is_worn || is_made_for_somebody || self.kind() == Some(ProductType::BeautyPerfume)
    }
}
