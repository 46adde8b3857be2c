//! Converts a size to another country's numbers, if dealers agree.
//!
//! Women's clothes are numbered in steps of two: France's 38 is Britain's 10, America's 6 and Italy's 42.
//! Men's letters and European clothes numbers differ by maker. Shoe sizes that shops convert differently are
//! left out. The conversions are common knowledge of the trade.

use super::{Decimal, Dimensions, LengthUnit, Size, SizeStatement, Span, System};
use crate::options::Language;
use crate::product::Audience;

/// French numbers with an equivalent in other countries.
const WOMENS_CLOTHES: std::ops::RangeInclusive<u32> = 32..=54;

/// European, British and American.
type Shoe = [u32; 3];

const WOMENS_SHOES: &[Shoe] = &[[36, 3, 5], [37, 4, 6], [38, 5, 7], [39, 6, 8], [40, 7, 9], [41, 8, 10]];
const MENS_SHOES: &[Shoe] = &[[41, 7, 8], [42, 8, 9], [43, 9, 10], [44, 10, 11], [45, 11, 12]];

impl Size {
    /// The size in another system; `None` without an equivalent, if makers differ, or if it depends on an
    /// unknown audience.
    pub fn equivalent(&self, system: System, audience: Option<Audience>) -> Option<Self> {
        let convert = |span: Span<Decimal>, convert_one: &dyn Fn(u32) -> Option<u32>| {
            let end = |size: Decimal| convert_one(size.as_whole()?).map(Decimal::whole);
            Span::new(end(span.from)?, end(span.to)?)
        };
        match self {
            Self::French(span) => Self::Clothes(System::Fr, *span).equivalent(system, audience),
            Self::Clothes(from, span) if audience == Some(Audience::Women) => {
                let french = |size| french(*from, size).and_then(|french| from_french(system, french));
                Some(Self::Clothes(system, convert(*span, &french)?))
            }
            Self::Shoes(from, span) => {
                let (from, to) = (column(*from), column(system));
                let row = |size| shoes(audience?).iter().find(|row| row[from] == size).map(|row| row[to]);
                Some(Self::Shoes(system, convert(*span, &row)?))
            }
            _ => None,
        }
    }

    /// For women or for men.
    pub(super) fn is_same_shoe(&self, european: Span<Decimal>) -> bool {
        let Self::Clothes(system @ (System::Uk | System::Us), span) = self else { return false };
        let shoe = Self::Shoes(*system, *span);
        let is_same =
            |audience| shoe.equivalent(System::Eu, Some(audience)) == Some(Self::Shoes(System::Eu, european));
        is_same(Audience::Women) || is_same(Audience::Men)
    }
}

impl SizeStatement {
    /// The size with another system's name: "UK 10"; `None` without an equivalent, or if already in that
    /// system.
    pub fn equivalent(
        &self,
        system: System,
        audience: Option<Audience>,
        language: Language,
    ) -> Option<String> {
        let [size] = self.sizes() else { return None };
        let stated_system = match size {
            Size::French(_) => Some(System::Fr),
            Size::Clothes(stated, _) | Size::Shoes(stated, _) => Some(*stated),
            _ => None,
        };
        if stated_system? == system
            || matches!(size, Size::Shoes(stated, _) if column(*stated) == column(system))
        {
            return None;
        }
        size.equivalent(system, audience).map(|size| size.with_system(language))
    }

    /// The sides in inches to a tenth: "32.3 x 31.5 x 37.4 in"; `None` if already in inches or feet, without
    /// a unit, or if some words are not understood.
    pub fn in_inches(&self, language: Language) -> Option<String> {
        let ([Size::Dimensions(sides)], false) = (self.sizes(), self.is_verbatim()) else { return None };
        Some(Size::Dimensions(sides.in_inches()?).value(language))
    }
}

impl Dimensions {
    fn in_inches(&self) -> Option<Self> {
        // A tenth of an inch is 2.54 mm; this is in thousandths of a millimeter.
        const PARTS: u64 = 2_540;
        let times = match self.unit? {
            LengthUnit::Mm => 10,
            LengthUnit::Cm => 100,
            LengthUnit::M => 10_000,
            LengthUnit::Inch | LengthUnit::Foot => return None,
        };
        let convert = |length: Decimal| {
            let tenths = (u64::from(length.0) * times + PARTS / 2) / PARTS;
            u32::try_from(tenths * 10).ok().filter(|hundredths| *hundredths > 0).map(Decimal)
        };
        let sides = self.sides.iter().map(|(axis, length)| Some((*axis, convert(*length)?)));
        Some(Self { sides: sides.collect::<Option<_>>()?, unit: Some(LengthUnit::Inch) })
    }
}

