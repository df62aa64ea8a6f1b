//! Writes a document for each page of the app, with its own title and description. A host finds it at the page's address. The
//! app in it is always the same. `404.html` is for all other addresses, such as those of tables, which the app resolves.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use dynalab_lessons::Language;
use serde::Deserialize;

use crate::page_shell::FirstContent;
use crate::plain_page::escaped;
use crate::{folders, home_shell, page_address, page_shell};

/// The titles and descriptions of the pages.
const PAGES: &str = "web/pages.json";
/// `index.html` has the page's own head elements between these two markers.
const BEGIN: &str = "<!-- page -->\n";
const END: &str = "<!-- /page -->\n";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Page {
    /// The path without slashes at its ends. It is empty for the home page.
    pub path: String,
    /// What the page shows before the app. The home page has content of its own.
    #[serde(default)]
    pub first: Option<FirstContent>,
    en: PageText,
    ja: PageText,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PageText {
    title: String,
    description: String,
}

/// Writes the document of each page in each language. It replaces the site's `index.html`, the app's document, by that of the
/// home page. `first_lesson` is the address of the first lesson in English.
pub fn write(site: &Path, first_lesson: &str) -> Result<()> {
    let document = fs::read_to_string(site.join("index.html")).context("the site has no index.html")?;
    let pages = read()?;
    for language in Language::ALL {
        for page in &pages {
            let mut text = in_language(&with_head(&document, &page.head(language))?, language);
            text = match page.path.as_str() {
                "" => home_shell::put_into(&text, language, first_lesson)?,
                path => {
                    let first = page.first.as_ref();
                    let first =
                        first.with_context(|| format!("{PAGES}: the page {path} has no first content"))?;
                    page_shell::put_into(&text, site, language, first, &page.text(language).description)?
                }
            };
            page_address::write(site, language, &page.address(), &text)?;
        }
    }
    let missing = "<meta name=\"robots\" content=\"noindex\">\n<title>Dynalab</title>\n";
    fs::write(site.join("404.html"), with_head(&document, missing)?)?;
    Ok(())
}

/// Changes the app's document to a language.
pub fn in_language(document: &str, language: Language) -> String {
    match language {
        Language::English => document.to_owned(),
        Language::Japanese => document.replacen("<html lang=\"en\"", "<html lang=\"ja\"", 1).replacen(
            "class=\"topbar-brand\" href=\"/\"",
            "class=\"topbar-brand\" href=\"/ja/\"",
            1,
        ),
    }
}

/// Returns the addresses of all pages in all languages, relative to the site. Each has a slash at its end. The home page's is
/// empty.
pub fn addresses() -> Result<Vec<String>> {
    let pages = read()?;
    let below = |language, page: &Page| {
        page_address::address(language, &page.address()).trim_start_matches('/').to_owned()
    };
    Ok(Language::ALL
        .into_iter()
        .flat_map(|language| pages.iter().map(move |page| below(language, page)))
        .collect())
}

pub fn read() -> Result<Vec<Page>> {
    let text = fs::read_to_string(folders::root().join(PAGES)).context(PAGES)?;
    serde_json::from_str(&text).context(PAGES)
}

/// Returns the elements that other sites read to show a link. `publish` adds the host to the addresses, or removes lines that
/// need one.
pub fn card(title: &str, description: &str, path: &str) -> String {
    let (title, description) = (escaped(title), escaped(description));
    format!(
        "<meta name=\"description\" content=\"{description}\">\n\
         <link rel=\"canonical\" href=\"{path}\">\n\
         <meta property=\"og:type\" content=\"website\">\n\
         <meta property=\"og:site_name\" content=\"Dynalab\">\n\
         <meta property=\"og:title\" content=\"{title}\">\n\
         <meta property=\"og:description\" content=\"{description}\">\n\
         <meta property=\"og:url\" content=\"{path}\">\n\
         <meta property=\"og:image\" content=\"/icons/card.png\">\n\
         <meta name=\"twitter:card\" content=\"summary_large_image\">\n"
    )
}

impl Page {
    /// Returns the address in English.
    fn address(&self) -> String {
        if self.path.is_empty() { "/".to_owned() } else { format!("/{}/", self.path) }
    }

    fn text(&self, language: Language) -> &PageText {
        match language {
            Language::English => &self.en,
            Language::Japanese => &self.ja,
        }
    }

    fn head(&self, language: Language) -> String {
        let (path, text) = (self.address(), self.text(language));
        let card = card(&text.title, &text.description, &page_address::address(language, &path));
        format!("{card}{}<title>{}</title>\n", page_address::alternates(&path), escaped(&text.title))
    }
}

pub fn with_head(document: &str, head: &str) -> Result<String> {
    let (before, after) = document.split_once(BEGIN).context("index.html has no place for a title")?;
    let (_, after) = after.split_once(END).context("index.html has no end of that place")?;
    ensure!(!after.contains(BEGIN), "index.html has two places for a title");
    Ok(format!("{before}{head}{after}"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use dynalab_lessons::Language;

    use super::{BEGIN, END, Page, PageText, in_language, read, with_head};
    use crate::folders;

    #[test]
    fn each_page_has_the_title_that_the_app_gives_it() {
        for language in Language::ALL {
            let file = format!("crates/app/messages/{}/shell.ftl", language.code());
            let sentences = fs::read_to_string(folders::root().join(file)).expect("sentences");
            // A Japanese sentence has about half as many characters as the English one.
            let description = if language == Language::English { 50..=200 } else { 40..=110 };
            for page in read().expect("the pages") {
                let name = if page.path.is_empty() { "home".to_owned() } else { page.path.replace('/', "-") };
                let text = page.text(language);
                let line = format!("title-{name} = {}\n", text.title);
                assert!(sentences.contains(&line), "{} has no line {line}", language.code());
                assert!(description.contains(&text.description.chars().count()), "{}", text.description);
            }
        }
    }

    #[test]
    fn a_page_has_its_own_head_in_each_language() {
        let document = fs::read_to_string(folders::root().join("static/index.html")).expect("the document");
        let text = |title: &str| PageText { title: title.into(), description: "C".into() };
        let page = Page { path: "play".into(), first: None, en: text("A & B"), ja: text("い & ろ") };
        let head = page.head(Language::Japanese);
        assert!(head.contains("<title>い &amp; ろ</title>"), "{head}");
        assert!(head.contains("<link rel=\"canonical\" href=\"/ja/play/\">"), "{head}");
        let japanese = in_language(&with_head(&document, &head).expect("a document"), Language::Japanese);
        assert!(japanese.contains("<html lang=\"ja\"") && japanese.contains("topbar-brand\" href=\"/ja/\""));
        let document = with_head(&document, &page.head(Language::English)).expect("a document");
        for part in [
            "<title>A &amp; B</title>",
            "<meta name=\"description\" content=\"C\">",
            "<link rel=\"canonical\" href=\"/play/\">",
            "<link hreflang=\"ja\" rel=\"alternate\" href=\"/ja/play/\">",
            "<meta property=\"og:title\" content=\"A &amp; B\">",
        ] {
            assert_eq!(document.matches(part).count(), 1, "{part}");
        }
        assert_eq!(document.matches("<title>").count(), 1);
        assert!(!document.contains(BEGIN) && !document.contains(END));
        assert!(with_head("<html>", "").is_err());
    }
}
