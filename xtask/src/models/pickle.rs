//! Reads the pickled values in a weights file.
//!
//! A pickle is a program for a small stack machine. This reader knows only the instructions of a weights
//! file, runs no code, and refuses the rest.

use std::collections::HashMap;

use anyhow::{Context as _, Result, bail, ensure};

/// Its elements are in a storage.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TensorRef {
    pub(super) storage: StorageRef,
    pub(super) offset: usize,
    pub(super) shape: Vec<usize>,
    pub(super) stride: Vec<usize>,
}

/// A storage contains the elements of tensors.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct StorageRef {
    pub(super) is_float: bool,
    pub(super) key: String,
    pub(super) count: usize,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
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

pub(super) fn unpickle(input: &mut Input<'_>) -> Result<Value> {
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

    /// Moves the topmost values into the list or dictionary below them.
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
                ensure!(rest.is_empty(), "a dictionary key has no value");
                entries.extend(pairs.iter().map(|[key, value]| (key.clone(), value.clone())));
            }
            _ => bail!("list or dictionary items have no container"),
        }
        Ok(())
    }

    fn pop(&mut self) -> Result<Value> {
        self.stack.pop().context("the pickle takes a value from an empty stack")
    }

    fn pop_to_mark(&mut self) -> Result<Vec<Value>> {
        let is_mark = |value: &Value| *value == Value::Mark;
        let mark = self.stack.iter().rposition(is_mark).context("the pickle's stack has no mark")?;
        let items = self.stack.split_off(mark + 1);
        self.stack.pop();
        Ok(items)
    }

    fn remember(&mut self, slot: u32) -> Result<()> {
        let top = self.stack.last().context("the pickle stores a value from an empty stack")?;
        // Only names and small tuples are recalled. A container would be copied, not shared.
        if !matches!(top, Value::Dict(_) | Value::List(_)) {
            self.memo.insert(slot, top.clone());
        }
        Ok(())
    }

    fn recall(&self, slot: u32) -> Result<Value> {
        self.memo.get(&slot).cloned().with_context(|| format!("the pickle reads the empty slot {slot}"))
    }
}

/// Parses ("storage", type, key, device, element count, view).
fn persistent(id: Value) -> Result<Value> {
    let Value::Tuple(parts) = id else { bail!("a storage reference is not a tuple") };
    match parts.as_slice() {
        [Value::Str(tag), Value::Global(class), Value::Str(key), _, Value::Int(count), Value::None]
            if tag == "storage" =>
        {
            let is_float = match class.as_str() {
                "torch FloatStorage" => true,
                "torch LongStorage" => false,
                other => bail!("storages of type {other} are not expected"),
            };
            let count = usize::try_from(*count)?;
            Ok(Value::Storage(StorageRef { is_float, key: key.clone(), count }))
        }
        _ => bail!("a storage reference has an unexpected form"),
    }
}

/// Evaluates the two functions that a weights file uses, without running code.
fn reduce(function: &Value, arguments: Value) -> Result<Value> {
    let (Value::Global(name), Value::Tuple(arguments)) = (function, arguments) else {
        bail!("a call has an unexpected form");
    };
    match (name.as_str(), arguments.as_slice()) {
        ("collections OrderedDict", []) => Ok(Value::Dict(Vec::new())),
        (
            "torch._utils _rebuild_tensor_v2",
            [Value::Storage(storage), Value::Int(offset), Value::Tuple(shape), Value::Tuple(stride), ..],
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
            _ => bail!("a tensor's size is not a number"),
        })
        .collect()
}

/// The unread bytes of a file.
pub(super) struct Input<'a> {
    pub(super) bytes: &'a [u8],
}

impl<'a> Input<'a> {
    pub(super) fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        let (head, tail) = self.bytes.split_at_checked(count).context("the weights file ends too early")?;
        self.bytes = tail;
        Ok(head)
    }

    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        Ok(self.take(N)?.try_into()?)
    }

    fn byte(&mut self) -> Result<u8> {
        self.array::<1>().map(|[byte]| byte)
    }

    fn line(&mut self) -> Result<&'a str> {
        let end =
            self.bytes.iter().position(|&byte| byte == b'\n').context("a line of the pickle has no end")?;
        let line = std::str::from_utf8(self.take(end)?)?;
        self.byte()?;
        Ok(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], expected: &Value) {
        assert_eq!(unpickle(&mut Input { bytes }).unwrap(), *expected);
    }

    #[test]
    fn every_pickled_type_of_value_is_read() {
        check(b"\x80\x02M\xe9\x03.", &Value::Int(1001));
        check(b"]q\x00(K\x01K\x02e.", &Value::List(vec![Value::Int(1), Value::Int(2)]));
        let entry = (Value::Str("a".to_owned()), Value::Bool(true));
        check(b"}X\x01\0\0\0a\x88s.", &Value::Dict(vec![entry]));
        check(b"ccollections\nOrderedDict\n)R.", &Value::Dict(Vec::new()));
    }

    #[test]
    fn unexpected_pickle_calls_and_instructions_are_refused() {
        for bytes in [&b"cos\nsystem\nX\x02\0\0\0ls\x85R."[..], b"i.", b"t.", b"h\x07.", b"K"] {
            assert!(unpickle(&mut Input { bytes }).is_err(), "{bytes:?}");
        }
    }
}
