//! A real browser, driven over the WebDriver protocol: Chromium by its chromedriver, and nothing else is
//! needed.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How long anything may take before it counts as never: long, because machines that test are busy.
const NEVER: Duration = Duration::from_secs(120);

/// A window of a separate browser.
pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
    _said: BufReader<ChildStdout>,
    profile: tempfile::TempDir,
}

impl Browser {
    /// Starts a browser; nothing if no chromedriver is installed.
    ///
    /// A machine under load may fail to start one, which says nothing about the page: it is tried three
    /// times.
    pub fn start() -> Option<Self> {
        let mut failures = Vec::new();
        for _ in 0..3 {
            match Browser::try_start() {
                Ok(browser) => return browser,
                Err(failure) => failures.push(failure),
            }
        }
        panic!("no browser starts: {}", failures.join("; "));
    }

    fn try_start() -> Result<Option<Self>, String> {
        // The driver picks a free port itself and prints it, because one that is chosen beforehand may be
        // taken by then.
        let started = Command::new("chromedriver")
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let Ok(mut driver) = started else { return Ok(None) };
        let mut said = BufReader::new(driver.stdout.take().unwrap());
        let Some(port) = port_told(&mut said) else {
            let _ = driver.kill();
            let _ = driver.wait();
            return Err("chromedriver ends before it tells its port".into());
        };
        let profile = tempfile::tempdir().unwrap();
        let arguments = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            "--force-device-scale-factor=1",
            "--hide-scrollbars",
            // The computer answers at once where people want no motion, so the tests are quick.
            "--force-prefers-reduced-motion",
        ];
        let mut arguments: Vec<String> = arguments.map(String::from).into();
        arguments.push(format!("--user-data-dir={}", profile.path().display()));
        let preferences = json!({ "download.default_directory": profile.path().join("downloads") });
        let asked = json!({ "capabilities": { "alwaysMatch": {
            "timeouts": { "script": NEVER.as_millis() as u64 },
            "goog:chromeOptions": { "args": arguments, "prefs": preferences },
            "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
        } } });
        let mut browser = Browser { driver, port, session: String::new(), _said: said, profile };
        let begun = browser.call("POST", "/session", &asked)?;
        browser.session = begun["sessionId"].as_str().unwrap().to_string();
        // What the browser does on its own first page does not concern us.
        browser.open("about:blank");
        // A window that nobody sees is not always the one that has the focus, and then no piece would get it.
        browser.tools("Emulation.setFocusEmulationEnabled", &json!({ "enabled": true }));
        browser.log("performance");
        browser.log("browser");
        Ok(Some(browser))
    }

    fn call(&self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        let body = if method == "GET" || method == "DELETE" { String::new() } else { body.to_string() };
        let (status, answer) = try_http(self.port, method, path, &body).map_err(|error| error.to_string())?;
        let answer: Value = serde_json::from_str(&answer).map_err(|error| format!("{error}: {answer}"))?;
        if status == 200 { Ok(answer["value"].clone()) } else { Err(answer["value"]["message"].to_string()) }
    }

    fn session(&self, method: &str, path: &str, body: &Value) -> Value {
        self.call(method, &format!("/session/{}/{path}", self.session), body)
            .unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// Goes to an address.
    pub fn open(&self, address: &str) {
        self.session("POST", "url", &json!({ "url": address }));
    }

    /// Goes back, as the button of the browser does.
    pub fn back(&self) {
        self.session("POST", "back", &json!({}));
    }

    /// Loads the page again.
    pub fn reload(&self) {
        self.session("POST", "refresh", &json!({}));
    }

    /// Runs a script in the page, and returns what it returns.
    pub fn js(&self, script: &str) -> Value {
        self.session("POST", "execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// Runs a script that calls back, its last argument, when it is done.
    pub fn js_async(&self, script: &str) -> Value {
        self.session("POST", "execute/async", &json!({ "script": script, "args": [] }))
    }

    /// Waits until an expression of the page is true.
    pub fn wait(&self, expression: &str) {
        let started = Instant::now();
        while self.js(&format!("return Boolean({expression})")) != json!(true) {
            if started.elapsed() > NEVER {
                let page = self.js("return location.href + '\\n' + document.body.innerText.slice(0, 1500)");
                panic!("never true: {expression}\n{}", page.as_str().unwrap_or(""));
            }
            sleep(Duration::from_millis(30));
        }
    }

    /// Acts on an element. If the page draws it anew between the look and the act, the new one is taken.
    fn act(&self, css: &str, action: &str, body: &Value) {
        let started = Instant::now();
        loop {
            let found = self.session("POST", "element", &json!({ "using": "css selector", "value": css }));
            let element = found.as_object().unwrap().values().next().unwrap().as_str().unwrap();
            let path = format!("/session/{}/element/{element}/{action}", self.session);
            match self.call("POST", &path, body) {
                Ok(_) => return,
                Err(error) if error.contains("stale element") && started.elapsed() < NEVER => {}
                Err(error) => panic!("{action} {css}: {error}"),
            }
        }
    }

    /// Clicks an element as a person does: it must be there and not be covered.
    pub fn click(&self, css: &str) {
        self.act(css, "click", &json!({}));
    }

    /// Types into an element: text, or the path of a file that is chosen.
    pub fn send(&self, css: &str, text: &str) {
        self.act(css, "value", &json!({ "text": text }));
    }

    /// Empties a field, and types into it.
    pub fn write(&self, css: &str, text: &str) {
        self.act(css, "clear", &json!({}));
        self.send(css, text);
    }

    /// Waits for a downloaded file, and removes it so that the next one can have its name.
    pub fn downloaded(&self, name: &str) -> PathBuf {
        let (from, started) = (self.profile.path().join("downloads").join(name), Instant::now());
        // During the download it has another name.
        while !from.exists() {
            assert!(started.elapsed() < NEVER, "{name} was not handed out");
            sleep(Duration::from_millis(30));
        }
        let to = self.profile.path().join(name);
        std::fs::rename(from, &to).unwrap();
        to
    }

    /// Presses keys one after another.
    pub fn keys(&self, keys: &[&str]) {
        let actions: Vec<Value> = keys
            .iter()
            .flat_map(|key| {
                [json!({ "type": "keyDown", "value": key }), json!({ "type": "keyUp", "value": key })]
            })
            .collect();
        self.session(
            "POST",
            "actions",
            &json!({ "actions": [{ "type": "key", "id": "keys", "actions": actions }] }),
        );
    }

    /// Sends a command of the developer tools.
    pub fn tools(&self, command: &str, parameters: &Value) -> Value {
        self.session("POST", "goog/cdp/execute", &json!({ "cmd": command, "params": parameters }))
    }

    /// Sets the size of the page.
    pub fn size(&self, width: u32, height: u32) {
        let parameters = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.tools("Emulation.setDeviceMetricsOverride", &parameters);
    }

    /// Shows light or dark colours.
    pub fn colours(&self, scheme: &str) {
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.tools("Emulation.setEmulatedMedia", &json!({ "features": features }));
    }

    /// Sets what people prefer, as in `prefers-reduced-motion` and `no-preference`; nothing else is preferred then.
    #[allow(dead_code, reason = "not every test that starts a browser prefers anything")]
    pub fn prefer(&self, feature: &str, value: &str) {
        let features = json!([{ "name": feature, "value": value }]);
        self.tools("Emulation.setEmulatedMedia", &json!({ "features": features }));
    }

    /// Turns the network off or on.
    pub fn offline(&self, offline: bool) {
        let conditions =
            json!({ "offline": offline, "latency": 0, "download_throughput": -1, "upload_throughput": -1 });
        self.session("POST", "chromium/network_conditions", &json!({ "network_conditions": conditions }));
    }

    /// Returns the messages of a log since it was last asked for.
    pub fn log(&self, kind: &str) -> Vec<Value> {
        self.session("POST", "se/log", &json!({ "type": kind })).as_array().unwrap().clone()
    }

    /// Saves a picture of the whole page if `LASTBITE_SCREENSHOTS` names a folder.
    pub fn picture(&self, name: &str) {
        let Some(folder) = std::env::var_os("LASTBITE_SCREENSHOTS") else { return };
        let taken = self.tools("Page.captureScreenshot", &json!({ "captureBeyondViewport": true }));
        std::fs::create_dir_all(&folder).unwrap();
        let png = base64(taken["data"].as_str().unwrap());
        std::fs::write(Path::new(&folder).join(format!("{name}.png")), png).unwrap();
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.call("DELETE", &format!("/session/{}", self.session), &json!({}));
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// Reads what the driver says when it starts, and returns the port it names.
fn port_told(said: &mut impl BufRead) -> Option<u16> {
    said.lines().map_while(Result::ok).find_map(|line| {
        line.split("started successfully on port ").nth(1)?.trim_end_matches('.').parse().ok()
    })
}

/// Reads what is written in base 64.
pub fn base64(text: &str) -> Vec<u8> {
    let value = |c: u8| match c {
        b'A'..=b'Z' => c - b'A',
        b'a'..=b'z' => c - b'a' + 26,
        b'0'..=b'9' => c - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let digits: Vec<u8> = text.bytes().filter(|&c| c != b'=').map(value).collect();
    digits
        .chunks(4)
        .flat_map(|four| {
            let bits =
                four.iter().enumerate().fold(0u32, |bits, (i, &six)| bits | u32::from(six) << (18 - 6 * i));
            bits.to_be_bytes()[1..four.len()].to_vec()
        })
        .collect()
}

/// Sends one request and returns the status and the body of the answer.
#[allow(dead_code, reason = "not every test that starts a browser asks a server itself")]
pub fn http(port: u16, method: &str, path: &str, body: &str) -> (u16, String) {
    try_http(port, method, path, body).unwrap()
}

fn try_http(port: u16, method: &str, path: &str, body: &str) -> std::io::Result<(u16, String)> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes())?;
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let status = line.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
    let mut length = None;
    loop {
        line.clear();
        reader.read_line(&mut line)?;
        if line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse::<usize>().ok();
        }
    }
    let mut bytes = Vec::new();
    match length {
        Some(length) => {
            bytes.resize(length, 0);
            reader.read_exact(&mut bytes)?;
        }
        None => drop(reader.read_to_end(&mut bytes)),
    }
    Ok((status, String::from_utf8_lossy(&bytes).into_owned()))
}

/// A folder over HTTP, as any static host has it; it ends with the test.
pub fn host(folder: PathBuf) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let folder = folder.clone();
            std::thread::spawn(move || send_file(stream, &folder));
        }
    });
    port
}

