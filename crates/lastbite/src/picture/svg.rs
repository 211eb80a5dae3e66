//! Pictures as SVG: a few shapes, every number rounded, every text escaped.
//!
//! The text of a picture depends only on what is drawn, so it can be compared letter by letter.

use std::fmt::Write;

/// A point, or a width and a height; the unit is the pixel.
pub type Pair = (f64, f64);

/// How a shape looks.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Paint<'a> {
    /// By a class of the picture's style sheet; a plain text means a class.
    Class(&'a str),
    /// By attributes, as in `fill="none"`.
    With(&'a str),
}

impl<'a> From<&'a str> for Paint<'a> {
    fn from(class: &'a str) -> Self {
        Paint::Class(class)
    }
}

/// A picture being drawn.
///
/// ```
/// use lastbite::picture::{Paint, Svg};
///
/// let mut svg = Svg::new(1);
/// svg.circle(Paint::With(r#"fill="none""#), (5.0, 5.0), 2.5);
/// assert!(svg.finish((10.0, 10.0), "a ring").contains(r#"<circle cx="5" cy="5" r="2.5" fill="none"/>"#));
/// ```
#[derive(Clone, Debug)]
pub struct Svg {
    digits: usize,
    body: String,
}

impl Svg {
    /// Begins with an empty sheet, where numbers have at most this many decimals.
    #[must_use]
    pub fn new(digits: usize) -> Self {
        Svg { digits, body: String::new() }
    }

    /// Draws a group of shapes that can be found by its name.
    pub fn group(&mut self, name: &str, draw: impl FnOnce(&mut Self)) {
        self.add(format_args!("<g id=\"{}\">", escaped(name)));
        draw(self);
        self.add(format_args!("</g>"));
    }

