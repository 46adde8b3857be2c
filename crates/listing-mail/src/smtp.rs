use std::sync::Arc;
use std::time::{Duration, SystemTime};

use async_trait::async_trait;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::transport::smtp::Error as SmtpError;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail as MailFrom, Rcpt};
use lettre::transport::smtp::extension::{ClientId, Extension, MailParameter};
use lettre::transport::smtp::response::Code;
use lettre::{Address, Message};
use listing_domain::mail::Mail;
use listing_domain::ports::{Clock, Mailer, MailerError};
use tokio::time::{Instant, timeout_at};

use crate::letter::Letter;
use crate::settings::{Encryption, SmtpSettings, SmtpSettingsError};
use crate::trust::unavailable;
use crate::wire;

/// Even if the settings say more.
const MAX_TIMEOUT: Duration = Duration::from_secs(30);
/// For each of the server's addresses.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// They concern the login, not the message (RFC 4954).
const LOGIN_CODES: [u16; 4] = [530, 534, 535, 538];

/// A `Mailer` that connects to a mail server for each message.
pub struct SmtpMailer {
    settings: SmtpSettings,
    from: Mailbox,
    tls: Option<TlsParameters>,
    clock: Arc<dyn Clock>,
}

impl SmtpMailer {
    /// Creates a mailer, without connecting.
    ///
    /// # Errors
    /// If the sender is not an address, or the trusted certificates cannot be read.
    pub fn new(settings: SmtpSettings, clock: Arc<dyn Clock>) -> Result<Self, SmtpSettingsError> {
        let from = settings.from.parse().and_then(wire::sender).map_err(SmtpSettingsError::From)?;
        let tls = match settings.encryption {
            Encryption::None => None,
            Encryption::StartTls | Encryption::Tls => {
                Some(TlsParameters::new(settings.host.clone()).map_err(SmtpSettingsError::Certificates)?)
            }
        };
        Ok(Self { settings, from, tls, clock })
    }

    /// Checks that the server accepts the settings and the login, without a message or recipient.
    ///
    /// # Errors
    /// If the server is unreachable, rejects the login, or exceeds `within`.
    pub async fn check(&self, within: Duration) -> Result<(), MailerError> {
        let end = Instant::now() + within.min(MAX_TIMEOUT);
        let connected = timeout_at(end, self.connect()).await;
        let mut server = connected.map_err(|e| MailerError::Unavailable(e.into()))?.map_err(unavailable)?;
        let _ = timeout_at(end, server.quit()).await;
        Ok(())
    }

    fn message(&self, mail: &Mail, to: Address) -> Result<Message, MailerError> {
        let letter = Letter::from_mail(mail).map_err(|e| MailerError::Refused(e.into()))?;
        let id = format!("<{:032x}@{}>", fastrand::u128(..), self.from.email.domain());
        let automatic = HeaderName::new_from_ascii_str("Auto-Submitted");
        Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(letter.subject)
            .date(SystemTime::from(self.clock.now()))
            .message_id(Some(id))
            .raw_header(HeaderValue::new(automatic, "auto-generated".to_owned()))
            .multipart(MultiPart::alternative_plain_html(letter.text, letter.html))
            .map_err(|e| MailerError::Refused(e.into()))
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, SmtpError> {
        let name = ClientId::Domain(self.from.email.domain().to_owned());
        let server = (self.settings.host.as_str(), self.settings.port);
        let initial_tls = self.tls.clone().filter(|_| self.settings.encryption == Encryption::Tls);
        let mut server =
            AsyncSmtpConnection::connect_tokio1(server, Some(CONNECT_TIMEOUT), &name, initial_tls, None)
                .await?;
        if let Some(tls) = self.tls.clone().filter(|_| self.settings.encryption == Encryption::StartTls) {
            server.starttls(tls, &name).await?;
        }
        if let Some(login) = &self.settings.login {
            let credentials = Credentials::new(login.user.clone(), login.password.reveal().to_owned());
            server.auth(&[Mechanism::Plain, Mechanism::Login], &credentials).await?;
        }
        Ok(server)
    }

    async fn deliver(&self, message: &Message, to: Address) -> Result<AsyncSmtpConnection, MailerError> {
        // The server does not know the recipient yet, so an error is about the settings, which the operator
        // can correct.
        let mut server = self.connect().await.map_err(unavailable)?;
        let mut parameters = Vec::new();
        let from = &self.from.email;
        if !(from.user().is_ascii() && to.user().is_ascii()) {
            if !server.server_info().supports_feature(Extension::SmtpUtfEight) {
                let problem = "the mail server accepts no address with letters beyond ASCII before the @";
                return Err(if from.user().is_ascii() {
                    MailerError::Refused(problem.into())
                } else {
                    MailerError::Unavailable(format!("{problem}, and smtp_from has some").into())
                });
            }
            parameters.push(MailParameter::SmtpUtfEight);
        }
        let from = MailFrom::new(Some(from.clone()), parameters);
        server.command(from).await.map_err(unavailable)?;
        server.command(Rcpt::new(to, Vec::new())).await.map_err(classify)?;
        server.command(Data).await.map_err(classify)?;
        server.message(&message.formatted()).await.map_err(classify)?;
        Ok(server)
    }
}

#[async_trait]
impl Mailer for SmtpMailer {
    async fn send(&self, mail: &Mail) -> Result<(), MailerError> {
        let to = wire::address(&mail.to).map_err(|e| MailerError::Refused(Box::new(e)))?;
        let message = self.message(mail, to.clone())?;
        let end = Instant::now() + self.settings.timeout.min(MAX_TIMEOUT);
        let delivered = timeout_at(end, self.deliver(&message, to)).await;
        let mut server = delivered.map_err(|e| MailerError::Unavailable(e.into()))??;
        // The message is accepted, so a failed QUIT does not matter.
        let _ = timeout_at(end, server.quit()).await;
        Ok(())
    }
}

/// Only the code is kept: the text may contain the recipient or the link in the message.
#[derive(Debug, thiserror::Error)]
#[error("reply code {0}")]
struct ReplyCode(Code);

/// For a server that knows the recipient. Codes 5xx are permanent, unless they concern the login.
fn classify(error: SmtpError) -> MailerError {
    let Some(code) = error.status() else { return unavailable(error) };
    let is_login = LOGIN_CODES.contains(&code.into());
    if error.is_permanent() && !is_login {
        MailerError::Refused(ReplyCode(code).into())
    } else {
        MailerError::Unavailable(ReplyCode(code).into())
    }
}
