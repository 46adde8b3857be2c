//! What a line of text says.

use rten::NodeId;
use rten_tensor::{AsView as _, Layout as _, NdTensor};

use super::decode::{Alphabet, likeliest};
use super::detector::scaled;
use super::strip::{HEIGHT, Strip};
use crate::network::{LookError, ModelsError, Network};
use crate::threads::Threads;

/// Shorter strips are filled up to this width with mid-grey, as in training.
const LEAST_WIDTH: usize = 320;
/// Where the network's file has its alphabet.
const ALPHABET: &str = "character";

/// PP-OCRv6 (small), which reads a strip.
#[derive(Debug)]
pub(super) struct Recogniser {
    network: Network,
    input: NodeId,
    output: NodeId,
    alphabet: Alphabet,
}

impl Recogniser {
    pub(super) fn new(network: Network) -> Result<Self, ModelsError> {
        let alphabet = network.note(ALPHABET).and_then(Alphabet::parse);
        match (network.input(), network.outputs().first().copied(), alphabet) {
            (Some(input), Some(output), Some(alphabet)) => Ok(Self { network, input, output, alphabet }),
            _ => Err(ModelsError::Shape { what: "the text recogniser" }),
        }
    }

    /// The text on a strip, and how sure it is from 0 to 1.
    pub(super) fn read(&self, threads: &Threads, strip: &Strip) -> Result<(String, f32), LookError> {
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
        let [answer] = self.network.run(threads, self.input, batch, [self.output])?;
        let answer: NdTensor<f32, 3> = answer.try_into()?;
        let classes = answer.size(2).max(1);
        let steps = answer.to_vec();
        Ok(self.alphabet.decode(steps.chunks_exact(classes).map(likeliest)))
    }
}
