//! The table "Where to change what" in CONTRIBUTING.md: every file that it names exists, and a member of each kind is in each of
//! them, and in no other.

use crate::repository::{self, File};

const TABLE: &str = "CONTRIBUTING.md";

/// A kind of thing with a row in the table.
struct Kind {
    /// The first cell of the row.
    row: &'static str,
    /// Words that mean one existing member of this kind, and nothing else.
    words: &'static [&'static str],
    /// Places of the row that this member does not need. All others name it.
    needless: &'static [&'static str],
}

const KINDS: &[Kind] = &[
    Kind {
        row: "an operation",
        words: &["ListContributorInsights", "list_contributor_insights"],
        needless: &["crates/engine/src/operations.rs", "crates/service/src/resource_policy/actions.rs"],
    },
    Kind {
        row: "an operation of the simulation (`Dynalab.…`)",
        words: &["Dynalab.ListMetrics", "list_metrics"],
        needless: &[
            "crates/playground/src/contract.rs",
            "crates/playground/src/workspace/",
            "crates/service/src/controls/whole_database.rs",
            "crates/service/src/instance.rs",
        ],
    },
    Kind {
        row: "a simulation setting",
        words: &["stream_poll_interval_ms:", "`stream_poll_interval_ms`", "dial-stream-poll-interval-ms"],
        needless: &[],
    },
    Kind {
        row: "a condition function",
        words: &["name: \"attribute_type\"", "bind_attribute_type"],
        needless: &[],
    },
    Kind {
        row: "a finding of a design",
        words: &["IndexIsTheKey", "index-is-the-key"],
        needless: &["crates/modeling/src/findings.rs", "crates/modeling/src/report/fix.rs"],
    },
    Kind {
        row: "a format of designs",
        words: &["model_codegen", "model-codegen"],
        needless: &["docs/designs.md"],
    },
    Kind {
        row: "a Region",
        words: &["Melbourne", "ap-southeast-4", "Tokyo ="],
        needless: &["crates/pricing/data/prices.json"],
    },
    Kind { row: "a rule for a cheaper alternative", words: &["small_item", "small-item"], needless: &[] },
    Kind {
        row: "a diagram",
        words: &["Picture::Faults", "picture-faults", "Faults \"faults\"", "pictures/faults"],
        needless: &["crates/playground/src/views/"],
    },
    Kind {
        row: "styles",
        words: &["pictures/faults"],
        needless: &["items_rows.css", "items_rows.rs", "pictures.css", "static/styles/"],
    },
    Kind {
        row: "a page",
        words: &[
            "ScalePage",
            "TITLE_SCALE",
            "title-scale",
            "PLACE_SCALE",
            "place-scale",
            "\"scale\"",
            "Parts::scale",
            "split:scale",
            "Part::Scale",
            "page_icons::SCALE",
            "Icon::Scale",
            "pub const SCALE",
            "place(\"/scale\")",
        ],
        needless: &["web/src/pages.rs", "web/src/page/app.rs", "BENCHMARKS.md"],
    },
    Kind { row: "a price", words: &["dax-r4-large"], needless: &[] },
    Kind {
        row: "an input of a calculator",
        words: &["\"warm-units\"", "calc-number-warm-units"],
        needless: &[],
    },
    Kind {
        row: "an input of the partition lab",
        words: &["\"busiest-share\"", "scale-number-busiest-share"],
        needless: &[],
    },
    Kind { row: "a sample", words: &["samples/dishes", "\"id\": \"dishes\""], needless: &[] },
    Kind {
        row: "a lesson",
        words: &["two-regions-write"],
        needless: &[
            "crates/lessons/course/course.json",
            "glossary.json",
            "crates/lessons/README.md",
            "docs/lessons.md",
        ],
    },
    Kind { row: "a kind of goal", words: &["EveryOrder", "every_order"], needless: &[] },
    Kind {
        row: "a limit of something from outside",
        words: &["sql-depth", "TooMuchColumns", "too-much-columns"],
        needless: &[],
    },
];

/// Folders whose files may name any member: tests, their data, what lessons and samples contain, and records.
const ANYWHERE: &[&str] = &[
    "tests/",
    "/tests/",
    "/tests.rs",
    "benchmarks/",
    "crates/lessons/course/",
    "static/samples/",
    "xtask/audit/",
];

/// Returns names of files in the table that do not exist.
pub fn missing_files() -> Vec<String> {
    let files = repository::all_files();
    let text = files.iter().find(|file| file.path == TABLE).map(File::text).unwrap_or_default();
    let named = rows(text).into_iter().flat_map(|(row, cell)| {
        places(cell).into_iter().map(move |place| (row.to_owned(), place)).collect::<Vec<_>>()
    });
    named
        .filter(|(_, place)| !files.iter().any(|file| is_at(&file.path, place)))
        .map(|(row, place)| format!("{row}: {place}"))
        .collect()
}

