//! Every route and every error, without a socket.

use std::sync::Arc;
use std::time::Duration;

use std::convert::Infallible;
use std::future::Future;
use std::net::{IpAddr, Ipv4Addr};
use std::pin::Pin;
use std::task::{Context, Poll};

use hyper::body::{Body, Bytes, Frame};
use hyper::header::HeaderMap;
use hyper::{Method, Request, StatusCode, Version};
use lastbite::{AnyGame, Effort, Solver, Standing};
use lastbite_answers::{Analysed, Desk, Reach};
use lastbite_serve::{Options, Server, Stage, desk};
use proptest::prelude::*;
use serde_json::Value;

fn server(options: &Options) -> Arc<Server> {
    Arc::new(Server::new(desk(options).unwrap(), options).unwrap())
}

fn service() -> Arc<Server> {
    server(&Options::default())
}

/// The body of a request.
struct Along(Option<Bytes>);

impl Body for Along {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Poll::Ready(self.0.take().map(|bytes| Ok(Frame::data(bytes))))
    }
}

const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

struct Answered {
    status: StatusCode,
    headers: HeaderMap,
    text: String,
}

impl Answered {
    fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    fn kind(&self) -> &str {
        self.headers["content-type"].to_str().unwrap()
    }
}

/// Sends a question with extra headers.
async fn send_with(
    service: &Server,
    method: Method,
    uri: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Answered {
    let mut request = Request::builder().method(method).uri(uri);
    if !headers.iter().any(|(name, _)| *name == "host") {
        request = request.header("host", "localhost");
    }
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let request = request.body(Along(Some(body.to_string().into()))).unwrap();
    let response = service.answer(request, HERE).await;
    let (status, headers) = (response.status(), response.headers().clone());
    Answered { status, headers, text: String::from_utf8_lossy(response.body().bytes()).into_owned() }
}

async fn send(service: &Server, method: Method, uri: &str, body: &str) -> Answered {
    send_with(service, method, uri, &[], body).await
}

async fn ask(service: &Server, uri: &str) -> Answered {
    send(service, Method::GET, uri, "").await
}

/// Asks a question that must be refused, and checks that the refusal is a sentence.
async fn refused(service: &Server, uri: &str, status: u16) -> String {
    let answered = ask(service, uri).await;
    let start: String = uri.chars().take(100).collect();
    assert_eq!(answered.status, status, "{start}: {}", answered.text);
    let json = answered.json();
    let sentence = json["error"].as_str().unwrap().to_string();
    assert!(
        sentence.ends_with('.') && sentence.starts_with(char::is_uppercase) || sentence.starts_with('\''),
        "{sentence}"
    );
    sentence
}

#[tokio::test]
async fn the_analysis_is_the_librarys() {
    let service = service();
    let answered = ask(&service, "/api/analyze?game=chomp:4x7&position=7,6,3").await;
    assert_eq!((answered.status, answered.kind()), (StatusCode::OK, "application/json"));
    let game: AnyGame = "chomp:4x7".parse().unwrap();
    let standing = Standing::read(game, "7,6,3").unwrap();
    let analysed = Analysed::of(&standing, &Solver::new(), &Effort::unlimited()).unwrap();
    assert_eq!(answered.text, serde_json::to_string(&analysed).unwrap());
    let fields: Vec<String> = answered.json().as_object().unwrap().keys().cloned().collect();
    let mut wanted = [
        "game",
        "position",
        "outcome",
        "distance",
        "grundy",
        "value_without_blunders",
        "moves",
        "unjudged",
        "line",
    ]
    .map(String::from);
    wanted.sort();
    assert_eq!(fields, wanted);
    let again = ask(&service, "/api/analyze?game=chomp:4x7&position=7,6,3").await;
    assert_eq!(again.text, answered.text, "from the cache");
    let metrics = service.metrics();
    assert!(metrics.contains("lastbite_known_answers_total 1\n"), "{metrics}");
    assert!(metrics.contains("lastbite_answers_total{route=\"analyze\",status=\"200\"} 2\n"), "{metrics}");
}

#[tokio::test]
async fn every_route_answers() {
    let service = service();
    let json = |uri: &'static str| {
        let service = service.clone();
        async move {
            let answered = ask(&service, uri).await;
            assert_eq!(answered.status, StatusCode::OK, "{uri}: {}", answered.text);
            answered.json()
        }
    };
    let line = json("/api/line?game=chomp:2x3").await;
    assert_eq!(line["line"].as_array().unwrap().len() as u64, line["distance"].as_u64().unwrap());
    let explained = json("/api/explain?game=nim:3,4,5").await;
    assert!(explained["figure"].as_str().unwrap().contains("exclusive or: 2"));
    let explained = json("/api/explain?game=chomp:4x7").await;
    assert!(explained["sentences"].as_array().unwrap().len() > 2, "{explained}");
    let lost = json("/api/explain?game=chomp:4x7&position=3,1,1").await;
    assert_eq!(lost["outcome"], "loss");
    let reply = json("/api/move?game=chomp:4x7&level=perfect").await;
    assert_eq!((reply["move"].as_str(), reply["why"].as_str()), (Some("3,4"), Some("wins")));
    let easy = json("/api/move?game=chomp:4x7&level=easy&seed=18446744073709551615&turn=3&engine=memo").await;
    assert!(easy["move"].is_string());
    let grundy = json("/api/grundy?game=nim:3,4,5").await;
    assert_eq!(grundy["grundy"], 2);
    let grundy = json("/api/grundy?game=chomp:4x7").await;
    let zero = grundy["moves"].as_array().unwrap().iter().filter(|mv| mv["grundy"] == 0).count();
    assert_eq!(zero, 1, "one bite wins");
    let review = json("/api/review?game=chomp:3x4&moves=3,4;2,3&first=Ada").await;
    assert_eq!(review["moves"].as_array().unwrap().len(), 2);
    let view = json("/api/game?game=chomp:2x2&moves=2,2;1,2;2,1&first=Ada&second=Bob").await;
    assert_eq!((view["over"]["winner"].as_u64(), view["positions"].as_array().unwrap().len()), (Some(1), 4));
    let view = json("/api/game?game=chomp:2x2&moves=1,1").await;
    assert_eq!(view["over"]["ending"], "blunder");
    assert_eq!(json("/api/lesson").await["steps"].as_array().unwrap().len(), lastbite::play::lesson().len());
    assert_eq!(json("/api/health").await["status"], "ok");
    let openapi = json("/api/openapi.json").await;
    assert!(openapi["paths"]["/api/analyze"]["get"]["responses"]["200"].is_object());
    assert!(openapi["components"]["schemas"]["Analysed"]["properties"]["outcome"].is_object());
    let tree = ask(&service, "/api/tree.svg?game=chomp:2x3").await;
    assert_eq!((tree.status, tree.kind()), (StatusCode::OK, "image/svg+xml"));
    assert!(tree.text.starts_with("<svg") && tree.text.trim_end().ends_with("</svg>"));
    assert_eq!(tree.text.matches("<a ").count(), tree.text.matches("</a>").count());
    assert_eq!(tree.text.matches("<a ").count(), 9, "the positions of 2x3 that have the poison");
}

