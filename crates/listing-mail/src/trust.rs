use std::error::Error;

use lettre::transport::smtp::Error as SmtpError;
use listing_domain::ports::{BoxError, MailerError};

/// Why a mail server's certificate is not trusted, and a solution.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Untrusted {
    /// Marked as an authority's, the default of `openssl req -x509`.
    #[error(
        "the mail server's self-signed certificate is marked as that of an authority: create one with \
         -addext basicConstraints=critical,CA:FALSE, and add it to the certificates that this machine trusts"
    )]
    CaCertificate(#[source] SmtpError),
    #[error(
        "this machine does not trust the issuer of the mail server's certificate: add the certificate to those that \
         this machine trusts, or use smtp_encryption = \"none\" if the server is on this machine"
    )]
    UnknownIssuer(#[source] SmtpError),
    #[error("the mail server's certificate is for another name: set smtp_host to a name in it")]
    WrongName(#[source] SmtpError),
    #[error("the mail server's certificate has expired, or is not valid yet: renew it, and check the clock")]
    NotCurrent(#[source] SmtpError),
}

/// The TLS library's names: no authority has the issuer's name, or the authority has another key.
const UNKNOWN_ISSUER: [&str; 3] =
    ["UnknownIssuer", "BadSignature", "UnsupportedSignatureAlgorithmForPublicKey"];

/// For a server that does not know the recipient yet. Explains an untrusted certificate.
pub(crate) fn unavailable(error: SmtpError) -> MailerError {
    let text = chain_text(&error);
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let reason: BoxError = if has(&["CaUsedAsEndEntity"]) {
        Untrusted::CaCertificate(error).into()
    } else if has(&UNKNOWN_ISSUER) {
        Untrusted::UnknownIssuer(error).into()
    } else if has(&["NotValidForName", "not valid for name"]) {
        Untrusted::WrongName(error).into()
    } else if text.contains("certificate") && has(&["Expired", "expired", "NotValidYet", "not valid yet"]) {
        Untrusted::NotCurrent(error).into()
    } else {
        error.into()
    };
    MailerError::Unavailable(reason)
}

/// The error with all its causes.
fn chain_text(error: &SmtpError) -> String {
    let mut text = String::new();
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(error) = cause {
        text.extend([error.to_string(), format!(" {error:?} ")]);
        cause = error.source();
    }
    text
}
