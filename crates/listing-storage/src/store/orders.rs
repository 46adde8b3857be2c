//! Implements the port of orders and of the accounts' customers at the payment provider.

use std::num::NonZeroU32;

use async_trait::async_trait;
use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error as DieselError};
use diesel::sql_types::{BigInt, Nullable, Text};
use jiff::Timestamp;
use listing_domain::account::Email;
use listing_domain::billing::{
    Checkout, CheckoutId, CustomerId, Order, OrderState, OrderStep, OrderTerms, PaidOrder, PaidProduct,
    PlacedOrder, ProviderPaymentId, SoldOrder, SubscriptionId,
};
use listing_domain::ids::{AccountId, BillingAttemptId};
use listing_domain::money::Money;
use listing_domain::ports::{OrderStore, StoreError};

use super::Store;
use super::lock::lock_if_there;
use crate::connection::{Conn, execute, on_engine};
use crate::error::{Inconsistency, StepError, StorageError};
use crate::prepared::{Prepared, Value};
use crate::rows::{ColumnRef, ensure_one, micros, missing};

/// Attempts to place an order. Another is needed only if the order that blocked it ends meanwhile.
const PLACE_ATTEMPTS: u32 = 5;

const PLACE: &str = "INSERT INTO billing_order
    (id, account, product, currency, language, credits, ordered_at, state)
    VALUES (?, ?, ?, ?, ?, ?, ?, 'placed') ON CONFLICT DO NOTHING";
/// Locks the order, so that no other step advances it meanwhile.
const LOCK: &str = "UPDATE billing_order SET state = state WHERE id = ? RETURNING state";
const ADVANCE: &str = "UPDATE billing_order
    SET state = ?, checkout = ?, checkout_url = ?, checkout_expires_at = ?, paid_at = ?, amount_minor = ?,
        amount_currency = ?, payment = ?, subscription = ?
    WHERE id = ?";
const SET_WITHDRAWN: &str = "UPDATE billing_order SET withdrawn_minor = ? WHERE id = ?";

macro_rules! select {
    ($($rest:literal),+) => {
        concat!(
            "SELECT id, account, product, currency, language, credits, ordered_at,
                state, checkout, checkout_url, checkout_expires_at,
                paid_at, amount_minor, amount_currency, payment, subscription,
                withdrawn_minor",
            $($rest),+
        )
    };
}
macro_rules! select_orders {
    ($rest:literal) => {
        select!(" FROM billing_order ", $rest)
    };
}
macro_rules! select_sold {
    ($rest:literal) => {
        select!(
            ", (SELECT email FROM account WHERE account.id = billing_order.account) FROM billing_order ",
            $rest
        )
    };
}
const GET: &str = select_orders!("WHERE id = ?");
const OF_CHECKOUT: &str = select_orders!("WHERE checkout = ?");
/// In the terms of the unique index of unfinished orders.
const UNFINISHED: &str = select_orders!(
    "WHERE account = ? AND (state = 'placed' OR state = 'open' OR state = 'pending')
        AND CASE WHEN product = 'pack' THEN 'pack' ELSE 'plan' END = ?"
);
const ALL_UNFINISHED: &str =
    select_orders!("WHERE state = 'placed' OR state = 'open' OR state = 'pending' ORDER BY ordered_at, id");
const LIST: &str = select_orders!("WHERE account = ? ORDER BY ordered_at DESC, id DESC LIMIT ?");
const SOLD: &str = select_sold!("WHERE id = ?");
const LATEST: &str = select_sold!("ORDER BY ordered_at DESC, id DESC LIMIT ?");

const CUSTOMER: &str = "SELECT customer FROM billing_customer WHERE account = ?";
const SET_CUSTOMER: &str = "INSERT INTO billing_customer (account, customer) VALUES (?, ?)
    ON CONFLICT (account) DO UPDATE SET customer = excluded.customer";
const DELETE_CUSTOMER: &str = "DELETE FROM billing_customer WHERE account = ?";

