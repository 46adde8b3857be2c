use super::*;
use crate::product::Gender;

const SHIRT: Noun = Noun::new("chemise", Gender::Feminine, false);

#[test]
fn colors_are_rendered_in_both_languages() {
    let check = |text: &str, fr: &str, en: &str| {
        let colours = ColorStatement::read(text).unwrap_or_else(|| panic!("unreadable: {text}"));
        let worded =
            Language::ALL.iter().map(|language| colours.adjective(SHIRT, *language)).collect::<Vec<_>>();
        assert_eq!(worded, [fr, en], "{text}");
    };
    check("noir", "noire", "black");
    check("Noires", "noire", "black");
    check("gray", "grise", "grey");
    check("violette", "violette", "purple");
    check("Navy", "bleu marine", "navy blue");
    check("Couleur : bleu clair", "bleu clair", "light blue");
    check("dark green", "vert foncé", "dark green");
    check("rouge bordeaux", "rouge bordeaux", "burgundy red");
    check("khaki green", "vert kaki", "khaki green");
    check("bleu turquoise", "bleu turquoise", "turquoise blue");
    check("Noir et blanc", "noir et blanc", "black and white");
    check("light blue/white", "bleu clair et blanc", "light blue and white");
    check("noir, blanc et rouge", "noir, blanc et rouge", "black, white and red");
    check("off-white", "blanc cassé", "off-white");
    check("rayé bleu et blanc", "bleu et blanc à rayures", "blue and white striped");
    check("bleu, à carreaux", "bleue à carreaux", "blue checked");
    check("rouge imprimé", "rouge à motifs", "red patterned");
    check("gris chiné", "gris chiné", "heather grey");
    check("lie de vin", "bordeaux", "burgundy");
}

#[test]
fn colors_seen_in_photos_are_rendered_like_typed_ones() {
    let [blue, white] = ["blue", "white"].map(|key| ColorName::from_key(key).unwrap());
    let dots = PatternName::from_key("dots").unwrap();
    let worded = |seen: Option<ColorStatement>| seen.unwrap().adjective(SHIRT, Language::Fr);
    assert_eq!(worded(ColorStatement::seen([blue], None)), "bleue");
    assert_eq!(worded(ColorStatement::seen([blue, white], Some(dots))), "bleu et blanc à pois");
    assert_eq!(worded(ColorStatement::seen([], Some(dots))), "à pois");
    assert_eq!(ColorStatement::seen([], None), None);
    let stated = ColorStatement::read("rayé bleu et blanc").unwrap();
    assert_eq!(stated.clone().with_pattern(dots), stated);
    assert_eq!(PatternName::from_key("light"), None);
}

#[test]
fn a_text_with_an_unknown_word_is_not_a_color() {
    for text in ["gris sidéral", "Cosmic Latte", "see photos", "à pois", "", "clair", "clair rouge noir"] {
        assert_eq!(ColorStatement::read(text), None, "{text}");
    }
}

#[test]
fn wordings_include_every_grammatical_form_of_a_color() {
    let wordings = ColorStatement::read("black").unwrap().wordings(Language::Fr);
    assert!(wordings.contains(&"noires".to_owned()) && !wordings.contains(&"black".to_owned()));
}

#[test]
fn the_pattern_is_read_from_an_items_name() {
    let check = |name, expected| {
        let word = PatternName::in_name(name).map(|pattern| pattern.word(Language::En));
        assert_eq!(word, expected, "{name}");
    };
    check("Jupe à rayures", Some("striped"));
    check("Chemise bleu et blanc à carreaux", Some("checked"));
    check("Robe imprimé fleuri", Some("floral"));
    check("Striped skirt", Some("striped"));
    check("Spotless Carreauxville jacket", None);
    check("Jupe", None);
    check("", None);
}
