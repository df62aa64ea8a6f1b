//! Files of the Serverless Framework (`serverless.yml`): the tables of the CloudFormation under `resources`.

pub mod variables;

use dynalab_modeling::Design;
use dynalab_modeling::formats::{Format, FormatError, ImportNote, ImportedDesign};
use dynalab_types::Budget;
use serde_json::{Map, Value, json};

use crate::placeholders::{GivenValues, Placeholders};
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

fn is_like(text: &str) -> bool {
    let begins = |word: &str| text.lines().any(|line| line.trim_end().starts_with(word));
    begins("service:") && begins("provider:") && begins("resources:")
}

/// Reads the tables of a file, with values of variables that a person gave.
///
/// # Errors
/// Returns an error if the text is not YAML, has no table, or would become too much.
pub fn read_with(text: &str, given: &GivenValues, budget: &Budget) -> Result<ImportedDesign, FormatError> {
    let file = yaml::read(text, budget)?;
    let placeholders = Placeholders::new(given);
    let mut parts = match file.get("resources") {
        Some(Value::Array(list)) => list.clone(),
        Some(other) => vec![other.clone()],
        None => Vec::new(),
    };
    let elsewhere: Vec<String> = parts.iter().filter_map(variables::named_file).map(str::to_owned).collect();
    parts.retain(|part| variables::named_file(part).is_none());
    let mut template = Map::new();
    for part in parts {
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
    match (read, elsewhere.is_empty()) {
        (Err(FormatError::NoTable), false) => Err(FormatError::InOtherFiles { files: elsewhere.join(", ") }),
        (read, true) => read,
        (read, false) => read.map(|mut imported| {
            imported.notes.push(ImportNote::OtherFiles { files: elsewhere.join(", ") });
            imported
        }),
    }
}
