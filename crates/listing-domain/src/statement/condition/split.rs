//! Splits a text into fragments and clauses.

use super::lexicon::{Lexeme, Role};

const NON_SEPARATORS: &[char] = &['"', '%', '°', '#', '&', '*', '\'', '_', '~', '='];

/// Between two separating marks.
pub(super) fn fragments(lexemes: &[Lexeme]) -> Vec<Vec<Lexeme>> {
    let mut fragments: Vec<Vec<Lexeme>> = vec![Vec::new()];
    for (at, lexeme) in lexemes.iter().enumerate() {
        if is_separator(lexemes, at) {
            fragments.push(Vec::new());
        } else if let Some(fragment) = fragments.last_mut() {
            fragment.push(lexeme.clone());
        }
    }
    fragments.retain(|fragment| fragment.iter().any(|lexeme| lexeme.mark.is_none()));
    fragments
}

/// Split at marks and words such as "but".
pub(super) fn clauses(lexemes: &[Lexeme]) -> Vec<Vec<Lexeme>> {
    let mut clauses: Vec<Vec<Lexeme>> = Vec::new();
    let mut clause: Vec<Lexeme> = Vec::new();
    for (at, lexeme) in lexemes.iter().enumerate() {
        let ends = lexeme.role == Some(Role::Split) || is_separator(lexemes, at);
        if ends || begins_clause(&clause, lexeme) {
            clauses.push(std::mem::take(&mut clause));
        }
        if !ends {
            clause.push(lexeme.clone());
        }
    }
    clauses.push(clause);
    clauses.retain(|clause| clause.iter().any(|lexeme| lexeme.role != Some(Role::Link)));
    clauses
}

/// Between numbers, a hyphen ("2-3 fois") and a slash ("9/10") are none.
fn is_separator(lexemes: &[Lexeme], at: usize) -> bool {
    let number = |at: Option<usize>| at.and_then(|at| lexemes.get(at)).filter(|lexeme| lexeme.is_number());
    let range = &lexemes[at].range;
    let is_inside_number = match (number(at.checked_sub(1)), number(Some(at + 1))) {
        (Some(before), Some(after)) => {
            let touches = before.range.end == range.start && range.end == after.range.start;
            touches || matches!(lexemes[at].mark, Some('-' | '–' | '/'))
        }
        _ => false,
    };
    match lexemes[at].mark {
        Some(_) if is_inside_number => false,
        Some(mark) => lexemes[at].role.is_none() && !NON_SEPARATORS.contains(&mark),
        None => false,
    }
}

/// Without a comma: the "petite" of "très bon état petite tache au dos".
fn begins_clause(clause: &[Lexeme], lexeme: &Lexeme) -> bool {
    let Some(role) = lexeme.role else { return false };
    let has = |is: fn(Role) -> bool| clause.iter().filter_map(|lexeme| lexeme.role).any(is);
    let ends_in_negation = clause
        .iter()
        .rev()
        .find_map(|l| l.role)
        .is_some_and(|role| matches!(role, Role::Not | Role::Without));
    let is_grade = |role: Role| matches!(role, Role::Grade(_));
    if is_grade(role) {
        return has(Role::is_defect) && !ends_in_negation;
    }
    let is_new_statement =
        matches!(role, Role::Light | Role::Not | Role::Without | Role::Use) || role.is_defect();
    has(is_grade) && is_new_statement && !has(|role| matches!(role, Role::Light | Role::Not | Role::Without))
}

#[cfg(test)]
mod tests {
    use super::super::lexicon::{corrected, lexemes};
    use super::*;
    use crate::statement::tokens::tokens;

    #[test]
    fn a_statement_is_split_into_clauses() {
        let check = |text: &str, expected: &[&str]| {
            let (tokens, languages) = corrected(tokens(text));
            let clauses = clauses(&lexemes(&tokens, &languages));
            let range = |clause: &Vec<Lexeme>| clause[0].range.start..clause[clause.len() - 1].range.end;
            assert_eq!(
                clauses.iter().map(|clause| &text[range(clause)]).collect::<Vec<_>>(),
                expected,
                "{text}"
            );
        };
        check("Bon état, une tache (cf photo) !", &["Bon état", "une tache", "cf photo"]);
        check("neuf mais taché", &["neuf", "taché"]);
        check("très bon état petite tache au dos", &["très bon état", "petite tache au dos"]);
        check("porté 3-4 fois", &["porté 3-4 fois"]);
        check("acheté 12.5.2020", &["acheté 12.5.2020"]);
        check("not in the best condition", &["not in the best condition"]);
    }
}
