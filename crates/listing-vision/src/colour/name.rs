//! Maps measured colors to the color names that sellers use.

use super::Colour;
use super::space::Lab;

/// The borders between names were set by hand, on colors of known name and on photos.
pub(super) fn name(colour: Lab) -> Colour {
    let (lightness, chroma, hue) = (colour.lightness, colour.chroma(), colour.hue());
    if chroma < neutral_chroma(lightness, hue) {
        return neutral(lightness, hue);
    }
    match hue {
        15.0..40.0 => red(lightness, chroma, hue),
        40.0..75.0 => orange(lightness, chroma, hue),
        75.0..115.0 => yellow(lightness, chroma, hue),
        115.0..180.0 => green(lightness, chroma, hue),
        180.0..215.0 => turquoise(lightness, chroma),
        215.0..290.0 => blue(lightness, chroma, hue),
        290.0..330.0 => purple(lightness, hue),
        _ => pink(lightness, chroma, hue),
    }
}

/// Photos of products with different color names often show such a color, so it is evidence of none.
pub(super) fn is_doubtful(colour: Lab) -> bool {
    let (lightness, chroma, hue) = (colour.lightness, colour.chroma(), colour.hue());
    // White in the shade, pale gray, pale denim.
    let is_pale = chroma < 0.03 && (0.62..0.76).contains(&lightness);
    // Brown, orange, mustard.
    let is_tan = (45.0..75.0).contains(&hue) && chroma >= 0.1 && (0.52..0.66).contains(&lightness);
    // Pink, purple, brown.
    let is_mauve =
        !(30.0..340.0).contains(&hue) && (0.03..0.07).contains(&chroma) && (0.45..0.66).contains(&lightness);
    // Black, dark gray.
    let is_charcoal = chroma < 0.03 && (0.36..0.43).contains(&lightness);
    // Black, navy blue.
    let is_midnight = (240.0..300.0).contains(&hue) && (0.013..0.022).contains(&chroma) && lightness < 0.36;
    is_pale || is_tan || is_mauve || is_charcoal || is_midnight
}

/// The chroma (colorfulness) below which a color looks gray. Very dark colors show their hue least, and warm
/// ones show it early (beige). A light color must exceed white cloth in lamp light or skylight.
fn neutral_chroma(lightness: f32, hue: f32) -> f32 {
    let is_warm = (50.0..100.0).contains(&hue);
    let is_cold = (215.0..300.0).contains(&hue);
    if lightness < 0.3 {
        if is_cold { 0.018 } else { 0.034 }
    } else if lightness < 0.6 {
        0.024
    } else if is_warm {
        if lightness < 0.83 { 0.016 } else { 0.03 }
    } else if lightness > 0.78 {
        0.03
    } else if (235.0..265.0).contains(&hue) {
        // Worn denim.
        0.016
    } else {
        0.024
    }
}

fn neutral(lightness: f32, hue: f32) -> Colour {
    // White cloth indoors is lit by lamps.
    let is_warm = (20.0..110.0).contains(&hue);
    if lightness < 0.395 {
        Colour::Black
    } else if lightness < if is_warm { 0.725 } else { 0.745 } {
        Colour::Grey
    } else {
        Colour::White
    }
}

fn red(lightness: f32, chroma: f32, hue: f32) -> Colour {
    if chroma < 0.06 {
        return match lightness {
            0.62.. if hue < 34.0 && chroma > 0.03 => Colour::Pink,
            0.62.. => Colour::Beige,
            _ => Colour::Brown,
        };
    }
    if lightness < 0.42 && (lightness < 0.39 || chroma < 0.12) {
        // Between burgundy and chocolate.
        return if hue < 32.0 && chroma > 0.07 { Colour::Burgundy } else { Colour::Brown };
    }
    if lightness > 0.68 {
        return if hue > 32.0 && chroma > 0.13 { Colour::Orange } else { Colour::Pink };
    }
    if chroma > 0.12 {
        if hue > 36.0 && lightness > 0.6 { Colour::Orange } else { Colour::Red }
    } else if hue < 24.0 && lightness > 0.55 {
        Colour::Pink
    } else if hue < 24.0 {
        Colour::Burgundy
    } else {
        Colour::Brown
    }
}

