//! A client that is signed in to the web app and behaves like a browser.

use std::path::Path;

use reqwest::Method;
use reqwest::header::SET_COOKIE;
use serde_json::Value;

use crate::process::{Ptl, Running};

/// The public URL in the server's settings.
pub(crate) const ORIGIN: &str = "https://ptl.example.com";

const BOUNDARY: &str = "----9k2FhZ4mQ7";

pub(crate) struct Browser<'a> {
    server: &'a Running,
    cookies: Vec<(String, String)>,
    /// The form token in the session's pages.
    token: String,
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) text: String,
}

impl<'a> Browser<'a> {
    /// Signs in by a link from `ptl account link`.
    pub(crate) async fn signed_in(ptl: &Ptl, server: &'a Running, email: &str) -> Self {
        let link = ptl.must(&["account", "link", email]);
        let path = link.strip_prefix(ORIGIN).unwrap_or_else(|| panic!("not a link to this service: {link}"));
        let mut browser = Self { server, cookies: Vec::new(), token: String::new() };
        browser.learn(path).await;
        let form = format!("form={}", browser.token);
        let answer = browser.send(Method::POST, path, "application/x-www-form-urlencoded", form).await;
        assert_eq!(answer.status, 303, "{answer:?}");
        browser.learn("/account").await;
        browser
    }

    /// Stores the page's form token.
    async fn learn(&mut self, path: &str) {
        let page = self.send(Method::GET, path, "", "").await;
        let form = page.text.split_once("name=\"form\" value=\"").expect("the page has a form token").1;
        form.split_once('"').expect("the token ends with a quote").0.clone_into(&mut self.token);
    }

    /// Sends as for a page, and stores the response's cookies.
    async fn send(
        &mut self,
        method: Method,
        path: &str,
        kind: &str,
        body: impl Into<reqwest::Body>,
    ) -> Answer {
        let response = self.request(method, path, kind).body(body).send().await.unwrap();
        for cookie in response.headers().get_all(SET_COOKIE) {
            let pair = cookie.to_str().unwrap().split(';').next().unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            self.cookies.retain(|(other, _)| other != name);
            self.cookies.push((name.to_owned(), value.to_owned()));
        }
        Answer { status: response.status().as_u16(), text: response.text().await.unwrap() }
    }

    fn request(&self, method: Method, path: &str, kind: &str) -> reqwest::RequestBuilder {
        let pairs: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let request = self.server.request(method, path).header("cookie", pairs.join("; "));
        request.header("sec-fetch-site", "same-origin").header("origin", ORIGIN).header("content-type", kind)
    }

    /// Opens a page.
    pub(crate) async fn open(&mut self, path: &str) -> Answer {
        self.send(Method::GET, path, "", "").await
    }

    /// Sends a form of the web app; the fields are encoded.
    pub(crate) async fn submit(&mut self, path: &str, fields: &str) -> Answer {
        let form = format!("form={}&{fields}", self.token);
        self.send(Method::POST, path, "application/x-www-form-urlencoded", form).await
    }

    /// Asks for JSON, as the web app's script does.
    pub(crate) async fn ask(&self, path: &str) -> (u16, Value) {
        let request = self.request(Method::GET, path, "").header("accept", "application/json");
        let response = request.send().await.unwrap();
        (response.status().as_u16(), response.json().await.unwrap_or(Value::Null))
    }

    /// A multipart form that requests listings.
    pub(crate) fn new_listings(&self, photos: &[&[u8]]) -> Vec<u8> {
        let mut body = Vec::new();
        let mut part = |head: &str, content: &[u8]| {
            body.extend_from_slice(
                format!("--{BOUNDARY}\r\ncontent-disposition: form-data; {head}").as_bytes(),
            );
            body.extend_from_slice(b"\r\n\r\n");
            body.extend_from_slice(content);
            body.extend_from_slice(b"\r\n");
        };
        part("name=\"form\"", self.token.as_bytes());
        part("name=\"platforms\"", b"vinted");
        part("name=\"quality\"", b"fast");
        for photo in photos {
            part("name=\"photos\"; filename=\"photo.jpg\"\r\ncontent-type: image/jpeg", photo);
        }
        body.extend_from_slice(format!("--{BOUNDARY}--\r\n").as_bytes());
        body
    }

    /// As the web app's script does.
    pub(crate) async fn upload(&self, form: Vec<u8>) -> (u16, Value) {
        let kind = format!("multipart/form-data; boundary={BOUNDARY}");
        let request = self.request(Method::POST, "/account/new", &kind).header("accept", "application/json");
        let response = request.body(form).send().await.unwrap();
        (response.status().as_u16(), response.json().await.unwrap_or(Value::Null))
    }

    /// Waits for the outcome: `done`, `failed` or `refused`. `of` names the photo in messages.
    pub(crate) async fn outcome(&self, photo: &[u8], of: &Path) -> String {
        let (status, reply) = self.upload(self.new_listings(&[photo])).await;
        if status == 400 {
            return "refused".to_owned();
        }
        assert_eq!(status, 200, "{}: {reply}", of.display());
        let place = reply["location"].as_str().expect("the reply has a location").to_owned();
        loop {
            let (status, reply) = self.ask(&place).await;
            assert_eq!(status, 200, "{}: {reply}", of.display());
            let state = reply["state"].as_str().expect("the reply has a state");
            if state != "running" {
                return state.to_owned();
            }
            tokio::task::yield_now().await;
        }
    }
}