const fn shoes(audience: Audience) -> &'static [Shoe] {
    match audience {
        Audience::Women => WOMENS_SHOES,
        Audience::Men => MENS_SHOES,
        // Children's shoes have several systems, unisex shoes either of the adults'.
        Audience::Girls
        | Audience::Boys
        | Audience::Children
        | Audience::Baby
        | Audience::BabyGirls
        | Audience::BabyBoys
        | Audience::Unisex => &[],
    }
}

/// In a [`Shoe`]. All continental systems share one.
const fn column(system: System) -> usize {
    match system {
        System::Fr | System::Eu | System::It => 0,
        System::Uk => 1,
        System::Us => 2,
    }
}

/// For women's clothes.
fn french(system: System, size: u32) -> Option<u32> {
    let french = match system {
        System::Fr => size,
        System::Uk => size + 28,
        System::Us => size + 32,
        System::It => size.checked_sub(4)?,
        System::Eu => return None,
    };
    (WOMENS_CLOTHES.contains(&french) && french.is_multiple_of(2)).then_some(french)
}

fn from_french(system: System, french: u32) -> Option<u32> {
    match system {
        System::Fr => Some(french),
        System::Uk => french.checked_sub(28),
        System::Us => french.checked_sub(32),
        System::It => Some(french + 4),
        System::Eu => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WOMEN: Option<Audience> = Some(Audience::Women);
    const MEN: Option<Audience> = Some(Audience::Men);

    fn one(size: u32) -> Span<Decimal> {
        Span::one(Decimal::whole(size))
    }

    #[test]
    fn womens_clothes_sizes_convert_both_ways() {
        let french = Size::Clothes(System::Fr, one(38));
        for (system, expected) in [(System::Uk, 10), (System::Us, 6), (System::It, 42), (System::Fr, 38)] {
            let equivalent = Size::Clothes(system, one(expected));
            assert_eq!(french.equivalent(system, WOMEN), Some(equivalent.clone()), "{system}");
            assert_eq!(equivalent.equivalent(System::Fr, WOMEN), Some(french.clone()), "{system}");
        }
        let range = Span::new(Decimal::whole(38), Decimal::whole(40)).unwrap();
        let british = Span::new(Decimal::whole(10), Decimal::whole(12)).unwrap();
        assert_eq!(
            Size::Clothes(System::Fr, range).equivalent(System::Uk, WOMEN),
            Some(Size::Clothes(System::Uk, british))
        );
    }

    #[test]
    fn side_lengths_are_converted_to_inches() {
        let check = |words: &str, expected: Option<&str>| {
            let inches = SizeStatement::read(words).in_inches(Language::En);
            assert_eq!(inches.as_deref(), expected, "{words}");
        };
        check("82 x 80 x 95 cm", Some("32.3 x 31.5 x 37.4 in"));
        check("400 mm", Some("15.7 in"));
        check("H 1,80 m", Some("H 70.9 in"));
        for words in ["12 x 9 in", "82 x 80", "M", "82 cm environ, un peu plus avec les pieds"] {
            check(words, None);
        }
        assert_eq!(SizeStatement::read("40 cm").in_inches(Language::Fr).as_deref(), Some("15,7 pouces"));
    }

    #[test]
    fn an_uncertain_size_has_no_equivalent() {
        assert_eq!(Size::Clothes(System::Fr, one(48)).equivalent(System::Us, MEN), None);
        assert_eq!(Size::Clothes(System::Fr, one(38)).equivalent(System::Us, None), None);
        assert_eq!(Size::Clothes(System::Fr, one(39)).equivalent(System::Us, WOMEN), None);
        assert_eq!(Size::European(one(38)).equivalent(System::Us, WOMEN), None);
        assert_eq!(Size::Shoes(System::Eu, one(47)).equivalent(System::Us, MEN), None);
        assert_eq!(Size::Letters(Span::one(super::super::Letter::M)).equivalent(System::Us, MEN), None);
    }

    #[test]
    fn a_shoe_size_converts_differently_for_women_and_men() {
        let shoe = Size::Shoes(System::Eu, one(41));
        assert_eq!(shoe.equivalent(System::Us, MEN), Some(Size::Shoes(System::Us, one(8))));
        assert_eq!(shoe.equivalent(System::Us, WOMEN), Some(Size::Shoes(System::Us, one(10))));
        assert_eq!(shoe.equivalent(System::Us, None), None);
    }
}
