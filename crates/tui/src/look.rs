//! How the screen looks: which characters, how many colours, light or dark.
//!
//! Meaning is always in a shape or a number; colour only repeats it. Everything on the screen has a [`Role`],
//! and only this file knows what a role looks like.

use crossterm::style::Color;

use crate::picture::Style;

/// How many colours the terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Any red, green and blue.
    True,
    /// The 256 of xterm.
    Indexed,
    /// The 16 that every colour terminal has.
    Sixteen,
    /// None: bold and reversed only.
    None,
}

/// How the screen looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// How many colours there are.
    pub depth: Depth,
    /// Dark writing on a light ground.
    pub light: bool,
    /// Only ASCII.
    pub ascii: bool,
    /// No animation.
    pub calm: bool,
}

impl Look {
    /// Finds the look for a terminal from its name and its promises of colour; `asked` is what the command
    /// line wants.
    ///
    /// `environment` reads a variable.
    pub fn of_terminal(asked: Look, environment: impl Fn(&str) -> Option<String>) -> Look {
        let term = environment("TERM").unwrap_or_default();
        let promised = environment("COLORTERM").unwrap_or_default();
        let depth = match asked.depth {
            Depth::None => Depth::None,
            _ if promised == "truecolor" || promised == "24bit" || term.ends_with("-direct") => Depth::True,
            _ if term.contains("256") => Depth::Indexed,
            _ if cfg!(windows) => Depth::True,
            _ => Depth::Sixteen,
        };
        // Some terminals give the numbers of their colours, as in 0;15 for black on white.
        let ground = environment("COLORFGBG").and_then(|said| said.rsplit(';').next()?.parse().ok());
        let light = asked.light || matches!(ground, Some(7u8 | 15));
        Look { depth, light, ..asked }
    }

    /// Says whether squares are painted, not drawn with lines.
    pub fn paints(self) -> bool {
        self.depth != Depth::None && !self.ascii
    }

    /// Chooses between a character and its ASCII substitute.
    pub fn or<T>(self, character: T, ascii: T) -> T {
        if self.ascii { ascii } else { character }
    }

    /// Returns what a role looks like.
    pub fn style(self, role: Role) -> Style {
        let style = match self.depth {
            Depth::True => role.painted(self.light, |(r, g, b)| Color::Rgb { r, g, b }),
            Depth::Indexed => role.painted(self.light, |rgb| Color::AnsiValue(nearest(rgb))),
            Depth::Sixteen => role.in_sixteen(),
            Depth::None => role.colourless(),
        };
        Style { bold: role.is_bold(), ..style }
    }
}

/// What something on the screen is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The screen itself, and plain writing on it.
    Ground,
    /// Less important writing.
    Dim,
    /// More important writing.
    Strong,
    /// What is worth noticing: a key, whose turn it is.
    Accent,
    /// Lines between the parts of the screen.
    Line,
    /// A square of chocolate.
    Chocolate,
    /// The square next to it, in a different shade if there is no room for a groove.
    OtherChocolate,
    /// The groove between two squares, on chocolate.
    Groove,
    /// The edge of a square that catches the light.
    Shine,
    /// The poison.
    Poison,
    /// A move that wins.
    Win,
    /// What the move under the cursor would take.
    Taken,
    /// The piece under the cursor.
    Cursor,
    /// What the last move took.
    Crumbs,
    /// What was taken before.
    Eaten,
    /// A stone.
    Stone,
    /// A bar of the graph: the first player of the score would win.
    Ours,
    /// A bar of the graph: the other player would win.
    Theirs,
    /// The line of a form that is being filled in.
    Chosen,
}

type Rgb = (u8, u8, u8);

impl Role {
    fn is_bold(self) -> bool {
        matches!(self, Role::Strong | Role::Accent | Role::Win | Role::Poison | Role::Cursor)
    }

    /// Returns the style without colours: what matters is reversed, and the rest is dim.
    fn colourless(self) -> Style {
        let reversed = matches!(self, Role::Cursor | Role::Taken | Role::Chosen);
        let dim = matches!(self, Role::Eaten | Role::Dim);
        Style { reversed, dim, ..Style::PLAIN }
    }

