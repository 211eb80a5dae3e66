//! Pictures as SVG: a few shapes, written in an order and with digits that are always the same.

use std::fmt::Write;

/// A picture being drawn; its unit is the pixel.
pub struct Svg {
    width: f64,
    height: f64,
    body: String,
}

impl Svg {
    /// Begins a picture of this size.
    pub fn new(width: f64, height: f64) -> Self {
        Svg { width, height, body: String::new() }
    }

    /// Draws a rectangle; `style` are attributes, as in `fill="#fff"`.
    pub fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, style: &str) {
        let (x, y, width, height) = (number(x), number(y), number(width), number(height));
        self.add(format_args!(r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" {style}/>"#));
    }

    /// Draws a straight line.
    pub fn line(&mut self, (x1, y1): (f64, f64), (x2, y2): (f64, f64), style: &str) {
        let (x1, y1, x2, y2) = (number(x1), number(y1), number(x2), number(y2));
        self.add(format_args!(r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" {style}/>"#));
    }

    /// Draws a closed shape with corners.
    pub fn polygon(&mut self, points: &[(f64, f64)], style: &str) {
        self.add(format_args!(r#"<polygon points="{}" {style}/>"#, listed(points)));
    }

    /// Draws a circle.
    pub fn circle(&mut self, (x, y): (f64, f64), radius: f64, style: &str) {
        let (x, y, radius) = (number(x), number(y), number(radius));
        self.add(format_args!(r#"<circle cx="{x}" cy="{y}" r="{radius}" {style}/>"#));
    }

    /// Writes a text that begins, ends or has its middle here: `start`, `end` or `middle`.
    pub fn text(&mut self, (x, y): (f64, f64), anchor: &str, style: &str, content: &str) {
        let (x, y, content) = (number(x), number(y), escaped(content));
        self.add(format_args!(r#"<text x="{x}" y="{y}" text-anchor="{anchor}" {style}>{content}</text>"#));
    }

    fn add(&mut self, element: std::fmt::Arguments<'_>) {
        writeln!(self.body, "{element}").expect("a string takes everything");
    }

    /// Returns the picture with its name, which a screen reader says.
    pub fn finish(&self, title: &str) -> String {
        let (width, height, title) = (number(self.width), number(self.height), escaped(title));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" role=\"img\">\n<title>{title}</title>\n{}</svg>\n",
            self.body
        )
    }
}

/// Writes a text so that it can stand in XML and HTML.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            control if control.is_control() => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
}

/// Writes a number with at most two digits behind the point, and none that say nothing.
fn number(number: f64) -> String {
    let text = format!("{number:.2}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_string() } else { short.to_string() }
}

fn listed(points: &[(f64, f64)]) -> String {
    let points: Vec<String> = points.iter().map(|&(x, y)| format!("{},{}", number(x), number(y))).collect();
    points.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_texts_are_safe() {
        assert_eq!([1.0, 2.5, 1.0 / 3.0, -0.001].map(number), ["1", "2.5", "0.33", "0"]);
        assert_eq!(escaped("a<b & \"c\"\u{7}"), "a&lt;b &amp; &quot;c&quot;\u{fffd}");
    }
}
