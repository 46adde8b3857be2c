//! Grades for eBay's conditions. An ambiguous one gets the lower grade.

use listing_domain::condition::Condition;

const TABLE: &str = include_str!("conditions.tsv");

pub(super) fn from_id(id: &str) -> Option<Condition> {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    let mut known = lines.filter_map(|line| line.split_once('\t'));
    let (_, rest) = known.find(|(known, _)| *known == id)?;
    rest.split('\t').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_in_the_table_has_a_grade_and_an_unknown_id_has_none() {
        let lines: Vec<&str> = TABLE.lines().filter(|line| !line.starts_with('#')).collect();
        for line in &lines {
            assert!(from_id(line.split('\t').next().unwrap()).is_some(), "{line}");
        }
        assert_eq!(lines.len(), 16);
        assert_eq!(from_id("3000"), Some(Condition::Good));
        assert_eq!(from_id("1500"), Some(Condition::New));
        assert_eq!(from_id("7000"), Some(Condition::ForParts));
        for id in ["", "300", "30000", "#", "new"] {
            assert_eq!(from_id(id), None, "{id}");
        }
    }
}
