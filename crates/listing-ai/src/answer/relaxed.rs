//! Parses JSON with the mistakes that models often make: comments, extra commas, commas missing at line ends,
//! unquoted or single-quoted names, typographic quotes, line breaks and quotes inside strings, Python words.

use serde_json::{Map, Number, Value};

const MAX_DEPTH: usize = 64;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ParseError {
    /// The text ends inside the object.
    End,
    Syntax,
}

/// Returns the object at the beginning and its length, or the error and the length read, both in bytes.
pub(super) fn object(text: &str) -> Result<(Value, usize), (ParseError, usize)> {
    let mut reader = Reader { text, at: 0, depth: 0 };
    match reader.value() {
        Ok(value) if value.is_object() => Ok((value, reader.at)),
        Ok(_) => Err((ParseError::Syntax, reader.at)),
        Err(error) => Err((error, reader.at.max(1))),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Name,
    Value,
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Result<char, ParseError> {
        self.rest().chars().next().ok_or(ParseError::End)
    }

    fn next(&mut self) -> Result<char, ParseError> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Ok(c)
    }

    /// Skips blanks and comments. Returns true if a line ended among them.
    fn skip(&mut self) -> bool {
        let start = self.at;
        loop {
            let rest = self.rest();
            let blank =
                rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').len();
            let rest = &rest[blank..];
            let comment = if rest.starts_with("//") || rest.starts_with('#') {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                rest.find("*/").map_or(rest.len(), |end| end + 2)
            } else {
                0
            };
            self.at += blank + comment;
            if comment == 0 {
                return self.text[start..self.at].contains('\n');
            }
        }
    }

    fn value(&mut self) -> Result<Value, ParseError> {
        self.skip();
        match self.peek()? {
            '{' | '[' if self.depth == MAX_DEPTH => Err(ParseError::Syntax),
            '{' => self.inside(Self::members),
            '[' => self.inside(Self::items),
            c if closing(c).is_some() => self.string(Role::Value).map(Value::String),
            _ => self.word(),
        }
    }

    fn inside(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<Value, ParseError>,
    ) -> Result<Value, ParseError> {
        self.next()?;
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    fn members(&mut self) -> Result<Value, ParseError> {
        let mut members = Map::new();
        loop {
            self.skip_commas();
            if self.peek()? == '}' {
                self.next()?;
                return Ok(Value::Object(members));
            }
            let name = if closing(self.peek()?).is_some() { self.string(Role::Name)? } else { self.name()? };
            self.skip();
            if self.next()? != ':' {
                return Err(ParseError::Syntax);
            }
            let value = self.value()?;
            members.insert(name, value);
            self.end_of_item('}')?;
        }
    }

    fn items(&mut self) -> Result<Value, ParseError> {
        let mut items = Vec::new();
        loop {
            self.skip_commas();
            if self.peek()? == ']' {
                self.next()?;
                return Ok(Value::Array(items));
            }
            items.push(self.value()?);
            self.end_of_item(']')?;
        }
    }

    fn skip_commas(&mut self) {
        self.skip();
        while self.rest().starts_with(',') {
            self.at += 1;
            self.skip();
        }
    }

    /// At the end of a line, the comma may be missing.
    fn end_of_item(&mut self, bracket: char) -> Result<(), ParseError> {
        let is_new_line = self.skip();
        let c = self.peek()?;
        if c == ',' || c == bracket || is_new_line { Ok(()) } else { Err(ParseError::Syntax) }
    }

    fn name(&mut self) -> Result<String, ParseError> {
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '-');
        let rest = self.rest();
        let length = rest.find(|c| !is_name(c)).ok_or(ParseError::End)?;
        let name = rest[..length].to_owned();
        self.at += length;
        if name.is_empty() { Err(ParseError::Syntax) } else { Ok(name) }
    }

    fn word(&mut self) -> Result<Value, ParseError> {
        let rest = self.rest();
        let length = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '+' | '-' | '.')));
        let length = length.ok_or(ParseError::End)?;
        let word = rest[..length].to_owned();
        self.at += length;
        Ok(match word.as_str() {
            "true" | "True" | "TRUE" => Value::Bool(true),
            "false" | "False" | "FALSE" => Value::Bool(false),
            "null" | "None" | "NULL" | "undefined" | "NaN" => Value::Null,
            number => {
                let number = number.trim_start_matches('+').trim_end_matches('.');
                Value::Number(number.parse::<Number>().map_err(|_| ParseError::Syntax)?)
            }
        })
    }

    fn string(&mut self, role: Role) -> Result<String, ParseError> {
        let closing = closing(self.next()?).ok_or(ParseError::Syntax)?;
        let mut text = String::new();
        loop {
            match self.next()? {
                '\\' => self.escape(&mut text)?,
                c if closing.contains(&c) && self.is_end(role) => return Ok(text),
                c => text.push(c),
            }
        }
    }

    fn escape(&mut self, text: &mut String) -> Result<(), ParseError> {
        let c = self.next()?;
        let simple = match c {
            'n' => Some('\n'),
            't' => Some('\t'),
            'r' => Some('\r'),
            'b' | 'f' => Some(' '),
            'u' => None,
            other => Some(other),
        };
        if let Some(simple) = simple {
            text.push(simple);
            return Ok(());
        }
        let units = |length: usize| self.rest().get(..length).map(|digits| format!("\"\\u{digits}\""));
        let read = |json: Option<String>| serde_json::from_str::<String>(&json?).ok();
        let (found, length) = match (read(units(4)), read(units(10))) {
            (Some(one), _) => (one, 4),
            (None, Some(pair)) => (pair, 10),
            (None, None) => return Err(ParseError::Syntax),
        };
        text.push_str(&found);
        self.at += length;
        Ok(())
    }

    /// Decides by the text after the quote just read whether it ends the string.
    fn is_end(&self, role: Role) -> bool {
        let behind = self.rest().trim_start();
        let is_new_line = self.rest()[..self.rest().len() - behind.len()].contains('\n');
        match (behind.chars().next(), role) {
            (None, _) => true,
            (Some(c), Role::Name) => c == ':',
            (Some(c), Role::Value) => {
                matches!(c, ',' | '}' | ']')
                    || (is_new_line && closing(c).is_some())
                    || behind.starts_with("//")
                    || behind.starts_with("/*")
            }
        }
    }
}

