//! Ready-to-run code samples that call an operation, in several programming languages.

use askama::Template;

use super::json::{Example, Notation};

/// The operation that the samples call, with its path and headers.
pub(super) struct Call<'a> {
    /// The method in lowercase.
    pub(super) method: &'a str,
    pub(super) path: &'a str,
    /// Headers other than the API key, with an example of each.
    pub(super) headers: &'a [(&'a str, String)],
    /// True when the operation takes an idempotency key. Each run of a sample makes its own, since the
    /// service refuses the key of another request.
    pub(super) is_idempotent: bool,
    /// True when the body has a photo, which the sample reads from a file.
    pub(super) has_photo: bool,
    pub(super) body: Option<&'a Example>,
}

/// A code sample in one programming language.
pub(super) struct Sample {
    pub(super) language: &'static str,
    /// The prerequisite to run it, such as "pip install requests".
    pub(super) needs: &'static str,
    pub(super) code: String,
}

#[derive(Template)]
#[template(path = "docs/call.sh", escape = "none")]
struct Shell<'a> {
    call: &'a Call<'a>,
    body: Option<String>,
}

#[derive(Template)]
#[template(path = "docs/call.py", escape = "none")]
struct Python<'a> {
    call: &'a Call<'a>,
    body: Option<String>,
}

#[derive(Template)]
#[template(path = "docs/call.ts", escape = "none")]
struct TypeScript<'a> {
    call: &'a Call<'a>,
    body: Option<String>,
}

#[derive(Template)]
#[template(path = "docs/call.rs", escape = "none")]
struct Rust<'a> {
    call: &'a Call<'a>,
    body: Option<String>,
}

/// The languages' notations of JSON values: the expression for the photo, and the words for true, false and
/// null.
const SHELL: Notation = Notation {
    photo: Some("\"data:image/jpeg;base64,$(base64 < photo.jpg | tr -d '\\n')\""),
    ..Notation::JSON
};
const PYTHON: Notation = Notation { photo: Some("photo(\"photo.jpg\")"), words: ["True", "False", "None"] };
const TYPESCRIPT: Notation = Notation { photo: Some("await photo(\"photo.jpg\")"), ..Notation::JSON };
const RUST: Notation = Notation { photo: Some("photo"), ..Notation::JSON };

/// Returns the code samples in every language.
pub(super) fn render_all(call: &Call<'_>) -> askama::Result<Vec<Sample>> {
    let body = |notation, indent| call.body.map(|body| body.render(&notation, indent));
    Ok(vec![
        Sample { language: "curl", needs: "a shell", code: Shell { call, body: body(SHELL, 0) }.render()? },
        Sample {
            language: "Python",
            needs: "pip install requests",
            code: Python { call, body: body(PYTHON, 4) }.render()?,
        },
        Sample {
            language: "TypeScript",
            needs: "Node 24, Deno or Bun",
            code: TypeScript { call, body: body(TYPESCRIPT, 2) }.render()?,
        },
        Sample {
            language: "Rust",
            needs: "cargo add base64 serde_json && cargo add reqwest --features blocking,json",
            code: Rust { call, body: body(RUST, 8) }.render()?,
        },
    ])
}
