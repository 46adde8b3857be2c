use jiff::Timestamp;
use listing_domain::idempotency::{ANSWER_RETENTION, IdempotentRequest, KEY_RETENTION, KeyUse, StoredAnswer};
use listing_domain::ids::{AccountId, GenerationId, ReservationId};
use listing_domain::ports::{QuotaError, StoreError};

use super::{Progress, State, UsedKey};

impl State {
    /// `None` if the key is not taken.
    pub(super) fn answer(
        &self,
        account: AccountId,
        idempotency: &IdempotentRequest,
    ) -> Result<Option<StoredAnswer>, QuotaError> {
        let Some(used) = self.keys_used.get(&(account, idempotency.key.clone())) else { return Ok(None) };
        let refused = if used.fingerprint == idempotency.fingerprint {
            match &used.progress {
                Progress::Answered(generation, _) => {
                    let lost = || {
                        QuotaError::Store(StoreError::Inconsistent(
                            "the generation of an idempotency key is not stored".into(),
                        ))
                    };
                    return self.stored_answer(*generation).ok_or_else(lost).map(Some);
                }
                Progress::Running => KeyUse::Running,
                Progress::Forgotten(_) => KeyUse::Forgotten,
            }
        } else {
            KeyUse::OtherRequest
        };
        Err(QuotaError::KeyUsed(refused))
    }

    pub(super) fn refuse_used(
        &self,
        account: AccountId,
        idempotency: &IdempotentRequest,
    ) -> Result<(), QuotaError> {
        match self.answer(account, idempotency)? {
            Some(answer) => Err(QuotaError::KeyUsed(KeyUse::Answered(answer))),
            None => Ok(()),
        }
    }

    pub(super) fn use_key(
        &mut self,
        account: AccountId,
        idempotency: &IdempotentRequest,
        reservation: ReservationId,
    ) {
        let used = UsedKey { fingerprint: idempotency.fingerprint, reservation, progress: Progress::Running };
        self.keys_used.insert((account, idempotency.key.clone()), used);
    }

    /// Without a generation, the key stays taken but has no answer.
    pub(super) fn point_key(&mut self, id: ReservationId, at: Timestamp, generation: Option<GenerationId>) {
        for used in self.keys_used.values_mut().filter(|used| used.reservation == id) {
            used.progress = match generation {
                Some(generation) => Progress::Answered(generation, at),
                None => Progress::Forgotten(at),
            };
        }
    }

    pub(super) fn free_key(&mut self, id: ReservationId) {
        self.keys_used.retain(|_, used| used.reservation != id);
    }

    /// Drops answers older than [`ANSWER_RETENTION`], and their keys after a further [`KEY_RETENTION`].
    pub(super) fn forget_answers(&mut self, now: Timestamp) {
        for used in self.keys_used.values_mut() {
            if let Progress::Answered(_, at) = used.progress
                && now.duration_since(at) >= ANSWER_RETENTION
            {
                used.progress = Progress::Forgotten(at);
            }
        }
        let over = ANSWER_RETENTION + KEY_RETENTION;
        self.keys_used.retain(
            |_, used| !matches!(used.progress, Progress::Forgotten(at) if now.duration_since(at) >= over),
        );
    }
}
