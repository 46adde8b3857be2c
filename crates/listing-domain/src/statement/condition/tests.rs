use super::*;

#[test]
fn what_is_said_beyond_the_grade_is_kept_word_for_word() {
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
    check("Bon état, une tache au dos.", Some(Condition::Fair), &["une tache au dos"]);
    check(
        "Bon état, quelques rayures sur le plateau",
        Some(Condition::Good),
        &["quelques rayures sur le plateau"],
    );
    check("Porté deux fois, aucune tache", Some(Condition::LikeNew), &["Porté deux fois", "aucune tache"]);
    check("jamais porté", Some(Condition::New), &[]);
    check("Fonctionne parfaitement", Some(Condition::Good), &["Fonctionne parfaitement"]);
    check("pour pièces", Some(Condition::ForParts), &[]);
    check("à réparer", Some(Condition::ForParts), &["à réparer"]);
    check("had a mark but it washed out", None, &["had a mark but it washed out"]);
    check("", None, &[]);
}

#[test]
fn codes_and_names_of_grades_are_these_grades() {
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
fn nothing_is_guessed() {
    for text in ["", "newsprint", "Renewed energy", "voir photos", "occasion", "Troubadour"] {
        assert_eq!(ConditionStatement::read(text).grade(), None, "{text}");
    }
    assert!(ConditionStatement::read("occasion").is_empty());
}
