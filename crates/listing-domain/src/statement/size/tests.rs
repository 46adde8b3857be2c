use super::*;
use proptest::prelude::*;

use crate::options::Language;
use crate::product::{Good, Product, ProductType};
use crate::statement::tokens::tokens;

#[test]
fn sizes_are_rendered_in_both_languages() {
    let check = |product: ProductType, text: &str, fr: &str, en: &str| {
        let size = SizeStatement::read(text).on(Product::Type(product));
        let worded = Language::ALL.iter().map(|language| size.phrase(*language).unwrap()).collect::<Vec<_>>();
        assert_eq!(worded, [fr, en], "{text}");
    };
    check(ProductType::Dress, "M", "taille M", "size M");
    check(ProductType::Dress, "medium", "taille M", "size M");
    check(ProductType::Boots, "38", "pointure 38", "size 38");
    check(ProductType::Boots, "Taille 38", "pointure 38", "size 38");
    check(ProductType::Dress, "Taille 40", "taille 40", "size 40");
    check(ProductType::Dress, "FR 40", "taille 40", "size FR 40");
    check(ProductType::Dress, "UK 12 / FR 40", "taille UK 12 / 40", "size UK 12 / FR 40");
    check(ProductType::Dress, "size 12", "taille 12", "size 12");
    check(ProductType::Dress, "Femme 38", "taille 38", "size 38");
    check(
        ProductType::Dress,
        "XL mais taille petit",
        "taille XL mais taille petit",
        "size XL mais taille petit",
    );
    check(ProductType::Jeans, "32x30", "taille W32 L30", "size W32 L30");
    check(ProductType::Mirror, "32x30", "32 x 30", "32 x 30");
    check(ProductType::Table, "120 x 60 cm", "120 x 60 cm", "120 x 60 cm");
    check(ProductType::Table, "L 120 x l 60 x H 75", "L 120 x l 60 x H 75", "L 120 x W 60 x H 75");
    check(ProductType::Table, "1m20", "120 cm", "120 cm");
    check(ProductType::Phone, "128 Go", "128 Go", "128 GB");
    check(ProductType::Laptop, "15,6\"", "15,6 pouces", "15.6 inches");
    check(ProductType::Hat, "one size", "taille unique", "one size");
    check(ProductType::BabyGear, "6-9 mois", "taille 6-9 mois", "size 6-9 months");
    check(ProductType::BeautyPerfume, "1,5 l", "1,5 L", "1.5 L");
}

#[test]
fn the_audience_is_read_from_the_words_or_the_age() {
    let check = |text: &str, named, expected| {
        let size = SizeStatement::read(text);
        assert_eq!((size.audience(), size.audiences().audience()), (named, expected), "{text}");
    };
    check("Men’s L", Some(Audience::Men), Some(Audience::Men));
    check("women S", Some(Audience::Women), Some(Audience::Women));
    assert_eq!(SizeStatement::read("women S").sizes().len(), 1);
    check("6 mois", None, Some(Audience::Baby));
    check("6M", None, Some(Audience::Baby));
    check("24 mo", None, Some(Audience::Baby));
    check("naissance", Some(Audience::Baby), Some(Audience::Baby));
    check("NB", None, Some(Audience::Baby));
    check("48 mois", None, Some(Audience::Children));
    check("12 ans", None, Some(Audience::Children));
    check("3A/94cm", None, Some(Audience::Children));
    check("4T", None, Some(Audience::Children));
    check("boys 4T", Some(Audience::Boys), Some(Audience::Boys));
    check("fille 18 mois", Some(Audience::Girls), Some(Audience::BabyGirls));
    check("fille 12A", Some(Audience::Girls), Some(Audience::Girls));
    check("vintage 30 ans", None, None);
    check("homme 8 ans", Some(Audience::Men), None);
    check("M", None, None);
}

#[test]
fn ages_are_rendered_with_their_unit() {
    let check = |text: &str, fr: &str, en: &str| {
        let size = SizeStatement::read(text).on(Product::Department(Department::Clothing));
        let worded = Language::ALL.iter().map(|language| size.value(*language).unwrap()).collect::<Vec<_>>();
        assert_eq!(worded, [fr, en], "{text}");
    };
    check("24 mo", "24 mois", "24 months");
    check("24mo", "24 mois", "24 months");
    check("18-24 mos", "18-24 mois", "18-24 months");
    check("6 mois", "6 mois", "6 months");
    check("4T", "4T", "4T");
    check("boys 4T", "4T", "4T");
    check("2T/3T", "2T/3T", "2T/3T");
    check("2-3T", "2T/3T", "2T/3T");
    check("3A/94cm", "3A/94cm", "3A/94cm");
    check("6 mois (67 cm)", "6 mois (67 cm)", "6 mois (67 cm)");
    check("Naissance", "naissance", "newborn");
    check("T 38", "38", "38");
}

