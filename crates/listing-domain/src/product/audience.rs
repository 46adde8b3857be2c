//! The people whom items are made for.

use super::{Department, Product, ProductType};
use crate::closed_enum::closed_enum;

closed_enum! {
    /// The people whom an item is made for; marketplaces sort fashion by it.
    pub enum Audience as "audience" {
        /// Women.
        Women = "women",
        /// Men.
        Men = "men",
        /// Girls, from two years on.
        Girls = "girls",
        /// Boys, from two years on.
        Boys = "boys",
        /// Babies of either or unknown sex.
        Baby = "baby",
        /// Both women and men.
        Unisex = "unisex",
        /// Children from two years on, of either or unknown sex.
        Children = "children",
        /// Baby girls.
        BabyGirls = "baby_girls",
        /// Baby boys.
        BabyBoys = "baby_boys",
    }
}

impl Audience {
    /// True for children and babies.
    pub const fn is_young(self) -> bool {
        !matches!(self, Self::Women | Self::Men | Self::Unisex)
    }
}

impl Product {
    /// True if such products are made for an audience: a coat or a perfume, but not a lamp.
    pub fn has_audience(self) -> bool {
        let is_worn = self.department().is_some_and(Department::is_fashion);
        let has_wearers = match self {
            Self::Good(good) => !good.wearers().is_empty(),
            Self::Type(_) | Self::Department(_) | Self::Unknown => false,
        };
        is_worn || has_wearers || self.kind() == Some(ProductType::BeautyPerfume)
    }
}
