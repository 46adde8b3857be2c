use super::item::Item;

/// In characters; longer ones do not read as words.
const MAX_CHARS: usize = 20;

/// People follow "#fauteuil" and "#sacbandoulière", not whole phrases.
const MAX_WORDS: usize = 2;

/// At most `count`, without the `#`, the most distinctive first.
pub(crate) fn for_item(item: &Item<'_>, count: usize) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let kinds = kinds(item);
    let appearance = [item.distinctive_material(), item.plain_colour()];
    let make = [item.brand, item.model].map(|words| words.map(str::to_owned));
    let candidates = make.into_iter().flatten().chain(kinds).chain(appearance.into_iter().flatten());
    for tag in candidates.map(|words| compact(&words)) {
        if !tag.is_empty() && tag.chars().count() <= MAX_CHARS && !found.contains(&tag) {
            found.push(tag);
        }
    }
    found.truncate(count);
    found
}

/// The item's noun or a synonym that people follow, and one broader word.
fn kinds(item: &Item<'_>) -> Vec<String> {
    if !item.is_named() {
        return Vec::new();
    }
    let has_words = |name: &String, most: usize| name.split(' ').count() <= most;
    let named = [item.noun()].into_iter().chain(item.other_names()).find(|name| has_words(name, MAX_WORDS));
    let kind = item.kind_noun().into_iter().chain(item.other_names()).find(|name| has_words(name, 1));
    let kinds: Vec<String> = named.into_iter().chain(kind).collect();
    if kinds.is_empty() { vec![item.noun()] } else { kinds }
}

fn compact(words: &str) -> String {
    words.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use listing_domain::options::Language;
    use listing_domain::product::{Department, Good, Product, ProductType};

    use super::super::{ColourFact, Facts};
    use super::*;

    #[test]
    fn most_distinctive_hashtags_come_first() {
        let facts = Facts {
            brand: Some("Levi’s"),
            colour: Some(ColourFact::Stated("bleu")),
            material: Some("denim"),
            ..Facts::for_product(Product::Type(ProductType::TShirt))
        };
        let french = for_item(&Item::new(&facts, Language::Fr), 5);
        assert_eq!(french, ["levis", "tshirt", "denim", "bleu"]);
        let english = for_item(&Item::new(&facts, Language::En), 3);
        assert_eq!(english, ["levis", "tshirt", "denim"]);
    }

    #[test]
    fn tank_top_has_no_t_shirt_hashtag() {
        let tags = |key| {
            let facts = Facts::for_product(Product::Good(Good::from_key(key).unwrap()));
            for_item(&Item::new(&facts, Language::En), 5)
        };
        assert!(!tags("tank_top").contains(&"tshirt".to_owned()));
        assert!(tags("t_shirt").contains(&"tshirt".to_owned()));
    }

    #[test]
    fn item_without_a_known_product_has_no_hashtag() {
        assert!(for_item(&Item::new(&Facts::for_product(Product::Unknown), Language::Fr), 5).is_empty());
        let shoes = Facts::for_product(Product::Department(Department::Shoes));
        assert!(for_item(&Item::new(&shoes, Language::En), 5).is_empty());
    }
}
