//! What is told of goods in general.

use super::*;

fn item(facts: &Facts<'_>, language: Language, read: impl Fn(&Item<'_>)) {
    read(&Item::new(facts, language).read_by(Buyers::American));
}

fn good_of(key: &str) -> Product {
    Product::Good(Good::of(key).unwrap())
}

#[test]
fn a_use_that_tells_nothing_is_not_told() {
    let told = |key, language| {
        let told = std::cell::RefCell::new(None);
        item(&Facts::of(good_of(key)), language, |item| *told.borrow_mut() = item.general_use(Seed::NOTHING));
        told.into_inner()
    };
    for language in Language::ALL {
        for key in ["novel", "teapot", "sneakers", "table_lamp"] {
            assert_eq!(told(key, *language), None, "{key}");
        }
        assert!(told("trench_coat", *language).is_some());
    }
    let guitar = told("acoustic_guitar", Language::En).unwrap();
    assert!(guitar.ends_with("at home"), "{guitar}");
}

#[test]
fn no_question_repeats_a_word() {
    for good in Good::all() {
        for language in Language::ALL {
            item(&Facts::of(Product::Good(good)), *language, |item| {
                let asks = item.asks().unwrap_or_default();
                for word in ["possible", "éventuel", "semelle"] {
                    assert!(asks.matches(word).count() <= 1, "{}: {asks}", good.key());
                }
            });
        }
    }
}

#[test]
fn no_coat_goes_into_the_machine() {
    for language in Language::ALL {
        for material in ["coton", "polyester", "soie", "lin"] {
            let of = |key| Facts { material: Some(material), ..Facts::of(good_of(key)) };
            for tailored in ["trench_coat", "blazer", "handbag", "ballet_flats"] {
                item(&of(tailored), *language, |item| assert!(item.cares().is_empty(), "{tailored}, {material}"));
            }
            item(&of("shirt"), *language, |item| assert!(!item.cares().is_empty(), "{material}"));
        }
        let boots = Facts { material: Some("cuir"), ..Facts::of(good_of("boots")) };
        item(&boots, *language, |item| assert!(!item.cares().is_empty()));
    }
}
