use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// A message, read as a mail program does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivedMail {
    /// The user who logged in.
    pub login: Option<String>,
    /// The envelope's sender (`MAIL FROM`).
    pub from: String,
    /// The envelope's recipients (`RCPT TO`).
    pub to: Vec<String>,
    /// Headers and body as received, with CR LF line ends.
    pub raw: String,
}

impl ReceivedMail {
    /// A header, not decoded, with its lines joined.
    pub fn header(&self, name: &str) -> Option<String> {
        header(&self.raw, name)
    }

    /// The decoded subject.
    pub fn subject(&self) -> Option<String> {
        self.header("Subject").map(|value| decoded_words(&value))
    }

    /// The decoded plain-text body.
    pub fn text(&self) -> Option<String> {
        body_part(&self.raw, "text/plain")
    }

    /// The decoded HTML body.
    pub fn html(&self) -> Option<String> {
        body_part(&self.raw, "text/html")
    }

    /// The first link in the plain text.
    pub fn link(&self) -> Option<String> {
        let text = self.text()?;
        let is_link = |word: &&str| word.starts_with("http://") || word.starts_with("https://");
        text.split_whitespace().find(is_link).map(str::to_owned)
    }
}

/// Of a message or one of its MIME parts.
fn header(entity: &str, name: &str) -> Option<String> {
    let (head, _) = entity.split_once("\r\n\r\n")?;
    // A line that begins with a space continues the previous one.
    let joined = head.replace("\r\n ", " ").replace("\r\n\t", " ");
    let mut lines = joined.split("\r\n").filter_map(|line| line.split_once(':'));
    lines.find(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim().to_owned())
}

/// The decoded first MIME part with a media type, possibly the message itself.
fn body_part(entity: &str, media_type: &str) -> Option<String> {
    let kind = header(entity, "Content-Type")?;
    if kind.to_ascii_lowercase().starts_with(media_type) {
        return decoded_body(entity);
    }
    let (_, after) = kind.split_once("boundary=")?;
    let boundary = after.split(';').next()?.trim().trim_matches('"');
    let (_, body) = entity.split_once("\r\n\r\n")?;
    let framed = format!("\r\n{body}");
    let line = format!("\r\n--{boundary}");
    let parts = framed.split(&line).skip(1);
    parts.filter_map(|part| part.split_once("\r\n")).find_map(|(_, part)| body_part(part, media_type))
}

fn decoded_body(entity: &str) -> Option<String> {
    let (_, body) = entity.split_once("\r\n\r\n")?;
    let encoding = header(entity, "Content-Transfer-Encoding").unwrap_or_default();
    let bytes = match encoding.to_ascii_lowercase().as_str() {
        "quoted-printable" => unquoted(&body.replace("=\r\n", "")),
        "base64" => STANDARD.decode(body.split_whitespace().collect::<String>()).ok()?,
        _ => body.as_bytes().to_vec(),
    };
    String::from_utf8(bytes).ok().map(|text| text.replace("\r\n", "\n"))
}

/// In quoted-printable text, `=E9` means the byte E9.
fn unquoted(text: &str) -> Vec<u8> {
    let mut pieces = text.split('=');
    let mut bytes = pieces.next().unwrap_or_default().as_bytes().to_vec();
    for piece in pieces {
        let byte = piece.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match byte {
            Some(byte) => {
                bytes.push(byte);
                bytes.extend_from_slice(&piece.as_bytes()[2..]);
            }
            None => bytes.extend_from_slice(format!("={piece}").as_bytes()),
        }
    }
    bytes
}

/// In a header (RFC 2047), such as `=?utf-8?q?=C3=89t=C3=A9?=`.
fn decoded_words(value: &str) -> String {
    let mut text = String::new();
    let mut was_encoded = false;
    for word in value.split(' ') {
        let decoded = decoded_word(word);
        // The space between two encoded words is not text.
        let is_between = was_encoded && decoded.is_some();
        if !text.is_empty() && !is_between {
            text.push(' ');
        }
        was_encoded = decoded.is_some();
        text.push_str(decoded.as_deref().unwrap_or(word));
    }
    text
}

fn decoded_word(word: &str) -> Option<String> {
    let inside = word.strip_prefix("=?")?.strip_suffix("?=")?;
    let mut fields = inside.splitn(3, '?');
    let (charset, encoding, text) = (fields.next()?, fields.next()?, fields.next()?);
    let bytes = match (charset.to_ascii_lowercase().as_str(), encoding.to_ascii_lowercase().as_str()) {
        ("utf-8", "b") => STANDARD.decode(text).ok()?,
        ("utf-8", "q") => unquoted(&text.replace('_', " ")),
        _ => return None,
    };
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subject_body_and_headers_of_a_received_message_are_decoded() {
        let raw = "Subject: =?utf-8?b?w4l0w6k=?= =?utf-8?q?_=C3=A0_la?= mer\r\n\
                   Content-Type: multipart/alternative;\r\n boundary=\"b:1\"\r\n\r\n\
                   --b:1\r\nContent-Type: text/plain; charset=utf-8\r\n\
                   Content-Transfer-Encoding: quoted-printable\r\n\r\n\
                   =C3=89t=C3=A9 1 =3D 1,\r\nhttps://ptl.example/a?b=\r\n=3Dc\r\n\r\n\
                   --b:1\r\nContent-Type: text/html; charset=utf-8\r\n\
                   Content-Transfer-Encoding: base64\r\n\r\nPHA+w4l0w6k8\r\nL3A+\r\n\r\n--b:1--\r\n";
        let (from, to) = ("a@b.example".to_owned(), vec!["c@d.example".to_owned()]);
        let mail = ReceivedMail { login: None, from, to, raw: raw.to_owned() };
        assert_eq!(mail.subject().unwrap(), "Été à la mer");
        assert_eq!(mail.text().unwrap(), "Été 1 = 1,\nhttps://ptl.example/a?b=c\n");
        assert_eq!(mail.html().unwrap(), "<p>Été</p>");
        assert_eq!(mail.link().unwrap(), "https://ptl.example/a?b=c");
        assert_eq!(mail.header("content-type").unwrap(), "multipart/alternative; boundary=\"b:1\"");
    }
}
