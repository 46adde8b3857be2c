use proptest::prelude::*;

use super::*;
use crate::product::{Department, ProductType};
use crate::statement::tokens::tokens;

/// Brand, model and other words, each "-" if absent.
fn parts(statement: &BrandStatement) -> [&str; 3] {
    [statement.brand(), statement.model(), statement.rest()].map(|part| part.unwrap_or("-"))
}

#[test]
fn brand_model_and_rest_are_separated() {
    for (text, expected) in [
        ("zara", ["Zara", "-", "-"]),
        ("LEVIS", ["Levi’s", "-", "-"]),
        ("Marque : ikéa", ["IKEA", "-", "-"]),
        ("de chez Mango", ["Mango", "-", "-"]),
        ("& Other Stories", ["& Other Stories", "-", "-"]),
        ("New Look", ["New Look", "-", "-"]),
        ("off white", ["Off-White", "-", "-"]),
        ("Sandro Paris", ["Sandro", "-", "-"]),
        ("By Malene Birger", ["By Malene Birger", "-", "-"]),
        ("Apple MacBook Air M1", ["Apple", "MacBook Air M1", "-"]),
        ("MacBook Pro 2015", ["Apple", "MacBook Pro 2015", "-"]),
        ("macbook pro 2015", ["Apple", "MacBook Pro 2015", "-"]),
        ("IPHONE 12", ["Apple", "iPhone 12", "-"]),
        ("iPhone13 mini", ["Apple", "iPhone13 mini", "-"]),
        ("Apple iPod nano 3e gen", ["Apple", "iPod nano 3e gen", "-"]),
        ("Thinkpad T480", ["Lenovo", "ThinkPad T480", "-"]),
        ("PS5", ["PlayStation", "PS5", "-"]),
        ("Dell Latitude 7490", ["Dell", "Latitude 7490", "-"]),
        ("Fender MIM Strat", ["Fender", "MIM Strat", "-"]),
        ("Fender Stratocaster", ["Fender", "Stratocaster", "-"]),
        ("Squier Strat", ["Squier", "Strat", "-"]),
        ("Baldwin Acrosonic", ["Baldwin", "Acrosonic", "-"]),
        ("Levi 501XX", ["Levi’s", "501XX", "-"]),
        ("Levi's 501, vintage 90s, made in USA", ["Levi’s", "501", "vintage 90s, made in USA"]),
        ("Champion Reverse Weave", ["Champion", "Reverse Weave", "-"]),
        ("Babyliss Pro", ["Babyliss", "Pro", "-"]),
        ("Allen Edmonds Grayson", ["Allen Edmonds", "Grayson", "-"]),
        ("Specialized Rockhopper", ["Specialized", "Rockhopper", "-"]),
        ("Btwin Rockrider 520", ["B’Twin", "Rockrider 520", "-"]),
        ("Sony WH-1000XM4", ["Sony", "WH-1000XM4", "-"]),
        ("Canon AE-1", ["Canon", "AE-1", "-"]),
        ("Nike - Air Max 90", ["Nike", "Air Max 90", "-"]),
        ("Gap Kids", ["Gap", "Kids", "-"]),
        ("authentic Gucci", ["Gucci", "-", "authentic"]),
        ("Gucci authentique", ["Gucci", "-", "authentique"]),
        ("brand new Zara", ["Zara", "-", "brand new"]),
        ("sans étiquette, Zara", ["Zara", "-", "sans étiquette"]),
        ("vintage Coach Willis", ["Coach", "Willis", "vintage"]),
        ("Zara lot de 3", ["Zara", "-", "lot de 3"]),
        ("Zara (Espagne)", ["Zara", "-", "Espagne"]),
    ] {
        assert_eq!(parts(&BrandStatement::read(text)), expected, "{text}");
    }
}

#[test]
fn every_brand_of_the_table_is_recognized_by_each_of_its_names() {
    for brand in Brand::all() {
        let department = brand.departments().next().map(Product::Department).unwrap();
        for name in brand.names().filter(|name| *name != "No Name") {
            let read = BrandStatement::read(name).on(department);
            assert_eq!(read.known(), Some(brand), "{name}: {read:?}");
            assert_eq!(read.rest(), None, "{name}");
        }
    }
}

#[test]
fn an_unknown_brand_keeps_all_its_words() {
    for brand in [
        "Sans Arcidet",
        "A/X Outlet",
        "Atelier Zwirbl",
        "Le Magicien d'Oz, L. Frank Baum",
        "Real Zwirbl",
        "New Zwirbl",
    ] {
        assert_eq!(parts(&BrandStatement::read(brand)), [brand, "-", "-"]);
    }
    let read = BrandStatement::read("Atelier Zwirbl, made in France");
    assert_eq!(parts(&read), ["Atelier Zwirbl", "-", "made in France"]);
}

#[test]
fn words_that_name_no_brand_are_returned_as_the_rest() {
    for text in [
        "style Zara",
        "Zara ?",
        "Zara / H&M",
        "Nike/Adidas",
        "Zara ou Mango",
        "Gucci (inspired)",
        "type Chanel",
        "copie Gucci",
        "compatible Apple",
        "Tiffany style",
        "made in Italy",
        "vintage",
    ] {
        let read = BrandStatement::read(text);
        assert_eq!((parts(&read), read.is_unbranded()), (["-", "-", text], false), "{text}");
    }
    for text in [
        "vintage sans marque",
        "fait main",
        "pas de marque visible",
        "Unbranded",
        "neuf",
        "no name",
        "no brand, 1950s",
    ] {
        let read = BrandStatement::read(text);
        assert_eq!((parts(&read), read.is_unbranded()), (["-", "-", text], true), "{text}");
    }
    assert_eq!(BrandStatement::read(""), BrandStatement::default());
}

