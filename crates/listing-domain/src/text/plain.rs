//! Removes control and invisible characters, HTML and Markdown.

use super::chars::{is_combining, is_emoji, is_invisible};

/// On one letter. Vietnamese needs two.
const MAX_COMBINING: usize = 2;
const JOINER: char = '\u{200D}';
const EMOJI_STYLE: char = '\u{FE0F}';

/// In characters; limits the search for the end of a `<` that begins no tag.
const MAX_TAG: usize = 2_000;

const ENTITIES: &[(&str, &str)] = &[
    ("&amp;", "&"),
    ("&nbsp;", " "),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&quot;", "\""),
    ("&apos;", "'"),
    ("&#39;", "'"),
    ("&euro;", "€"),
    ("&eacute;", "é"),
    ("&egrave;", "è"),
    ("&agrave;", "à"),
];

/// Lines end with `\n`, and all other white space is a space.
pub(crate) fn plain(text: &str) -> String {
    let mut text = visible(text);
    if text.contains('&') {
        for (entity, character) in ENTITIES {
            text = text.replace(entity, character);
        }
    }
    if text.contains(['<', '>']) {
        text = without_tags(&text);
    }
    if text.contains("](") {
        text = without_links(&text);
    }
    without_markdown(&text)
}

fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut combining = 0;
    let text = text.replace("\r\n", "\n");
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let c = match c {
            '\n' | '\r' | '\u{B}' | '\u{C}' | '\u{85}' | '\u{2028}' | '\u{2029}' => '\n',
            c if c.is_whitespace() => ' ',
            // Full-width forms read like ASCII, to people too.
            '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
            c => c,
        };
        combining = if is_combining(c) { combining + 1 } else { 0 };
        let keep = match c {
            '\n' => true,
            JOINER => is_joined(out.chars().next_back()) && chars.peek().is_some_and(|next| is_emoji(*next)),
            EMOJI_STYLE => out.chars().next_back().is_some_and(is_emoji),
            c => !c.is_control() && !is_invisible(c) && combining <= MAX_COMBINING,
        };
        if keep {
            out.push(c);
        }
    }
    out
}

fn is_joined(before: Option<char>) -> bool {
    before.is_some_and(|c| is_emoji(c) || c == EMOJI_STYLE)
}

/// With the content of scripts and styles. The end of a block element becomes a line break. No angle bracket
/// is left, so removals cannot form a new tag.
fn without_tags(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(['<', '>']) {
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        let Some(tag) = tag_at(rest) else {
            rest = &rest[1..];
            continue;
        };
        rest = &rest[tag.len()..];
        let name: String = tag[1..].chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '/').collect();
        match name.to_ascii_lowercase().trim_end_matches('/') {
            "script" | "style" => rest = after_closing(rest, &name),
            "br" | "/p" | "/div" | "/li" | "/h1" | "/h2" | "/h3" | "/tr" | "/ul" | "/ol" => out.push('\n'),
            "li" => out.push_str("- "),
            _ => {}
        }
    }
    out.push_str(rest);
    out
}

fn tag_at(text: &str) -> Option<&str> {
    let second = text.strip_prefix('<')?.chars().next()?;
    if !second.is_ascii_alphabetic() && second != '/' && second != '!' {
        return None;
    }
    let end = text.char_indices().take(MAX_TAG).find(|(_, c)| *c == '>')?.0;
    Some(&text[..=end])
}

fn after_closing<'a>(text: &'a str, name: &str) -> &'a str {
    let closing = format!("</{name}");
    let mut windows = text.as_bytes().windows(closing.len());
    let start = windows.position(|window| window.eq_ignore_ascii_case(closing.as_bytes()));
    start.map_or("", |start| &text[start..])
}

/// `[words](address)` becomes its words.
fn without_links(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(middle) = rest.find("](") {
        let (before, after) = (&rest[..middle], &rest[middle + 2..]);
        let line_end = after.find('\n').unwrap_or(after.len());
        if let (Some(open), Some(close)) = (before.rfind('['), after[..line_end].find(')')) {
            out.push_str(&before[..open]);
            out.push_str(&before[open + 1..]);
            rest = &after[close + 1..];
        } else {
            out.push_str(before);
            out.push_str("] (");
            rest = after;
        }
    }
    out.push_str(rest);
    out
}

fn without_markdown(text: &str) -> String {
    let lines = text.split('\n').map(|line| {
        let line = line.trim();
        let heading = line.trim_start_matches('#');
        let line = if heading.starts_with(' ') { heading.trim_start() } else { line };
        match line.strip_prefix("* ").or_else(|| line.strip_prefix("+ ")).or_else(|| line.strip_prefix("• "))
        {
            Some(point) => format!("- {}", without_marks(point)),
            None => without_marks(line),
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Marks of Markdown emphasis and code. A `*` between digits ("120*80") and a `_` or `~` inside a word or
/// number stay.
fn without_marks(line: &str) -> String {
    let chars: Vec<char> = line.chars().collect();
    let at = |i: usize| chars.get(i).copied().unwrap_or(' ');
    let inside = |i: usize, kind: fn(char) -> bool| i > 0 && kind(at(i - 1)) && kind(at(i + 1));
    chars
        .iter()
        .enumerate()
        .filter(|(i, c)| match c {
            '`' => false,
            '*' => inside(*i, |c| c.is_ascii_digit()),
            '_' | '~' => inside(*i, char::is_alphanumeric),
            _ => true,
        })
        .map(|(_, c)| *c)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(plain(text), expected, "{text}");
    }

    #[test]
    fn markup_becomes_plain_text() {
        check("<p>Veste <b>noire</b></p>", "Veste noire\n");
        check("a<script>alert(1)</script>b", "ab");
        check("a<script>never closed", "a");
        check("<<b>b>x", "bx");
        check("taille < 40", "taille  40");
        check("## Veste\n* cuir\n**noire**", "Veste\n- cuir\nnoire");
        check("[ici](http://a.fr) et [là", "ici et [là");
        check("120*80 cm, snake_case, _dit_", "120*80 cm, snake_case, dit");
        check("Levi&#39;s &amp; co", "Levi's & co");
    }

    #[test]
    fn invisible_characters_are_removed_and_joined_emoji_stay() {
        check("ve\u{200B}ste\u{202E}\u{0}\u{AD}", "veste");
        check("a\u{A0}b\tc\r\nd\u{2028}e", "a b c\nd\ne");
        check("👩\u{200D}💻 x\u{200D}y ❤\u{FE0F} z\u{FE0F}", "👩\u{200D}💻 xy ❤\u{FE0F} z");
        check("０６＠", "06@");
        check("z\u{301}\u{302}\u{303}\u{304}", "z\u{301}\u{302}");
        check("e\u{301}te\u{301}", "e\u{301}te\u{301}");
    }
}
