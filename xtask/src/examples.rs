//! `cargo xtask examples`: packs the npm package, installs the packed file in the projects of `examples/`, and runs their tests.
//!
//! The snippets of documents are tests too: each block of JavaScript or TypeScript names the project in which it is a file.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};

use crate::cargo::{output_of, run};
use crate::clients::node_programs;
use crate::npm_package::{self, node_command};
use crate::tally::Tally;
use crate::{browser, folders, node_packages};

/// The projects of `--quick`: few packages, and what most people use.
const QUICK: &[&str] = &["node", "vite", "vitest"];
/// A file that checks in browsers share.
const CHROMIUM: &str = "chromium.mjs";
/// The documents whose snippets are run.
const DOCUMENTS: &[&str] =
    &["docs/embedding.md", "docs/javascript.md", "docs/testing.md", "packages/dynalab/README.md"];

/// Runs the named projects, or the quick ones, or all.
///
/// # Errors
/// Fails if a name is unknown.
pub fn run_examples(quick: bool, names: &[String]) -> Result<ExitCode> {
    let mut tally = Tally::default();
    add_to(&mut tally, quick, names)?;
    Ok(tally.close())
}

/// As [`run_examples`], as stages of a longer run.
///
/// # Errors
/// Fails if a name is unknown or a document cannot be read.
pub fn add_to(tally: &mut Tally, quick: bool, names: &[String]) -> Result<()> {
    let projects = selected(all_projects()?, quick, names)?;
    let snippets = all_snippets()?;
    tally.heading("The npm package");
    let programs = match node_programs() {
        Ok(programs) => programs,
        Err(error) => {
            tally.skip(format!("the npm package: {error:#}"));
            return Ok(());
        }
    };
    let package = match npm_package::pack() {
        Ok(package) => package,
        Err(error) => {
            tally.fail(format!("the npm package: {error:#}"));
            return Ok(());
        }
    };
    tally.pass();
    for project in projects {
        tally.heading(&format!("Example {project}"));
        match try_project(&project, &package, &programs, &snippets) {
            Ok(()) => tally.pass(),
            Err(error) => tally.fail(format!("example {project}: {error:#}")),
        }
    }
    Ok(())
}

fn all_projects() -> Result<Vec<String>> {
    let mut projects = Vec::new();
    for entry in fs::read_dir(folders::root().join("examples")).context("cannot read examples")? {
        let folder = entry?.path();
        if folder.join("package.json").is_file() {
            projects.push(folder.file_name().unwrap_or_default().to_string_lossy().into_owned());
        }
    }
    projects.sort();
    Ok(projects)
}

fn selected(projects: Vec<String>, quick: bool, names: &[String]) -> Result<Vec<String>> {
    let quick: &[&str] = if quick { QUICK } else { &[] };
    let wanted: Vec<&str> = quick.iter().copied().chain(names.iter().map(String::as_str)).collect();
    if let Some(unknown) = wanted.iter().find(|name| !projects.iter().any(|project| project == *name)) {
        bail!("there is no example {unknown}; the examples are {}", projects.join(", "));
    }
    let is_wanted = |project: &String| wanted.is_empty() || wanted.contains(&project.as_str());
    Ok(projects.into_iter().filter(is_wanted).collect())
}

/// Installs a project and the packed file, adds the snippets of documents, and runs the project's tests.
fn try_project(project: &str, package: &Path, programs: &Path, snippets: &[Snippet]) -> Result<()> {
    let source = folders::root().join("examples").join(project);
    let npm = || Ok(programs.join("npm"));
    let folder = node_packages::install_with(npm, &source, &format!("examples/{project}"))?;
    // Checks import it from the folder above.
    fs::copy(source.with_file_name(CHROMIUM), folder.with_file_name(CHROMIUM)).context(CHROMIUM)?;
    let mut install = node_command(programs, "npm")?;
    install.args(["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]);
    output_of(install.arg(package).current_dir(&folder))?;
    for snippet in snippets.iter().filter(|snippet| snippet.project == project) {
        fs::write(folder.join(&snippet.file), &snippet.code)?;
    }
    let mut test = node_command(programs, "npm")?;
    test.args(["test", "--silent"]).current_dir(&folder).env("DYNALAB_PACKAGE", package);
    if let Ok(browser) = browser::ensure_installed() {
        browser.describe_to(&mut test);
    }
    run(&mut test)
}

/// A block of code in a document, as a file of a project.
#[derive(Debug, PartialEq, Eq)]
struct Snippet {
    project: String,
    file: PathBuf,
    code: String,
}

fn all_snippets() -> Result<Vec<Snippet>> {
    let mut snippets = Vec::new();
    for document in DOCUMENTS {
        let text = fs::read_to_string(folders::root().join(document))
            .with_context(|| format!("cannot read {document}"))?;
        let found =
            snippets_of(&document.replace(['/', '.'], "_"), &text).with_context(|| (*document).to_owned())?;
        ensure!(!found.is_empty(), "{document} has no code that a test runs");
        snippets.extend(found);
    }
    Ok(snippets)
}

/// Returns the blocks of JavaScript and TypeScript in a document. The word after the language is the project.
fn snippets_of(document: &str, text: &str) -> Result<Vec<Snippet>> {
    let mut snippets = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(information) = line.strip_prefix("```") else { continue };
        let code: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let mut words = information.split_whitespace();
        let language = words.next().unwrap_or_default();
        if !matches!(language, "js" | "ts" | "javascript" | "typescript") {
            continue;
        }
        let project =
            words.next().with_context(|| format!("no project runs this code: {}", code.join("\n")))?;
        let ending = match (language, project) {
            ("js", "node" | "msw") => "test.mjs",
            ("js", _) => "test.js",
            ("ts", "playwright") => "spec.ts",
            ("ts", _) => "test.ts",
            _ => bail!("write js or ts instead of {language}"),
        };
        let file = PathBuf::from(format!("{document}_{}.{ending}", snippets.len() + 1));
        snippets.push(Snippet { project: project.to_owned(), file, code: code.join("\n") + "\n" });
    }
    Ok(snippets)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn snippets_name_their_project() {
        let text = "# A\n```js node\na();\n\nb();\n```\ntext\n```sh\nnpm i\n```\n```ts vitest\nc();\n```\n";
        let snippets = snippets_of("docs", text).expect("two");
        let expected =
            [("node", "docs_1.test.mjs", "a();\n\nb();\n"), ("vitest", "docs_2.test.ts", "c();\n")];
        assert_eq!(
            snippets,
            expected.map(|(project, file, code)| Snippet {
                project: project.to_owned(),
                file: PathBuf::from(file),
                code: code.to_owned()
            })
        );
        for text in ["```js\na();\n```\n", "```typescript node\na();\n```\n"] {
            assert!(snippets_of("docs", text).is_err(), "{text}");
        }
    }

    #[test]
    fn every_snippet_has_a_project() {
        let projects = all_projects().expect("projects");
        for snippet in all_snippets().expect("snippets") {
            assert!(projects.contains(&snippet.project), "{snippet:?}");
        }
        assert_eq!(selected(projects.clone(), true, &[]).expect("quick"), QUICK);
        assert!(selected(projects, false, &["nothing".to_owned()]).is_err());
    }
}
