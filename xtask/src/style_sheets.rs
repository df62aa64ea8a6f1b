//! Assembles the style sheets of the site. Each component has its sheet beside its Rust file, and `web/style_sheets.json` lists
//! the sheets of each bundle in their order.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::{folders, site};

/// The list of bundles.
const LIST: &str = "web/style_sheets.json";
/// Where sheets are. Each is in at least one bundle.
const SOURCES: [&str; 3] = ["static/styles", "web/src", "xtask/src"];
/// The bundle of documents without the app. It is not in the program's folder, because its address does not change.
pub const DOCUMENTS: &str = "errors";

/// The sheets of each bundle, by its name.
type List = BTreeMap<String, Vec<String>>;

/// Replaces the sheets that were copied into the site by the bundles, one file each. A release has no comments and no unneeded
/// spaces.
pub fn write(release: bool, site: &Path) -> Result<()> {
    let folder = site.join("styles");
    site::remove_folder(&folder)?;
    fs::create_dir_all(&folder)?;
    for (name, sheets) in &read_list()? {
        let rules = join(sheets)?;
        let rules = if release { minified(&rules) } else { rules };
        let file = if name == DOCUMENTS {
            site.join("errors/errors.css")
        } else {
            folder.join(name).with_extension("css")
        };
        fs::write(&file, rules).with_context(|| format!("cannot write {}", file.display()))?;
    }
    Ok(())
}

/// Reads the list and checks it against the sheets that exist.
fn read_list() -> Result<List> {
    let text = fs::read_to_string(folders::root().join(LIST)).context(LIST)?;
    let list: List = serde_json::from_str(&text).context(LIST)?;
    let mut present = BTreeSet::new();
    for source in SOURCES {
        collect(&folders::root().join(source), &mut present)?;
    }
    check(&list, &present)?;
    Ok(list)
}

/// Adds the sheets of a folder, by their paths from the root of the repository.
fn collect(folder: &Path, sheets: &mut BTreeSet<String>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, sheets)?;
        } else if path.extension().is_some_and(|extension| extension == "css") {
            let path = path.strip_prefix(folders::root())?;
            sheets.insert(path.to_string_lossy().replace('\\', "/"));
        }
    }
    Ok(())
}

fn check(list: &List, present: &BTreeSet<String>) -> Result<()> {
    let mut listed = BTreeSet::new();
    for (bundle, sheets) in list {
        let once: BTreeSet<&String> = sheets.iter().collect();
        ensure!(once.len() == sheets.len(), "{LIST} lists a style sheet twice in {bundle}");
        listed.extend(once);
    }
    let missing = listed.iter().find(|sheet| !present.contains(**sheet));
    ensure!(missing.is_none(), "{LIST} lists {missing:?}, which does not exist");
    let unlisted = present.iter().find(|sheet| !listed.contains(sheet));
    ensure!(unlisted.is_none(), "{LIST} does not list {unlisted:?}");
    Ok(())
}

fn join(sheets: &[String]) -> Result<String> {
    let mut rules = String::new();
    for sheet in sheets {
        let text = fs::read_to_string(folders::root().join(sheet)).with_context(|| sheet.clone())?;
        ensure!(!text.contains("@import"), "{sheet} imports another sheet; {LIST} does that");
        rules.push_str(&text);
    }
    Ok(rules)
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
    use std::collections::BTreeSet;

    use super::{List, check, minified, read_list};

    #[test]
    fn every_sheet_is_in_a_bundle() {
        let list = read_list().expect("a list of all sheets");
        assert!(list["start"][0].ends_with("tokens.css"), "values are set before they are used");
    }

    #[test]
    fn a_list_that_does_not_fit_is_refused() {
        let list = |sheets: &[&str]| {
            List::from([("start".to_owned(), sheets.iter().map(|sheet| (*sheet).to_owned()).collect())])
        };
        let present = BTreeSet::from(["a.css".to_owned(), "b.css".to_owned()]);
        let refusal = |sheets: &[&str]| check(&list(sheets), &present).map_err(|error| error.to_string());
        assert_eq!(refusal(&["a.css", "b.css"]), Ok(()));
        assert!(refusal(&["a.css"]).is_err_and(|error| error.contains("does not list")));
        assert!(refusal(&["a.css", "b.css", "c.css"]).is_err_and(|error| error.contains("does not exist")));
        assert!(refusal(&["a.css", "b.css", "b.css"]).is_err_and(|error| error.contains("twice")));
    }

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
