//! Finds the known name that a mistyped one probably means.

const MAX_DISTANCE: usize = 3;

pub(super) fn nearest<'a>(unknown: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let max_distance = MAX_DISTANCE.min(unknown.len() / 3);
    let near = known.map(|name| (distance(unknown, name), name));
    // A shortened name, such as `smtp` for `smtp_host`, is as likely as a mistyped one.
    let near =
        near.filter(|(distance, name)| *distance <= max_distance || name.starts_with(&format!("{unknown}_")));
    near.min().map(|(_, name)| name)
}

/// The number of bytes to insert, remove or replace.
fn distance(from: &str, to: &str) -> usize {
    let (from, to) = (from.as_bytes(), to.as_bytes());
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (above, a) in from.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = above + 1;
        for (column, b) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(a != b);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(row[column] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelled_setting_gets_the_nearest_known_name() {
        let known = ["PTL_RATE_FREE_PER_MINUTE", "PTL_RATE_PRO_PER_MINUTE", "PTL_SMTP_HOST"];
        for (unknown, meant) in [
            ("PTL_RATE_FREE_PER_MINUTES", Some("PTL_RATE_FREE_PER_MINUTE")),
            ("PTL_RATEFREE_PER_MINUTE", Some("PTL_RATE_FREE_PER_MINUTE")),
            ("PTL_SMPT_HOST", Some("PTL_SMTP_HOST")),
            ("PTL_RATE", Some("PTL_RATE_PRO_PER_MINUTE")),
            ("PTL_OTHER_THING", None),
        ] {
            assert_eq!(nearest(unknown, known.into_iter()), meant, "{unknown}");
        }
    }
}
