//! The color of the product, as sellers name it.

mod blend;
mod cluster;
mod find;
mod light;
mod name;
pub(crate) mod space;

use listing_domain::options::Language;
use listing_domain::statement::ColorName;

pub use find::find;

/// The colors in the filters of marketplaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Black.
    Black,
    /// White.
    White,
    /// Gray.
    Grey,
    /// Beige, cream, sand.
    Beige,
    /// Brown.
    Brown,
    /// Red.
    Red,
    /// Burgundy.
    Burgundy,
    /// Pink.
    Pink,
    /// Orange.
    Orange,
    /// Yellow.
    Yellow,
    /// Green.
    Green,
    /// Khaki, olive.
    Khaki,
    /// Turquoise.
    Turquoise,
    /// Light blue.
    LightBlue,
    /// Blue.
    Blue,
    /// Navy blue.
    NavyBlue,
    /// Purple.
    Purple,
    /// Gold-colored.
    Gold,
    /// Silver-colored.
    Silver,
    /// Several colors, none of which leads.
    Multicoloured,
}

/// The minimum likelihood of a reported color, tuned on the photos of `xtask/workbench/data`.
pub const SURE: f32 = 0.9;

/// The colors of a product.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ColourFinding {
    /// The color that covers most of the product.
    pub primary: Colour,
    /// A second color with a considerable share.
    pub secondary: Option<Colour>,
    /// The likelihood that the primary color is right.
    pub confidence: f32,
}

impl Colour {
    /// All colors.
    pub const ALL: [Self; 20] = [
        Self::Black,
        Self::White,
        Self::Grey,
        Self::Beige,
        Self::Brown,
        Self::Red,
        Self::Burgundy,
        Self::Pink,
        Self::Orange,
        Self::Yellow,
        Self::Green,
        Self::Khaki,
        Self::Turquoise,
        Self::LightBlue,
        Self::Blue,
        Self::NavyBlue,
        Self::Purple,
        Self::Gold,
        Self::Silver,
        Self::Multicoloured,
    ];

    /// Returns the domain's code, such as `navy_blue`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
            Self::Grey => "grey",
            Self::Beige => "beige",
            Self::Brown => "brown",
            Self::Red => "red",
            Self::Burgundy => "burgundy",
            Self::Pink => "pink",
            Self::Orange => "orange",
            Self::Yellow => "yellow",
            Self::Green => "green",
            Self::Khaki => "khaki",
            Self::Turquoise => "turquoise",
            Self::LightBlue => "light_blue",
            Self::Blue => "blue",
            Self::NavyBlue => "navy_blue",
            Self::Purple => "purple",
            Self::Gold => "gold",
            Self::Silver => "silver",
            Self::Multicoloured => "multicoloured",
        }
    }

    /// Returns the name in lower case.
    pub fn name(self, language: Language) -> &'static str {
        ColorName::from_key(self.code()).map_or(self.code(), |name| name.name(language))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_has_its_own_name() {
        for language in Language::ALL {
            let names: std::collections::HashSet<_> =
                Colour::ALL.iter().map(|colour| colour.name(*language)).collect();
            assert_eq!(names.len(), Colour::ALL.len());
        }
    }
}
