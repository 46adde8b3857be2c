//! Hashtags out of the facts.

use listing_domain::product::Department;
use listing_domain::wish::Words;

use super::item::Item;

/// The longest hashtag that is still read as words.
const MAX_CHARS: usize = 20;

/// At most `count` hashtags without the `#`, most telling first.
pub(super) fn of(item: &Item<'_>, count: usize) -> Vec<String> {
    let department = item.product.department().map(tags);
    let mut found: Vec<String> = Vec::new();
    let noun = item.is_named().then(|| item.noun());
    let candidates = [
        item.brand.map(str::to_owned),
        noun,
        item.plain_material().map(|(material, _)| item.localised(material)),
        department.map(|[first, _]| item.language.pick(first).to_owned()),
        item.plain_colour(),
        department.map(|[_, second]| item.language.pick(second).to_owned()),
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

/// What buyers of a department search for: the goods, and the wider interest.
const fn tags(department: Department) -> [Words; 2] {
    let [fr, en] = match department {
        Department::Clothing => [["vêtements", "mode"], ["clothing", "fashion"]],
        Department::Shoes => [["chaussures", "mode"], ["shoes", "fashion"]],
        Department::Bags => [["sacs", "mode"], ["bags", "fashion"]],
        Department::Accessories | Department::JewelleryWatches => {
            [["accessoires", "mode"], ["accessories", "fashion"]]
        }
        Department::Furniture => [["meubles", "maison"], ["furniture", "home"]],
        Department::HomeDecor => [["décoration", "maison"], ["homedecor", "home"]],
        Department::Kitchen => [["cuisine", "maison"], ["kitchen", "home"]],
        Department::Appliances => [["électroménager", "maison"], ["appliances", "home"]],
        Department::Electronics => [["électronique", "hightech"], ["electronics", "tech"]],
        Department::MediaGames => [["loisirs", "divertissement"], ["media", "entertainment"]],
        Department::ToysBaby => [["enfants", "famille"], ["kids", "family"]],
        Department::Sports => [["sport", "loisirs"], ["sports", "sportsgear"]],
        Department::Instruments => [["musique", "musiciens"], ["music", "musicians"]],
        Department::ToolsGarden => [["maison", "jardin"], ["home", "garden"]],
        Department::Beauty => [["beauté", "cosmétiques"], ["beauty", "cosmetics"]],
        Department::ArtCollectibles => [["collection", "art"], ["collectibles", "art"]],
        Department::Vehicles => [["auto", "voiture"], ["auto", "cars"]],
    };
    [Words { fr: fr[0], en: en[0] }, Words { fr: fr[1], en: en[1] }]
}

#[cfg(test)]
mod tests {
    use listing_domain::product::{Product, ProductType};
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
        assert_eq!(french, ["levis", "tshirt", "denim", "vêtements", "bleu"]);
        let english = of(&Item::new(&facts, Language::En), 3);
        assert_eq!(english, ["levis", "tshirt", "denim"]);
    }

    #[test]
    fn nothing_known_gives_no_hashtag() {
        assert!(of(&Item::new(&Facts::of(Product::Unknown), Language::Fr), 5).is_empty());
        let shoes = Facts::of(Product::Department(Department::Shoes));
        assert_eq!(of(&Item::new(&shoes, Language::En), 5), ["shoes", "fashion"]);
    }
}
