//! Converts email addresses to the form that mail servers accept.

use lettre::Address;
use lettre::address::AddressError;
use lettre::message::Mailbox;
use listing_domain::account::Email;

/// Returns the address for a mail server, with an ASCII domain. A non-ASCII part before the `@` works only
/// with servers that announce support.
pub(crate) fn address(email: &Email) -> Result<Address, AddressError> {
    let (user, domain) = email.on_the_wire();
    Address::new(user, domain)
}

/// Returns a sender with an ASCII domain, which is also this program's name in the greeting.
pub(crate) fn sender(from: Mailbox) -> Result<Mailbox, AddressError> {
    let Mailbox { name, email } = from;
    let email = match format!("ptl@{}", email.domain()).parse::<Email>() {
        Ok(domain) => Address::new(email.user(), domain.on_the_wire().1)?,
        // A host of one word has no other form.
        Err(_) => email,
    };
    Ok(Mailbox { name, email })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_part_before_the_at_sign_stays() {
        let wire = |text: &str| address(&text.parse().unwrap()).unwrap().to_string();
        assert_eq!(wire("bob@bücher.example"), "bob@xn--bcher-kva.example");
        assert_eq!(wire("bob@example.com"), "bob@example.com");
        assert_eq!(wire("zoë@bücher.example"), "zoë@xn--bcher-kva.example");
    }

    #[test]
    fn sender_keeps_its_name_and_gets_the_domain_in_ascii() {
        for (given, on_the_wire) in [
            ("Bücher <No-Reply@bücher.example>", "No-Reply@xn--bcher-kva.example"),
            ("no-reply@xn--bcher-kva.example", "no-reply@xn--bcher-kva.example"),
            ("ptl@localhost", "ptl@localhost"),
        ] {
            let given: Mailbox = given.parse().unwrap();
            let sent = sender(given.clone()).unwrap();
            assert_eq!((sent.name, sent.email.to_string()), (given.name, on_the_wire.to_owned()));
        }
    }
}
