use super::Line;
use super::geometry::{Corners, Point, across, dot, length, minus, size};

/// The maximum vertical distance within a row, as a share of the lines' height.
const ROW: f32 = 0.5;

/// From the start to the end of the line.
pub(super) fn direction(corners: &Corners) -> Point {
    minus(corners[1], corners[0])
}

/// Row by row, in the main direction of the text.
pub(super) fn sort(lines: &mut Vec<Line>) {
    let all = lines.iter().map(|line| direction(&line.corners));
    let along = all.fold([0.0, 0.0], |sum, direction| [sum[0] + direction[0], sum[1] + direction[1]]);
    let far = length(along);
    let along = if far > 0.0 { [along[0] / far, along[1] / far] } else { [1.0, 0.0] };
    let position = |line: &Line, axis: Point| dot(middle(&line.corners), axis);
    let down = |line: &Line| position(line, across(along));
    lines.sort_by(|a, b| down(a).total_cmp(&down(b)));
    let mut rows: Vec<Vec<Line>> = Vec::new();
    for line in lines.drain(..) {
        match rows.last_mut() {
            Some(row) if row.last().is_some_and(|last| is_in_row_of(last, &line, down)) => row.push(line),
            _ => rows.push(vec![line]),
        }
    }
    for mut row in rows {
        row.sort_by(|a, b| position(a, along).total_cmp(&position(b, along)));
        lines.append(&mut row);
    }
}

/// `above` is at the same height or higher.
fn is_in_row_of(above: &Line, line: &Line, down: impl Fn(&Line) -> f32) -> bool {
    let height = |line: &Line| size(&line.corners)[1];
    down(line) - down(above) < height(above).min(height(line)) * ROW
}

fn middle(corners: &Corners) -> Point {
    [0, 1].map(|axis| corners.iter().map(|corner| corner[axis]).sum::<f32>() / 4.0)
}

#[cfg(test)]
mod tests {
    use super::super::geometry::turned;
    use super::*;

    fn line(text: &str, left: f32, top: f32, long: f32, slope: f32) -> Line {
        let (right, down) = (left + long, top + long * slope);
        let corners = [[left, top], [right, down], [right, down + 10.0], [left, top + 10.0]];
        Line { text: text.to_owned(), score: 1.0, corners }
    }

    fn check(mut lines: Vec<Line>, expected: &str) {
        sort(&mut lines);
        let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(texts.join(" "), expected);
    }

    #[test]
    fn lines_are_read_row_by_row() {
        let lines = |slope: f32| {
            let at = |text, left: f32, top: f32, long| line(text, left, top + left * slope, long, slope);
            vec![
                at("d", 0.0, 40.0, 90.0),
                at("c", 60.0, 22.0, 30.0),
                at("b", 5.0, 19.0, 40.0),
                at("a", 30.0, 0.0, 50.0),
            ]
        };
        check(lines(0.0), "a b c d");
        check(lines(0.4), "a b c d");
        check(lines(-0.4), "a b c d");
    }

    #[test]
    fn upside_down_lines_are_sorted_from_bottom_to_top() {
        let mut lines = vec![line("b", 0.0, 0.0, 50.0, 0.0), line("a", 0.0, 30.0, 50.0, 0.0)];
        for line in &mut lines {
            line.corners = turned(line.corners, 2);
        }
        check(lines, "a b");
    }

    #[test]
    fn sort_accepts_no_lines_and_lines_without_a_size() {
        check(vec![], "");
        check(vec![line("a", 0.0, 0.0, 0.0, 0.0), line("b", 0.0, 0.0, 0.0, 0.0)], "a b");
    }
}
