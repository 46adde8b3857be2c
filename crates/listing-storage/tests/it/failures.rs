use std::io;
use std::sync::{Mutex, PoisonError};

use listing_domain::account::Plan;
use listing_domain::ids::KeyId;
use listing_domain::ports::{AccountStore as _, IdSource as _, NewKey};
use tracing::Level;

use crate::fixture::Fixture;
use crate::support::now;

static LOGGED: Mutex<Vec<u8>> = Mutex::new(Vec::new());

struct Log;

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        LOGGED.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn errors_of(fixture: &Fixture) -> Vec<String> {
    let name = fixture.address.rsplit('/').next().unwrap();
    let name = if fixture.is_on_server() { format!("/{name} ") } else { fixture.address.clone() };
    let logged = LOGGED.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let lines = String::from_utf8(logged).unwrap();
    lines.lines().filter(|line| line.contains(&name)).map(str::to_owned).collect()
}

#[tokio::test]
async fn cause_of_failed_statements_is_logged_once() {
    // Only this test reads the log. Other tests log errors about other databases.
    tracing_subscriber::fmt().with_ansi(false).with_max_level(Level::ERROR).with_writer(|| Log).init();
    for fixture in Fixture::each() {
        let account = fixture.account(Plan::Free).await;
        assert_eq!(errors_of(&fixture), Vec::<String>::new());
        fixture.tamper("ALTER TABLE api_key RENAME TO other").unwrap();
        for _ in 0..3 {
            assert!(fixture.store.keys(account).await.is_err());
            let another = fixture.ids.api_key();
            assert!(fixture.store.key_owner(&another.digest(), now()).await.is_err());
            let new = NewKey::plain(KeyId::new(fixture.ids.id()), account, &another, now());
            assert!(fixture.store.add_key(&new, 10).await.is_err());
        }
        let logged = errors_of(&fixture);
        assert!(logged.len() == 1 && logged[0].contains("api_key"), "{logged:?}");
        fixture.tamper("ALTER TABLE account RENAME TO another").unwrap();
        for _ in 0..3 {
            assert!(fixture.store.accounts().await.is_err());
        }
        let logged = errors_of(&fixture);
        assert!(logged.len() == 2 && logged[1].contains("account"), "{logged:?}");
    }
}
