//! The files of the page, each with a tag, so that a browser that has one need not get it again.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use axum::Router;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use lastbite_page::{FILES, File};
use tower_http::compression::CompressionLayer;

/// Makes the service of all files; the page itself is also at `/`.
pub fn files<S: Clone + Send + Sync + 'static>() -> Router<S> {
    let page = ("/".to_string(), &FILES[0]);
    let named = FILES.iter().map(|file| (format!("/{}", file.name), file));
    let router = named.chain([page]).fold(Router::new(), |router, (path, file)| {
        let tag = tag(file);
        router.route(&path, get(move |headers: HeaderMap| async move { send(file, &tag, &headers) }))
    });
    router.layer(CompressionLayer::new())
}

/// Returns the tag of a file: another one as soon as a byte of it is another.
///
/// It is a weak one, because the file may be sent compressed or not.
fn tag(file: &File) -> HeaderValue {
    let mut hasher = DefaultHasher::new();
    file.bytes.hash(&mut hasher);
    let text = format!("W/\"{:016x}\"", hasher.finish());
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static("W/\"\""))
}

/// Sends a file, or says that it is the one that the browser has.
fn send(file: &'static File, tag: &HeaderValue, headers: &HeaderMap) -> Response {
    let tagged = [(header::ETAG, tag.clone())];
    if has(headers, tag) {
        return (StatusCode::NOT_MODIFIED, tagged).into_response();
    }
    (tagged, [(header::CONTENT_TYPE, file.kind)], file.bytes).into_response()
}

/// Says whether the browser has the file with this tag already.
fn has(headers: &HeaderMap, tag: &HeaderValue) -> bool {
    let plain = |tag: &str| tag.trim().trim_start_matches("W/").to_string();
    let known = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let tag = plain(tag.to_str().unwrap_or_default());
    known.flat_map(|value| value.split(',')).any(|known| known.trim() == "*" || plain(known) == tag)
}
