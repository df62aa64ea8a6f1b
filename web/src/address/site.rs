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

/// The query of a page that another site embeds.
const EMBEDDED: &str = "?embed";

/// Returns true if another site embeds this page, which then has no bars.
pub fn is_embedded() -> bool {
    thread_local! {
        // The query is read once, because later addresses within the frame do not have it.
        static IS_EMBEDDED: bool = window().location().search().is_ok_and(|search| has_embed(&search));
    }
    IS_EMBEDDED.with(|is_embedded| *is_embedded)
}

/// Returns whether a query, with its question mark, has the parameter of an embedded page. Hosts of frames may add others.
fn has_embed(query: &str) -> bool {
    let parameters = query.strip_prefix('?').unwrap_or_default().split('&');
    parameters.map(|parameter| parameter.split('=').next()).any(|name| name == EMBEDDED.strip_prefix('?'))
}

/// Returns the fragment with which the page was opened. A link is removed from the address once it is open.
pub fn first_fragment() -> String {
    thread_local! {
        static FRAGMENT: String = window().location().hash().unwrap_or_default();
    }
    FRAGMENT.with(String::clone)
}

/// Returns the address that embeds a page. The given address has no query.
pub fn embedded(address: &str) -> String {
    match address.split_once('#') {
        Some((page, fragment)) => format!("{page}{EMBEDDED}#{fragment}"),
        None => format!("{address}{EMBEDDED}"),
    }
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
    use super::{embedded, has_embed, path_below};

    #[test]
    fn a_frame_has_its_own_address() {
        assert_eq!(embedded("https://a.b/design#d1.z1.x"), "https://a.b/design?embed#d1.z1.x");
        assert_eq!(embedded("https://a.b/ja/capacity"), "https://a.b/ja/capacity?embed");
    }

    #[test]
    fn a_frame_is_known_by_its_parameter() {
        for (query, is_embedded) in [
            ("?embed", true),
            ("?embed=1", true),
            ("?from=wiki&embed", true),
            ("", false),
            ("?embedded", false),
        ] {
            assert_eq!(has_embed(query), is_embedded, "{query}");
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
