use std::sync::Arc;

use argon2::Params;
use argon2::password_hash::phc;
use argon2::password_hash::{CustomizedPasswordHasher as _, Error, PasswordVerifier as _, try_generate_salt};
use async_trait::async_trait;

use listing_domain::password::{Password, PasswordHash};
use listing_domain::ports::{PasswordHasher, PasswordHasherError};

use crate::memory::{BufferPool, InMemory};
use crate::pool::{Pool, PoolSettings};

/// In KiB: 19 MiB.
///
/// With [`PASSES`] and [`LANES`], the minimum for Argon2id in OWASP's "Password Storage Cheat Sheet", in its
/// variant with little memory, so that several users can sign in at once on a small machine.
const MEMORY: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// Verified if the account does not exist, so that both cases take the same time. The parameters are the
/// same, and no known password matches.
const DUMMY_HASH: &str = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$\
                       AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Hashes passwords with Argon2id as PHC strings, limited in concurrency.
///
/// Salts are 16 bytes from the operating system's random source. Each hash is verified with its own
/// parameters, so that the current ones can be raised.
pub struct Argon2Hasher {
    params: Params,
    pool: Pool,
    memory: Arc<BufferPool>,
}

impl Argon2Hasher {
    /// Creates a hasher with the limits of its pool.
    ///
    /// # Errors
    /// Never with this crate's parameters.
    pub fn new(settings: PoolSettings) -> Result<Self, PasswordHasherError> {
        let params = Params::new(MEMORY, PASSES, LANES, None).map_err(failed)?;
        Ok(Self { params, pool: Pool::new(settings), memory: Arc::default() })
    }

    async fn run<T: Send + 'static>(
        &self,
        password: &Password,
        work: impl FnOnce(&InMemory, &[u8]) -> Result<T, Error> + Send + 'static,
    ) -> Result<Result<T, Error>, PasswordHasherError> {
        let (memory, password) = (self.memory.clone(), password.clone());
        self.pool.run(move || memory.lend(|memory| work(memory, password.reveal().as_bytes()))).await
    }
}

#[async_trait]
impl PasswordHasher for Argon2Hasher {
    async fn hash(&self, password: &Password) -> Result<PasswordHash, PasswordHasherError> {
        let salt = try_generate_salt().map_err(failed)?;
        let params = self.params.clone();
        let hash = self
            .run(password, move |memory, password| {
                memory.hash_password_customized(password, &salt, None, None, params)
            })
            .await?;
        Ok(PasswordHash::new(hash.map_err(failed)?.to_string()))
    }

    async fn verify(
        &self,
        password: &Password,
        hash: Option<&PasswordHash>,
    ) -> Result<bool, PasswordHasherError> {
        let phc = phc::PasswordHash::new(hash.map_or(DUMMY_HASH, PasswordHash::reveal)).map_err(failed)?;
        match self.run(password, move |memory, password| memory.verify_password(password, &phc)).await? {
            Ok(()) => Ok(hash.is_some()),
            Err(Error::PasswordInvalid) => Ok(false),
            Err(error) => Err(failed(error)),
        }
    }
}

