//! A stateful fake of Stripe's API on a free port, with what buyers, banks and the Dashboard do.
//!
//! It refuses parameters that it does not know, requests without its version or key, and changes without an
//! idempotency key. Its objects have the fields of version [`VERSION`] that this service reads.
#![expect(clippy::expect_used, clippy::panic, reason = "a test that misuses its fake must fail")]

mod catalog;
mod checkout;
mod events;
mod form;
mod pages;
mod payment;
mod refusal;
mod routes;
mod state;
mod subscription;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use listing_domain::ports::Clock;
use serde_json::{Value, json};

use crate::service::{Received, Server};
use checkout::Confirmation;
use state::State;

pub use events::{StripeDelivery, signature};

/// The only accepted version.
pub const VERSION: &str = "2026-10-28.endive";
/// The only accepted key.
pub const SECRET_KEY: &str = "sk_test_canary4eC39HqLyjWDarjtT1";

/// A running fake.
pub struct FakeStripe {
    server: Server,
    state: Arc<Mutex<State>>,
}

impl FakeStripe {
    /// Starts the fake with a clock.
    pub async fn start(clock: Arc<dyn Clock>) -> Self {
        let state = Arc::new(Mutex::new(State::new(clock)));
        let shared = state.clone();
        let server = Server::start(move |_, request| routes::answer(&mut lock(&shared), request)).await;
        Self { server, state }
    }

    /// Returns the address of the API.
    pub fn url(&self) -> String {
        self.server.url("")
    }

    /// Returns the requests so far.
    pub fn received(&self) -> Vec<Received> {
        self.server.received()
    }

    /// Adds a webhook endpoint in the Dashboard, with a status such as `enabled`.
    pub fn add_endpoint(&self, url: &str, status: &str, events: &[&str]) {
        let mut state = self.state();
        let fields = json!({"url": url, "status": status, "enabled_events": events, "api_version": VERSION});
        let endpoint = state.add("we", "webhook_endpoint", &fields);
        state.endpoints.push(endpoint);
    }

    /// Makes the next changes, but closes their connections without an answer.
    pub fn lose_answers(&self, count: usize) {
        self.state().lost_answers = count;
    }

    /// Refuses all requests of the API with status 503, but serves its pages.
    pub fn set_down(&self, is_down: bool) {
        self.state().is_down = is_down;
    }

    /// Pays an open session.
    pub fn pay(&self, session: &str) {
        self.confirm(session, Confirmation::Paid);
    }

    /// Confirms an open session with a payment that takes days.
    pub fn pay_later(&self, session: &str) {
        self.confirm(session, Confirmation::Pending);
    }

    fn confirm(&self, session: &str, how: Confirmation) {
        let confirmed = checkout::confirm(&mut self.state(), session, how);
        confirmed.expect("only an open session can be paid");
    }

    /// Ends the pending payment of a session.
    pub fn settle(&self, session: &str, succeeds: bool) {
        checkout::settle(&mut self.state(), session, succeeds);
    }

    /// Expires an open session.
    pub fn expire(&self, session: &str) {
        checkout::expire(&mut self.state(), session).expect("only an open session expires");
    }

    /// Renews a subscription with a payment, or ends it if it is canceled.
    pub fn renew(&self, subscription: &str) {
        subscription::renew(&mut self.state(), subscription, true);
    }

    /// Renews a subscription whose payment fails.
    pub fn fail_renewal(&self, subscription: &str) {
        subscription::renew(&mut self.state(), subscription, false);
    }

    /// Pays the open invoice of a subscription.
    pub fn pay_invoice(&self, subscription: &str) {
        subscription::settle(&mut self.state(), subscription, true);
    }

    /// Gives up on the open invoice of a subscription, which stays unpaid.
    pub fn leave_unpaid(&self, subscription: &str) {
        subscription::change(&mut self.state(), subscription, &json!({"status": "unpaid"}));
    }

