use rten_tensor::{Layout as _, NdTensor};

use super::decode::{Alphabet, likeliest};
use super::detector::scaled;
use super::strip::{HEIGHT, Strip};
use crate::network::{InferenceError, ModelsError, Network, shaped};
use crate::threads::Threads;

/// Shorter strips are padded with mid-gray, as in training.
const LEAST_WIDTH: usize = 320;
/// The metadata entry that lists the alphabet.
const ALPHABET: &str = "character";

/// PP-OCRv6 (small), which reads a strip.
#[derive(Debug)]
pub(super) struct Recogniser {
    network: Network<1>,
    alphabet: Alphabet,
}

impl Recogniser {
    pub(super) fn new(network: Network<1>) -> Result<Self, ModelsError> {
        let alphabet = network.note(ALPHABET).as_deref().and_then(Alphabet::parse);
        let alphabet = alphabet.ok_or(ModelsError::Shape { what: "the text recognizer" })?;
        Ok(Self { network, alphabet })
    }

    /// The confidence is from 0 to 1.
    pub(super) fn read(&self, threads: &Threads, strip: &Strip) -> Result<(String, f32), InferenceError> {
        let width = strip.width.max(LEAST_WIDTH);
        let mut planes = Vec::with_capacity(3 * HEIGHT * width);
        // The network was trained with blue first.
        for channel in [2, 1, 0] {
            for row in strip.pixels.chunks_exact(strip.width) {
                planes.extend(row.iter().map(|pixel| scaled(pixel[channel])));
                planes.extend(std::iter::repeat_n(0.0, width - strip.width));
            }
        }
        let batch = NdTensor::from_data([1, 3, HEIGHT, width], planes);
        let [answer] = self.network.run(threads, batch)?;
        let answer = shaped::<3>(answer)?;
        let classes = answer.size(2).max(1);
        let steps = answer.into_data();
        Ok(self.alphabet.decode(steps.chunks_exact(classes).map(likeliest)))
    }
}
