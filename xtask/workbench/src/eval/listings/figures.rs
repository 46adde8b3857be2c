//! Computes and reports the quality of listings.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::fs;
use std::time::Duration;

use anyhow::Result;
use listing_answer::GeneratedData;
use listing_domain::attributes::AttributeText;
use listing_domain::listing::Listing;
use listing_domain::options::Language;
use listing_domain::statement::ConditionStatement;
use listing_testkit::sellers::SellerInput;
use xtask::project;

use super::facts::Facts;
use super::words::{folded, has_run, sentences};
use crate::heads::figures::percent;

/// Make a clause negative; without accents.
const NEGATIONS: [&str; 17] = [
    "sans", "pas", "ni", "aucun", "aucune", "sauf", "jamais", "manque", "manquant", "no", "not", "without",
    "except", "never", "missing", "doesn", "won",
];

pub(super) struct Judged<'a> {
    pub(super) case: &'a str,
    pub(super) seller: Option<&'a SellerInput>,
    pub(super) language: Language,
    pub(super) data: &'a GeneratedData,
    pub(super) facts: Facts,
}

/// Counts of the inputs that state attributes, or of those that state none.
#[derive(Default)]
struct Side {
    inputs: usize,
    listings: usize,
    sentences: usize,
    with_fact: usize,
    longest: usize,
}

#[derive(Default)]
pub(super) struct Figures {
    typed: Side,
    bare: Side,
    refused: usize,
    graded: usize,
    negated: usize,
    /// The seller's words that a listing lacks, one description per line.
    lost: Vec<String>,
    cut: Vec<String>,
    regraded: Vec<String>,
    /// Words that are neither the seller's nor facts, with the listings.
    added: BTreeMap<String, Vec<String>>,
    /// One per line, marked by verdict.
    sentences: String,
    seconds: Vec<f64>,
    processor_seconds: Vec<f64>,
}

impl Figures {
    /// Durations by the clock and in processor time.
    pub(super) fn took(&mut self, time: Duration, processor_seconds: f64) {
        self.seconds.push(time.as_secs_f64());
        self.processor_seconds.push(processor_seconds);
    }

    /// The service refuses to write without a product name.
    pub(super) fn refused(&mut self) {
        self.refused += 1;
    }

    pub(super) fn add(&mut self, judged: &Judged<'_>, listings: &[Listing]) {
        let side = if judged.seller.is_some() { &mut self.typed } else { &mut self.bare };
        side.inputs += 1;
        for listing in listings {
            side.listings += 1;
            side.longest = side.longest.max(folded(&listing.description).len());
            let parts = sentences(&listing.description);
            let facts: Vec<HashSet<String>> =
                parts.iter().map(|part| judged.facts.in_sentence(part, &listing.condition)).collect();
            for (index, part) in parts.iter().enumerate() {
                let others = || facts.iter().enumerate().filter(|(other, _)| *other != index);
                let is_only_here = |fact: &String| !others().any(|(_, facts)| facts.contains(fact));
                let has_fact = facts[index].iter().any(is_only_here);
                side.sentences += 1;
                side.with_fact += usize::from(has_fact);
                let mark = if has_fact { "fact" } else { "-" };
                // Writing to a string cannot fail.
                let _ = writeln!(self.sentences, "{}\t{}\t{mark}\t{part}", judged.case, listing.platform);
            }
            for word in folded(&format!("{}\n{}", listing.title, listing.description)) {
                let is_label = folded(&listing.condition).contains(&word);
                if !is_label && judged.facts.is_added(&word) {
                    self.added.entry(word).or_default().push(format!("{} {}", judged.case, listing.platform));
                }
            }
        }
        if let Some(seller) = judged.seller {
            self.compare(judged, seller, listings);
        }
    }

    fn compare(&mut self, judged: &Judged<'_>, seller: &SellerInput, listings: &[Listing]) {
        let case = judged.case;
        if let Some(grade) = seller.grade {
            self.graded += 1;
            let found = &judged.data.attributes.condition;
            if found != grade.code() {
                self.regraded.push(format!("{case}: {found}, not {}", grade.code()));
            }
        }
        let clauses = negated(seller);
        self.negated += clauses.len();
        for listing in listings {
            let lost = seller.lost(listing, seller.product());
            if !lost.is_empty() {
                self.lost.push(format!("{case} {}: {}", listing.platform, lost.join(", ")));
            }
            let text = folded(&listing.description);
            for clause in clauses.iter().filter(|clause| !is_included(clause, &text, judged.language)) {
                self.cut.push(format!("{case} {}: {clause}", listing.platform));
            }
        }
    }

