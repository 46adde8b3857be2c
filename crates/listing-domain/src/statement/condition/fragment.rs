//! Reads one fragment: the words between two punctuation marks.

use std::ops::Range;

use super::judge::Hints;
use super::lexicon::{Lexeme, Role, lexemes};
use super::terms::{self, Entry, Term};
use crate::condition::Condition;
use crate::options::Language;
use crate::statement::tokens::Token;

/// First any terms that grade the whole item, then a remark in the seller's words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fragment<'a> {
    text: &'a str,
    /// Terms at the start, each with its byte range in the text.
    terms: Vec<(Term, Range<usize>)>,
    /// In the middle of the remark: "livre en très bon état".
    inner_term: Option<Term>,
    /// In bytes.
    range: Range<usize>,
    /// In bytes.
    remark: Range<usize>,
    /// The remark continues the terms' sentence: "très bon état mais taché".
    continues: bool,
    pub(super) is_defect: bool,
}

impl<'a> Fragment<'a> {
    pub(super) fn read(text: &'a str, all: &[Token], lexemes: &[Lexeme], languages: &[Language]) -> Self {
        let (first, last) = (&lexemes[0].range, &lexemes[lexemes.len() - 1].range);
        let range = first.start..end_with_question_mark(text, last.end);
        let is_inside = |token: &&Token| range.start <= token.range.start && token.range.end <= range.end;
        let tokens: Vec<Token> = all.iter().filter(is_inside).cloned().collect();
        let reader = Reader { text, tokens: &tokens, lexemes, languages };
        let (terms, rest) = reader.leading_terms();
        let remark = tokens.get(rest).map_or(range.end..range.end, |token| token.range.start..range.end);
        let first = lexemes.iter().find(|lexeme| lexeme.range.start >= remark.start);
        let continues = first.and_then(|lexeme| lexeme.role).is_some_and(continues_sentence);
        let inner_term = if terms.is_empty() { reader.inner_term() } else { None };
        Self { text, terms, inner_term, range, remark, continues, is_defect: false }
    }

    /// Named or described ones.
    pub(super) fn add_grades_to(&self, hints: &mut Hints) {
        for term in self.all_terms() {
            let Some(grade) = term.grade else { continue };
            if term.is_description {
                hints.described.push(grade);
            } else {
                hints.named.push(grade);
            }
        }
    }

    /// Only an exact name counts.
    pub(super) fn names_grade(&self, grade: Option<Condition>) -> bool {
        self.all_terms().any(|term| term.grade == grade && term.is_name())
    }

    /// Even in the middle of a sentence: "une jupe en lin, bel état".
    pub(super) fn grades_anywhere(&self, all: &[Token]) -> Vec<Condition> {
        let is_inside =
            |token: &&Token| self.range.start <= token.range.start && token.range.end <= self.range.end;
        let tokens: Vec<Token> = all.iter().filter(is_inside).cloned().collect();
        let lexemes = lexemes(&tokens, Language::ALL);
        let reader = Reader { text: self.text, tokens: &tokens, lexemes: &lexemes, languages: Language::ALL };
        let inner = (0..tokens.len()).filter_map(|at| reader.item_term(at));
        let named = self.all_terms().chain(inner).filter(|term| !term.is_description);
        named.filter_map(|term| term.grade).collect()
    }

    fn all_terms(&self) -> impl Iterator<Item = Term> {
        self.terms.iter().map(|(term, _)| *term).chain(self.inner_term)
    }

    pub(super) fn remark_lexemes(&self, lexemes: &[Lexeme]) -> Vec<Lexeme> {
        lexemes.iter().filter(|lexeme| lexeme.range.start >= self.remark.start).cloned().collect()
    }

    /// Empty if the fragment is only terms.
    pub(super) fn remark(&self) -> &'a str {
        self.text[self.remark.clone()].trim()
    }

    pub(super) fn phrase(&self, language: Language) -> String {
        let spelled = |range: &Range<usize>| &self.text[range.clone()];
        let words: Vec<(String, &Range<usize>)> =
            self.terms.iter().map(|(term, range)| (term.words(spelled(range), language), range)).collect();
        let is_unchanged = words.iter().all(|(words, range)| *words == spelled(range).to_lowercase());
        let remark = self.remark();
        if is_unchanged {
            let terms = self.text[self.range.start..self.remark.start].to_lowercase();
            return format!("{terms}{}", &self.text[self.remark.start..self.range.end]).trim().to_owned();
        }
        let terms = words.into_iter().map(|(words, _)| words).collect::<Vec<_>>().join(", ");
        match (remark.is_empty(), self.continues) {
            (true, _) => terms,
            (false, true) => format!("{terms} {remark}"),
            (false, false) => format!("{terms}, {remark}"),
        }
    }
}

/// In bytes, with a question mark, which expresses a doubt.
fn end_with_question_mark(text: &str, end: usize) -> usize {
    if text[end..].starts_with('?') { end + 1 } else { end }
}

/// "but".
const fn continues_sentence(role: Role) -> bool {
    matches!(role, Role::Split | Role::Link | Role::Excuse | Role::Idle)
}

/// After a lone adjective: "new, never worn" grades the item, "new battery" only a part.
const fn allows_grade_before(role: Role) -> bool {
    role.is_defect()
        || matches!(
            role,
            Role::Not
                | Role::Without
                | Role::Little
                | Role::Use
                | Role::Tried
                | Role::Washed
                | Role::Light
                | Role::Heavy
                | Role::Tags
                | Role::Works
                | Role::Excuse
                | Role::Hedge
                | Role::Count(_)
        )
}

