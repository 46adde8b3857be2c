//! Reads one part of a statement, between two commas.

use super::judge::{Clue, Hints, Severity};
use super::lexicon::{Lexeme, Role};
use crate::condition::Condition;

/// The most uses of a thing that is like new, and of one that is very good.
const HARDLY_USED: u32 = 2;
const LITTLE_USED: u32 = 9;

#[derive(Debug, Clone, Default)]
pub(super) struct Part {
    /// Grades implied by the part: "worn once".
    amounts_to: Vec<Condition>,
    /// Weaker grades, used only in the absence of others: it works.
    implied: Vec<Condition>,
    pub(super) defects: Vec<Severity>,
    clues: Vec<Clue>,
    /// True if the part excludes a defect; the next part may continue the list.
    excludes: bool,
    /// True if the defect in the previous part is gone or intentional.
    pub(super) undoes_what_was_told: bool,
}

impl Part {
    /// Reads a part, which may continue the exclusions of the part before it.
    pub(super) fn read(lexemes: &[Lexeme], before: Option<&Self>) -> Self {
        let (part, turn) = (Self::default(), Turn::default());
        let mut reader = Reader { lexemes, part, turn, light: false, is_faulty: false };
        if before.is_some_and(|before| before.excludes) && reader.continues() {
            reader.turn = Turn::Wholly;
        }
        for at in 0..lexemes.len() {
            reader.see(at);
        }
        reader.finish()
    }

    /// Adds the part to the hints of the whole statement.
    pub(super) fn add_to(&self, hints: &mut Hints) {
        hints.amounts_to.extend(&self.amounts_to);
        hints.implied.extend(&self.implied);
        hints.defects.extend(&self.defects);
        // A doubt concerns only a grade in the same part.
        let counts = |clue: &&Clue| **clue != Clue::Doubt || !self.amounts_to.is_empty();
        hints.clues.extend(self.clues.iter().filter(counts));
    }
}

/// The negation of the words that follow.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Turn {
    #[default]
    No,
    /// "Hardly".
    Almost,
    /// "Not".
    Wholly,
}

struct Reader<'a> {
    lexemes: &'a [Lexeme],
    part: Part,
    turn: Turn,
    /// True if the next defect is a mere trace.
    light: bool,
    /// True if the item has a defect that no word has specified yet.
    is_faulty: bool,
}

