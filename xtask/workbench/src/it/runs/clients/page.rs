//! Code samples from the served API reference, as a reader copies them.

use anyhow::{Context as _, Result};

#[derive(Debug)]
pub(super) struct Sample {
    /// Such as "getUsage".
    pub(super) operation: &'static str,
    /// As the page states them, such as "pip install requests".
    pub(super) needs: String,
    pub(super) code: String,
}

pub(super) fn sample(page: &str, operation: &'static str, language: &str) -> Result<Sample> {
    let part = after_mark(page, &format!("<h3 id=\"{operation}-samples\">"))?;
    let part = part.split("<h3").next().unwrap_or_default();
    let part = after_mark(part, &format!("<summary>{language}</summary>"))
        .with_context(|| format!("{operation} has no sample in {language}"))?;
    Ok(Sample {
        operation,
        needs: between(part, "Needs: ", "</p>")?,
        code: between(part, "<code>", "</code>")?,
    })
}

/// Extracts calls from Markdown, each with the response below it.
pub(super) fn calls(text: &str) -> Vec<(&str, &str)> {
    let fenced: Vec<&str> = text.split("```").skip(1).step_by(2).collect();
    let pairs = fenced.windows(2).filter_map(|pair| {
        let [call, answer] = pair else { return None };
        Some((call.trim(), answer.strip_prefix("json\n")?))
    });
    pairs.filter(|(call, _)| call.starts_with("curl ")).collect()
}

fn after_mark<'a>(text: &'a str, mark: &str) -> Result<&'a str> {
    text.split_once(mark).map(|(_, after)| after).with_context(|| format!("{mark} is not on the page"))
}

/// Returns the text as a browser shows it.
fn between(text: &str, start: &str, end: &str) -> Result<String> {
    let text = after_mark(text, start)?.split(end).next().unwrap_or_default();
    // The ampersand is last, so that no new HTML entity is formed and replaced.
    let marks = [("&#60;", "<"), ("&#62;", ">"), ("&#34;", "\""), ("&#39;", "'"), ("&#38;", "&")];
    Ok(marks.iter().fold(text.to_owned(), |text, (mark, character)| text.replace(mark, character)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<li><a href=\"#a-samples\">Ready to run</a></li>\
        <h3 id=\"a-samples\">Ready to run</h3>\
        <details><summary>Rust</summary><p class=\"needs\">Needs: b &#38;&#38; c</p>\
        <pre><code>f(&#38;&#34;&#60;x&#62;&#34;, &#38;#39;)</code></pre></details>\
        <h3 id=\"b-samples\">Ready to run</h3><details><summary>curl</summary>\
        <p class=\"needs\">Needs: a shell</p><pre><code>curl</code></pre></details>";

    #[test]
    fn samples_are_read_as_a_browser_shows_them() {
        let read = sample(PAGE, "a", "Rust").unwrap();
        assert_eq!((read.needs.as_str(), read.code.as_str()), ("b && c", "f(&\"<x>\", &#39;)"));
        assert_eq!(sample(PAGE, "b", "curl").unwrap().code, "curl");
    }

    #[test]
    fn a_sample_of_another_operation_is_an_error() {
        assert!(sample(PAGE, "a", "curl").unwrap_err().to_string().contains("a has no sample in curl"));
        assert!(sample(PAGE, "c", "curl").is_err());
    }

    #[test]
    fn only_curl_calls_with_a_response_are_extracted() {
        let text = "a\n```\ncurl -s BASE\n```\n```json\n{\"a\":1}\n```\nb\n```\nA-Header: b\n```\n```json\n{}\n```\n";
        assert_eq!(calls(text), [("curl -s BASE", "{\"a\":1}\n")]);
    }
}
