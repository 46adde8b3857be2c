//! Reads weights in the old, unzipped layout of `PyTorch`:
//!
//! 1. Three small pickles: magic number, layout version, type sizes.
//! 2. A pickled ordered dictionary from names to tensors.
//! 3. A pickled list of storage keys.
//! 4. For each key, an 8-byte element count and the raw little-endian elements.

use std::collections::HashMap;

use anyhow::{Context as _, Result, bail, ensure};

use super::pickle::{Input, TensorRef, Value, unpickle};

const MAGIC: &[u8] = &[0x6c, 0xfc, 0x9c, 0x46, 0xf9, 0x20, 0x6a, 0xa8, 0x50, 0x19];

/// Dense, in row-major order.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Tensor {
    pub(super) shape: Vec<usize>,
    pub(super) data: Vec<f32>,
}

/// Returns the float tensors by name, without integer counters.
pub(super) fn read(bytes: &[u8]) -> Result<HashMap<String, Tensor>> {
    let mut input = Input { bytes };
    ensure!(
        unpickle(&mut input)? == Value::Long(MAGIC.to_vec()),
        "the weights file has a wrong magic number"
    );
    ensure!(unpickle(&mut input)? == Value::Int(1001), "the weights file has an unknown layout version");
    unpickle(&mut input).context("cannot read the type sizes")?;
    let Value::Dict(entries) = unpickle(&mut input).context("cannot read the tensor table")? else {
        bail!("the tensor table is not a dictionary");
    };
    let Value::List(keys) = unpickle(&mut input).context("cannot read the storage keys")? else {
        bail!("the storage keys are not a list");
    };
    let storages = read_storages(&mut input, &keys, &entries)?;
    let mut tensors = HashMap::new();
    for (name, value) in entries {
        let (Value::Str(name), Value::Tensor(tensor)) = (name, value) else {
            bail!("an entry of the tensor table is not a named tensor");
        };
        if tensor.storage.is_float {
            tensors.insert(name, tensor.load(&storages)?);
        }
    }
    Ok(tensors)
}

/// Returns the raw bytes of every storage of floats, by key.
fn read_storages<'a>(
    input: &mut Input<'a>,
    keys: &[Value],
    entries: &[(Value, Value)],
) -> Result<HashMap<String, &'a [u8]>> {
    let mut kinds = HashMap::new();
    for (_, value) in entries {
        if let Value::Tensor(tensor) = value {
            kinds.insert(tensor.storage.key.as_str(), &tensor.storage);
        }
    }
    let mut storages = HashMap::new();
    for key in keys {
        let Value::Str(key) = key else { bail!("a storage key is not text") };
        let kind = kinds.get(key.as_str()).with_context(|| format!("no tensor uses storage {key}"))?;
        let count = usize::try_from(u64::from_le_bytes(input.array()?))?;
        ensure!(count == kind.count, "storage {key} has {count} elements, not {}", kind.count);
        let width = if kind.is_float { 4 } else { 8 };
        storages.insert(key.clone(), input.take(count * width)?);
    }
    Ok(storages)
}

impl TensorRef {
    /// Copies the elements in row-major order, whatever their stored order.
    fn load(&self, storages: &HashMap<String, &[u8]>) -> Result<Tensor> {
        let bytes = storages.get(&self.storage.key).context("a tensor has no storage")?;
        let (words, _) = bytes.as_chunks::<4>();
        let mut positions = vec![self.offset];
        for (&size, &stride) in self.shape.iter().zip(&self.stride) {
            let count = positions.len().saturating_mul(size);
            ensure!(count <= words.len(), "a tensor is larger than its storage");
            // Replaces each sub-tensor's start with the starts of its parts.
            let parts =
                |start: usize| (0..size).map(move |index| start.saturating_add(index.saturating_mul(stride)));
            positions = positions.into_iter().flat_map(parts).collect();
        }
        let data = positions
            .iter()
            .map(|&position| words.get(position).copied().map(f32::from_le_bytes))
            .collect::<Option<Vec<f32>>>()
            .context("a tensor ends beyond its storage")?;
        Ok(Tensor { shape: self.shape.clone(), data })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::pickle::StorageRef;

    fn tensor(shape: &[usize], stride: &[usize]) -> TensorRef {
        let storage = StorageRef { is_float: true, key: "1".to_owned(), count: 6 };
        TensorRef { storage, offset: 0, shape: shape.to_vec(), stride: stride.to_vec() }
    }

    fn load(tensor: &TensorRef) -> Result<Vec<f32>> {
        let bytes: Vec<u8> =
            [0.0_f32, 1.0, 2.0, 3.0, 4.0, 5.0].iter().flat_map(|value| value.to_le_bytes()).collect();
        let storages = HashMap::from([("1".to_owned(), bytes.as_slice())]);
        tensor.load(&storages).map(|tensor| tensor.data)
    }

    #[test]
    fn elements_are_read_row_by_row_in_any_stored_order() {
        let rows = load(&tensor(&[2, 3], &[3, 1])).unwrap();
        assert_eq!(rows, [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
        let columns = load(&tensor(&[3, 2], &[1, 3])).unwrap();
        assert_eq!(columns, [0.0, 3.0, 1.0, 4.0, 2.0, 5.0]);
    }

    #[test]
    fn a_tensor_beyond_its_storage_is_refused() {
        assert!(load(&tensor(&[7], &[1])).is_err());
        assert!(load(&tensor(&[2, 3], &[9, 1])).is_err());
        assert!(load(&tensor(&[usize::MAX, 9], &[1, 1])).is_err());
    }

    #[test]
    fn a_file_of_another_format_is_refused() {
        for bytes in [&b""[..], b"PK\x03\x04", b"\x80\x02K\x01.", b"\x80\x02cos\nsystem\n."] {
            assert!(read(bytes).is_err());
        }
    }
}
