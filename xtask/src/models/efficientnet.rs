//! Converts EfficientNet-Lite2 to ONNX.
//!
//! Batch normalization is folded into the convolutions. Padding is the training framework's asymmetric
//! "same".

use std::collections::HashMap;

use anyhow::{Context as _, Result, ensure};

use super::onnx::{Attribute, Dimension, Graph};
use super::weights::{self, Tensor};

/// In pixels.
const SIDE: usize = 260;
/// Size of the vector after pooling over the picture.
const FEATURES: usize = 1280;
/// ImageNet-1k.
const CLASSES: usize = 1000;
/// As in training.
const EPSILON: f64 = 1e-3;

/// Blocks of the same shape.
struct Stage {
    blocks: usize,
    kernel: usize,
    /// Of the first block; the others have stride 1.
    stride: usize,
    /// Each block first widens its input with a 1×1 convolution.
    expands: bool,
    is_output: bool,
}

const STAGES: [Stage; 7] = [
    Stage { blocks: 1, kernel: 3, stride: 1, expands: false, is_output: false },
    Stage { blocks: 3, kernel: 3, stride: 2, expands: true, is_output: false },
    Stage { blocks: 3, kernel: 5, stride: 2, expands: true, is_output: false },
    Stage { blocks: 4, kernel: 3, stride: 2, expands: true, is_output: false },
    Stage { blocks: 4, kernel: 5, stride: 1, expands: true, is_output: true },
    Stage { blocks: 5, kernel: 5, stride: 2, expands: true, is_output: true },
    Stage { blocks: 1, kernel: 3, stride: 1, expands: true, is_output: true },
];

/// Input `image`: batch × 3 × 260 × 260, RGB, (value − 127) / 128. Outputs: `logits`, batch × 1000; `feat`,
/// batch × 1280, the vector before the last layer; each stage with `is_output`, batch × channels × height ×
/// width, under the name of its value in the graph.
pub(super) fn to_onnx(weights: &[u8]) -> Result<Vec<u8>> {
    let mut builder = Builder::new(weights::read(weights)?);
    let mut value = builder.convolution("image", "_conv_stem", "_bn0", Shape::new(3, 2), true)?;
    let mut block = 0;
    let mut outputs = Vec::new();
    for stage in &STAGES {
        for position in 0..stage.blocks {
            value = builder.block(&value, block, stage, position == 0)?;
            block += 1;
        }
        if stage.is_output {
            let [channels, side] = [builder.channels, builder.side].map(Dimension::Fixed);
            let shape = [Dimension::Batch, channels, side, side];
            outputs.push((value.clone(), shape));
        }
    }
    let value = builder.convolution(&value, "_conv_head", "_bn1", Shape::new(1, 1), true)?;
    builder.finish(&value, &outputs)
}

#[derive(Clone, Copy)]
struct Shape {
    kernel: usize,
    stride: usize,
    depthwise: bool,
}

impl Shape {
    fn new(kernel: usize, stride: usize) -> Self {
        Self { kernel, stride, depthwise: false }
    }
}

struct Builder {
    weights: HashMap<String, Tensor>,
    graph: Graph,
    /// The lower bound of `ReLU6`.
    zero: String,
    /// The upper bound of `ReLU6`.
    six: String,
    /// Of the current feature map, in values.
    side: usize,
    /// Of the current feature map.
    channels: usize,
}

impl Builder {
    fn new(weights: HashMap<String, Tensor>) -> Self {
        let mut graph = Graph::default();
        let zero = graph.constant(&[], &[0.0]);
        let six = graph.constant(&[], &[6.0]);
        Self { weights, graph, zero, six, side: SIDE, channels: 3 }
    }

    /// Adds an inverted residual block: widen, filter each channel, narrow, add the input.
    fn block(&mut self, input: &str, index: usize, stage: &Stage, first: bool) -> Result<String> {
        let part = |name: &str| format!("_blocks.{index}.{name}");
        let stride = if first { stage.stride } else { 1 };
        let mut value = input.to_owned();
        if stage.expands {
            let shape = Shape::new(1, 1);
            value = self.convolution(&value, &part("_expand_conv"), &part("_bn0"), shape, true)?;
        }
        let shape = Shape { kernel: stage.kernel, stride, depthwise: true };
        value = self.convolution(&value, &part("_depthwise_conv"), &part("_bn1"), shape, true)?;
        let shape = Shape::new(1, 1);
        value = self.convolution(&value, &part("_project_conv"), &part("_bn2"), shape, false)?;
        if first {
            return Ok(value);
        }
        Ok(self.graph.node("Add", &[&value, input], &[]))
    }

