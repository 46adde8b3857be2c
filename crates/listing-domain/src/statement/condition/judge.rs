//! Combines the evidence from all clauses into one grade.

use crate::condition::Condition;

#[derive(Debug, Clone, Default)]
pub(super) struct Hints {
    pub(super) named: Vec<Condition>,
    /// "worn once".
    pub(super) described: Vec<Condition>,
    /// Weaker grades, if nothing names or implies another: "it works", "no defect".
    pub(super) fallback: Vec<Condition>,
    pub(super) defects: Vec<Severity>,
    /// Such as a doubt.
    pub(super) clues: Vec<Clue>,
}

/// It influences the grade without naming or implying one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Clue {
    /// With the labels of a new item.
    Tags,
    /// Washed, so not new.
    Washed,
    /// A doubt ("I think") or an excuse ("for its age").
    Doubt,
    Works,
}

/// From mild to fatal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Severity {
    /// Hardly visible.
    Trace,
    /// Visible, or something missing.
    Plain,
    /// The item may not work, unless stated.
    Doubtful,
    /// The item does not work, or needs repair first.
    Fatal,
}

impl Severity {
    /// Better grades are contradicted too.
    const fn worst_contradicted_grade(self, works: bool) -> Condition {
        match (self, works) {
            (Self::Trace, _) => Condition::LikeNew,
            (Self::Plain, _) | (Self::Doubtful, true) => Condition::VeryGood,
            (Self::Doubtful, false) => Condition::Good,
            (Self::Fatal, _) => Condition::Fair,
        }
    }
}

/// With true if the seller named it.
///
/// A named grade stays, whatever else the text says; of two, the worse wins. Doubts and traces of wear lower
/// a described grade, and a contradicting defect removes it. An item is graded as worn or broken only if the
/// seller says so.
pub(super) fn grade(hints: &Hints) -> Option<(Condition, bool)> {
    let has = |clue| hints.clues.contains(&clue);
    if let Some(worst) = hints.named.iter().copied().max() {
        let has_tags = has(Clue::Tags) || hints.named.contains(&Condition::NewWithTags);
        let is_tagged = worst == Condition::New && has_tags;
        return Some((if is_tagged { Condition::NewWithTags } else { worst }, true));
    }
    let tagged = has(Clue::Tags).then_some(Condition::NewWithTags);
    let described = hints.described.iter().copied().max();
    let described = match (described, tagged) {
        (None | Some(Condition::New), Some(tagged)) => Some(tagged),
        (described, _) => described,
    };
    let described =
        described.map(|grade| if has(Clue::Washed) { grade.max(Condition::LikeNew) } else { grade });
    let described = described.map(|grade| if has(Clue::Doubt) { next_worse(grade) } else { grade });
    let grade = described.or_else(|| hints.fallback.iter().copied().max())?;
    match hints.defects.iter().copied().max() {
        None => Some((grade, false)),
        Some(Severity::Trace) => Some((grade.max(Condition::Good), false)),
        Some(_) => (grade >= Condition::Fair).then_some((grade, false)),
    }
}

/// A buyer would not expect one of the defects.
pub(super) fn is_contradicted(grade: Condition, hints: &Hints) -> bool {
    let works = hints.clues.contains(&Clue::Works);
    hints.defects.iter().any(|defect| grade <= defect.worst_contradicted_grade(works))
}

/// `Fair` and worse stay, because a doubt alone does not break an item.
fn next_worse(grade: Condition) -> Condition {
    if grade >= Condition::Fair {
        return grade;
    }
    let worse = Condition::ALL.iter().copied().find(|other| *other > grade);
    worse.unwrap_or(grade)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grade_named_by_the_seller_stays_despite_other_evidence() {
        let named = |named: &[Condition]| Hints { named: named.to_vec(), ..Hints::default() };
        let check = |hints: Hints, expected| {
            assert_eq!(grade(&hints), Some((expected, true)), "{hints:?}");
        };
        check(named(&[Condition::New, Condition::VeryGood]), Condition::VeryGood);
        check(Hints { clues: vec![Clue::Tags], ..named(&[Condition::New]) }, Condition::NewWithTags);
        check(named(&[Condition::New, Condition::NewWithTags]), Condition::NewWithTags);
        check(Hints { clues: vec![Clue::Tags], ..named(&[Condition::Good]) }, Condition::Good);
        check(Hints { clues: vec![Clue::Washed], ..named(&[Condition::New]) }, Condition::New);
        check(Hints { clues: vec![Clue::Doubt], ..named(&[Condition::Good]) }, Condition::Good);
        check(Hints { defects: vec![Severity::Fatal], ..named(&[Condition::New]) }, Condition::New);
    }

    #[test]
    fn a_doubt_lowers_the_grade_implied_by_a_description() {
        let describing = |grades: &[Condition]| Hints { described: grades.to_vec(), ..Hints::default() };
        let check = |hints: Hints, expected: Option<Condition>| {
            assert_eq!(grade(&hints), expected.map(|grade| (grade, false)), "{hints:?}");
        };
        check(Hints::default(), None);
        check(describing(&[Condition::New, Condition::LikeNew]), Some(Condition::LikeNew));
        check(Hints { clues: vec![Clue::Washed], ..describing(&[Condition::New]) }, Some(Condition::LikeNew));
        check(
            Hints { clues: vec![Clue::Doubt], ..describing(&[Condition::LikeNew]) },
            Some(Condition::VeryGood),
        );
        let trace = Hints { defects: vec![Severity::Trace], ..describing(&[Condition::LikeNew]) };
        check(trace, Some(Condition::Good));
        for severity in [Severity::Plain, Severity::Doubtful, Severity::Fatal] {
            check(Hints { defects: vec![severity], ..describing(&[Condition::LikeNew]) }, None);
            check(Hints { defects: vec![severity], ..Hints::default() }, None);
        }
    }

    #[test]
    fn a_defect_contradicts_grades_that_exclude_it() {
        let check = |grade, defect, expected| {
            let hints = Hints { defects: vec![defect], ..Hints::default() };
            assert_eq!(is_contradicted(grade, &hints), expected, "{grade} {defect:?}");
        };
        check(Condition::New, Severity::Trace, true);
        check(Condition::VeryGood, Severity::Trace, false);
        check(Condition::VeryGood, Severity::Plain, true);
        check(Condition::Good, Severity::Plain, false);
        check(Condition::Good, Severity::Fatal, true);
        check(Condition::ForParts, Severity::Fatal, false);
    }
}
