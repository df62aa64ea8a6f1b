//! The first content of the app's documents: the bar with the pages, the title and the lead of the page, and its style sheets. The
//! browser shows it before any program arrives, and the app replaces it when its own first view is complete.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use dynalab_lessons::Language;
use serde::Deserialize;

use crate::page_address::address;
use crate::page_sentences::sentence;
use crate::plain_page::escaped;

#[path = "../../web/src/components/page_icons.rs"]
mod page_icons;

/// `index.html` has the boot screen between these two markers.
const BEGIN: &str = "<main class=\"boot\">\n";
const END: &str = "</main>";
/// The brand ends the bar of `index.html`.
const BAR_END: &str = "</a></header>\n";
/// The style sheet of every page.
const START: &str = "styles/start.css\">";

/// More lines than an editor shows at once.
const EDITOR_LINES: usize = 60;

/// The pages in the bar: their paths, the names of their sentences, and their icons.
const PLACES: [(&str, &str, &str); 7] = [
    ("/", "place-home", page_icons::HOME),
    ("/learn", "place-learn", page_icons::LEARN),
    ("/design", "place-design", page_icons::DESIGN),
    ("/play", "place-play", page_icons::PLAY),
    ("/capacity", "place-capacity", page_icons::CAPACITY),
    ("/scale", "navigation-lab", page_icons::SCALE),
    ("/about", "place-about", page_icons::ABOUT),
];

/// The content that a page shows first, from `web/pages.json`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FirstContent {
    /// The path of the page that the bar marks, without slashes. None if the page is not below one of the bar.
    bar: Option<String>,
    /// A sentence file, and the names of a title and a lead in it. Without them, the page shows its description and has no visible
    /// title.
    sentences: Option<[String; 3]>,
    /// True for a page of prose.
    #[serde(default)]
    is_prose: bool,
    /// The file of the site that a new visitor finds in the page's editor.
    opens: Option<String>,
    /// Bundles of `web/style_sheets.json`.
    sheets: Vec<String>,
}

/// Adds the first content of a page to its document. `site` has the files of lessons.
pub fn put_into(
    document: &str,
    site: &Path,
    language: Language,
    first: &FirstContent,
    description: &str,
) -> Result<String> {
    let head = match &first.sentences {
        Some([file, title, lead]) => {
            let (title, lead) = (sentence(language, file, title)?, sentence(language, file, lead)?);
            let title = format!("<h1 class=\"page-title\">{title}</h1>\n");
            match first.is_prose {
                true => format!("<div class=\"prose\">\n{title}<p>{lead}</p>\n</div>\n"),
                false => head(&title, &lead),
            }
        }
        None => head("", &escaped(description)),
    };
    let editor = first.opens.as_ref().map_or(Ok(String::new()), |file| editor(&site.join(file)))?;
    let document = with_sheets(document, &first.sheets)?;
    let here = first.bar.as_ref().map(|page| format!("/{page}")).unwrap_or_default();
    let document = with_bar(&document, language, &here)?;
    let (before, boot, after) = split_at_boot_screen(&document)?;
    Ok(format!(
        "{before}<main class=\"boot-page\">\n<div class=\"page\">\n{head}{boot}{editor}</div>\n{END}{after}"
    ))
}

/// Returns the editor of the lesson builder with the beginning of a text. It cannot be used before the app arrives.
fn editor(file: &Path) -> Result<String> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let lines: Vec<&str> = text.lines().take(EDITOR_LINES).collect();
    Ok(format!(
        "<section class=\"build-editor\" aria-hidden=\"true\"><div class=\"build-numbers\"></div>\
         <textarea class=\"build-text\" tabindex=\"-1\" readonly wrap=\"off\">{}</textarea></section>\n",
        escaped(&lines.join("\n"))
    ))
}

fn head(title: &str, lead: &str) -> String {
    format!("<div class=\"page-head\"><div>\n{title}<p class=\"page-lead\">{lead}</p>\n</div></div>\n")
}

/// Returns what stands before, in and after the boot screen of the app's document.
pub fn split_at_boot_screen(document: &str) -> Result<(&str, &str, &str)> {
    let (before, after) = document.split_once(BEGIN).context("index.html has no boot screen")?;
    let (boot, after) = after.split_once(END).context("the boot screen has no end")?;
    Ok((before, boot, after))
}

