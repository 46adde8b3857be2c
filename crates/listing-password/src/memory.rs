use std::cell::RefCell;
use std::sync::{Mutex, MutexGuard, PoisonError};

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::password_hash::{CustomizedPasswordHasher, Error, Result};
use argon2::{Algorithm, Argon2, Block, Params, Version};

/// Memory for computing hashes, reused: the time for a new allocation depends on the thread's earlier ones,
/// and such differences could reveal which accounts exist. There are at most as many buffers as were in use
/// at once.
#[derive(Default)]
pub(crate) struct BufferPool(Mutex<Vec<Vec<Block>>>);

impl BufferPool {
    pub(crate) fn lend<T>(&self, work: impl FnOnce(&InMemory) -> T) -> T {
        let blocks = self.free().pop().unwrap_or_default();
        let memory = InMemory(RefCell::new(blocks));
        let outcome = work(&memory);
        self.free().push(memory.0.into_inner());
        outcome
    }

    fn free(&self) -> MutexGuard<'_, Vec<Vec<Block>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Argon2 with a memory buffer, which grows as a hash's parameters need.
///
/// Through its trait, `password-hash` also verifies, in constant time and with each hash's own parameters.
pub(crate) struct InMemory(RefCell<Vec<Block>>);

impl InMemory {
    fn hash(&self, argon2: &Argon2<'_>, password: &[u8], salt: &[u8]) -> Result<Output> {
        let params = argon2.params();
        let mut blocks = self.0.borrow_mut();
        if blocks.len() < params.block_count() {
            blocks.resize(params.block_count(), Block::new());
        }
        let mut output = [0; Output::MAX_LENGTH];
        let length = params.output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN);
        let output = output.get_mut(..length).ok_or(Error::OutputSize)?;
        argon2.hash_password_into_with_memory(password, salt, output, &mut blocks[..])?;
        Ok(Output::new(output)?)
    }
}

impl CustomizedPasswordHasher<PasswordHash> for InMemory {
    type Params = Params;

    fn hash_password_customized(
        &self,
        password: &[u8],
        salt: &[u8],
        algorithm: Option<&str>,
        version: Option<u32>,
        params: Params,
    ) -> Result<PasswordHash> {
        let algorithm = algorithm.map(Algorithm::try_from).transpose()?.unwrap_or_default();
        let version = version.map(Version::try_from).transpose()?.unwrap_or_default();
        let salt = Salt::new(salt)?;
        let text = ParamsString::try_from(&params)?;
        let output = self.hash(&Argon2::new(algorithm, version, params), password, &salt)?;
        Ok(PasswordHash {
            algorithm: algorithm.ident(),
            version: Some(version.into()),
            params: text,
            salt: Some(salt),
            hash: Some(output),
        })
    }
}

#[cfg(test)]
mod tests {
    use argon2::password_hash::PasswordVerifier as _;

    use super::*;

    #[test]
    fn a_hash_computed_in_a_reused_buffer_is_unchanged() {
        let pool = BufferPool::default();
        let hash = |password: &[u8], blocks, passes, lanes| {
            let params = Params::new(blocks, passes, lanes, None).unwrap();
            let salt = b"the salt of a test";
            pool.lend(|memory| memory.hash_password_customized(password, salt, None, None, params)).unwrap()
        };
        let expected = |password: &[u8], blocks, passes, lanes| {
            let params = Params::new(blocks, passes, lanes, None).unwrap();
            let fresh = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
            argon2::PasswordHasher::hash_password_with_salt(&fresh, password, b"the salt of a test").unwrap()
        };
        // Sizes that grow, shrink and stay the same.
        for (password, blocks, passes, lanes) in
            [("one", 64, 2, 1), ("two", 256, 1, 2), ("three", 32, 3, 1), ("one", 64, 2, 1), ("one", 64, 2, 1)]
        {
            let password = password.as_bytes();
            let made = hash(password, blocks, passes, lanes);
            assert_eq!(made, expected(password, blocks, passes, lanes));
            pool.lend(|memory| memory.verify_password(password, &made)).unwrap();
        }
        assert_eq!(pool.free().len(), 1);
    }

    #[test]
    fn concurrent_computations_have_separate_buffers() {
        let pool = BufferPool::default();
        pool.lend(|_| pool.lend(|_| assert_eq!(pool.free().len(), 0)));
        assert_eq!(pool.free().len(), 2);
        pool.lend(|_| assert_eq!(pool.free().len(), 1));
    }
}
