//! What items are called in both languages.

use super::*;

#[test]
fn nouns_colours_and_materials_agree() {
    let check = |facts: Facts<'_>, fr: &str, en: &str| {
        assert_eq!((name(&facts, Language::Fr).as_str(), name(&facts, Language::En).as_str()), (fr, en));
    };
    let of = |product: ProductType| Facts::of(Product::Type(product));
    let seen = |product, colour| Facts { colour: Some(ColourFact::Seen(colour)), ..of(product) };
    let said = |product, colour| Facts { colour: Some(ColourFact::Said(colour)), ..of(product) };
    check(JACKET, "Veste en cuir noir", "Black leather jacket");
    check(seen(ProductType::TShirt, Colour::NavyBlue), "T-shirt bleu marine", "Navy blue t-shirt");
    check(seen(ProductType::Dress, Colour::Green), "Robe verte", "Green dress");
    check(seen(ProductType::Sneakers, Colour::White), "Baskets blanches", "White trainers");
    check(seen(ProductType::Gloves, Colour::Grey), "Gants gris", "Grey gloves");
    check(seen(ProductType::Boots, Colour::Brown), "Bottes marron", "Brown boots");
    check(said(ProductType::Skirt, "rouge bordeaux"), "Jupe rouge bordeaux", "Burgundy red skirt");
    check(said(ProductType::Shirt, "black/white"), "Chemise noir et blanc", "Black and white shirt");
    check(said(ProductType::Shirt, "gris sidéral"), "Chemise, coloris gris sidéral", "Shirt in gris sidéral");
    let silk = Facts { material: Some("Silk"), ..seen(ProductType::Scarf, Colour::White) };
    check(silk, "Écharpe en soie blanche", "White silk scarf");
    let wood = Facts { material: Some("bois"), ..of(ProductType::Table) };
    check(wood, "Table en bois", "Wooden table");
    let denim = Facts { material: Some("jean"), ..seen(ProductType::Jeans, Colour::Blue) };
    check(denim, "Jean bleu", "Blue jeans");
    let silver = Facts { material: Some("argent"), ..seen(ProductType::Jewellery, Colour::Silver) };
    check(silver, "Bijou en argent", "Silver piece of jewellery");
    let cotton = Facts { material: Some("100% coton"), ..seen(ProductType::TShirt, Colour::Red) };
    check(cotton, "T-shirt rouge", "Red t-shirt");
    let worn = Facts {
        colour: Some(ColourFact::Seen(Colour::Gold)),
        ..Facts::of(Product::Department(Department::JewelleryWatches))
    };
    check(worn, "Bijou ou montre, coloris doré", "Jewellery or watch in gold");
    check(Facts::of(Product::Unknown), "Article", "Item");
}
