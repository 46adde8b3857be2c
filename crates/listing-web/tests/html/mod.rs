//! A strict HTML parser for tests. It requires double quotes around every attribute value and an end tag for
//! every element that has one.

use std::collections::BTreeMap;

/// A parsed page.
#[derive(Debug, Default)]
pub(crate) struct Page {
    /// The elements, in the order of their start tags.
    pub(crate) elements: Vec<Element>,
    /// The texts between tags in document order, still escaped.
    pub(crate) texts: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Element {
    pub(crate) name: String,
    /// The attribute values by name, still escaped.
    pub(crate) attributes: BTreeMap<String, String>,
    /// The indexes of the enclosing elements in [`Page::elements`], outermost first.
    pub(crate) inside: Vec<usize>,
    /// The text between the start tag and the next tag, still escaped.
    pub(crate) text: String,
}

impl Element {
    /// Returns the value of an attribute; empty when missing.
    pub(crate) fn attribute(&self, name: &str) -> &str {
        self.attributes.get(name).map_or("", String::as_str)
    }
}

/// The names of elements without an end tag.
const VOID: [&str; 5] = ["meta", "link", "input", "img", "br"];

pub(crate) fn read(html: &str) -> Result<Page, String> {
    let mut rest = html.trim_start().strip_prefix("<!DOCTYPE html>").ok_or("no doctype")?;
    let mut page = Page::default();
    let mut open: Vec<usize> = Vec::new();
    let mut is_started = false;
    while let Some(at) = rest.find('<') {
        page.texts.push(rest[..at].to_owned());
        if let Some(element) = page.elements.last_mut().filter(|_| is_started) {
            rest[..at].clone_into(&mut element.text);
        }
        rest = &rest[at + 1..];
        is_started = !rest.starts_with('/');
        if let Some(after) = rest.strip_prefix('/') {
            let (name, after) = after.split_once('>').ok_or("an end is not closed")?;
            let closed = open.pop().map(|index| page.elements[index].name.clone());
            if closed.as_deref() != Some(name) {
                return Err(format!("</{name}> closes {closed:?}"));
            }
            rest = after;
            continue;
        }
        let (mut element, is_closed, after) = start(rest)?;
        element.inside.clone_from(&open);
        rest = after;
        if !is_closed && !VOID.contains(&element.name.as_str()) {
            open.push(page.elements.len());
        }
        page.elements.push(element);
    }
    if open.is_empty() { Ok(page) } else { Err(format!("{} elements are left open", open.len())) }
}

/// Parses a start tag after its `<`. Returns the element, true when it is self-closing, and the text after
/// the tag.
fn start(text: &str) -> Result<(Element, bool, &str), String> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let end = text.find(|c| !is_name(c)).unwrap_or(text.len());
    let (name, mut rest) = text.split_at(end);
    if name.is_empty() {
        return Err(format!("a < that begins nothing: {}", text.chars().take(40).collect::<String>()));
    }
    let mut attributes = BTreeMap::new();
    loop {
        rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix('>') {
            return Ok((
                Element { name: name.to_owned(), attributes, inside: Vec::new(), text: String::new() },
                false,
                after,
            ));
        }
        if let Some(after) = rest.strip_prefix("/>") {
            return Ok((
                Element { name: name.to_owned(), attributes, inside: Vec::new(), text: String::new() },
                true,
                after,
            ));
        }
        let end = rest.find(|c| !(is_name(c) || c == ':')).unwrap_or(rest.len());
        let (attribute, after) = rest.split_at(end);
        if attribute.is_empty() {
            return Err(format!("in <{name}>: {}", rest.chars().take(40).collect::<String>()));
        }
        let (value, after) = match after.strip_prefix("=\"") {
            Some(after) => after.split_once('"').ok_or("a value is not closed")?,
            None => ("", after),
        };
        if attributes.insert(attribute.to_ascii_lowercase(), value.to_owned()).is_some() {
            return Err(format!("in <{name}>: {attribute} twice"));
        }
        rest = after;
    }
}