#[tokio::test]
async fn the_page_is_there_and_guarded() {
    let service = service();
    for file in lastbite_page::FILES {
        let answered = ask(&service, &format!("/{}", file.name)).await;
        assert_eq!((answered.status, answered.kind()), (StatusCode::OK, file.kind), "{}", file.name);
    }
    let page = ask(&service, "/").await;
    let policy = page.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
    assert_eq!(page.headers["x-content-type-options"], "nosniff");
    assert!(!page.headers.contains_key("access-control-allow-origin"), "nobody else's pages may ask");
    assert!(!page.text.contains("<style") && !page.text.contains("style=") && !page.text.contains("onclick"));
    let mut options = Options::default();
    options.allow_origin = Some("https://example.org".parse().unwrap());
    let open = ask(&server(&options), "/api/health").await;
    assert_eq!(open.headers["access-control-allow-origin"], "https://example.org");
}

#[tokio::test]
async fn the_picture_of_a_link_has_its_whole_address() {
    let service = service();
    let card = async |headers: &[(&str, &str)]| {
        let page = send_with(&service, Method::GET, "/", headers, "").await.text;
        let (_, rest) = page.split_once("property=\"og:image\" content=\"").unwrap();
        rest.split('"').next().unwrap().to_string()
    };
    assert_eq!(card(&[("host", "localhost:8080")]).await, "http://localhost:8080/card.png");
    let proxied = [("host", "localhost"), ("x-forwarded-proto", "https")];
    assert_eq!(card(&proxied).await, "https://localhost/card.png");
    // Back at the first address, and never at one that is no address but markup.
    assert_eq!(card(&[("host", "localhost:8080")]).await, "http://localhost:8080/card.png");
    let hostile = send_with(&service, Method::GET, "/", &[("host", "localhost\"><script>")], "").await;
    assert!(hostile.status != StatusCode::OK && !hostile.text.contains("\"><script>"), "{}", hostile.text);
}

