//! AttributesToGet: the top-level attributes that a read returns.

use std::collections::BTreeSet;

use dynalab_expressions::{BoundProjection, DocumentPath};

use crate::error::legacy::LegacyError;
use crate::error::violation::{Constraint, ValueDisplay};
use crate::request::fields::{Fields, RequestLayer};
use crate::response::json_writer::ObjectWriter;

const NAME: &str = "AttributesToGet";

/// The names as the request contains them.
#[derive(Clone, Debug, Default)]
pub struct AttributesToGet {
    names: Option<Vec<String>>,
}

impl AttributesToGet {
    pub(crate) fn names(&self) -> impl Iterator<Item = String> {
        self.names.iter().flatten().cloned()
    }

    pub(crate) fn decode(fields: &mut Fields) -> AttributesToGet {
        let names = fields.texts(NAME);
        if names.as_ref().is_some_and(Vec::is_empty) {
            let shown = match fields.layer {
                RequestLayer::Older => ValueDisplay::Text("[]".to_owned()),
                _ => ValueDisplay::Hidden,
            };
            fields.violation(NAME, shown, Constraint::LengthAtLeast(1));
        }
        fields.check_names(names.iter().flatten());
        AttributesToGet { names }
    }

    pub(crate) fn is_given(&self) -> bool {
        self.names.is_some()
    }

    /// Names are used as they are: a dot does not separate path elements.
    pub(crate) fn bind(&self) -> Result<Option<BoundProjection>, LegacyError> {
        let Some(names) = self.names.as_ref() else { return Ok(None) };
        let mut seen = BTreeSet::new();
        if let Some(attribute) = names.iter().find(|name| !seen.insert(name.as_str())) {
            return Err(LegacyError::DuplicateAttribute { attribute: attribute.clone() });
        }
        let paths = names.iter().map(|name| DocumentPath::attribute(name.as_str()));
        Ok(Some(BoundProjection::new(paths.collect())))
    }

    /// Writes the member as in the request, if it was present.
    pub(crate) fn encode(&self, object: &mut ObjectWriter) {
        if let Some(names) = &self.names {
            object.list(NAME, names, |json, name| dynalab_types::wire::write_json_string(name, json));
        }
    }
}
