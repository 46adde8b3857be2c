//! Reads several items sold as one: "lot de 3", "set of 2", "3-pack".

use std::sync::LazyLock;

use super::words::piece_unit_length;
use crate::closed_enum::closed_enum;
use crate::lang::{self, all_reading, fill};
use crate::options::Language;
use crate::product::{Department, Product};
use crate::quantity::Quantity;
use crate::statement::phrases::Phrases;
use crate::statement::tokens::{Token, tokens};

closed_enum! {
    /// The relation between items sold together.
    pub enum LotKind as "kind of lot" {
        /// Only sold together.
        Lot = "lot",
        /// A set.
        Set = "set",
        /// Two that belong together.
        Pair = "pair",
    }
}

/// At least two items sold together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Lot {
    quantity: Quantity,
    kind: LotKind,
}

/// Of records, in revolutions per minute: before "records", no count.
const SPEEDS: [u8; 3] = [33, 45, 78];

struct Words {
    kinds: Phrases<LotKind>,
    pairs: Phrases<()>,
    packs: Phrases<()>,
    /// "three".
    numbers: Phrases<u64>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let lots = all_reading(|reading| reading.lots).map(|words| (*words, LotKind::Lot));
    let sets = all_reading(|reading| reading.sets).map(|words| (*words, LotKind::Set));
    let numbers =
        Language::ALL.iter().flat_map(|language| (2_u64..).zip(lang::of(*language).reading.numbers));
    Words {
        kinds: Phrases::new(lots.chain(sets)),
        pairs: Phrases::new(all_reading(|reading| reading.pairs).map(|words| (*words, ()))),
        packs: Phrases::new(all_reading(|reading| reading.packs).map(|words| (*words, ()))),
        numbers: Phrases::new(numbers.map(|(number, word)| (*word, number))),
    }
});

impl Lot {
    /// So many items; `None` for a single one.
    pub fn from_quantity(quantity: Quantity) -> Option<Self> {
        (quantity.get() > 1).then_some(Self { quantity, kind: LotKind::Lot })
    }

    /// Reads the first lot in a text, in any language.
    pub fn read(text: &str) -> Option<Self> {
        let tokens = tokens(text);
        (0..tokens.len()).find_map(|at| Some(Self::read_at(&tokens, at)?.1))
    }

    /// Also accepts a bare "x3".
    pub(crate) fn read_with_multiples(text: &str) -> Option<Self> {
        let tokens = tokens(text);
        (0..tokens.len()).find_map(|at| {
            Some(Self::read_at(&tokens, at).or_else(|| Self::read_multiple_at(&tokens, at))?.1)
        })
    }

    /// "4 chaises" if the product is a chair.
    pub(crate) fn read_counted_products(text: &str, product: Product) -> Option<Self> {
        let tokens = tokens(text);
        (0..tokens.len()).find_map(|at| {
            let quantity = count_at(&tokens, at).filter(|quantity| !SPEEDS.contains(&quantity.get()))?;
            let mut after = tokens.get(at + 1..)?.iter().take(2).take_while(|token| token.is_word());
            after
                .any(|word| names_product(&word.text, product))
                .then_some(Self { quantity, kind: LotKind::Lot })
        })
    }

    /// "15 pièces", only for texts that mention a lot.
    pub(crate) fn read_pieces(text: &str) -> Option<Self> {
        let tokens = tokens(text);
        (0..tokens.len()).find_map(|at| {
            let quantity = count_at(&tokens, at)?;
            let after = tokens.get(at + 1..)?;
            let is_plus = usize::from(after.first().is_some_and(|token| token.is_mark('+')));
            piece_unit_length(&after[is_plus..])?;
            Some(Self { quantity, kind: LotKind::Lot })
        })
    }

    /// With or without a number.
    pub(crate) fn is_mentioned_in(text: &str) -> bool {
        let tokens = tokens(text);
        (0..tokens.len())
            .any(|at| WORDS.kinds.longest(&tokens[at..]).is_some_and(|(_, kind)| kind == LotKind::Lot))
    }

    /// The number of items.
    pub const fn quantity(self) -> Quantity {
        self.quantity
    }

