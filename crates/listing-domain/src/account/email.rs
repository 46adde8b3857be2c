//! Normalized email addresses.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use hmac::{Hmac, KeyInit as _, Mac as _};
use idna::AsciiDenyList;
use idna::uts46::{DnsLength, Hyphens, Uts46};
use sha2::Sha256;
use unicode_normalization::UnicodeNormalization as _;

use crate::text::is_invisible;
use crate::token::TokenDigest;

/// Only so that `idna` uses the small Unicode tables of the version that the workspace pins.
use idna_adapter as _;

/// A normalized email address: trimmed, in lower case and NFC, with the domain in Unicode. Two accounts can't
/// differ only in case, typed accents or `xn--`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Email(String);

/// The error for an invalid email address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "an email address must have the form name@example.com, without spaces or invisible characters, and at \
     most 254 characters"
)]
pub struct InvalidEmail;

impl Email {
    /// The maximum length (RFC 5321).
    pub const MAX_CHARS: usize = 254;

    /// Wraps an address from storage unchecked, since the rules may have changed since.
    pub const fn stored(text: String) -> Self {
        Self(text)
    }

    /// The address as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The part before the `@`, and the domain in ASCII for mail servers (RFC 5890), unchanged if it has no
    /// ASCII form.
    pub fn on_the_wire(&self) -> (&str, Cow<'_, str>) {
        let (name, domain) = self.parts();
        let (deny, hyphens) = (AsciiDenyList::EMPTY, Hyphens::Allow);
        let ascii = Uts46::new().to_ascii(domain.as_bytes(), deny, hyphens, DnsLength::Ignore);
        (name, ascii.unwrap_or(Cow::Borrowed(domain)))
    }

    /// A keyed digest that is equal for all addresses of one mailbox: it ignores the part after a plus and
    /// the dots of Gmail names.
    pub fn mailbox_digest(&self, secret: &[u8; 32]) -> TokenDigest {
        // HMAC pads a key with zeros to the block size (RFC 2104).
        let mut block = [0_u8; 64];
        block[..secret.len()].copy_from_slice(secret);
        let mut digest = <Hmac<Sha256>>::new(&block.into());
        digest.update(self.mailbox().as_bytes());
        TokenDigest::new(digest.finalize().into_bytes().into())
    }

    fn mailbox(&self) -> String {
        let (name, domain) = self.parts();
        // A leading plus starts no tag.
        let untagged = match name.char_indices().skip(1).find(|(_, c)| *c == '+') {
            Some((tag, _)) => &name[..tag],
            None => name,
        };
        match domain {
            "gmail.com" | "googlemail.com" => format!("{}@gmail.com", untagged.replace('.', "")),
            _ => format!("{untagged}@{domain}"),
        }
    }

    fn parts(&self) -> (&str, &str) {
        self.0.rsplit_once('@').unwrap_or((&self.0, ""))
    }
}

impl FromStr for Email {
    type Err = InvalidEmail;

    /// Reads a bare address, or the format of mail programs: `Ann Example <ann@example.com>`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let named = text.strip_suffix('>').and_then(|text| text.rsplit_once('<'));
        let (name, domain) =
            named.map_or(text, |(_, address)| address).rsplit_once('@').ok_or(InvalidEmail)?;
        if name.is_empty() || name.contains(is_refused) || domain.contains(is_refused) {
            return Err(InvalidEmail);
        }
        let lower: String = name.nfc().flat_map(char::to_lowercase).collect();
        let (domain, outcome) =
            Uts46::new().to_unicode(domain.as_bytes(), AsciiDenyList::URL, Hyphens::Allow);
        outcome.map_err(|_| InvalidEmail)?;
        let is_dotted = domain.contains('.') && domain.split('.').all(|label| !label.is_empty());
        let email = format!("{}@{domain}", lower.nfc());
        let fits = email.chars().count() <= Self::MAX_CHARS;
        if is_dotted && fits { Ok(Self(email)) } else { Err(InvalidEmail) }
    }
}

impl fmt::Display for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Blanks, invisible characters, and those special in headers (RFC 5322).
fn is_refused(c: char) -> bool {
    matches!(c, '(' | ')' | '<' | '>' | '[' | ']' | ':' | ';' | ',' | '\\' | '"' | '@')
        || c.is_whitespace()
        || c.is_control()
        || is_invisible(c)
        || is_format(c)
}

