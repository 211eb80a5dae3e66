//! Which path asks what, and what every answer has in common.

use std::future::{Future, poll_fn};
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::task::Poll;
use std::time::{Duration, Instant};

use hyper::body::{Body, Bytes};
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::{Method, Request, Response, StatusCode, Version};
use lastbite_answers::{Desk, Question, routes};
use lastbite_page::FILES;

use crate::access::{Line, Writer};
use crate::answer::{Answer, Whole};
use crate::budget::{Budget, Held};
use crate::client::{Client, Network, address_of};
use crate::doors::Doors;
use crate::files::{Files, without_hash};
use crate::metrics::{Metrics, Now};
use crate::names::{Hosts, Origin};
use crate::queue::{Asking, Lane, Memory, Queue};
use crate::{Options, ServeError, log};

/// The description of the API for programs. A test compares it with the one made from the types.
const OPENAPI: &str = include_str!("openapi.json");

/// The server without its connections: requests in, responses out.
#[derive(Debug)]
pub struct Server {
    desk: Arc<Desk>,
    queue: Arc<Queue>,
    metrics: Arc<Metrics>,
    files: Files,
    hosts: Hosts,
    /// The names that the metrics are given to.
    operators: Option<Hosts>,
    allow_origin: Option<Origin>,
    trusted: Vec<Network>,
    access: Option<Writer>,
    patience: Duration,
    memory: u64,
    /// The bytes of bodies that come in, and of answers that go out.
    bodies: Arc<Budget>,
    sent: Arc<Budget>,
    doors: Doors,
    stage: AtomicU8,
    /// The prefix of request ids, and how many there were.
    ids: (u64, AtomicU64),
}

/// The stage of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Stage {
    /// It does not listen yet.
    Starting,
    /// It answers.
    Serving,
    /// It finishes the current answers.
    Draining,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.queue.end();
    }
}

impl Server {
    /// The most bytes of a body: a record of the longest game.
    const LONGEST_BODY: usize = 1 << 20;
    /// More bytes than any answer has.
    const LONGEST_ANSWER: u64 = 8 << 20;
    /// Answers of fewer bytes are not counted while they are sent: a connection takes as much anyway.
    const SHORT_ANSWER: usize = 16 << 10;
    /// The most letters of a method.
    const LONGEST_METHOD: usize = 32;
    /// The most bytes of a path.
    const LONGEST_PATH: usize = 256;

    /// Makes a server from a desk, and starts its worker threads.
    pub fn new(desk: Desk, options: &Options) -> Result<Self, ServeError> {
        let (desk, metrics) = (Arc::new(desk), Arc::<Metrics>::default());
        let access = options.access_log.as_ref().map(Writer::open).transpose()?;
        let memory = Memory::shared_out(options.memory, options.workers.max(2));
        let start = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        Ok(Server {
            queue: Queue::start(Arc::clone(&desk), Arc::clone(&metrics), options)?,
            desk,
            metrics,
            files: Files::new(),
            hosts: Hosts::new(options.bind, &options.hosts),
            operators: options.metrics.map(|address| Hosts::new(address, &options.hosts)),
            allow_origin: options.allow_origin.clone(),
            trusted: options.trusted_proxies.clone(),
            access,
            patience: options.patience,
            memory: options.memory,
            bodies: Budget::new(memory.bodies, Self::LONGEST_BODY as u64),
            sent: Budget::new(memory.sent, Self::LONGEST_ANSWER),
            doors: Doors::new(options.connections, options.connections_per_client),
            stage: AtomicU8::new(Stage::Starting as u8),
            ids: (start.as_millis() as u64, AtomicU64::new(0)),
        })
    }

    /// Sets the stage of the server.
    pub fn enter(&self, stage: Stage) {
        self.stage.store(stage as u8, Ordering::Relaxed);
    }

    /// Lets a client in; nothing if too many are connected, or if it has its share of connections already.
    pub(crate) fn connect(self: &Arc<Self>, peer: IpAddr) -> Option<Connected> {
        // Behind a trusted proxy are many clients.
        let is_proxy = self.trusted.iter().any(|network| network.has(peer));
        let client = (!is_proxy).then(|| Client::at(peer));
        if !self.doors.enter(client) {
            self.metrics.turned_away();
            return None;
        }
        self.metrics.connected();
        Some(Connected(Arc::clone(self), client))
    }

