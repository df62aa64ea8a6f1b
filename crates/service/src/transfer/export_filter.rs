//! FilterSpecification: the exported items, and the exported attributes.

use dynalab_engine::error::{DynamoError, ExportError, ReadingError};
use dynalab_engine::execution::read_page::KeyRange;
use dynalab_engine::operations::query::stretch;
use dynalab_engine::request::expression_parameters::ExpressionParameters;
use dynalab_engine::request::fields::{Fields, Problems, RequestLayer};
use dynalab_engine::request::regional_checks::RegionalChecks;
use dynalab_expressions::{Aliases, BoundCondition, BoundProjection, ExpressionKind};
use dynalab_types::json::{self, Value};
use dynalab_types::{Item, KeyBytes, KeySchema};

const LAYER: RequestLayer = RequestLayer::Plain;

/// Without any member, everything is exported.
#[derive(Clone, Debug, Default)]
pub(crate) struct ExportFilter {
    range: Option<KeyRange>,
    filter: Option<BoundCondition>,
    projection: Option<BoundProjection>,
}

/// The expressions as the request contains them.
struct ExpressionTexts {
    key_condition: Option<String>,
    filter: Option<String>,
    projection: Option<String>,
    parameters: ExpressionParameters,
}

impl ExpressionTexts {
    fn decode(fields: &mut Fields) -> ExpressionTexts {
        ExpressionTexts {
            filter: fields.text("FilterExpression"),
            projection: fields.text("ProjectionExpression"),
            key_condition: fields.text("KeyConditionExpression"),
            parameters: ExpressionParameters::decode(fields),
        }
    }
}

/// Checks the form of a specification.
pub(crate) fn check_form(fields: &mut Fields) {
    ExpressionTexts::decode(fields);
}

impl ExportFilter {
    /// Reads a specification for a table with this key schema.
    pub(crate) fn read(specification: &str, key: &KeySchema) -> Result<ExportFilter, DynamoError> {
        let Ok(Value::Object(object)) = json::parse(specification) else { return Err(DynamoError::NotJson) };
        if object.is_empty() {
            return Err(ExportError::EmptyFilter.into());
        }
        let mut problems = Problems::default();
        let written = ExpressionTexts::decode(&mut Fields::new(
            &object,
            LAYER,
            RegionalChecks::default(),
            &mut problems,
        ));
        problems.finish(LAYER, false)?;
        ExportFilter::bind(&written, key).map_err(|error| match error {
            DynamoError::Validation(error) => {
                ExportError::InvalidFilter { message: error.to_string() }.into()
            }
            other => other,
        })
    }

    fn bind(written: &ExpressionTexts, key: &KeySchema) -> Result<ExportFilter, DynamoError> {
        let parameters = &written.parameters;
        let mut aliases = parameters.aliases(&[
            ("FilterExpression", written.filter.is_some()),
            ("ProjectionExpression", written.projection.is_some()),
            ("KeyConditionExpression", written.key_condition.is_some()),
        ])?;
        let told = |error| parameters.error(error);
        let bind_key = |text, aliases: &mut Aliases| dynalab_expressions::key_condition(text, aliases);
        let key_condition = written.key_condition.as_deref().map(|text| bind_key(text, &mut aliases));
        let key_condition = key_condition.transpose().map_err(told)?;
        let filter = parameters.condition(ExpressionKind::Filter, written.filter.as_deref(), &mut aliases)?;
        let projection = written.projection.as_deref();
        let projection = projection.map(|text| dynalab_expressions::projection(text, &mut aliases));
        let projection = projection.transpose().map_err(told)?;
        parameters.finish(&aliases)?;
        if let (Some(_), Some(filter)) = (&key_condition, &filter)
            && let Some(attribute) = filter.attributes().into_iter().find(|name| key.contains(name))
        {
            return Err(ReadingError::FilterOnKey { attribute: attribute.to_owned() }.into());
        }
        let range = key_condition.map(|condition| stretch(key, None, &condition, true)).transpose()?;
        Ok(ExportFilter { range: range.map(|(_, range)| range), filter, projection })
    }

    /// Returns true if the export reads the item.
    pub(crate) fn should_read(&self, key: &KeyBytes) -> bool {
        self.range.as_ref().is_none_or(|range| range.contains(key))
    }

    pub(crate) fn matches(&self, item: &Item) -> bool {
        self.filter.as_ref().is_none_or(|filter| filter.matches(item))
    }

    pub(crate) fn project(&self, item: Item) -> Item {
        match &self.projection {
            Some(projection) => projection.project(&item),
            None => item,
        }
    }
}
