//! What a person does in the course of a day: records, links, other games, second thoughts.

use std::path::Path;
use std::process::Command;

use lastbite::{Effort, Solver};
use serde_json::{Value, json};

use crate::support::Browser;
use crate::{ANSWERED, DOWN, ENTER, LEFT as TO_THE_LEFT, OVER, READY, UP, piece, standing, title, win};

const LEFT: &str = "document.querySelectorAll('#board .piece:not(.gone)').length";

/// A page that is opened for one thing after another.
pub struct Page<'a> {
    pub browser: &'a Browser,
    pub address: &'a str,
}

impl Page<'_> {
    /// Opens a new document, so that nothing is left from before.
    pub fn open(&self, hash: &str) {
        self.browser.open("about:blank");
        self.browser.open(&format!("{}{hash}", self.address));
        self.browser.wait("document.querySelector('#board .piece') && document.getElementById('rule').textContent.length > 20");
    }

    fn hash(&self) -> String {
        self.browser.js("return decodeURIComponent(location.hash)").as_str().unwrap().to_string()
    }

    fn text(&self, id: &str) -> String {
        let text = self.browser.js(&format!("return document.getElementById('{id}').textContent"));
        text.as_str().unwrap().to_string()
    }

    /// Presses a button in the `More` menu.
    fn more(&self, id: &str) {
        self.browser.click("#more summary");
        self.browser.click(&format!("#{id}"));
    }

    /// Fills in the dialog of a new game, and plays.
    fn new_game(&self, fields: &[(&str, &str)]) {
        self.browser.click("#new");
        self.browser.wait("document.getElementById('new-dialog').open");
        for (name, value) in fields {
            self.fill(name, value);
        }
        self.browser.click("#new-dialog button[type=submit]");
    }

    fn fill(&self, name: &str, value: &str) {
        let kind =
            self.browser.js(&format!("return document.querySelector(\"#new-dialog [name={name}]\").type"));
        match kind.as_str().unwrap() {
            "radio" => self.browser.click(&format!("#new-dialog [name={name}][value='{value}']")),
            "select-one" => self.browser.click(&format!("#new-dialog [name={name}] option[value='{value}']")),
            _ => self.browser.write(&format!("#new-dialog [name={name}]"), value),
        }
    }

    /// Opens a file as a person would.
    fn choose(&self, file: &Path) {
        self.browser.send("#file", &file.display().to_string());
    }
}

/// Everything that a person does with the page besides playing a game.
pub fn live(page: &Page<'_>) {
    records(page);
    second_thoughts(page);
    other_games(page);
    links(page);
    levels(page);
    grundy_values(page);
    whole_lesson(page);
    keyboard(page);
    hints(page);
    strange_storage(page);
    stop(page);
}

fn program(arguments: &[&str], input: &str) -> String {
    use std::io::Write;
    use std::process::Stdio;
    let mut program = Command::new(env!("CARGO_BIN_EXE_lastbite"))
        .args(arguments)
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    program.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let said = program.wait_with_output().unwrap();
    assert!(said.status.success(), "{arguments:?}: {}", said.status);
    String::from_utf8(said.stdout).unwrap()
}

