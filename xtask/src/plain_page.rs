//! A document without the app: an error's page or a reference card. It has the app's style and one script, for the theme.

pub use dynalab_literals::html::text as escaped;
use std::collections::BTreeMap;

use dynalab_lessons::Language;

use crate::page_address::{address, alternates};
use crate::pages;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
const MARK: &str = r#"<svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor"><path stroke-width="3.5" d="M12 3.5a8.5 8.5 0 0 1 8 5.6M20.3 14A8.5 8.5 0 0 1 5 16.8M3.6 13A8.5 8.5 0 0 1 8.5 4.2"/><circle cx="12" cy="12" r="2.5" fill="currentColor" stroke="none"/></svg>"#;

/// Sentences by language code, then by name.
pub type Words = BTreeMap<String, BTreeMap<String, String>>;

pub fn other(language: Language) -> Language {
    match language {
        Language::English => Language::Japanese,
        Language::Japanese => Language::English,
    }
}

pub struct PlainPage<'a> {
    pub words: &'a Words,
    pub language: Language,
    /// The path in English, with slashes at both ends.
    pub path: String,
    pub title: String,
    pub description: String,
    pub body: String,
}

impl PlainPage<'_> {
    pub fn html(&self) -> String {
        let PlainPage { words, language, path, title, description, body } = self;
        let word = |key: &str| word(words, *language, key);
        let other = other(*language);
        let (code, other_code) = (language.code(), other.code());
        let other_name = self::word(words, other, "language");
        let (here, there) = (address(*language, path), address(other, path));
        let place = |path: &str| address(*language, path);
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
{alternates}</head>
<body class="topbar-plain-page">
<a class="skip" href="#text">{skip}</a>
<header class="topbar topbar--plain"><a class="topbar-brand" href="{home}">{MARK}Dynalab</a>
<nav class="topbar-nav"><a class="topbar-link" href="{to_learn}">{learn}</a><a class="topbar-link" href="{to_design}">{design}</a><a class="topbar-link" href="{to_workbench}">{workbench}</a><a class="topbar-link" href="{to_capacity}">{capacity}</a><a class="topbar-link" href="{to_lab}">{lab}</a><a class="topbar-link" href="{to_about}">{about}</a></nav>
<div class="topbar-side"><a class="topbar-link" lang="{other_code}" hreflang="{other_code}" href="{there}">{other_name}</a></div></header>
<main class="page" id="text"><article class="error">
{body}</article></main>
<footer class="page-foot"><span>{foot}</span></footer>
</body>
</html>
"##,
            alternates = alternates(path),
            home = place("/"),
            to_learn = place("/learn"),
            to_design = place("/design"),
            to_workbench = place("/play"),
            to_capacity = place("/capacity"),
            to_lab = place("/scale"),
            to_about = place("/about"),
            skip = word("skip"),
            learn = word("learn"),
            design = word("design"),
            workbench = word("workbench"),
            capacity = word("capacity"),
            lab = word("lab"),
            about = word("about"),
            foot = word("foot"),
        )
    }
}

/// Returns a sentence as HTML.
pub fn word(words: &Words, language: Language, key: &str) -> String {
    let found = words.get(language.code()).and_then(|words| words.get(key));
    found.map_or_else(|| key.to_owned(), |text| escaped(text))
}
