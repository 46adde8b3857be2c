//! Reads the brand printed on an item or its label.

use std::ops::Range;

use super::words::{Role, roles};
use crate::product::brands::Tier;
use crate::product::{Brand, Department, Product, ProductType};
use crate::statement::{ColorStatement, MaterialStatement, SizeStatement, tokens};

/// Letters and digits. A shorter name is doubtful.
const MIN_CHARS: usize = 4;
/// The minimum for a name that shares its line with other words.
const MIN_LETTERS_WITHIN: usize = 5;
/// A longer line is a sentence.
const MAX_WORDS: usize = 6;

/// Makers of components, named on other makers' machines.
const PART_MAKERS: [&str; 3] = ["AMD", "Intel", "Nvidia"];
/// Brands that are also a word for what a machine does.
const FUNCTIONS: [&str; 3] = ["Dual", "Nest", "Quad"];

const MAX_NAME_WORDS: usize = 3;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mention {
    brand: Brand,
    /// The line contains only the name.
    is_alone: bool,
    /// The name is short or an ordinary word.
    is_doubtful: bool,
}

impl Mention {
    pub(super) const fn is_alone(&self) -> bool {
        self.is_alone
    }
}

/// Of several names, the longest wins.
pub(super) fn mention(line: &str) -> Option<Mention> {
    let mentions_other_item =
        |(role, _): &(Role, Range<usize>)| matches!(role, Role::Origin | Role::NotBrand);
    let tokens = tokens(line);
    if let Some(brand) = named(line) {
        let letters = line.chars().filter(|c| c.is_alphanumeric()).count();
        let is_exact_spelling = brand.names().any(|name| name.to_lowercase() == line.to_lowercase());
        let is_short = letters < MIN_CHARS;
        let is_doubtful = is_short || brand.is_ordinary_word();
        let is_other_word = is_doubtful && has_other_meaning(line);
        return (!is_other_word && (!is_short || is_exact_spelling)).then_some(Mention {
            brand,
            is_alone: true,
            is_doubtful,
        });
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    if words.len() > MAX_WORDS || roles(&tokens).iter().any(mentions_other_item) {
        return None;
    }
    let within = (1..words.len()).rev().find_map(|length| {
        words.windows(length).find_map(|run| {
            let run = run.join(" ");
            let is_long = run.chars().filter(|c| c.is_alphabetic()).count() >= MIN_LETTERS_WITHIN;
            named(&run).filter(|brand| is_long && !brand.is_ordinary_word())
        })
    });
    within.map(|brand| Mention { brand, is_alone: false, is_doubtful: false })
}

/// All brands in a line, regardless of its other words: callers need other evidence, such as the form of a
/// model.
pub(super) fn brands_in(line: &str) -> Vec<Brand> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let runs = (1..=MAX_NAME_WORDS).flat_map(|length| words.windows(length));
    runs.filter_map(|run| named(&run.join(" "))).collect()
}

/// Allows one letter misread as a similar digit.
fn named(name: &str) -> Option<Brand> {
    if !name.chars().any(char::is_alphabetic) {
        return None;
    }
    Brand::named(name).or_else(|| {
        let corrected: String = name.chars().map(letter_like).collect();
        if corrected == name { None } else { Brand::named(&corrected) }
    })
}

fn letter_like(digit: char) -> char {
    match digit {
        '0' => 'o',
        '1' | '|' => 'l',
        '5' => 's',
        '8' => 'b',
        other => other,
    }
}

/// True for a material, a color, a size or other typical label words.
fn has_other_meaning(line: &str) -> bool {
    let size = SizeStatement::read(line);
    let is_size = !size.is_verbatim() && !size.sizes().is_empty();
    is_size
        || MaterialStatement::read(line).is_some()
        || ColorStatement::read(line).is_some()
        || !roles(&tokens(line)).is_empty()
}

