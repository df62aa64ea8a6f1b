//! The addresses of the site: the routes in the app's source, and the documents without the app.

use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, Result, ensure};
use proc_macro2::{TokenStream, TokenTree};

/// The file with the app's routes. Every text in it that begins with a slash is the path of a route.
const ROUTES: &str = "../web/src/address/route.rs";
/// The placeholder for the name of a table in a path.
const TABLE: &str = ":table";
/// The placeholder for a lesson in a path, and the lesson to open. It has a prediction, sliders and a diagram.
const LESSON: (&str, &str) = (":lesson", "a-filter-is-not-a-query");

/// The script that starts the app. A document with it belongs to a route.
const APP_START: &str = "boot.js";

#[derive(Debug, PartialEq)]
pub struct Route {
    /// The path, with the name of the table filled in.
    pub path: String,
    pub needs_table: bool,
}

/// Returns the routes of the app, each once.
pub fn routes(table: &str) -> Result<Vec<Route>> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(ROUTES);
    let source = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    let routes = routes_in(&source, table)?;
    ensure!(routes.len() >= 4, "{} lists its routes in another way: {routes:?}", file.display());
    Ok(routes)
}

fn routes_in(source: &str, table: &str) -> Result<Vec<Route>> {
    let tokens = TokenStream::from_str(source).map_err(|error| anyhow::anyhow!("{error}"))?;
    let mut texts = Vec::new();
    collect_texts(tokens, &mut texts);
    let mut routes: Vec<Route> = Vec::new();
    for text in texts.iter().filter(|text| text.starts_with('/')) {
        let path = text.replace(TABLE, table).replace(LESSON.0, LESSON.1);
        ensure!(!path.contains([':', '*']), "say in this file what stands for the placeholder in {text}");
        let route = Route { needs_table: text.contains(TABLE), path };
        if !routes.contains(&route) {
            routes.push(route);
        }
    }
    Ok(routes)
}

/// Collects every text of a source file, except those of its tests.
fn collect_texts(tokens: TokenStream, texts: &mut Vec<String>) {
    let mut before = [String::new(), String::new()];
    for token in tokens {
        match &token {
            TokenTree::Group(group) if before != ["mod", "tests"] => collect_texts(group.stream(), texts),
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                texts.extend(
                    text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).map(str::to_owned),
                );
            }
            _ => {}
        }
        let [_, last] = before;
        before = [last, token.to_string()];
    }
}

/// Returns the documents of a language without the app, by their paths in English. The former addresses of Japanese pages are
/// left out.
pub fn pages(site: &Path, language: &str) -> Result<Vec<String>> {
    let mut files = Vec::new();
    collect_pages(site, &mut files)?;
    files.sort();
    let mut pages = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file)?;
        let address = file.parent().and_then(|folder| folder.strip_prefix(site).ok()).context("a folder")?;
        let address = address.to_string_lossy().replace('\\', "/");
        let below = if language == "ja" { address.strip_prefix("ja/") } else { Some(address.as_str()) };
        let is_of_app = text.contains(APP_START);
        if let Some(below) = below
            && !is_of_app
            && text.contains(&format!("<html lang=\"{language}\""))
        {
            pages.push(format!("/{below}/"));
        }
    }
    Ok(pages)
}

fn collect_pages(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() {
            collect_pages(&path, files)?;
        } else if path.file_name().is_some_and(|name| name == "index.html") {
            files.push(path);
        }
    }
    Ok(())
}

#[test]
fn routes_are_read_from_source() {
    let source = r##"
        enum Route { #[at("/about")] A, #[at("/play/:table")] B { table: String }, #[at("/learn/:lesson")] C { lesson: String } }
        mod tests { const OTHER: &str = "/nowhere"; }"##;
    let expected = [("/about", false), ("/play/Shop", true), ("/learn/a-filter-is-not-a-query", false)];
    let expected = expected.map(|(path, needs_table)| Route { path: path.to_owned(), needs_table });
    assert_eq!(routes_in(source, "Shop").expect("routes"), expected);
    assert!(
        routes_in(r#"const A: &str = "/designs/:design";"#, "Shop").is_err(),
        "an unknown placeholder is told"
    );
}