#[tokio::test]
async fn a_file_that_the_browser_has_is_not_sent_again() {
    let service = service();
    let get = async |path: &str, known: &str| {
        send_with(&service, Method::GET, path, &[("if-none-match", known)], "").await
    };
    let mut tags = Vec::new();
    for path in lastbite_page::FILES.iter().map(|file| format!("/{}", file.name)) {
        let sent = ask(&service, &path).await;
        assert_eq!(sent.headers["cache-control"], "no-cache", "it is asked for again, with its tag");
        let tag = sent.headers["etag"].to_str().unwrap().to_string();
        for known in [tag.clone(), tag.replace("W/", ""), format!("\"other\", {tag}"), "*".into()] {
            let Answered { status, headers, text } = get(&path, &known).await;
            assert_eq!((status, text.len()), (StatusCode::NOT_MODIFIED, 0), "{path} {known}");
            assert_eq!(headers["etag"], *tag, "{path}");
            assert!(headers.contains_key("content-security-policy"), "{path}");
        }
        let other = get(&path, "W/\"other\"").await;
        assert_eq!((other.status, other.text.len()), (StatusCode::OK, sent.text.len()), "{path}");
        tags.push(tag);
    }
    tags.sort();
    tags.dedup();
    assert_eq!(tags.len(), lastbite_page::FILES.len(), "each has its own");
    assert_eq!(
        get("/", ask(&service, "/index.html").await.headers["etag"].to_str().unwrap()).await.status,
        304
    );
}

#[tokio::test]
async fn what_the_page_names_is_kept_until_it_changes() {
    let service = service();
    let page = ask(&service, "/").await;
    let named: Vec<&str> = page.text.split('"').filter(|text| text.matches('.').count() == 2).collect();
    let named: Vec<&str> = named
        .into_iter()
        .filter(|name| [".js", ".css", ".svg"].iter().any(|end| name.ends_with(end)))
        .collect();
    for stem in ["app.", "look.", "door.", "icon."] {
        assert!(named.iter().any(|name| name.starts_with(stem)), "{stem} in {named:?}");
    }
    for name in named {
        let sent = ask(&service, &format!("/{name}")).await;
        assert_eq!(sent.status, StatusCode::OK, "{name}");
        assert_eq!(sent.headers["cache-control"], "public, max-age=31536000, immutable", "{name}");
        let (stem, end) = (name.split('.').next().unwrap(), name.rsplit('.').next().unwrap());
        let other = ask(&service, &format!("/{stem}.0123456789abcdef.{end}")).await;
        assert_eq!(other.status, StatusCode::NOT_FOUND, "a version that is not here");
    }
}