fn send_file(mut stream: TcpStream, folder: &Path) {
    let mut line = String::new();
    let mut reader = BufReader::new(&stream);
    let _ = reader.read_line(&mut line);
    let mut rest = String::new();
    while reader.read_line(&mut rest).is_ok_and(|read| read > 2) {
        rest.clear();
    }
    let path = line.split(' ').nth(1).unwrap_or("/").split('?').next().unwrap().trim_start_matches('/');
    let name = if path.is_empty() { "index.html" } else { path };
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        _ => "application/json",
    };
    let (status, bytes) = match std::fs::read(folder.join(name)) {
        Ok(bytes) if !name.contains("..") => ("200 OK", bytes),
        _ => ("404 Not Found", Vec::new()),
    };
    let _ = write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        bytes.len()
    );
    let _ = stream.write_all(&bytes);
}

/// The real program, serving; it ends with the test.
pub struct Served {
    program: Child,
    /// Where it serves.
    pub address: String,
    said: BufReader<ChildStdout>,
}

impl Served {
    /// Starts it on any free port.
    pub fn start() -> Self {
        Served::begin(Command::new(env!("CARGO_BIN_EXE_lastbite")).args(["serve", "--bind", "127.0.0.1:0"]))
    }

    /// Starts it with more arguments, after a shell has done something first, such as setting a limit.
    #[allow(dead_code, reason = "not every test that starts a server limits it")]
    pub fn start_with(first: &str, more: &[&str]) -> Self {
        let script = format!("{first} exec \"$0\" serve --bind 127.0.0.1:0 \"$@\"");
        Served::begin(Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_lastbite")]).args(more))
    }

    fn begin(command: &mut Command) -> Self {
        let mut program = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let said = BufReader::new(program.stdout.take().unwrap());
        let mut served = Served { program, address: String::new(), said };
        served.address = served.next_address();
        served
    }

    /// Waits for the next line that it says, and returns the address in it.
    pub fn next_address(&mut self) -> String {
        let mut line = String::new();
        self.said.read_line(&mut line).unwrap();
        line.split_whitespace().find(|word| word.starts_with("http")).expect("it tells where").to_string()
    }

    /// Returns the number of its process.
    #[allow(dead_code, reason = "not every test that starts a server sends it signals")]
    pub fn id(&self) -> u32 {
        self.program.id()
    }

    /// Waits for its end, and returns its exit code.
    #[allow(dead_code, reason = "not every test that starts a server waits for its end")]
    pub fn wait(&mut self) -> Option<i32> {
        self.program.wait().ok()?.code()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}