    /// Their relation.
    pub const fn kind(self) -> LotKind {
        self.kind
    }

    /// The lot, unless a pair of a product sold in pairs: a pair of shoes is one item, a pair of lamps two.
    #[must_use]
    pub fn on(self, product: Product) -> Option<Self> {
        let is_sold_singly = matches!(
            product.department(),
            Some(
                Department::Furniture
                    | Department::HomeDecor
                    | Department::Kitchen
                    | Department::ArtCollectibles
            )
        );
        (self.kind != LotKind::Pair || is_sold_singly).then_some(self)
    }

    /// The lot in lower case, alone or before a noun: "lot de 3", "set of 2".
    pub fn phrase(self, language: Language) -> String {
        let words = &lang::of(language).lots;
        let template = match self.kind {
            LotKind::Lot => words.lot,
            LotKind::Set => words.set,
            LotKind::Pair => words.pair,
        };
        fill(template, &[("number", &self.quantity.to_string())])
    }

    /// With its length in tokens.
    pub(in crate::statement) fn read_at(tokens: &[Token], at: usize) -> Option<(usize, Self)> {
        let rest = tokens.get(at..)?;
        if let Some((length, ())) = WORDS.pairs.longest(rest) {
            return Some((length, Self { quantity: Quantity::new(2).ok()?, kind: LotKind::Pair }));
        }
        if let Some((length, kind)) = WORDS.kinds.longest(rest) {
            let is_joint = |token: &Token| token.is_mark(':') || token.is_mark('×') || token.text == "x";
            let joint = usize::from(rest.get(length).is_some_and(is_joint));
            let (quantity, end) = number(rest, length + joint)?;
            return (piece_unit_length(&rest[end..]).is_none()).then_some((end, Self { quantity, kind }));
        }
        let (quantity, end) = number(rest, 0)?;
        let joint = usize::from(rest.get(end).is_some_and(|token| token.is_mark('-')));
        let (length, ()) = WORDS.packs.longest(rest.get(end + joint..)?)?;
        Some((end + joint + length, Self { quantity, kind: LotKind::Lot }))
    }

    /// "x3", or "3x" before a word. After another number it would be a side ("120 x3").
    pub(in crate::statement) fn read_multiple_at(tokens: &[Token], at: usize) -> Option<(usize, Self)> {
        let begins = at == 0 || tokens[at - 1].is_mark(',') || tokens[at - 1].is_word();
        let (first, second) = (tokens.get(at)?, tokens.get(at + 1)?);
        let is_times = |token: &Token| token.text == "x" || token.is_mark('×');
        let touches = first.range.end == second.range.start;
        let after = tokens.get(at + 2);
        let (number, is_valid) = match (is_times(first), is_times(second)) {
            (true, false) => (second, after.is_none_or(|token| !token.is_word() && token.number().is_none())),
            (false, true) => (first, after.is_some_and(Token::is_word)),
            _ => return None,
        };
        let quantity: Quantity = number.text.parse().ok()?;
        (begins && touches && is_valid && quantity.get() > 1)
            .then_some((2, Self { quantity, kind: LotKind::Lot }))
    }
}

/// At least two, unless the token before gives another meaning: "pour 4".
fn count_at(tokens: &[Token], at: usize) -> Option<Quantity> {
    let before = at.checked_sub(1).map(|before| &tokens[before]);
    let is_other_number = before.is_some_and(|before| {
        let touches = before.range.end == tokens[at].range.start;
        touches || before.number().is_some() || purpose_words().any(|word| before.text == word)
    });
    let quantity: Quantity = tokens[at].text.parse().ok()?;
    (!is_other_number && quantity.get() > 1).then_some(quantity)
}

/// The "pour" of "pour 4 chaises".
fn purpose_words() -> impl Iterator<Item = &'static str> {
    Language::ALL.iter().flat_map(|language| lang::of(*language).reading.purpose_words.iter().copied())
}

