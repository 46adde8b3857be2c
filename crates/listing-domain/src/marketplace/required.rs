//! Fields that a marketplace's form requires, and item specifics.

use crate::attributes::UNKNOWN;
use crate::closed_enum::closed_enum;
use crate::product::ProductType;

closed_enum! {
    /// An item specific that some marketplace requires, by its name in the API.
    pub enum Specific as "item specific" {
        /// The brand.
        Brand = "brand",
        /// The size.
        Size = "size",
        /// The color.
        Color = "color",
        /// The material.
        Material = "material",
        /// The audience, which marketplaces also call department.
        Audience = "audience",
        /// The model.
        Model = "model",
        /// The storage capacity.
        Storage = "storage",
        /// The lock to a carrier.
        SimLock = "simLock",
        /// The memory.
        Ram = "ram",
        /// The charger, included or not.
        Charger = "charger",
        /// The console that a game or an accessory is for.
        ConsolePlatform = "consolePlatform",
        /// The ISBN.
        Isbn = "isbn",
        /// The dimensions.
        Dimensions = "dimensions",
        /// The style or period.
        StylePeriod = "stylePeriod",
        /// The maker: the seller or someone else.
        WhoMade = "whoMade",
        /// The time of making.
        WhenMade = "whenMade",
        /// The original price.
        OriginalPrice = "originalPrice",
    }
}

impl Specific {
    /// Parses a name without regard to case and separators: `Sim lock`, `sim_lock`. It also knows the names
    /// of marketplaces' forms for the same fact.
    fn named(name: &str) -> Option<Self> {
        let folded: String =
            name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        let code = match folded.as_str() {
            "colour" => "color",
            "department" => "audience",
            other => other,
        };
        Self::ALL.iter().copied().find(|specific| specific.code().eq_ignore_ascii_case(code))
    }
}

/// The item specifics that a listing states. Their values are not checked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ItemSpecifics(Vec<Specific>);

impl ItemSpecifics {
    /// Collects the specifics with a value. `Unknown` counts as none, and other names have no effect.
    pub fn new<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let is_stated = |value: &str| !value.trim().is_empty() && value.trim() != UNKNOWN;
        let stated = pairs.into_iter().filter(|(_, value)| is_stated(value));
        Self(stated.filter_map(|(name, _)| Specific::named(name)).collect())
    }

    pub(super) fn has(&self, specific: Specific) -> bool {
        self.0.contains(&specific)
    }
}

/// Returns true for the product types that a requirement concerns.
pub(super) type IsConcerned = fn(ProductType) -> bool;

/// The fields that a marketplace requires in addition to description, price, category and, where it has one,
/// title.
#[derive(Debug)]
pub(super) struct RequiredFields {
    /// True if a listing needs a description.
    pub(super) description: bool,
    /// The product types whose condition is required.
    pub(super) condition: IsConcerned,
    /// The required item specifics, each with the product types that need it.
    pub(super) specifics: &'static [(Specific, IsConcerned)],
}

/// Returns true for every product type.
pub(super) const fn always(_: ProductType) -> bool {
    true
}

/// Returns true for no product type.
pub(super) const fn never(_: ProductType) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_specifics_are_found_in_any_spelling() {
        for (name, specific) in [
            ("brand", Some(Specific::Brand)),
            ("Brand", Some(Specific::Brand)),
            ("colour", Some(Specific::Color)),
            ("Department", Some(Specific::Audience)),
            ("sim_lock", Some(Specific::SimLock)),
            ("ISBN", Some(Specific::Isbn)),
            ("Type", None),
            ("", None),
        ] {
            assert_eq!(Specific::named(name), specific, "{name}");
        }
    }

    #[test]
    fn empty_and_unknown_values_count_as_missing() {
        let specifics = ItemSpecifics::new([("brand", " "), ("size", UNKNOWN), ("color", "black")]);
        let stated = |specific| specifics.has(specific);
        assert_eq!([Specific::Brand, Specific::Size, Specific::Color].map(stated), [false, false, true]);
    }
}
