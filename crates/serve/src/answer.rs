//! An answer ready to be sent.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use hyper::body::{Body, Bytes, Frame, SizeHint};
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::{Response, StatusCode};
use lastbite::notation::counted;
use lastbite::words::sentence;
use lastbite_answers::{JSON, Problem, Reply};

/// An answer ready to be sent; cloning it copies no text.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status.
    pub status: StatusCode,
    /// The media type; none where there is no text.
    pub kind: Option<&'static str>,
    /// The text.
    pub body: Bytes,
    /// Additional headers.
    pub headers: Vec<(HeaderName, HeaderValue)>,
}

impl Answer {
    /// Answers with a text.
    pub fn text(kind: &'static str, text: impl Into<Bytes>) -> Self {
        Answer { status: StatusCode::OK, kind: Some(kind), body: text.into(), headers: Vec::new() }
    }

    /// Answers with JSON.
    pub fn json(text: impl Into<Bytes>) -> Self {
        Answer::text(JSON, text)
    }

    /// Answers without a text.
    pub fn empty(status: StatusCode) -> Self {
        Answer { status, kind: None, body: Bytes::new(), headers: Vec::new() }
    }

    /// Refuses with a sentence.
    pub fn refusal(status: StatusCode, why: &str) -> Self {
        let problem = Problem { status: status.as_u16(), sentence: sentence(why) };
        Reply::from(problem).into()
    }

    /// Adds a header.
    pub fn with(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.push((name, value));
        self
    }

    /// Says that the server is busy.
    pub fn busy() -> Self {
        let why = "the server is busy just now; try again in a few seconds";
        Answer::refusal(StatusCode::SERVICE_UNAVAILABLE, why).again_soon()
    }

    /// Says that a client has used up its share.
    pub fn too_many(waiting: usize) -> Self {
        let many = counted(waiting as u64, "question");
        let why = format!("you have {many} waiting already; try again when one of them is answered");
        Answer::refusal(StatusCode::TOO_MANY_REQUESTS, &why).again_soon()
    }

    /// Says that something went wrong, and that it is not the client's fault.
    pub fn broken() -> Self {
        Answer::refusal(
            StatusCode::INTERNAL_SERVER_ERROR,
            "something went wrong here; the log says what, and the server keeps running",
        )
    }

    /// Says when to try again.
    pub fn again_soon(self) -> Self {
        self.with(header::RETRY_AFTER, HeaderValue::from_static("3"))
    }

    /// Turns it into a response.
    pub fn into_response(self) -> Response<Whole> {
        let mut response = Response::new(Whole(self.body));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        if let Some(kind) = self.kind {
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
        }
        headers.extend(self.headers.into_iter().map(|(name, value)| (Some(name), value)));
        response
    }
}

impl From<Reply> for Answer {
    fn from(reply: Reply) -> Self {
        let status = StatusCode::from_u16(reply.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        Answer { status, ..Answer::text(reply.kind, reply.body) }
    }
}

/// The body of an answer, complete from the start.
#[derive(Debug)]
pub struct Whole(Bytes);

impl Whole {
    /// Returns the bytes.
    pub fn bytes(&self) -> &Bytes {
        &self.0
    }
}

impl Body for Whole {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let bytes = std::mem::take(&mut self.0);
        Poll::Ready((!bytes.is_empty()).then(|| Ok(Frame::data(bytes))))
    }

    fn is_end_stream(&self) -> bool {
        self.0.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.0.len() as u64)
    }
}
