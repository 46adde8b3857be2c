//! The colour of the product, as sellers name it.

mod cluster;
mod find;
mod name;
mod space;

use listing_domain::product::Gender;
use listing_domain::wish::{Language, Words};

pub use find::find;

/// The colours that marketplaces let a buyer filter by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Black.
    Black,
    /// White.
    White,
    /// Grey.
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
    /// Gold-coloured.
    Gold,
    /// Silver-coloured.
    Silver,
    /// Several colours, none of which leads.
    Multicoloured,
}

/// The colours of a product.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ColourFinding {
    /// The colour that covers most of the product.
    pub primary: Colour,
    /// A second colour, when it covers a good part of the product.
    pub secondary: Option<Colour>,
    /// The part of the product that the primary colour covers, from 0 to 1.
    pub share: f32,
    /// How sure the primary colour is, from 0 to 1.
    pub confidence: f32,
}

/// The four forms of a French adjective.
struct Forms {
    masculine: &'static str,
    feminine: &'static str,
    masculine_plural: &'static str,
    feminine_plural: &'static str,
}

impl Forms {
    /// A word that never changes ("marron", "bleu marine").
    const fn fixed(word: &'static str) -> Self {
        Self { masculine: word, feminine: word, masculine_plural: word, feminine_plural: word }
    }

    const fn of([masculine, feminine, masculine_plural, feminine_plural]: [&'static str; 4]) -> Self {
        Self { masculine, feminine, masculine_plural, feminine_plural }
    }
}

impl Colour {
    /// Every colour.
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

    /// The colour's name in lower case; in French the masculine singular.
    pub const fn name(self, language: Language) -> &'static str {
        language.pick(Words { fr: self.forms().masculine, en: self.english() })
    }

    /// The French adjective that agrees with a noun ("robe verte", "baskets vertes").
    pub const fn french_for(self, gender: Gender, plural: bool) -> &'static str {
        let forms = self.forms();
        match (gender, plural) {
            (Gender::Masculine, false) => forms.masculine,
            (Gender::Feminine, false) => forms.feminine,
            (Gender::Masculine, true) => forms.masculine_plural,
            (Gender::Feminine, true) => forms.feminine_plural,
        }
    }

    const fn forms(self) -> Forms {
        match self {
            Self::Black => Forms::of(["noir", "noire", "noirs", "noires"]),
            Self::White => Forms::of(["blanc", "blanche", "blancs", "blanches"]),
            Self::Grey => Forms::of(["gris", "grise", "gris", "grises"]),
            Self::Beige => Forms::of(["beige", "beige", "beiges", "beiges"]),
            Self::Brown => Forms::fixed("marron"),
            Self::Red => Forms::of(["rouge", "rouge", "rouges", "rouges"]),
            Self::Burgundy => Forms::fixed("bordeaux"),
            Self::Pink => Forms::of(["rose", "rose", "roses", "roses"]),
            Self::Orange => Forms::fixed("orange"),
            Self::Yellow => Forms::of(["jaune", "jaune", "jaunes", "jaunes"]),
            Self::Green => Forms::of(["vert", "verte", "verts", "vertes"]),
            Self::Khaki => Forms::fixed("kaki"),
            Self::Turquoise => Forms::fixed("turquoise"),
            Self::LightBlue => Forms::fixed("bleu clair"),
            Self::Blue => Forms::of(["bleu", "bleue", "bleus", "bleues"]),
            Self::NavyBlue => Forms::fixed("bleu marine"),
            Self::Purple => Forms::of(["violet", "violette", "violets", "violettes"]),
            Self::Gold => Forms::of(["doré", "dorée", "dorés", "dorées"]),
            Self::Silver => Forms::of(["argenté", "argentée", "argentés", "argentées"]),
            Self::Multicoloured => Forms::of(["multicolore", "multicolore", "multicolores", "multicolores"]),
        }
    }

    const fn english(self) -> &'static str {
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
            Self::LightBlue => "light blue",
            Self::Blue => "blue",
            Self::NavyBlue => "navy blue",
            Self::Purple => "purple",
            Self::Gold => "gold",
            Self::Silver => "silver",
            Self::Multicoloured => "multicoloured",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn french_colours_agree_with_their_noun() {
        for (colour, gender, plural, expected) in [
            (Colour::Green, Gender::Feminine, false, "verte"),
            (Colour::Black, Gender::Feminine, true, "noires"),
            (Colour::Brown, Gender::Feminine, true, "marron"),
            (Colour::NavyBlue, Gender::Masculine, true, "bleu marine"),
        ] {
            assert_eq!(colour.french_for(gender, plural), expected);
        }
    }

    #[test]
    fn every_colour_has_its_own_name() {
        for language in Language::ALL {
            let names: std::collections::HashSet<_> =
                Colour::ALL.iter().map(|colour| colour.name(*language)).collect();
            assert_eq!(names.len(), Colour::ALL.len());
        }
    }
}