fn failed(error: impl std::error::Error + Send + Sync + 'static) -> PasswordHasherError {
    PasswordHasherError::Failed(Box::new(error))
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use argon2::{Algorithm, Argon2, PasswordHasher as _, Version};
    use tokio::sync::oneshot;

    use super::*;

    fn hasher() -> Argon2Hasher {
        Argon2Hasher::new(PoolSettings { concurrency: 1, queue_length: 0 }).unwrap()
    }

    fn typed(text: &str) -> Password {
        Password::typed(text).unwrap().remove(0)
    }

    /// Everything before the salt.
    fn parameters(phc: &str) -> String {
        phc.split('$').take(4).collect::<Vec<_>>().join("$")
    }

    #[tokio::test]
    async fn only_the_right_password_is_accepted() {
        let hasher = hasher();
        let hash = hasher.hash(&typed("été à la mer 🌊")).await.unwrap();
        assert!(hasher.verify(&typed("été à la mer 🌊"), Some(&hash)).await.unwrap());
        for wrong in ["été à la mer", "Été à la mer 🌊", "été à la mer 🌊 ", ""] {
            assert!(!hasher.verify(&typed(wrong), Some(&hash)).await.unwrap(), "{wrong}");
        }
    }

    #[tokio::test]
    async fn no_password_is_accepted_for_an_account_without_a_hash() {
        for text in ["anything at all", ""] {
            assert!(!hasher().verify(&typed(text), None).await.unwrap());
        }
    }

    #[tokio::test]
    async fn hashes_and_the_dummy_hash_have_the_documented_parameters() {
        let hash = hasher().hash(&typed("twelve letters")).await.unwrap();
        assert_eq!(parameters(hash.reveal()), "$argon2id$v=19$m=19456,t=2,p=1");
        assert_eq!(parameters(DUMMY_HASH), parameters(hash.reveal()));
        let lengths = |phc: &str| phc.split('$').skip(4).map(str::len).collect::<Vec<_>>();
        assert_eq!(lengths(DUMMY_HASH), lengths(hash.reveal()));
        assert_eq!(lengths(DUMMY_HASH), [22, 43]);
    }

    #[tokio::test]
    async fn the_dummy_hash_is_valid_and_takes_a_full_verification() {
        // An invalid hash would fail at once, and so reveal that the account does not exist.
        let dummy = PasswordHash::new(DUMMY_HASH.to_owned());
        assert!(!hasher().verify(&typed("anything at all"), Some(&dummy)).await.unwrap());
    }

    #[tokio::test]
    async fn two_hashes_of_a_password_have_different_salts() {
        let hasher = hasher();
        let password = typed("twice the same");
        let (one, other) = (hasher.hash(&password).await.unwrap(), hasher.hash(&password).await.unwrap());
        assert_ne!(one.reveal().split('$').nth(4), other.reveal().split('$').nth(4));
    }

    #[tokio::test]
    async fn a_hash_with_older_parameters_still_verifies() {
        let older = Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(64, 3, 2, None).unwrap());
        let hash = PasswordHash::new(older.hash_password(b"from long ago").unwrap().to_string());
        assert_eq!(parameters(hash.reveal()), "$argon2id$v=19$m=64,t=3,p=2");
        assert!(hasher().verify(&typed("from long ago"), Some(&hash)).await.unwrap());
        assert!(!hasher().verify(&typed("from long ago!"), Some(&hash)).await.unwrap());
    }

    #[tokio::test]
    async fn verifying_an_invalid_hash_is_an_error() {
        let broken = PasswordHash::new("plain text".to_owned());
        let outcome = hasher().verify(&typed("plain text"), Some(&broken)).await;
        assert!(matches!(outcome, Err(PasswordHasherError::Failed(_))));
    }

    #[tokio::test]
    async fn hashing_and_verifying_fail_as_busy_while_the_pool_is_full() {
        let hasher = Arc::new(hasher());
        let hash = hasher.hash(&typed("twelve letters")).await.unwrap();
        let (begun, begins) = oneshot::channel();
        let (end, ended) = mpsc::channel::<()>();
        let working = tokio::spawn({
            let hasher = hasher.clone();
            async move {
                let work = move || {
                    begun.send(()).unwrap();
                    let _ = ended.recv();
                };
                hasher.pool.run(work).await
            }
        });
        begins.await.unwrap();
        let password = typed("twelve letters");
        assert!(matches!(hasher.hash(&password).await, Err(PasswordHasherError::Busy)));
        assert!(matches!(hasher.verify(&password, Some(&hash)).await, Err(PasswordHasherError::Busy)));
        assert!(matches!(hasher.verify(&password, None).await, Err(PasswordHasherError::Busy)));

        end.send(()).unwrap();
        working.await.unwrap().unwrap();
        assert!(hasher.verify(&password, Some(&hash)).await.unwrap());
    }
}
