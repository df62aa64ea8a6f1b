//! The addresses of the site: the base folder of its pages and the folder of its program. The document contains both.

use gloo::utils::{document, window};

use crate::page::language::Language;

struct Folders {
    /// The base folder, with a slash at both ends.
    base: String,
    /// The program's folder. It begins with the base and ends with a slash.
    program: String,
}

thread_local! {
    static FOLDERS: Folders = Folders::read();
}

impl Folders {
    fn read() -> Folders {
        let root = document().document_element();
        let stated = |name: &str| root.as_ref().and_then(|root| root.get_attribute(name));
        // A page that the build did not make, such as a test's, is at the root.
        let base = stated("data-base").unwrap_or_else(|| "/".to_owned());
        let program = format!("{base}{}", stated("data-program").unwrap_or_default());
        Folders { base, program }
    }
}

/// Returns the address of a page or file on the host. `path` begins with a slash.
pub fn address(path: &str) -> String {
    FOLDERS.with(|folders| format!("{}{}", folders.base, path.trim_start_matches('/')))
}

/// Returns the address of a page in a language. `path` is that of the English page.
pub fn address_in(language: Language, path: &str) -> String {
    address(&format!("{}{path}", language.folder()))
}

/// Returns the address of a file of this build.
pub fn program_file(name: &str) -> String {
    FOLDERS.with(|folders| format!("{}{name}", folders.program))
}

/// Returns the fragment with which the page was opened. A link is removed from the address once it is open.
pub fn first_fragment() -> String {
    thread_local! {
        static FRAGMENT: String = window().location().hash().unwrap_or_default();
    }
    FRAGMENT.with(String::clone)
}

/// The document that other sites may show in a frame.
const EMBED: &str = "/embed/";
/// The parameter of its address with the path of a page other than the workbench.
const PAGE: &str = "page";

/// Returns the full address of a page in a frame. `path` is that of the English page, `fragment` has no `#`.
pub fn address_in_frame(language: Language, path: &str, fragment: &str) -> String {
    full_address(&format!("{}{}", language.folder(), frame_path(path, fragment)))
}

/// Returns the full address of a file of the site. `path` begins with a slash.
pub fn full_address(path: &str) -> String {
    format!("{}{}", window().location().origin().unwrap_or_default(), address(path))
}

fn frame_path(path: &str, fragment: &str) -> String {
    let query = match path.trim_matches('/') {
        "" | "play" => String::new(),
        page => format!("?{PAGE}={page}"),
    };
    format!("{EMBED}{query}#{fragment}")
}

/// Returns the path of the page that the address of a frame names, in English.
pub fn path_in_frame() -> String {
    let search = window().location().search().unwrap_or_default();
    path_of_query(&search)
}

fn path_of_query(query: &str) -> String {
    let parameters = query.strip_prefix('?').unwrap_or_default().split('&');
    let named = parameters.filter_map(|parameter| parameter.split_once('=')).find(|(name, _)| *name == PAGE);
    named.map_or_else(
        || "/play".to_owned(),
        |(_, page)| format!("/{}", page.trim_matches('/').replace("%2F", "/")),
    )
}

/// Returns the path of a page below the base, with a slash at its beginning. A path outside the base is unchanged.
pub fn path_of(pathname: &str) -> String {
    FOLDERS.with(|folders| path_below(&folders.base, pathname).to_owned())
}

fn path_below<'a>(base: &str, pathname: &'a str) -> &'a str {
    let folder = base.trim_end_matches('/');
    match pathname.strip_prefix(folder) {
        Some("") => "/",
        Some(path) if path.starts_with('/') => path,
        _ => pathname,
    }
}

/// Returns the address of the page about an error.
pub fn error_page(name: &str, language: Language) -> String {
    address_in(language, &format!("/errors/{name}/"))
}

#[cfg(test)]
mod tests {
    use super::{frame_path, path_below, path_of_query};

    #[test]
    fn a_frame_has_its_own_address() {
        assert_eq!(frame_path("/", "d1.z1.x"), "/embed/#d1.z1.x");
        assert_eq!(frame_path("/play", "d1.z1.x"), "/embed/#d1.z1.x");
        assert_eq!(frame_path("/design", "d1.z1.x"), "/embed/?page=design#d1.z1.x");
    }

    #[test]
    fn a_frame_names_its_page() {
        for (query, path) in [
            ("", "/play"),
            ("?theme=dark", "/play"),
            ("?theme=dark&page=design", "/design"),
            ("?page=learn/pagination/", "/learn/pagination"),
            ("?page=learn%2Fpagination", "/learn/pagination"),
        ] {
            assert_eq!(path_of_query(query), path, "{query}");
        }
    }

    #[test]
    fn a_path_is_read_below_the_base() {
        for (base, pathname, path) in [
            ("/", "/", "/"),
            ("/", "/play/Shop", "/play/Shop"),
            ("/lab/", "/lab/", "/"),
            ("/lab/", "/lab", "/"),
            ("/lab/", "/lab/play/Shop", "/play/Shop"),
            ("/a/b/", "/a/b/learn", "/learn"),
            ("/lab/", "/laboratory", "/laboratory"),
            ("/lab/", "/play", "/play"),
        ] {
            assert_eq!(path_below(base, pathname), path, "{pathname} below {base}");
        }
    }
}
