//! What dates, amounts, and the values of closed lists are called.

use jiff::Timestamp;
use jiff::civil::Date;
use listing_domain::account::Plan;
use listing_domain::attributes::Source;
use listing_domain::expense::MicroUsd;
use listing_domain::locale::Market;
use listing_domain::money::Money;
use listing_domain::options::{Language, Quality, Tone};
use listing_domain::ports::PhotoFault;
use listing_domain::principal::Scope;
use listing_domain::product::Audience;
use listing_http::Reason;

use crate::view::{AttributeKind, Flash, Problem};

/// What dates, amounts, and the values of closed lists are called.
pub(crate) struct Values {
    /// The day of a moment, the moment to the minute, and a day without its year; all in UTC.
    pub(crate) date: fn(&Timestamp) -> String,
    pub(crate) moment: fn(&Timestamp) -> String,
    pub(crate) day: fn(&Date) -> String,
    /// An amount with its currency.
    pub(crate) money: fn(&Money) -> String,
    /// The same without its currency, as a field has it.
    pub(crate) amount: fn(&Money) -> String,
    /// What a service was paid, in dollars and cents.
    pub(crate) dollars: fn(&MicroUsd) -> String,
    pub(crate) language: fn(&Language) -> &'static str,
    pub(crate) tone: fn(&Tone) -> &'static str,
    pub(crate) audience: fn(&Audience) -> &'static str,
    pub(crate) quality: fn(&Quality) -> &'static str,
    pub(crate) market: fn(&Market) -> &'static str,
    pub(crate) plan: fn(&Plan) -> &'static str,
    pub(crate) scope: fn(&Scope) -> &'static str,
    /// Who says what is known of an item.
    pub(crate) source: fn(&Source) -> &'static str,
    pub(crate) attribute: fn(&AttributeKind) -> &'static str,
    /// What a message is about, by its code.
    pub(crate) mail: fn(&str) -> &'static str,
    /// What was done, and what is wrong, in a sentence.
    pub(crate) flash: fn(&Flash) -> &'static str,
    pub(crate) problem: fn(&Problem) -> String,
    /// The fault of a photo, in a sentence that does not name the photo.
    pub(crate) photo_fault: fn(&PhotoFault) -> String,
    /// What an HTTP status means to people: a title, and a sentence.
    pub(crate) status: fn(&u16) -> [&'static str; 2],
    /// The same of a reason, where a status does not say enough.
    pub(crate) reason: fn(&Reason) -> [String; 2],
}
