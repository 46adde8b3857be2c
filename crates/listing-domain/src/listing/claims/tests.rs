use super::*;
use crate::attributes::{Attributes, KnownAttributes};
use crate::product::{Product, ProductType};

fn claims(condition: &str) -> Claims {
    let condition = AttributeText::parse("attributes.condition", condition).unwrap();
    let known = KnownAttributes { condition, ..KnownAttributes::default() };
    let attributes = Attributes::default().with_known(&known);
    Claims::of(&Item { product: Product::Type(ProductType::Jacket), audience: None, attributes, known }, &[])
}

fn check(stated: &str, wrong: &[&str], right: &[&str]) {
    let claims = claims(stated);
    for text in wrong {
        assert!(claims.rules_out(text), "{stated}: {text}");
    }
    for text in right {
        assert!(!claims.rules_out(text), "{stated}: {text}");
    }
}

#[test]
fn sentences_that_contradict_the_seller_are_ruled_out() {
    check(
        "sans chargeur",
        &["Livré avec son chargeur.", "Chargeur d’origine"],
        &["Sans chargeur.", "Le chargeur n’est pas inclus.", "Chargeur non fourni", "Écran intact."],
    );
    check(
        "complet sauf 1 boule",
        &["Le jeu est complet.", "Complet, avec toutes ses boules"],
        &["Complet sauf 1 boule.", "Il manque une boule pour qu’il soit complet."],
    );
    check(
        "no holes",
        &["A small hole at the hem."],
        &["No holes anywhere.", "There are no holes or stains."],
    );
    check("cover only", &["Comes with the insert.", "A complete set"], &["Cover only, no insert."]);
    check(
        "bon état, une tache au col",
        &["Sans tache.", "Aucun défaut à signaler.", "Col propre, pas de tache"],
        &["Une tache au col.", "Une tache qui ne part pas"],
    );
    check("not tested", &["Works perfectly.", "It is fully functional"], &["Not tested."]);
    check("avec boîte et chargeur", &["Vendu sans boîte."], &["La boîte et le chargeur sont là."]);
}

#[test]
fn a_condition_grade_other_than_the_sellers_is_ruled_out() {
    check(
        "bon état",
        &["Elle est en très bon état.", "Excellent état", "Comme neuve !", "Veste neuve", "État correct."],
        &["En bon état.", "Bon état général", "Parfaite pour l’été.", "De très bonne qualité."],
    );
    check(
        "very good condition",
        &["In good condition.", "This jacket is in good used condition and warm.", "Brand new", "NWT"],
        &["Very good condition.", "A good fit for the office.", "New Balance 574"],
    );
    // Two names of one grade do not contradict each other.
    check("TBE", &["Bon état."], &["Très bon état.", "Excellent état."]);
    check("neuf sans étiquette", &["Neuf avec étiquette"], &["Neuve, jamais portée."]);
    check("", &["Like new.", "Excellent état"], &["Bon état."]);
}

#[test]
fn promises_the_seller_did_not_make_are_ruled_out() {
    let promises = [
        "Envoi rapide et soigné.",
        "100 % authentique.",
        "Bundle discount available",
        "Smoke-free home.",
        "Garantie 2 ans",
    ];
    for text in promises {
        assert!(claims("bon état").rules_out(text), "{text}");
    }
    assert!(!claims("encore sous garantie").rules_out("Encore sous garantie."));
}

#[test]
fn only_the_contradicting_clause_of_a_sentence_is_removed() {
    let filtered = |text: &str| claims("bon état, sans boîte").filter(text);
    assert_eq!(
        filtered("Veste en lin, en excellent état, col rond. Avec sa boîte !"),
        "Veste en lin, col rond."
    );
    assert_eq!(filtered("Excellent état. Col rond.\nBoîte d’origine"), "Col rond.\n");
    assert_eq!(filtered("Col rond ! Sans boîte.  Bon état"), "Col rond ! Sans boîte.  Bon état");
    let title = |text: &str| claims("bon état").filter_title(text);
    assert_eq!(title("Veste en lin - neuve"), Some("Veste en lin".to_owned()));
    assert_eq!(title("Veste neuve Zara"), None);
}
