//! Security headers of the site.

/// The content security policy. `static/index.html` has the same in a `<meta>`, for hosts that send no headers.
pub const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    worker-src 'self'; frame-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
    font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
    require-trusted-types-for 'script'; trusted-types dynalab";

/// Headers of every response. Cross-origin isolation is not needed, so that plain static hosting works.
pub const ALWAYS: &[(&str, &str)] = &[
    ("Cache-Control", "no-cache"),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Vary", "Accept-Encoding"),
];

/// Returns the policy header for a file. A document with its own, wider policy is sent with that one. Browsers apply header and
/// `<meta>` together, so the stricter would win. `path` is below the site. `_headers` of the site says the same about frames.
pub fn content_security_policy(path: &str, body: &[u8]) -> String {
    let stated = if path.ends_with(".html") { stated_in(body) } else { None };
    let framed_by = match path {
        "sandbox.html" => "'self'",
        "embed/index.html" | "ja/embed/index.html" => "*",
        _ => "'none'",
    };
    format!("{}; frame-ancestors {framed_by}", stated.as_deref().unwrap_or(CONTENT_SECURITY_POLICY))
}

fn stated_in(document: &[u8]) -> Option<String> {
    let document = String::from_utf8_lossy(document);
    let after_name = document.split_once("http-equiv=\"Content-Security-Policy\"")?.1;
    let tag = after_name.split_once('>')?.0;
    let content = tag.split_once("content=\"")?.1.split_once('"')?.0;
    Some(content.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_gets_the_strict_policy() {
        let policy = content_security_policy("app.js", b"");
        assert_eq!(policy, format!("{CONTENT_SECURITY_POLICY}; frame-ancestors 'none'"));
    }

    #[test]
    fn a_document_may_state_its_own() {
        let page =
            br#"<meta http-equiv="Content-Security-Policy" content="default-src 'none'; connect-src *">"#;
        assert_eq!(
            content_security_policy("connect.html", page),
            "default-src 'none'; connect-src *; frame-ancestors 'none'"
        );
        assert!(content_security_policy("sandbox.html", page).ends_with("frame-ancestors 'self'"));
        for (path, by) in
            [("embed/index.html", "*"), ("ja/embed/index.html", "*"), ("play/embed/index.html", "'none'")]
        {
            assert!(
                content_security_policy(path, page).ends_with(&format!("frame-ancestors {by}")),
                "{path}"
            );
        }
    }
}
