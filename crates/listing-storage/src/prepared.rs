use std::marker::PhantomData;

use diesel::RunQueryDsl;
use diesel::backend::Backend;
use diesel::connection::Connection;
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::result::QueryResult;
use diesel::serialize::ToSql;
use diesel::sql_types::{Array, BigInt, Binary, HasSqlType, Nullable, Text};

/// A statement with a fixed text, which each connection prepares once.
///
/// Diesel prepares its own updates again at each call, because their columns can vary. That takes longer than
/// running them, and costs PostgreSQL another round trip. So the updates that run in every request use this
/// type.
pub(crate) struct Prepared<'a, R = (), V = Value<'a>> {
    text: &'static str,
    values: &'a [V],
    returned: PhantomData<R>,
}

/// A value that replaces a question mark in a statement's text.
pub(crate) trait Bind<DB: Backend> {
    fn bind<'b>(&'b self, out: AstPass<'_, 'b, DB>) -> QueryResult<()>;
}

pub(crate) enum Value<'a> {
    Text(&'a str),
    OptionalText(Option<&'a str>),
    Number(i64),
    OptionalNumber(Option<i64>),
    Bytes(Option<&'a [u8]>),
}

/// The values of one column for many rows. PostgreSQL takes them as one array, so that the statement's text
/// does not depend on their number.
pub(crate) enum Column<'a> {
    Text(Vec<Option<&'a str>>),
    Number(Vec<Option<i64>>),
    Bytes(Vec<Option<&'a [u8]>>),
}

impl<'a, R, V> Prepared<'a, R, V> {
    /// One question mark for each value.
    pub(crate) const fn new(text: &'static str, values: &'a [V]) -> Self {
        Self { text, values, returned: PhantomData }
    }
}

impl<'a> Column<'a> {
    pub(crate) fn texts(values: impl IntoIterator<Item = &'a str>) -> Self {
        Self::Text(values.into_iter().map(Some).collect())
    }

    pub(crate) fn from_rows<const N: usize>(rows: &[[Value<'a>; N]]) -> Vec<Self> {
        (0..N).map(|index| Self::from_values(rows.iter().map(|row| &row[index]))).collect()
    }

    fn from_values<'v>(values: impl Iterator<Item = &'v Value<'a>> + Clone) -> Self
    where
        'a: 'v,
    {
        let text = |value: &Value<'a>| match value {
            Value::Text(text) => Some(*text),
            Value::OptionalText(text) => *text,
            Value::Number(_) | Value::OptionalNumber(_) | Value::Bytes(_) => None,
        };
        let number = |value: &Value<'a>| match value {
            Value::Number(number) => Some(*number),
            Value::OptionalNumber(number) => *number,
            _ => None,
        };
        let bytes = |value: &Value<'a>| match value {
            Value::Bytes(bytes) => *bytes,
            _ => None,
        };
        match values.clone().next() {
            Some(Value::Number(_) | Value::OptionalNumber(_)) => Self::Number(values.map(number).collect()),
            Some(Value::Bytes(_)) => Self::Bytes(values.map(bytes).collect()),
            Some(Value::Text(_) | Value::OptionalText(_)) | None => Self::Text(values.map(text).collect()),
        }
    }

    pub(crate) fn numbers(values: impl IntoIterator<Item = i64>) -> Self {
        Self::Number(values.into_iter().map(Some).collect())
    }
}

impl<DB> Bind<DB> for Value<'_>
where
    DB: Backend
        + HasSqlType<Text>
        + HasSqlType<BigInt>
        + HasSqlType<Nullable<BigInt>>
        + HasSqlType<Nullable<Binary>>
        + HasSqlType<Nullable<Text>>,
    str: ToSql<Text, DB>,
    i64: ToSql<BigInt, DB>,
    Option<i64>: ToSql<Nullable<BigInt>, DB>,
    for<'v> Option<&'v [u8]>: ToSql<Nullable<Binary>, DB>,
    for<'v> Option<&'v str>: ToSql<Nullable<Text>, DB>,
{
    fn bind<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        match self {
            Self::Text(text) => out.push_bind_param::<Text, str>(text),
            Self::OptionalText(text) => out.push_bind_param::<Nullable<Text>, _>(text),
            Self::Number(number) => out.push_bind_param::<BigInt, i64>(number),
            Self::OptionalNumber(number) => out.push_bind_param::<Nullable<BigInt>, _>(number),
            Self::Bytes(bytes) => out.push_bind_param::<Nullable<Binary>, _>(bytes),
        }
    }
}

impl Bind<Pg> for Column<'_> {
    fn bind<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        match self {
            Self::Text(texts) => out.push_bind_param::<Array<Nullable<Text>>, _>(texts),
            Self::Number(numbers) => out.push_bind_param::<Array<Nullable<BigInt>>, _>(numbers),
            Self::Bytes(bytes) => out.push_bind_param::<Array<Nullable<Binary>>, _>(bytes),
        }
    }
}

impl<DB: Backend, R, V: Bind<DB>> QueryFragment<DB> for Prepared<'_, R, V> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        let mut values = self.values.iter();
        for part in self.text.split_inclusive('?') {
            out.push_sql(part.trim_end_matches('?'));
            if let Some(value) = values.next() {
                value.bind(out.reborrow())?;
            }
        }
        Ok(())
    }
}

/// The connection's cache of prepared statements finds the statement by its text.
impl<R, V> QueryId for Prepared<'_, R, V> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<R, V> Query for Prepared<'_, R, V> {
    type SqlType = R;
}

impl<R, V, C: Connection> RunQueryDsl<C> for Prepared<'_, R, V> {}
