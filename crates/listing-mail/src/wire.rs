//! An e-mail address as mail servers take it.

use lettre::Address;
use lettre::address::AddressError;
use listing_domain::account::Email;

/// The address that a mail server is given: every server takes the domain, and one whose part
/// before the `@` has letters beyond ASCII goes to those alone that say so.
pub(crate) fn address(email: &Email) -> Result<Address, AddressError> {
    let (user, domain) = email.on_the_wire();
    Address::new(user, domain)
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
}