/// The same files as the terminal's: one of its own is opened, one of the page's is replayed and reviewed
/// there.
fn records(page: &Page<'_>) {
    let browser = page.browser;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.json");
    let path = file.to_str().unwrap();
    program(
        &["chomp", "3x4", "--first", "human", "--names", "Ada", "--seed", "7", "--record", path],
        "2,3\n1,3\n2,2\n1,2\nn\n",
    );
    let kept: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    let moves: Vec<&str> =
        kept["moves"].as_array().unwrap().iter().map(|mv| mv["move"].as_str().unwrap()).collect();
    page.open("#game=chomp:4x7");
    page.choose(&file);
    browser.wait(&format!("location.hash.includes('moves={}')", moves.join(";")));
    browser.wait(OVER);
    assert_eq!(title(browser), "Ada wins!");
    browser.wait("document.querySelectorAll('#review li').length === 7");

    // The player of the record is not the person at this device, and a link to the game keeps the name.
    let hash = page.hash();
    page.open("#game=chomp:2x2");
    browser.wait("document.getElementById('turn').textContent === 'Your turn'");
    page.open(&hash);
    browser.wait(OVER);
    assert_eq!(title(browser), "Ada wins!");

    // The position is handed out as the picture that the library draws.
    page.more("picture");
    let picture = std::fs::read_to_string(browser.downloaded("chomp-3x4.svg")).unwrap();
    assert_eq!(Some(picture), lastbite::picture::position_svg(&standing(browser), None));
    // In points, too, for what takes no drawings; it can be copied.
    page.more("points");
    let points = std::fs::read(browser.downloaded("chomp-3x4.png")).unwrap();
    assert!(points.starts_with(b"\x89PNG") && points.len() > 1000, "{} bytes", points.len());
    browser.js("Object.defineProperty(navigator, 'clipboard', { value: { write: async ([item]) => { window.copied = (await item.getType('image/png')).type; } } })");
    page.more("copy-picture");
    browser.wait("window.copied === 'image/png'");

    // Saved by the page, it is the same game to the terminal.
    page.more("save");
    let saved = browser.downloaded("chomp-3x4.json");
    let text = std::fs::read_to_string(&saved).unwrap();
    let again: Value = serde_json::from_str(&text).unwrap();
    for field in ["format", "game", "start", "players", "seed", "engine", "winner", "ending"] {
        assert_eq!(again[field], kept[field], "{field}");
    }
    let saved_path = saved.to_str().unwrap();
    let replayed = program(&["replay", saved_path], "");
    assert!(replayed.contains("Ada") && replayed.contains("wins"), "{replayed}");
    assert!(program(&["review", saved_path], "").contains("2,3"));

    // A game of the page that is not over continues in the terminal.
    page.open("#game=chomp:3x4&vs=human&moves=3,4;2,3");
    page.more("save");
    let saved = browser.downloaded("chomp-3x4.json");
    let resumed = program(&["chomp", "--resume", saved.to_str().unwrap()], "quit\n");
    assert!(resumed.contains(" 2 ■ ■ × ×\n 3 ■ ■ × ·\n"), "{resumed}");

    // What is not a record is refused in a sentence, and the game stays.
    std::fs::write(&file, "{\"format\": \"something else\"}").unwrap();
    page.choose(&file);
    browser.wait("document.getElementById('over').textContent === 'That file is not a saved lastbite game.'");
    assert!(page.hash().contains("moves=3,4;2,3"));
}

