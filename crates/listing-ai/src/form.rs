//! Learns from a service's refusals which form of requests it accepts.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::refusal::Refused;
use crate::wire::adjust::Adjustments;
use crate::wire::{StructuredMode, WireFormat};

/// Then the preferred form is tried again, because services change.
const LEARNED_TTL: Duration = Duration::from_hours(6);

/// Everything that may differ between services of the same format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RequestForm {
    pub(crate) mode: StructuredMode,
    pub(crate) adjustments: Adjustments,
    /// The index in [`WireFormat::addresses`].
    pub(crate) address: usize,
}

pub(crate) struct FormMemory {
    best: RequestForm,
    is_mode_fixed: bool,
    learned: Mutex<Option<(RequestForm, Instant)>>,
}

impl FormMemory {
    /// Begins with all optional parts, and the mode from the settings or else the format's best.
    pub(crate) fn new(format: &dyn WireFormat, mode: Option<StructuredMode>) -> Self {
        let best = mode.or_else(|| format.modes().first().copied());
        let best = RequestForm {
            mode: best.unwrap_or(StructuredMode::PromptOnly),
            adjustments: Adjustments::default(),
            address: 0,
        };
        Self { best, is_mode_fixed: mode.is_some(), learned: Mutex::new(None) }
    }

    pub(crate) fn current(&self) -> RequestForm {
        let learned = *self.learned.lock().unwrap_or_else(PoisonError::into_inner);
        let known = learned.filter(|(_, since)| since.elapsed() < LEARNED_TTL);
        known.map_or(self.best, |(form, _)| form)
    }

    /// Remembers an accepted form. Returns true if it differs from the current one.
    pub(crate) fn remember(&self, form: RequestForm) -> bool {
        if self.current() == form {
            return false;
        }
        let mut learned = self.learned.lock().unwrap_or_else(PoisonError::into_inner);
        *learned = (form != self.best).then(|| (form, Instant::now()));
        true
    }

    /// Returns the form to try after the service refused a part of `form`, if any is left.
    pub(crate) fn after(
        &self,
        form: RequestForm,
        refused: Refused,
        format: &dyn WireFormat,
        addresses: usize,
    ) -> Option<RequestForm> {
        match refused {
            Refused::Part(part) => Some(RequestForm { adjustments: form.adjustments.with(part), ..form }),
            Refused::Mode => self.next_mode(form, format),
            Refused::Unnamed => self.next_mode(form, format).or_else(|| bare(form, format)),
            Refused::Address => {
                let address = form.address + 1;
                (address < addresses).then_some(RequestForm { address, ..form })
            }
        }
    }

    /// Returns the form with the format's next best mode, unless the settings fix the mode.
    pub(crate) fn next_mode(&self, form: RequestForm, format: &dyn WireFormat) -> Option<RequestForm> {
        let modes = format.modes();
        let at = modes.iter().position(|mode| *mode == form.mode).filter(|_| !self.is_mode_fixed)?;
        modes.get(at + 1).map(|mode| RequestForm { mode: *mode, ..form })
    }
}

/// Leaves out all parts that can safely be left out. The place of the rules, streaming and the tool choice
/// stay.
fn bare(form: RequestForm, format: &dyn WireFormat) -> Option<RequestForm> {
    use crate::wire::adjust::Adjustment::{RulesInMessage, Stream, ToolByWord};
    let parts =
        format.adjustments().iter().filter(|part| !matches!(part, RulesInMessage | Stream | ToolByWord));
    let adjustments = parts.fold(form.adjustments, |all, part| all.with(*part));
    (adjustments != form.adjustments).then_some(RequestForm { adjustments, ..form })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::adjust::Adjustment;
    use crate::wire::openai::OpenAiChat;

    #[tokio::test(start_paused = true)]
    async fn a_learned_form_is_forgotten_after_six_hours() {
        let format = OpenAiChat::for_host("a.example");
        let memory = FormMemory::new(&format, None);
        let best = memory.current();
        assert!(!memory.remember(best));
        let learned = memory.after(best, Refused::Mode, &format, 1).unwrap();
        assert_eq!(learned.mode, StructuredMode::JsonObject);
        assert!(memory.remember(learned));
        assert_eq!(memory.current(), learned);
        tokio::time::advance(LEARNED_TTL).await;
        assert_eq!(memory.current(), best);
    }

    #[test]
    fn after_a_refusal_the_next_form_leaves_out_the_refused_part() {
        let format = OpenAiChat::for_host("a.example");
        let memory = FormMemory::new(&format, None);
        let best = memory.current();
        let next = |form, refused| memory.after(form, refused, &format, 2);
        let part = next(best, Refused::Part(Adjustment::NoDetail)).unwrap();
        assert!(part.adjustments.has(Adjustment::NoDetail) && part.mode == best.mode);
        assert_eq!(next(best, Refused::Address).map(|form| form.address), Some(1));
        let last = RequestForm { address: 1, mode: StructuredMode::PromptOnly, ..best };
        assert_eq!(next(last, Refused::Address), None);
        assert_eq!(next(last, Refused::Mode), None);
        let bare = next(last, Refused::Unnamed).unwrap();
        assert!(
            bare.adjustments.has(Adjustment::NoLimit) && !bare.adjustments.has(Adjustment::RulesInMessage)
        );
        assert_eq!(next(bare, Refused::Unnamed), None);
        let fixed = FormMemory::new(&format, Some(StructuredMode::JsonObject));
        assert_eq!(fixed.after(fixed.current(), Refused::Mode, &format, 2), None);
    }
}
