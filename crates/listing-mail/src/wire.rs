//! Email addresses as mail servers accept them.

use lettre::Address;
use lettre::address::AddressError;
use lettre::message::Mailbox;
use listing_domain::account::Email;

/// Makes the domain ASCII. A part before the `@` that is not ASCII needs a server that announces support for
/// it.
pub(crate) fn address(email: &Email) -> Result<Address, AddressError> {
    let (user, domain) = email.on_the_wire();
    Address::new(user, domain)
}

/// Makes the domain ASCII. The mailer also names it in the greeting.
pub(crate) fn sender(from: Mailbox) -> Result<Mailbox, AddressError> {
    let Mailbox { name, email } = from;
    let email = match format!("ptl@{}", email.domain()).parse::<Email>() {
        Ok(domain) => Address::new(email.user(), domain.on_the_wire().1)?,
        // A single word, such as `localhost`, stays.
        Err(_) => email,
    };
    Ok(Mailbox { name, email })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_domain_becomes_ascii_and_the_part_before_the_at_sign_stays() {
        let wire = |text: &str| address(&text.parse().unwrap()).unwrap().to_string();
        assert_eq!(wire("bob@bücher.example"), "bob@xn--bcher-kva.example");
        assert_eq!(wire("bob@example.com"), "bob@example.com");
        assert_eq!(wire("zoë@bücher.example"), "zoë@xn--bcher-kva.example");
    }

    #[test]
    fn a_sender_keeps_its_name_and_gets_an_ascii_domain() {
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