/// The item's brand; `None` unless exactly one is possible.
///
/// On a label, a name is a brand. Elsewhere it may be a print or the content of a box: it must be neither an
/// ordinary word nor a luxury brand, and the brand must make such products. On a machine, an ordinary word
/// counts if it is alone in its line and the brand mainly makes such machines. Names on media are publishers,
/// authors and titles.
pub(super) fn decide(mentions: &[Mention], is_label: bool, product: Product) -> Option<Brand> {
    let is_media = matches!(product, Product::Department(Department::MediaGames))
        || product.kind() == Some(ProductType::Book);
    if is_media {
        return None;
    }
    let rank = |mention: &Mention| {
        if PART_MAKERS.contains(&mention.brand.name()) {
            return None;
        }
        let makes = product.department().map(|department| mention.brand.makes(department));
        // A luxury name is printed on many products that are not the brand's.
        let is_often_faked = mention.brand.tier(product.department()) == Tier::Luxury;
        match (makes, mention.is_alone, mention.is_doubtful) {
            (_, true, false) if is_label => Some(3),
            (Some(true) | None, _, true) if is_label => Some(2),
            (None, false, false) if is_label => Some(1),
            (Some(true), true, true) if is_machine_maker(mention.brand, product) => Some(2),
            (Some(true), is_alone, false) if is_label || !is_often_faked => {
                Some(if is_alone { 3 } else { 1 })
            }
            _ => None,
        }
    };
    let ranked: Vec<(u8, Brand)> =
        mentions.iter().filter_map(|mention| Some((rank(mention)?, mention.brand))).collect();
    let best = ranked.iter().map(|(rank, _)| *rank).max()?;
    let mut brands: Vec<Brand> = Vec::new();
    for (_, brand) in ranked.into_iter().filter(|(rank, _)| *rank == best) {
        if !brands.contains(&brand) {
            brands.push(brand);
        }
    }
    match brands[..] {
        [brand] => Some(brand),
        // Two brands are ambiguous.
        _ => None,
    }
}

/// The brand mainly makes goods of the machine's department.
fn is_machine_maker(brand: Brand, product: Product) -> bool {
    let main = brand.departments().next().filter(|department| {
        use Department::{Appliances, Electronics, Instruments, ToolsGarden};
        matches!(department, Appliances | Electronics | Instruments | ToolsGarden)
    });
    main.is_some() && main == product.department() && !FUNCTIONS.contains(&brand.name())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::product::Good;

    const CLOTHES: Product = Product::Department(Department::Clothing);

    fn check(lines: &[&str], is_label: bool, product: Product, expected: Option<&str>) {
        let mentions: Vec<Mention> = lines.iter().filter_map(|line| mention(line)).collect();
        assert_eq!(decide(&mentions, is_label, product).map(Brand::name), expected, "{lines:?}");
    }

    #[test]
    fn a_name_on_a_line_of_its_own_is_a_brand() {
        check(&["SEZANE"], true, Product::Unknown, Some("Sézane"));
        check(&["LEVIS", "W32 L34"], false, CLOTHES, Some("Levi’s"));
        check(&["Petit Bateau depuis 1893"], false, CLOTHES, Some("Petit Bateau"));
        check(&["Tape à l'œil"], true, CLOTHES, Some("Tape à l’œil"));
        check(&["UNIQL0"], true, CLOTHES, Some("Uniqlo"));
    }

    #[test]
    fn an_ordinary_word_is_a_brand_only_on_a_label() {
        check(&["MANGO"], true, CLOTHES, Some("Mango"));
        check(&["MANGO"], false, CLOTHES, None);
        check(&["H&M"], true, CLOTHES, Some("H&M"));
        check(&["HM"], true, CLOTHES, None);
    }

    #[test]
    fn a_name_of_another_maker_is_not_the_brand_of_the_item() {
        check(&["Coca-Cola"], false, CLOTHES, None);
        check(&["for Samsung Galaxy"], false, Product::Department(Department::Electronics), None);
        check(&["Made in Paris by Sézane"], true, CLOTHES, None);
    }

    #[test]
    fn the_makers_name_on_a_machine_is_its_brand() {
        let electronics = Product::Department(Department::Electronics);
        let appliances = Product::Department(Department::Appliances);
        check(&["DELL", "Latitude"], false, electronics, Some("Dell"));
        check(&["Canon", "ZOOM LENS"], false, electronics, Some("Canon"));
        check(&["SINGER"], false, appliances, Some("Singer"));
        check(&["Intel", "DELL"], false, electronics, Some("Dell"));
        check(&["Intel"], true, electronics, None);
        check(&["CANON"], false, CLOTHES, None);
        check(&["DUAL"], false, electronics, None);
        check(&["PEARL"], false, electronics, None);
    }

    #[test]
    fn a_name_on_a_book_is_not_its_brand() {
        let media = Product::Department(Department::MediaGames);
        check(&["DC Comics"], false, media, None);
        check(&["DC Comics"], true, Product::Type(ProductType::Book), None);
        check(
            &["Ravensburger"],
            false,
            Product::Good(Good::from_key("jigsaw_puzzle").unwrap()),
            Some("Ravensburger"),
        );
    }

    #[test]
    fn a_luxury_name_counts_only_on_a_label() {
        check(&["GUCCI"], false, CLOTHES, None);
        check(&["GUCCI"], true, CLOTHES, Some("Gucci"));
    }

    #[test]
    fn two_brand_names_give_no_brand() {
        check(&["SÉZANE", "UNIQLO"], true, CLOTHES, None);
        check(&["SÉZANE", "Sézane"], true, CLOTHES, Some("Sézane"));
    }
}
