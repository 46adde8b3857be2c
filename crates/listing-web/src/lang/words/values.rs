//! Dates, amounts and names of values.

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

pub(crate) struct Values {
    /// The date, the date and time to the minute, and the date without its year; all in UTC.
    pub(crate) date: fn(&Timestamp) -> String,
    pub(crate) moment: fn(&Timestamp) -> String,
    pub(crate) day: fn(&Date) -> String,
    /// An amount with its currency.
    pub(crate) money: fn(&Money) -> String,
    /// An amount without its currency, as in a form field.
    pub(crate) amount: fn(&Money) -> String,
    /// A service's cost in dollars and cents.
    pub(crate) dollars: fn(&MicroUsd) -> String,
    pub(crate) language: fn(&Language) -> &'static str,
    pub(crate) tone: fn(&Tone) -> &'static str,
    pub(crate) audience: fn(&Audience) -> &'static str,
    pub(crate) quality: fn(&Quality) -> &'static str,
    pub(crate) market: fn(&Market) -> &'static str,
    pub(crate) plan: fn(&Plan) -> &'static str,
    pub(crate) scope: fn(&Scope) -> &'static str,
    /// The source of a fact about an item.
    pub(crate) source: fn(&Source) -> &'static str,
    pub(crate) attribute: fn(&AttributeKind) -> &'static str,
    /// The subject of a message, by its code.
    pub(crate) mail: fn(&str) -> &'static str,
    /// The results of forms and the problems with them, in a sentence.
    pub(crate) flash: fn(&Flash) -> &'static str,
    pub(crate) problem: fn(&Problem) -> String,
    /// The fault of a photo, in a sentence that does not name the photo.
    pub(crate) photo_fault: fn(&PhotoFault) -> String,
    /// A title and a sentence for an HTTP status.
    pub(crate) status: fn(&u16) -> [&'static str; 2],
    /// A title and a sentence for a reason that is more specific than a status.
    pub(crate) reason: fn(&Reason) -> [String; 2],
}
