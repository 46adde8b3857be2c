//! Removes a writer's sentences that contradict the seller, name another grade or promise something in the
//! seller's name. Missing facts are added later in the seller's words.

mod words;

use std::collections::HashSet;

use self::words::{Clause, Polarity, Role, clauses};
use super::Item;
use super::stated::StatedAttribute;
use crate::attributes::{Attribute, AttributeText, Source};
use crate::condition::Condition;
use crate::notes::Notes;
use crate::options::Language;
use crate::statement::{ConditionStatement, grades_named_in};
use crate::text::has_words;

const TITLE_PARTS: [&str; 6] = [" - ", " – ", " — ", " | ", " · ", ", "];
const LIST_PARTS: &str = " · ";
/// Between clauses that can be removed from a sentence.
const COMMA: &str = ", ";

/// The seller's claims, which a writer's text must not contradict.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a statement of its own")]
pub(super) struct Claims {
    /// Grades that a text may name.
    grades: HashSet<Condition>,
    /// Stems of affirmed words, none of them in `negated`.
    affirmed: HashSet<String>,
    /// Stems of negated words, none of them in `affirmed`.
    negated: HashSet<String>,
    /// The words of the seller's claims, such as "works".
    sellers: HashSet<String>,
    /// The seller's words as published, in the form of [`folded`].
    published: HashSet<String>,
    /// Something is missing or not included.
    has_missing_part: bool,
    /// Nothing else is included.
    excludes_extras: bool,
    /// The item does not work or was not tested.
    is_doubtful: bool,
    has_defect: bool,
}

impl Claims {
    /// Lines that repeat the `published` words stay unchanged, because removing markup may have changed their
    /// meaning.
    pub(super) fn of(item: &Item, published: &[StatedAttribute]) -> Self {
        let known = &item.known;
        let fields = [&known.name, &known.size, &known.condition, &known.color, &known.material];
        let fields = fields.into_iter().flatten().map(AttributeText::as_str);
        let notes = known.notes.as_ref().map(Notes::as_str).unwrap_or_default();
        let published = published.iter().map(|one| one.text.as_str());
        let stated: Vec<&str> = fields.chain(notes.lines()).collect();
        let published = published.map(folded).collect();
        let mut claims = Self { published, ..Self::default() };
        for text in &stated {
            claims.add(text);
        }
        let both: Vec<String> = claims.affirmed.intersection(&claims.negated).cloned().collect();
        for stem in both {
            claims.affirmed.remove(&stem);
            claims.negated.remove(&stem);
        }
        // Names claim nothing, even with claim words: "New Balance", the title of a book.
        let brand = known.brand.as_ref().map(AttributeText::as_str);
        let mut names: Vec<&str> = brand.into_iter().chain(detected_values(item)).collect();
        names.extend(Language::ALL.iter().map(|language| item.product.noun(*language).text()));
        for text in names {
            claims.grades.extend(grades_named_in(text));
            claims
                .sellers
                .extend(clauses(text).into_iter().flat_map(|clause| clause.claims).map(|(.., text)| text));
        }
        let condition = known.condition.as_ref().map(|words| ConditionStatement::read(words.as_str()));
        claims.has_defect = condition.as_ref().is_some_and(|condition| condition.defects().next().is_some());
        claims.is_doubtful |= claims.grades.contains(&Condition::ForParts);
        claims.grades.insert(item.attributes.condition_or_assumed());
        claims.grades.extend(condition.and_then(|condition| condition.grade()));
        claims
    }

    fn add(&mut self, text: &str) {
        self.grades.extend(grades_named_in(text));
        for clause in clauses(text) {
            self.has_missing_part |= clause.has(Role::Lacks) || clause.has(Role::Except);
            self.excludes_extras |= clause.has(Role::Only);
            for (role, polarity, words) in &clause.claims {
                let is_negated = *polarity == Polarity::Negated;
                self.is_doubtful |= *role == Role::Unsure || (*role == Role::Works && is_negated);
                // "Complete except one ball" does not claim completeness.
                if !is_negated && !clause.is_limit() {
                    self.sellers.insert(words.clone());
                }
            }
            for (stem, polarity) in clause.words {
                match polarity {
                    Polarity::Affirmed => self.affirmed.insert(stem),
                    Polarity::Negated => self.negated.insert(stem),
                    Polarity::Unclear => false,
                };
            }
        }
    }

    /// The text without contradicting sentences.
    pub(super) fn filter(&self, text: &str) -> String {
        let line = |line: &str| {
            if self.is_published(line) {
                return line.to_owned();
            }
            sentences(line).into_iter().map(|sentence| self.filter_sentence(sentence)).collect::<String>()
        };
        let lines: Vec<String> = text.split('\n').map(line).collect();
        let lines = lines.iter().zip(text.split('\n'));
        let lines = lines.map(|(rest, whole)| if rest.len() < whole.len() { rest.trim_end() } else { whole });
        lines.collect::<Vec<_>>().join("\n")
    }

    /// The line only lists facts in the seller's published words.
    fn is_published(&self, line: &str) -> bool {
        let is_value = |value: &str| {
            self.published.contains(&folded(value))
                || value.split(COMMA).all(|piece| self.published.contains(&folded(piece)))
        };
        line.split(LIST_PARTS)
            .all(|part| is_value(part) || part.split_once(':').is_some_and(|(_, value)| is_value(value)))
    }

