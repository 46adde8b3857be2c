use super::*;

#[test]
fn nouns_colours_and_materials_agree() {
    let check = |facts: Facts<'_>, fr: &str, en: &str| {
        assert_eq!((name(&facts, Language::Fr).as_str(), name(&facts, Language::En).as_str()), (fr, en));
    };
    let of = |product: ProductType| Facts::for_product(Product::Type(product));
    let seen = |product, colour| Facts { colour: Some(ColourFact::Seen(colour, None)), ..of(product) };
    let stated = |product, colour| Facts { colour: Some(ColourFact::Stated(colour)), ..of(product) };
    check(JACKET, "Veste en cuir noir", "Black leather jacket");
    check(seen(ProductType::TShirt, Colour::NavyBlue), "T-shirt bleu marine", "Navy blue t-shirt");
    check(seen(ProductType::Dress, Colour::Green), "Robe verte", "Green dress");
    check(seen(ProductType::Sneakers, Colour::White), "Baskets blanches", "White trainers");
    check(seen(ProductType::Gloves, Colour::Grey), "Gants gris", "Grey gloves");
    check(seen(ProductType::Boots, Colour::Brown), "Bottes marron", "Brown boots");
    check(stated(ProductType::Skirt, "rouge bordeaux"), "Jupe rouge bordeaux", "Burgundy red skirt");
    check(stated(ProductType::Shirt, "black/white"), "Chemise noir et blanc", "Black and white shirt");
    check(
        stated(ProductType::Shirt, "gris sidéral"),
        "Chemise, coloris gris sidéral",
        "Shirt in gris sidéral",
    );
    let silk = Facts { material: Some("Silk"), ..seen(ProductType::Scarf, Colour::White) };
    check(silk, "Écharpe en soie blanche", "White silk scarf");
    let wood = Facts { material: Some("bois"), ..of(ProductType::Table) };
    check(wood, "Table en bois", "Wooden table");
    let denim = Facts { material: Some("jean"), ..seen(ProductType::Jeans, Colour::Blue) };
    check(denim, "Jean bleu", "Blue jeans");
    let skirt = Facts { material: Some("cuir"), ..seen(ProductType::Skirt, Colour::Black) };
    let skirt = Facts { product: Product::Good(Good::from_key("leather_skirt").unwrap()), ..skirt };
    check(skirt, "Jupe en cuir noire", "Black leather skirt");
    let silver = Facts { material: Some("argent"), ..seen(ProductType::Jewellery, Colour::Silver) };
    check(silver, "Bijou en argent", "Silver piece of jewellery");
    let cotton = Facts { material: Some("100% coton"), ..seen(ProductType::TShirt, Colour::Red) };
    check(cotton, "T-shirt rouge", "Red t-shirt");
    let worn = Facts {
        colour: Some(ColourFact::Seen(Colour::Gold, None)),
        ..Facts::for_product(Product::Department(Department::JewelleryWatches))
    };
    check(worn, "Bijou ou montre, coloris doré", "Jewellery or watch in gold");
    check(Facts::for_product(Product::Unknown), "Article", "Item");
}

#[test]
fn pattern_is_next_to_its_colour_in_a_name() {
    let check = |product, colour, pattern, fr: &str, en: &str| {
        let facts = Facts { colour, pattern: PatternName::from_key(pattern), ..Facts::for_product(product) };
        assert_eq!((name(&facts, Language::Fr).as_str(), name(&facts, Language::En).as_str()), (fr, en));
    };
    let shirt = Product::Type(ProductType::Shirt);
    let dress = Product::Type(ProductType::Dress);
    let blue = |second| Some(ColourFact::Seen(Colour::Blue, second));
    check(shirt, blue(None), "checks", "Chemise bleue à carreaux", "Blue checked shirt");
    check(
        shirt,
        blue(Some(Colour::White)),
        "stripes",
        "Chemise bleu et blanc à rayures",
        "Blue and white striped shirt",
    );
    check(dress, None, "dots", "Robe à pois", "Polka dot dress");
    let many = Some(ColourFact::Seen(Colour::Multicoloured, None));
    check(dress, many, "motifs", "Robe multicolore à motifs", "Multicoloured patterned dress");
    let stated = |colour| Some(ColourFact::Stated(colour));
    check(shirt, stated("navy"), "checks", "Chemise bleu marine à carreaux", "Navy blue checked shirt");
    check(shirt, stated("rayé noir"), "checks", "Chemise noire à rayures", "Black striped shirt");
    check(shirt, stated("Cosmic Latte"), "checks", "Chemise, coloris Cosmic Latte", "Shirt in Cosmic Latte");
    let checked = Product::Good(Good::from_key("checked_shirt").unwrap());
    check(checked, blue(None), "checks", "Chemise à carreaux bleue", "Blue checked shirt");
}

#[test]
fn pattern_without_a_colour_adds_no_colour_to_the_text() {
    let facts = Facts {
        pattern: PatternName::from_key("dots"),
        ..Facts::for_product(Product::Type(ProductType::Dress))
    };
    for platform in Platform::ALL {
        let text = write(&facts, *platform, Language::Fr, Tone::Professional);
        assert!(text.title.to_lowercase().contains("robe à pois"), "{}", text.title);
        assert!(!text.description.contains("ouleur"), "{}", text.description);
    }
}
