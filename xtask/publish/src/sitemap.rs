//! The sitemap: every page whose canonical address is its own.

const CANONICAL: &str = "<link rel=\"canonical\" href=\"/";

/// Returns the canonical path of a page below the base, without a slash at its beginning. None if the page has no such line.
pub fn canonical_path(page: &str) -> Option<&str> {
    let (_, after) = page.split_once(CANONICAL)?;
    Some(after.split_once('"')?.0)
}

/// Writes a sitemap. `root` is the full address of the site, with a slash at its end.
pub fn sitemap(root: &str, mut paths: Vec<String>) -> String {
    paths.sort();
    paths.dedup();
    let entries: String = paths.iter().map(|path| format!("<url><loc>{root}{path}</loc></url>\n")).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{entries}</urlset>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::{canonical_path, sitemap};

    #[test]
    fn pages_are_listed_by_their_canonical_path() {
        assert_eq!(canonical_path("<link rel=\"canonical\" href=\"/learn/\">"), Some("learn/"));
        assert_eq!(canonical_path("<link rel=\"canonical\" href=\"/\">"), Some(""));
        assert_eq!(canonical_path("<p>No head</p>"), None);
        let map = sitemap("https://a.b/c/", vec!["play/".to_owned(), String::new(), "play/".to_owned()]);
        assert!(map.contains(
            "<url><loc>https://a.b/c/</loc></url>\n<url><loc>https://a.b/c/play/</loc></url>\n</urlset>"
        ));
    }
}
