use super::*;
use crate::product::{Department, ProductType};

fn phrases(text: &str) -> [Vec<String>; 2] {
    let traits = Traits::read(text);
    [traits.phrases(Language::Fr), traits.phrases(Language::En)]
}

#[test]
fn ages_origins_and_styles_are_read_and_translated() {
    let check = |text: &str, fr: &[&str], en: &[&str]| {
        assert_eq!(
            phrases(text),
            [fr, en].map(|words| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>()),
            "{text}"
        );
    };
    check("vintage 90s", &["vintage 90s"], &["vintage 90s"]);
    check("Vintage, années 70", &["Vintage"], &["Vintage"]);
    check("vintage années 70", &["vintage années 70"], &["vintage 1970s"]);
    check("années 70, bon état vu l'âge", &["années 70"], &["1970s"]);
    check("1930s Japan, hand painted", &["1930s", "fabriqué au Japon"], &["1930s", "Japan"]);
    check("c. 1950, untested, for display", &["vers 1950"], &["c. 1950"]);
    check("circa 1920", &["circa 1920"], &["circa 1920"]);
    check("vers 1900", &["vers 1900"], &["circa 1900"]);
    check("hardcover 1956", &["1956"], &["1956"]);
    check("from the 1960s", &["années 60"], &["from the 1960s"]);
    check("80's", &["80's"], &["80's"]);
    check("early 2000s", &["années 2000"], &["early 2000s"]);
    check("années 60-70", &["années 60-70"], &["1960s-1970s"]);
    check("XIXe siècle", &["XIXe siècle"], &["19th century"]);
    check("Art déco", &["Art déco"], &["Art déco"]);
    check("époque Napoléon III", &["époque Napoléon III"], &["Napoleon III"]);
    check("Victorian", &["époque victorienne"], &["Victorian"]);
    check("style Louis XV", &["style Louis XV"], &["Louis XV style"]);
    check("Commode style Louis XV", &["style Louis XV"], &["Louis XV style"]);
    check("de style industriel, noir", &["de style industriel"], &["industrial style"]);
    check("Tiffany style lamp", &["style Tiffany"], &["Tiffany style"]);
    check("Tiffany-style", &["style Tiffany"], &["Tiffany-style"]);
    check("70s style", &["style 70s"], &["70s style"]);
    check("in the style of Eames", &["style Eames"], &["in the style of Eames"]);
    check("made in Japan", &["made in Japan"], &["made in Japan"]);
    check("Made in USA", &["Made in USA"], &["Made in USA"]);
    check("fabriqué en France", &["fabriqué en France"], &["made in France"]);
    check("fabrication française", &["fabrication française"], &["made in France"]);
    check("vintage sans marque", &["vintage"], &["vintage"]);
    check("Japan made", &["fabriqué au Japon"], &["Japan made"]);
    check(
        "made in West Germany, 1970s",
        &["1970s", "made in West Germany"],
        &["1970s", "made in West Germany"],
    );
}

#[test]
fn text_that_only_looks_like_a_trait_is_ignored() {
    for text in [
        "Levi's Vintage Clothing",
        "effet vintage",
        "not vintage",
        "antique gold",
        "1950 W",
        "1000 pièces",
        "R1950",
        "taille 1950",
        "90 s",
        "30 x 1900",
        "lifestyle",
        "c'est le style",
        "Good style",
        "style",
        "2015",
        "pas de marque",
        "",
    ] {
        assert!(Traits::read(text).is_empty(), "{text}: {:?}", Traits::read(text));
    }
    for text in ["1950", "US 8", "France", "M", "38"] {
        assert!(Traits::read_size(text).is_empty(), "{text}");
    }
    assert_eq!(Traits::read_size("40, années 80").phrases(Language::Fr), ["années 80"]);
}

#[test]
fn an_eras_year_is_in_its_middle() {
    let year = |text: &str| Traits::read(text).era().and_then(Era::year);
    assert_eq!(year("vintage 90s"), Some(1995));
    assert_eq!(year("c. 1950"), Some(1950));
    assert_eq!(year("19th century"), Some(1850));
    assert_eq!(year("années 2000"), Some(2005));
    assert_eq!(year("Art Deco"), Some(1930));
    assert_eq!(year("vintage"), None);
    assert!(Traits::read("vintage").era().is_some_and(Era::is_vintage));
    assert_eq!(Traits::read("made in Japan").origin().and_then(Origin::country), Some("jp"));
}

#[test]
fn a_style_named_after_a_maker_of_the_product_is_not_published() {
    let style =
        |text: &str, product| Traits::read(text).on(product).style().map(|style| style.phrase(Language::En));
    let kind = Product::Type;
    assert_eq!(style("Tiffany style", kind(ProductType::Lamp)).as_deref(), Some("Tiffany style"));
    assert_eq!(style("Tiffany style", kind(ProductType::Jewellery)), None);
    assert_eq!(style("Chanel style", kind(ProductType::Jacket)), None);
    assert_eq!(style("style Zara", Product::Department(Department::Clothing)), None);
    assert_eq!(style("Chanel style", Product::Unknown), None);
    assert_eq!(style("style Louis XV", Product::Unknown).as_deref(), Some("Louis XV style"));
}

#[test]
fn traits_of_several_texts_complete_each_other() {
    let traits = Traits::read("vintage 90s").or(Traits::read("1970s, made in USA"));
    assert_eq!(traits.phrases(Language::En), ["vintage 90s", "made in USA"]);
}