/// Or another of its type. If only the department is known, any of its products counts.
fn names_product(word: &str, product: Product) -> bool {
    Language::ALL.iter().any(|language| {
        let named = Product::of_title(word, *language);
        let is_wide = matches!(product, Product::Department(_));
        named.is_named()
            && (named == product
                || (named.kind().is_some() && named.kind() == product.kind())
                || (is_wide && named.department() == product.department()))
    })
}

/// At least two, in digits or words, with the index after it.
fn number(tokens: &[Token], at: usize) -> Option<(Quantity, usize)> {
    let token = tokens.get(at)?;
    let (number, length) = match token.text.parse() {
        Ok(number) => (number, 1),
        Err(_) => WORDS.numbers.longest(&tokens[at..]).map(|(length, number)| (number, length))?,
    };
    let quantity = Quantity::new(number).ok().filter(|quantity| quantity.get() > 1)?;
    Some((quantity, at + length))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::product::ProductType;

    #[test]
    fn lots_are_read_in_both_languages() {
        for (text, number, kind) in [
            ("lot de 3, très bon état", 3, LotKind::Lot),
            ("lot 5 t-shirts", 5, LotKind::Lot),
            ("Lot of 4", 4, LotKind::Lot),
            ("lot x 12", 12, LotKind::Lot),
            ("bundle of two", 2, LotKind::Lot),
            ("pack de six", 6, LotKind::Lot),
            ("3-pack", 3, LotKind::Lot),
            ("pack of 10 socks", 10, LotKind::Lot),
            ("set of 2, 1930s", 2, LotKind::Set),
            ("ensemble de 4 chaises", 4, LotKind::Set),
            ("vendu par lot de 6", 6, LotKind::Lot),
        ] {
            let lot = Lot::read(text).unwrap_or_else(|| panic!("unreadable: {text}"));
            assert_eq!((lot.quantity().get(), lot.kind()), (number, kind), "{text}");
        }
    }

    #[test]
    fn numbers_with_another_meaning_are_not_a_lot() {
        for text in [
            "a lot of wear",
            "lot de vêtements",
            "puzzle 1000 pièces",
            "ensemble de 3 pièces",
            "set of 24 pieces",
            "lot de 1",
            "lot de 250 cartes",
            "porté x3",
            "30 x 3 cm",
            "costume",
            "backpack",
            "",
        ] {
            assert_eq!(Lot::read(text), None, "{text}");
        }
    }

    #[test]
    fn a_multiple_such_as_x3_is_a_lot_if_unambiguous() {
        let number = |text: &str| Lot::read_with_multiples(text).map(|lot| lot.quantity().get());
        assert_eq!(number("x3"), Some(3));
        assert_eq!(number("Zara x2"), Some(2));
        assert_eq!(number("3x t-shirts"), Some(3));
        for text in ["30 x3", "120 x 60", "30x40 cm", "x1", "3x", "x3 cm"] {
            assert_eq!(number(text), None, "{text}");
        }
    }

    #[test]
    fn a_pair_is_a_lot_only_if_the_product_is_sold_singly() {
        let pair = Lot::read("paire de lampes").unwrap();
        assert_eq!(pair.on(Product::Type(ProductType::Sneakers)), None);
        assert_eq!(pair.on(Product::Type(ProductType::Jeans)), None);
        assert_eq!(pair.on(Product::Unknown), None);
        assert_eq!(pair.on(Product::Type(ProductType::Lamp)), Some(pair));
        let lot = Lot::from_quantity(Quantity::new(3).unwrap()).unwrap();
        assert_eq!(lot.on(Product::Type(ProductType::Sneakers)), Some(lot));
        assert_eq!(Lot::from_quantity(Quantity::new(1).unwrap()), None);
    }

    #[test]
    fn a_lot_is_rendered_in_each_language() {
        let phrases = |text: &str| {
            let lot = Lot::read(text).unwrap();
            [lot.phrase(Language::Fr), lot.phrase(Language::En)]
        };
        assert_eq!(phrases("lot of 3"), ["lot de 3", "lot of 3"]);
        assert_eq!(phrases("set of 2"), ["lot de 2", "set of 2"]);
        assert_eq!(phrases("paire de vases"), ["paire", "pair"]);
    }
}
