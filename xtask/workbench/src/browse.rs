//! A simple browser for load tests: cookies and forms.

use anyhow::{Context as _, Result, ensure};

use crate::load::{Answer, Connection};

#[derive(Debug, Default, Clone)]
pub(crate) struct Browser {
    cookies: Vec<(String, String)>,
    /// Sent in `X-Forwarded-For`. Each address has its own rate limit.
    pub(crate) address: Option<String>,
}

impl Browser {
    /// Derives the address from the number.
    pub(crate) fn at(number: u32) -> Self {
        let [_, a, b, c] = number.to_be_bytes();
        Self { cookies: Vec::new(), address: Some(format!("10.{a}.{b}.{c}")) }
    }

    pub(crate) fn get(&self, path: &str) -> Vec<u8> {
        format!("GET {path} HTTP/1.1\r\nhost: load\r\naccept: text/html\r\n{}\r\n", self.headers())
            .into_bytes()
    }

    /// The fields are URL-encoded.
    pub(crate) fn post(&self, path: &str, fields: &str) -> Vec<u8> {
        let length = fields.len();
        format!(
            "POST {path} HTTP/1.1\r\nhost: load\r\naccept: text/html\r\nsec-fetch-site: same-origin\r\n\
             content-type: application/x-www-form-urlencoded\r\ncontent-length: {length}\r\n{}\r\n{fields}",
            self.headers()
        )
        .into_bytes()
    }

    fn headers(&self) -> String {
        let pairs: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let cookies =
            if pairs.is_empty() { String::new() } else { format!("cookie: {}\r\n", pairs.join("; ")) };
        let address = self.address.as_ref().map(|address| format!("x-forwarded-for: {address}\r\n"));
        format!("{cookies}{}", address.unwrap_or_default())
    }

    pub(crate) fn keep(&mut self, answer: &Answer) {
        for cookie in answer.headers("set-cookie") {
            let Some((name, value)) = cookie.split(';').next().and_then(|pair| pair.split_once('=')) else {
                continue;
            };
            self.cookies.retain(|(known, _)| known != name);
            if !value.is_empty() {
                self.cookies.push((name.to_owned(), value.to_owned()));
            }
        }
    }

    /// Loads a page, and returns the hidden token of its form.
    pub(crate) fn form_token(&mut self, server: &str, path: &str) -> Result<String> {
        let answer = Connection::open(server)?.send(&self.get(path))?;
        ensure!(answer.status == 200, "{path}: expected status 200, got {}", answer.status);
        self.keep(&answer);
        let mark = "name=\"form\" value=\"";
        let begin = answer.body.find(mark).context("the page has no form")? + mark.len();
        Ok(answer.body[begin..].split('"').next().unwrap_or_default().to_owned())
    }

    /// Also signs the browser in.
    pub(crate) fn choose_password(&mut self, server: &str, link: &str, password: &str) -> Result<()> {
        let path = &link[link.find("/link/").context("the text has no link")?..];
        let token = self.form_token(server, path)?;
        let fields = format!("form={token}&password={password}");
        let answer = Connection::open(server)?.send(&self.post(path, &fields))?;
        ensure!(answer.status == 303, "{path}: expected status 303, got {}", answer.status);
        self.keep(&answer);
        Ok(())
    }
}
