//! Combines the clauses of a statement into one grade.

use crate::condition::Condition;

/// The meaning of a condition, over all clauses.
#[derive(Debug, Clone, Default)]
pub(super) struct Hints {
    /// Grades named by the seller.
    pub(super) named: Vec<Condition>,
    /// Grades implied by a description: "worn once".
    pub(super) described: Vec<Condition>,
    /// Weaker grades, used only in the absence of others: it works, it has no defect.
    pub(super) fallback: Vec<Condition>,
    pub(super) defects: Vec<Severity>,
    /// All other evidence.
    pub(super) clues: Vec<Clue>,
}

/// Evidence for a grade that names none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Clue {
    /// The item still has its labels.
    Tags,
    /// The item has been washed, so it is not new.
    Washed,
    /// The statement expresses a doubt or an excuse.
    Doubt,
    Works,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Severity {
    /// A mere trace.
    Trace,
    /// The defect shows, or something is missing.
    Plain,
    /// The item may not work, unless the statement says that it does.
    Doubtful,
    /// The item does not work, or needs repair first.
    Fatal,
}

impl Severity {
    /// The worst grade that promises better than such a defect.
    const fn worst_contradicted_grade(self, works: bool) -> Condition {
        match (self, works) {
            (Self::Trace, _) => Condition::LikeNew,
            (Self::Plain, _) | (Self::Doubtful, true) => Condition::VeryGood,
            (Self::Doubtful, false) => Condition::Good,
            (Self::Fatal, _) => Condition::Fair,
        }
    }
}

/// The grade, if any, and true if the seller named it.
///
/// A named grade stays, regardless of other statements; of two, the lower wins. Doubts and traces of wear
/// lower the grade of a description, and a contradicting defect removes it. Only the seller's own word makes
/// an item worn or broken.
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

/// Returns true if a defect contradicts a grade: a buyer would not expect it.
pub(super) fn is_contradicted(grade: Condition, hints: &Hints) -> bool {
    let works = hints.clues.contains(&Clue::Works);
    hints.defects.iter().any(|defect| grade <= defect.worst_contradicted_grade(works))
}

/// The next worse grade; `Fair` and worse stay, since a doubt alone breaks nothing.
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
    fn a_named_grade_stays() {
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
    fn doubt_lowers_a_described_grade() {
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
    fn a_defect_contradicts_a_grade_that_promises_better() {
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
