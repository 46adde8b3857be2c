//! Updates that are prepared once.

use std::marker::PhantomData;

use diesel::RunQueryDsl;
use diesel::backend::Backend;
use diesel::connection::Connection;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::result::QueryResult;
use diesel::serialize::ToSql;
use diesel::sql_types::{BigInt, Binary, HasSqlType, Nullable, Text};

/// A statement whose text never changes, which each connection keeps once it is
/// prepared. Diesel prepares every update of its own anew, because there could be
/// as many texts as sets of columns: that takes longer than to run it, and with
/// PostgreSQL a round trip more. So the few updates of every request are these.
pub(crate) struct Fixed<'a, R = ()> {
    text: &'static str,
    values: &'a [Value<'a>],
    returned: PhantomData<R>,
}

/// A value in a statement.
pub(crate) enum Value<'a> {
    Text(&'a str),
    Number(i64),
    Bytes(Option<&'a [u8]>),
}

impl<'a, R> Fixed<'a, R> {
    /// A statement with a question mark for each of the values.
    pub(crate) const fn new(text: &'static str, values: &'a [Value<'a>]) -> Self {
        Self { text, values, returned: PhantomData }
    }
}

impl<DB, R> QueryFragment<DB> for Fixed<'_, R>
where
    DB: Backend + HasSqlType<Text> + HasSqlType<BigInt> + HasSqlType<Nullable<Binary>>,
    str: ToSql<Text, DB>,
    i64: ToSql<BigInt, DB>,
    for<'v> Option<&'v [u8]>: ToSql<Nullable<Binary>, DB>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        let mut values = self.values.iter();
        for part in self.text.split_inclusive('?') {
            out.push_sql(part.trim_end_matches('?'));
            match values.next() {
                Some(Value::Text(text)) => out.push_bind_param::<Text, str>(text)?,
                Some(Value::Number(number)) => out.push_bind_param::<BigInt, i64>(number)?,
                Some(Value::Bytes(bytes)) => out.push_bind_param::<Nullable<Binary>, _>(bytes)?,
                None => {}
            }
        }
        Ok(())
    }
}

/// It is found again by its text.
impl<R> QueryId for Fixed<'_, R> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<R> Query for Fixed<'_, R> {
    type SqlType = R;
}

impl<R, C: Connection> RunQueryDsl<C> for Fixed<'_, R> {}