#[test]
fn mo_means_months_on_clothes_and_megabytes_on_electronics() {
    let on = |product, text: &str| {
        SizeStatement::read(text).on(Product::Type(product)).value(Language::Fr).unwrap()
    };
    assert_eq!(on(ProductType::TShirt, "24 mo"), "24 mois");
    assert_eq!(on(ProductType::GameConsole, "8 Mo"), "8 Mo");
    assert_eq!(on(ProductType::Camera, "512 Mo"), "512 Mo");
    let memory = SizeStatement::read("mémoire 16 Mo").value(Language::Fr);
    assert_eq!(memory.as_deref(), Some("16 Mo"));
}

#[test]
fn an_unknown_size_stays_in_the_sellers_words() {
    for text in ["49/31", "ajustable", "36/36", "petit modèle"] {
        let size = SizeStatement::read(text);
        assert!(size.is_verbatim(), "{text}");
        assert_eq!(size.value(Language::En).as_deref(), Some(text));
    }
    assert_eq!(
        SizeStatement::read("Taille 38 mais grand").value(Language::En).as_deref(),
        Some("38 mais grand")
    );
    assert_eq!(SizeStatement::read("").value(Language::Fr), None);
    assert_eq!(SizeStatement::read("Femme").value(Language::Fr), None);
}

/// In French and English, and its French label; each "-" if absent.
fn worded(good: &str, text: &str) -> [String; 3] {
    let product = Good::from_key(good).map_or(Product::Unknown, Product::Good);
    let size = SizeStatement::read(text).on(product);
    let value = |language| size.value(language).unwrap_or_else(|| "-".to_owned());
    [value(Language::Fr), value(Language::En), size.label(Language::Fr).unwrap_or("-").to_owned()]
}

#[test]
fn numbers_are_followed_by_the_unit_they_count() {
    for (good, text, expected) in [
        ("jigsaw_puzzle", "1000 pièces", ["1000 pièces", "1000 pieces", "-"]),
        ("jigsaw_puzzle", "1,000 pc", ["1000 pièces", "1000 pieces", "-"]),
        ("jigsaw_puzzle", "1 000 pièces", ["1000 pièces", "1000 pieces", "-"]),
        ("jigsaw_puzzle", "500", ["500 pièces", "500 pieces", "-"]),
        ("hair_dryer", "2200W", ["2200 W", "2200 W", "-"]),
        ("guitar_amp", "40 W", ["40 W", "40 W", "-"]),
        ("drill", "18V", ["18 V", "18 V", "-"]),
        ("toaster", "4-slice", ["4 fentes", "4 slices", "-"]),
        ("croquet_set", "4 joueurs", ["4 joueurs", "4 players", "-"]),
        ("board_game", "2-4 players", ["2-4 joueurs", "2-4 players", "-"]),
        ("board_game", "2 à 6 joueurs", ["2-6 joueurs", "2-6 players", "-"]),
        ("fridge", "320 L", ["320 L", "320 L", "contenance"]),
        ("tent", "4 places", ["4 places", "4 seats", "-"]),
        ("mountain_bike", "26 pouces", ["roues 26 pouces", "26 inch wheels", "-"]),
        (
            "mountain_bike",
            "19 in frame, 29er",
            ["cadre 19 pouces, roues 29 pouces", "19 in frame, 29 inch wheels", "-"],
        ),
        ("mountain_bike", "19\"", ["cadre 19 pouces", "19 in frame", "-"]),
        ("road_bike", "cadre 54", ["cadre 54", "54 frame", "-"]),
        ("road_bike", "frame size 56 cm", ["cadre 56 cm", "56 cm frame", "-"]),
        ("road_bike", "54", ["cadre 54 cm", "54 cm frame", "-"]),
        (
            "mountain_bike",
            "taille M, 26 pouces, 24 vitesses",
            ["taille M, roues 26 pouces, 24 vitesses", "size M, 26 inch wheels, 24 speeds", "-"],
        ),
        ("laptop", "13 pouces", ["13 pouces", "13 inches", "écran"]),
        ("laptop", "15in", ["15 pouces", "15 inches", "écran"]),
        ("handbag", "15\"", ["15 pouces", "15 in", "taille"]),
        (
            "laptop",
            "13 pouces 8 Go / 256 Go SSD",
            ["13 pouces, 8 Go, 256 Go SSD", "13 inches, 8 GB, 256 GB SSD", "-"],
        ),
        ("laptop", "16gb 512gb", ["16 Go / 512 Go", "16 GB / 512 GB", "capacité"]),
        ("laptop", "16 GB of RAM", ["16 Go RAM", "16 GB RAM", "capacité"]),
        ("laptop", "15in i7 16gb 512gb", ["15in i7 16gb 512gb", "15in i7 16gb 512gb", "-"]),
        ("laptop", "2015", ["2015", "2015", "année"]),
        ("mobile_phone", "débloqué tout opérateur", ["débloqué tout opérateur", "unlocked", "-"]),
        ("mobile_phone", "64 Go, unlocked", ["64 Go, débloqué tout opérateur", "64 GB, unlocked", "-"]),
        ("teapot", "set of 2", ["lot de 2", "set of 2", "-"]),
        ("t_shirt", "lot de 3", ["lot de 3", "lot of 3", "-"]),
        ("t_shirt", "M, lot de 3", ["taille M, lot de 3", "size M, lot of 3", "-"]),
    ] {
        assert_eq!(worded(good, text), expected, "{good}: {text}");
    }
}

