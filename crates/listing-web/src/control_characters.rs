//! The check that form fields contain no control characters.

use listing_http::ApiError;

/// Refuses fields with control characters other than tabs and line breaks. Users do not type them, databases
/// may refuse them, and they can hide text.
///
/// # Errors
/// 400 with the name of the field.
pub(crate) fn refuse_control(fields: &[(String, String)]) -> Result<(), ApiError> {
    let is_refused = |sign: char| sign.is_control() && !matches!(sign, '\t' | '\n' | '\r');
    match fields.iter().find(|(name, value)| name.contains(is_refused) || value.contains(is_refused)) {
        None => Ok(()),
        Some((name, _)) => {
            let name = name.replace(is_refused, "");
            Err(ApiError::invalid(format!("{name}: must not contain control characters")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_except_tabs_and_line_breaks_are_refused() {
        for code in (0..0x20_u8).chain(0x7f..=0x9f) {
            let sign = char::from(code);
            let is_fine = matches!(sign, '\t' | '\n' | '\r');
            for (name, value) in [("title", format!("a{sign}b")), (&*format!("ti{sign}tle"), "ab".to_owned())]
            {
                let refused = refuse_control(&[("x".to_owned(), "y".to_owned()), (name.to_owned(), value)]);
                assert_eq!(refused.is_ok(), is_fine, "{code:#x}");
                if let Err(error) = refused {
                    assert_eq!(error.message(), "title: must not contain control characters");
                }
            }
        }
    }
}
