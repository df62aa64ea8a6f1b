//! The example designs, and the conversion of a design to tables for the workbench.

use dynalab_modeling::design::Table;
use dynalab_modeling::report::Finding;
use dynalab_modeling::sample::Sample;
use dynalab_modeling::sample::items::item_of;
use dynalab_modeling::{Design, Report, literal, table_request};
use serde_json::{Value, json};

/// Returns the design that the page shows before a person chooses one.
pub fn first() -> Design {
    all().into_iter().next().and_then(design).unwrap_or_default()
}

pub fn all() -> Vec<&'static str> {
    dynalab_modeling::templates::ALL.iter().map(|template| template.id).collect()
}

pub fn design(id: &str) -> Option<Design> {
    dynalab_modeling::parse(dynalab_modeling::templates::find(id)?.text).ok()
}

pub fn empty() -> Design {
    Design::default()
}

/// Returns the design with a finding's fix applied, or none if only a person can fix it. `report` is the one of the design.
pub fn apply(design: &Design, report: &Report, finding: &Finding) -> Option<Design> {
    dynalab_modeling::cures::cured(design, report, finding)
}

/// Returns the tables with the sample's items as a shared document.
///
/// # Errors
/// Returns the reason if a key cannot be computed.
pub fn workbench_document(design: &Design) -> Result<String, String> {
    let (sample, _) = Sample::make(design);
    let tables = design
        .tables
        .iter()
        .map(|table| table_document(table, &sample))
        .collect::<Result<Vec<Value>, String>>()?;
    let title =
        if design.name.is_empty() { json!({}) } else { json!({ "en": design.name, "ja": design.name }) };
    Ok(json!({ "format": "dynalab", "version": 1, "title": title, "tables": tables }).to_string())
}

fn table_document(table: &Table, sample: &Sample) -> Result<Value, String> {
    let mut items = Vec::new();
    for placement in &table.items {
        for row in sample.rows(&placement.entity).map(|rows| rows.rows.as_slice()).unwrap_or_default() {
            let item = item_of(table, placement, row).map_err(|error| error.to_string())?;
            let attributes = item.iter().map(|(name, value)| (name.to_owned(), literal::wire_json(value)));
            items.push(Value::Object(attributes.collect()));
        }
    }
    Ok(json!({ "create": table_request::keys_only(table), "items": items }))
}