/// Undo, redo, the history, swapping sides, giving up, playing again.
fn second_thoughts(page: &Page<'_>) {
    let browser = page.browser;
    page.open("#game=chomp:4x5&vs=human");
    for (square, left) in [("4,5", 19), ("3,4", 16), ("2,3", 11)] {
        let (row, col) = square.split_once(',').unwrap();
        browser.click(&format!("#board [aria-label^='Row {row}, column {col},']"));
        browser.wait(&format!("{LEFT} === {left} && !document.querySelector('#board .still')"));
    }
    for left in [16, 19, 20] {
        browser.click("#undo");
        browser.wait(&format!("{LEFT} === {left}"));
    }
    assert_eq!(browser.js("return document.getElementById('undo').disabled"), true);
    for left in [19, 16, 11] {
        browser.click("#redo");
        browser.wait(&format!("{LEFT} === {left}"));
    }
    assert_eq!(browser.js("return document.getElementById('redo').disabled"), true);

    // The history is walked, and another move from the middle of it begins another line.
    for (item, left) in [(2, 19), (1, 20), (4, 11), (3, 16)] {
        browser.click(&format!("#history li:nth-child({item}) button"));
        browser.wait(&format!("{LEFT} === {left}"));
        browser.wait(&format!("document.querySelector('#history li:nth-child({item}) [aria-current=step]')"));
    }
    browser.back();
    browser.wait(&format!("{LEFT} === 11"));
    browser.click("#history li:nth-child(3) button");
    browser.wait(&format!("{LEFT} === 16"));
    browser.click("#board [aria-label^='Row 1, column 3,']");
    browser.wait("location.hash.includes('moves=4,5;3,4;1,3')");

    // The computer takes over the person's side, and moves; undone, it is the person's choice again.
    page.open("#game=chomp:4x7");
    browser.wait(READY);
    page.more("swap");
    browser.wait(&format!("location.hash.includes('me=2') && location.hash.includes('moves=') && {READY}"));
    assert_eq!(page.hash().matches(';').count(), 0, "one move: {}", page.hash());

    // When looking back at the computer's turn, it does not move on its own.
    page.open("#game=chomp:4x7&moves=2,6;4,5;3,3;2,4&at=1");
    browser.wait("document.getElementById('over').textContent.includes('looking back')");
    browser.click("#over button");
    browser.wait(&format!("{ANSWERED} && !location.hash.includes('at=') && {READY}"));
    assert!(page.hash().contains("moves=2,6;"), "{}", page.hash());

    // Giving up is a loss, with a review; and again.
    page.open("#game=chomp:3x4&moves=3,4;2,3");
    browser.wait(READY);
    page.more("resign");
    browser.wait(OVER);
    assert_eq!(title(browser), "The computer wins!");
    browser.wait("document.querySelectorAll('#review li').length === 2");
    // Taken back, it no longer counts.
    let lost = page.text("score");
    browser.click("#undo");
    browser.wait("document.getElementById('turn').textContent === 'Your turn'");
    assert_ne!(page.text("score"), lost);
    page.more("resign");
    browser.wait(OVER);
    assert_eq!(page.text("score"), lost);
    browser.click("#over button:nth-of-type(2)");
    browser.wait(&format!("{LEFT} === 12 && location.hash.includes('level=easy')"));
    browser.wait(READY);
}

/// Misère play, the poison elsewhere, two people with names, impossible sizes.
fn other_games(page: &Page<'_>) {
    let browser = page.browser;
    page.open("#game=chomp:4x7");
    page.new_game(&[("kind", "nim"), ("nim-heaps", "2, 3, 4"), ("nim-misere", "loses (misère)")]);
    browser.wait("decodeURIComponent(location.hash).includes('game=nim:2,3,4/misere')");
    win(browser);
    assert_eq!(title(browser), "You win!");

    page.new_game(&[("kind", "chomp"), ("chomp-size", "4x5"), ("chomp-poison", "9,9")]);
    browser.wait("document.querySelector('#new-dialog .wrong')?.textContent.includes('poison')");
    page.fill("chomp-poison", "2,3");
    browser.click("#new-dialog button[type=submit]");
    browser.wait("decodeURIComponent(location.hash).includes('game=chomp:4x5@2,3')");
    browser.wait("document.querySelector('#board .poison')?.getAttribute('aria-label').startsWith('Row 2, column 3, poison')");
    win(browser);
    assert_eq!(title(browser), "You win!");

    // What is too large, or over before it begins, is refused.
    page.new_game(&[("chomp-size", "100x4"), ("chomp-poison", "1,1")]);
    browser.wait("document.querySelector('#new-dialog .wrong')?.textContent.includes('1 to 99 rows')");
    page.fill("chomp-size", "1x1");
    browser.click("#new-dialog button[type=submit]");
    browser
        .wait("document.querySelector('#new-dialog .wrong')?.textContent.includes('over before it begins')");
    for (name, value) in [("chomp-size", "2x2"), ("vs", "human"), ("you", "Ada"), ("other", "Bob <b>")] {
        page.fill(name, value);
    }
    browser.click("#new-dialog button[type=submit]");
    browser.wait("document.getElementById('turn').textContent === 'Ada to move'");
    browser.click("#board [aria-label^='Row 2, column 2,']");
    browser.wait("document.getElementById('turn').textContent === 'Bob <b> to move'");
    assert!(page.hash().contains("you=Ada&other=Bob <b>"), "a shared link keeps the names: {}", page.hash());
    browser.click("#board .poison");
    browser.wait(OVER);
    assert_eq!(title(browser), "Ada wins!");
    assert!(page.text("score").contains("Ada 1 : 0 Bob <b>"), "{}", page.text("score"));
    page.new_game(&[("you", ""), ("other", ""), ("vs", "computer")]);
    browser.wait("document.getElementById('turn').textContent === 'Your turn'");
}