#[test]
fn a_partly_understood_size_stays_as_the_seller_writes_it() {
    for (good, text, value, label) in [
        ("dress", "fits large", "fits large", "-"),
        ("hoodie", "XL fits L", "XL fits L", "taille"),
        ("hoodie", "S mais taille grand", "S mais taille grand", "taille"),
        ("hoodie", "pit to pit 24, length 27", "pit to pit 24, length 27", "-"),
        ("loafers", "10.5 D", "10.5 D", "pointure"),
        ("cowboy_boots", "9.5 EE", "9.5 EE", "pointure"),
        ("sneakers", "8.5W", "8.5W", "pointure"),
        ("sneakers", "P 38", "38", "pointure"),
        ("jeans", "W28", "W28", "taille"),
        ("jigsaw_puzzle", "lot de 3 puzzles 500 pièces", "lot de 3 puzzles 500 pièces", "-"),
        ("fridge", "H 180 cm, 320 L, classe A+", "H 180 cm, 320 L, classe A+", "-"),
        ("duvet_cover", "housse de couette 240 x 220", "housse de couette 240 x 220", "-"),
        ("mobile_phone", "locked to AT&T", "locked to AT&T", "-"),
        ("mobile_phone", "5G", "5G", "-"),
        ("dress", "taille ajustable", "ajustable", "-"),
        ("dress", "environ 40", "environ 40", "-"),
    ] {
        let [fr, _, found] = worded(good, text);
        assert_eq!([fr.as_str(), &found], [value, label], "{good}: {text}");
    }
}

#[test]
fn words_that_are_not_understood_are_returned() {
    let rest = |text: &str| SizeStatement::read(text).rest().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(rest("XL fits L"), ["fits"]);
    assert_eq!(rest("15in i7 16gb"), ["i"]);
    assert_eq!(rest("Taille 38 mais grand"), ["mais grand"]);
    assert!(rest("W32 L34").is_empty());
    assert_eq!(rest("TV 55 pouces"), ["TV"]);
}

/// And words that resemble them.
const WORDS: &[&str] = &[
    "M",
    "XL",
    "38",
    "10.5",
    "D",
    "EE",
    "taille",
    "size",
    "pointure",
    "W32",
    "L34",
    "fits",
    "large",
    "mais",
    "grand",
    "1000",
    "pièces",
    "1,000",
    "pc",
    "2200W",
    "18",
    "V",
    "320",
    "L",
    "cadre",
    "54",
    "frame",
    "19",
    "in",
    "29er",
    "26",
    "pouces",
    "8",
    "Go",
    "256",
    "SSD",
    "16gb",
    "2015",
    "4-slice",
    "joueurs",
    "unlocked",
    "débloqué",
    "lot",
    "de",
    "3",
    "set",
    "of",
    "2",
    "x2",
    "environ",
    "no",
    "pas",
    "housse",
    "matelas",
    "i7",
    "+",
    "(",
    ")",
    "/",
    ",",
    "P",
    "d",
    "l",
    "étiquette",
    "x",
    "120",
    "60",
    "cm",
    "H",
    "EU",
    "42",
    "UK",
    "roues",
    "RAM",
    "convient",
];

fn words() -> impl Strategy<Value = String> {
    proptest::collection::vec(proptest::sample::select(WORDS), 1..8).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_word_of_a_size_text_is_lost(text in words()) {
        let read = SizeStatement::read(&text);
        let value = read.value(Language::Fr).unwrap_or_default();
        let value: Vec<String> = tokens(&value).into_iter().map(|token| token.text).collect();
        for token in tokens(&text) {
            let is_number = token.number().is_some();
            // Recognized words may be worded differently, and numbers lose their thousands separators.
            let is_covered = value.contains(&token.text)
                || (token.is_word() && !read.is_verbatim())
                || (is_number && value.join("").contains(&token.text))
                // "3 XL" is XXXL.
                || (is_number && value.iter().any(|word| word.starts_with("xx")));
            let is_label = ["taille", "size", "pointure", "p", "of", "de"].contains(&token.text.as_str());
            let is_content = token.is_word() || is_number;
            prop_assert!(
                !is_content || is_covered || is_label,
                "{text}: lost {} in {value:?}",
                token.text
            );
        }
    }
}

#[test]
fn a_fraction_is_a_size_on_an_instrument() {
    let phrase = |text: &str, good: &str| {
        let product = Product::Good(Good::from_key(good).unwrap());
        SizeStatement::read(text).on(product).phrase(Language::En).unwrap()
    };
    assert_eq!(phrase("3/4", "acoustic_guitar"), "size 3/4");
    assert_eq!(phrase("4/4", "violin"), "size 4/4");
}