#[tokio::test]
async fn errors_are_sentences() {
    let service = service();
    refused(&service, "/api/analyze", 400).await;
    refused(&service, "/api/analyze?game=chess", 400).await;
    refused(&service, "/api/analyze?game=chomp:4x7&position=9,9", 400).await;
    refused(&service, "/api/analyze?game=chomp:4x7&game=chomp:4x7", 400).await;
    let sentence = refused(&service, "/api/analyze?gmae=chomp:4x7", 400).await;
    assert!(sentence.contains("game, position"), "{sentence}");
    refused(&service, "/api/move?game=chomp:4x7&level=godlike", 400).await;
    refused(&service, "/api/move?game=chomp:4x7&seed=-1", 400).await;
    refused(&service, "/api/move?game=chomp:1x1", 400).await;
    refused(&service, "/api/game?game=chomp:2x2&moves=2,2;2,2", 400).await;
    refused(&service, "/api/game?game=chomp:2x2&resigned=3", 400).await;
    refused(&service, "/api/nothing", 404).await;
    refused(&service, "/nothing", 404).await;
    refused(&service, "/../Cargo.toml", 404).await;
    refused(&service, "/api/..%2f..%2fetc%2fpasswd", 404).await;
    refused(&service, "/api/%ff", 404).await;
    refused(&service, "/metrics", 404).await;
    let sentence = refused(&service, "/api/analyze?game=chomp:100x3", 422).await;
    assert!(sentence.contains("1 to 99 rows"), "{sentence}");
    refused(&service, "/api/tree.svg?game=chomp:6x6", 422).await;
    refused(&service, "/api/grundy?game=chomp:20x20", 422).await;
    refused(&service, "/api/grundy?game=nim:3,4/misere", 422).await;
    for (method, uri, allowed) in [
        (Method::POST, "/api/analyze?game=chomp:2x2", "GET, HEAD, OPTIONS"),
        (Method::GET, "/api/record", "POST, OPTIONS"),
        (Method::DELETE, "/", "GET, HEAD, OPTIONS"),
        (Method::PUT, "/api/ready", "GET, HEAD, OPTIONS"),
    ] {
        let refused = send(&service, method, uri, "").await;
        assert_eq!(
            (refused.status, &refused.headers["allow"]),
            (StatusCode::METHOD_NOT_ALLOWED, &allowed.parse().unwrap())
        );
        assert!(refused.json()["error"].is_string());
    }
    assert_eq!(send(&service, Method::POST, "/api/record", "{}").await.status, StatusCode::BAD_REQUEST);
    let long = "x".repeat(2 << 20);
    assert_eq!(
        send(&service, Method::POST, "/api/record", &long).await.status,
        StatusCode::PAYLOAD_TOO_LARGE
    );
}

#[tokio::test]
async fn hostile_questions_are_refused_at_once() {
    let service = service();
    refused(&service, &format!("/api/analyze?game={}", "9".repeat(1 << 20).split_at(60_000).0), 414).await;
    refused(&service, "/api/analyze?game=chomp:999999x999999", 400).await;
    refused(&service, "/api/analyze?game=chomp:4294967296x1", 400).await;
    refused(&service, "/api/analyze?game=chomp:-3x4", 400).await;
    refused(&service, "/api/analyze?game=chomp:0x0", 400).await;
    refused(&service, "/api/analyze?game=chomp:%F0%9F%8D%ABx4", 400).await;
    refused(&service, "/api/analyze?game=%FF%FE", 400).await;
    refused(&service, &format!("/api/analyze?game=nim:{}", ",".repeat(1000)), 400).await;
    refused(&service, &format!("/api/analyze?game=nim:{}", vec!["1"; 1000].join(",")), 422).await;
    refused(&service, "/api/analyze?game=nim:1^1000000", 422).await;
    refused(&service, &format!("/api/game?game=chomp:4x7&moves={}", ";".repeat(10_000)), 400).await;
    refused(&service, &format!("/api/{}", "a".repeat(300)), 414).await;
}

