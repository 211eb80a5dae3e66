//! How players are named, and how the game's own words appear on this screen.

use lastbite::words::Who;
use lastbite::{AnyGame, Words, play::Match, play::Side};
use unicode_width::UnicodeWidthStr;

use crate::app::App;
use crate::look::Look;

/// The name of a person without a name.
pub const NOBODY: &str = "You";

/// Says who plays a side.
pub fn who(played: &Match<AnyGame>, side: Side) -> Who<'_> {
    played.player(side).who()
}

/// Begins a heading with a capital letter; it has no full stop.
pub fn heading(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// Returns the whole rule in one paragraph.
pub fn rule(game: &AnyGame, look: Look) -> String {
    shown(&game.rule().replace('\n', " "), look)
}

/// Returns the rule in one line, or a short one if the whole rule does not fit; of that, the sentences that do.
pub fn rule_line(game: &AnyGame, app: &App) -> String {
    let rule = rule(game, app.look);
    if fits(&rule, app) {
        return rule;
    }
    let short = shown(&game.short_rule(), app.look);
    let ends = short.match_indices(". ").map(|(end, _)| &short[..=end]);
    let whole = ends.filter(|sentences| fits(sentences, app)).last().map(str::to_string);
    // A short rule may go to the edge.
    match short.width() < usize::from(app.size.0) {
        true => short,
        false => whole.unwrap_or_else(|| cut_short(&short, app)),
    }
}

/// Ends a text at the last word that fits its line, with a sign that there is more.
fn cut_short(text: &str, app: &App) -> String {
    let more = app.look.or(" …", " ...");
    let ends = text
        .match_indices(' ')
        .map(|(end, _)| format!("{}{more}", text[..end].trim_end_matches([',', ':', ';'])));
    ends.rev().find(|beginning| fits(beginning, app)).unwrap_or_else(|| text.to_string())
}

/// Says whether the line of the rule has all of it.
pub fn shows_whole_rule(game: &AnyGame, app: &App) -> bool {
    fits(&rule(game, app.look), app)
}

fn fits(rule: &str, app: &App) -> bool {
    rule.width() <= usize::from(app.size.0.saturating_sub(2))
}

/// Returns the title of a game.
pub fn title(game: &AnyGame, look: Look) -> String {
    shown(&game.title(), look)
}

/// Writes a text of the library with the characters of this screen.
///
/// Its texts call the poison P; if squares are painted, it is drawn as a skull. In ASCII, letters lose their
/// accents.
pub fn shown(text: &str, look: Look) -> String {
    let text = if look.ascii { text.replace(['è', 'é'], "e") } else { text.to_string() };
    if !look.paints() {
        return text;
    }
    let mut shown = String::with_capacity(text.len());
    let mut before = ' ';
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let alone = !before.is_alphanumeric() && !letters.peek().is_some_and(|&next| next.is_alphanumeric());
        shown.push(if letter == 'P' && alone { '☠' } else { letter });
        before = letter;
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::look::Depth;

    #[test]
    fn the_poison_is_called_as_it_is_drawn() {
        let painted = Look { depth: Depth::True, light: false, ascii: false, calm: true };
        assert_eq!(
            shown("Play: whoever eats P, the Poison, loses.", painted),
            "Play: whoever eats ☠, the Poison, loses."
        );
        assert_eq!(shown("eats P.", Look { depth: Depth::None, ..painted }), "eats P.");
        assert_eq!(shown("misère", Look { ascii: true, ..painted }), "misere");
    }
}
