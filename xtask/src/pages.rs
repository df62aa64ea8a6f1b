//! A document for each page of the app, so that a host finds it at its address and others read its title and description. The app in it
//! is the same everywhere. `404.html` is for all other addresses: the app knows those of tables.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::folders;
use crate::plain_page::escaped;

/// Titles and descriptions.
const PAGES: &str = "web/pages.json";
/// Between these two, `index.html` has what differs from page to page.
const BEGIN: &str = "<!-- page -->\n";
const END: &str = "<!-- /page -->\n";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    /// Without slashes at its ends; empty is the home page.
    path: String,
    title: String,
    description: String,
}

/// Writes the document of each page below that of the home page.
pub fn write(site: &Path) -> Result<()> {
    let home = site.join("index.html");
    let document = fs::read_to_string(&home).context("the site has no index.html")?;
    for page in read()? {
        let folder = site.join(&page.path);
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        fs::write(folder.join("index.html"), with_head(&document, &page.head())?)?;
    }
    let missing = "<meta name=\"robots\" content=\"noindex\">\n<title>Dynalab</title>\n";
    fs::write(site.join("404.html"), with_head(&document, missing)?)?;
    Ok(())
}

/// The addresses of the pages below the site's folder, each with a slash at its end. That of the home page is empty.
pub fn addresses() -> Result<Vec<String>> {
    let address = |page: Page| if page.path.is_empty() { page.path } else { format!("{}/", page.path) };
    Ok(read()?.into_iter().map(address).collect())
}

fn read() -> Result<Vec<Page>> {
    let text = fs::read_to_string(folders::root().join(PAGES)).context(PAGES)?;
    serde_json::from_str(&text).context(PAGES)
}

/// What other sites show of a page that is linked there. `publish` puts the host into the addresses, or takes the lines that need one out.
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
    fn head(&self) -> String {
        let path = if self.path.is_empty() { "/".to_owned() } else { format!("/{}/", self.path) };
        format!("{}<title>{}</title>\n", card(&self.title, &self.description, &path), escaped(&self.title))
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

    use super::{BEGIN, END, Page, read, with_head};
    use crate::folders;

    #[test]
    fn each_page_has_the_title_that_the_app_gives_it() {
        let sentences =
            fs::read_to_string(folders::root().join("web/messages/en/shell.ftl")).expect("sentences");
        for page in read().expect("the pages") {
            let name = if page.path.is_empty() { "home".to_owned() } else { page.path.replace('/', "-") };
            let line = format!("title-{name} = {}\n", page.title);
            assert!(sentences.contains(&line), "shell.ftl has no line {line}");
            assert!((50..=200).contains(&page.description.chars().count()), "{}", page.description);
        }
    }

    #[test]
    fn a_page_has_its_own_head() {
        let document = fs::read_to_string(folders::root().join("static/index.html")).expect("the document");
        let page = Page { path: "play".into(), title: "A & B".into(), description: "C".into() };
        let document = with_head(&document, &page.head()).expect("a document");
        for part in [
            "<title>A &amp; B</title>",
            "<meta name=\"description\" content=\"C\">",
            "<link rel=\"canonical\" href=\"/play/\">",
            "<meta property=\"og:title\" content=\"A &amp; B\">",
        ] {
            assert_eq!(document.matches(part).count(), 1, "{part}");
        }
        assert_eq!(document.matches("<title>").count(), 1);
        assert!(!document.contains(BEGIN) && !document.contains(END));
        assert!(with_head("<html>", "").is_err());
    }
}
