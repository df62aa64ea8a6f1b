//! One page as HTML: no script but the one that knows the theme, and the app's own look.

use anyhow::Result;
use serde_json::Value;

use crate::pages;

use super::{ErrorText, Errors, Language, Request, Retry, Words, example};

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'";
const MARK: &str = r#"<svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor"><path stroke-width="3.5" d="M12 3.5a8.5 8.5 0 0 1 8 5.6M20.3 14A8.5 8.5 0 0 1 5 16.8M3.6 13A8.5 8.5 0 0 1 8.5 4.2"/><circle cx="12" cy="12" r="2.5" fill="currentColor" stroke="none"/></svg>"#;

struct Page<'a> {
    words: &'a Words,
    language: Language,
    /// Of the page in English, with slashes at both ends.
    path: String,
    title: String,
    description: String,
    body: String,
}

pub fn of_one(name: &str, error: &ErrorText, words: &Words, language: Language) -> Result<String> {
    let word = |key: &str| word(words, language, key);
    let said = error.said(language);
    let list = |entries: &[String]| {
        let entries: String = entries.iter().map(|entry| format!("<li>{}</li>\n", escaped(entry))).collect();
        format!("<ul>\n{entries}</ul>\n")
    };
    let retry = match error.retry {
        Retry::Yes => "retry-yes",
        Retry::Later => "retry-later",
        Retry::Changed => "retry-changed",
        Retry::Depends => "retry-depends",
    };
    let mut body = format!(
        "<p class=\"error-crumbs\"><a href=\"/errors/{}\">{}</a></p>\n<h1 class=\"page-title\"><code>{}</code></h1>\n<p>{}</p>\n",
        language.folder(),
        word("all"),
        with_breaks(name),
        escaped(&said.means)
    );
    body.push_str(&format!(
        "<dl class=\"error-facts\"><div><dt>{}</dt><dd>{}</dd></div><div><dt>{}</dt><dd>{}</dd></div></dl>\n",
        word("status"),
        error.status,
        word("again"),
        word(retry)
    ));
    body.push_str(&format!(
        "<h2>{}</h2>\n{}<h2>{}</h2>\n{}",
        word("why"),
        list(&said.why),
        word("do"),
        list(&said.to_do)
    ));
    if let Some(example) = &error.example {
        let address = example::address(name, example)?;
        body.push_str(&format!(
            "<h2>{}</h2>\n<p>{}</p>\n",
            word("example"),
            word("example-lead").replace("{name}", name)
        ));
        if !example.before.is_empty() {
            body.push_str(&format!("<p class=\"error-before\">{}</p>\n", word("before")));
            example.before.iter().for_each(|before| body.push_str(&request(before)));
            body.push_str(&format!("<p class=\"error-before\">{}</p>\n", word("then")));
        }
        body.push_str(&request(&example.request));
        body.push_str(&format!("<p><a class=\"error-run\" href=\"{address}\">{}</a></p>\n", word("run")));
    }
    if !error.see.is_empty() {
        let link = |other: &String| {
            format!("<li><a href=\"/errors/{other}/{}\"><code>{other}</code></a></li>\n", language.folder())
        };
        body.push_str(&format!(
            "<h2>{}</h2>\n<ul>\n{}</ul>\n",
            word("see"),
            error.see.iter().map(link).collect::<String>()
        ));
    }
    let page = Page {
        words,
        language,
        path: format!("/errors/{name}/"),
        title: name.to_owned(),
        description: word("description").replace("{name}", name),
        body,
    };
    Ok(page.html())
}

pub fn of_all(errors: &Errors, words: &Words, language: Language) -> String {
    let word = |key: &str| word(words, language, key);
    let entry = |(name, error): (&String, &ErrorText)| {
        format!(
            "<li><a href=\"/errors/{name}/{}\"><code>{name}</code></a><p>{}</p></li>\n",
            language.folder(),
            escaped(&error.said(language).means)
        )
    };
    let entries: String = errors.iter().map(entry).collect();
    let body = format!(
        "<h1 class=\"page-title\">{}</h1>\n<p>{}</p>\n<h2 class=\"visually-hidden\">{}</h2>\n<ul class=\"error-list\">\n{entries}</ul>\n",
        word("index"),
        word("index-lead"),
        word("all")
    );
    let page = Page {
        words,
        language,
        path: "/errors/".to_owned(),
        title: word("index"),
        description: word("index-lead"),
        body,
    };
    page.html()
}

impl Page<'_> {
    fn html(&self) -> String {
        let Page { words, language, path, title, description, body } = self;
        let word = |key: &str| word(words, *language, key);
        let other = match language {
            Language::English => Language::Japanese,
            Language::Japanese => Language::English,
        };
        let (code, other_code) = (language.code(), other.code());
        let other_name = self::word(words, other, "language");
        let (here, there) = (format!("{path}{}", language.folder()), format!("{path}{}", other.folder()));
        let card = pages::card(&format!("{title} · Dynalab"), description, &here);
        let title = escaped(title);
        format!(
            r##"<!doctype html>
<html lang="{code}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
{card}<title>{title} · Dynalab</title>
<script src="/errors/theme.js"></script>
<link rel="stylesheet" href="/errors/errors.css">
<link rel="icon" href="/icons/dynalab.svg" type="image/svg+xml">
<link rel="alternate" hreflang="{other_code}" href="{there}">
</head>
<body>
<a class="skip" href="#text">{skip}</a>
<header class="topbar"><a class="topbar-brand" href="/">{MARK}Dynalab</a>
<nav class="topbar-nav"><a class="topbar-link" href="/learn">{learn}</a><a class="topbar-link" href="/play">{workbench}</a><a class="topbar-link" href="/capacity">{capacity}</a><a class="topbar-link" href="/about">{about}</a></nav>
<div class="topbar-side"><a class="topbar-link" lang="{other_code}" hreflang="{other_code}" href="{there}">{other_name}</a></div></header>
<main class="page" id="text"><article class="error">
{body}</article></main>
<footer class="page-foot"><span>{foot}</span></footer>
</body>
</html>
"##,
            skip = word("skip"),
            learn = word("learn"),
            workbench = word("workbench"),
            capacity = word("capacity"),
            about = word("about"),
            foot = word("foot"),
        )
    }
}

fn word(words: &Words, language: Language, key: &str) -> String {
    let found = words.get(language.code()).and_then(|words| words.get(key));
    found.map_or_else(|| key.to_owned(), |text| escaped(text))
}

fn request(request: &Request) -> String {
    let body = serde_json::to_string_pretty(&Value::Object(request.request.clone())).unwrap_or_default();
    format!("<pre tabindex=\"0\"><b>{}</b>\n{}</pre>\n", escaped(&request.operation), escaped(&body))
}

/// A long name may go on in the next line before a capital letter.
fn with_breaks(name: &str) -> String {
    let parts =
        name.chars().enumerate().map(|(place, letter)| match place > 0 && letter.is_ascii_uppercase() {
            true => format!("<wbr>{letter}"),
            false => letter.to_string(),
        });
    parts.collect()
}

pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