/// Returns the lines of the boot screen that are paragraphs of a class.
pub fn boot_lines(boot: &str, class: &str) -> String {
    let start = format!("<p class=\"{class}\"");
    boot.lines().filter(|line| line.starts_with(&start)).map(|line| format!("{line}\n")).collect()
}

/// Adds the links of the bar. `here` is the path of the page that is open.
pub fn with_bar(document: &str, language: Language, here: &str) -> Result<String> {
    let mut links = String::new();
    for (path, name, icon) in PLACES {
        let current = if path == here { " aria-current=\"page\"" } else { "" };
        links.push_str(&format!(
            "<a class=\"topbar-link\" href=\"{}\"{current}><svg class=\"icon\" viewBox=\"0 0 16 16\" aria-hidden=\"true\"><path d=\"{icon}\"/></svg>{}</a>",
            address(language, path),
            sentence(language, "shell", name)?
        ));
    }
    let label = sentence(language, "shell", "navigation")?;
    let (before, after) = document.split_once(BAR_END).context("index.html has no bar")?;
    Ok(format!(
        "{before}</a><nav class=\"topbar-nav\" aria-label=\"{label}\">{links}</nav></header>\n{after}"
    ))
}

/// Links bundles of styles after that of every page.
pub fn with_sheets(document: &str, bundles: &[impl AsRef<str>]) -> Result<String> {
    let line = document.lines().find(|line| line.ends_with(START)).context("index.html has no styles")?;
    let lines: String = bundles
        .iter()
        .map(|bundle| {
            format!("\n{}", line.replace("styles/start.css", &format!("styles/{}.css", bundle.as_ref())))
        })
        .collect();
    Ok(document.replacen(line, &format!("{line}{lines}"), 1))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use dynalab_lessons::Language;

    use super::{FirstContent, put_into};
    use crate::{folders, pages};

    /// Each test has a folder of its own, because tests run side by side.
    fn site_with_sample(test: &str) -> PathBuf {
        let site = folders::target().join("test-page-shell").join(test);
        fs::create_dir_all(site.join("lessons/texts")).expect("a folder");
        fs::write(site.join("lessons/texts/sample.txt"), "# A <lesson>\n").expect("a text");
        site
    }

    fn first_of(path: &str) -> FirstContent {
        let mut pages = pages::read().expect("the pages").into_iter();
        pages.find(|page| page.path == path).and_then(|page| page.first).expect(path)
    }

    #[test]
    fn the_lesson_builder_has_the_text_that_it_opens() {
        let document = fs::read_to_string(folders::root().join("static/index.html")).expect("the document");
        let page = put_into(
            &document,
            &site_with_sample("builder"),
            Language::English,
            &first_of("learn/build"),
            "",
        )
        .expect("a page");
        assert!(page.contains("readonly wrap=\"off\"># A &lt;lesson&gt;</textarea>"), "{page}");
    }

    #[test]
    fn a_page_has_its_title_and_the_bar_before_the_program() {
        let document = fs::read_to_string(folders::root().join("static/index.html")).expect("the document");
        for (language, title, home) in [
            (Language::English, "Partition lab", "\"/\""),
            (Language::Japanese, "パーティションラボ", "\"/ja/\""),
        ] {
            let page = put_into(&document, &site_with_sample("title"), language, &first_of("scale"), "")
                .expect("a page");
            assert!(page.contains(&format!("<h1 class=\"page-title\">{title}</h1>")), "{page}");
            assert!(page.contains(&format!("<a class=\"topbar-link\" href={home}>")), "{page}");
            assert!(page.contains("/program/styles/scale.css\">"), "its styles");
            assert_eq!(page.matches("class=\"boot-failed\"").count(), 2, "the program may fail to start");
            assert_eq!(page.matches("</main>").count(), 1);
        }
    }

    #[test]
    fn each_page_has_first_content_in_each_language() {
        let document = fs::read_to_string(folders::root().join("static/index.html")).expect("the document");
        for language in Language::ALL {
            for shell in pages::read().expect("the pages") {
                let Some(first) = shell.first else { continue };
                let page = put_into(&document, &site_with_sample("other"), language, &first, "A & B")
                    .expect(&shell.path);
                let current = page.matches("aria-current=\"page\"").count();
                assert_eq!(current, usize::from(first.bar.is_some()), "{}", shell.path);
                let leads =
                    page.matches("class=\"page-lead\"").count() + page.matches("class=\"prose\"").count();
                assert_eq!(leads, 1, "{}", shell.path);
            }
        }
    }
}
