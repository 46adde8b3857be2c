//! Checks that every measured figure is in only one place of the documentation.

use std::collections::BTreeMap;
use std::fs;

use anyhow::Result;

use xtask::project;

const UNITS: [&str; 8] = ["%", "ms", "µs", "s", "MB", "MiB", "GB", "times"];

/// Counts such as `98 of 100`; those with smaller totals are limits and examples.
const LEAST_TOTAL: u32 = 20;

/// Repeats the most important figures, which must also be on another page.
const SUMMARY: &str = "README.md";

/// Figures on two pages because different measurements give the same value.
const COINCIDENCES: [&str; 2] = ["0.18 ms", "78.5 %"];

#[derive(Debug, Clone, PartialEq, Eq)]
struct Figure {
    text: String,
    page: String,
    line: usize,
    is_prose: bool,
}

/// Reports figures on two pages, or in a page's text and a second time on the page.
pub(super) fn check() -> Result<Vec<String>> {
    let root = project::root();
    let mut pages = project::files_below(&root.join("docs"), "md")?;
    pages.push(root.join(SUMMARY));
    let mut figures = Vec::new();
    for path in pages {
        let page = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
        figures.extend(in_page(&page, &fs::read_to_string(&path)?));
    }
    Ok(repeated(&figures))
}

fn repeated(figures: &[Figure]) -> Vec<String> {
    let mut places: BTreeMap<&str, Vec<&Figure>> = BTreeMap::new();
    for figure in figures {
        places.entry(&figure.text).or_default().push(figure);
    }
    let mut findings = Vec::new();
    for (text, figures) in places {
        if COINCIDENCES.contains(&text) {
            continue;
        }
        let (summary, pages): (Vec<&Figure>, Vec<&Figure>) =
            figures.into_iter().partition(|figure| figure.page == SUMMARY);
        if let (Some(figure), []) = (summary.first(), &pages[..]) {
            findings.push(format!("{SUMMARY}:{} gives {text}, which no other page gives", figure.line));
        }
        let Some((first, others)) = pages.split_first() else { continue };
        let other = others.iter().find(|other| other.page != first.page || first.is_prose || other.is_prose);
        if let Some(other) = other {
            findings.push(format!(
                "{}:{} gives {text}, as {}:{} does; give it once and link to it",
                other.page, other.line, first.page, first.line
            ));
        }
    }
    findings
}

fn in_page(page: &str, text: &str) -> Vec<Figure> {
    let mut is_code = false;
    let mut figures = Vec::new();
    for (line, content) in (1..).zip(text.lines()) {
        if content.trim_start().starts_with("```") {
            is_code = !is_code;
        }
        if is_code {
            continue;
        }
        let is_prose = !content.starts_with('|');
        let found = in_line(content).into_iter();
        figures.extend(found.map(|text| Figure { text, page: page.to_owned(), line, is_prose }));
    }
    figures
}

/// Returns decimal numbers of three or more digits with a unit, and counts of a total.
fn in_line(line: &str) -> Vec<String> {
    let plain = line.replace(['|', '(', ')', '[', ']', ';', '*'], " ");
    let words: Vec<&str> =
        plain.split_whitespace().map(|word| word.trim_end_matches(['.', ',', ':'])).collect();
    let measured = words.windows(2).filter_map(|pair| {
        let is_measured = is_decimal(pair[0]) && UNITS.contains(&pair[1]);
        is_measured.then(|| pair.join(" "))
    });
    let counted = words.windows(3).filter_map(|run| {
        let (part, total) = (whole(run[0])?, whole(run[2])?);
        (run[1] == "of" && part < total && total >= LEAST_TOTAL).then(|| run.join(" "))
    });
    measured.chain(counted).collect()
}

fn is_decimal(word: &str) -> bool {
    let digits = word.chars().filter(char::is_ascii_digit).count();
    let is_number = word.chars().all(|c| c.is_ascii_digit() || c == '.');
    is_number && word.contains('.') && digits >= 3 && !word.trim_end_matches('0').ends_with('.')
}

fn whole(word: &str) -> Option<u32> {
    word.replace(',', "").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(pages: &[(&str, &str)]) -> Vec<String> {
        let figures: Vec<_> = pages.iter().flat_map(|(page, text)| in_page(page, text)).collect();
        repeated(&figures)
    }

    #[test]
    fn a_figure_on_two_pages_is_reported() {
        let twice = found(&[("a.md", "It takes 49.9 ms.\n"), ("b.md", "| photo | 49.9 ms |\n")]);
        assert_eq!(twice, ["b.md:1 gives 49.9 ms, as a.md:1 does; give it once and link to it"]);
        assert_eq!(found(&[("a.md", "90 of 95 are right.\n"), ("b.md", "It found 90 of 95.\n")]).len(), 1);
        assert!(
            found(&[("a.md", "It takes 49.9 ms.\n"), ("b.md", "It takes 50.1 ms or 10 MB.\n")]).is_empty()
        );
        assert!(found(&[("a.md", "1 of 4 photos, 10 MB\n"), ("b.md", "1 of 4 photos, 10 MB\n")]).is_empty());
    }

    #[test]
    fn a_figure_repeated_in_text_is_reported_but_equal_cells_are_not() {
        assert!(found(&[("a.md", "| a | 12.2 % |\n| b | 12.2 % |\n")]).is_empty());
        assert_eq!(found(&[("a.md", "| a | 12.2 % |\nThat is 12.2 %.\n")]).len(), 1);
        assert!(found(&[("a.md", "```\n12.2 %\n```\nThat is 12.2 %.\n")]).is_empty());
    }

    #[test]
    fn the_readme_repeats_figures_that_another_page_gives() {
        assert!(found(&[("README.md", "60.5 % are right.\n"), ("a.md", "| right | 60.5 % |\n")]).is_empty());
        assert_eq!(found(&[("README.md", "60.5 % are right.\n"), ("a.md", "| right | 61.5 % |\n")]).len(), 1);
    }
}
