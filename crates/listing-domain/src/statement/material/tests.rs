use super::*;

#[test]
fn materials_are_rendered_in_both_languages() {
    let check = |text: &str, fr: &str, en: &str| {
        let materials = MaterialStatement::read(text).unwrap_or_else(|| panic!("unreadable: {text}"));
        assert_eq!([materials.value(Language::Fr), materials.value(Language::En)], [fr, en], "{text}");
    };
    check("Cuir", "cuir", "leather");
    check("LEATHER", "cuir", "leather");
    check("Simili-cuir", "simili cuir", "faux leather");
    check("wood", "bois", "wood");
    check("100% laine", "100 % laine", "100% wool");
    check("95% cotton 5% spandex", "95 % coton, 5 % élasthanne", "95% cotton, 5% elastane");
    check("coton 95% élasthanne 5%", "95 % coton, 5 % élasthanne", "95% cotton, 5% elastane");
    check("laine 80 polyamide 20", "80 % laine, 20 % polyamide", "80% wool, 20% polyamide");
    check("laine et cachemire", "laine et cachemire", "wool and cashmere");
    check("cuir véritable", "cuir véritable", "genuine leather");
    check("recycled wool", "laine recyclée", "recycled wool");
    check("chêne massif", "chêne massif", "solid oak");
    check("coton, coton", "coton", "cotton");
}

#[test]
fn a_text_with_an_unknown_word_or_impossible_shares_is_no_material() {
    for text in [
        "",
        "?",
        "feels like cashmere",
        "sans cuir",
        "80% laine 40% coton",
        "laine 80",
        "100%",
        "véritable",
        "% laine",
    ] {
        assert_eq!(MaterialStatement::read(text), None, "{text}");
    }
}
