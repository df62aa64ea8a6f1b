//! Files of the Serverless Framework (`serverless.yml`): the tables of the CloudFormation under `resources`.

pub mod variables;

use dynalab_modeling::Design;
use dynalab_modeling::formats::{FILE_BYTES_MAX, Format, FormatError, ImportNote, ImportedDesign, Look};
use dynalab_types::Budget;
use serde_json::{Map, Value, json};

use crate::GivenValues;
use crate::families::ReadBeside;
use crate::placeholders::Placeholders;
use crate::several::NamedText;
use crate::{cloudformation, yaml};

pub const FORMAT: Format = Format {
    id: "serverless",
    names: ["Serverless Framework", "Serverless Framework"],
    extension: "yml",
    is_like,
    read: Some(|text, budget| read_with(text, &GivenValues::new(), budget)),
    write: None,
};

/// The members of `resources` that a template has too.
const SECTIONS: [&str; 4] = ["Parameters", "Mappings", "Conditions", "Resources"];

fn is_like(look: &Look) -> bool {
    let text = look.text();
    let begins = |word: &str| text.lines().any(|line| line.trim_end().starts_with(word));
    begins("service:") && begins("provider:") && begins("resources:")
}

/// Reads the tables of a file, with values of variables that a person gave.
///
/// # Errors
/// Returns an error if the text is not YAML, has no table, or would become too much.
pub fn read_with(text: &str, given: &GivenValues, budget: &Budget) -> Result<ImportedDesign, FormatError> {
    read_beside(text, &[], given, budget).map(|(imported, _)| imported)
}

/// Reads a file together with those of `others` that it names under `resources`. Returns their positions too.
///
/// # Errors
/// As [`read_with`], and if one of these files is not YAML.
pub fn read_beside(
    text: &str,
    others: &[NamedText],
    given: &GivenValues,
    budget: &Budget,
) -> Result<ReadBeside, FormatError> {
    let file = yaml::read(text, budget)?;
    let placeholders = Placeholders::new(given);
    let mut parts = match file.get("resources") {
        Some(Value::Array(list)) => list.clone(),
        Some(other) => vec![other.clone()],
        None => Vec::new(),
    };
    let (mut elsewhere, mut used) = (Vec::new(), Vec::new());
    let mut template = Map::new();
    for part in &mut parts {
        let Some(path) = variables::named_file(part).map(str::to_owned) else { continue };
        match others
            .iter()
            .position(|other| other.text.len() <= FILE_BYTES_MAX && is_named(&other.name, &path))
        {
            Some(place) => {
                *part = yaml::read(&others[place].text, budget)?;
                used.push(place);
            }
            None => elsewhere.push(path),
        }
    }
    for part in parts.into_iter().filter(|part| variables::named_file(part).is_none()) {
        let Value::Object(part) = variables::resolve(part, &file, &placeholders, budget)? else { continue };
        for (name, section) in part {
            if let (true, Value::Object(members)) = (SECTIONS.contains(&name.as_str()), section) {
                let known = template.entry(name).or_insert_with(|| Value::Object(Map::new()));
                if let Some(known) = known.as_object_mut() {
                    known.extend(members);
                }
            }
        }
    }
    // A Region that is missing is no name that a table needs.
    let of_region = Placeholders::new(given);
    let region = variables::resolve(json!("${aws:region}"), &file, &of_region, budget)?;
    let is_known = of_region.uses() == 0;
    let read = cloudformation::read_template(Value::Object(template), FORMAT.id, &placeholders, budget);
    let read = read.map(|mut imported| {
        if let Some(region) = region.as_str()
            && is_known
            && imported.design.region == Design::default().region
        {
            imported.design.region = region.to_owned();
        }
        imported
    });
    let read = match (read, elsewhere.is_empty()) {
        (Err(FormatError::NoTable), false) => Err(FormatError::InOtherFiles { files: elsewhere.join(", ") }),
        (read, true) => read,
        (read, false) => read.map(|mut imported| {
            imported.notes.push(ImportNote::OtherFiles { files: elsewhere.join(", ") });
            imported
        }),
    };
    read.map(|imported| (imported, used))
}

/// Returns true if a file that was opened is the one of this path. It may have been opened without its folders.
fn is_named(name: &str, path: &str) -> bool {
    let path = path.trim_start_matches("./");
    name == path || name.ends_with(&format!("/{path}")) || path.ends_with(&format!("/{name}"))
}