/// A link to the whole game and one to the position lead there.
fn links(page: &Page<'_>) {
    let browser = page.browser;
    page.open("#game=chomp:4x5&vs=human&moves=4,5;3,4;2,3&at=2&analysis=1");
    browser.wait(&format!("{LEFT} === 16"));
    page.more("share");
    browser.wait("document.getElementById('share-dialog').open");
    let link = |number| browser.js(&format!("return document.getElementById('link-{number}').value"));
    let (game, position) = (link(0).as_str().unwrap().to_string(), link(1).as_str().unwrap().to_string());
    assert!(game.starts_with(page.address) && position.starts_with(page.address), "{game} {position}");
    browser.open("about:blank");
    browser.open(&game);
    browser.wait(&format!("{LEFT} === 16 && document.querySelectorAll('#history li').length === 4"));
    browser.click("#redo");
    browser.wait(&format!("{LEFT} === 11"));
    browser.open("about:blank");
    browser.open(&position);
    browser.wait(&format!("{LEFT} === 16 && document.querySelectorAll('#history li').length === 1"));
}

/// Every level and every engine answers a move.
fn levels(page: &Page<'_>) {
    let browser = page.browser;
    page.open("#game=chomp:3x4");
    for level in ["easy", "medium", "strong", "perfect"] {
        page.new_game(&[("kind", "chomp"), ("chomp-size", "3x5"), ("level", level), ("me", "1")]);
        browser.wait(&format!("{LEFT} === 15 && {READY}"));
        assert_eq!(page.hash().contains(&format!("level={level}")), level != "medium", "{}", page.hash());
        browser.click("#board [aria-label^='Row 3, column 5,']");
        browser.wait(&format!("{ANSWERED} && {READY}"));
    }
    for engine in ["minimax", "alphabeta", "negamax", "memo", "sieve"] {
        page.new_game(&[("chomp-size", "2x3"), ("engine", engine), ("me", "2")]);
        browser.wait(&format!(
            "location.hash.includes('engine={engine}') && location.hash.includes('moves=') && {READY}"
        ));
        browser.wait("document.getElementById('history').textContent.includes('node')");
    }
}

/// The Grundy values on the board are the library's.
fn grundy_values(page: &Page<'_>) {
    let browser = page.browser;
    page.open("#game=chomp:4x5&vs=human&analysis=1");
    browser.wait("document.querySelectorAll('#board .mark').length === 19");
    browser.click("#grundy");
    browser.wait("document.getElementById('key').textContent.includes('Grundy')");
    browser.wait("document.getElementById('why').textContent.includes('Grundy value')");
    browser.wait("[...document.querySelectorAll('#board .mark')].every((mark) => mark.textContent)");
    let standing = standing(browser);
    let solver = Solver::new();
    for mv in standing.moves() {
        let left = standing.play(&mv).unwrap();
        let value = solver.analyse(&left, &Effort::unlimited()).unwrap().grundy.unwrap();
        let shown =
            browser.js(&format!("return document.querySelector(\"{}\").textContent", piece(&standing, &mv)));
        assert_eq!(shown, json!(value.to_string()), "{}", standing.write_move(&mv));
    }
}

