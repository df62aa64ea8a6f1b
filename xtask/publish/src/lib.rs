//! Prepares a built site for its address: a folder of a host, or its root.

mod address;
mod files;
mod pages;
mod sitemap;

pub use address::Address;

use std::path::Path;

use anyhow::Result;

/// The file with response headers, which some hosts read.
const HEADERS: &str = "_headers";
const ROBOTS: &str = "robots.txt";
const SITEMAP: &str = "sitemap.xml";

/// Rewrites a site that was built for the root of a host. Files that it changes are replaced: a hard link to one keeps its
/// content.
///
/// # Errors
/// Fails if a file of the site cannot be read or written.
pub fn publish(site: &Path, address: &Address) -> Result<()> {
    let mut listed = Vec::new();
    for file in files::with_extension(site, "html")? {
        let text = files::read(&file)?;
        listed.extend(sitemap::canonical_path(&text).map(str::to_owned));
        files::replace(&file, &pages::with_address(&text, address))?;
    }
    let headers = site.join(HEADERS);
    if headers.is_file() {
        files::replace(&headers, &below_base(&files::read(&headers)?, address))?;
    }
    // The addresses of a sitemap have a host. Without one, there is no sitemap.
    if let Some(root) = address.full() {
        files::replace(&site.join(SITEMAP), &sitemap::sitemap(&root, listed))?;
        let robots = site.join(ROBOTS);
        let rules = files::read(&robots)?;
        files::replace(&robots, &format!("{}\nSitemap: {root}{SITEMAP}\n", rules.trim_end()))?;
    }
    Ok(())
}

/// Moves the rules of the headers file below the base path.
fn below_base(headers: &str, address: &Address) -> String {
    let line = |line: &str| match line.strip_prefix('/') {
        Some(path) => format!("{}{path}\n", address.base()),
        None => format!("{line}\n"),
    };
    headers.lines().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::{Address, below_base};

    #[test]
    fn headers_apply_below_the_base() {
        let headers = "# All\n/*\n  A: /b\n/app-*\n  C: d\n";
        let address = Address::parse("/lab/").expect("an address");
        assert_eq!(below_base(headers, &address), "# All\n/lab/*\n  A: /b\n/lab/app-*\n  C: d\n");
        assert_eq!(below_base(headers, &Address::root()), headers);
    }
}
