//! Untrusted certificates, on OpenSSL's test server.

use std::error::Error as _;
use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use listing_domain::ports::MailerError;
use listing_mail::{Encryption, SmtpMailer, SmtpSettings};
use listing_testkit::{FixedClock, skipped};

/// A TLS server, stopped when dropped, and its port.
struct Server(Child, u16);

impl Drop for Server {
    fn drop(&mut self) {
        let Self(process, _) = self;
        let _ = process.kill();
        let _ = process.wait();
    }
}

/// With a self-signed certificate, created with `options`. `None` without OpenSSL.
fn server(folder: &Path, options: &[&str]) -> Option<Server> {
    let (key, certificate) = (folder.join("key.pem"), folder.join("certificate.pem"));
    let mut make = Command::new("openssl");
    make.args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"])
        .args(["-days", "2", "-subj", "/CN=mail server of a test", "-addext", "subjectAltName=DNS:localhost"])
        .args(options)
        .arg("-keyout")
        .arg(&key)
        .arg("-out")
        .arg(&certificate);
    let Ok(certified) = make.output() else {
        skipped("no OpenSSL to make certificates with");
        return None;
    };
    assert!(certified.status.success(), "{}", String::from_utf8_lossy(&certified.stderr));
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut serve = Command::new("openssl");
    serve
        .args(["s_server", "-accept", &format!("127.0.0.1:{port}"), "-key"])
        .arg(key)
        .arg("-cert")
        .arg(certificate);
    // The server stops when its standard input closes.
    let mut process =
        serve.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let lines = BufReader::new(process.stdout.take().unwrap()).lines();
    let server = Server(process, port);
    assert!(lines.map_while(Result::ok).any(|line| line == "ACCEPT"), "the test server does not listen");
    Some(server)
}

async fn distrust(server: &Server) -> String {
    let Server(_, port) = server;
    let settings = SmtpSettings {
        host: "localhost".to_owned(),
        port: *port,
        encryption: Encryption::Tls,
        login: None,
        from: "no-reply@ptl.example".to_owned(),
        timeout: Duration::from_secs(20),
    };
    let mailer = SmtpMailer::new(settings, Arc::new(FixedClock::at("2026-11-23T12:00:00Z"))).unwrap();
    let refused = mailer.check(Duration::from_secs(20)).await.unwrap_err();
    assert!(matches!(refused, MailerError::Unavailable(_)), "{refused:?}");
    refused.source().unwrap().to_string()
}

#[tokio::test]
async fn untrusted_certificates_are_explained_with_a_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let Some(default) = server(folder.path(), &[]) else { return };
    let explained = distrust(&default).await;
    assert!(
        explained.contains("marked as that of an authority") && explained.contains("CA:FALSE"),
        "{explained}"
    );
    let options = ["-addext", "basicConstraints=critical,CA:FALSE"];
    let Some(advised) = server(folder.path(), &options) else { return };
    let explained = distrust(&advised).await;
    assert!(explained.contains("does not trust the issuer"), "{explained}");
}