    /// Writes the metrics for Prometheus.
    pub fn metrics(&self) -> String {
        let waiting = [Lane::Fast, Lane::Slow].map(|lane| (lane, self.queue.waiting(lane)));
        self.metrics.text(&Now {
            memory_allowed: self.memory,
            solved_bytes: self.desk.solver().kept_bytes(),
            answers_kept: self.queue.kept(),
            in_flight: self.queue.in_flight(),
            waiting,
            connections: self.doors.entered(),
            on_their_way: [self.bodies.taken(), self.sent.taken()],
        })
    }

    /// Answers a request that comes from an address.
    pub async fn answer<B>(&self, request: Request<B>, peer: IpAddr) -> Response<Whole>
    where
        B: Body<Data = Bytes>,
    {
        let started = Instant::now();
        let (method, uri) = (request.method().clone(), request.uri().clone());
        let client = address_of(peer, request.headers(), &self.trusted);
        let id = self.id_of(request.headers());
        let route = route_of(uri.path());
        let answer = caught(self.guarded(request, Client::at(client))).await;
        let mut response = answer.into_response();
        let headers = response.headers_mut();
        set_headers(headers, self.allow_origin.as_ref());
        if method == Method::OPTIONS && self.allow_origin.is_some() {
            Origin::allow_to_send(headers);
        }
        headers.insert(REQUEST_ID, id.clone());
        let (status, time) = (response.status(), started.elapsed());
        self.metrics.answered(route, status.as_u16(), time);
        if let Some(access) = &self.access {
            let path = uri.path_and_query().map_or("*", |path| path.as_str());
            let line = Line {
                client,
                id: id.to_str().unwrap_or_default(),
                method: method.as_str().get(..Self::LONGEST_METHOD).unwrap_or(method.as_str()),
                path,
                status: status.as_u16(),
                bytes: response.body().bytes().len() as u64,
                time,
            };
            if !access.write(&line) {
                self.metrics.line_lost();
            }
        }
        if status == StatusCode::INTERNAL_SERVER_ERROR {
            log::error(format_args!("{route} ended with 500, request {}", id.to_str().unwrap_or_default()));
        }
        response
    }

    /// Answers a request on the address of the metrics.
    pub(crate) fn answer_operator<B>(&self, request: &Request<B>) -> Response<Whole> {
        let foreign =
            self.operators.as_ref().is_some_and(|hosts| !hosts.allow(request.uri(), request.headers()));
        let answer = match request.uri().path() {
            _ if is_nameless(request) => Answer::refusal(StatusCode::BAD_REQUEST, NO_NAME),
            _ if foreign => Answer::refusal(StatusCode::MISDIRECTED_REQUEST, NOT_MY_NAME),
            _ if !matches!(*request.method(), Method::GET | Method::HEAD) => not_so(READ),
            "/metrics" => Answer::text("text/plain; version=0.0.4", self.metrics()),
            "/ready" => self.ready(),
            _ => Answer::refusal(StatusCode::NOT_FOUND, "there is nothing here but /metrics and /ready"),
        };
        answer.into_response()
    }

    /// Counts an answer among all that are being sent, or puts a shorter one in its place if there are too many.
    fn counted(&self, answer: Answer, client: Client) -> Answer {
        if answer.body.len() <= Self::SHORT_ANSWER {
            return answer;
        }
        match self.sent.take(client, answer.body.len() as u64) {
            Some(held) => Answer { body: held.along_with(answer.body.clone()), ..answer },
            None => Answer::busy(),
        }
    }