struct Reader<'t> {
    text: &'t str,
    tokens: &'t [Token],
    lexemes: &'t [Lexeme],
    languages: &'t [Language],
}

impl Reader<'_> {
    /// And the remark's first token.
    fn leading_terms(&self) -> (Vec<(Term, Range<usize>)>, usize) {
        let mut terms: Vec<(Term, Range<usize>)> = Vec::new();
        let mut starts = Vec::new();
        let mut end = 0;
        while let Some((term, tokens)) = self.next_term(end, !terms.is_empty()) {
            let range = self.tokens[tokens.start].range.start..self.tokens[tokens.end - 1].range.end;
            starts.push(tokens.start);
            terms.push((term, range));
            end = tokens.end;
        }
        let rest = self.skip_idle(end);
        if matches!(self.entry(rest), Some((_, Entry::Limit))) && terms.pop().is_some() {
            return (terms, starts.pop().unwrap_or_default());
        }
        let is_done = terms.is_empty() || rest < self.tokens.len();
        (terms, if is_done { end } else { self.tokens.len() })
    }

    /// After words without meaning and any joining word.
    fn next_term(&self, from: usize, joined: bool) -> Option<(Term, Range<usize>)> {
        let mut start = self.skip_idle(from);
        if joined && let Some((length, Entry::Joins)) = self.entry(start) {
            start = self.skip_idle(start + length);
        }
        let (term, length) = self.term(start)?;
        Some((term, start..start + length))
    }

    /// With its length in tokens, if it grades the whole item.
    fn term(&self, at: usize) -> Option<(Term, usize)> {
        let (length, Entry::Term(term)) = self.entry(at)? else { return None };
        // A longer phrase means something else: "bon état de marche".
        let start = self.tokens[at].range.start;
        let phrase = self.lexemes.iter().find(|lexeme| lexeme.range.start == start)?;
        if phrase.range.end > self.tokens[at + length - 1].range.end {
            return None;
        }
        (length > 1 || self.is_standalone(at, term)).then_some((term, length))
    }

    /// A single word grades the item, instead of describing the next word.
    fn is_standalone(&self, at: usize, term: Term) -> bool {
        // BE means "bon état" in "BE dans l’ensemble". A lowercase "be" is an English word.
        if term.is_abbreviation && self.is_clearly_abbreviation(at) {
            return true;
        }
        let next = self.skip_idle(at + 1);
        let Some(token) = self.tokens.get(next) else { return true };
        let role = self.lexemes.iter().find(|lexeme| lexeme.range.start == token.range.start);
        match self.entry(next) {
            Some((_, Entry::Term(_) | Entry::Joins | Entry::Limit | Entry::In)) => true,
            _ => term.grade.is_some() && role.and_then(|lexeme| lexeme.role).is_some_and(allows_grade_before),
        }
    }

    /// In capitals, or too long to be an ordinary word by chance.
    fn is_clearly_abbreviation(&self, at: usize) -> bool {
        const LONG: usize = 3;
        let spelled = &self.text[self.tokens[at].range.clone()];
        spelled.chars().count() >= LONG || !spelled.chars().any(char::is_lowercase)
    }

    /// After "in" ("livre en très bon état") or, at its end, after "otherwise" ("rayé sinon nickel"). The
    /// grade of a part ("écran en bon état") does not count.
    fn inner_term(&self) -> Option<Term> {
        (1..self.tokens.len()).find_map(|at| {
            let (term, length) = self.term(at)?;
            let before = self.tokens[at].range.start;
            let is_part_grade = self.lexemes.iter().any(|lexeme| {
                lexeme.range.end <= before && matches!(lexeme.role, Some(Role::Part | Role::Not))
            });
            let joins =
                (0..at).rev().find(|at| !matches!(self.entry(*at), Some((_, Entry::Idle | Entry::In))));
            let is_joined = joins.is_some_and(|at| matches!(self.entry(at), Some((_, Entry::Joins))));
            let ends = self.skip_idle(at + length) >= self.tokens.len();
            let is_in = length > 1 && matches!(self.entry(at - 1), Some((_, Entry::In)));
            ((is_joined && ends) || (is_in && !is_part_grade && !term.is_description)).then_some(term)
        })
    }

    /// Only if it grades the whole item, not what the next words name.
    fn item_term(&self, at: usize) -> Option<Term> {
        let (term, length) = self.term(at).filter(|(_, length)| *length > 1)?;
        let last = &self.tokens[at + length - 1..at + length];
        let names_state = matches!(terms::longest(last, self.languages), Some((_, Entry::Idle)));
        let next = self.entry(at + length);
        let is_limited = matches!(next, Some((_, Entry::Limit)));
        let ends = at + length >= self.tokens.len();
        (!is_limited && (names_state || ends || term.grade <= Some(Condition::LikeNew))).then_some(term)
    }

    fn skip_idle(&self, from: usize) -> usize {
        let mut at = from;
        while let Some((length, Entry::Idle | Entry::In)) = self.entry(at) {
            at += length;
        }
        at
    }

    fn entry(&self, at: usize) -> Option<(usize, Entry)> {
        terms::longest(self.tokens.get(at..)?, self.languages)
    }
}