    /// `activate` adds `ReLU6`.
    fn convolution(
        &mut self,
        input: &str,
        name: &str,
        norm: &str,
        shape: Shape,
        activate: bool,
    ) -> Result<String> {
        let kernel = self.take(&format!("{name}.weight"))?;
        let &[outputs, _, height, width] = kernel.shape.as_slice() else {
            anyhow::bail!("{name}.weight does not have four dimensions");
        };
        ensure!(height == shape.kernel && width == shape.kernel, "{name} has an unexpected kernel size");
        let (kernel, bias) = self.fold(kernel, norm)?;
        let kernel = self.graph.constant(&kernel.shape, &kernel.data);
        let bias = self.graph.constant(&[outputs], &bias);
        let (before, after, side) = same_padding(self.side, shape.kernel, shape.stride);
        self.side = side;
        self.channels = outputs;
        let attributes = [
            ("kernel_shape", Attribute::Ints(&[shape.kernel, shape.kernel])),
            ("strides", Attribute::Ints(&[shape.stride, shape.stride])),
            ("pads", Attribute::Ints(&[before, before, after, after])),
            ("group", Attribute::Int(if shape.depthwise { outputs } else { 1 })),
        ];
        let value = self.graph.node("Conv", &[input, &kernel, &bias], &attributes);
        if !activate {
            return Ok(value);
        }
        Ok(self.graph.node("Clip", &[&value, &self.zero, &self.six], &[]))
    }

    fn fold(&mut self, mut kernel: Tensor, norm: &str) -> Result<(Tensor, Vec<f32>)> {
        let gamma = self.take(&format!("{norm}.weight"))?.data;
        let beta = self.take(&format!("{norm}.bias"))?.data;
        let mean = self.take(&format!("{norm}.running_mean"))?.data;
        let variance = self.take(&format!("{norm}.running_var"))?.data;
        let outputs = kernel.shape.first().copied().unwrap_or(0);
        let lengths = [gamma.len(), beta.len(), mean.len(), variance.len()];
        ensure!(outputs > 0 && lengths == [outputs; 4], "{norm} has an unexpected width");
        let per_output = kernel.data.len() / outputs;
        let mut bias = Vec::with_capacity(outputs);
        for (channel, values) in kernel.data.chunks_exact_mut(per_output).enumerate() {
            let scale = f64::from(gamma[channel]) / (f64::from(variance[channel]) + EPSILON).sqrt();
            let shift = f64::from(beta[channel]) - f64::from(mean[channel]) * scale;
            bias.push(narrow(shift));
            for value in values {
                *value = narrow(f64::from(*value) * scale);
            }
        }
        Ok((kernel, bias))
    }

    /// Checks that every weight was used.
    fn finish(mut self, value: &str, outputs: &[(String, [Dimension; 4])]) -> Result<Vec<u8>> {
        let weight = self.take("_fc.weight")?;
        let bias = self.take("_fc.bias")?;
        ensure!(weight.shape == [CLASSES, FEATURES], "the last layer has an unexpected shape");
        if let Some(name) = self.weights.keys().next() {
            anyhow::bail!("the network does not use the weight {name}");
        }
        let mut graph = self.graph;
        let weight = graph.constant(&weight.shape, &weight.data);
        let bias = graph.constant(&bias.shape, &bias.data);
        let pooled = graph.node("GlobalAveragePool", &[value], &[]);
        graph.node_as("Flatten", &[&pooled], &[("axis", Attribute::Int(1))], "feat");
        let transposed = [("transB", Attribute::Int(1))];
        graph.node_as("Gemm", &["feat", &weight, &bias], &transposed, "logits");
        let side = || Dimension::Fixed(SIDE);
        graph.input("image", &[Dimension::Batch, Dimension::Fixed(3), side(), side()]);
        graph.output("logits", &[Dimension::Batch, Dimension::Fixed(CLASSES)]);
        graph.output("feat", &[Dimension::Batch, Dimension::Fixed(FEATURES)]);
        for (name, shape) in outputs {
            graph.output(name, shape);
        }
        Ok(graph.into_file("efficientnet-lite2"))
    }

    fn take(&mut self, name: &str) -> Result<Tensor> {
        self.weights.remove(name).with_context(|| format!("weight {name} is missing"))
    }
}

/// Returns the padding before and after a side, and the output's side. An odd pixel goes at the end.
fn same_padding(side: usize, kernel: usize, stride: usize) -> (usize, usize, usize) {
    let out = side.div_ceil(stride);
    let total = ((out - 1) * stride + kernel).saturating_sub(side);
    (total / 2, total - total / 2, out)
}

#[expect(clippy::as_conversions, clippy::cast_possible_truncation, reason = "weights are stored as f32")]
fn narrow(value: f64) -> f32 {
    value as f32
}

#[cfg(test)]
mod tests {
    use super::same_padding;

    #[test]
    fn padding_is_asymmetric_when_the_total_is_odd() {
        assert_eq!(same_padding(260, 3, 2), (0, 1, 130));
        assert_eq!(same_padding(65, 5, 2), (2, 2, 33));
        assert_eq!(same_padding(33, 3, 2), (1, 1, 17));
        assert_eq!(same_padding(17, 5, 1), (2, 2, 17));
        assert_eq!(same_padding(9, 1, 1), (0, 0, 9));
    }
}