/// Id, account, product, currency, language, credits, ordered.
type TermColumns = (Text, Text, Text, Text, Text, Nullable<BigInt>, BigInt);
type TermRow = (String, String, String, String, String, Option<i64>, i64);
/// State, checkout, its URL and expiry.
type StateColumns = (Text, Nullable<Text>, Nullable<Text>, Nullable<BigInt>);
type StateRow = (String, Option<String>, Option<String>, Option<i64>);
/// Paid, amount and its currency, payment, subscription.
type PaidColumns = (Nullable<BigInt>, Nullable<BigInt>, Nullable<Text>, Nullable<Text>, Nullable<Text>);
type PaidRow = (Option<i64>, Option<i64>, Option<String>, Option<String>, Option<String>);
/// The last one is the withdrawn amount.
type OrderColumns = (TermColumns, StateColumns, PaidColumns, BigInt);
type OrderRow = (TermRow, StateRow, PaidRow, i64);
/// Each with the buyer's email.
type SoldColumns = (TermColumns, StateColumns, PaidColumns, BigInt, Nullable<Text>);
type SoldRow = (TermRow, StateRow, PaidRow, i64, Option<String>);

type Step<T> = Result<T, StepError<StoreError>>;

#[async_trait]
impl OrderStore for Store {
    async fn place_order(&self, terms: &OrderTerms) -> Result<PlacedOrder, StoreError> {
        let terms = terms.clone();
        self.write(move |conn: &mut Conn| -> Step<_> { Ok(place(conn, &terms)?) }).await
    }

    async fn advance_order(&self, id: BillingAttemptId, state: &OrderState) -> Result<bool, StoreError> {
        let state = state.clone();
        self.write(move |conn: &mut Conn| -> Step<_> { Ok(advance(conn, &id.to_string(), &state)?) }).await
    }

    async fn set_withdrawn(&self, id: BillingAttemptId, minor: i64) -> Result<bool, StoreError> {
        let step = move |conn: &mut Conn| -> Step<bool> {
            let changed =
                execute(conn, SET_WITHDRAWN, &[Value::Number(minor), Value::Text(&id.to_string())])?;
            Ok(changed > 0)
        };
        self.write(step).await
    }

    async fn order(&self, id: BillingAttemptId) -> Result<Option<Order>, StoreError> {
        self.read(move |conn| find(conn, GET, &[Value::Text(&id.to_string())])).await
    }

    async fn order_of_checkout(&self, id: &CheckoutId) -> Result<Option<Order>, StoreError> {
        let id = id.clone();
        self.read(move |conn| find(conn, OF_CHECKOUT, &[Value::Text(id.as_str())])).await
    }

    async fn orders(&self, account: AccountId, limit: u32) -> Result<Vec<Order>, StoreError> {
        self.read(move |conn| {
            load(conn, LIST, &[Value::Text(&account.to_string()), Value::Number(limit.into())])
        })
        .await
    }

    async fn sold_order(&self, id: BillingAttemptId) -> Result<Option<SoldOrder>, StoreError> {
        self.read(move |conn| Ok(load_sold(conn, SOLD, &[Value::Text(&id.to_string())])?.pop())).await
    }

    async fn latest_orders(&self, limit: u32) -> Result<Vec<SoldOrder>, StoreError> {
        self.read(move |conn| load_sold(conn, LATEST, &[Value::Number(limit.into())])).await
    }

    async fn unfinished_orders(&self) -> Result<Vec<Order>, StoreError> {
        self.read(move |conn| load(conn, ALL_UNFINISHED, &[])).await
    }

    async fn customer(&self, account: AccountId) -> Result<Option<CustomerId>, StoreError> {
        self.read(move |conn| customer(conn, &account.to_string())).await
    }

    async fn set_customer(&self, account: AccountId, customer: &CustomerId) -> Result<bool, StoreError> {
        let customer = customer.clone();
        let step = move |conn: &mut Conn| set_customer(conn, &account.to_string(), &customer);
        match self.write(step).await {
            Err(CustomerError::Taken) => Ok(false),
            Err(CustomerError::Store(error)) => Err(error),
            Ok(is_set) => Ok(is_set),
        }
    }

    async fn remove_customer(&self, account: AccountId) -> Result<(), StoreError> {
        let step = move |conn: &mut Conn| -> Step<()> { Ok(delete_customer(conn, &account.to_string())?) };
        self.write(step).await
    }
}

/// The reason why a step that sets a customer stores nothing.
enum CustomerError {
    /// Another account has the customer.
    Taken,
    Store(StoreError),
}

impl From<StoreError> for CustomerError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

