//! Tidies a text after removals.

use super::chars::{has_words, is_emoji};
use super::shape::Shape;

/// Double spaces, empty brackets, empty lines, and punctuation without text before it.
pub(super) fn tidy(text: &str, shape: Shape) -> String {
    let lines = text.split('\n').map(|line| trimmed(&punctuated(&without_empty_brackets(line)), shape));
    let mut out: Vec<String> = Vec::new();
    let mut blank = true;
    for line in lines {
        // Emptied lines leave at most one blank line.
        let empty = !has_words(&line) && !line.chars().any(is_emoji);
        if empty && !blank {
            out.push(String::new());
        } else if !empty {
            out.push(line);
        }
        blank = empty;
    }
    while out.last().is_some_and(String::is_empty) {
        out.pop();
    }
    out.join("\n")
}

fn without_empty_brackets(line: &str) -> String {
    let mut line = line.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    for pair in ["()", "( )", "[]", "[ ]", "{}", "{ }", "«»", "« »", "\"\"", "\" \"", "“”", "“ ”"]
    {
        if line.contains(pair) {
            line = line.replace(pair, " ");
        }
    }
    line
}

/// One of several spaces or punctuation marks stays, and no space before `,` `.` `)` `]`.
fn punctuated(line: &str) -> String {
    let chars: Vec<char> = line.chars().collect();
    let mut out: Vec<char> = Vec::with_capacity(chars.len());
    for (i, c) in chars.iter().enumerate() {
        let next = chars.get(i + 1).copied().unwrap_or(' ');
        let closes = matches!(c, ')' | ']' | ',') || (*c == '.' && !next.is_alphanumeric());
        if *c == ' ' && matches!(out.last(), None | Some(' ' | '(' | '[')) {
            continue;
        }
        if is_doubled(&out, *c) {
            continue;
        }
        if closes && out.last() == Some(&' ') {
            out.pop();
        }
        out.push(*c);
    }
    out.into_iter().collect()
}

/// It adds nothing to the previous mark. Dots without spaces between them ("...") stay.
fn is_doubled(before: &[char], mark: char) -> bool {
    let last = before.iter().rev().find(|c| **c != ' ');
    let is_apart = before.last() == Some(&' ');
    match (last, mark) {
        (Some(',' | ';' | ':' | '.' | '!' | '?'), ',')
        | (Some(';' | ':' | '.' | '!' | '?'), ';')
        | (Some(':'), ':') => true,
        (Some('.' | '!' | '?'), '.') => is_apart,
        _ => false,
    }
}

/// Marks that make no sense at a line's ends.
fn trimmed(line: &str, shape: Shape) -> String {
    let lone_dot = |line: &str| line.starts_with(". ") || line == ".";
    let mut line = line.trim();
    loop {
        let before = line.len();
        line = line.trim_start_matches([
            ' ', ',', ';', ':', ')', ']', '}', '!', '?', '·', '|', '/', '=', '•', '»', '’',
        ]);
        if lone_dot(line) {
            line = &line[1..];
        }
        line = line.trim_end_matches([' ', '·', '|', '/', '=', '(', '[', '{', '&', '•', '«']);
        if shape == Shape::Line {
            line = line.trim_start_matches(['-', '–', '—', '+', '&', '@']);
            line = line.trim_end_matches([',', ';', ':', '+', '-', '–', '—', '#', '@']);
        }
        if line.len() == before {
            return line.to_owned();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(tidy(text, Shape::Prose), expected, "{text}");
    }

    #[test]
    fn removals_leave_no_spaces_brackets_or_marks_behind() {
        check("Veste  noire ,  , merci .", "Veste noire, merci.");
        check("Veste ( ) noire", "Veste noire");
        check("Bien ! . Merci ?  ,", "Bien ! Merci ?");
        check("Bien. . Merci.", "Bien. Merci.");
        check("Bonjour,\n\nBelle veste", "Bonjour,\n\nBelle veste");
        check("Suite... et fin.", "Suite... et fin.");
        check(" , : bonjour", "bonjour");
        check("a\n\n\n\n---\n\nb\n:\n", "a\n\nb");
        check("Détails :\n- cuir\n- \n- noir", "Détails :\n- cuir\n\n- noir");
        check("12.5 et .5", "12.5 et .5");
    }

    #[test]
    fn a_line_does_not_end_with_a_dash() {
        assert_eq!(tidy("- Veste noire - ", Shape::Line), "Veste noire");
        assert_eq!(tidy("Veste :", Shape::Line), "Veste");
    }
}
