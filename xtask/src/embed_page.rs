//! The document that other sites may show in a frame, `/embed/`, what such a site needs for it, and the headers that forbid frames to
//! all other documents.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use dynalab_lessons::Language;

use crate::pages::{in_language, with_head};
use crate::{folders, page_address};

/// The address of the document in English.
const ADDRESS: &str = "/embed/";
/// The file that makes an element of HTML of it, also an entry of the npm package.
const ELEMENT: &str = "packages/dynalab/src/element.js";
/// The part of the app's policy that allows the sandbox of handlers. No handler runs in a frame.
const SANDBOX_ALLOWED: &str = "frame-src 'self'";
/// Search engines list the pages, not their frames. A link that the app does not handle opens a tab.
const HEAD: &str =
    "<meta name=\"robots\" content=\"noindex\">\n<title>Dynalab</title>\n<base target=\"_blank\">\n";
/// Where `_headers` gets the rules for frames.
const HEADERS: &str = "_headers";
/// The document whose frames the app itself makes.
const SANDBOX: &str = "/sandbox";

/// Writes the document in each language, and the file with the element.
pub fn write(site: &Path) -> Result<()> {
    let document = fs::read_to_string(site.join("index.html")).context("the site has no index.html")?;
    let document = with_head(&document, HEAD)?;
    ensure!(document.contains(SANDBOX_ALLOWED), "index.html has a policy without {SANDBOX_ALLOWED}");
    let document = document.replacen(SANDBOX_ALLOWED, "frame-src 'none'", 1);
    for language in Language::ALL {
        page_address::write(site, language, ADDRESS, &in_language(&document, language))?;
    }
    let element = folders::root().join(ELEMENT);
    fs::copy(&element, site.join("embed/element.js")).with_context(|| element.display().to_string())?;
    Ok(())
}

/// Returns the addresses of the document, relative to the site, with a slash at their ends.
pub fn addresses() -> Vec<String> {
    let below = |language| page_address::address(language, ADDRESS).trim_start_matches('/').to_owned();
    Language::ALL.map(below).to_vec()
}

/// Adds to `_headers` who may frame each document: any site `/embed/`, the app its sandbox, and no site the others. A host joins the headers
/// of all rules that fit, so no rule may fit both.
pub fn add_frame_headers(site: &Path) -> Result<()> {
    let path = site.join(HEADERS);
    let headers = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let documents = documents(site)?;
    Ok(fs::write(&path, headers + &frame_headers(&documents))?)
}

/// Returns the paths of all documents below the site, such as `ja/learn/keys/index.html`.
fn documents(site: &Path) -> Result<Vec<String>> {
    let mut documents = Vec::new();
    for file in folders::files_below(site)? {
        let below = file.strip_prefix(site)?.to_str().context("a name that is not text")?.replace('\\', "/");
        if below.ends_with(".html") {
            documents.push(below);
        }
    }
    Ok(documents)
}

fn frame_headers(documents: &[String]) -> String {
    let rules: BTreeSet<(String, &str)> = documents.iter().flat_map(|document| rules_for(document)).collect();
    let rule =
        |(path, by): (String, &str)| format!("{path}\n  Content-Security-Policy: frame-ancestors {by}\n");
    rules.into_iter().map(rule).collect()
}

/// Returns the rules for a document: the path, and who may frame it. A folder is one rule for all that is below it.
fn rules_for(document: &str) -> Vec<(String, &'static str)> {
    let (folder, page) = document.strip_prefix("ja/").map_or(("/", document), |page| ("/ja/", page));
    match page.split_once('/') {
        Some(("embed", _)) => vec![(format!("{folder}embed/*"), "*")],
        Some((name, _)) => vec![(format!("{folder}{name}/*"), "'none'")],
        None if page == "index.html" => {
            vec![(folder.to_owned(), "'none'"), (format!("{folder}index.html"), "'none'")]
        }
        // Some hosts send it without its ending.
        None if format!("/{page}") == format!("{SANDBOX}.html") => {
            vec![(SANDBOX.to_owned(), "'self'"), (format!("{SANDBOX}.html"), "'self'")]
        }
        None => vec![(format!("{folder}{page}"), "'none'")],
    }
}

#[cfg(test)]
mod tests {
    use super::frame_headers;

    #[test]
    fn each_document_has_one_rule_for_frames() {
        let documents = [
            "index.html",
            "404.html",
            "sandbox.html",
            "play/index.html",
            "learn/index.html",
            "learn/keys/index.html",
            "embed/index.html",
            "ja/index.html",
            "ja/play/index.html",
            "ja/embed/index.html",
        ]
        .map(str::to_owned);
        let headers = frame_headers(&documents);
        let rule =
            |path: &str, by: &str| format!("{path}\n  Content-Security-Policy: frame-ancestors {by}\n");
        for (path, by) in [
            ("/", "'none'"),
            ("/index.html", "'none'"),
            ("/404.html", "'none'"),
            ("/play/*", "'none'"),
            ("/learn/*", "'none'"),
            ("/ja/", "'none'"),
            ("/ja/play/*", "'none'"),
            ("/embed/*", "*"),
            ("/ja/embed/*", "*"),
            ("/sandbox.html", "'self'"),
        ] {
            assert_eq!(
                format!("\n{headers}").matches(&format!("\n{}", rule(path, by))).count(),
                1,
                "{path} in {headers}"
            );
        }
        assert!(!format!("\n{headers}").contains("\n/*\n") && !headers.contains("/ja/*\n"), "{headers}");
    }
}