fn place(conn: &mut Conn, terms: &OrderTerms) -> Result<PlacedOrder, StorageError> {
    let (id, account) = (terms.id.to_string(), terms.account.to_string());
    let values = [
        Value::Text(&id),
        Value::Text(&account),
        Value::Text(terms.product.code()),
        Value::Text(terms.currency.code()),
        Value::Text(terms.language.code()),
        Value::OptionalNumber(terms.credits.map(|credits| credits.get().into())),
        Value::Number(micros(terms.ordered_at)),
    ];
    for _ in 0..PLACE_ATTEMPTS {
        if execute(conn, PLACE, &values)? > 0 {
            return Ok(PlacedOrder::New);
        }
        let same = find(conn, GET, &[Value::Text(&id)])?;
        let unfinished = match same {
            Some(order) => Some(order),
            None => find(conn, UNFINISHED, &[Value::Text(&account), Value::Text(kind(terms.product))])?,
        };
        if let Some(order) = unfinished {
            return Ok(PlacedOrder::Unfinished(Box::new(order)));
        }
    }
    Err(missing("billing_order", &id).into())
}

/// The kind of products of which an account has one unfinished order.
const fn kind(product: PaidProduct) -> &'static str {
    if product.plan().is_some() { "plan" } else { "pack" }
}

fn advance(conn: &mut Conn, id: &str, state: &OrderState) -> Result<bool, StorageError> {
    let values = [Value::Text(id)];
    let query = Prepared::<(Text,)>::new(LOCK, &values);
    let rows: Vec<(String,)> = on_engine!(conn, |conn| query.load(conn))?;
    let Some((stored,)) = rows.into_iter().next() else { return Ok(false) };
    let stored: OrderStep = ColumnRef { table: "billing_order", column: "state", row: id }.parse(&stored)?;
    if stored >= state.step() {
        return Ok(false);
    }
    let open = if let OrderState::Open(checkout) = state { Some(checkout) } else { None };
    let paid = if let OrderState::Paid(paid) = state { Some(paid) } else { None };
    let amount = paid.and_then(|paid| paid.amount);
    let values = [
        Value::Text(state.step().code()),
        Value::OptionalText(state.checkout().map(CheckoutId::as_str)),
        Value::OptionalText(open.map(|checkout| checkout.url.as_str())),
        Value::OptionalNumber(open.map(|checkout| micros(checkout.expires_at))),
        Value::OptionalNumber(paid.map(|paid| micros(paid.paid_at))),
        Value::OptionalNumber(amount.map(Money::minor)),
        Value::OptionalText(amount.map(|amount| amount.currency().code())),
        Value::OptionalText(paid.and_then(|paid| paid.payment.as_ref()).map(ProviderPaymentId::as_str)),
        Value::OptionalText(paid.and_then(|paid| paid.subscription.as_ref()).map(SubscriptionId::as_str)),
        Value::Text(id),
    ];
    ensure_one(execute(conn, ADVANCE, &values)?, "billing_order", id)?;
    Ok(true)
}

fn find(
    conn: &mut Conn,
    statement: &'static str,
    values: &[Value<'_>],
) -> Result<Option<Order>, StorageError> {
    Ok(load(conn, statement, values)?.into_iter().next())
}

fn load(conn: &mut Conn, statement: &'static str, values: &[Value<'_>]) -> Result<Vec<Order>, StorageError> {
    let query = Prepared::<OrderColumns>::new(statement, values);
    let rows: Vec<OrderRow> = on_engine!(conn, |conn| query.load(conn))?;
    Ok(rows.into_iter().map(order).collect::<Result<_, _>>()?)
}

