//! The exchanges of `hostile`: the bytes of a client, and the statuses of all responses.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::client::signed_headers;

pub struct Exchange {
    pub name: String,
    pub bytes: Vec<u8>,
    /// Whether the client closes its side after it has sent everything.
    pub ends: bool,
    pub statuses: Vec<u16>,
}

const MIB: usize = 1024 * 1024;

#[derive(Default)]
struct Exchanges(Vec<Exchange>);

pub fn all() -> Vec<Exchange> {
    let mut exchanges = Exchanges::default();
    exchanges.request_lines();
    exchanges.headers();
    exchanges.hosts_and_addresses();
    exchanges.lengths();
    exchanges.chunks();
    exchanges.halves();
    exchanges.trails();
    exchanges.encodings();
    exchanges.requests_of_another_kind();
    exchanges.0
}

impl Exchanges {
    fn add(&mut self, name: &str, bytes: impl Into<Vec<u8>>, statuses: &[u16]) {
        let exchange =
            Exchange { name: name.to_owned(), bytes: bytes.into(), ends: false, statuses: statuses.to_vec() };
        self.0.push(exchange);
    }

    /// Adds an exchange whose client closes its side.
    fn add_ended(&mut self, name: &str, bytes: impl Into<Vec<u8>>, statuses: &[u16]) {
        self.add(name, bytes, statuses);
        self.0.last_mut().unwrap().ends = true;
    }