    /// The colours of the page, warm in light and dark: writing first, then its background.
    fn painted(self, light: bool, colour: impl Fn(Rgb) -> Color) -> Style {
        let choose = |dark: Rgb, bright: Rgb| if light { bright } else { dark };
        let ground = choose((0x1b, 0x13, 0x0f), (0xfc, 0xf6, 0xec));
        let text = choose((0xf3, 0xe6, 0xd3), (0x2b, 0x1c, 0x12));
        let chocolate = choose((0x6f, 0x45, 0x29), (0x7a, 0x4c, 0x2e));
        let other = choose((0x62, 0x3b, 0x22), (0x6c, 0x42, 0x27));
        let cream = (0xf6, 0xe3, 0xc8);
        let dark = (0x2a, 0x19, 0x0e);
        let gold = (0xf5, 0xb5, 0x2e);
        let (front, back) = match self {
            Role::Ground | Role::Strong => (text, ground),
            Role::Dim => (choose((0xa6, 0x93, 0x80), (0x7a, 0x63, 0x50)), ground),
            Role::Accent => (choose(gold, (0x96, 0x5b, 0x00)), ground),
            Role::Line => (choose((0x52, 0x40, 0x33), (0xd8, 0xc7, 0xae)), ground),
            Role::Chocolate => (cream, chocolate),
            Role::OtherChocolate => (cream, other),
            Role::Groove => (choose((0x38, 0x20, 0x12), (0x4a, 0x2b, 0x18)), chocolate),
            Role::Shine => (choose((0x96, 0x66, 0x42), (0xa3, 0x73, 0x50)), chocolate),
            Role::Poison => ((0xff, 0xff, 0xff), (0x6b, 0x3a, 0xa6)),
            Role::Win => (dark, gold),
            Role::Taken => (choose((0x5a, 0x32, 0x14), (0x63, 0x38, 0x18)), (0xd1, 0x96, 0x58)),
            Role::Cursor => (dark, choose((0xff, 0xec, 0xcb), (0xff, 0xdf, 0xa8))),
            Role::Crumbs => (choose((0x96, 0x6c, 0x48), (0xb5, 0x8d, 0x68)), ground),
            Role::Eaten => (choose((0x5b, 0x49, 0x3c), (0xcb, 0xb8, 0x9f)), ground),
            Role::Stone => (choose((0xa9, 0xb4, 0xbe), (0x6d, 0x7a, 0x86)), ground),
            Role::Ours => (choose(gold, (0xd0, 0x8a, 0x00)), ground),
            Role::Theirs => (choose((0x8b, 0x5a, 0xc8), (0x6b, 0x3a, 0xa6)), ground),
            Role::Chosen => (text, choose((0x3a, 0x2a, 0x20), (0xf0, 0xe2, 0xcb))),
        };
        Style::PLAIN.fg(colour(front)).bg(colour(back))
    }

    /// Returns the nearest style in sixteen colours; the background stays the terminal's own.
    fn in_sixteen(self) -> Style {
        let plain = Style::PLAIN;
        let (yellow, black) = (Color::DarkYellow, Color::Black);
        match self {
            Role::Ground | Role::Strong => plain,
            Role::Dim | Role::Line | Role::Eaten => plain.fg(Color::DarkGrey),
            Role::Accent | Role::Crumbs | Role::Ours => plain.fg(yellow),
            Role::Chocolate | Role::OtherChocolate | Role::Groove => plain.fg(black).bg(yellow),
            // No third brown is left for the light on an edge.
            Role::Shine => plain.fg(yellow).bg(yellow),
            Role::Poison => plain.fg(Color::White).bg(Color::DarkMagenta),
            Role::Win => plain.fg(black).bg(Color::White),
            Role::Taken => plain.fg(black).bg(Color::Yellow),
            Role::Cursor => plain.fg(Color::White).bg(Color::DarkBlue),
            Role::Theirs => plain.fg(Color::DarkMagenta),
            Role::Stone => plain.fg(Color::DarkCyan),
            Role::Chosen => Style { reversed: true, ..plain },
        }
    }
}

/// Returns the number of the colour of xterm's cube, or of its greys, that is nearest.
fn nearest((r, g, b): Rgb) -> u8 {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let apart = |a: Rgb, b: Rgb| {
        let square = |a: u8, b: u8| (i32::from(a) - i32::from(b)).pow(2);
        square(a.0, b.0) + square(a.1, b.1) + square(a.2, b.2)
    };
    let cube = (16..232u8).map(|n| {
        let n = usize::from(n - 16);
        (n as u8 + 16, (STEPS[n / 36], STEPS[n / 6 % 6], STEPS[n % 6]))
    });
    let greys = (232..=255u8).map(|n| (n, (8 + 10 * (n - 232), 8 + 10 * (n - 232), 8 + 10 * (n - 232))));
    let best = cube.chain(greys).min_by_key(|&(_, colour)| apart(colour, (r, g, b)));
    best.map_or(0, |(number, _)| number)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ASKED: Look = Look { depth: Depth::True, light: false, ascii: false, calm: false };

    #[test]
    fn the_terminal_is_believed() {
        let depth = |term: &'static str, colorterm: &'static str| {
            let environment = move |name: &str| match name {
                "TERM" => Some(term.to_string()),
                "COLORTERM" => Some(colorterm.to_string()),
                _ => None,
            };
            Look::of_terminal(ASKED, environment).depth
        };
        assert_eq!(depth("xterm-256color", "truecolor"), Depth::True);
        assert_eq!(depth("xterm-256color", ""), Depth::Indexed);
        if !cfg!(windows) {
            assert_eq!(depth("linux", ""), Depth::Sixteen);
        }
        let none = Look { depth: Depth::None, ..ASKED };
        assert_eq!(Look::of_terminal(none, |_| Some("truecolor".into())).depth, Depth::None);
        let light = |said: &str| Look::of_terminal(ASKED, |_| Some(said.to_string())).light;
        assert!(light("0;15") && !light("15;0"));
    }

    #[test]
    fn colours_of_the_cube_are_their_own_neighbours() {
        assert_eq!(nearest((255, 0, 0)), 196);
        assert_eq!(nearest((8, 8, 8)), 232);
        assert_eq!(nearest((0x6b, 0x3a, 0xa6)), 61);
    }
}
