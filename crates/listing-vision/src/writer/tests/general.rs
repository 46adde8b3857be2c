//! What is told of goods in general.

use super::*;

fn item<'a>(facts: &Facts<'a>, language: Language) -> Item<'a> {
    Item::new(facts, language).read_by(Buyers::American)
}

fn of(key: &str) -> Facts<'static> {
    Facts::of(Product::Good(Good::of(key).unwrap()))
}

#[test]
fn a_use_that_tells_nothing_is_not_told() {
    for language in Language::ALL {
        for key in ["novel", "teapot", "sneakers", "table_lamp"] {
            assert_eq!(item(&of(key), *language).general_use(Seed::NOTHING), None, "{key}");
        }
        assert!(item(&of("trench_coat"), *language).general_use(Seed::NOTHING).is_some());
    }
    let guitar = item(&of("acoustic_guitar"), Language::En).general_use(Seed::NOTHING).unwrap();
    assert!(guitar.ends_with("at home"), "{guitar}");
}

#[test]
fn no_question_repeats_a_word() {
    for good in Good::all() {
        for language in Language::ALL {
            let asks = item(&Facts::of(Product::Good(good)), *language).asks().unwrap_or_default();
            for word in ["possible", "éventuel", "semelle"] {
                assert!(asks.matches(word).count() <= 1, "{}: {asks}", good.key());
            }
        }
    }
}

#[test]
fn no_coat_goes_into_the_machine() {
    for language in Language::ALL {
        for material in ["coton", "polyester", "soie", "lin"] {
            let made = |key| Facts { material: Some(material), ..of(key) };
            for tailored in ["trench_coat", "blazer", "handbag", "ballet_flats"] {
                assert!(item(&made(tailored), *language).cares().is_empty(), "{tailored}, {material}");
            }
            assert!(!item(&made("shirt"), *language).cares().is_empty(), "{material}");
        }
        let boots = Facts { material: Some("cuir"), ..of("boots") };
        assert!(!item(&boots, *language).cares().is_empty());
    }
}
