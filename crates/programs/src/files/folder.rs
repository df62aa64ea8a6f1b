//! Which files of a folder are opened: those that a format can have, without what tools wrote.

use dynalab_design_formats::several::FILES_MAX;

use super::zip_files::is_of_tool;

/// The ends of the names of files that a format can have.
pub const EXTENSIONS: [&str; 20] = [
    ".json",
    ".jsonl",
    ".ndjson",
    ".csv",
    ".tsv",
    ".js",
    ".mjs",
    ".ts",
    ".mts",
    ".yaml",
    ".yml",
    ".template",
    ".tf",
    ".tfvars",
    ".sql",
    ".sh",
    ".txt",
    ".ion",
    ".gz",
    ".zip",
];

/// The depth of folders up to which a folder is searched, and the files that it may have.
pub const DEPTH_MAX: usize = 16;
pub const FOLDER_FILES_MAX: usize = 20_000;

/// Files of package managers and compilers, which have no design.
const OTHERS: [&str; 5] =
    ["package.json", "package-lock.json", "tsconfig.json", ".terraform.lock.hcl", "composer.json"];

/// Returns true if a folder of this path is searched.
pub fn is_searched(path: &str) -> bool {
    !is_of_tool(path) && path.split('/').filter(|part| !part.is_empty()).count() <= DEPTH_MAX
}

/// Returns true if a file of a folder with this path can have a design.
pub fn can_have_a_design(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let lower = name.to_ascii_lowercase();
    !is_of_tool(path)
        && !OTHERS.contains(&lower.as_str())
        && EXTENSIONS.iter().any(|end| lower.ends_with(end))
}

/// Returns the files that are opened, by path, and how many further ones of the folder are not.
pub fn chosen<T>(mut files: Vec<(String, T)>) -> (Vec<(String, T)>, usize) {
    files.retain(|(path, _)| can_have_a_design(path));
    // Those that are not deep in the folder come first.
    files.sort_by(|(one, _), (other, _)| {
        let depth = |path: &str| path.matches('/').count();
        (depth(one), one).cmp(&(depth(other), other))
    });
    let further = files.len().saturating_sub(FILES_MAX);
    files.truncate(FILES_MAX);
    (files, further)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_gives_the_files_that_a_person_wrote() {
        let of = |paths: &[&str]| {
            let (files, further) = chosen(paths.iter().map(|path| ((*path).to_owned(), ())).collect());
            (files.into_iter().map(|(path, ())| path).collect::<Vec<String>>(), further)
        };
        let project = [
            "app/modules/dynamo/main.tf",
            "app/node_modules/x/schema.json",
            "app/.terraform/modules/a.tf",
            "app/.git/config.txt",
            "app/package.json",
            "app/picture.png",
            "app/MAIN.TF",
            "app/a.sql",
        ];
        let wanted = ["app/MAIN.TF", "app/a.sql", "app/modules/dynamo/main.tf"].map(str::to_owned).to_vec();
        assert_eq!(of(&project), (wanted, 0));
        let many: Vec<String> = (0..FILES_MAX + 3).map(|number| format!("{number:04}.sql")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        let (files, further) = of(&many);
        assert_eq!((files.len(), files[0].as_str(), further), (FILES_MAX, "0000.sql", 3));
    }

    #[test]
    fn folders_of_tools_and_very_deep_ones_are_not_searched() {
        assert!(is_searched("app") && is_searched("app/modules"));
        assert!(!is_searched("app/node_modules") && !is_searched("app/.git"));
        assert!(!is_searched(&"a/".repeat(DEPTH_MAX + 1)));
    }
}
