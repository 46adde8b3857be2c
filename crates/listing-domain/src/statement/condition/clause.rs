//! Reads one clause, such as the words between two commas.

use super::judge::{Clue, Hints, Severity};
use super::lexicon::{Lexeme, Role};
use crate::condition::Condition;

/// Uses of an item in condition "like new".
const HARDLY_USED: u32 = 2;
/// Uses of an item in "very good" condition.
const LITTLE_USED: u32 = 9;

#[derive(Debug, Clone, Default)]
pub(super) struct Clause {
    /// "worn once".
    described: Vec<Condition>,
    /// Weaker grades, if nothing implies another: "it works".
    fallback: Vec<Condition>,
    pub(super) defects: Vec<Severity>,
    clues: Vec<Clue>,
    /// A denied defect ("no stains"), whose list the next clause may continue.
    excludes_defect: bool,
    /// The defect is gone or intentional.
    pub(super) undoes_previous_defects: bool,
}

impl Clause {
    /// It may continue the previous clause's list of denied defects.
    pub(super) fn read(lexemes: &[Lexeme], previous: Option<&Self>) -> Self {
        let (clause, negation) = (Self::default(), Negation::default());
        let mut reader = Reader { lexemes, clause, negation, is_light: false, is_faulty: false };
        if previous.is_some_and(|previous| previous.excludes_defect) && reader.continues_exclusions() {
            reader.negation = Negation::Full;
        }
        for at in 0..lexemes.len() {
            reader.read_lexeme(at);
        }
        reader.finish()
    }

    pub(super) fn add_to(&self, hints: &mut Hints) {
        hints.described.extend(&self.described);
        hints.fallback.extend(&self.fallback);
        hints.defects.extend(&self.defects);
        // A doubt concerns only its own clause's grade.
        let counts = |clue: &&Clue| **clue != Clue::Doubt || !self.described.is_empty();
        hints.clues.extend(self.clues.iter().filter(counts));
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Negation {
    #[default]
    Absent,
    /// "hardly".
    Partial,
    /// "not".
    Full,
}

struct Reader<'a> {
    lexemes: &'a [Lexeme],
    clause: Clause,
    negation: Negation,
    /// After a word such as "small": the next defect is a mere trace.
    is_light: bool,
    /// After a general word ("flaw"), until a specific defect follows.
    is_faulty: bool,
}

impl Reader<'_> {
    fn has(&self, is: impl Fn(Role) -> bool) -> bool {
        self.lexemes.iter().filter_map(|lexeme| lexeme.role).any(is)
    }

    fn is_negated(&self) -> bool {
        self.negation == Negation::Full
    }

    /// "no stains, rips or tears".
    fn continues_exclusions(&self) -> bool {
        let first = self.lexemes.first().and_then(|lexeme| lexeme.role);
        match first {
            Some(Role::Link) => true,
            Some(role) => role.is_defect() && self.has(|role| role == Role::Link),
            None => false,
        }
    }

    fn read_lexeme(&mut self, at: usize) {
        let Some(role) = self.lexemes[at].role else {
            self.clause.described.extend(self.rating(at));
            return;
        };
        match role {
            Role::Not | Role::Without => self.negation = Negation::Full,
            Role::Little => self.negation = Negation::Partial,
            Role::Light => self.read_light(at),
            Role::Heavy => self.is_light = false,
            Role::Grade(grade) => self.read_grade(grade),
            Role::Worn => self.read_worn(),
            Role::Tags if self.is_negated() || self.has(|role| role == Role::Removed) => {}
            Role::Tags => self.clause.clues.push(Clue::Tags),
            Role::Use => self.read_use(),
            Role::Tried => {
                self.clause.described.push(if self.is_negated() {
                    Condition::New
                } else {
                    Condition::LikeNew
                });
                self.negation = Negation::Absent;
            }
            Role::Washed if !self.is_negated() => self.clause.clues.push(Clue::Washed),
            Role::Works => self.read_works(at),
            Role::Purpose => self.clause.defects.push(Severity::Doubtful),
            Role::Excuse | Role::Hedge => self.clause.clues.push(Clue::Doubt),
            role if role.is_defect() => self.read_defect(role),
            _ => {}
        }
    }

    /// The next or previous defect becomes a trace: "rayures légères".
    fn read_light(&mut self, at: usize) {
        self.is_light = true;
        let previous = self.lexemes[..at].iter().rev().filter_map(|lexeme| lexeme.role);
        let last = previous.into_iter().find(|role| *role != Role::Idle);
        if let (Some(Role::Wear), Some(severity @ Severity::Plain)) = (last, self.clause.defects.last_mut()) {
            *severity = Severity::Trace;
        }
    }

