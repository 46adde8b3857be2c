//! Hashtags out of the facts.

use super::item::Item;

/// The longest hashtag that is still read as words.
const MAX_CHARS: usize = 20;

/// At most `count` hashtags without the `#`, most telling first.
pub(crate) fn of(item: &Item<'_>, count: usize) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let noun = item.is_named().then(|| item.noun());
    let candidates = [
        item.brand.map(str::to_owned),
        item.model.map(str::to_owned),
        noun,
        item.plain_material().map(|(material, _)| item.localised(material)),
        item.plain_colour(),
    ];
    for tag in candidates.into_iter().flatten().map(|words| compact(&words)) {
        if !tag.is_empty() && tag.chars().count() <= MAX_CHARS && !found.contains(&tag) {
            found.push(tag);
        }
    }
    found.truncate(count);
    found
}

fn compact(words: &str) -> String {
    words.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use listing_domain::product::{Department, Product, ProductType};
    use listing_domain::wish::Language;

    use super::super::{ColourFact, Facts};
    use super::*;

    #[test]
    fn the_most_telling_come_first() {
        let facts = Facts {
            brand: Some("Levi’s"),
            colour: Some(ColourFact::Said("bleu")),
            material: Some("denim"),
            ..Facts::of(Product::Type(ProductType::TShirt))
        };
        let french = of(&Item::new(&facts, Language::Fr), 5);
        assert_eq!(french, ["levis", "tshirt", "denim", "bleu"]);
        let english = of(&Item::new(&facts, Language::En), 3);
        assert_eq!(english, ["levis", "tshirt", "denim"]);
    }

    #[test]
    fn nothing_known_gives_no_hashtag() {
        assert!(of(&Item::new(&Facts::of(Product::Unknown), Language::Fr), 5).is_empty());
        let shoes = Facts::of(Product::Department(Department::Shoes));
        assert!(of(&Item::new(&shoes, Language::En), 5).is_empty());
    }
}
