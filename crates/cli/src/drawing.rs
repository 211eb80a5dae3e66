//! Drawings as SVG text: a handful of shapes, every number rounded, every text escaped.
//!
//! The text of a drawing depends on nothing but what is drawn, so it can be compared letter by letter.

use std::fmt::Write;

/// A drawing in the making.
pub struct Svg {
    body: String,
}

impl Svg {
    /// Begins with an empty sheet.
    pub fn new() -> Self {
        Svg { body: String::new() }
    }

    /// Draws a rectangle with corners rounded by `round`.
    pub fn rect(&mut self, class: &str, (x, y): (f64, f64), (width, height): (f64, f64), round: f64) {
        let (x, y, width, height) = (number(x), number(y), number(width), number(height));
        let round = if round > 0.0 { format!(r#" rx="{}""#, number(round)) } else { String::new() };
        self.add(format!(
            r#"<rect class="{class}" x="{x}" y="{y}" width="{width}" height="{height}"{round}/>"#
        ));
    }

    /// Draws a circle.
    pub fn circle(&mut self, class: &str, (x, y): (f64, f64), radius: f64) {
        let (x, y, radius) = (number(x), number(y), number(radius));
        self.add(format!(r#"<circle class="{class}" cx="{x}" cy="{y}" r="{radius}"/>"#));
    }

    /// Draws a closed shape through points.
    pub fn polygon(&mut self, class: &str, points: &[(f64, f64)]) {
        self.add(format!(r#"<polygon class="{class}" points="{}"/>"#, listed(points)));
    }

    /// Draws a line through points.
    pub fn line(&mut self, class: &str, points: &[(f64, f64)]) {
        self.add(format!(r#"<polyline class="{class}" points="{}"/>"#, listed(points)));
    }

    /// Draws a smooth line through points that lie one below the other, upright at every point.
    pub fn curve(&mut self, class: &str, points: &[(f64, f64)]) {
        let Some((first, rest)) = points.split_first() else { return };
        let mut path = format!("M{} {}", number(first.0), number(first.1));
        let mut last = *first;
        for &(x, y) in rest {
            let middle = number((last.1 + y) / 2.0);
            let _ = write!(
                path,
                " C{} {middle} {} {middle} {} {}",
                number(last.0),
                number(x),
                number(x),
                number(y)
            );
            last = (x, y);
        }
        self.add(format!(r#"<path class="{class}" d="{path}"/>"#));
    }

    /// Writes a text; its class says where the point lies, at its middle, its begin or its end.
    pub fn text(&mut self, class: &str, (x, y): (f64, f64), text: &str) {
        let (x, y, text) = (number(x), number(y), escaped(text));
        self.add(format!(r#"<text class="{class}" x="{x}" y="{y}">{text}</text>"#));
    }

    fn add(&mut self, line: String) {
        self.body.push_str(&line);
        self.body.push('\n');
    }

    /// Finishes a drawing of this size, on white, with a title for who cannot see it and the styles of its classes.
    pub fn finish(self, (width, height): (f64, f64), title: &str, style: &str) -> String {
        let (width, height) = (number(width.ceil()), number(height.ceil()));
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">
<title>{}</title>
<style>
{style}</style>
<rect width="{width}" height="{height}" fill="white"/>
{}</svg>
"#,
            escaped(title),
            self.body
        )
    }
}

/// Writes a number with at most one digit after the point.
fn number(number: f64) -> String {
    let text = format!("{number:.1}");
    let short = text.strip_suffix(".0").unwrap_or(&text);
    if short == "-0" { "0".to_string() } else { short.to_string() }
}

fn listed(points: &[(f64, f64)]) -> String {
    points.iter().map(|&(x, y)| format!("{},{}", number(x), number(y))).collect::<Vec<_>>().join(" ")
}

/// Writes a text so that it says itself in XML; control characters, which XML forbids, are left out.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            control if control.is_control() => {}
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_texts_are_harmless() {
        assert_eq!([number(3.0), number(2.26), number(-0.01)], ["3", "2.3", "0"]);
        assert_eq!(escaped("a<b & \"c\"\u{7}"), "a&lt;b &amp; &quot;c&quot;");
    }

    #[test]
    fn a_drawing_is_the_same_text_every_time() {
        let mut svg = Svg::new();
        svg.rect("a", (1.0, 2.0), (3.04, 4.0), 0.0);
        svg.text("t", (1.0, 2.5), "<=+1");
        let drawn = svg.finish((10.2, 20.0), "a & b", ".a{fill:red}\n");
        assert!(drawn.starts_with(r#"<svg xmlns="http://www.w3.org/2000/svg" width="11" height="20""#));
        assert!(drawn.contains(r#"<rect class="a" x="1" y="2" width="3" height="4"/>"#), "{drawn}");
        assert!(drawn.contains(r#"<text class="t" x="1" y="2.5">&lt;=+1</text>"#), "{drawn}");
    }
}
