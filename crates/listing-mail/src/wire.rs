//! An e-mail address as mail servers take it: the domain in letters of ASCII (RFC 5890).

use lettre::Address;
use lettre::address::AddressError;
use listing_domain::account::Email;

/// What a label begins with that stands for letters beyond ASCII.
const PREFIX: &str = "xn--";

/// The parameters of RFC 3492, section 5.
const BASE: u32 = 36;
const T_MIN: u32 = 1;
const T_MAX: u32 = 26;
const SKEW: u32 = 38;
const DAMP: u32 = 700;
const INITIAL_BIAS: u32 = 72;
const INITIAL_N: u32 = 128;

/// The address that a mail server is given: every server takes the domain, and one whose part
/// before the `@` has letters beyond ASCII goes to those alone that say so.
pub(crate) fn address(email: &Email) -> Result<Address, AddressError> {
    let text = email.as_str();
    match text.rsplit_once('@') {
        Some((user, domain)) if !domain.is_ascii() => Address::new(user, ascii_domain(domain)),
        _ => text.parse(),
    }
}

fn ascii_domain(domain: &str) -> String {
    let label = |label: &str| {
        if label.is_ascii() {
            return label.to_owned();
        }
        let lowercase: Vec<char> = label.chars().flat_map(char::to_lowercase).collect();
        // A label that cannot be written stays as it is: the server refuses it, and says so.
        punycode(&lowercase).map_or_else(|| label.to_owned(), |encoded| format!("{PREFIX}{encoded}"))
    };
    domain.split(['.', '\u{3002}', '\u{ff0e}', '\u{ff61}']).map(label).collect::<Vec<_>>().join(".")
}

/// Letters in Punycode (RFC 3492, section 6.3); `None` for more than it can count.
fn punycode(label: &[char]) -> Option<String> {
    let mut encoded: String = label.iter().filter(|c| c.is_ascii()).collect();
    let length = u32::try_from(label.len()).ok()?;
    let basic = u32::try_from(encoded.len()).ok()?;
    if basic > 0 {
        encoded.push('-');
    }
    let (mut n, mut delta, mut bias, mut done) = (INITIAL_N, 0_u32, INITIAL_BIAS, basic);
    while done < length {
        let next = label.iter().map(|c| u32::from(*c)).filter(|code| *code >= n).min()?;
        delta = delta.checked_add((next - n).checked_mul(done + 1)?)?;
        n = next;
        for code in label.iter().map(|c| u32::from(*c)) {
            if code < n {
                delta = delta.checked_add(1)?;
            }
            if code == n {
                push_number(&mut encoded, delta, bias);
                bias = adapted(delta, done + 1, done == basic);
                delta = 0;
                done += 1;
            }
        }
        delta = delta.checked_add(1)?;
        n = n.checked_add(1)?;
    }
    Some(encoded)
}

fn push_number(encoded: &mut String, mut number: u32, bias: u32) {
    let mut k = BASE;
    loop {
        let threshold = k.saturating_sub(bias).clamp(T_MIN, T_MAX);
        if number < threshold {
            break;
        }
        encoded.push(digit(threshold + (number - threshold) % (BASE - threshold)));
        number = (number - threshold) / (BASE - threshold);
        k += BASE;
    }
    encoded.push(digit(number));
}

fn adapted(delta: u32, points: u32, is_first: bool) -> u32 {
    let mut delta = if is_first { delta / DAMP } else { delta / 2 };
    delta += delta / points;
    let mut k = 0;
    while delta > (BASE - T_MIN) * T_MAX / 2 {
        delta /= BASE - T_MIN;
        k += BASE;
    }
    k + (BASE - T_MIN + 1) * delta / (delta + SKEW)
}

/// Letters stand for 0 to 25, figures for 26 to 35.
fn digit(value: u32) -> char {
    char::from_digit((value + 10) % BASE, BASE).unwrap_or('a')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_domain_is_written_in_ascii() {
        for (domain, ascii) in [
            ("bücher.example", "xn--bcher-kva.example"),
            ("BÜCHER.example", "xn--bcher-kva.example"),
            ("münchen.example", "xn--mnchen-3ya.example"),
            ("élan-vital.example", "xn--lan-vital-93a.example"),
            ("例え.テスト", "xn--r8jz45g.xn--zckzah"),
            ("пример.испытание", "xn--e1afmkfd.xn--80akhbyknj4f"),
            ("παράδειγμα.example", "xn--hxajbheg2az3al.example"),
            ("plain.example", "plain.example"),
            ("ü", "xn--tda"),
        ] {
            assert_eq!(ascii_domain(domain), ascii);
        }
    }

    #[test]
    fn the_part_before_the_at_sign_stays() {
        let wire = |text: &str| address(&text.parse().unwrap()).unwrap().to_string();
        assert_eq!(wire("bob@bücher.example"), "bob@xn--bcher-kva.example");
        assert_eq!(wire("bob@example.com"), "bob@example.com");
        assert_eq!(wire("zoë@bücher.example"), "zoë@xn--bcher-kva.example");
    }
}
