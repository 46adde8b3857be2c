//! Splits a statement into parts.

use super::lexicon::{Lexeme, Role};

/// The marks that do not end a part.
const WITHIN: &[char] = &['"', '%', '°', '#', '&', '*', '\'', '_', '~', '='];

/// The fragments of a statement, between its marks.
pub(super) fn fragments(lexemes: &[Lexeme]) -> Vec<Vec<Lexeme>> {
    let mut fragments: Vec<Vec<Lexeme>> = vec![Vec::new()];
    for (at, lexeme) in lexemes.iter().enumerate() {
        if ends_part(lexemes, at) {
            fragments.push(Vec::new());
        } else if let Some(fragment) = fragments.last_mut() {
            fragment.push(lexeme.clone());
        }
    }
    fragments.retain(|fragment| fragment.iter().any(|lexeme| lexeme.mark.is_none()));
    fragments
}

/// The parts of a fragment, split at words such as "but".
pub(super) fn parts(lexemes: &[Lexeme]) -> Vec<Vec<Lexeme>> {
    let mut parts: Vec<Vec<Lexeme>> = Vec::new();
    let mut part: Vec<Lexeme> = Vec::new();
    for (at, lexeme) in lexemes.iter().enumerate() {
        let ends = lexeme.role == Some(Role::Split) || ends_part(lexemes, at);
        if ends || begins_another(&part, lexeme) {
            parts.push(std::mem::take(&mut part));
        }
        if !ends {
            part.push(lexeme.clone());
        }
    }
    parts.push(part);
    parts.retain(|part| part.iter().any(|lexeme| lexeme.role != Some(Role::Link)));
    parts
}

/// Returns true if a mark ends a part. A hyphen between numbers is a range, and a slash belongs to a rating.
fn ends_part(lexemes: &[Lexeme], at: usize) -> bool {
    let number = |at: Option<usize>| at.and_then(|at| lexemes.get(at)).filter(|lexeme| lexeme.is_number());
    let place = &lexemes[at].place;
    let is_within = match (number(at.checked_sub(1)), number(Some(at + 1))) {
        (Some(before), Some(after)) => {
            let touches = before.place.end == place.start && place.end == after.place.start;
            touches || matches!(lexemes[at].mark, Some('-' | '–' | '/'))
        }
        _ => false,
    };
    match lexemes[at].mark {
        Some(_) if is_within => false,
        Some(mark) => lexemes[at].role.is_none() && !WITHIN.contains(&mark),
        None => false,
    }
}

/// Returns true if a lexeme begins a new statement without a comma: "très bon état petite tache au dos".
fn begins_another(part: &[Lexeme], lexeme: &Lexeme) -> bool {
    let Some(role) = lexeme.role else { return false };
    let has = |is: fn(Role) -> bool| part.iter().filter_map(|lexeme| lexeme.role).any(is);
    let ends_in_negation =
        part.iter().rev().find_map(|l| l.role).is_some_and(|role| matches!(role, Role::Not | Role::Without));
    let is_grade = |role: Role| matches!(role, Role::Grade(_));
    if is_grade(role) {
        return has(Role::is_defect) && !ends_in_negation;
    }
    let is_new = matches!(role, Role::Light | Role::Not | Role::Without | Role::Use) || role.is_defect();
    has(is_grade) && is_new && !has(|role| matches!(role, Role::Light | Role::Not | Role::Without))
}

#[cfg(test)]
mod tests {
    use super::super::lexicon::{corrected, lexemes};
    use super::*;
    use crate::statement::tokens::tokens;

    #[test]
    fn a_statement_falls_into_its_parts() {
        let check = |text: &str, expected: &[&str]| {
            let (tokens, languages) = corrected(tokens(text));
            let parts = parts(&lexemes(&tokens, &languages));
            let place = |part: &Vec<Lexeme>| part[0].place.start..part[part.len() - 1].place.end;
            assert_eq!(parts.iter().map(|part| &text[place(part)]).collect::<Vec<_>>(), expected, "{text}");
        };
        check("Bon état, une tache (cf photo) !", &["Bon état", "une tache", "cf photo"]);
        check("neuf mais taché", &["neuf", "taché"]);
        check("très bon état petite tache au dos", &["très bon état", "petite tache au dos"]);
        check("porté 3-4 fois", &["porté 3-4 fois"]);
        check("acheté 12.5.2020", &["acheté 12.5.2020"]);
        check("not in the best condition", &["not in the best condition"]);
    }
}