#[tokio::test]
async fn who_comes_when_all_is_full_is_told_to_come_again() {
    let mut options = Options::default();
    options.waiting = 0;
    let service = server(&options);
    let answered = ask(&service, "/api/analyze?game=chomp:4x7").await;
    assert_eq!(answered.status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(answered.headers.contains_key("retry-after"));
    assert_eq!(ask(&service, "/api/health").await.status, StatusCode::OK, "what is light is answered");
}

#[tokio::test]
async fn what_takes_too_long_is_refused_in_time() {
    let mut options = Options::default();
    options.deadline = Duration::from_millis(1);
    let service = server(&options);
    let answered = ask(&service, "/api/analyze?game=chomp:17x18&position=18%5E16,17").await;
    assert!([422, 503].contains(&answered.status.as_u16()), "{}", answered.text);
}

#[tokio::test]
async fn the_progress_of_a_question_can_be_asked_for() {
    // Even on a busy machine there is enough time, and the question is cancelled when some work is done.
    let mut options = Options::default();
    options.deadline = Duration::from_secs(3600);
    let service = server(&options);
    let question = "analyze?game=chomp:18x19";
    let progress = async || ask(&service, &format!("/api/progress/{question}")).await;
    assert_eq!(progress().await.text, "{\"share\":null}");
    let (worked, uri) = (service.clone(), format!("/api/{question}"));
    let answer = tokio::spawn(async move { ask(&worked, &uri).await.status });
    loop {
        let share = progress().await.json()["share"].as_f64();
        assert!(share.is_none_or(|share| (0.0..=1.0).contains(&share)), "{share:?}");
        if share.is_some_and(|share| share > 0.0) {
            break;
        }
        assert!(!answer.is_finished(), "nothing was told while it was worked on");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    answer.abort();
    while progress().await.text != "{\"share\":null}" {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

#[tokio::test]
async fn equal_questions_are_answered_together_and_alike() {
    let mut options = Options::default();
    options.per_client = 50;
    let service = server(&options);
    let all: Vec<_> = (0..50)
        .map(|_| {
            let service = service.clone();
            tokio::spawn(async move { ask(&service, "/api/analyze?game=chomp:9x11").await.text })
        })
        .collect();
    let mut texts = Vec::new();
    for one in all {
        texts.push(one.await.unwrap());
    }
    assert!(texts[0].contains("\"outcome\":\"win\""), "{}", texts[0]);
    assert!(texts.iter().all(|text| *text == texts[0]));
}

#[tokio::test]
async fn memory_is_bounded_whatever_is_asked() {
    let mut options = Options::default();
    options.memory = 64 << 20;
    options.per_client = 1000;
    let server = server(&options);
    let service = server;
    let asked: Vec<_> = (2..=14)
        .flat_map(|rows| {
            (rows..=14).map(move |cols| {
                format!("/api/analyze?game=chomp:{rows}x{cols}&position={cols},{}", cols - 1)
            })
        })
        .map(|uri| {
            let service = service.clone();
            tokio::spawn(async move { ask(&service, &uri).await.status })
        })
        .collect();
    for one in asked {
        assert!([200, 422].contains(&one.await.unwrap().as_u16()));
    }
    let metrics = service.metrics();
    let kept = metrics.lines().find_map(|line| line.strip_prefix("lastbite_solved_bytes ")).unwrap();
    assert!(kept.parse::<u64>().unwrap() <= 24 << 20, "{kept}");
}

#[tokio::test]
async fn files_are_sent_compressed_to_those_who_can_unpack_them() {
    let service = service();
    for (accepted, compressed) in [
        ("gzip", true),
        ("br;q=1.0, gzip;q=0.5", true),
        ("*", true),
        ("gzip;q=0", false),
        ("br", false),
        ("", false),
    ] {
        let sent = send_with(&service, Method::GET, "/app.js", &[("accept-encoding", accepted)], "").await;
        assert_eq!(sent.headers.contains_key("content-encoding"), compressed, "{accepted}");
        assert_eq!(sent.headers["vary"], "accept-encoding");
        let whole = ask(&service, "/app.js").await.text.len();
        assert_eq!(sent.text.len() < whole, compressed, "{accepted}");
    }
}

#[tokio::test]
async fn a_page_from_elsewhere_that_gave_its_name_this_address_gets_nothing() {
    let service = service();
    for (host, status) in [("localhost:8080", 200), ("127.0.0.1", 200), ("evil.example:8080", 421)] {
        let answered = send_with(&service, Method::GET, "/api/health", &[("host", host)], "").await;
        assert_eq!(answered.status, status, "{host}");
        assert_eq!(answered.json()["error"].is_string(), status == 421, "{host}");
    }
}

#[tokio::test]
async fn an_allowed_origin_can_ask_and_send() {
    let mut options = Options::default();
    options.allow_origin = Some("https://example.org".parse().unwrap());
    let open = server(&options);
    let asks = [("origin", "https://example.org"), ("access-control-request-method", "POST")];
    for uri in ["/api/record", "/api/analyze?game=chomp:2x2", "/api/ready"] {
        let before = send_with(&open, Method::OPTIONS, uri, &asks, "").await;
        assert_eq!((before.status, before.text.as_str()), (StatusCode::NO_CONTENT, ""), "{uri}");
        assert_eq!(before.headers["access-control-allow-origin"], "https://example.org");
        assert!(before.headers["access-control-allow-methods"].to_str().unwrap().contains("POST"));
        assert!(before.headers["access-control-allow-headers"].to_str().unwrap().contains("content-type"));
    }
    let closed = send_with(&service(), Method::OPTIONS, "/api/record", &asks, "").await;
    assert!(closed.headers.keys().all(|name| !name.as_str().starts_with("access-control")));
    assert_eq!(closed.headers["allow"], "POST, OPTIONS");
}

#[tokio::test]
async fn it_is_ready_between_its_start_and_its_end_unless_it_is_full() {
    let service = service();
    refused(&service, "/api/ready", 503).await;
    service.enter(Stage::Serving);
    assert_eq!(ask(&service, "/api/ready").await.json()["status"], "ready");
    service.enter(Stage::Draining);
    refused(&service, "/api/ready", 503).await;
    assert_eq!(ask(&service, "/api/health").await.status, StatusCode::OK, "it is well all the time");
    let mut options = Options::default();
    options.waiting = 0;
    let full = server(&options);
    full.enter(Stage::Serving);
    refused(&full, "/api/ready", 503).await;
}

#[tokio::test]
async fn every_answer_has_an_id() {
    let service = service();
    let id = async |sent: &str| {
        let answered = send_with(&service, Method::GET, "/api/health", &[("x-request-id", sent)], "").await;
        answered.headers["x-request-id"].to_str().unwrap().to_string()
    };
    assert_eq!(id("a-1_b.2").await, "a-1_b.2");
    let long = "x".repeat(65);
    for wrong in ["", "a b", "\"}", "a;b", long.as_str()] {
        assert_ne!(id(wrong).await, wrong);
    }
    assert_ne!(id("").await, id("").await, "each has its own");
}

/// A large question.
const LARGE: &str = "/api/analyze?game=chomp:20x20";

#[tokio::test]
async fn a_client_has_its_share_and_others_theirs() {
    let mut options = Options::default();
    options.per_client = 2;
    options.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    let service = server(&options);
    let from = async |uri: String, client: &'static str| {
        send_with(&service, Method::GET, &uri, &[("x-forwarded-for", client)], "").await
    };
    #[allow(clippy::async_yields_async, reason = "the question goes on while others are asked")]
    let begin = async |uri: String, client: &'static str| {
        let (asked, before) = (Arc::clone(&service), came_to_the_slow_lane(&service));
        let task = tokio::spawn(async move {
            send_with(&asked, Method::GET, &uri, &[("x-forwarded-for", client)], "").await
        });
        // It is weighed in the fast lane first.
        while came_to_the_slow_lane(&service) == before {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        task
    };
    let _first = begin(format!("{LARGE}@1,2"), "1.2.3.4").await;
    let second = begin(format!("{LARGE}@1,3"), "1.2.3.4").await;
    let third = from(format!("{LARGE}@1,4"), "1.2.3.4").await;
    assert_eq!(third.status, StatusCode::TOO_MANY_REQUESTS);
    let why = "You have 2 questions waiting already; try again when one of them is answered.";
    assert_eq!(third.json()["error"], why);
    assert!(third.headers.contains_key("retry-after"));
    assert_eq!(from("/api/analyze?game=nim:3,4,5".into(), "1.2.3.4").await.status, StatusCode::OK);
    let others = begin(format!("{LARGE}@1,4"), "1.2.3.5").await;
    assert!(!others.is_finished());
    // A client that goes away makes room.
    second.abort();
    let fourth = begin(format!("{LARGE}@1,5"), "1.2.3.4").await;
    assert!(!fourth.is_finished());
}

/// Counts the questions that wait in the slow lane, and those that have waited there.
fn came_to_the_slow_lane(service: &Server) -> u64 {
    let metrics = service.metrics();
    let number = |name: &str| -> u64 {
        metrics.lines().find_map(|line| line.strip_prefix(name)).unwrap().trim().parse().unwrap()
    };
    number("lastbite_waiting{lane=\"slow\"}") + number("lastbite_wait_seconds_count{lane=\"slow\"}")
}

/// Questions that are nearly right, so that they get far.
fn questions() -> impl Strategy<Value = String> {
    let name = prop_oneof![
        Just("analyze"),
        Just("line"),
        Just("explain"),
        Just("move"),
        Just("grundy"),
        Just("review"),
        Just("game"),
        Just("tree.svg"),
        Just("lesson"),
        Just("record"),
        Just("nothing"),
    ];
    let game = prop_oneof![
        (0u32..8, 0u32..9).prop_map(|(r, c)| format!("chomp:{r}x{c}")),
        (1u32..6, 1u32..6, 0u32..7, 0u32..7).prop_map(|(r, c, a, b)| format!("chomp:{r}x{c}@{a},{b}")),
        proptest::collection::vec(0u32..9, 0..5).prop_map(|heaps| {
            format!("nim:{}", heaps.iter().map(u32::to_string).collect::<Vec<_>>().join(","))
        }),
        (0u32..9, 0u32..9).prop_map(|(a, b)| format!("nim:{a},{b}/misere")),
        ".{0,12}",
    ];
    let position = prop_oneof![
        Just(String::new()),
        proptest::collection::vec(0u32..9, 0..6)
            .prop_map(|rows| { rows.iter().map(u32::to_string).collect::<Vec<_>>().join(",") }),
        ".{0,10}",
    ];
    let key = prop_oneof![
        Just("position"),
        Just("moves"),
        Just("level"),
        Just("seed"),
        Just("resigned"),
        Just("x")
    ];
    (name, game, position, key).prop_map(|(name, game, value, key)| {
        let encode = |text: &str| -> String { text.bytes().map(|b| format!("%{b:02x}")).collect() };
        format!("/api/{name}?game={}&{key}={}", encode(&game), encode(&value))
    })
}

#[test]
fn no_question_makes_a_500_and_both_engines_give_the_same_bytes() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let service = service();
    // As in the worker of the page: another solver, one thread, the memory of a browser.
    let desk = Desk::new(Solver::keeping(256 << 20), Reach::default());
    let effort = Effort::unlimited().threads(1).memory(1 << 30);
    let config = ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() };
    proptest!(config, |(uri in questions())| {
        let answered = runtime.block_on(ask(&service, &uri));
        prop_assert!(answered.status.as_u16() < 500, "{}: {}", uri, answered.text);
        let (name, query) = uri.trim_start_matches("/api/").split_once('?').unwrap();
        if name != "record" {
            let local = desk.answer(name, query, "", &effort);
            prop_assert_eq!((local.status, &local.body), (answered.status.as_u16(), &answered.text), "{}", uri);
        }
    });
}

/// A body of which a part has come, and no more.
struct Stalled(Option<Bytes>);

impl Body for Stalled {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.0.take().map_or(Poll::Pending, |bytes| Poll::Ready(Some(Ok(Frame::data(bytes)))))
    }
}