impl Reader<'_> {
    fn has(&self, is: impl Fn(Role) -> bool) -> bool {
        self.lexemes.iter().filter_map(|lexeme| lexeme.role).any(is)
    }

    fn is_turned(&self) -> bool {
        self.turn == Turn::Wholly
    }

    /// Returns true if the part continues a list of exclusions: "no stains, rips or tears".
    fn continues(&self) -> bool {
        let first = self.lexemes.first().and_then(|lexeme| lexeme.role);
        match first {
            Some(Role::Link) => true,
            Some(role) => role.is_defect() && self.has(|role| role == Role::Link),
            None => false,
        }
    }

    fn see(&mut self, at: usize) {
        let Some(role) = self.lexemes[at].role else {
            self.part.amounts_to.extend(self.rating(at));
            return;
        };
        match role {
            Role::Not | Role::Without => self.turn = Turn::Wholly,
            Role::Little => self.turn = Turn::Almost,
            Role::Light => self.see_light(at),
            Role::Heavy => self.light = false,
            Role::Grade(grade) => self.see_grade(grade),
            Role::Worn => self.see_worn(),
            Role::Tags if self.is_turned() || self.has(|role| role == Role::Removed) => {}
            Role::Tags => self.part.clues.push(Clue::Tags),
            Role::Use => self.see_use(),
            Role::Tried => {
                self.part.amounts_to.push(if self.is_turned() { Condition::New } else { Condition::LikeNew });
                self.turn = Turn::No;
            }
            Role::Washed if !self.is_turned() => self.part.clues.push(Clue::Washed),
            Role::Works => self.see_works(at),
            Role::Purpose => self.part.defects.push(Severity::Doubtful),
            Role::Excuse | Role::Hedge => self.part.clues.push(Clue::Doubt),
            role if role.is_defect() => self.see_defect(role),
            _ => {}
        }
    }

    /// Reduces the next defect, or the previous one, to a trace: "rayures légères".
    fn see_light(&mut self, at: usize) {
        self.light = true;
        let before = self.lexemes[..at].iter().rev().filter_map(|lexeme| lexeme.role);
        let told = before.into_iter().find(|role| *role != Role::Idle);
        if let (Some(Role::Wear), Some(severity @ Severity::Plain)) = (told, self.part.defects.last_mut()) {
            *severity = Severity::Trace;
        }
    }

    /// Reads a grade within a remark. It does not grade the whole item unless negated; a bad one is a defect
    /// of the thing in question.
    fn see_grade(&mut self, grade: Condition) {
        if self.is_turned() {
            self.turn = Turn::No;
            // Not new means used; not good means worse.
            if grade > Condition::LikeNew {
                self.part.amounts_to.push(Condition::Fair.max(grade));
            }
            return;
        }
        match grade {
            Condition::ForParts => self.part.defects.push(Severity::Fatal),
            Condition::Fair => self.part.defects.push(Severity::Plain),
            _ => {}
        }
    }

    fn see_worn(&mut self) {
        if self.is_turned() {
            self.part.implied.push(Condition::VeryGood);
            self.part.excludes = true;
        } else {
            self.part.defects.push(if self.light { Severity::Trace } else { Severity::Plain });
        }
    }

    fn see_use(&mut self) {
        let by_times = |times| match times {
            times if times <= HARDLY_USED => Condition::LikeNew,
            times if times <= LITTLE_USED => Condition::VeryGood,
            _ => Condition::Good,
        };
        let grade = match self.turn {
            Turn::Wholly => Some(Condition::New),
            Turn::Almost => Some(Condition::VeryGood),
            Turn::No => self.times().map(by_times),
        };
        self.turn = if self.is_turned() { Turn::No } else { self.turn };
        self.part.amounts_to.extend(grade);
    }

    /// The stated number of uses, if any.
    fn times(&self) -> Option<u32> {
        let counted = self.lexemes.iter().find_map(|lexeme| match lexeme.role {
            Some(Role::Count(times)) => Some(times),
            _ => None,
        });
        let number = || self.lexemes.iter().filter_map(|lexeme| lexeme.number).max();
        let has_times = self.has(|role| role == Role::Times);
        counted.or_else(|| if has_times { number() } else { None })
    }

    fn see_works(&mut self, at: usize) {
        let next = self.lexemes.get(at + 1).and_then(|lexeme| lexeme.role);
        if self.is_turned() || matches!(next, Some(Role::Not | Role::After)) {
            self.part.defects.push(Severity::Fatal);
            self.turn = Turn::No;
        } else {
            self.part.clues.push(Clue::Works);
            self.part.implied.push(Condition::Good);
        }
    }

    fn see_defect(&mut self, role: Role) {
        if self.is_turned() || (self.turn == Turn::Almost && role == Role::Whole) {
            self.part.excludes = true;
            if role == Role::Whole {
                self.part.implied.push(Condition::VeryGood);
            }
            return;
        }
        if role == Role::Whole {
            self.is_faulty = true;
            return;
        }
        let light = self.light || self.turn == Turn::Almost;
        self.part.defects.push(match role {
            Role::Wear if light => Severity::Trace,
            Role::Hole if self.has(|role| role == Role::Set) => Severity::Fatal,
            Role::Broken if light => Severity::Plain,
            Role::Broken => Severity::Doubtful,
            Role::Dead => Severity::Fatal,
            _ => Severity::Plain,
        });
    }

    /// Reads a rating: "9/10". Even full marks give only very good.
    fn rating(&self, at: usize) -> Option<Condition> {
        let [points, stroke, best] = self.lexemes.get(at..at + 3)? else { return None };
        let (points, best) = (points.number?, best.number?);
        if stroke.mark != Some('/') || points > best {
            return None;
        }
        let of_ten = match best {
            10 => points,
            5 => points * 2,
            20 => points / 2,
            _ => return None,
        };
        Some(match of_ten {
            9.. => Condition::VeryGood,
            8 => Condition::Good,
            _ => Condition::Fair,
        })
    }

    fn finish(mut self) -> Part {
        // "The only flaw is a tiny mark" names one defect.
        if self.is_faulty && self.part.defects.is_empty() {
            self.part.defects.push(if self.light { Severity::Trace } else { Severity::Plain });
        }
        if self.has(|role| matches!(role, Role::Gone | Role::Meant)) {
            self.part.undoes_what_was_told = self.part.defects.is_empty();
            self.part.defects.clear();
        }
        self.part
    }
}
