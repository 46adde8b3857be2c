//! A parser for multipart forms that returns the positions of the parts and copies nothing. Libraries return
//! copies, which doubled the memory for four large photos.

use std::ops::Range;

use actix_web::http::header::{ContentDisposition, HeaderValue};
use memchr::memmem::Finder;

/// The maximum size of a part's headers in bytes.
const MAX_HEADERS: usize = 4 * 1024;
/// The maximum length of a boundary in characters, set by the multipart format (RFC 2046).
const MAX_BOUNDARY: usize = 70;

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) name: String,
    /// The name of the part's file; empty for other parts.
    pub(crate) file_name: String,
    /// The position of the part's contents in the form's bytes.
    pub(crate) content: Range<usize>,
}

/// The error for bytes that are not a multipart form.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Malformed;

/// An iterator over the parts of a form. It ignores bytes before the first part and after the last.
pub(crate) struct Parts<'a> {
    bytes: &'a [u8],
    /// The bytes that end a part: a line break, two hyphens and the boundary.
    end: Finder<'static>,
    /// The position after the last boundary that was read; `None` before the first.
    at: Option<usize>,
}

impl<'a> Parts<'a> {
    /// Begins to read a form whose parts are separated by this boundary.
    pub(crate) fn new(bytes: &'a [u8], boundary: &str) -> Result<Self, Malformed> {
        if (1..=MAX_BOUNDARY).contains(&boundary.len()) {
            let end = Finder::new(format!("\r\n--{boundary}").as_bytes()).into_owned();
            Ok(Self { bytes, end, at: None })
        } else {
            Err(Malformed)
        }
    }

    /// Returns the next part; `None` after the last.
    pub(crate) fn next(&mut self) -> Result<Option<Part>, Malformed> {
        let at = match self.at {
            Some(at) => at,
            None => self.first()?,
        };
        let rest = self.bytes.get(at..).ok_or(Malformed)?;
        if rest.starts_with(b"--") {
            return Ok(None);
        }
        let blank = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let head = rest.get(blank..).and_then(|rest| rest.strip_prefix(b"\r\n")).ok_or(Malformed)?;
        let head_at = self.bytes.len() - head.len();
        let ([name, file_name], length) = names(head)?;
        let start = head_at + length;
        // An empty part may share its line break with its headers.
        let from = start - 2;
        let found = self.end.find(self.bytes.get(from..).ok_or(Malformed)?).ok_or(Malformed)?;
        let end = from + found;
        self.at = Some(end + self.end.needle().len());
        Ok(Some(Part { name, file_name, content: start..end.max(start) }))
    }

    /// Returns the position after the first boundary, which may open the form.
    fn first(&self) -> Result<usize, Malformed> {
        let opening = self.end.needle().strip_prefix(b"\r\n").unwrap_or_default();
        if self.bytes.starts_with(opening) {
            return Ok(opening.len());
        }
        self.end.find(self.bytes).map(|at| at + self.end.needle().len()).ok_or(Malformed)
    }
}

/// Returns the names of a part and of its file, and the length of its headers, including the empty line.
fn names(bytes: &[u8]) -> Result<([String; 2], usize), Malformed> {
    let (mut names, mut at) = (None, 0);
    loop {
        let rest = bytes.get(at..bytes.len().min(MAX_HEADERS)).ok_or(Malformed)?;
        let length = memchr::memmem::find(rest, b"\r\n").ok_or(Malformed)?;
        let line = rest.get(..length).ok_or(Malformed)?;
        at += length + 2;
        if line.is_empty() {
            return Ok((names.ok_or(Malformed)?, at));
        }
        let colon = line.iter().position(|byte| *byte == b':').ok_or(Malformed)?;
        let (header, value) = line.split_at(colon);
        if header.eq_ignore_ascii_case(b"content-disposition") {
            let value = HeaderValue::from_bytes(value.get(1..).unwrap_or_default().trim_ascii());
            let disposition = ContentDisposition::from_raw(&value.map_err(|_| Malformed)?);
            let disposition = disposition.map_err(|_| Malformed)?;
            let file_name = disposition.get_filename().unwrap_or_default().to_owned();
            names = disposition.get_name().map(|name| [name.to_owned(), file_name]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8], boundary: &str) -> Result<Vec<(String, Vec<u8>)>, Malformed> {
        let mut parts = Parts::new(bytes, boundary)?;
        let mut found = Vec::new();
        while let Some(Part { name, content, .. }) = parts.next()? {
            found.push((name, bytes[content].to_vec()));
        }
        Ok(found)
    }

    fn part(name: &str, content: &[u8]) -> (String, Vec<u8>) {
        (name.to_owned(), content.to_vec())
    }

    #[test]
    fn every_part_of_a_multipart_form_is_found_unchanged() {
        let form = b"before\r\n--b \t\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--\r\n2\r\n--b\r\n\
            content-type: image/png\r\ncontent-disposition:form-data; name=\"photos\"; filename=\"\xc3\xa9 \\\"x\\\".png\"\r\n\
            \r\n\r\n\xff\x00\r\n\r\n--b--\r\nbehind\r\n--b\r\n";
        let expected = [part("a", b"1\r\n--\r\n2"), part("photos", b"\r\n\xff\x00\r\n")];
        assert_eq!(all(form, "b").unwrap(), expected);
        assert_eq!(all(b"--b--", "b").unwrap(), []);
    }

    #[test]
    fn name_of_a_file_is_read() {
        let form =
            "--b\r\ncontent-disposition: form-data; name=\"photos\"; filename=\"été.jpg\"\r\n\r\n1\r\n--b--";
        let part = Parts::new(form.as_bytes(), "b").unwrap().next().unwrap().unwrap();
        assert_eq!((part.name.as_str(), part.file_name.as_str()), ("photos", "été.jpg"));
    }

    #[test]
    fn empty_part_may_share_the_line_break_of_its_headers() {
        let form = b"--b\r\ncontent-disposition: form-data; name=\"a\"\r\n\r\n--b--";
        assert_eq!(all(form, "b").unwrap(), [part("a", b"")]);
    }

    #[test]
    fn truncated_or_invalid_form_is_malformed() {
        let whole = b"--b\r\ncontent-disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b--";
        assert_eq!(all(whole, "b").unwrap(), [part("a", b"1")]);
        for length in 0..whole.len() {
            assert_eq!(all(&whole[..length], "b"), Err(Malformed), "{length}");
        }
        let long = [b"--b\r\nx: ", &[b'y'; MAX_HEADERS][..], b"\r\n\r\n1\r\n--b--"].concat();
        for (form, boundary) in [
            (&whole[..], ""),
            (&whole[..], &"b".repeat(MAX_BOUNDARY + 1)),
            (&whole[..], "c"),
            (b"--bc\r\n\r\n1\r\n--bc--", "b"),
            (b"--b\r\n\r\n1\r\n--b--", "b"),
            (b"--b\r\ncontent-disposition: form-data\r\n\r\n1\r\n--b--", "b"),
            (b"--b\r\nno colon\r\n\r\n1\r\n--b--", "b"),
            (b"--b\r\ncontent-disposition: \xff\r\n\r\n1\r\n--b--", "b"),
            (&long, "b"),
        ] {
            assert_eq!(all(form, boundary), Err(Malformed), "{}", String::from_utf8_lossy(form));
        }
    }
}
