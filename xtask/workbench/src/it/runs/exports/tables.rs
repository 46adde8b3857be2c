//! Tables, read by parsers in three languages.

use std::collections::HashSet;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use listing_export::FormatId;
use serde::Deserialize;

use super::cells::flat;
use super::columns::header;
use super::rows::{Row, category_path, expected};
use super::{Environment, Figures, TABLES, read_json, script, shown};
use crate::it::outcome::missing;
use xtask::debian::succeeds;

const NODE_PACKAGES: [&str; 1] = ["csv-parse@7.0.3"];

/// A table as a parser has it.
#[derive(Debug, Deserialize)]
struct Read {
    records: Vec<Vec<String>>,
    /// The text that a browser shows for the cell `Description` of each record.
    #[serde(default)]
    shown: Vec<String>,
    /// The lists of each record, as `WooCommerce`'s importer splits them.
    #[serde(default)]
    lists: Vec<Lists>,
}

#[derive(Debug, Default, Deserialize)]
struct Lists {
    categories: Vec<Vec<String>>,
    tags: Vec<String>,
    images: Vec<String>,
    /// Of the first three attributes.
    values: Vec<Vec<String>>,
}

/// Compares every cell with what was put in.
pub(super) fn verify_python(env: &Environment) -> Result<Figures> {
    let (mut records, mut cells) = (0, 0);
    for (id, read) in TABLES.into_iter().zip(read(env, "python3", &[], "read.py")?) {
        let rows = expected(id, &env.items);
        let (columns, info_lines) = header(id);
        let found = read.records.get(info_lines).with_context(|| format!("{id} has no header"))?;
        ensure!(*found == columns, "{id} has the columns {found:?} instead of {columns:?}");
        let body = &read.records[info_lines + 1..];
        ensure!(body.len() == rows.len(), "{id} has {} records instead of {}", body.len(), rows.len());
        for (number, (record, row)) in body.iter().zip(&rows).enumerate() {
            let html = read.shown.get(info_lines + 1 + number).map(String::as_str);
            check(&columns, record, row, html).with_context(|| format!("{id}, record {}", number + 1))?;
        }
        if id == FormatId::Shopify {
            let place = columns.iter().position(|name| *name == "URL handle").context("no handle")?;
            let handles: HashSet<_> = body.iter().map(|record| &record[place]).collect();
            ensure!(handles.len() == env.items.len(), "{} handles in shopify", handles.len());
        }
        records += body.len();
        cells += body.iter().map(Vec::len).sum::<usize>();
    }
    Ok(vec![("records".to_owned(), records.to_string()), ("equal cells".to_owned(), cells.to_string())])
}

pub(super) fn verify_php(env: &Environment) -> Result<Figures> {
    if !succeeds(Command::new("php").arg("--version")) {
        return missing("php-cli is not installed");
    }
    let mut figures = compare(env, "php", &[], "read.php")?;
    figures.push(("products as WooCommerce splits them".to_owned(), verify_lists(env)?));
    Ok(figures)
}

pub(super) fn verify_node(env: &Environment) -> Result<Figures> {
    if !succeeds(Command::new("node").arg("--version")) {
        return missing("Node is not installed");
    }
    let packages = env.toolbox.npm("node", &NODE_PACKAGES)?;
    compare(env, "node", &[("NODE_PACKAGES", packages.display().to_string())], "read.mjs")
}

fn read(env: &Environment, program: &str, settings: &[(&str, String)], name: &str) -> Result<Vec<Read>> {
    let files = TABLES.map(|id| env.file(id));
    let settings = settings.iter().map(|(name, value)| (*name, value));
    let read: Vec<Read> = read_json(Command::new(program).arg(script(name)).args(&files).envs(settings))?;
    ensure!(read.len() == files.len(), "{name} read {} files", read.len());
    Ok(read)
}

/// Compares a parser's cells with those of Python's.
fn compare(env: &Environment, program: &str, settings: &[(&str, String)], name: &str) -> Result<Figures> {
    let python = read(env, "python3", &[], "read.py")?;
    let others = read(env, program, settings, name)?;
    let mut cells = 0;
    for ((id, python), other) in TABLES.into_iter().zip(&python).zip(&others) {
        let (ours, theirs) = (python.records.len(), other.records.len());
        ensure!(ours == theirs, "{id} has {ours} records in Python and {theirs} in {program}");
        for (number, (ours, theirs)) in python.records.iter().zip(&other.records).enumerate() {
            let place = format!("{id}, line {}", number + 1);
            let (left, right) = (ours.len(), theirs.len());
            ensure!(left == right, "{place} has {left} cells in Python and {right} in {program}");
            for (left, right) in ours.iter().zip(theirs) {
                ensure!(left == right, "{place}: {} in Python, {} in {program}", shown(left), shown(right));
            }
            cells += left;
        }
    }
    Ok(vec![("cells as in Python".to_owned(), cells.to_string())])
}

fn check(columns: &[&str], record: &[String], row: &Row, html: Option<&str>) -> Result<()> {
    ensure!(record.len() == columns.len(), "{} cells instead of {}", record.len(), columns.len());
    for (column, found) in columns.iter().zip(record) {
        let html = html.filter(|_| *column == "Description");
        match row.get(column) {
            None => ensure!(found.is_empty(), "{column}: {} instead of nothing", shown(found)),
            Some(cell) => {
                let difference = cell.difference(found, html);
                ensure!(difference.is_none(), "{column}: {}", difference.unwrap_or_default());
            }
        }
    }
    Ok(())
}

/// Compares the lists in cells with what was put in. Returns the number of products.
fn verify_lists(env: &Environment) -> Result<String> {
    let place = TABLES.iter().position(|id| *id == FormatId::WooCommerce).context("no table")?;
    let read = read(env, "php", &[], "read.php")?;
    let lists = &read[place].lists;
    ensure!(lists.len() == env.items.len() + 1, "{} lists instead of {}", lists.len(), env.items.len() + 1);
    for (item, lists) in env.items.iter().zip(&lists[1..]) {
        let title = shown(&item.listings[1].title);
        ensure!(lists.categories == [category_path(item)], "{title}: categories {:?}", lists.categories);
        ensure!(lists.tags == ["denim", "été"], "{title}: tags {:?}", lists.tags);
        ensure!(lists.images.len() == 2, "{title}: images {:?}", lists.images);
        let it = &item.attributes;
        ensure!(lists.values.len() == 3, "{title}: {} attributes", lists.values.len());
        for (values, text) in lists.values.iter().zip([&it.size, &it.color, &it.material]) {
            let text = without_quote(&flat(text.as_deref().unwrap_or_default())).to_owned();
            let [value] = &values[..] else { anyhow::bail!("{title}: the values {values:?}") };
            let difference = super::cells::Cell::Text(text.clone()).difference(value, None);
            ensure!(*value == text || difference.is_none(), "{title}: {}", difference.unwrap_or_default());
        }
    }
    Ok(env.items.len().to_string())
}

/// Returns a value as `WooCommerce` stores it: it removes a seller's own apostrophe before a sign as well.
fn without_quote(text: &str) -> &str {
    text.strip_prefix('\'').filter(|rest| rest.starts_with(['=', '+', '-', '@'])).unwrap_or(text)
}