    /// Takes the id of a request if it is a plain word, or makes one.
    fn id_of(&self, headers: &HeaderMap) -> HeaderValue {
        let sane = |id: &HeaderValue| {
            let plain = |b: &u8| b.is_ascii_alphanumeric() || b"-_.".contains(b);
            (1..=64).contains(&id.len()) && id.as_bytes().iter().all(plain)
        };
        if let Some(id) = headers.get(&REQUEST_ID).filter(|id| sane(id)) {
            return id.clone();
        }
        let (start, count) = &self.ids;
        let text = format!("{start:x}-{:x}", count.fetch_add(1, Ordering::Relaxed));
        HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static("0"))
    }

    /// Refuses requests that are too long, or for another name.
    async fn guarded<B: Body<Data = Bytes>>(&self, request: Request<B>, client: Client) -> Answer {
        let uri = request.uri();
        let long = uri.query().is_some_and(|query| query.len() > Question::LONGEST);
        if long || uri.path().len() > Self::LONGEST_PATH {
            let why =
                "that address is too long; at most 16 KiB of parameters are read, and a path of 256 bytes";
            return Answer::refusal(StatusCode::URI_TOO_LONG, why);
        }
        if request.headers().get_all(header::HOST).iter().nth(1).is_some() {
            return Answer::refusal(StatusCode::BAD_REQUEST, "a request has one Host, and this has several");
        }
        if is_nameless(&request) {
            return Answer::refusal(StatusCode::BAD_REQUEST, NO_NAME);
        }
        if request.method().as_str().len() > Self::LONGEST_METHOD {
            return not_so(READ);
        }
        if !self.hosts.allow(uri, request.headers()) {
            return Answer::refusal(StatusCode::MISDIRECTED_REQUEST, NOT_MY_NAME);
        }
        self.routed(request, client).await
    }

    async fn routed<B: Body<Data = Bytes>>(&self, request: Request<B>, client: Client) -> Answer {
        let (head, body) = request.into_parts();
        let (path, query) = (head.uri.path(), head.uri.query().unwrap_or(""));
        let answer: Option<Answer> = match path.strip_prefix("/api/") {
            None => self.files.find(path, &head.headers),
            Some("openapi.json") => Some(Answer::json(OPENAPI)),
            Some("ready") => Some(self.ready()),
            Some(name) => match name.strip_prefix("progress/") {
                Some(name) => Some(self.progress(name, query)),
                None => {
                    let answer = self.api(name, query, &head.method, body, client).await;
                    return self.counted(answer, client);
                }
            },
        };
        match answer {
            None => Answer::refusal(StatusCode::NOT_FOUND, "there is nothing here; the page is at /"),
            Some(answer) => match head.method {
                Method::GET | Method::HEAD => answer,
                Method::OPTIONS => allowed(READ),
                _ => not_so(READ),
            },
        }
    }

    /// Says whether the server is ready: not while it starts or ends, nor when no more questions can wait.
    fn ready(&self) -> Answer {
        let not = |why| Answer::refusal(StatusCode::SERVICE_UNAVAILABLE, why).again_soon();
        let stage = self.stage.load(Ordering::Relaxed);
        if stage == Stage::Starting as u8 {
            not("the server is starting")
        } else if stage == Stage::Draining as u8 {
            not("the server is shutting down, and finishes the current answers")
        } else if self.queue.is_full() || self.doors.are_full() {
            not("the server is fully loaded")
        } else {
            Answer::json("{\"status\":\"ready\"}")
        }
    }

    /// Answers with the share of the work on a question that is done, while somebody waits for it.
    fn progress(&self, name: &str, query: &str) -> Answer {
        match self.queue.share(&format!("{name}?{query}")) {
            Some(share) => Answer::json(format!("{{\"share\":{share}}}")),
            None => Answer::json("{\"share\":null}"),
        }
    }

    /// Answers a question of the API.
    async fn api<B>(&self, name: &str, query: &str, method: &Method, body: B, client: Client) -> Answer
    where
        B: Body<Data = Bytes>,
    {
        let Some(route) = routes::find(name) else {
            return self.desk.answer(name, "", "", &self.queue.light()).into();
        };
        let methods = if route.method == routes::Method::Get { READ } else { SEND };
        match (route.method, method) {
            (_, &Method::OPTIONS) => return allowed(methods),
            (routes::Method::Get, &Method::GET | &Method::HEAD) => {}
            (routes::Method::Post, &Method::POST) => {}
            _ => return not_so(methods),
        }
        if !route.is_work() {
            return self.desk.answer(name, query, "", &self.queue.light()).into();
        }
        let question: Arc<str> = format!("{name}?{query}").into();
        let body = match route.method {
            routes::Method::Get => None,
            routes::Method::Post => match self.body(body, client).await {
                Ok(body) => Some(body),
                Err(refusal) => return refusal,
            },
        };
        if let Some(known) = self.queue.known(&question).filter(|_| body.is_none()) {
            self.metrics.was_known();
            return known;
        }
        self.queue.ask(&Asking { question, body }, client).await
    }

    /// Reads the body of a question, and counts it among all that are being read.
    async fn body<B: Body<Data = Bytes>>(&self, body: B, client: Client) -> Result<Bytes, Answer> {
        let refused = |status, why| Err(Answer::refusal(status, why));
        let Some(mut held) = self.bodies.take(client, 0) else { return Err(Answer::busy()) };
        let body = pin!(body);
        let read = read(body, Self::LONGEST_BODY, &mut held);
        match tokio::time::timeout(self.patience, read).await {
            Ok(Ok(bytes)) => Ok(held.along_with(bytes.into())),
            Ok(Err(NotRead::TooLong)) => refused(
                StatusCode::PAYLOAD_TOO_LARGE,
                "the body of the request is too long or was cut off; at most 1 MiB is read",
            ),
            Ok(Err(NotRead::NoRoom)) => Err(Answer::busy()),
            Err(_) => refused(StatusCode::REQUEST_TIMEOUT, "the request was not completed in time"),
        }
    }
}