    /// Draws a rectangle.
    pub fn rect<'a>(&mut self, paint: impl Into<Paint<'a>>, corner: Pair, size: Pair) {
        let shape = self.rectangle(corner, size);
        self.shape("rect", paint.into(), &shape);
    }

    /// Draws a rectangle with round corners.
    pub fn rounded<'a>(&mut self, paint: impl Into<Paint<'a>>, corner: Pair, size: Pair, radius: f64) {
        let shape = format!(r#"{} rx="{}""#, self.rectangle(corner, size), self.number(radius));
        self.shape("rect", paint.into(), &shape);
    }

    fn rectangle(&self, corner: Pair, size: Pair) -> String {
        let [x, y, width, height] = [corner.0, corner.1, size.0, size.1].map(|n| self.number(n));
        format!(r#"x="{x}" y="{y}" width="{width}" height="{height}""#)
    }

    /// Draws a circle.
    pub fn circle<'a>(&mut self, paint: impl Into<Paint<'a>>, middle: Pair, radius: f64) {
        let [x, y, radius] = [middle.0, middle.1, radius].map(|n| self.number(n));
        self.shape("circle", paint.into(), &format!(r#"cx="{x}" cy="{y}" r="{radius}""#));
    }

    /// Draws a straight line.
    pub fn line<'a>(&mut self, paint: impl Into<Paint<'a>>, from: Pair, to: Pair) {
        let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(|n| self.number(n));
        self.shape("line", paint.into(), &format!(r#"x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}""#));
    }

    /// Draws a line through points.
    pub fn polyline<'a>(&mut self, paint: impl Into<Paint<'a>>, points: &[Pair]) {
        let points = self.listed(points);
        self.shape("polyline", paint.into(), &format!(r#"points="{points}""#));
    }

    /// Draws a closed shape with corners.
    pub fn polygon<'a>(&mut self, paint: impl Into<Paint<'a>>, corners: &[Pair]) {
        let corners = self.listed(corners);
        self.shape("polygon", paint.into(), &format!(r#"points="{corners}""#));
    }

    /// Draws a smooth line through points below each other, vertical at every point.
    pub fn curve<'a>(&mut self, paint: impl Into<Paint<'a>>, points: &[Pair]) {
        let Some((&first, rest)) = points.split_first() else { return };
        let mut path = format!("M{} {}", self.number(first.0), self.number(first.1));
        let mut last = first;
        for &(x, y) in rest {
            let [from, middle, x1, y1] = [last.0, (last.1 + y) / 2.0, x, y].map(|n| self.number(n));
            path += &format!(" C{from} {middle} {x1} {middle} {x1} {y1}");
            last = (x, y);
        }
        self.path(paint, &path);
    }

    /// Draws a path in the notation of SVG.
    pub fn path<'a>(&mut self, paint: impl Into<Paint<'a>>, path: &str) {
        self.shape("path", paint.into(), &format!(r#"d="{path}""#));
    }

    /// Writes a text; its paint says whether it begins, ends or is centred here.
    pub fn text<'a>(&mut self, paint: impl Into<Paint<'a>>, (x, y): Pair, text: &str) {
        let place = format!(r#"x="{}" y="{}""#, self.number(x), self.number(y));
        let (painted, text) = (painted(paint.into(), &place), escaped(text));
        self.add(format_args!("<text {painted}>{text}</text>"));
    }

    /// Writes a text that begins, ends or is centred here (`start`, `end` or `middle`), with these
    /// attributes.
    pub fn words(&mut self, at: Pair, anchor: &str, attributes: &str, text: &str) {
        self.text(Paint::With(&format!(r#"text-anchor="{anchor}" {attributes}"#)), at, text);
    }

    /// Adds an invisible description of the picture.
    pub fn describe(&mut self, text: &str) {
        self.add(format_args!("<desc>{}</desc>", escaped(text)));
    }

    /// Puts another picture here.
    pub fn place(&mut self, part: &Svg, (x, y): Pair) {
        let (x, y) = (self.number(x), self.number(y));
        self.add(format_args!("<g transform=\"translate({x} {y})\">\n{}</g>", part.body));
    }

    /// Adds another picture as a link, with a title for screen readers.
    pub fn link(&mut self, part: &Svg, address: &str, title: &str) {
        let (address, title) = (escaped(address), escaped(title));
        self.add(format_args!("<a href=\"{address}\"><title>{title}</title>\n{}</a>", part.body));
    }

    fn shape(&mut self, name: &str, paint: Paint<'_>, shape: &str) {
        self.add(format_args!("<{name} {}/>", painted(paint, shape)));
    }

    fn add(&mut self, element: std::fmt::Arguments<'_>) {
        writeln!(self.body, "{element}").expect("a string takes everything");
    }

    /// Writes a number as shapes have it.
    pub(super) fn number(&self, number: f64) -> String {
        short(number, self.digits)
    }

    fn listed(&self, points: &[Pair]) -> String {
        let written = |&(x, y): &Pair| format!("{},{}", self.number(x), self.number(y));
        points.iter().map(written).collect::<Vec<_>>().join(" ")
    }

    /// Returns the picture with a title for screen readers.
    #[must_use]
    pub fn finish(&self, size: Pair, title: &str) -> String {
        self.document(size, r#" font-family="sans-serif""#, title, "")
    }

    /// Returns the picture on white, with its title and the styles of its classes.
    #[must_use]
    pub fn finish_styled(&self, (width, height): Pair, title: &str, style: &str) -> String {
        let size = (width.ceil(), height.ceil());
        let [width, height] = [size.0, size.1].map(|n| self.number(n));
        let paper = format!(r#"<rect width="{width}" height="{height}" fill="white"/>"#);
        self.document(size, "", title, &format!("<style>\n{style}</style>\n{paper}\n"))
    }

    fn document(&self, (width, height): Pair, font: &str, title: &str, head: &str) -> String {
        let (width, height, title) = (self.number(width), self.number(height), escaped(title));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\"{font} role=\"img\">\n<title>{title}</title>\n{head}{}</svg>\n",
            self.body
        )
    }
}

fn painted(paint: Paint<'_>, shape: &str) -> String {
    match paint {
        Paint::Class(class) => format!(r#"class="{class}" {shape}"#),
        Paint::With("") => shape.to_string(),
        Paint::With(attributes) => format!("{shape} {attributes}"),
    }
}

/// Escapes a text for XML and HTML; control characters, which XML forbids, become placeholders.
#[must_use]
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

/// Writes a number with at most this many decimals and no trailing zeros.
fn short(number: f64, digits: usize) -> String {
    let text = format!("{number:.digits$}");
    let short = if digits == 0 { &text } else { text.trim_end_matches('0').trim_end_matches('.') };
    if short == "-0" { "0".to_string() } else { short.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_texts_are_safe() {
        assert_eq!([1.0, 2.5, 1.0 / 3.0, -0.001].map(|number| short(number, 2)), ["1", "2.5", "0.33", "0"]);
        assert_eq!([3.0, 2.26, -0.01, 10.0].map(|number| short(number, 1)), ["3", "2.3", "0", "10"]);
        assert_eq!([10.4, -0.1].map(|number| short(number, 0)), ["10", "0"]);
        assert_eq!(escaped("a<b & \"c\"\u{7}"), "a&lt;b &amp; &quot;c&quot;\u{fffd}");
    }

    #[test]
    fn a_picture_is_the_same_text_every_time() {
        let mut part = Svg::new(1);
        part.circle("dot", (1.0, 2.0), 3.0);
        let mut svg = Svg::new(1);
        svg.rounded("a", (1.0, 2.0), (3.04, 4.0), 2.0);
        svg.rect(Paint::With(r#"fill="none""#), (1.0, 2.0), (3.04, 4.0));
        svg.text("t", (1.0, 2.5), "<=+1");
        svg.place(&part, (0.0, 7.0));
        let expected = r#"<svg xmlns="http://www.w3.org/2000/svg" width="11" height="20" viewBox="0 0 11 20" role="img">
<title>a &amp; b</title>
<style>
.a{fill:red}
</style>
<rect width="11" height="20" fill="white"/>
<rect class="a" x="1" y="2" width="3" height="4" rx="2"/>
<rect x="1" y="2" width="3" height="4" fill="none"/>
<text class="t" x="1" y="2.5">&lt;=+1</text>
<g transform="translate(0 7)">
<circle class="dot" cx="1" cy="2" r="3"/>
</g>
</svg>
"#;
        assert_eq!(svg.finish_styled((10.2, 20.0), "a & b", ".a{fill:red}\n"), expected);
    }
}