    /// Within a remark, a grade counts for the whole item only if negated ("not in good condition"). A bad
    /// grade counts as a defect.
    fn read_grade(&mut self, grade: Condition) {
        if self.is_negated() {
            self.negation = Negation::Absent;
            // "Not new" only means used, "not good" a worse grade.
            if grade > Condition::LikeNew {
                self.clause.described.push(Condition::Fair.max(grade));
            }
            return;
        }
        match grade {
            Condition::ForParts => self.clause.defects.push(Severity::Fatal),
            Condition::Fair => self.clause.defects.push(Severity::Plain),
            _ => {}
        }
    }

    fn read_worn(&mut self) {
        if self.is_negated() {
            self.clause.fallback.push(Condition::VeryGood);
            self.clause.excludes_defect = true;
        } else {
            self.clause.defects.push(if self.is_light { Severity::Trace } else { Severity::Plain });
        }
    }

    fn read_use(&mut self) {
        let grade_for_uses = |times| match times {
            times if times <= HARDLY_USED => Condition::LikeNew,
            times if times <= LITTLE_USED => Condition::VeryGood,
            _ => Condition::Good,
        };
        let grade = match self.negation {
            Negation::Full => Some(Condition::New),
            Negation::Partial => Some(Condition::VeryGood),
            Negation::Absent => self.times().map(grade_for_uses),
        };
        self.negation = if self.is_negated() { Negation::Absent } else { self.negation };
        self.clause.described.extend(grade);
    }

    fn times(&self) -> Option<u32> {
        let counted = self.lexemes.iter().find_map(|lexeme| match lexeme.role {
            Some(Role::Count(times)) => Some(times),
            _ => None,
        });
        let number = || self.lexemes.iter().filter_map(|lexeme| lexeme.number).max();
        let has_times = self.has(|role| role == Role::Times);
        counted.or_else(|| if has_times { number() } else { None })
    }

    fn read_works(&mut self, at: usize) {
        let next = self.lexemes.get(at + 1).and_then(|lexeme| lexeme.role);
        if self.is_negated() || matches!(next, Some(Role::Not | Role::After)) {
            self.clause.defects.push(Severity::Fatal);
            self.negation = Negation::Absent;
        } else {
            self.clause.clues.push(Clue::Works);
            self.clause.fallback.push(Condition::Good);
        }
    }

    fn read_defect(&mut self, role: Role) {
        if self.is_negated() || (self.negation == Negation::Partial && role == Role::Whole) {
            self.clause.excludes_defect = true;
            if role == Role::Whole {
                self.clause.fallback.push(Condition::VeryGood);
            }
            return;
        }
        if role == Role::Whole {
            self.is_faulty = true;
            return;
        }
        let is_light = self.is_light || self.negation == Negation::Partial;
        self.clause.defects.push(match role {
            Role::Wear if is_light => Severity::Trace,
            Role::Hole if self.has(|role| role == Role::Set) => Severity::Fatal,
            Role::Broken if is_light => Severity::Plain,
            Role::Broken => Severity::Doubtful,
            Role::Dead => Severity::Fatal,
            _ => Severity::Plain,
        });
    }

    /// Out of 5, 10 or 20, such as "9/10". Even the best means only "very good".
    fn rating(&self, at: usize) -> Option<Condition> {
        let [points, stroke, best] = self.lexemes.get(at..at + 3)? else { return None };
        let (points, best) = (points.number?, best.number?);
        if stroke.mark != Some('/') || points > best {
            return None;
        }
        let out_of_ten = match best {
            10 => points,
            5 => points * 2,
            20 => points / 2,
            _ => return None,
        };
        Some(match out_of_ten {
            9.. => Condition::VeryGood,
            8 => Condition::Good,
            _ => Condition::Fair,
        })
    }

    fn finish(mut self) -> Clause {
        // "The only flaw is a tiny mark" is one defect.
        if self.is_faulty && self.clause.defects.is_empty() {
            self.clause.defects.push(if self.is_light { Severity::Trace } else { Severity::Plain });
        }
        if self.has(|role| matches!(role, Role::Gone | Role::Meant)) {
            self.clause.undoes_previous_defects = self.clause.defects.is_empty();
            self.clause.defects.clear();
        }
        self.clause
    }
}
