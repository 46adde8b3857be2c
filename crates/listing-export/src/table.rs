//! Rows of tables: written so that no cell is a formula, and read back for checks.

use std::collections::HashSet;
use std::io::Write;

use csv::{ReaderBuilder, StringRecord, Writer, WriterBuilder};
use listing_domain::money::{MINOR_PER_MAJOR, Money};

use crate::cell::{cell, is_safe};
use crate::format::ExportError;
use crate::item::{ExportItem, ExportListing};
use crate::report::{ExportReport, Finding, Problem};
use crate::text::{clean_lines, cut, encode, html, is_web_address, one_line};

/// Signs in a web address that separate the addresses of a cell, or the cells of a row.
const SEPARATORS: [char; 4] = ['|', ',', ';', '~'];

/// Writes a table with its header and the rows of each item, and reports the findings of the rows. An item
/// without a listing is reported and left out.
pub(crate) fn write_table<'a>(
    out: &mut dyn Write,
    columns: &'static [&'static str],
    items: &'a [ExportItem],
    listing: impl Fn(&'a ExportItem) -> Option<&'a ExportListing>,
    mut rows: impl FnMut(&'a ExportItem, &'a ExportListing) -> Vec<Row>,
) -> Result<ExportReport, ExportError> {
    let mut table = writer(out);
    table.write_record(columns)?;
    let mut report = ExportReport::default();
    for item in items {
        let Some(listing) = listing(item) else {
            report.add(item, [Finding::NoListings]);
            continue;
        };
        for row in rows(item, listing) {
            row.write(&mut table)?;
            report.add(item, row.findings);
        }
        report.written += 1;
    }
    table.flush()?;
    Ok(report)
}

/// A row of a table, with the findings about its cells.
pub(crate) struct Row {
    columns: &'static [&'static str],
    cells: Vec<String>,
    pub(crate) findings: Vec<Finding>,
}

impl Row {
    /// Creates a row of empty cells.
    pub(crate) fn new(columns: &'static [&'static str]) -> Self {
        Self { columns, cells: vec![String::new(); columns.len()], findings: Vec::new() }
    }

    /// Fills in a value of this program: a number, a code, a web address.
    pub(crate) fn set(&mut self, column: &str, value: impl Into<String>) {
        let place = self.columns.iter().position(|name| *name == column);
        debug_assert!(place.is_some(), "no column {column}");
        if let Some(place) = place {
            self.cells[place] = value.into();
        }
    }

    /// Fills in a web address.
    pub(crate) fn address(&mut self, column: &str, address: &str) {
        self.set(column, encode(address, &SEPARATORS));
    }

    /// Reports each of these columns that is empty.
    pub(crate) fn require(&mut self, columns: &[&'static str]) {
        for column in columns {
            let place = self.columns.iter().position(|name| name == column);
            if place.is_some_and(|place| self.cells[place].is_empty()) {
                self.findings.push(Finding::MissingRequired(column));
            }
        }
    }

    /// Fills in a text on one line, of at most `max` characters.
    pub(crate) fn line(&mut self, column: &'static str, text: &str, max: usize) {
        let line = one_line(text);
        if line != text {
            self.findings.push(Finding::Cleaned(column));
        }
        self.text(column, &line, max);
    }

    /// Fills in a text with line breaks, of at most `max` characters.
    pub(crate) fn lines(&mut self, column: &'static str, text: &str, max: usize) {
        let lines = self.cleaned(column, text);
        self.text(column, &lines, max);
    }

    /// Fills in a text as HTML, of at most `max` characters of text.
    pub(crate) fn html(&mut self, column: &'static str, text: &str, max: usize) {
        let lines = self.cleaned(column, text);
        let part = self.part(column, &lines, max).to_owned();
        self.set(column, html(&part));
    }

    /// Fills in a known value; reports an unknown one.
    pub(crate) fn known(&mut self, column: &'static str, text: Option<&str>, max: usize) {
        match text {
            Some(text) => self.line(column, text, max),
            None => self.findings.push(Finding::Missing(column)),
        }
    }

    fn cleaned(&mut self, column: &'static str, text: &str) -> String {
        let lines = clean_lines(text);
        if lines != text {
            self.findings.push(Finding::Cleaned(column));
        }
        lines
    }

    fn text(&mut self, column: &'static str, text: &str, max: usize) {
        let safe = cell(text);
        if safe != text {
            self.findings.push(Finding::Quoted(column));
        }
        let part = self.part(column, &safe, max).to_owned();
        self.set(column, part);
    }

    fn part<'a>(&mut self, field: &'static str, text: &'a str, max: usize) -> &'a str {
        let part = cut(text, max);
        if part.len() < text.len() {
            self.findings.push(Finding::Cut { field, max });
        }
        part
    }

    /// Writes the row.
    pub(crate) fn write<W: Write>(&self, table: &mut Writer<W>) -> Result<(), ExportError> {
        Ok(table.write_record(&self.cells)?)
    }
}

/// Returns a writer of comma-separated rows.
pub(crate) fn writer<W: Write>(out: W) -> Writer<W> {
    WriterBuilder::new().flexible(true).from_writer(out)
}

/// Returns the first `max` public web addresses of an item's photos, for a cell: without the signs that
/// separate addresses. Reports the photos left out.
pub(crate) fn photo_cells(item: &ExportItem, max: usize, findings: &mut Vec<Finding>) -> Vec<String> {
    let addresses = photo_addresses(item, max, findings).into_iter();
    addresses.map(|address| encode(address, &SEPARATORS)).collect()
}

