//! Writes the ONNX messages that the classifier needs. Field numbers are those of `onnx.proto`.

/// Every current runtime reads this version together with [`OPERATOR_SET`].
const IR_VERSION: u64 = 8;
const OPERATOR_SET: u64 = 13;
/// `TensorProto.DataType.FLOAT`.
const FLOAT: u64 = 1;

#[derive(Default)]
struct Message(Vec<u8>);

impl Message {
    fn varint(&mut self, mut value: u64) {
        loop {
            let [low, ..] = value.to_le_bytes();
            value >>= 7;
            if value == 0 {
                self.0.push(low & 0x7f);
                return;
            }
            self.0.push(low | 0x80);
        }
    }

    fn number(&mut self, field: u64, value: u64) {
        self.varint(field << 3);
        self.varint(value);
    }

    fn bytes(&mut self, field: u64, value: &[u8]) {
        self.varint(field << 3 | 2);
        self.varint(size(value.len()));
        self.0.extend_from_slice(value);
    }

    fn text(&mut self, field: u64, value: &str) {
        self.bytes(field, value.as_bytes());
    }

    fn message(&mut self, field: u64, value: &Message) {
        self.bytes(field, &value.0);
    }
}

fn size(length: usize) -> u64 {
    // `usize` has at most 64 bits.
    u64::try_from(length).unwrap_or(u64::MAX)
}

pub(super) enum Attribute<'a> {
    Int(usize),
    Ints(&'a [usize]),
}

#[derive(Clone, Copy)]
pub(super) enum Dimension {
    /// Any number.
    Batch,
    Fixed(usize),
}

/// A graph under construction, in execution order.
#[derive(Default)]
pub(super) struct Graph {
    message: Message,
    values: usize,
}

impl Graph {
    pub(super) fn constant(&mut self, shape: &[usize], data: &[f32]) -> String {
        let name = self.fresh("w");
        let mut tensor = Message::default();
        for &length in shape {
            tensor.number(1, size(length));
        }
        tensor.number(2, FLOAT);
        tensor.text(8, &name);
        let raw: Vec<u8> = data.iter().flat_map(|value| value.to_le_bytes()).collect();
        tensor.bytes(9, &raw);
        self.message.message(5, &tensor);
        name
    }

    pub(super) fn node(
        &mut self,
        operation: &str,
        inputs: &[&str],
        attributes: &[(&str, Attribute<'_>)],
    ) -> String {
        let output = self.fresh("v");
        self.node_as(operation, inputs, attributes, &output);
        output
    }

    pub(super) fn node_as(
        &mut self,
        operation: &str,
        inputs: &[&str],
        attributes: &[(&str, Attribute<'_>)],
        output: &str,
    ) {
        let mut node = Message::default();
        for input in inputs {
            node.text(1, input);
        }
        node.text(2, output);
        node.text(3, output);
        node.text(4, operation);
        for (name, value) in attributes {
            node.message(5, &attribute(name, value));
        }
        self.message.message(1, &node);
    }

    pub(super) fn input(&mut self, name: &str, shape: &[Dimension]) {
        self.message.message(11, &value_info(name, shape));
    }

    pub(super) fn output(&mut self, name: &str, shape: &[Dimension]) {
        self.message.message(12, &value_info(name, shape));
    }

    pub(super) fn into_file(mut self, name: &str) -> Vec<u8> {
        self.message.text(2, name);
        let mut operators = Message::default();
        operators.text(1, "");
        operators.number(2, OPERATOR_SET);
        let mut model = Message::default();
        model.number(1, IR_VERSION);
        model.text(2, "photo-to-listing");
        model.message(7, &self.message);
        model.message(8, &operators);
        model.0
    }

    fn fresh(&mut self, prefix: &str) -> String {
        self.values += 1;
        format!("{prefix}{}", self.values)
    }
}

fn attribute(name: &str, value: &Attribute<'_>) -> Message {
    let mut message = Message::default();
    message.text(1, name);
    match value {
        Attribute::Int(value) => {
            message.number(3, size(*value));
            message.number(20, 2);
        }
        Attribute::Ints(values) => {
            for &value in *values {
                message.number(8, size(value));
            }
            message.number(20, 7);
        }
    }
    message
}

fn value_info(name: &str, dimensions: &[Dimension]) -> Message {
    let mut shape = Message::default();
    for dimension in dimensions {
        let mut entry = Message::default();
        match dimension {
            Dimension::Batch => entry.text(2, "batch"),
            Dimension::Fixed(length) => entry.number(1, size(*length)),
        }
        shape.message(1, &entry);
    }
    let mut tensor = Message::default();
    tensor.number(1, FLOAT);
    tensor.message(2, &shape);
    let mut kind = Message::default();
    kind.message(1, &tensor);
    let mut info = Message::default();
    info.text(1, name);
    info.message(2, &kind);
    info
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn varints_have_seven_bits_per_byte_lowest_first() {
        for (value, expected) in
            [(0, &[0x00][..]), (127, &[0x7f]), (128, &[0x80, 0x01]), (300, &[0xac, 0x02])]
        {
            let mut message = Message::default();
            message.varint(value);
            assert_eq!(message.0, expected, "{value}");
        }
    }

    #[test]
    fn protobuf_text_field_has_a_tag_and_a_length() {
        let mut message = Message::default();
        message.text(2, "ab");
        assert_eq!(message.0, [0x12, 2, b'a', b'b']);
    }
}