/// All steps are played, one after another, and then the final game.
fn whole_lesson(page: &Page<'_>) {
    let browser = page.browser;
    page.open("#lesson=1");
    let steps = lastbite::play::lesson().len();
    for step in 1..=steps {
        browser.wait(&format!(
            "document.getElementById('lesson').textContent.includes('step {step} of {steps}')"
        ));
        browser.wait(READY);
        win(browser);
        let next = if step < steps { "Next step" } else { "Now play the computer." };
        browser.wait(&format!("document.querySelector('#lesson .main')?.textContent === '{next}'"));
        browser.click("#lesson .main");
    }
    browser.wait(&format!("location.hash.includes('game=chomp:3x5') && {LEFT} === 15"));
    win(browser);
}

/// The skip link leads to the square that takes least, the poison needs a second Enter, and the focus stays.
fn keyboard(page: &Page<'_>) {
    let browser = page.browser;
    let focus = |what: &str| {
        browser.js(&format!("return document.activeElement.{what}")).as_str().unwrap().to_string()
    };
    page.open("#game=chomp:2x2&vs=human");
    browser.js("document.getElementById('skip').focus()");
    browser.keys(&[ENTER]);
    assert_eq!(focus("ariaLabel"), "Row 2, column 2, eats 1 square");
    browser.keys(&[UP, TO_THE_LEFT, ENTER]);
    browser.wait("document.getElementById('under').textContent.includes('Press Enter again')");
    assert!(!page.hash().contains("moves"));
    browser.keys(&[DOWN, UP, ENTER]);
    browser.wait("document.getElementById('under').textContent.includes('Press Enter again')");
    browser.keys(&[ENTER]);
    browser.wait(OVER);
    assert_eq!(title(browser), "Player 2 wins!");

    // After a move the focus is never on what loses at once while another piece is left.
    page.open("#game=chomp:2x2&vs=human&moves=2,2");
    browser.js("document.getElementById('skip').focus()");
    browser.keys(&[ENTER]);
    assert_eq!(focus("ariaLabel"), "Row 2, column 1, eats 1 square");
    browser.keys(&[ENTER]);
    browser.wait(&format!("{LEFT} === 2"));
    browser.wait("document.activeElement.ariaLabel === 'Row 1, column 2, eats 1 square'");
    // The dialog opens on the kind of game that is chosen.
    page.open("#game=nim:3,4,5");
    browser.click("#new");
    browser.wait("document.activeElement.name === 'kind' && document.activeElement.value === 'nim'");

    page.open("#game=chomp:4x5&vs=human&moves=4,5;3,4;2,3");
    browser.js("document.querySelector('#history li:nth-child(2) button').focus()");
    browser.keys(&[ENTER]);
    browser.wait(&format!("{LEFT} === 19"));
    assert!(focus("textContent").ends_with("4,5"), "{}", focus("outerHTML"));
    browser.keys(&["?"]);
    browser.wait("document.getElementById('help-dialog').open");
}

/// A hint comes in stages; if a theorem names the move, it comes at once, and a move cancels a slow one.
fn hints(page: &Page<'_>) {
    let browser = page.browser;
    page.open("#game=chomp:20x20");
    browser.click("#hint");
    browser.wait("document.getElementById('why').textContent.startsWith('There is a winning move.')");
    // The idea, then where, and only then which.
    for more in ["The idea is called: the equal L.", "Look in the upper left part."] {
        browser.click("#hint");
        browser.wait(&format!("document.getElementById('why').textContent.includes({})", json!(more)));
        assert_eq!(browser.js("return document.querySelector('#board .hint')"), Value::Null);
    }
    browser.click("#hint");
    browser.wait(
        "document.querySelector('#board .hint')?.getAttribute('aria-label').startsWith('Row 2, column 2,')",
    );
    // A hint that takes long: one that never comes, so that no machine is quick enough for it.
    page.open("#game=chomp:4x7");
    browser.wait(READY);
    browser.js(NO_HINT);
    browser.click("#hint");
    browser.wait("!document.getElementById('busy').hidden");
    assert_eq!(browser.js("return window.calledOff"), 0, "nobody has moved");
    browser.click("#board [aria-label^='Row 4, column 7,']");
    browser.wait("window.calledOff");
    browser.wait(&format!("{ANSWERED} && {READY}"));
}