    /// The parts that don't contradict the seller; `None` if the beginning does.
    pub(super) fn filter_title(&self, title: &str) -> Option<String> {
        if !self.rules_out(title) {
            return Some(title.to_owned());
        }
        let ends = TITLE_PARTS.iter().flat_map(|mark| title.match_indices(mark).map(|(at, _)| at));
        let mut ends: Vec<usize> = ends.chain([0, title.len()]).collect();
        ends.sort_unstable();
        ends.dedup();
        let parts = ends.windows(2).map(|ends| &title[ends[0]..ends[1]]);
        let rest: String = parts.clone().filter(|part| !self.rules_out(part)).collect();
        let has_beginning = parts.clone().next().is_some_and(|part| !self.rules_out(part));
        (has_beginning && has_words(&rest) && !self.rules_out(&rest)).then_some(rest)
    }

    /// The sentence contradicts the seller or claims more.
    pub(super) fn rules_out(&self, sentence: &str) -> bool {
        let clauses = clauses(sentence);
        let is_limited = clauses.iter().any(Clause::is_limit);
        clauses.iter().any(|clause| self.rules_out_clause(clause, is_limited))
    }

    fn rules_out_clause(&self, clause: &Clause<'_>, is_limited: bool) -> bool {
        self.names_another_grade(clause.text)
            || clause.words.iter().any(|(stem, polarity)| match polarity {
                Polarity::Affirmed => !is_limited && self.negated.contains(stem),
                Polarity::Negated => self.affirmed.contains(stem),
                Polarity::Unclear => false,
            })
            || clause.claims.iter().any(|(role, polarity, words)| {
                let is_own = self.sellers.contains(words);
                let is_claimed = *polarity == Polarity::Affirmed;
                !is_own
                    && match role {
                        Role::Promise => true,
                        Role::Flawless => self.has_defect,
                        Role::New => is_claimed && !self.grades.iter().any(|grade| *grade <= Condition::New),
                        Role::Works => is_claimed && self.is_doubtful,
                        Role::Whole => {
                            is_claimed && (self.has_missing_part || self.excludes_extras) && !is_limited
                        }
                        Role::Included => is_claimed && self.excludes_extras && !is_limited,
                        _ => false,
                    }
            })
    }

    fn names_another_grade(&self, clause: &str) -> bool {
        let named = grades_named_in(clause);
        named.iter().any(|grade| !self.grades.contains(grade))
    }

    /// Without contradicting clauses; empty if the rest makes no sense.
    fn filter_sentence(&self, sentence: &str) -> String {
        if !self.rules_out(sentence) {
            return sentence.to_owned();
        }
        let body = sentence.trim_end();
        let end = body.trim_end_matches(['.', '!', '?', '…']).len();
        let is_limited = clauses(sentence).iter().any(Clause::is_limit);
        let is_ruled_out =
            |part: &&str| clauses(part).iter().any(|clause| self.rules_out_clause(clause, is_limited));
        let mut parts = body[..end].split(COMMA);
        let Some(first) = parts.next().filter(|first| !is_ruled_out(first)) else { return String::new() };
        let rest = parts.filter(|part| !is_ruled_out(part));
        let filtered = [first].into_iter().chain(rest).collect::<Vec<_>>().join(COMMA);
        let filtered = format!("{filtered}{}", &sentence[end..]);
        if self.rules_out(&filtered) { String::new() } else { filtered }
    }
}

/// The facts that a seller's text mentions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct StatedFacts {
    works: bool,
    complete: bool,
}

impl StatedFacts {
    /// Working, not working, or not tested.
    pub(crate) const fn has_working_order(self) -> bool {
        self.works
    }

    /// Complete, or something missing.
    pub(crate) const fn has_completeness(self) -> bool {
        self.complete
    }
}

pub(crate) fn stated_facts(text: &str) -> StatedFacts {
    let mut facts = StatedFacts::default();
    for clause in clauses(text) {
        facts.works |= clause.claims.iter().any(|(role, ..)| matches!(role, Role::Works | Role::Unsure));
        let is_whole = clause.claims.iter().any(|(role, ..)| *role == Role::Whole);
        facts.complete |= is_whole || clause.has(Role::Lacks) || clause.has(Role::Except);
    }
    facts
}

/// Read on the item or recognized from the photos.
fn detected_values(item: &Item) -> impl Iterator<Item = &str> {
    let attributes = &item.attributes;
    let found = [&attributes.name, &attributes.brand, &attributes.size, &attributes.material];
    let found = found.into_iter().flatten();
    let is_read = |attribute: &&Attribute| matches!(attribute.source, Source::Label | Source::Seen);
    found.filter(is_read).map(|attribute| attribute.value.as_str())
}

/// In lower case, with ordinary spaces, without a full stop at the end.
fn folded(text: &str) -> String {
    let text = text.replace('\u{a0}', " ").to_lowercase();
    text.trim().trim_end_matches('.').to_owned()
}

/// Each with the spaces after it.
fn sentences(line: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let mut start = 0;
    for (at, c) in line.char_indices() {
        let next = at + c.len_utf8();
        let rest = &line[next..];
        if matches!(c, '.' | '!' | '?' | '…') && rest.starts_with(char::is_whitespace) {
            let end = next + rest.len() - rest.trim_start().len();
            // In French, a space precedes "!" and "?".
            if !rest.trim_start().starts_with(['.', '!', '?']) {
                sentences.push(&line[start..end]);
                start = end;
            }
        }
    }
    sentences.push(&line[start..]);
    sentences
}

#[cfg(test)]
mod tests;
