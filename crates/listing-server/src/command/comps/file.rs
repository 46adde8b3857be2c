//! Reads a CSV file line by line, so that an error affects only its line and memory is bounded for any file.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// In bytes: far more than all accepted texts together.
const MAX_LINE: usize = 16 * 1_024;

/// The most frequent one in the first line is used.
const SEPARATORS: [u8; 3] = *b",;\t";

pub(super) struct CsvFile {
    reader: BufReader<File>,
    separator: u8,
    line: u64,
    read: u64,
    all: u64,
}

/// A line number from 1, and the fields or why they cannot be read.
pub(super) type Line = (u64, Result<Vec<String>, &'static str>);

impl CsvFile {
    /// Also reads the names of the columns.
    pub(super) fn open(path: &Path) -> io::Result<(Self, Result<Vec<String>, &'static str>)> {
        let file = File::open(path)?;
        let all = file.metadata()?.len();
        let reader = BufReader::new(file);
        let mut opened = Self { reader, separator: b',', line: 0, read: 0, all };
        let names = opened.names()?;
        Ok((opened, names))
    }

    fn names(&mut self) -> io::Result<Result<Vec<String>, &'static str>> {
        let Some(first) = self.bytes()? else { return Ok(Err("is empty")) };
        let first = match first {
            Ok(first) => first,
            Err(wrong) => return Ok(Err(wrong)),
        };
        let first = first.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&first);
        let times = |separator: &u8| first.split(|byte| byte == separator).count();
        // On a tie, the first in the list wins.
        self.separator = SEPARATORS.into_iter().rev().max_by_key(times).unwrap_or(b',');
        Ok(fields(first, self.separator))
    }

    /// European spreadsheets separate columns with semicolons.
    pub(super) fn is_european(&self) -> bool {
        self.separator == b';'
    }

    /// The bytes read, and the file's size in bytes.
    pub(super) fn progress(&self) -> (u64, u64) {
        (self.read, self.all)
    }

    /// Returns the next non-empty line.
    pub(super) fn next(&mut self) -> io::Result<Option<Line>> {
        while let Some(bytes) = self.bytes()? {
            match bytes {
                Ok(bytes)
                    if bytes.iter().all(|byte| byte.is_ascii_whitespace() || *byte == self.separator) => {}
                Ok(bytes) => return Ok(Some((self.line, fields(&bytes, self.separator)))),
                Err(wrong) => return Ok(Some((self.line, Err(wrong)))),
            }
        }
        Ok(None)
    }

    /// Skips the rest of a line that is too long.
    fn bytes(&mut self) -> io::Result<Option<Result<Vec<u8>, &'static str>>> {
        let mut line = Vec::new();
        let (mut is_any, mut is_long) = (false, false);
        loop {
            let there = self.reader.fill_buf()?;
            if there.is_empty() {
                break;
            }
            is_any = true;
            let end = there.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(there.len(), |end| end + 1);
            is_long |= line.len() + taken > MAX_LINE;
            if !is_long {
                line.extend_from_slice(&there[..taken]);
            }
            self.reader.consume(taken);
            self.read += u64::try_from(taken).unwrap_or(u64::MAX);
            if end.is_some() {
                break;
            }
        }
        self.line += u64::from(is_any);
        while line.last().is_some_and(|byte| matches!(byte, b'\n' | b'\r')) {
            line.pop();
        }
        let whole = if is_long { Err("is longer than 16,384 bytes") } else { Ok(line) };
        Ok(is_any.then_some(whole))
    }
}

fn fields(line: &[u8], separator: u8) -> Result<Vec<String>, &'static str> {
    if line.split(|byte| *byte == b'"').count() % 2 == 0 {
        return Err("has a quote that is not closed on the line");
    }
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .delimiter(separator)
        .buffer_capacity(line.len().max(1))
        .from_reader(line);
    let mut record = csv::ByteRecord::new();
    // Reading from memory does not fail.
    if !reader.read_byte_record(&mut record).unwrap_or(false) {
        return Ok(Vec::new());
    }
    let text = |field: &[u8]| std::str::from_utf8(field).map(|text| text.trim().to_owned());
    record.iter().map(text).collect::<Result<_, _>>().map_err(|_| "is not UTF-8: save the file as CSV UTF-8")
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn read(bytes: &[u8]) -> (Result<Vec<String>, &'static str>, Vec<Line>) {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(bytes).unwrap();
        let (mut csv, names) = CsvFile::open(file.path()).unwrap();
        let mut lines = Vec::new();
        while let Some(line) = csv.next().unwrap() {
            lines.push(line);
        }
        assert_eq!(csv.progress().0, u64::try_from(bytes.len()).unwrap());
        (names, lines)
    }

    fn strings(fields: &[&str]) -> Vec<String> {
        fields.iter().map(|field| (*field).to_owned()).collect()
    }

    #[test]
    fn csv_files_of_programs_and_spreadsheets_are_read() {
        for text in [
            "title,price\n\"Jean, bleu\",\"12.50\"\n\nb,2",
            "\u{feff}title;price\r\n\"Jean, bleu\";12.50\r\n;\r\nb;2\r\n",
            "title\tprice\nJean, bleu\t12.50\n\t\nb\t 2 \n",
        ] {
            let (names, lines) = read(text.as_bytes());
            assert_eq!(names.unwrap(), strings(&["title", "price"]), "{text}");
            assert_eq!(
                lines,
                [(2, Ok(strings(&["Jean, bleu", "12.50"]))), (4, Ok(strings(&["b", "2"])))],
                "{text}"
            );
        }
        let (_, lines) = read(b"title\n\"a \"\"b\"\" c\"\n");
        assert_eq!(lines, [(2, Ok(strings(&["a \"b\" c"])))]);
    }

    #[test]
    fn invalid_csv_line_does_not_affect_other_lines() {
        let mut bytes = b"title,price\n\"open,1\nb,2\n\xff,3\n".to_vec();
        bytes.extend(vec![b'x'; MAX_LINE + 1]);
        bytes.extend(b"\nc,4\n");
        let (_, lines) = read(&bytes);
        let outcomes: Vec<(u64, bool)> = lines.iter().map(|(line, fields)| (*line, fields.is_ok())).collect();
        assert_eq!(outcomes, [(2, false), (3, true), (4, false), (5, false), (6, true)], "{lines:?}");
    }

    #[test]
    fn file_without_column_names_is_refused() {
        assert_eq!(read(b"").0, Err("is empty"));
        assert!(read(b"\xff\xfet\0i\0").0.unwrap_err().contains("UTF-8"));
    }
}