/// A client that is connected, until it goes out of scope.
#[derive(Debug)]
pub(crate) struct Connected(Arc<Server>, Option<Client>);

impl Drop for Connected {
    fn drop(&mut self) {
        self.0.doors.leave(self.1);
    }
}

/// Why a body was not read.
enum NotRead {
    /// It is too long, or was cut off.
    TooLong,
    /// Too much is being read already.
    NoRoom,
}

/// Reads a body of at most this many bytes, as long as there is room for it.
async fn read<B: Body<Data = Bytes>>(
    mut body: Pin<&mut B>,
    most: usize,
    held: &mut Held,
) -> Result<Vec<u8>, NotRead> {
    let mut bytes = Vec::new();
    while let Some(frame) = poll_fn(|cx| body.as_mut().poll_frame(cx)).await {
        if let Ok(data) = frame.map_err(|_| NotRead::TooLong)?.into_data() {
            if bytes.len() + data.len() > most {
                return Err(NotRead::TooLong);
            }
            if !held.grow(data.len() as u64) || bytes.try_reserve(data.len()).is_err() {
                return Err(NotRead::NoRoom);
            }
            bytes.extend_from_slice(&data);
        }
    }
    Ok(bytes)
}

/// Turns a panic into a 500, so that only its request is affected.
async fn caught(answer: impl Future<Output = Answer>) -> Answer {
    let mut answer = pin!(answer);
    poll_fn(|cx| match catch_unwind(AssertUnwindSafe(|| answer.as_mut().poll(cx))) {
        Ok(polled) => polled,
        Err(_) => Poll::Ready(Answer::broken()),
    })
    .await
}

/// The header with the id of a request, for all logs.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Why a request for another name is refused.
const NOT_MY_NAME: &str = "this server does not answer to that name; its operator can allow it with --host";

/// Why a request without a name is refused.
const NO_NAME: &str = "a request of HTTP/1.1 has a Host, and this has none";

/// Says whether a request lacks the Host that its version of HTTP demands (RFC 9112, 3.2).
fn is_nameless<B>(request: &Request<B>) -> bool {
    request.version() == Version::HTTP_11 && !request.headers().contains_key(header::HOST)
}

/// The methods for reading.
const READ: &str = "GET, HEAD, OPTIONS";
/// The methods for sending.
const SEND: &str = "POST, OPTIONS";

/// Answers with the allowed methods.
fn allowed(methods: &'static str) -> Answer {
    Answer::empty(StatusCode::NO_CONTENT).with(header::ALLOW, HeaderValue::from_static(methods))
}

/// Refuses a question that is asked with the wrong method.
fn not_so(methods: &'static str) -> Answer {
    let why = "this route does not accept that method; see /api/openapi.json";
    let refusal = Answer::refusal(StatusCode::METHOD_NOT_ALLOWED, why);
    refusal.with(header::ALLOW, HeaderValue::from_static(methods))
}

/// Nothing from other sites, no inline script or style, and no framing.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Headers of every answer.
const HEADERS: [(HeaderName, HeaderValue); 5] = [
    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
    (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
];

fn set_headers(headers: &mut HeaderMap, allow_origin: Option<&Origin>) {
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(value);
    }
    if let Some(origin) = allow_origin {
        origin.allow(headers);
    }
}

/// Names the route of an address for the metrics; made-up paths share one name.
fn route_of(path: &str) -> &'static str {
    match path.strip_prefix("/api/") {
        Some("openapi.json") => "openapi.json",
        Some("ready") => "ready",
        Some(name) if name.starts_with("progress/") => "progress",
        Some(name) => routes::find(name).map_or("unknown", |route| route.name),
        None => FILES
            .iter()
            .find(|file| {
                path == "/" || path.strip_prefix('/').is_some_and(|name| without_hash(name).0 == file.name)
            })
            .map_or("unknown", |_| "page"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_is_a_500_and_no_more() {
        let broken = caught(async { panic!("on purpose") }).await;
        assert_eq!(broken.status, StatusCode::INTERNAL_SERVER_ERROR);
        assert!(broken.body.starts_with(b"{\"error\":"));
        assert_eq!(caught(async { Answer::json("{}") }).await.status, StatusCode::OK);
    }
}