    /// Cancels a subscription at the end of its period, or takes that back.
    pub fn cancel_at_end(&self, subscription: &str, is_canceled: bool) {
        subscription::cancel_at_end(&mut self.state(), subscription, is_canceled);
    }

    /// Ends a subscription at once.
    pub fn end(&self, subscription: &str) {
        subscription::end(&mut self.state(), subscription);
    }

    /// Pauses a subscription, or resumes it.
    pub fn pause(&self, subscription: &str, is_paused: bool) {
        subscription::pause(&mut self.state(), subscription, is_paused);
    }

    /// Changes a subscription to the price with a lookup key.
    pub fn switch(&self, subscription: &str, lookup_key: &str) {
        subscription::switch(&mut self.state(), subscription, lookup_key);
    }

    /// Returns the latest payment of a subscription.
    pub fn latest_payment(&self, subscription: &str) -> String {
        subscription::latest_payment(&self.state(), subscription)
    }

    /// Refunds an amount in cents, or the rest, in the Dashboard. Returns the refund's id.
    pub fn refund(&self, payment: &str, amount: Option<i64>, status: &str) -> String {
        let refund = payment::refund(&mut self.state(), payment, amount, status, None);
        checkout::text(&refund.expect("the payment has the amount left"), "id")
    }

    /// Changes the status of a refund, such as to `failed`.
    pub fn change_refund(&self, refund: &str, status: &str) {
        payment::change_refund(&mut self.state(), refund, status);
    }

    /// Disputes an amount in cents, which may exceed the payment. Returns the dispute's id.
    pub fn dispute(&self, payment: &str, amount: i64) -> String {
        payment::dispute(&mut self.state(), payment, amount, "needs_response")
    }

    /// Opens an inquiry, which withdraws no money. Returns the dispute's id.
    pub fn inquire(&self, payment: &str, amount: i64) -> String {
        payment::dispute(&mut self.state(), payment, amount, "warning_needs_response")
    }

    /// Ends a dispute.
    pub fn close_dispute(&self, dispute: &str, is_won: bool) {
        payment::close_dispute(&mut self.state(), dispute, is_won);
    }

    /// Deletes a customer.
    pub fn delete_customer(&self, customer: &str) {
        self.state().remove("customer", customer);
    }

    /// Returns the id of the price with a lookup key.
    pub fn price(&self, lookup_key: &str) -> String {
        checkout::text(&self.state().with("price", "lookup_key", lookup_key)[0], "id")
    }

    /// Archives the price with a lookup key, as the Dashboard does.
    pub fn archive_price(&self, lookup_key: &str) {
        let price = self.price(lookup_key);
        self.edit("price", &price, &json!({"active": false}));
    }

    /// Replaces fields of an object, to test states that no other method makes.
    pub fn edit(&self, kind: &str, id: &str, fields: &Value) {
        self.state().change(kind, id, fields);
    }

    /// Stores an object of another product of the seller, and returns its id.
    pub fn add(&self, prefix: &str, kind: &str, fields: &Value) -> String {
        checkout::text(&self.state().add(prefix, kind, fields), "id")
    }

    /// Returns an object as it is.
    pub fn object(&self, kind: &str, id: &str) -> Value {
        self.state().known(kind, id)
    }

    /// Returns all objects of a kind, oldest first.
    pub fn objects(&self, kind: &str) -> Vec<Value> {
        self.state().all(kind)
    }

    /// Records an event about an object.
    pub fn emit(&self, kind: &str, object: &Value) {
        self.state().emit(kind, object);
    }

    /// Returns the number of events so far.
    pub fn all_events(&self) -> usize {
        self.state().events.len()
    }

    /// Returns the events that are not delivered, oldest first.
    pub fn deliveries(&self) -> Vec<StripeDelivery> {
        let state = self.state();
        let events = state.events.iter().map(StripeDelivery::of);
        events.filter(|delivery| !state.delivered.contains(&delivery.id)).collect()
    }

    /// Counts an event as delivered, after the endpoint answered 2xx.
    pub fn mark_delivered(&self, event: &str) {
        self.state().delivered.insert(event.to_owned());
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
