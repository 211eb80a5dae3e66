//! The files of the page, each with a tag, so that browsers need not fetch it again, and compressed once.
//!
//! The page itself is asked for again on every visit. What it names has the hash of its contents in its name there,
//! as in `app.0123456789abcdef.js`, and is kept for a year.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use flate2::Compression;
use flate2::write::GzEncoder;
use hyper::body::Bytes;
use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::{StatusCode, http};
use lastbite_page::{FILES, File};

use crate::answer::Answer;

/// All files of the page.
#[derive(Debug)]
pub struct Files {
    kept: Vec<Kept>,
    /// The page as it was last sent, with the address that it names: a server has one address, seldom two.
    page: Mutex<Option<(String, Arc<Kept>)>>,
}

/// A file as it is sent.
#[derive(Debug)]
struct Kept {
    name: &'static str,
    kind: &'static str,
    bytes: Bytes,
    hash: String,
    tag: HeaderValue,
    /// The same, compressed, if that is smaller.
    compressed: Option<Bytes>,
}

impl Files {
    /// Tags and compresses all files.
    pub fn new() -> Self {
        let keep = |file: &'static File, bytes: Bytes| Kept::of(file.name, file.kind, bytes);
        let mut kept: Vec<Kept> =
            FILES[1..].iter().map(|file| keep(file, Bytes::from_static(file.bytes))).collect();
        let mut page = String::from_utf8_lossy(FILES[0].bytes).into_owned();
        for Kept { name, hash, .. } in &kept {
            if let Some((stem, end)) =
                name.rsplit_once('.').filter(|(_, end)| ["js", "css", "svg"].contains(end))
            {
                page = page.replace(&format!("\"{name}\""), &format!("\"{stem}.{hash}.{end}\""));
            }
        }
        kept.insert(0, keep(&FILES[0], page.into()));
        Files { kept, page: Mutex::new(None) }
    }

    /// Finds the file of a path, and sends it or says that the browser already has it; the page itself is
    /// also at `/`.
    pub fn find(&self, path: &str, headers: &HeaderMap) -> Option<Answer> {
        let name = path.strip_prefix('/')?;
        let name = if name.is_empty() { FILES[0].name } else { name };
        let (name, hash) = without_hash(name);
        let kept =
            self.kept.iter().find(|kept| kept.name == name && (hash.is_empty() || kept.hash == hash))?;
        let answer = match here(headers).filter(|_| kept.name == FILES[0].name) {
            Some(here) => self.page_at(kept, here).send(headers),
            None => kept.send(headers),
        };
        let for_long = HeaderValue::from_static("public, max-age=31536000, immutable");
        Some(if hash.is_empty() { answer } else { answer.with(header::CACHE_CONTROL, for_long) })
    }

    /// Returns the page as it stands at an address; it is packed again only when the address is another one.
    fn page_at(&self, page: &Kept, here: String) -> Arc<Kept> {
        let mut last = self.page.lock().unwrap_or_else(PoisonError::into_inner);
        match &*last {
            Some((at, made)) if *at == here => Arc::clone(made),
            _ => {
                let made = Arc::new(page.standing_at(&here));
                *last = Some((here, Arc::clone(&made)));
                made
            }
        }
    }
}

/// Returns where people found the page, as the browser or a proxy says it; nothing if that is no address.
fn here(headers: &HeaderMap) -> Option<String> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text("host")?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
    let scheme = if text("x-forwarded-proto") == Some("https") { "https" } else { "http" };
    (!host.is_empty() && host.bytes().all(plain)).then(|| format!("{scheme}://{host}/"))
}

/// Takes the hash out of the name of a file, if there is one.
pub fn without_hash(name: &str) -> (String, &str) {
    let is_hash = |part: &&str| part.len() == 16 && part.bytes().all(|byte| byte.is_ascii_hexdigit());
    match *name.split('.').collect::<Vec<_>>() {
        [stem, hash, end] if is_hash(&hash) => (format!("{stem}.{end}"), hash),
        _ => (name.to_string(), ""),
    }
}

impl Kept {
    /// Tags and compresses a file.
    fn of(name: &'static str, kind: &'static str, bytes: Bytes) -> Self {
        let hash = hash(&bytes);
        Kept { name, kind, tag: tag(&hash), hash, compressed: compressed(&bytes), bytes }
    }

    /// Returns the page with the whole address of its picture: those who show links do not look for a relative one.
    fn standing_at(&self, here: &str) -> Self {
        let page = String::from_utf8_lossy(&self.bytes);
        let card = "property=\"og:image\" content=\"";
        let page = page.replace(&format!("{card}card.png"), &format!("{card}{here}card.png"));
        Kept::of(self.name, self.kind, page.into())
    }

    fn send(&self, headers: &HeaderMap) -> Answer {
        let tagged = |answer: Answer| {
            let vary = HeaderValue::from_static("accept-encoding");
            answer.with(header::ETAG, self.tag.clone()).with(header::VARY, vary)
        };
        if has(headers, &self.tag) {
            return tagged(Answer::empty(StatusCode::NOT_MODIFIED));
        }
        match &self.compressed {
            Some(bytes) if takes_gzip(headers) => {
                let gzip = HeaderValue::from_static("gzip");
                tagged(Answer::text(self.kind, bytes.clone()).with(header::CONTENT_ENCODING, gzip))
            }
            _ => tagged(Answer::text(self.kind, self.bytes.clone())),
        }
    }
}

/// Returns the hash of the contents of a file, which changes if any byte of it does.
fn hash(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// Returns the tag of a file: a weak one, because the file may be sent compressed or not.
fn tag(hash: &str) -> HeaderValue {
    HeaderValue::from_str(&format!("W/\"{hash}\"")).unwrap_or(HeaderValue::from_static("W/\"\""))
}

/// Compresses a file; nothing if it does not become smaller.
fn compressed(bytes: &[u8]) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).ok()?;
    let compressed = encoder.finish().ok()?;
    (compressed.len() < bytes.len()).then(|| compressed.into())
}

/// Lists the entries of a header that is a list, such as `gzip, br;q=0.5`.
fn listed(headers: &HeaderMap, name: http::HeaderName) -> impl Iterator<Item = &str> {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(str::trim)
}

/// Says whether the browser already has the file with this tag.
fn has(headers: &HeaderMap, tag: &HeaderValue) -> bool {
    let plain = |tag: &str| tag.trim_start_matches("W/").to_string();
    let tag = plain(tag.to_str().unwrap_or_default());
    listed(headers, header::IF_NONE_MATCH).any(|known| known == "*" || plain(known) == tag)
}

/// Says whether the browser can unpack what is compressed.
fn takes_gzip(headers: &HeaderMap) -> bool {
    listed(headers, header::ACCEPT_ENCODING).any(|entry| {
        let (name, weight) = entry.split_once(';').unwrap_or((entry, ""));
        let unwanted = weight.trim().strip_prefix("q=").is_some_and(|q| q.parse() == Ok(0.0));
        matches!(name.trim(), "gzip" | "*") && !unwanted
    })
}
