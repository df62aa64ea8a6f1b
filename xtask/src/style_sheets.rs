//! Joins the style sheets of a release build into one file, without comments and unneeded spaces.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

const LINK_BEFORE: &str = "<link rel=\"stylesheet\" href=\"/program/styles/";
const LINK_AFTER: &str = ".css\">\n";
/// The name of the joined file.
const ALL: &str = "all";

/// Joins the style sheets of `index.html` in their order.
pub fn join(folder: &Path) -> Result<()> {
    let page_file = folder.join("index.html");
    let mut page = fs::read_to_string(&page_file)?;
    let first = page.find(LINK_BEFORE).context("index.html names no style sheet")?;
    let mut sheets = String::new();
    while let Some(link) = page[first..].strip_prefix(LINK_BEFORE) {
        let (name, _) =
            link.split_once(LINK_AFTER).context("a style sheet's link is not alone on its line")?;
        let sheet = folder.join("styles").join(name).with_extension("css");
        let rules = fs::read_to_string(&sheet)?;
        ensure!(!rules.contains("@import"), "{name}.css imports, which only the first rules may");
        sheets.push_str(&minified(&rules));
        fs::remove_file(&sheet)?;
        let link_length = LINK_BEFORE.len() + name.len() + LINK_AFTER.len();
        page.replace_range(first..first + link_length, "");
    }
    ensure!(!page.contains(LINK_BEFORE), "the links to the style sheets do not follow each other");
    page.insert_str(first, &format!("{LINK_BEFORE}{ALL}{LINK_AFTER}"));
    fs::write(page_file, page)?;
    fs::write(folder.join("styles").join(ALL).with_extension("css"), sheets)?;
    Ok(())
}

/// Returns the same rules in fewer characters. It keeps spaces that may have a meaning, such as before a colon or beside an
/// operator.
fn minified(sheet: &str) -> String {
    let mut out = String::with_capacity(sheet.len());
    let mut space = false;
    let mut rest = sheet;
    while let Some(first) = rest.chars().next() {
        if let Some(comment) = rest.strip_prefix("/*") {
            rest = comment.split_once("*/").map_or("", |(_, after)| after);
            space = true;
            continue;
        }
        if first.is_ascii_whitespace() {
            rest = rest.trim_ascii_start();
            space = true;
            continue;
        }
        let needless = out.is_empty() || out.ends_with(['{', '}', ';', ',', ':']);
        if space && !needless && !"{};,".contains(first) {
            out.push(' ');
        }
        space = false;
        if first == '}' && out.ends_with(';') {
            out.pop();
        }
        let length =
            if first == '"' || first == '\'' { quoted_length(rest, first) } else { first.len_utf8() };
        let (taken, after) = rest.split_at(length);
        out.push_str(taken);
        rest = after;
    }
    out
}

fn quoted_length(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (position, character) in text.char_indices().skip(1) {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if character == quote => return position + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::minified;

    #[test]
    fn needless_space_goes_and_the_rest_stays() {
        let sheet = "/* All */\n.a > .b :hover,\n.c { margin: 0 auto; width: calc(100% - 2px); }\n\n@media (max-width: 9px) { .d { --e: 1; } }\n";
        assert_eq!(
            minified(sheet),
            ".a > .b :hover,.c{margin:0 auto;width:calc(100% - 2px)}@media (max-width:9px){.d{--e:1}}"
        );
    }

    #[test]
    fn quoted_text_stays_as_it_is() {
        assert_eq!(
            minified(".a::before { content: \"; /* \\\" }  \"; }"),
            ".a::before{content:\"; /* \\\" }  \"}"
        );
        assert_eq!(minified("a /* b */ c"), "a c");
    }
}