    /// Prints the figures, and writes them with every fault to `target/eval`.
    pub(super) fn report(mut self, peak_memory_mib: u32) -> Result<()> {
        let text = self.markdown(peak_memory_mib);
        let folder = project::target().join("eval");
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("listings.md"), &text)?;
        fs::write(folder.join("sentences.tsv"), &self.sentences)?;
        fs::write(folder.join("faults.txt"), self.faults())?;
        println!("{text}");
        Ok(())
    }

    fn markdown(&mut self, peak_memory_mib: u32) -> String {
        let Self { typed, bare, .. } = &*self;
        let header = format!("| | typed by {} sellers | of {} bare photos |", typed.inputs, bare.inputs);
        let mut text = format!("# Listings\n\n{header}\n|---|---|---|\n");
        let mut row = |name: &str, figure: fn(&Side) -> String| {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "| {name} | {} | {} |", figure(typed), figure(bare));
        };
        row("listings", |side| side.listings.to_string());
        row("sentences whose removal loses a fact", |side| {
            format!("{:.1} % of {}", percent(side.with_fact, side.sentences), side.sentences)
        });
        row("words of the longest description", |side| side.longest.to_string());
        let clauses = self.negated * typed.listings.checked_div(typed.inputs).unwrap_or_default();
        let of = |faults: &[String], all: usize| format!("{} of {all}", faults.len());
        let rows = [
            ("listings that lose a word of the seller", of(&self.lost, typed.listings)),
            ("named grades that are changed", of(&self.regraded, self.graded)),
            ("negated clauses that are cut or turned around", of(&self.cut, clauses)),
            ("words that are not facts of the item", self.added.len().to_string()),
            ("photos for which the service asks what they show", self.refused.to_string()),
            ("time, median and longest", spread(&mut self.seconds)),
            ("processor time, median and longest", spread(&mut self.processor_seconds)),
            ("peak memory of the server", format!("{peak_memory_mib} MiB")),
        ];
        text.push_str("\n| all | |\n|---|---|\n");
        for (name, figure) in rows {
            let _ = writeln!(text, "| {name} | {figure} |");
        }
        text
    }

    fn faults(&self) -> String {
        let mut text = String::new();
        for (title, lines) in [("Lost", &self.lost), ("Cut", &self.cut), ("Regraded", &self.regraded)] {
            let _ = writeln!(text, "{title}: {}\n{}\n", lines.len(), lines.join("\n"));
        }
        let _ = writeln!(text, "Added words, with the number of listings and the first:");
        for (word, listings) in &self.added {
            let _ = writeln!(text, "{word}\t{}\t{}", listings.len(), listings[0]);
        }
        text
    }
}

/// Median and maximum.
fn spread(seconds: &mut [f64]) -> String {
    seconds.sort_by(f64::total_cmp);
    let at = |index: usize| seconds.get(index).copied().unwrap_or_default();
    format!("{:.2} s, {:.2} s", at(seconds.len() / 2), at(seconds.len().saturating_sub(1)))
}

/// Returns clauses such as "no charger".
fn negated(seller: &SellerInput) -> Vec<String> {
    let condition = seller.known.condition.as_ref().map_or("", AttributeText::as_str);
    let clauses = condition.split([',', ';', '.', '/', '(', ')', '\n']);
    let has_negation = |clause: &&str| folded(clause).iter().any(|word| NEGATIONS.contains(&word.as_str()));
    clauses.filter(has_negation).map(|clause| clause.trim().to_owned()).collect()
}

/// Word for word, or as the clause's known terms.
fn is_included(clause: &str, text: &[String], language: Language) -> bool {
    let pieces = ConditionStatement::read(clause).phrases(language);
    has_run(text, &folded(clause))
        || (!pieces.is_empty() && pieces.iter().all(|piece| has_run(text, &folded(piece))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negative_clause_is_found_word_for_word_or_as_its_known_terms() {
        let included = |clause, text| is_included(clause, &folded(text), Language::En);
        assert!(included("no charger", "Good condition, no charger."));
        assert!(!included("no charger", "Good condition, charger."));
        assert!(included("NWOT", "New without tags."));
    }
}