/// Leaves every hint unanswered, by a worker and by a server, and counts those that are called off. A busy worker
/// hears nothing, so it is ended.
const NO_HINT: &str = "
    window.calledOff = 0;
    const { postMessage, terminate } = Worker.prototype;
    Worker.prototype.postMessage = function (message, ...more) {
        if (message.name !== 'hint') postMessage.call(this, message, ...more);
    };
    Worker.prototype.terminate = function () {
        window.calledOff += 1;
        terminate.call(this);
    };
    const { fetch } = window;
    window.fetch = (address, how) => !address.startsWith('api/hint') ? fetch(address, how)
        : new Promise((_, fail) => how.signal.addEventListener('abort', () => {
            window.calledOff += 1;
            fail(how.signal.reason);
        }));";

/// Strange contents of the storage, or of a name, break nothing.
fn strange_storage(page: &Page<'_>) {
    let browser = page.browser;
    browser.js("localStorage['lastbite.counted'] = '5'; localStorage['lastbite.score.computer'] = '[1]'; localStorage['lastbite.names'] = '7'");
    page.open("#game=chomp:2x2&moves=2,2;1,2");
    browser.wait(READY);
    browser.click("#board [aria-label^='Row 2, column 1,']");
    browser.wait(OVER);
    assert!(page.text("score").contains("You 1 : 0 Computer"), "{}", page.text("score"));
    browser.js("localStorage.clear()");
    page.open(&format!("#game=chomp:2x2&vs=human&you={}", "W".repeat(5000)));
    browser.wait("document.getElementById('turn').textContent.endsWith(' to move')");
    assert_eq!(browser.js("return document.documentElement.scrollWidth <= innerWidth"), true);
    browser.js("localStorage['lastbite.corner'] = '{\"toString\":1}'");
    page.open("#game=chomp:2x2&moves=2,2;1,2;2,1");
    browser.wait(OVER);
    browser.js("localStorage.clear()");
    // A name that would reverse everything after it.
    page.open("#game=chomp:2x2&vs=human&you=%E2%80%AEadA%E2%81%A7");
    browser.wait("document.getElementById('turn').textContent.includes('adA')");
    let turned = "return /[\\u202a-\\u202e\\u2066-\\u2069]/.test(document.body.innerText)";
    assert_eq!(browser.js(turned), false);
}

/// Long work is shown, does not freeze the page, and can be stopped.
fn stop(page: &Page<'_>) {
    let browser = page.browser;
    page.open("#game=chomp:18x19&me=2");
    browser.wait("!document.getElementById('busy').hidden");
    // If the page froze, the next frame would come when there is nothing left to stop.
    let answered = browser.js_async(
        "const done = arguments[arguments.length - 1]; requestAnimationFrame(() => requestAnimationFrame(() => done(true)))",
    );
    assert_eq!(answered, true);
    browser.click("#stop");
    browser.wait("document.getElementById('over').textContent.includes('was stopped')");
    browser.wait("document.getElementById('busy').hidden");
    assert_eq!(title(browser), "The computer's turn");
    // And the page continues: the same with the analysis, then another game.
    browser.click("#analysis");
    browser.wait("!document.getElementById('busy').hidden");
    browser.click("#stop");
    // The server, too, stops after some seconds, and says that it is busy.
    browser.wait("/[Ss]topped|busy/.test(document.getElementById('why').textContent)");
    browser.wait("document.getElementById('busy').hidden");
    assert_eq!(title(browser), "The computer's turn");
    page.new_game(&[("chomp-size", "3x4"), ("me", "1")]);
    browser.wait(&format!("{LEFT} === 12"));
    win(browser);
}
