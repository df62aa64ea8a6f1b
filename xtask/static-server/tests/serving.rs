//! The server over a real connection: status, headers and bodies.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;

use dynalab_static_server::{CONTENT_SECURITY_POLICY, StaticSite};

fn site_folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(folder.join("samples")).expect("the folder can be made");
    fs::write(folder.join("index.html"), "<!doctype html>home").expect("writable");
    fs::write(folder.join("app.js"), "plain").expect("writable");
    fs::write(folder.join("app.js.br"), "packed").expect("writable");
    fs::write(folder.join("samples/music.json"), "{}").expect("writable");
    fs::create_dir_all(folder.join("errors/one")).expect("the folder can be made");
    fs::write(folder.join("errors/one/index.html"), "<!doctype html>one").expect("writable");
    folder
}

fn ask(site: &StaticSite, method: &str, path: &str, more: &str) -> String {
    let mut stream = TcpStream::connect(site.address()).expect("the server listens");
    write!(stream, "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{more}\r\n")
        .expect("writable");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("the answer is text");
    answer
}

#[test]
fn serves_files_with_types_and_policy() {
    let site = StaticSite::start(site_folder("files"), 0).expect("a free port");
    let answer = ask(&site, "GET", "/samples/music.json", "");
    assert!(answer.starts_with("HTTP/1.0 200"), "{answer}");
    assert!(answer.contains("Content-Type: application/json\r\n"), "{answer}");
    assert!(answer.contains("Cache-Control: no-cache\r\n"), "{answer}");
    let policy = format!("Content-Security-Policy: {CONTENT_SECURITY_POLICY}; frame-ancestors 'none'\r\n");
    assert!(answer.contains(&policy), "{answer}");
    assert!(answer.ends_with("\r\n\r\n{}"), "{answer}");
}

#[test]
fn a_path_of_the_app_gets_its_document_and_a_missing_file_does_not() {
    let site = StaticSite::start(site_folder("pages"), 0).expect("a free port");
    for path in ["/", "/tables/Music?view=items"] {
        let answer = ask(&site, "GET", path, "");
        assert!(answer.contains("Content-Type: text/html; charset=utf-8\r\n"), "{answer}");
        assert!(answer.ends_with("home"), "{answer}");
    }
    assert!(ask(&site, "GET", "/missing.js", "").starts_with("HTTP/1.0 404"));
    assert!(ask(&site, "GET", "/../Cargo.toml", "").starts_with("HTTP/1.0 404"));
    assert!(ask(&site, "POST", "/", "Content-Length: 0\r\n").starts_with("HTTP/1.0 405"));
}

#[test]
fn sends_compressed_files_to_clients_that_accept_them() {
    let site = StaticSite::start(site_folder("compressed"), 0).expect("a free port");
    let packed = ask(&site, "GET", "/app.js", "Accept-Encoding: gzip, br\r\n");
    assert!(packed.contains("Content-Encoding: br\r\n") && packed.ends_with("packed"), "{packed}");
    assert!(packed.contains("Content-Type: text/javascript; charset=utf-8\r\n"), "{packed}");
    let plain = ask(&site, "GET", "/app.js", "");
    assert!(!plain.contains("Content-Encoding") && plain.ends_with("plain"), "{plain}");
}

#[test]
fn dropping_the_server_closes_the_port() {
    let site = StaticSite::start(site_folder("dropped"), 0).expect("a free port");
    let address = site.address();
    drop(site);
    let deadline = 50;
    for _ in 0..deadline {
        if TcpStream::connect(address).is_err() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("the port still answers");
}

#[test]
fn a_folder_with_a_page_is_that_page() {
    let site = StaticSite::start(site_folder("folders"), 0).expect("a free port");
    for (path, page) in
        [("/errors/one/", "one"), ("/errors/one", "one"), ("/errors/other/", "home"), ("/samples/", "home")]
    {
        let answer = ask(&site, "GET", path, "");
        assert!(answer.ends_with(&format!("<!doctype html>{page}")), "{path}: {answer}");
    }
}
