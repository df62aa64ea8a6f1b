//! Sentences: a program of the page has loaded each sentence that it names, fills its gaps, and has one of a name.

use std::collections::{BTreeMap, BTreeSet};

use crate::messages::{self, LANGUAGES};
use crate::reach::{self, Node, Sources, Text};

/// A part of the page that is loaded by itself, with its sentences.
struct Program {
    name: &'static str,
    /// The folder or file within `web/src` that its own source is in.
    roots: &'static [&'static str],
    /// Message files that are loaded before anything of it is shown.
    files: &'static [&'static str],
    /// Beginnings of the sentences that the build adds, from any file.
    added: &'static [&'static str],
    /// What is reached by name only, and not before more sentences are loaded; each with the reason.
    cut: &'static [(&'static str, &'static str)],
}

const PROGRAMS: &[Program] = &[
    Program {
        name: "the home page",
        roots: &["app", "bin/app", "pages/home"],
        files: &["en.ftl"],
        added: &[],
        cut: &[
            ("pages/play::", "another page"),
            ("pages/about::", "another page"),
            ("pages/not_found::", "another page"),
            ("pages/arrival::", "the app waits for all sentences when a link is opened"),
            ("components/dialogs::view", "the app waits for all sentences when a dialog is opened"),
            ("page_commands::act", "called by a dialog, and by programs that other pages show"),
            ("workspaces::WorkspaceEntry::title", "called by the workbench and by dialogs"),
            ("explanation::", "shown where its sentence is loaded"),
            ("trace_text::TraceMark::of", "names the codes of lines, not sentences"),
        ],
    },
    Program {
        name: "the other pages and the dialogs",
        roots: &["app", "bin/app", "pages/"],
        files: &["en.ftl", "en/workbench.ftl"],
        added: &[],
        cut: &[],
    },
    Program {
        name: "the pictures",
        roots: &["pictures", "pictures/", "bin/pictures"],
        files: &["en/pictures.ftl"],
        added: &["explain-"],
        cut: &[],
    },
    Program {
        name: "the editor",
        roots: &["editor", "editor/", "bin/editor"],
        files: &["en/editor.ftl"],
        added: &[],
        cut: &[],
    },
    Program {
        name: "the dialogs of a program of their own",
        roots: &["dialogs", "dialogs/", "bin/dialogs"],
        files: &["en/dialogs.ftl", "en/pictures.ftl"],
        added: &[],
        cut: &[("pictures::Picture::view", "the palette names pictures and shows none")],
    },
];

const ALL_FILES: &[&str] =
    &["en.ftl", "en/workbench.ftl", "en/pictures.ftl", "en/editor.ftl", "en/dialogs.ftl"];

/// Sentences that a program names and has not loaded, and sentences with gaps that are looked up without anything to fill them.
pub fn not_whole() -> Vec<String> {
    let sources = Sources::read();
    let all = entries_of(ALL_FILES);
    let mut faults = BTreeSet::new();
    for program in PROGRAMS {
        let mut loaded = entries_of(program.files);
        let is_added = |name: &str| program.added.iter().any(|beginning| name.starts_with(beginning));
        loaded.extend(
            all.iter().filter(|(name, _)| is_added(name)).map(|(name, text)| (name.clone(), text.clone())),
        );
        for node in program.reached(&sources) {
            let found = node.texts.iter().filter_map(|text| fault(text, &loaded, &all));
            faults.extend(found.map(|fault| format!("{}, {}: {fault}", program.name, node.path())));
        }
    }
    faults.into_iter().collect()
}

impl Program {
    fn reached<'a>(&self, sources: &'a Sources) -> Vec<&'a Node> {
        let is_root = |file: &str| {
            self.roots.iter().any(|root| file == *root || (root.ends_with('/') && file.starts_with(root)))
        };
        let is_cut = |node: &Node| self.cut.iter().any(|(path, _)| node.path().starts_with(path));
        reach::reachable(sources, is_root, is_cut)
    }
}

/// A text with a hyphen counts as a name wherever it is; one without, where it is looked up. Of a name that is put together, its
/// beginning is known.
fn fault(text: &Text, loaded: &Entries, all: &Entries) -> Option<String> {
    let name = text.value.as_str();
    let looked_up_by = text.looked_up_by.as_deref();
    if looked_up_by.is_none() && !name.contains('-') {
        return None;
    }
    if let Some((beginning, _)) = name.split_once('{').filter(|_| looked_up_by.is_some()) {
        let is_beginning = beginning.ends_with('-') && !loaded.keys().any(|name| name.starts_with(beginning));
        return is_beginning.then(|| format!("names {name}, and no sentence begins so"));
    }
    match loaded.get(name) {
        None => all.contains_key(name).then(|| format!("names {name}, which is not loaded")),
        Some(sentence) if looked_up_by == Some("text") && sentence.contains('$') => {
            Some(format!("fills no gap of {name}"))
        }
        Some(_) => None,
    }
}

type Entries = BTreeMap<String, String>;

fn entries_of(files: &[&str]) -> Entries {
    files.iter().flat_map(|file| messages::entries(file)).collect()
}

/// Sentences with one name and perhaps two wordings, in files that one program loads.
pub fn defined_twice() -> Vec<String> {
    let mut faults = BTreeSet::new();
    for program in PROGRAMS {
        for language in LANGUAGES {
            let mut names = BTreeSet::new();
            // Another language has its files under the same names.
            let files = program.files.iter().map(|file| file.replacen("en", language, 1));
            for (name, _) in files.flat_map(|file| messages::entries(&file)) {
                if !names.insert(name.clone()) {
                    faults.insert(format!("{name}, for {} in {language}", program.name));
                }
            }
        }
    }
    faults.into_iter().collect()
}
