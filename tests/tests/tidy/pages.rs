//! Documents and pages: links have targets, styles are in style sheets, the security policy is set.

use dynalab_static_server::CONTENT_SECURITY_POLICY;

use crate::repository;

/// Diagrams may set geometry in code: the path of an arc depends on its data.
const MAY_DRAW: &str = "web/src/pictures";

/// Links of lessons to terms, lessons and errors are not files. `every_lesson` checks them.
const LESSONS: &str = "crates/lessons/course/";
const LESSON_LINKS: &[&str] = &["term:", "lesson:", "error:"];

pub fn broken_links() -> Vec<String> {
    let root = repository::root();
    let mut faults = Vec::new();
    for file in repository::all_files().iter().filter(|file| file.has_extension("md")) {
        let here = root.join(&file.path);
        let folder = here.parent().unwrap_or(&root);
        for target in link_targets(file.text()) {
            let path = target.split(['#', '?']).next().unwrap_or_default();
            let leads_outside = target.contains("://") || target.starts_with("mailto:");
            if file.path.starts_with(LESSONS) && LESSON_LINKS.iter().any(|link| target.starts_with(link)) {
                continue;
            }
            if !leads_outside && !path.is_empty() && !folder.join(path).exists() {
                faults.push(format!("{}: {target}", file.path));
            }
        }
    }
    faults
}

/// Returns the targets of `[text](target)`, except in code.
fn link_targets(markdown: &str) -> Vec<String> {
    let mut targets = Vec::new();
    let mut in_code = false;
    for line in markdown.lines() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        } else if !in_code {
            // Between backquotes, every second piece is code.
            let prose: String = line.split('`').step_by(2).collect::<Vec<_>>().join("code");
            for after in prose.split("](").skip(1) {
                let target = after.split([')', ' ']).next().unwrap_or_default();
                targets.push(target.trim_matches(['<', '>']).to_owned());
            }
        }
    }
    targets
}

pub fn styles_in_rust() -> Vec<String> {
    let mut faults = Vec::new();
    for file in repository::rust_files() {
        if !file.path.starts_with("web/src/") || file.path.starts_with(MAY_DRAW) {
            continue;
        }
        for (index, line) in file.text().lines().enumerate() {
            if styles(line) {
                faults.push(format!("{}:{}: {}", file.path, index + 1, line.trim()));
            }
        }
    }
    faults
}

/// Returns whether a line has a `style=` attribute or a color in a string.
fn styles(line: &str) -> bool {
    let attribute = line.trim_start().starts_with("style=") || line.contains(" style=");
    let function = ["\"rgb(", "\"rgba(", "\"hsl(", "\"oklch("].iter().any(|start| line.contains(start));
    let hexadecimal = line.split('"').skip(1).step_by(2).any(|text| {
        text.strip_prefix('#').is_some_and(|digits| {
            matches!(digits.len(), 6 | 8) && digits.chars().all(|digit| digit.is_ascii_hexdigit())
        })
    });
    attribute || function || hexadecimal
}

pub fn policy_missing() -> Vec<String> {
    let page = std::fs::read_to_string(repository::root().join("static/index.html")).unwrap_or_default();
    let meta = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{CONTENT_SECURITY_POLICY}\">");
    if page.contains(&meta) { Vec::new() } else { vec![meta] }
}

/// The file of the Trusted Types policy, and the Rust that asks it.
const TRUSTED: [&str; 2] = ["static/trusted.js", "web/src/browser/trusted.rs"];
/// What makes HTML or a script of a text.
const SINKS: [&str; 14] = [
    "innerHTML",
    "outerHTML",
    "insertAdjacentHTML",
    "createContextualFragment",
    "document.write",
    "DOMParser",
    "importScripts",
    "new Function",
    "from_html_unchecked",
    "set_inner_html",
    "set_outer_html",
    "insert_adjacent_html",
    "Worker::new",
    "js_sys::eval",
];

pub fn sinks_beside_policy() -> Vec<String> {
    let mut faults = Vec::new();
    for file in repository::all_files() {
        let is_of_page =
            ["static/", "web/src/", "web/worker/"].iter().any(|folder| file.path.starts_with(folder));
        let is_script = [".js", ".rs", ".html"].iter().any(|end| file.path.ends_with(end));
        if !is_of_page || !is_script || TRUSTED.contains(&file.path.as_str()) {
            continue;
        }
        for (index, line) in file.text().lines().enumerate() {
            let is_comment = line.trim_start().starts_with("//");
            if !is_comment && SINKS.iter().any(|sink| line.contains(sink)) {
                faults.push(format!("{}:{}: {}", file.path, index + 1, line.trim()));
            }
        }
    }
    faults
}

#[test]
fn links_are_found_outside_code() {
    let text =
        "See [this](docs/a.md#part) and `[that](b.md)`.\n```\n[code](c.md)\n```\n![x](<d.png> \"title\")\n";
    assert_eq!(link_targets(text), ["docs/a.md#part", "d.png"]);
}

#[test]
fn styles_are_found() {
    assert!(styles("<div style=\"color: red\">"));
    assert!(styles("let accent = \"#ff8800\";"));
    assert!(!styles("<a href=\"#settings\">"));
    assert!(!styles("let style = 1;"));
}