/// Characters of Unicode's category `Cf` that [`is_invisible`] permits, and emoji style selectors.
const fn is_format(c: char) -> bool {
    matches!(c,
        '\u{200D}' | '\u{FE0F}' | '\u{600}'..='\u{605}' | '\u{6DD}' | '\u{70F}' | '\u{890}' | '\u{891}' | '\u{8E2}'
        | '\u{110BD}' | '\u{110CD}' | '\u{13430}'..='\u{1343F}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> String {
        text.parse::<Email>()
            .unwrap_or_else(|_| panic!("cannot parse the address {text:?}"))
            .as_str()
            .to_owned()
    }

    #[test]
    fn all_spellings_of_an_address_are_equal() {
        for text in
            [" Ann@Example.COM ", "ann@example.com", "Ann Example <Ann@example.com>", "<ann@example.com>"]
        {
            assert_eq!(read(text), "ann@example.com");
        }
        for text in [
            "bob@bücher.example",
            "bob@BÜCHER.example",
            "bob@bu\u{308}cher.example",
            "bob@xn--bcher-kva.example",
        ] {
            assert_eq!(read(text), "bob@bücher.example");
        }
        assert_eq!(read("Zoe\u{308}@example.com"), read("zoë@example.com"));
        assert_eq!(read("o'neil+tag_1@my_host.example.com"), "o'neil+tag_1@my_host.example.com");
    }

    #[test]
    fn invalid_addresses_are_refused() {
        for bad in [
            "",
            "ann",
            "@example.com",
            "ann@",
            "ann@host",
            "a nn@example.com",
            "a@b@example.com",
            "ann@.com",
            "ann@example..com",
            "ann@example.com.",
            "ann@xn--a.example",
            "\"ann\"@example.com",
            "ann@[192.0.2.1]",
            "ann@example.com>",
            "Ann <ann@example.com",
            "a,b@example.com",
            "ann@exa%mple.com",
            "ann@example.com\0",
        ] {
            assert_eq!(bad.parse::<Email>(), Err(InvalidEmail), "{bad:?}");
        }
        assert_eq!(format!("{}@example.com", "a".repeat(250)).parse::<Email>(), Err(InvalidEmail));
    }

    #[test]
    fn invisible_characters_are_refused_before_and_after_the_at_sign() {
        for c in [
            '\u{AD}',
            '\u{61C}',
            '\u{200B}',
            '\u{200C}',
            '\u{200D}',
            '\u{200E}',
            '\u{202E}',
            '\u{2060}',
            '\u{2066}',
            '\u{FEFF}',
            '\u{600}',
            '\u{6DD}',
            '\u{110BD}',
            '\u{E0041}',
            '\u{3164}',
            '\u{FE0F}',
        ] {
            for text in [format!("a{c}nn@example.com"), format!("ann@exa{c}mple.com")] {
                assert_eq!(text.parse::<Email>(), Err(InvalidEmail), "{}", text.escape_unicode());
            }
        }
    }

    #[test]
    fn a_domain_is_converted_to_ascii_for_mail_servers() {
        for (text, domain) in [
            ("bob@bücher.example", "xn--bcher-kva.example"),
            ("bob@élan-vital.example", "xn--lan-vital-93a.example"),
            ("bob@例え.テスト", "xn--r8jz45g.xn--zckzah"),
            ("bob@пример.испытание", "xn--e1afmkfd.xn--80akhbyknj4f"),
            ("bob@my_host.example", "my_host.example"),
        ] {
            let email: Email = text.parse().unwrap();
            assert_eq!(email.on_the_wire(), ("bob", Cow::Borrowed(domain)));
        }
    }

    #[test]
    fn a_mailbox_has_one_digest_per_secret_for_all_its_addresses() {
        let digest = |text: &str, secret| text.parse::<Email>().unwrap().mailbox_digest(&[secret; 32]);
        for text in ["ann+1@example.com", "ANN+a+b@example.com", "ann+@example.com"] {
            assert_eq!(digest(text, 1), digest("ann@example.com", 1));
        }
        for text in ["a.n.n@gmail.com", "ann+x@googlemail.com", "Ann@GoogleMail.com"] {
            assert_eq!(digest(text, 1), digest("ann@gmail.com", 1));
        }
        for text in ["a.nn@example.com", "bob@example.com", "+ann@example.com", "ann@gmail.com"] {
            assert_ne!(digest(text, 1), digest("ann@example.com", 1));
        }
        assert_ne!(digest("ann@example.com", 1), digest("ann@example.com", 2));
    }

    proptest! {
        #[test]
        fn a_parsed_address_parses_to_itself(text in "[a-zA-Zà-ý0-9.+_-]{1,12}@[a-zA-Zà-ý0-9]{1,8}\\.[a-z]{2,4}") {
            if let Ok(email) = text.parse::<Email>() {
                prop_assert_eq!(email.as_str().parse::<Email>(), Ok(email.clone()));
                prop_assert_eq!(text.to_uppercase().parse::<Email>().ok(), text.to_uppercase().to_lowercase().parse().ok());
            }
        }

        #[test]
        fn no_parsed_address_has_a_refused_character(text in any::<String>()) {
            if let Ok(email) = text.parse::<Email>() {
                prop_assert!(!email.as_str().contains(is_refused_except_at_sign));
            }
        }
    }

    fn is_refused_except_at_sign(c: char) -> bool {
        c != '@' && is_refused(c)
    }
}