/// Returns files with a member of a kind that the row of the kind does not name.
pub fn unnamed_files() -> Vec<String> {
    let files = repository::all_files();
    let text = files.iter().find(|file| file.path == TABLE).map(File::text).unwrap_or_default();
    let rows = rows(text);
    let mut faults = Vec::new();
    for kind in KINDS {
        let Some((_, cell)) = rows.iter().find(|(row, _)| *row == kind.row) else {
            faults.push(format!("there is no row \"{}\"", kind.row));
            continue;
        };
        let places = places(cell);
        let holders = files.iter().filter(|file| {
            is_source(file) && kind.words.iter().any(|word| without_tests(file.text()).contains(word))
        });
        for file in holders {
            if !places.iter().any(|place| is_at(&file.path, place)) {
                faults.push(format!("{}: {}", kind.row, file.path));
            }
        }
    }
    faults
}

/// Returns places that a row names and that have nothing of an existing member.
pub fn needless_places() -> Vec<String> {
    let files = repository::all_files();
    let text = files.iter().find(|file| file.path == TABLE).map(File::text).unwrap_or_default();
    let rows = rows(text);
    let mut faults = Vec::new();
    for kind in KINDS {
        let cell = rows.iter().find(|(row, _)| *row == kind.row).map(|(_, cell)| *cell).unwrap_or_default();
        let places = places(cell);
        let unknown = kind.needless.iter().filter(|place| !places.iter().any(|named| named == *place));
        faults.extend(unknown.map(|place| format!("{}: the row does not name {place}", kind.row)));
        let holders: Vec<&File> = files.iter().filter(|file| is_about(file, kind)).collect();
        let needed = places.iter().filter(|place| !kind.needless.contains(&place.as_str()));
        let empty = needed.filter(|place| !holders.iter().any(|file| is_at(&file.path, place)));
        faults.extend(empty.map(|place| format!("{}: {place}", kind.row)));
    }
    faults
}

/// Returns true if a file contains a word of the kind, or has it in its path.
fn is_about(file: &File, kind: &Kind) -> bool {
    kind.words.iter().any(|word| file.path.contains(word) || file.text().contains(word))
}

fn is_source(file: &File) -> bool {
    let is_text = ["rs", "ftl", "json", "txt", "css"].iter().any(|extension| file.has_extension(extension));
    is_text
        && !ANYWHERE.iter().any(|folder| match folder.strip_prefix('/') {
            Some(inner) => file.path.contains(&format!("/{inner}")),
            None => file.path.starts_with(folder),
        })
}

/// Returns the lines before the unit tests, without comments.
fn without_tests(text: &str) -> String {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.map(|line| format!("{line}\n")).collect()
}

/// Returns the first cells of the table with the second ones.
fn rows(text: &str) -> Vec<(&str, &str)> {
    let lines = text.lines().skip_while(|line| *line != "| to add | touch |").skip(2);
    lines.map_while(|line| line.strip_prefix("| ")?.strip_suffix(" |")?.split_once(" | ")).collect()
}

/// Returns the files and folders of a cell: paths in backquotes, and targets of links.
fn places(cell: &str) -> Vec<String> {
    let quoted = cell.split('`').skip(1).step_by(2).filter(|name| {
        let is_file = [".rs", ".json", ".ftl", ".txt", ".css", ".md"].iter().any(|end| name.ends_with(end));
        !name.contains(' ') && (is_file || name.ends_with('/'))
    });
    let linked = cell.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    quoted.chain(linked).map(str::to_owned).collect()
}

/// Returns true if a file is the place, or in it. A place may begin in any folder. NAME and ID stand for any name.
fn is_at(path: &str, place: &str) -> bool {
    let path = format!("/{path}");
    let (before, after) = match place.split_once("NAME").or_else(|| place.split_once("ID")) {
        Some((before, after)) => (before, after),
        None if place.ends_with('/') => return path.contains(&format!("/{place}")),
        None => return path.ends_with(&format!("/{place}")),
    };
    path.ends_with(after) && path.contains(&format!("/{before}"))
}

#[test]
fn places_are_found_in_a_cell() {
    let cell = "its file in `a/b/`; its line in `c.rs`; `word`; `x y.rs`; [docs](docs/d.md); `e/NAME.css`";
    assert_eq!(places(cell), ["a/b/", "c.rs", "e/NAME.css", "docs/d.md"]);
    for (path, place, is_there) in [
        ("web/a/b/c.rs", "a/b/", true),
        ("web/aa/b/c.rs", "a/b/", false),
        ("web/src/c.rs", "c.rs", true),
        ("web/src/cc.rs", "c.rs", false),
        ("e/faults.css", "e/NAME.css", true),
        ("e/faults.rs", "e/NAME.css", false),
    ] {
        assert_eq!(is_at(path, place), is_there, "{path} {place}");
    }
    assert_eq!(rows("x\n| to add | touch |\n|---|---|\n| a | b `c` |\n\n| d | e |"), [("a", "b `c`")]);
    assert_eq!(without_tests("a\n// b\nc\n#[cfg(test)]\nmod tests {}\n"), "a\nc\n");
}
