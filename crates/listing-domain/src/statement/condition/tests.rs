use super::*;

#[test]
fn remarks_beyond_the_grade_are_preserved_word_for_word() {
    let check = |text: &str, grade: Option<Condition>, remarks: &[&str]| {
        let statement = ConditionStatement::read(text);
        assert_eq!(
            (statement.grade(), statement.remarks().collect::<Vec<_>>()),
            (grade, remarks.to_vec()),
            "{text}"
        );
    };
    check("very_good", Some(Condition::VeryGood), &[]);
    check("Très bon état général", Some(Condition::VeryGood), &[]);
    check("Neuf avec étiquette", Some(Condition::NewWithTags), &[]);
    check("New with tags!", Some(Condition::NewWithTags), &[]);
    check("Bon état, une tache au dos.", Some(Condition::Good), &["une tache au dos"]);
    check(
        "Bon état, quelques rayures sur le plateau",
        Some(Condition::Good),
        &["quelques rayures sur le plateau"],
    );
    check("Porté deux fois, aucune tache", Some(Condition::LikeNew), &["Porté deux fois", "aucune tache"]);
    check("jamais porté", Some(Condition::New), &[]);
    check("Fonctionne parfaitement", Some(Condition::Good), &["Fonctionne parfaitement"]);
    check("pour pièces", Some(Condition::ForParts), &[]);
    check("couture à reprendre", None, &["couture à reprendre"]);
    check("had a mark but it washed out", None, &["had a mark but it washed out"]);
    check("", None, &[]);
}

#[test]
fn every_code_and_name_of_a_grade_is_read() {
    for grade in Condition::ALL {
        let languages = Language::ALL.iter().map(|language| grade.plain_label(*language));
        for name in languages.chain([grade.code()]) {
            let statement = ConditionStatement::read(name);
            assert_eq!(statement.grade(), Some(*grade), "{name}");
            assert_eq!(statement.remarks().next(), None, "{name}");
        }
    }
}

#[test]
fn an_unclear_text_gets_no_grade() {
    for text in ["", "newsprint", "Renewed energy", "voir photos", "occasion", "Troubadour"] {
        assert_eq!(ConditionStatement::read(text).grade(), None, "{text}");
    }
    assert!(ConditionStatement::read(" ").is_empty());
}

#[test]
fn remarks_do_not_change_a_grade_named_by_the_seller() {
    let check = |text: &str, grade: Condition| {
        assert_eq!(ConditionStatement::read(text).grade(), Some(grade), "{text}");
    };
    check("TBE, petite tache au dos", Condition::VeryGood);
    check("tbe, frettes ok, housse offerte", Condition::VeryGood);
    check("tbe mais bouton manquant", Condition::VeryGood);
    check("bon état vu l'âge", Condition::Good);
    check("good used condition, some creasing on toe box", Condition::Good);
    check("neuf ss etiquette", Condition::New);
    check("like new, cover only", Condition::LikeNew);
    check("NWT but small hole near the seam", Condition::NewWithTags);
    check("qq bouloches sinon tbe", Condition::VeryGood);
    check("Livre en très bon état, tranche jaunie", Condition::VeryGood);
}

#[test]
fn remarks_without_a_grade_mean_good_or_no_grade() {
    for text in [
        "freins à revoir, pneus neufs",
        "à retaper",
        "broken in, lots of life left",
        "untested, for display",
        "complet sauf 1 boule",
        "plays great, cracked case",
        "free to good home, needs tuning",
        "missing 2 pieces, box has shelf wear",
        "batterie 87 %, rayures sur le capot",
        "new battery",
        "parfait pour l'été",
        "comme neuf à l'intérieur",
        "écran en bon état",
        "good sound",
    ] {
        let grade = ConditionStatement::read(text).grade();
        assert!(grade.is_none_or(|grade| grade == Condition::Good), "{text}: {grade:?}");
    }
}

#[test]
fn a_statement_is_rendered_with_all_its_words() {
    let check = |text: &str, fr: &str, en: &str| {
        let rendered = |language| ConditionStatement::read(text).phrases(language).join(", ");
        assert_eq!([rendered(Language::Fr).as_str(), rendered(Language::En).as_str()], [fr, en], "{text}");
    };
    check("TBE", "très bon état", "very good condition");
    check("EUC, smoke free home", "excellent état, smoke free home", "excellent condition, smoke free home");
    check("neuf ss etiquette", "neuf sans étiquette", "new without tags");
    check("complet sauf 1 boule", "complet sauf 1 boule", "complet sauf 1 boule");
    check("like new, cover only", "comme neuf, cover only", "like new, cover only");
    check(
        "tbe mais bouton manquant",
        "très bon état mais bouton manquant",
        "very good condition mais bouton manquant",
    );
    check("JAMAIS PORTÉ", "jamais porté", "never worn");
    check("bon état vu l'âge", "bon état vu l'âge", "good condition vu l'âge");
    check("broken in", "assoupli", "broken in");
    check("very_good", "très bon état", "very good condition");
}

#[test]
fn an_unexpected_defect_contradicts_the_grade() {
    let contradicts = |text: &str| ConditionStatement::read(text).is_contradicted();
    assert!(contradicts("neuf, taché"));
    assert!(contradicts("tbe mais bouton manquant"));
    assert!(!contradicts("TBE, micro rayure"));
    assert!(!contradicts("bon état, usure normale"));
    assert!(!contradicts("taché"), "without a grade there is no contradiction");
}
