//! What is asked where, and what stands around every answer.

use std::any::Any;
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use lastbite::notation::Quoted;
use lastbite_answers::{Desk, JSON, Question, openapi, routes};
use lastbite_page::FILES;
use tower_http::catch_panic::CatchPanicLayer;

use crate::answer::Answer;
use crate::files::files;
use crate::metrics::{Metrics, Now};
use crate::queue::Queue;
use crate::{Options, ServeError};

/// What all requests share.
#[derive(Debug)]
pub struct Server {
    desk: Arc<Desk>,
    queue: Arc<Queue>,
    metrics: Metrics,
    openapi: String,
    patience: std::time::Duration,
    allow_origin: Option<HeaderValue>,
}

impl Server {
    /// The most bytes that are sent along with a question: a record of the longest game.
    const LONGEST_BODY: usize = 1 << 20;

    /// Makes a server of a desk.
    pub fn new(desk: Desk, options: &Options) -> Result<Self, ServeError> {
        let desk = Arc::new(desk);
        let origin =
            |text: &String| HeaderValue::from_str(text).map_err(|_| ServeError::Origin(Quoted::new(text)));
        Ok(Server {
            queue: Arc::new(Queue::new(Arc::clone(&desk), options)),
            desk,
            metrics: Metrics::default(),
            openapi: openapi().to_string(),
            patience: options.patience,
            allow_origin: options.allow_origin.as_ref().map(origin).transpose()?,
        })
    }

    /// Returns what is counted.
    pub(crate) fn metrics(&self) -> &Metrics {
        &self.metrics
    }
}

/// Makes the service: the page, the API, the metrics.
pub fn router(server: Arc<Server>) -> Router {
    let router = Router::new()
        .route("/api/openapi.json", get(describe))
        .route("/api/{name}", any(ask))
        .route("/api/progress/{name}", get(progress))
        .route("/metrics", get(count))
        .merge(files())
        .fallback(|| async {
            Answer::refusal(StatusCode::NOT_FOUND, "there is nothing here; the page is at /")
        })
        .method_not_allowed_fallback(|| async { not_so() })
        .with_state(Arc::clone(&server));
    guarded(router, server)
}

/// Puts what stands around every answer around a router: panics become 500, headers, metrics and the log.
pub fn guarded(router: Router, server: Arc<Server>) -> Router {
    router.layer(CatchPanicLayer::custom(panicked)).layer(from_fn_with_state(server, around))
}

fn panicked(_: Box<dyn Any + Send + 'static>) -> Response {
    tracing::error!("a request made the server panic");
    Answer::broken().into_response()
}

fn not_so() -> Answer {
    Answer::refusal(
        StatusCode::METHOD_NOT_ALLOWED,
        "that is not asked in this way; /api/openapi.json tells how",
    )
}

async fn describe(State(server): State<Arc<Server>>) -> Response {
    ([(header::CONTENT_TYPE, JSON)], server.openapi.clone()).into_response()
}

async fn count(State(server): State<Arc<Server>>) -> Response {
    let now = Now {
        solved_bytes: server.desk.solver().kept_bytes(),
        answers_kept: server.queue.kept(),
        in_flight: server.queue.in_flight(),
    };
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], server.metrics.text(&now)).into_response()
}

/// Tells what share of the work on a question is done, while somebody waits for its answer.
async fn progress(State(server): State<Arc<Server>>, Path(name): Path<String>, request: Request) -> Response {
    let question = format!("{name}?{}", request.uri().query().unwrap_or(""));
    let text = match server.queue.share(&question) {
        Some(share) => format!("{{\"share\":{share}}}"),
        None => "{\"share\":null}".to_string(),
    };
    ([(header::CONTENT_TYPE, JSON)], text).into_response()
}

/// Answers a question of the API.
async fn ask(State(server): State<Arc<Server>>, Path(name): Path<String>, request: Request) -> Answer {
    let Some(route) = routes::find(&name) else {
        return server.desk.answer(&name, "", "", &server.queue.light()).into();
    };
    let asked = match route.method {
        routes::Method::Get => request.method() == Method::GET || request.method() == Method::HEAD,
        routes::Method::Post => request.method() == Method::POST,
    };
    if !asked {
        return not_so();
    }
    let (parts, body) = request.into_parts();
    let query = parts.uri.query().unwrap_or("");
    if !route.heavy {
        return answer_light(&server, &name, query, body).await;
    }
    let question = format!("{name}?{query}");
    if let Some(known) = server.queue.known(&question) {
        server.metrics.was_known();
        return known;
    }
    // What cannot be read is refused at once, however much others have asked before.
    if let Err(problem) = server.desk.check(route, query) {
        return lastbite_answers::Reply::from(problem).into();
    }
    server.queue.ask(&question).await
}

async fn answer_light(server: &Server, name: &str, query: &str, body: Body) -> Answer {
    let body = tokio::time::timeout(server.patience, to_bytes(body, Server::LONGEST_BODY)).await;
    let body = match body {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => {
            return Answer::refusal(
                StatusCode::PAYLOAD_TOO_LARGE,
                "what was sent along is too long, or broke off; at most 1 MiB is read",
            );
        }
        Err(_) => {
            return Answer::refusal(StatusCode::REQUEST_TIMEOUT, "the question did not come to its end");
        }
    };
    match std::str::from_utf8(&body) {
        Ok(body) => server.desk.answer(name, query, body, &server.queue.light()).into(),
        Err(_) => Answer::refusal(StatusCode::BAD_REQUEST, "what was sent along is not text in UTF-8"),
    }
}

/// Nothing from elsewhere, no script or style in the page itself, in nobody's frame.
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

/// Stands around every request: refuses what is too long, sets headers, counts, writes the log.
async fn around(State(server): State<Arc<Server>>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let route = route_of(request.uri().path());
    let line =
        tracing::enabled!(tracing::Level::DEBUG).then(|| format!("{} {}", request.method(), request.uri()));
    let long = request.uri().query().is_some_and(|query| query.len() > Question::LONGEST)
        || request.uri().path().len() > 256;
    let mut response = match long {
        true => {
            Answer::refusal(StatusCode::URI_TOO_LONG, "that address is too long; at most 16 KiB are read")
                .into_response()
        }
        false => next.run(request).await,
    };
    set_headers(response.headers_mut(), server.allow_origin.as_ref());
    let (status, time) = (response.status(), started.elapsed());
    server.metrics.answered(route, status.as_u16(), time);
    if let Some(line) = line {
        tracing::debug!("{line} {} in {} µs", status.as_u16(), time.as_micros());
    }
    if status.is_server_error() && status != StatusCode::SERVICE_UNAVAILABLE {
        tracing::error!("{route} ended with {}", status.as_u16());
    }
    response
}

fn set_headers(headers: &mut HeaderMap, allow_origin: Option<&HeaderValue>) {
    for (name, value) in HEADERS {
        headers.insert(name, value);
    }
    if let Some(origin) = allow_origin {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
        headers.insert("cross-origin-resource-policy", HeaderValue::from_static("cross-origin"));
    }
}

/// Names the route of an address for the metrics; what anybody may make up is not among the names.
fn route_of(path: &str) -> &'static str {
    match path.strip_prefix("/api/") {
        Some("openapi.json") => "openapi.json",
        Some(name) if name.starts_with("progress/") => "progress",
        Some(name) => routes::find(name).map_or("unknown", |route| route.name),
        None if path == "/metrics" => "metrics",
        None => FILES
            .iter()
            .find(|file| path == "/" || path.strip_prefix('/') == Some(file.name))
            .map_or("unknown", |_| "page"),
    }
}
