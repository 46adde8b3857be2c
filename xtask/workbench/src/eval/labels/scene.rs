//! Renders a photo of a label: background, label, light, lens, sensor and file.

use anyhow::Result;
use fastrand::Rng;
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};

use super::canvas::{Canvas, Colour, mix};
use super::kind::Take;
use super::placement::Placement;
use super::print::Printed;

/// Pixels for landscape or portrait, as in a photo prepared at standard quality.
pub(super) const SIDES: [u16; 2] = [1024, 768];

const GROUNDS: &[Colour] = &[
    [196.0, 190.0, 180.0],
    [120.0, 96.0, 74.0],
    [60.0, 72.0, 98.0],
    [214.0, 206.0, 210.0],
    [52.0, 54.0, 56.0],
    [150.0, 166.0, 140.0],
    [176.0, 90.0, 88.0],
];

/// Without the flaws of a camera.
pub(super) fn show(
    printed: &Printed,
    placement: &Placement,
    take: Take,
    sides: [u16; 2],
    rng: &mut Rng,
) -> Canvas {
    let ground = ground(take.textured, rng);
    let (tilt, bright) = (rng.f32() * 6.0, 0.8 + rng.f32() * 0.2);
    let [width, height] = sides.map(usize::from);
    Canvas::new(width, height, |x, y| {
        let samples = [[0.25, 0.25], [0.75, 0.25], [0.25, 0.75], [0.75, 0.75]].map(|[right, down]| {
            let point = [x + right, y + down];
            let [left, top] = placement.to_label(point);
            // The center of the label's first pixel is half a pixel from its corner.
            match printed.canvas.at(left - 0.5, top - 0.5) {
                Some(colour) => colour.map(|part| part * placement.light(point)),
                None => ground(x, y),
            }
        });
        let colour = [0, 1, 2].map(|channel| samples.iter().map(|sample| sample[channel]).sum::<f32>() / 4.0);
        // Light comes from one side.
        let light = bright + ((x / 700.0 + tilt).sin() + (y / 500.0 + tilt * 2.0).cos()) * 0.07;
        colour.map(|part| part * light)
    })
}

fn ground(textured: bool, rng: &mut Rng) -> impl Fn(f32, f32) -> Colour + use<> {
    let base = GROUNDS[rng.usize(..GROUNDS.len())];
    let other = GROUNDS[rng.usize(..GROUNDS.len())];
    let pattern = rng.u8(..5);
    let (size, turn) = (5.0 + rng.f32() * 18.0, rng.f32() * 3.0);
    move |x, y| {
        if !textured {
            return base;
        }
        let (sin, cos) = turn.sin_cos();
        let (along, across) = ((x * cos + y * sin) / size, (y * cos - x * sin) / size);
        let share = match pattern {
            // Weave.
            0 => (along * 3.1).sin() * (across * 3.1).sin() * 0.3,
            // Knit: rows of slanting stitches.
            1 => ((along * 2.0 + (across * 2.0).sin().abs()) * 2.0).sin() * 0.35,
            // Stripes.
            2 => {
                if along.rem_euclid(2.0) < 1.0 {
                    0.8
                } else {
                    0.0
                }
            }
            // Checks.
            3 => {
                if (along.rem_euclid(2.0) < 1.0) == (across.rem_euclid(2.0) < 1.0) {
                    0.7
                } else {
                    0.0
                }
            }
            // Wood grain.
            _ => ((across * 2.0 + (along * 0.2).sin() * 2.0).sin() * (across * 0.7).cos()) * 0.4,
        };
        mix(base, other, share.abs())
    }
}

/// Applies a Gaussian blur. `spread` is the standard deviation in pixels.
pub(super) fn blur(canvas: &Canvas, spread: f32) -> Canvas {
    let weight = |far: u8| (-f32::from(far).powi(2) / (2.0 * spread * spread)).exp();
    // Farther pixels contribute nothing visible.
    let weights: Vec<f32> = (0..7).map(weight).take_while(|&weight| weight > 0.002).collect();
    let sum = weights[0] + 2.0 * weights[1..].iter().sum::<f32>();
    let smooth = |from: &Canvas, step_x: usize, step_y: usize| {
        let mut to = from.clone();
        for (index, pixel) in to.pixels.iter_mut().enumerate() {
            let (x, y) = (index % from.width, index / from.width);
            let near = |far: usize, ahead: bool| {
                let moved = |position: usize, step: usize, side: usize| {
                    if ahead {
                        (position + far * step).min(side - 1)
                    } else {
                        position.saturating_sub(far * step)
                    }
                };
                from.pixels[moved(y, step_y, from.height) * from.width + moved(x, step_x, from.width)]
            };
            *pixel = [0, 1, 2].map(|channel| {
                let sides = weights.iter().enumerate().skip(1);
                let far = sides
                    .map(|(far, weight)| (near(far, true)[channel] + near(far, false)[channel]) * weight);
                (from.pixels[index][channel] * weights[0] + far.sum::<f32>()) / sum
            });
        }
        to
    };
    smooth(&smooth(canvas, 1, 0), 0, 1)
}

/// Adds sensor noise. `spread` is the standard deviation, on a scale of 255.
pub(super) fn grain(canvas: &mut Canvas, spread: f32, rng: &mut Rng) {
    // The sum of four uniform values is nearly normal; its standard deviation is 1/√3.
    let mut grain = || ((0..4).map(|_| rng.f32()).sum::<f32>() - 2.0) * 1.732 * spread;
    for pixel in &mut canvas.pixels {
        let of_all = grain();
        *pixel = pixel.map(|part| part + of_all * 0.8 + grain() * 0.6);
    }
}

pub(super) fn file(canvas: &Canvas, sides: [u16; 2], quality: u8) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, quality);
    encoder.set_sampling_factor(SamplingFactor::F_2_2);
    encoder.encode(&canvas.rgb(), sides[0], sides[1], ColorType::Rgb)?;
    Ok(bytes)
}
