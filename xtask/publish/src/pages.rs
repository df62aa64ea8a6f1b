//! Rewrites the links of an HTML page for the address of the published site.

use crate::address::Address;

/// Attributes whose value is a path from the root.
const PATHS: [&str; 3] = ["href=\"/", "src=\"/", "data-base=\"/"];
/// Attributes that other sites read, so their addresses need a host.
const FULL: [&str; 4] = [
    "rel=\"canonical\" href=\"/",
    "property=\"og:url\" content=\"/",
    "property=\"og:image\" content=\"/",
    "rel=\"alternate\" href=\"/",
];
/// Lines that are removed if the host is unknown.
const NEEDS_HOST: [&str; 2] = ["<meta property=\"og:url\"", "<meta property=\"og:image\""];

/// Returns the page with its links below the base path.
pub fn with_address(page: &str, address: &Address) -> String {
    let mut page = page.to_owned();
    match address.full() {
        Some(full) => {
            for start in FULL {
                page = page.replace(start, &format!("{}{full}", start.trim_end_matches('/')));
            }
        }
        None => {
            let stays = |line: &&str| !NEEDS_HOST.iter().any(|start| line.starts_with(start));
            page = page.lines().filter(stays).map(|line| format!("{line}\n")).collect();
        }
    }
    for start in PATHS {
        page = page.replace(start, &format!("{}{}", start.trim_end_matches('/'), address.base()));
    }
    page
}

#[cfg(test)]
mod tests {
    use super::with_address;
    use crate::address::Address;

    const PAGE: &str = "<html data-base=\"/\">\n<link rel=\"canonical\" href=\"/play\">\n<link hreflang=\"ja\" rel=\"alternate\" href=\"/ja/play\">\n<meta property=\"og:url\" content=\"/play\">\n\
        <script src=\"/boot.js\"></script>\n<a href=\"/\">Home</a> <a href=\"#main\">Main</a> <a href=\"https://example.com/\">Other</a>\n";

    #[test]
    fn links_lead_below_the_base() {
        let address = Address::parse("/lab").expect("an address");
        assert_eq!(
            with_address(PAGE, &address),
            "<html data-base=\"/lab/\">\n<link rel=\"canonical\" href=\"/lab/play\">\n<link hreflang=\"ja\" rel=\"alternate\" href=\"/lab/ja/play\">\n\
             <script src=\"/lab/boot.js\"></script>\n<a href=\"/lab/\">Home</a> <a href=\"#main\">Main</a> <a href=\"https://example.com/\">Other</a>\n"
        );
    }

    #[test]
    fn what_other_sites_read_has_the_host() {
        let address = Address::parse("https://example.org/lab/").expect("an address");
        let page = with_address(PAGE, &address);
        for part in [
            "<link rel=\"canonical\" href=\"https://example.org/lab/play\">",
            "<link hreflang=\"ja\" rel=\"alternate\" href=\"https://example.org/lab/ja/play\">",
            "<meta property=\"og:url\" content=\"https://example.org/lab/play\">",
            "<script src=\"/lab/boot.js\">",
        ] {
            assert!(page.contains(part), "{part} in {page}");
        }
    }
}
