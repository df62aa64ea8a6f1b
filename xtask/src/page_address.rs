//! The address of a page in each language: English at its path, Japanese at the same path below `/ja`.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use dynalab_lessons::Language;

/// Japanese pages once had this folder below the address of the English page. Old links to it must work forever.
const FORMER_FOLDER: &str = "ja/";

/// Returns the address of a page. `path` is the page's path in English, with a slash at its beginning.
pub fn address(language: Language, path: &str) -> String {
    match language {
        Language::English => path.to_owned(),
        Language::Japanese => format!("/ja{path}"),
    }
}

/// Returns the `<link>` elements with the page's address in each language. English is the default for all other languages.
pub fn alternates(path: &str) -> String {
    let line = |code: &str, address: &str| {
        format!("<link hreflang=\"{code}\" rel=\"alternate\" href=\"{address}\">\n")
    };
    let languages = Language::ALL.map(|language| line(language.code(), &address(language, path))).concat();
    languages + &line("x-default", path)
}

/// Writes the document of a page whose path ends with a slash.
pub fn write(site: &Path, language: Language, path: &str, document: &str) -> Result<()> {
    write_file(site, &address(language, path), document)
}

/// Writes the document of an older page, in Japanese also at its former address.
pub fn write_with_former(site: &Path, language: Language, path: &str, document: &str) -> Result<()> {
    write(site, language, path, document)?;
    match language {
        Language::English => Ok(()),
        Language::Japanese => write_file(site, &format!("{path}{FORMER_FOLDER}"), document),
    }
}

fn write_file(site: &Path, address: &str, document: &str) -> Result<()> {
    let folder = site.join(address.trim_start_matches('/'));
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    fs::write(folder.join("index.html"), document)
        .with_context(|| format!("cannot write to {}", folder.display()))
}

#[cfg(test)]
mod tests {
    use dynalab_lessons::Language::{English, Japanese};

    use super::{address, alternates};

    #[test]
    fn each_language_has_its_address() {
        assert_eq!(address(English, "/learn/"), "/learn/");
        assert_eq!(address(Japanese, "/learn/"), "/ja/learn/");
        assert_eq!(address(Japanese, "/"), "/ja/");
        assert_eq!(
            alternates("/play/"),
            "<link hreflang=\"en\" rel=\"alternate\" href=\"/play/\">\n\
             <link hreflang=\"ja\" rel=\"alternate\" href=\"/ja/play/\">\n\
             <link hreflang=\"x-default\" rel=\"alternate\" href=\"/play/\">\n"
        );
    }
}
