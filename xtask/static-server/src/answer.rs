//! Responds to one request.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use tiny_http::{HTTPVersion, Header, Method, Request, Response};

use crate::{media_type, policy, resolve};

pub fn answer(request: Request, root: &Path) -> io::Result<()> {
    let response = if !matches!(request.method(), Method::Get | Method::Head) {
        plain_text(405, "Only GET and HEAD are answered here.\n")
    } else {
        match resolve::resolve(root, request.url()) {
            Some(file) => file_response(root, &file, &accepted_encodings(&request))?,
            None => plain_text(404, "There is no such file.\n"),
        }
    };
    send(request, response)
}

/// Sends the response as HTTP/1.0, so that the client closes the connection. An open connection could block a new one behind it
/// in the server's thread pool.
pub fn send(request: Request, response: Response<io::Cursor<Vec<u8>>>) -> io::Result<()> {
    let without_body = *request.method() == Method::Head;
    let headers = request.headers().to_vec();
    let mut writer = request.into_writer();
    response.raw_print(&mut writer, HTTPVersion(1, 0), &headers, without_body, None)?;
    writer.flush()
}

fn file_response(root: &Path, file: &Path, accepted: &[String]) -> io::Result<Response<io::Cursor<Vec<u8>>>> {
    let body = fs::read(file)?;
    let path = file.strip_prefix(root).ok().and_then(Path::to_str).unwrap_or_default().replace('\\', "/");
    let security = policy::content_security_policy(&path, &body);
    let (body, encoding) = match compressed_beside(file, accepted) {
        Some((path, encoding)) => (fs::read(path)?, Some(encoding)),
        None => (body, None),
    };
    let mut response = Response::from_data(body).with_chunked_threshold(usize::MAX);
    add(&mut response, "Content-Type", media_type::from_path(file));
    add(&mut response, "Content-Security-Policy", &security);
    if let Some(encoding) = encoding {
        add(&mut response, "Content-Encoding", encoding);
    }
    add_always(&mut response);
    Ok(response)
}

/// Finds the compressed file. A release build has `name.br` and `name.gz` beside each file that compresses well.
fn compressed_beside(file: &Path, accepted: &[String]) -> Option<(PathBuf, &'static str)> {
    for (encoding, extension) in [("br", ".br"), ("gzip", ".gz")] {
        if accepted.iter().any(|name| name == encoding) {
            let mut name = file.as_os_str().to_owned();
            name.push(extension);
            let path = PathBuf::from(name);
            if path.is_file() {
                return Some((path, encoding));
            }
        }
    }
    None
}

fn accepted_encodings(request: &Request) -> Vec<String> {
    let headers = request.headers().iter().filter(|header| header.field.equiv("Accept-Encoding"));
    let values = headers.flat_map(|header| header.value.as_str().split(','));
    values.filter_map(accepted_encoding).collect()
}

fn accepted_encoding(item: &str) -> Option<String> {
    let (name, parameters) = item.split_once(';').unwrap_or((item, ""));
    let refused = matches!(parameters.trim().trim_start_matches("q="), "0" | "0.0" | "0.00" | "0.000");
    (!refused).then(|| name.trim().to_ascii_lowercase())
}

fn plain_text(status: u16, text: &str) -> Response<io::Cursor<Vec<u8>>> {
    let mut response = Response::from_string(text).with_status_code(status);
    add(&mut response, "Content-Security-Policy", &policy::content_security_policy("", b""));
    add_always(&mut response);
    response
}

fn add_always(response: &mut Response<io::Cursor<Vec<u8>>>) {
    for (name, value) in policy::ALWAYS {
        add(response, name, value);
    }
}

pub fn add(response: &mut Response<io::Cursor<Vec<u8>>>, name: &str, value: &str) {
    // Only a value outside ASCII is rejected. Then the document is sent without that policy.
    if let Ok(header) = Header::from_bytes(name, value) {
        response.add_header(header);
    }
}

#[cfg(test)]
mod tests {
    use super::accepted_encoding;

    #[test]
    fn an_encoding_of_quality_zero_is_refused() {
        assert_eq!(accepted_encoding(" br"), Some("br".to_owned()));
        assert_eq!(accepted_encoding("gzip;q=0.5"), Some("gzip".to_owned()));
        assert_eq!(accepted_encoding("br;q=0"), None);
    }
}