/// Returns the first `max` public web addresses of an item's photos. Reports the photos left out.
pub(crate) fn photo_addresses<'a>(
    item: &'a ExportItem,
    max: usize,
    findings: &mut Vec<Finding>,
) -> Vec<&'a str> {
    let addresses = item.photos.iter().filter_map(|photo| photo.url.as_deref());
    let mut valid: Vec<_> = addresses.filter(|address| is_web_address(address)).collect();
    if valid.len() < item.photos.len() {
        findings.push(Finding::PhotosWithoutAddress(item.photos.len() - valid.len()));
    }
    if valid.len() > max {
        findings.push(Finding::TooManyPhotos { left_out: valid.len() - max, max });
        valid.truncate(max);
    }
    valid
}

/// Returns an amount in major units with two decimals: `12.00`.
pub(crate) fn decimal(money: Money) -> String {
    format!("{}.{:02}", money.minor() / MINOR_PER_MAJOR, money.minor() % MINOR_PER_MAJOR)
}

/// Returns true for an amount as [`decimal`] writes it.
pub(crate) fn is_decimal(text: &str) -> bool {
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    text.split_once('.')
        .is_some_and(|(major, cents)| is_number(major) && is_number(cents) && cents.len() == 2)
}

/// A column, the message for an invalid cell, and the check of a cell.
pub(crate) type Check<'a> = (&'a str, &'a str, &'a dyn Fn(&str) -> bool);

/// The records of a table, with access to cells by column.
pub(crate) struct Table {
    columns: &'static [&'static str],
    records: Vec<StringRecord>,
}

impl Table {
    /// Reads a table with these columns, whose header is the record after `skipped` others. Returns the table
    /// and the problems of its form.
    pub(crate) fn read(
        file: &[u8],
        columns: &'static [&'static str],
        skipped: usize,
    ) -> (Self, Vec<Problem>) {
        let mut table = Self { columns, records: Vec::new() };
        let mut reader = ReaderBuilder::new().has_headers(false).flexible(true).from_reader(file);
        let records: Vec<_> = match reader.records().collect::<Result<_, _>>() {
            Ok(records) => records,
            Err(error) => return (table, vec![Problem::of_file(format!("not a table in UTF-8: {error}"))]),
        };
        let mut records = records.into_iter().skip(skipped);
        if records.next().is_none_or(|header| header != *columns) {
            return (table, vec![Problem::of_file("the columns are not those of the format")]);
        }
        table.records = records.collect();
        let problems = table.form_problems();
        (table, problems)
    }

    /// Returns the records with another number of cells, and the cells that are formulas.
    fn form_problems(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        for (number, record) in (1..).zip(&self.records) {
            if record.len() != self.columns.len() {
                let message = format!("{} cells instead of {}", record.len(), self.columns.len());
                problems.push(Problem::new(number, "", message));
            }
            for (column, value) in self.columns.iter().zip(record) {
                // A negative number is not a formula.
                if !is_safe(value) && *value != *"-1" {
                    problems.push(Problem::new(number, *column, "a spreadsheet takes this for a formula"));
                }
            }
        }
        problems
    }

    /// Returns a problem for each cell with control characters other than line feeds.
    pub(crate) fn controls(&self) -> Vec<Problem> {
        let is_control = |c: char| c.is_control() && c != '\n';
        let columns = self.columns.iter();
        columns
            .flat_map(|column| self.check(column, "control characters", |it| !it.contains(is_control)))
            .collect()
    }

    /// Returns a problem for each cell that fails the check of its column.
    pub(crate) fn check_all(&self, checks: &[Check<'_>]) -> Vec<Problem> {
        let checks = checks.iter();
        checks.flat_map(|(column, message, is_valid)| self.check(column, message, is_valid)).collect()
    }

    /// Returns a problem for each cell of a column that fails a check.
    pub(crate) fn check(&self, column: &str, message: &str, is_valid: impl Fn(&str) -> bool) -> Vec<Problem> {
        let place = self.columns.iter().position(|name| *name == column).unwrap_or(usize::MAX);
        let invalid = |record: &StringRecord| !is_valid(record.get(place).unwrap_or_default());
        let rows = (1..).zip(&self.records).filter(|(_, record)| invalid(record));
        rows.map(|(number, _)| Problem::new(number, column, message)).collect()
    }

    /// Returns a column's values.
    pub(crate) fn column(&self, column: &str) -> Vec<&str> {
        let place = self.columns.iter().position(|name| *name == column).unwrap_or(usize::MAX);
        self.records.iter().map(|record| record.get(place).unwrap_or_default()).collect()
    }

    /// Returns a problem for each value of a column that an earlier record has too. Empty values do not
    /// count.
    pub(crate) fn repeated(&self, column: &str) -> Vec<Problem> {
        let mut seen = HashSet::new();
        let values = (1..).zip(self.column(column));
        let repeated = values.filter(|(_, value)| !value.is_empty() && !seen.insert(*value));
        repeated
            .map(|(number, _)| Problem::new(number, column, "an earlier record has the same value"))
            .collect()
    }
}

/// Returns true if every separated part of a cell is a web address without separators of other formats, and
/// there are at most `max`. An empty cell has none.
pub(crate) fn are_addresses(text: &str, separator: char, max: usize) -> bool {
    let is_valid = |address: &str| is_web_address(address) && !address.contains(SEPARATORS);
    text.is_empty() || (text.split(separator).all(is_valid) && text.split(separator).count() <= max)
}

/// Returns true for a text of 1 to `max` characters.
pub(crate) fn is_filled(text: &str, max: usize) -> bool {
    (1..=max).contains(&text.chars().count())
}
