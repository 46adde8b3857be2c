//! Implements `ptl migrate-data`.

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, Value, json};

use super::{Failure, print};
use crate::compose;
use crate::settings::DatabaseUrl;

/// From this number of rows on, a progress bar appears.
const MANY_ROWS: u64 = 10_000;

/// Copies all data into another, empty database.
pub fn run(from: &DatabaseUrl, to: &DatabaseUrl, json: bool) -> Result<(), Failure> {
    // On terminals only, on standard error.
    let bar = ProgressBar::hidden().with_style(style());
    let copied = compose::copy_data(from, to, |copied, all| {
        if all >= MANY_ROWS && bar.length().is_none() {
            bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
            bar.set_length(all);
        }
        bar.set_position(copied);
    });
    bar.finish_and_clear();
    let copied = copied?;
    let rows: Map<String, Value> =
        copied.iter().map(|(table, rows)| ((*table).to_owned(), json!(rows))).collect();
    let shown = json!({ "from": from.to_string(), "to": to.to_string(), "rows": rows, "sound": true });
    print::value_or_text(json, &shown, || as_text(&copied))?;
    Ok(())
}

fn style() -> ProgressStyle {
    let style = ProgressStyle::with_template("{bar:40} {human_pos} of {human_len} rows, {eta} left");
    style.unwrap_or_else(|_| ProgressStyle::default_bar())
}

fn as_text(copied: &[(&'static str, i64)]) -> String {
    let mut lines = vec![format!("{:<14} {:>12}", "table", "rows")];
    lines.extend(copied.iter().map(|(table, rows)| format!("{table:<14} {rows:>12}")));
    lines.push("all rows copied, ledger balanced".to_owned());
    lines.join("\n")
}
