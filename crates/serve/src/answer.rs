//! An answer ready to be sent.

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use lastbite::words::sentence;
use lastbite_answers::{Problem, Reply};

/// An answer ready to be sent; cloning it copies no text.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status.
    pub status: StatusCode,
    /// The media type.
    pub kind: &'static str,
    /// The text.
    pub body: Bytes,
}

impl Answer {
    /// Says in a sentence why there is no answer.
    pub fn refusal(status: StatusCode, why: &str) -> Self {
        let problem = Problem { status: status.as_u16(), sentence: sentence(why) };
        Reply::from(problem).into()
    }

    /// Says that everybody is busy.
    pub fn busy() -> Self {
        Answer::refusal(
            StatusCode::SERVICE_UNAVAILABLE,
            "everybody is busy here just now; try again in a few seconds",
        )
    }

    /// Says that something went wrong which is nobody's fault who asked.
    pub fn broken() -> Self {
        Answer::refusal(
            StatusCode::INTERNAL_SERVER_ERROR,
            "something went wrong here; it is in the log, and the server goes on",
        )
    }
}

impl From<Reply> for Answer {
    fn from(reply: Reply) -> Self {
        let status = StatusCode::from_u16(reply.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        Answer { status, kind: reply.kind, body: reply.body.into() }
    }
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        let mut response = Response::new(Body::from(self.body));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("3"));
        }
        response
    }
}