/// Polls once, and says whether it is done.
fn is_done_at_once(asked: Pin<&mut impl Future>) -> bool {
    asked.poll(&mut Context::from_waker(std::task::Waker::noop())).is_ready()
}

/// The threads that talk to clients read no game and draw nothing, so that they always have time: where no question
/// may wait for another thread, none about a game is answered.
#[tokio::test]
async fn whoever_talks_to_clients_does_no_work() {
    let mut options = Options::default();
    options.waiting = 0;
    let service = server(&options);
    for uri in ["game?game=chomp:9x9", "setup?game=chomp:9x9", "session?game=nim:3,4", "grundy?game=nonsense"]
    {
        assert_eq!(ask(&service, &format!("/api/{uri}")).await.status, 503, "{uri} was worked on here");
    }
    for method in ["record", "save?game=nim:3"] {
        let sent = send(&service, Method::POST, &format!("/api/{method}"), "[]").await;
        assert_eq!(sent.status, 503, "{method} was worked on here");
    }
    for (uri, status) in [("health", 200), ("games", 200), ("nonsense", 404)] {
        assert_eq!(ask(&service, &format!("/api/{uri}")).await.status, status);
    }
}

#[tokio::test]
async fn bodies_that_stall_are_counted_and_one_client_has_its_share() {
    let mut options = Options::default();
    options.memory = 16 << 20;
    let service = server(&options);
    let stalled = |peer: [u8; 4]| {
        let request = Request::builder().method(Method::POST).uri("/api/record").header("host", "localhost");
        let request = request.body(Stalled(Some(vec![b' '; 700_000].into()))).unwrap();
        service.answer(request, IpAddr::from(peer))
    };
    let mut first = Box::pin(stalled([1, 2, 3, 4]));
    assert!(!is_done_at_once(first.as_mut()), "it waits for the rest");
    let second = stalled([1, 2, 3, 4]).await;
    assert_eq!(second.status(), StatusCode::SERVICE_UNAVAILABLE, "its share is taken");
    let mut other = Box::pin(stalled([1, 2, 3, 5]));
    assert!(!is_done_at_once(other.as_mut()), "others have theirs");
    drop(first);
    let mut third = Box::pin(stalled([1, 2, 3, 4]));
    assert!(!is_done_at_once(third.as_mut()), "there is room again");
    assert!(service.metrics().contains("lastbite_bodies_bytes 1400000\n"));
}