fn load_sold(
    conn: &mut Conn,
    statement: &'static str,
    values: &[Value<'_>],
) -> Result<Vec<SoldOrder>, StorageError> {
    let query = Prepared::<SoldColumns>::new(statement, values);
    let rows: Vec<SoldRow> = on_engine!(conn, |conn| query.load(conn))?;
    let sold = |(terms, state, paid, withdrawn, email): SoldRow| {
        let order = order((terms, state, paid, withdrawn))?;
        Ok(SoldOrder { order, buyer: email.map(Email::stored) })
    };
    Ok(rows.into_iter().map(sold).collect::<Result<_, Inconsistency>>()?)
}

fn order((terms, state, paid, withdrawn_minor): OrderRow) -> Result<Order, Inconsistency> {
    let (id, account, product, currency, language, credits, ordered_at) = terms;
    let cell = |column| ColumnRef { table: "billing_order", column, row: &id };
    let terms = OrderTerms {
        id: cell("id").parse(&id)?,
        account: cell("account").parse(&account)?,
        product: cell("product").parse(&product)?,
        currency: cell("currency").parse(&currency)?,
        language: cell("language").parse(&language)?,
        credits: credits.map(|credits| units(cell("credits"), credits)).transpose()?,
        ordered_at: cell("ordered_at").moment(ordered_at)?,
    };
    Ok(Order { terms, state: order_state(&id, state, paid)?, withdrawn_minor })
}

fn units(cell: ColumnRef<'_>, units: i64) -> Result<NonZeroU32, Inconsistency> {
    NonZeroU32::new(cell.units(units)?).ok_or_else(|| cell.wrong("must be above zero"))
}

fn order_state(
    id: &str,
    (step, checkout, url, expires_at): StateRow,
    paid: PaidRow,
) -> Result<OrderState, Inconsistency> {
    let cell = |column| ColumnRef { table: "billing_order", column, row: id };
    let step: OrderStep = cell("state").parse(&step)?;
    let checkout: Option<CheckoutId> = checkout.map(|id| cell("checkout").parse(&id)).transpose()?;
    let needed = || checkout.clone().ok_or_else(|| no_value(cell("checkout")));
    Ok(match step {
        OrderStep::Placed => OrderState::Placed,
        OrderStep::Open => OrderState::Open(Checkout {
            id: needed()?,
            url: url.ok_or_else(|| no_value(cell("checkout_url")))?,
            expires_at: moment(cell("checkout_expires_at"), expires_at)?,
        }),
        OrderStep::Pending => OrderState::Pending(needed()?),
        OrderStep::Unpaid => OrderState::Unpaid(checkout),
        OrderStep::Paid => OrderState::Paid(paid_order(id, needed()?, paid)?),
    })
}

fn paid_order(
    id: &str,
    checkout: CheckoutId,
    (paid_at, minor, currency, payment, subscription): PaidRow,
) -> Result<PaidOrder, Inconsistency> {
    let cell = |column| ColumnRef { table: "billing_order", column, row: id };
    let currency = currency.map(|code| cell("amount_currency").parse(&code)).transpose()?;
    Ok(PaidOrder {
        checkout,
        paid_at: moment(cell("paid_at"), paid_at)?,
        amount: minor.zip(currency).map(|(minor, currency)| Money::from_minor(minor, currency)),
        payment: payment.map(|id| cell("payment").parse(&id)).transpose()?,
        subscription: subscription.map(|id| cell("subscription").parse(&id)).transpose()?,
    })
}

fn moment(cell: ColumnRef<'_>, at: Option<i64>) -> Result<Timestamp, Inconsistency> {
    cell.moment(at.ok_or_else(|| no_value(cell))?)
}

/// The error for an empty column that the order's state needs.
fn no_value(cell: ColumnRef<'_>) -> Inconsistency {
    cell.wrong("the order's state needs a value")
}

fn customer(conn: &mut Conn, account: &str) -> Result<Option<CustomerId>, StorageError> {
    let values = [Value::Text(account)];
    let query = Prepared::<(Text,)>::new(CUSTOMER, &values);
    let rows: Vec<(String,)> = on_engine!(conn, |conn| query.load(conn))?;
    let cell = ColumnRef { table: "billing_customer", column: "customer", row: account };
    Ok(rows.into_iter().next().map(|(customer,)| cell.parse(&customer)).transpose()?)
}

/// `false` if the account does not exist.
fn set_customer(
    conn: &mut Conn,
    account: &str,
    customer: &CustomerId,
) -> Result<bool, StepError<CustomerError>> {
    if !lock_if_there(conn, account)? {
        return Ok(false);
    }
    match execute(conn, SET_CUSTOMER, &[Value::Text(account), Value::Text(customer.as_str())]) {
        // The customer is the only column that can break uniqueness here.
        Err(StorageError::Inconsistent(Inconsistency::Constraint(DieselError::DatabaseError(
            DatabaseErrorKind::UniqueViolation,
            _,
        )))) => Err(StepError::Refused(CustomerError::Taken)),
        set => Ok(set? > 0),
    }
}

/// Deletes the customer of an account.
pub(super) fn delete_customer(conn: &mut Conn, account: &str) -> Result<(), StorageError> {
    execute(conn, DELETE_CUSTOMER, &[Value::Text(account)])?;
    Ok(())
}
