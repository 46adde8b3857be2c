//! Reader for the weights' original file: the old, un-zipped layout of saved tensors.
//!
//! In order: three small pickles (magic number, protocol version, type sizes), the pickle of an
//! ordered dictionary name → tensor, a pickled list of storage keys, then for each key an 8-byte
//! element count and the raw little-endian elements. Only the instructions that such a file needs
//! are understood, nothing is ever called, and anything else is an error.

use std::collections::HashMap;

use anyhow::{Context as _, Result, bail, ensure};

/// First number of every such file.
const MAGIC: &[u8] = &[0x6c, 0xfc, 0x9c, 0x46, 0xf9, 0x20, 0x6a, 0xa8, 0x50, 0x19];

/// A dense tensor of 32-bit floats, in row-major order.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Tensor {
    pub(super) shape: Vec<usize>,
    pub(super) data: Vec<f32>,
}

/// The named float tensors of a file; integer counters are left out.
pub(super) fn read(bytes: &[u8]) -> Result<HashMap<String, Tensor>> {
    let mut input = Input { bytes };
    ensure!(
        unpickle(&mut input)? == Value::Long(MAGIC.to_vec()),
        "wrong magic number"
    );
    ensure!(
        unpickle(&mut input)? == Value::Int(1001),
        "unknown layout version"
    );
    unpickle(&mut input).context("type sizes")?;
    let Value::Dict(entries) = unpickle(&mut input).context("tensor table")? else {
        bail!("the tensor table is not a dictionary");
    };
    let Value::List(keys) = unpickle(&mut input).context("storage keys")? else {
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

/// Raw bytes of every float storage, by key.
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
        let Value::Str(key) = key else {
            bail!("a storage key is not text")
        };
        let kind = kinds
            .get(key.as_str())
            .with_context(|| format!("storage {key} is not used"))?;
        let count = usize::try_from(u64::from_le_bytes(input.array()?))?;
        ensure!(
            count == kind.count,
            "storage {key} has {count} elements, not {}",
            kind.count
        );
        let width = if kind.is_float { 4 } else { 8 };
        storages.insert(key.clone(), input.take(count * width)?);
    }
    Ok(storages)
}

/// A tensor as the table describes it.
#[derive(Debug, Clone, PartialEq)]
struct TensorRef {
    storage: StorageRef,
    offset: usize,
    shape: Vec<usize>,
    stride: Vec<usize>,
}

/// A storage as a tensor refers to it.
#[derive(Debug, Clone, PartialEq)]
struct StorageRef {
    is_float: bool,
    key: String,
    count: usize,
}

impl TensorRef {
    /// Copies the elements out in row-major order, whatever order they are stored in.
    fn load(&self, storages: &HashMap<String, &[u8]>) -> Result<Tensor> {
        let bytes = storages
            .get(&self.storage.key)
            .context("a tensor without storage")?;
        let (words, _) = bytes.as_chunks::<4>();
        let mut positions = vec![self.offset];
        for (&size, &stride) in self.shape.iter().zip(&self.stride) {
            // Every position so far stands for a sub-tensor: replace it by those of its parts.
            positions = positions
                .iter()
                .flat_map(|&start| (0..size).map(move |index| start + index * stride))
                .collect();
            ensure!(
                positions.len() <= words.len(),
                "a tensor larger than its storage"
            );
        }
        let data = positions
            .iter()
            .map(|&position| words.get(position).copied().map(f32::from_le_bytes))
            .collect::<Option<Vec<f32>>>()
            .context("a tensor beyond the end of its storage")?;
        Ok(Tensor {
            shape: self.shape.clone(),
            data,
        })
    }
}

/// What the stack machine holds.
#[derive(Debug, Clone, PartialEq)]
enum Value {
    Mark,
    None,
    Bool(bool),
    Int(i64),
    Long(Vec<u8>),
    Str(String),
    Global(String),
    Tuple(Vec<Value>),
    List(Vec<Value>),
    Dict(Vec<(Value, Value)>),
    Storage(StorageRef),
    Tensor(TensorRef),
}

/// Runs one pickle to its end.
fn unpickle(input: &mut Input<'_>) -> Result<Value> {
    let mut machine = Machine::default();
    loop {
        let instruction = input.byte()?;
        if instruction == b'.' {
            return machine.pop();
        }
        machine.step(instruction, input)?;
    }
}

#[derive(Default)]
struct Machine {
    stack: Vec<Value>,
    memo: HashMap<u32, Value>,
}

impl Machine {
    fn step(&mut self, instruction: u8, input: &mut Input<'_>) -> Result<()> {
        let value = match instruction {
            0x80 => return input.byte().map(drop), // protocol
            b'(' => Value::Mark,
            b'N' => Value::None,
            0x88 => Value::Bool(true),
            0x89 => Value::Bool(false),
            b'K' => Value::Int(input.byte()?.into()),
            b'M' => Value::Int(u16::from_le_bytes(input.array()?).into()),
            b'J' => Value::Int(i32::from_le_bytes(input.array()?).into()),
            0x8a => {
                let length = input.byte()?;
                Value::Long(input.take(length.into())?.to_vec())
            }
            b'X' => {
                let length = usize::try_from(u32::from_le_bytes(input.array()?))?;
                Value::Str(std::str::from_utf8(input.take(length)?)?.to_owned())
            }
            b'c' => Value::Global(format!("{} {}", input.line()?, input.line()?)),
            b'}' => Value::Dict(Vec::new()),
            b']' => Value::List(Vec::new()),
            b')' => Value::Tuple(Vec::new()),
            b't' => Value::Tuple(self.pop_to_mark()?),
            0x85 => Value::Tuple(vec![self.pop()?]),
            0x86 => {
                let second = self.pop()?;
                Value::Tuple(vec![self.pop()?, second])
            }
            b'h' => self.recall(input.byte()?.into())?,
            b'j' => self.recall(u32::from_le_bytes(input.array()?))?,
            b'q' => return self.remember(input.byte()?.into()),
            b'r' => return self.remember(u32::from_le_bytes(input.array()?)),
            b'Q' => persistent(self.pop()?)?,
            b'R' => {
                let arguments = self.pop()?;
                reduce(&self.pop()?, arguments)?
            }
            b'b' => return self.pop().map(drop), // attributes of the dictionary object: not needed
            b's' | b'u' | b'e' => return self.store(instruction),
            other => bail!("instruction {other:#04x} is not expected in a weights file"),
        };
        self.stack.push(value);
        Ok(())
    }

