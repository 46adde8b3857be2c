//! Lists accounts with their balances, in a fixed number of statements.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text};
use listing_domain::account::Email;
use listing_domain::ports::{AccountOverview, AccountSearch};

use super::account_row::read_account;
use super::balance;
use crate::connection::{Conn, on_engine};
use crate::error::StorageError;
use crate::prepared::{Prepared, Value};
use crate::rows::missing;

/// Compare the text literally, because a pattern would have wildcards.
const FIND_SQLITE: &str =
    "SELECT a.id, a.email, a.created_at, a.suspended_at, COALESCE(p.is_administrator, 0)
    FROM account a LEFT JOIN person p ON p.account = a.id
    WHERE a.email > ? AND instr(a.email, ?) > 0 ORDER BY a.email LIMIT ?";
const FIND_POSTGRES: &str =
    "SELECT a.id, a.email, a.created_at, a.suspended_at, COALESCE(p.is_administrator, 0)
    FROM account a LEFT JOIN person p ON p.account = a.id
    WHERE a.email > ? AND strpos(a.email, ?) > 0 ORDER BY a.email LIMIT ?";

/// Id, email, creation, suspension, administrator (1 or 0).
type Columns = (Text, Text, BigInt, Nullable<BigInt>, BigInt);
type Row = (String, String, i64, Option<i64>, i64);

pub(super) fn find(conn: &mut Conn, search: &AccountSearch) -> Result<Vec<AccountOverview>, StorageError> {
    let statement = match conn {
        Conn::Postgres(_) => FIND_POSTGRES,
        Conn::Sqlite(_) => FIND_SQLITE,
    };
    let (text, after) =
        (search.text.to_lowercase(), search.after.as_ref().map_or_else(String::new, Email::to_string));
    let values = [Value::Text(&after), Value::Text(&text), Value::Number(search.limit.into())];
    let query = Prepared::<Columns>::new(statement, &values);
    let rows: Vec<Row> = on_engine!(conn, |conn| query.load(conn))?;
    let ids: Vec<&str> = rows.iter().map(|(id, ..)| id.as_str()).collect();
    let balances = balance::read_page(conn, &ids, search.at)?;
    let overview = |(id, email, created_at, suspended_at, is_administrator): Row| {
        let balance = balances.get(&id).ok_or_else(|| missing("account", &id))?;
        let usage = balance.usage(&id, search.free_limit, search.at)?;
        let account = read_account((id, email, created_at, suspended_at))?;
        Ok(AccountOverview { account, is_administrator: is_administrator != 0, usage })
    };
    rows.iter().cloned().map(overview).collect()
}

#[cfg(test)]
mod tests {
    use diesel::connection::SimpleConnection as _;

    use super::*;
    use crate::store::counted::Counted;

    #[test]
    fn listing_5_or_50_accounts_runs_the_same_number_of_statements() {
        let mut database = Counted::open();
        for number in 0..60_u128 {
            let (id, email) = (uuid::Uuid::from_u128(number), format!("{number:02}@example.com"));
            let statement =
                format!("INSERT INTO account (id, email, created_at) VALUES ('{id}', '{email}', 0)");
            on_engine!(&mut database.conn, |conn| conn.batch_execute(&statement)).unwrap();
        }
        let counts = [5, 50].map(|limit| {
            let at = "2026-11-25T10:00:00Z".parse().unwrap();
            let search = AccountSearch { text: "example".to_owned(), after: None, limit, free_limit: 3, at };
            database.statements(|conn| {
                let found = find(conn, &search).unwrap();
                assert_eq!(found.len(), usize::try_from(limit).unwrap());
            })
        });
        assert_eq!(counts, [2, 2]);
    }
}
