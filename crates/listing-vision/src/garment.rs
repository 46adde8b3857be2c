//! Telling garments apart, which the classifier's own classes cannot.
//!
//! A linear layer on the classifier's features, trained with the `train_clothing_head` example on
//! freely licensed photos. The weights are part of the program (67 kB).

use crate::classifier::{FEATURES, softmax};
use crate::network::ModelsError;

/// The weights, in the format that [`ClothingHead::from_bytes`] describes.
static EMBEDDED: &[u8] = include_bytes!("../data/clothing-head.bin");

/// First bytes of a weight file.
const MAGIC: &[u8; 8] = b"PTLHEAD1";

/// The kinds of garment that are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Garment {
    /// Short-sleeved T-shirt or polo shirt.
    TShirt,
    /// Trousers of any kind.
    Pants,
    /// Long-sleeved T-shirt, sweater or sweatshirt without hood.
    Longsleeve,
    /// Jacket, coat or blazer.
    Outwear,
    /// Shoes of any kind.
    Shoes,
    /// Dress.
    Dress,
    /// Shirt or blouse.
    Shirt,
    /// Shorts.
    Shorts,
    /// Sleeveless top.
    Top,
    /// Skirt.
    Skirt,
    /// Hat or cap.
    Hat,
    /// Hoodie.
    Hoodie,
    /// Bodysuit, mostly for babies.
    Body,
}

impl Garment {
    /// Every garment, in the order of the head's outputs.
    pub const ALL: [Self; 13] = [
        Self::TShirt,
        Self::Pants,
        Self::Longsleeve,
        Self::Outwear,
        Self::Shoes,
        Self::Dress,
        Self::Shirt,
        Self::Shorts,
        Self::Top,
        Self::Skirt,
        Self::Hat,
        Self::Hoodie,
        Self::Body,
    ];
}

/// A linear layer: one row of weights and one bias for each garment.
#[derive(Debug, Clone, PartialEq)]
pub struct ClothingHead {
    /// [`Garment::ALL`] rows of [`FEATURES`] weights.
    weights: Vec<f32>,
    biases: Vec<f32>,
}

impl ClothingHead {
    /// The weights that are part of the program.
    pub fn embedded() -> Result<Self, ModelsError> {
        Self::from_bytes(EMBEDDED)
    }

    /// A layer from its parts.
    pub fn new(weights: Vec<f32>, biases: Vec<f32>) -> Result<Self, ModelsError> {
        if biases.len() == Garment::ALL.len() && weights.len() == biases.len() * FEATURES {
            Ok(Self { weights, biases })
        } else {
            Err(ModelsError::Shape { what: "the clothing head" })
        }
    }

    /// Reads a weight file: the eight bytes `PTLHEAD1`, then little-endian 32-bit floats: the
    /// weights row by row in the order of [`Garment::ALL`], then the biases.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ModelsError> {
        let wrong = ModelsError::Shape { what: "the clothing head" };
        let Some(body) = bytes.strip_prefix(MAGIC) else { return Err(wrong) };
        let (words, []) = body.as_chunks::<4>() else { return Err(wrong) };
        let mut weights: Vec<f32> = words.iter().copied().map(f32::from_le_bytes).collect();
        let biases = weights.split_off(weights.len().saturating_sub(Garment::ALL.len()));
        Self::new(weights, biases)
    }

    /// The weight file of this layer.
    pub fn to_bytes(&self) -> Vec<u8> {
        let floats = self.weights.iter().chain(&self.biases);
        MAGIC.iter().copied().chain(floats.flat_map(|value| value.to_le_bytes())).collect()
    }

    /// The probability of each garment of [`Garment::ALL`], given that it is one of them, from the
    /// features of the whole photo squeezed into a square.
    pub fn probabilities(&self, features: &[f32]) -> Vec<f32> {
        let rows = self.weights.chunks_exact(FEATURES);
        let scores: Vec<f32> = rows.zip(&self.biases).map(|(row, bias)| dot(row, features) + bias).collect();
        softmax(&scores)
    }
}

fn dot(left: &[f32], right: &[f32]) -> f32 {
    left.iter().zip(right).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_weights_are_whole() {
        let head = ClothingHead::embedded().unwrap();
        assert_eq!(head.to_bytes(), EMBEDDED);
    }

    #[test]
    fn other_bytes_are_refused() {
        for bytes in [&b""[..], b"PTLHEAD1", b"PTLHEAD2\0\0\0\0", &EMBEDDED[..EMBEDDED.len() - 4]] {
            assert!(ClothingHead::from_bytes(bytes).is_err());
        }
    }

    #[test]
    fn the_largest_score_wins() {
        let mut weights = vec![0.0; Garment::ALL.len() * FEATURES];
        weights[4 * FEATURES + 7] = 2.0;
        let head = ClothingHead::new(weights, vec![0.0; Garment::ALL.len()]).unwrap();
        let mut features = vec![0.0; FEATURES];
        features[7] = 1.0;
        let probabilities = head.probabilities(&features);
        let best = (0..13).max_by(|&a, &b| probabilities[a].total_cmp(&probabilities[b])).unwrap();
        assert_eq!(Garment::ALL[best], Garment::Shoes);
    }
}