    /// Returns the body of a PutItem whose key has the number of the next exchange.
    fn item(&self, part: usize) -> String {
        format!(r#"{{"TableName":"Things","Item":{{"pk":{{"S":"{}.{part}"}}}}}}"#, self.0.len())
    }

    /// Returns a complete PutItem request.
    fn put(&self, part: usize) -> String {
        let item = self.item(part);
        self.put_with(&format!("Content-Length: {}", item.len()), &item)
    }

    fn put_with(&self, headers: &str, body: &str) -> String {
        format!("POST / HTTP/1.1\r\nHost: localhost\r\n{}{headers}\r\n\r\n{body}", signed())
    }

    fn request_lines(&mut self) {
        self.add("words", "HELO there\r\n\r\n", &[400]);
        self.add("a method alone", "GET\r\n\r\n", &[400]);
        self.add("version 9.9", "GET / HTTP/9.9\r\nHost: a\r\n\r\n", &[400]);
        self.add("another protocol", "GET / HTTX/1.1\r\nHost: a\r\n\r\n", &[400]);
        self.add("a method with a sign", "G@T / HTTP/1.1\r\nHost: a\r\n\r\n", &[400]);
        self.add("TLS", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".to_vec(), &[400]);
        self.add("zeros", vec![0; 64], &[400]);
        self.add("bytes above 127", vec![0xFF; 64], &[400]);
        self.add("a control character in the address", "GET /\x01 HTTP/1.1\r\nHost: a\r\n\r\n", &[400]);
        self.add("a word after the version", "GET / HTTP/1.1 more\r\nHost: a\r\n\r\n", &[400]);
        self.add("a space before the method", " GET / HTTP/1.1\r\nHost: a\r\n\r\n", &[400]);
        self.add("two spaces", "POST  / HTTP/1.1\r\nHost: a\r\n\r\n", &[400]);
        self.add("HTTP/0.9", "GET /\r\n\r\n", &[400]);
        self.add("HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0", &[505]);
        self.add("the beginning of HTTP/2", "PRI * HTTP/2.0\r\n\r\n", &[400]);
        self.add("SSH", "SSH-2.0-OpenSSH_9.2p1\r\n", &[400]);
        self.add("Redis", "*1\r\n$4\r\nPING\r\n", &[400]);
        self.add("an address without a host", "GET http:// HTTP/1.1\r\nHost: a\r\n\r\n", &[400]);
        self.add("an address of another kind", "GET ::: HTTP/1.1\r\nHost: a\r\n\r\n", &[400]);
        self.add("a long method", format!("{} / HTTP/1.1\r\nHost: a\r\n\r\n", "A".repeat(10_000)), &[404]);
        self.add_ended("one letter", "G", &[400]);
        self.add("one letter and silence", "P", &[408]);
        self.add_ended("a line without an end", "POST / HTTP/1.1", &[400]);
    }

    fn headers(&mut self) {
        for (name, header) in [
            ("no colon", "nothing"),
            ("a space before the colon", "A : b"),
            ("an empty name", ": b"),
            ("a zero", "A: \0"),
            ("a control character", "A: \x07"),
            ("a bare carriage return", "A: b\rC: d"),
            ("a folded line", "A: b\r\n folded"),
            ("a name with a sign", "A(B): c"),
            ("a name above 127", "Ä: c"),
        ] {
            let item = self.item(0);
            let text = self.put_with(&format!("{header}\r\nContent-Length: {}", item.len()), &item);
            self.add(name, text, &[400]);
        }
        for (name, count) in [("a hundred headers more", 100), ("ten thousand headers", 10_000)] {
            let text = self.put_with(&"A: b\r\n".repeat(count), "");
            self.add(name, text, &[400]);
        }
        for (name, length) in [
            ("a header of 17 KB", 17_000),
            ("a header of 70 KB", 70_000),
            ("a header of 1 MB", MIB),
            ("a header of 8 MB", 8 * MIB),
        ] {
            let text = self.put_with(&format!("A: {}", "b".repeat(length)), "");
            self.add(name, text, &[400]);
        }
        let text = format!("POST / HTTP/1.1\r\n{}: b\r\n\r\n", "a".repeat(66_000));
        self.add("a name of 66 KB", text, &[400]);
        self.add("half of a head", "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Le", &[408]);
        self.add_ended("half of a head, ended", "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Le", &[400]);
    }

    fn hosts_and_addresses(&mut self) {
        let item = self.item(0);
        let rest = |item: &str| format!("{}Content-Length: {}\r\n\r\n{item}", signed(), item.len());
        self.add("no host", format!("POST / HTTP/1.1\r\n{}", rest(&item)), &[400]);
        for (name, host) in [
            ("two hosts", "a\r\nHost: b"),
            ("the same host twice", "a\r\nHost: a"),
            ("a host with a space", "a b"),
            ("a host with a path", "a/b"),
            ("a host with a user", "user@localhost"),
            ("a host in brackets", "[localhost"),
        ] {
            let text = format!("POST / HTTP/1.1\r\nHost: {host}\r\n{}", rest(&self.item(0)));
            self.add(name, text, &[400]);
        }
        let text = format!("POST / HTTP/1.0\r\n{}", rest(&self.item(0)));
        self.add("HTTP/1.0 without a host", text, &[200]);
        let text = format!("POST http://elsewhere/ HTTP/1.1\r\nHost: localhost\r\n{}", rest(&self.item(0)));
        self.add("an absolute address", text, &[200]);
        for (name, length, status) in
            [("9 KB", 9_000, 200), ("17 KB", 17_000, 400), ("60 KB", 60_000, 400), ("2 MB", 2 * MIB, 400)]
        {
            let text =
                format!("POST /?{} HTTP/1.1\r\nHost: a\r\n{}", "a".repeat(length), rest(&self.item(0)));
            self.add(&format!("an address of {name}"), text, &[status]);
        }
        for (name, path) in [("up", "/../../etc/passwd"), ("percent", "/%00%2e"), ("a star", "*")] {
            let text = format!("POST {path} HTTP/1.1\r\nHost: a\r\n{}", rest(&self.item(0)));
            self.add(&format!("a path: {name}"), text, &[404]);
        }
        self.add("CONNECT", "CONNECT localhost:22 HTTP/1.1\r\nHost: localhost:22\r\n\r\n", &[404]);
    }

    fn lengths(&mut self) {
        for length in [
            "many",
            "-1",
            "+2",
            "0x10",
            "2, 3",
            "2;",
            "1e3",
            "18446744073709551616",
            "99999999999999999999999",
            "",
        ] {
            let text = self.put_with(&format!("Content-Length: {length}"), &self.item(0));
            self.add(&format!("length {length:?}"), text, &[400]);
        }
        let item = self.item(0);
        let length = item.len();
        let text =
            self.put_with(&format!("Content-Length: {length}\r\nContent-Length: {}", length + 1), &item);
        self.add("two lengths", text, &[400]);
        let text =
            self.put_with(&format!("Content-Length: {length}\r\nContent-Length: {length}"), &self.item(0));
        self.add("the same length twice", text, &[200]);
        for (name, bytes) in
            [("17 MB", 17 * MIB), ("16 MB and a byte", 16 * MIB + 1), ("a terabyte", 1 << 40)]
        {
            let text = self.put_with(&format!("Content-Length: {bytes}"), &self.item(0));
            self.add(&format!("{name} announced"), text, &[413]);
            let text = self.put_with(&format!("Content-Length: {bytes}\r\nExpect: 100-continue"), "");
            self.add(&format!("{name} expected"), text, &[413]);
        }
        let text = self.put_with(&format!("Content-Length: {}", 17 * MIB), &" ".repeat(17 * MIB));
        self.add("17 MB sent", text, &[413]);
    }

    fn chunks(&mut self) {
        let chunked = "Transfer-Encoding: chunked";
        for (name, body) in [
            ("no number", "zz\r\n{}\r\n0\r\n\r\n"),
            ("a negative number", "-2\r\n{}\r\n0\r\n\r\n"),
            ("a huge number", "FFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n"),
            ("no end of line", "2\r\n{}0\r\n\r\n"),
            ("an empty line", "\r\n\r\n"),
            ("a size with a space", "2 2\r\n{}\r\n0\r\n\r\n"),
        ] {
            let text = self.put_with(chunked, body);
            self.add(&format!("chunks: {name}"), text, &[400]);
        }
        let text = self.put_with(chunked, &format!("1;{}\r\n", "a".repeat(100_000)));
        self.add("chunks: a long extension", text, &[400]);
        let trailers = "A: b\r\n".repeat(20_000);
        let item = self.item(0);
        let text = self.put_with(chunked, &format!("{:x}\r\n{item}\r\n0\r\n{trailers}\r\n", item.len()));
        self.add("chunks: trailers", text, &[400]);
        let chunk = format!("100000\r\n{}\r\n", " ".repeat(MIB));
        let text = self.put_with(chunked, &chunk.repeat(17));
        self.add("chunks: 17 MB", text, &[413]);
        let item = self.item(0);
        let text = self.put_with(chunked, &format!("{:x}\r\n{item}\r\n", item.len()));
        self.add_ended("chunks: no last one, ended", text, &[400]);
        let item = self.item(0);
        let text = self.put_with(chunked, &format!("{:x}\r\n{item}\r\n", item.len()));
        self.add("chunks: no last one", text, &[408]);
        let item = self.item(0);
        let both = format!("{chunked}\r\nContent-Length: 3");
        let text = self.put_with(&both, &format!("{:x}\r\n{item}\r\n0\r\n\r\n", item.len()));
        self.add("chunks and a length", text, &[200]);
        for encoding in ["gzip", "chunked, gzip", "identity", "chunk"] {
            let text = self.put_with(&format!("Transfer-Encoding: {encoding}"), &self.item(0));
            self.add(&format!("transfer encoding {encoding}"), text, &[400]);
        }
        let text = self.put_with(chunked, "0\r\n\r\n").replace("HTTP/1.1", "HTTP/1.0");
        self.add("chunks in HTTP/1.0", text, &[400]);
    }

    fn halves(&mut self) {
        let whole = self.put(0);
        self.add_ended("half of a body, ended", &whole[..whole.len() - 5], &[400]);
        let whole = self.put(0);
        self.add("half of a body", &whole[..whole.len() - 5], &[408]);
        let text = self.put_with(&format!("Content-Length: {}", 16 * MIB), &" ".repeat(MIB));
        self.add("1 of 16 MB", text, &[408]);
        let text = self.put_with(&format!("Content-Length: {}", 16 * MIB), &" ".repeat(MIB));
        self.add_ended("1 of 16 MB, ended", text, &[400]);
        let text = self.put_with("Content-Length: 100\r\nExpect: 100-continue", "");
        self.add("100 bytes expected and not sent", text, &[100, 408]);
        let whole = self.put(0);
        self.add_ended("a whole request, ended", whole, &[200]);
        let blank = format!("\r\n\r\n{}", self.put(0));
        self.add("empty lines before the request", blank, &[200]);
    }

    fn trails(&mut self) {
        let two = self.put(0) + &self.put(1);
        self.add("two requests", two.clone(), &[200, 200]);
        let two = self.put(0) + &self.put(1);
        self.add_ended("two requests, ended", two, &[200, 200]);
        for (name, trail, status) in [
            ("an object", "{\"more\":1}\r\n\r\n", 400),
            ("words", "and so on\r\n\r\n", 400),
            ("zeros", "\0\0\0\0", 400),
            ("one letter", "x", 408),
            ("half of a request", "POST / HTTP/1.1\r\nHos", 408),
            ("HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
        ] {
            let text = self.put(0) + trail;
            self.add(&format!("a request, then {name}"), text, &[200, status]);
        }
        let text = self.put(0) + "POST / HT";
        self.add_ended("a request, then half of one, ended", text, &[200, 400]);
        let text = self.put(0) + "nothing\r\n\r\n" + &self.put(1);
        self.add("a request, words, a request", text, &[200, 400]);
        let text = self.put(0).replace("\r\nContent-Length", "\r\nConnection: close\r\nContent-Length")
            + "and so on";
        self.add("the last request, then words", text, &[200]);
        let text = self.put(0).replace("\r\nContent-Length", "\r\nContent-Length: 7\r\nNot-Length");
        self.add("a length that is too short", text, &[400, 400]);
    }

    fn encodings(&mut self) {
        let bomb = gzip(&vec![b' '; 100 * MIB]);
        self.add_packed("100 MB packed", "gzip", &bomb, &[413]);
        self.add_packed("no gzip", "gzip", b"no gzip at all", &[500]);
        self.add_packed("half of 100 MB packed", "gzip", &bomb[..bomb.len() / 2], &[413]);
        let packed = gzip(self.item(0).as_bytes());
        self.add_packed("half of a gzip", "gzip", &packed[..packed.len() / 2], &[500]);
        self.add_packed("an unknown encoding", "br", b"\x1b\x00\x00", &[500]);
        let twice = gzip(&gzip(self.item(0).as_bytes()));
        self.add_packed("packed twice", "gzip, gzip", &twice, &[500]);
    }

    fn add_packed(&mut self, name: &str, encoding: &str, body: &[u8], statuses: &[u16]) {
        let headers = format!("Content-Encoding: {encoding}\r\nContent-Length: {}", body.len());
        let mut bytes = self.put_with(&headers, "").into_bytes();
        bytes.extend_from_slice(body);
        self.add(name, bytes, statuses);
    }

    fn requests_of_another_kind(&mut self) {
        for (name, body) in [
            ("deep lists", "[".repeat(200_000)),
            ("deep objects", "{\"a\":".repeat(200_000)),
            (
                "a deep item",
                format!(r#"{{"TableName":"Things","Item":{{"pk":{}"#, r#"{"M":{"a":"#.repeat(50_000)),
            ),
            ("a long number", format!(r#"{{"Limit":{}}}"#, "9".repeat(MIB))),
            ("a long text", format!("\"{}\"", "\\u0000".repeat(MIB))),
            ("half of a letter", "\"\\ud83d\"".to_owned()),
        ] {
            let text = self.put_with(&format!("Content-Length: {}", body.len()), &body);
            self.add(name, text, &[400]);
        }
        let text = self.put(0).replace("HMAC-SHA256 Credential", "HMAC-SHA256 Cred");
        self.add("half of a signature", text, &[400]);
        let text = self.put(0).replace("POST /", "BREW /");
        self.add("another method", text, &[404]);
        let text = self.put(0).replace("PutItem", "Put\u{e9}Item");
        self.add("an operation with an accent", text, &[400]);
        let text = self.put(0).replace("Host:", "Upgrade: websocket\r\nConnection: Upgrade\r\nHost:");
        self.add("a web socket", text, &[200]);
    }
}

fn signed() -> String {
    signed_headers("DynamoDB_20120810.PutItem").map(|(name, value)| format!("{name}: {value}\r\n")).concat()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}
