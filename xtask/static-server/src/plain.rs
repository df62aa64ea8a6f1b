//! A plain static host: files below one folder, and no header except the media type.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tiny_http::{Request, Response};

use crate::{answer, media_type, resolve};

const NOT_FOUND: &str = "404.html";

#[derive(Debug, PartialEq, Eq)]
enum FoundFile {
    File(PathBuf),
    /// A folder was requested without its last slash.
    Folder {
        address: String,
    },
    Nothing,
}

pub fn answer(request: Request, root: &Path, base: &str) -> io::Result<()> {
    let (status, file) = match find(root, base, request.url()) {
        FoundFile::File(file) => (200, Some(file)),
        FoundFile::Folder { address } => {
            let mut response = Response::from_data(Vec::new()).with_status_code(301);
            answer::add(&mut response, "Location", &address);
            return answer::send(request, response);
        }
        FoundFile::Nothing => (404, resolve::file_inside(root, &root.join(NOT_FOUND))),
    };
    let body = file.as_deref().map_or_else(|| Ok(Vec::new()), fs::read)?;
    let mut response = Response::from_data(body).with_chunked_threshold(usize::MAX).with_status_code(status);
    if let Some(file) = &file {
        answer::add(&mut response, "Content-Type", media_type::from_path(file));
    }
    answer::send(request, response)
}

fn find(root: &Path, base: &str, target: &str) -> FoundFile {
    let (path, query) = target.split_once('?').map_or((target, ""), |(path, query)| (path, query));
    let Some(path) = resolve::percent_decoded(path) else { return FoundFile::Nothing };
    let Some(below) =
        format!("{path}/").strip_prefix(base).map(|below| below.trim_end_matches('/').to_owned())
    else {
        return FoundFile::Nothing;
    };
    if below.split('/').any(|segment| segment.starts_with('.') || segment.contains(['\\', '\0', ':'])) {
        return FoundFile::Nothing;
    }
    let wanted = root.join(&below);
    if !wanted.is_dir() {
        return resolve::file_inside(root, &wanted).map_or(FoundFile::Nothing, FoundFile::File);
    }
    if !path.ends_with('/') {
        let query = if query.is_empty() { String::new() } else { format!("?{query}") };
        return FoundFile::Folder { address: format!("{path}/{query}") };
    }
    resolve::file_inside(root, &wanted.join("index.html")).map_or(FoundFile::Nothing, FoundFile::File)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_and_folders_below_the_base_are_found() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).canonicalize().expect("the crate's folder");
        let file = FoundFile::File(root.join("src/lib.rs"));
        assert_eq!(find(&root, "/lab/", "/lab/src/lib.rs?v=1"), file);
        assert_eq!(find(&root, "/", "/src/lib.rs"), file);
        let folder = |address: &str| FoundFile::Folder { address: address.to_owned() };
        assert_eq!(find(&root, "/lab/", "/lab/src?a=b"), folder("/lab/src/?a=b"));
        assert_eq!(find(&root, "/lab/", "/lab"), folder("/lab/"));
        for missing in
            ["/src/lib.rs", "/lab/", "/lab/src/", "/lab/none", "/lab/../x", "/lab/.git", "/", "/laboratory"]
        {
            assert_eq!(find(&root, "/lab/", missing), FoundFile::Nothing, "{missing}");
        }
    }
}
