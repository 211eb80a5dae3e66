//! How the full screen is opened: with choices made beforehand, for example on the command line.

use lastbite::description::Described;
use lastbite::words::sentence;
use lastbite::{AnyGame, Standing, play::Engine};

use crate::app::App;
use crate::choice::{Opponent, Starts};

/// The choices made beforehand; the rest is as it was last time.
///
/// ```
/// use lastbite_tui::choice::Opponent;
/// use lastbite_tui::memory::Place;
/// use lastbite_tui::{App, Depth, Look, Opening};
///
/// let look = Look { depth: Depth::True, light: false, ascii: false, calm: false };
/// let mut app = App::new(look, (80, 24), Place::nowhere(), 1);
/// let game = Some("chomp:3x4".parse()?);
/// app.open(Opening { game, opponent: Some(Opponent::Easy), ..Opening::default() })?;
/// assert_eq!(app.round.unwrap().game().to_string(), "chomp:3x4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Opening {
    /// The game; without one, the start screen asks for it.
    pub game: Option<AnyGame>,
    /// The opponent: the computer at some level, or another person.
    pub opponent: Option<Opponent>,
    /// Who makes the first move.
    pub starts: Option<Starts>,
    /// What the two are called; the second name is only used for a person.
    pub names: [Option<String>; 2],
    /// The seed of the computer's slips.
    pub seed: Option<u64>,
    /// How the computer thinks; then its nodes and times are shown.
    pub engine: Option<Engine>,
}

impl App {
    /// Opens the chosen game, or the start screen if there is none. The choices apply to this run, and are
    /// not saved in the settings.
    ///
    /// # Errors
    ///
    /// A sentence that says how large a game may be.
    pub fn open(&mut self, opening: Opening) -> Result<(), String> {
        let Opening { game, opponent, starts, names, seed, engine } = opening;
        let before = self.lasting_choice();
        if let Some(game) = &game {
            game.check_playable().map_err(sentence)?;
            Standing::start(game.clone()).check_begins().map_err(sentence)?;
            self.memory.choice.choose(game);
        }
        let choice = &mut self.memory.choice;
        choice.opponent = opponent.unwrap_or(choice.opponent);
        choice.starts = starts.unwrap_or(choice.starts);
        for (chosen, name) in choice.names.iter_mut().zip(names) {
            if let Some(name) = name {
                *chosen = name;
            }
        }
        self.opened = Some([before, self.memory.choice.clone()]);
        self.seed = seed.unwrap_or(self.seed);
        self.engine = engine.unwrap_or(self.engine);
        if game.is_some() {
            self.begin();
        }
        Ok(())
    }
}