fn orange(lightness: f32, chroma: f32, hue: f32) -> Colour {
    let is_vivid = chroma > 0.12 && chroma > lightness * 0.235;
    if hue < 45.0 && lightness > 0.68 && chroma > 0.07 {
        Colour::Pink
    } else if is_vivid && lightness > 0.45 {
        Colour::Orange
    } else if lightness > if chroma < 0.06 { 0.62 } else { 0.7 } && chroma < 0.1 {
        Colour::Beige
    } else if lightness > 0.74 {
        Colour::Orange
    } else {
        Colour::Brown
    }
}

fn yellow(lightness: f32, chroma: f32, hue: f32) -> Colour {
    if lightness > 0.64 && chroma > if hue > 92.0 { 0.07 } else { 0.095 } {
        return Colour::Yellow;
    }
    if lightness > 0.93 && chroma < 0.028 {
        return Colour::White;
    }
    if lightness > 0.62 {
        return Colour::Beige;
    }
    if hue > 92.0 { Colour::Khaki } else { Colour::Brown }
}

fn green(lightness: f32, chroma: f32, hue: f32) -> Colour {
    if hue < 122.0 && chroma > 0.15 && lightness > 0.85 {
        Colour::Yellow
    } else if hue < 135.0 && chroma < 0.085 && lightness < 0.66 {
        Colour::Khaki
    } else if hue < 125.0 && chroma < 0.05 {
        Colour::Beige
    } else if lightness < 0.34 && chroma < 0.04 {
        Colour::Black
    } else {
        Colour::Green
    }
}

fn turquoise(lightness: f32, chroma: f32) -> Colour {
    if lightness > 0.5 && chroma > 0.05 {
        Colour::Turquoise
    } else if lightness > 0.72 {
        Colour::LightBlue
    } else if chroma < 0.028 {
        Colour::Grey
    } else {
        Colour::Green
    }
}

fn blue(lightness: f32, chroma: f32, hue: f32) -> Colour {
    // Dark and vivid is royal blue.
    if lightness < 0.37 && chroma < 0.14 {
        Colour::NavyBlue
    } else if lightness > 0.74 {
        Colour::LightBlue
    } else if chroma < 0.032 && !(235.0..=265.0).contains(&hue) {
        Colour::Grey
    } else {
        Colour::Blue
    }
}

fn purple(lightness: f32, hue: f32) -> Colour {
    if hue < 300.0 && lightness < 0.33 {
        Colour::NavyBlue
    } else if hue > 318.0 && lightness > 0.66 {
        Colour::Pink
    } else {
        Colour::Purple
    }
}

fn pink(lightness: f32, chroma: f32, hue: f32) -> Colour {
    if lightness < 0.42 {
        return if (330.0..345.0).contains(&hue) { Colour::Purple } else { Colour::Burgundy };
    }
    let is_red = (10.0..15.0).contains(&hue) && lightness < 0.58 && chroma > 0.13;
    if is_red {
        Colour::Red
    } else if chroma < 0.05 && lightness < 0.5 {
        Colour::Burgundy
    } else {
        Colour::Pink
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_colours_get_their_names() {
        for (pixel, expected) in [
            ([20, 20, 22], Colour::Black),
            ([45, 44, 46], Colour::Black),
            ([250, 250, 248], Colour::White),
            ([225, 226, 228], Colour::White),
            ([128, 128, 128], Colour::Grey),
            ([245, 222, 179], Colour::Beige),
            ([210, 180, 140], Colour::Beige),
            ([139, 69, 19], Colour::Brown),
            ([92, 64, 51], Colour::Brown),
            ([200, 20, 30], Colour::Red),
            ([128, 0, 32], Colour::Burgundy),
            ([255, 182, 193], Colour::Pink),
            ([255, 20, 147], Colour::Pink),
            ([255, 140, 0], Colour::Orange),
            ([255, 215, 0], Colour::Yellow),
            ([225, 173, 1], Colour::Yellow),
            ([34, 139, 34], Colour::Green),
            ([0, 80, 40], Colour::Green),
            ([85, 93, 64], Colour::Khaki),
            ([64, 224, 208], Colour::Turquoise),
            ([160, 200, 235], Colour::LightBlue),
            ([30, 80, 200], Colour::Blue),
            ([80, 105, 140], Colour::Blue),
            ([15, 25, 65], Colour::NavyBlue),
            ([5, 30, 135], Colour::Blue),
            ([110, 40, 140], Colour::Purple),
        ] {
            let colour = Lab::from_srgb(pixel);
            let found = name(colour);
            assert_eq!(
                found,
                expected,
                "{pixel:?} {colour:?} chroma {} hue {}",
                colour.chroma(),
                colour.hue()
            );
        }
    }
}
