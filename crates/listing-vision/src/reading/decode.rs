//! Decodes the output of the network that reads a line.

#[derive(Debug)]
pub(super) struct Alphabet(Vec<String>);

impl Alphabet {
    /// Parses one letter per line.
    pub(super) fn parse(lines: &str) -> Option<Self> {
        let letters: Vec<String> = lines.split('\n').map(plain).collect();
        (letters.len() > 1).then_some(Self(letters))
    }

    /// Class 0 is the absence of a letter; the last class is a space.
    fn letter(&self, class: usize) -> &str {
        match class.checked_sub(1) {
            Some(index) if index == self.0.len() => " ",
            Some(index) => self.0.get(index).map_or("", String::as_str),
            None => "",
        }
    }

    /// Decodes the steps along a line, each its likeliest class and that class's probability, to the text and
    /// its confidence from 0 to 1. Consecutive steps with the same class are one letter, and a step without a
    /// letter separates doubled letters.
    pub(super) fn decode(&self, steps: impl IntoIterator<Item = (usize, f32)>) -> (String, f32) {
        let (mut text, mut sum, mut letters, mut before) = (String::new(), 0.0, 0_u16, 0);
        for (class, probability) in steps {
            if class != 0 && class != before {
                text.push_str(self.letter(class));
                sum += probability;
                letters = letters.saturating_add(1);
            }
            before = class;
        }
        // The degree sign is read once alone and once with its letter.
        let text = text.replace("°°", "°");
        (text.trim().to_owned(), sum / f32::from(letters.max(1)))
    }
}

/// Converts a letter to the form that French and English use. The alphabet also covers Chinese, with wide
/// forms of punctuation and digits, and degree letters such as `℃`; the network picks either of two identical
/// forms at random.
fn plain(letter: &str) -> String {
    /// The distance in Unicode between `!` to `~` and their wide forms.
    const WIDE: u32 = 0xFEE0;
    let narrow = |letter: char| match letter {
        '！'..='～' => char::from_u32(u32::from(letter) - WIDE).unwrap_or(letter),
        '\u{3000}' => ' ',
        _ => letter,
    };
    match letter {
        "℃" => "°C".to_owned(),
        "℉" => "°F".to_owned(),
        _ => letter.chars().map(narrow).collect(),
    }
}

pub(super) fn likeliest(probabilities: &[f32]) -> (usize, f32) {
    let mut best = (0, f32::NEG_INFINITY);
    for (class, &probability) in probabilities.iter().enumerate() {
        if probability > best.1 {
            best = (class, probability);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(classes: &[usize], expected: &str) {
        let alphabet = Alphabet::parse("a\né\nœ").unwrap();
        let (text, _) = alphabet.decode(classes.iter().map(|&class| (class, 0.5)));
        assert_eq!(text, expected);
    }

    #[test]
    fn repeated_classes_are_one_letter_and_blanks_separate_doubles() {
        check(&[0, 1, 1, 0, 2, 2, 2, 3, 0], "aéœ");
        check(&[1, 0, 1, 1], "aa");
        check(&[4, 1, 4, 0, 2, 4, 4], "a é");
        check(&[0, 0], "");
        check(&[], "");
        // A class without a letter.
        check(&[1, 99, 2], "aé");
    }

    #[test]
    fn confidence_of_a_text_is_the_mean_of_its_letters() {
        let alphabet = Alphabet::parse("a\nb").unwrap();
        let (text, score) = alphabet.decode([(1, 0.9), (1, 0.1), (0, 0.2), (2, 0.7)]);
        assert_eq!(text, "ab");
        assert!((score - 0.8).abs() < 1e-6, "{score}");
        assert_eq!(alphabet.decode([(0, 0.9)]), (String::new(), 0.0));
    }

    #[test]
    fn wide_and_degree_letters_become_european_ones() {
        let alphabet = Alphabet::parse("℃\n°\n：\n％\n１\nœ").unwrap();
        let read = |classes: &[usize]| alphabet.decode(classes.iter().map(|&class| (class, 1.0))).0;
        assert_eq!((read(&[1]), read(&[2, 1])), ("°C".to_owned(), "°C".to_owned()));
        assert_eq!(read(&[3, 4, 5, 6]), ":%1œ");
    }

    #[test]
    fn an_empty_alphabet_is_rejected() {
        assert!(Alphabet::parse("").is_none());
    }

    #[test]
    fn the_likeliest_class_is_found() {
        assert_eq!(likeliest(&[0.1, 0.7, 0.2]), (1, 0.7));
        assert_eq!(likeliest(&[f32::NAN, f32::NAN]).0, 0);
    }
}