    /// Puts what lies on top into the container below it.
    fn store(&mut self, instruction: u8) -> Result<()> {
        let items = if instruction == b's' {
            let value = self.pop()?;
            vec![self.pop()?, value]
        } else {
            self.pop_to_mark()?
        };
        match (self.stack.last_mut(), instruction) {
            (Some(Value::List(list)), b'e') => list.extend(items),
            (Some(Value::Dict(entries)), b's' | b'u') => {
                let (pairs, rest) = items.as_chunks::<2>();
                ensure!(rest.is_empty(), "a dictionary key without value");
                entries.extend(
                    pairs
                        .iter()
                        .map(|[key, value]| (key.clone(), value.clone())),
                );
            }
            _ => bail!("items without a container"),
        }
        Ok(())
    }

    fn pop(&mut self) -> Result<Value> {
        self.stack.pop().context("the stack is empty")
    }

    fn pop_to_mark(&mut self) -> Result<Vec<Value>> {
        let is_mark = |value: &Value| *value == Value::Mark;
        let mark = self
            .stack
            .iter()
            .rposition(is_mark)
            .context("a mark is missing")?;
        let items = self.stack.split_off(mark + 1);
        self.stack.pop();
        Ok(items)
    }

    fn remember(&mut self, slot: u32) -> Result<()> {
        let top = self.stack.last().context("nothing to remember")?;
        // Only names and small tuples are recalled; a container would be copied, not shared.
        if !matches!(top, Value::Dict(_) | Value::List(_)) {
            self.memo.insert(slot, top.clone());
        }
        Ok(())
    }

    fn recall(&self, slot: u32) -> Result<Value> {
        self.memo
            .get(&slot)
            .cloned()
            .with_context(|| format!("slot {slot} is empty"))
    }
}

/// A reference to a storage: ("storage", type, key, device, element count, view).
fn persistent(id: Value) -> Result<Value> {
    let Value::Tuple(parts) = id else {
        bail!("a storage reference is not a tuple")
    };
    match parts.as_slice() {
        [
            Value::Str(tag),
            Value::Global(class),
            Value::Str(key),
            _,
            Value::Int(count),
            Value::None,
        ] if tag == "storage" => {
            let is_float = match class.as_str() {
                "torch FloatStorage" => true,
                "torch LongStorage" => false,
                other => bail!("storages of type {other} are not expected"),
            };
            let count = usize::try_from(*count)?;
            Ok(Value::Storage(StorageRef {
                is_float,
                key: key.clone(),
                count,
            }))
        }
        _ => bail!("a storage reference of another form"),
    }
}

/// "Calls" one of the two functions that a weights file names, without running anything.
fn reduce(function: &Value, arguments: Value) -> Result<Value> {
    let (Value::Global(name), Value::Tuple(arguments)) = (function, arguments) else {
        bail!("a call of another form");
    };
    match (name.as_str(), arguments.as_slice()) {
        ("collections OrderedDict", []) => Ok(Value::Dict(Vec::new())),
        (
            "torch._utils _rebuild_tensor_v2",
            [
                Value::Storage(storage),
                Value::Int(offset),
                Value::Tuple(shape),
                Value::Tuple(stride),
                ..,
            ],
        ) => Ok(Value::Tensor(TensorRef {
            storage: storage.clone(),
            offset: usize::try_from(*offset)?,
            shape: sizes(shape)?,
            stride: sizes(stride)?,
        })),
        _ => bail!("a call of {name} is not expected in a weights file"),
    }
}

fn sizes(values: &[Value]) -> Result<Vec<usize>> {
    values
        .iter()
        .map(|value| match value {
            Value::Int(number) => Ok(usize::try_from(*number)?),
            _ => bail!("a size is not a number"),
        })
        .collect()
}

/// The bytes not read yet.
struct Input<'a> {
    bytes: &'a [u8],
}

impl<'a> Input<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        let (head, tail) = self
            .bytes
            .split_at_checked(count)
            .context("the file ends too early")?;
        self.bytes = tail;
        Ok(head)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        Ok(self.take(N)?.try_into()?)
    }

    fn byte(&mut self) -> Result<u8> {
        self.array::<1>().map(|[byte]| byte)
    }

    fn line(&mut self) -> Result<&'a str> {
        let end = self
            .bytes
            .iter()
            .position(|&byte| byte == b'\n')
            .context("an endless line")?;
        let line = std::str::from_utf8(self.take(end)?)?;
        self.byte()?;
        Ok(line)
    }
}