#[test]
fn an_ambiguous_name_counts_only_on_the_brands_own_goods() {
    let known =
        |text: &str, product| BrandStatement::read(text).on(Product::Type(product)).known().map(Brand::name);
    assert_eq!(known("Mango wood", ProductType::Table), None);
    assert_eq!(known("Mango Zwirbl", ProductType::Dress), Some("Mango"));
    assert_eq!(known("Giant Zwirbl", ProductType::Bicycle), Some("Giant"));
    assert_eq!(known("Giant Zwirbl", ProductType::Sofa), None);
    assert_eq!(known("Guild", ProductType::MusicalInstrument), Some("Guild Guitars"));
    assert_eq!(known("Guild", ProductType::Book), None);
    let ambiguous = BrandStatement::read("Mango wood");
    assert_eq!((ambiguous.value().as_deref(), ambiguous.model()), (Some("Mango wood"), None));
    let guitar = BrandStatement::read("Jackson Dinky").on(Product::Type(ProductType::MusicalInstrument));
    assert_eq!(guitar.value().as_deref(), Some("Jackson Dinky"));
}

#[test]
fn a_product_line_implies_its_good() {
    let good = |text: &str| BrandStatement::read(text).good().map(Good::key);
    assert_eq!(good("Apple MacBook Air M1"), Some("laptop"));
    assert_eq!(good("iPhone 12"), Some("mobile_phone"));
    assert_eq!(good("Fender MIM Strat 2003"), Some("electric_guitar"));
    assert_eq!(good("Btwin Rockrider 520"), Some("mountain_bike"));
    assert_eq!(good("Ricohflex"), Some("film_camera"));
    assert_eq!(good("Champion Reverse Weave"), None);
    assert_eq!(good("Zara"), None);
}

#[test]
fn the_name_of_a_model_refines_the_product() {
    let refined = |text: &str, product| BrandStatement::read(text).on(product).refined(product).code();
    let good = |key: &str| Product::Good(Good::from_key(key).unwrap());
    assert_eq!(refined("Ricohflex", good("reflex_camera")), "good:film_camera");
    assert_eq!(refined("Btwin Rockrider 520", good("bicycle")), "good:mountain_bike");
    assert_eq!(refined("iPhone 12", Product::Unknown), "good:mobile_phone");
    assert_eq!(
        refined("BlackBerry Pearl", Product::Department(Department::Electronics)),
        "good:button_phone"
    );
    assert_eq!(refined("iPhone 12", good("phone_case")), "good:phone_case");
    assert_eq!(refined("Zara", Product::Unknown), "unknown");
}

fn words() -> impl Strategy<Value = String> {
    const WORDS: &[&str] = &[
        "Zara",
        "Levi's",
        "levi",
        "501",
        "MacBook",
        "Air",
        "M1",
        "Mango",
        "wood",
        "vintage",
        "90s",
        "sans",
        "marque",
        "style",
        "Zwirbl",
        "authentic",
        "lot",
        "de",
        "3",
        ",",
        "-",
        "(",
        ")",
        "/",
        "?",
        "made",
        "in",
        "Japan",
        "Paris",
        "Guild",
        "Fender",
        "Strat",
        "not",
        "no",
        "brand",
        "neuf",
        "type",
        "Coach",
        "1950",
        "x2",
        "&",
        "Co",
        "by",
    ];
    proptest::collection::vec(proptest::sample::select(WORDS), 1..9).prop_map(|words| words.join(" "))
}

#[test]
fn a_word_after_a_comma_is_not_part_of_the_model() {
    let read = BrandStatement::read("MacBook , Air");
    assert_eq!((read.brand(), read.model(), read.rest()), (Some("Apple"), Some("MacBook"), Some("Air")));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_word_is_lost_between_brand_model_and_rest(text in words()) {
        let read = BrandStatement::read(&text);
        let value = read.value();
        let covered: Vec<&str> = [value.as_deref(), read.rest()].into_iter().flatten().collect();
        let covered = tokens(&covered.join(" "));
        // The name already covers words of a label or the brand.
        let is_in_name = |word: &str| {
            ["levi", "s", "guild", "paris", "co", "by", "brand", "marque", "de", "in"].contains(&word)
        };
        for token in tokens(&text) {
            let is_content = token.is_word() || token.number().is_some();
            let is_covered = covered.iter().any(|other| other.text == token.text) || is_in_name(&token.text);
            prop_assert!(!is_content || is_covered, "{text}: lost {} of {read:?}", token.text);
        }
    }

    #[test]
    fn any_text_is_read_without_a_panic(text in "\\PC{0,40}") {
        let read = BrandStatement::read(&text);
        prop_assert!(read.brand().is_none_or(|brand| !brand.is_empty()));
        prop_assert!(text.trim().is_empty() || read.brand().is_some() || read.rest().is_some());
    }
}