#[tokio::test]
async fn a_sum_of_large_games_is_refused_before_it_is_built() {
    let service = service();
    for part in ["chomp:99x99", "nim:1^1000000", "chomp:16x16x16"] {
        let game = [part; 12].join("+");
        for route in ["setup", "session", "game", "puzzle", "worksheet", "analyze"] {
            let why = refused(&service, &format!("/api/{route}?game={game}"), 422).await;
            assert!(why.contains("at most") || why.contains("the limit is 10,000"), "{why}");
        }
    }
}

#[tokio::test]
async fn a_request_has_one_host_and_a_short_method() {
    let service = service();
    let hosts = [("host", "localhost"), ("host", "example.org")];
    let twice = send_with(&service, Method::GET, "/api/health", &hosts, "").await;
    assert_eq!(twice.status, StatusCode::BAD_REQUEST);
    // RFC 9112: HTTP/1.1 must name one, and only HTTP/1.0 need not.
    for (version, status) in [(Version::HTTP_11, 400), (Version::HTTP_10, 200)] {
        let request = Request::builder().version(version).uri("/api/health");
        let request = request.body(Along(Some(Bytes::new()))).unwrap();
        assert_eq!(service.answer(request, HERE).await.status(), status, "{version:?} without a Host");
    }
    let method = Method::from_bytes(&[b'A'; 60_000]).unwrap();
    assert_eq!(send(&service, method, "/api/health", "").await.status, StatusCode::METHOD_NOT_ALLOWED);
}