/// Returns the quotes that may end a string begun with `opening`.
const fn closing(opening: char) -> Option<&'static [char]> {
    match opening {
        '"' => Some(&['"']),
        '\'' => Some(&['\'']),
        '`' => Some(&['`']),
        '“' | '”' | '„' => Some(&['”', '“']),
        '‘' | '’' => Some(&['’']),
        '«' => Some(&['»']),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<&str>) {
        let read = object(text).ok().map(|(value, _)| value.to_string());
        assert_eq!(read.as_deref(), expected, "{text}");
    }

    #[test]
    fn unambiguous_json_mistakes_are_repaired() {
        check("{\"a\": [1, 2, ], }", Some(r#"{"a":[1,2]}"#));
        check("{\"a\": 1, // one\n /* two */ \"b\": 2 # three\n}", Some(r#"{"a":1,"b":2}"#));
        check("{'a': 'l’été', 'b': 'l'été'}", Some(r#"{"a":"l’été","b":"l'été"}"#));
        check("{a: True, b_c: None, d: +1}", Some(r#"{"a":true,"b_c":null,"d":1}"#));
        check("{\"a\": \"one\ntwo\"}", Some(r#"{"a":"one\ntwo"}"#));
        check("{“a”: “b”}", Some(r#"{"a":"b"}"#));
        check("{\"a\": \"a \"fine\" shirt\"}", Some(r#"{"a":"a \"fine\" shirt"}"#));
        check("{\"a\": \"it\\'s\", \"b\": \"\\u00e9\\ud83d\\ude00\",}", Some(r#"{"a":"it's","b":"é😀"}"#));
        check("{\"a\": 1\n \"b\": 2}", Some(r#"{"a":1,"b":2}"#));
        check("{\"a\": \"x\"\n \"b\": 2}", Some(r#"{"a":"x","b":2}"#));
    }

    #[test]
    fn ambiguous_json_is_rejected() {
        for text in
            ["{\"a\" \"b\"}", "{\"a\": 1 \"b\": 2}", "{a b}", "{\"a\": maybe}", "{\"a\": [1}", "{\"a\": }"]
        {
            check(text, None);
        }
        assert_eq!(object("{\"a\": \"b").err().map(|(error, _)| error), Some(ParseError::End));
    }
}
