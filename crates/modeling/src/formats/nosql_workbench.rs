//! The model files of NoSQL Workbench: tables, attributes, indexes, facets and items, without access patterns.

mod read;
mod write;

pub use read::read;

use super::{Format, Look};

pub const FORMAT: Format = Format {
    id: "nosql-workbench",
    names: ["NoSQL Workbench", "NoSQL Workbench"],
    extension: "json",
    is_like,
    read: Some(read),
    write: Some(|design, _, _| write::write(design).into()),
};

/// The member of a design, table or kind of item with data that only this format has.
pub const KEPT: &str = "nosql_workbench";
/// In [`KEPT`] of a kind of item: true if its items are in the table's own list, not in a facet.
pub const IN_TABLE_DATA: &str = "in_table_data";
/// In [`KEPT`] of a table: declared attributes that no kind of item has.
const MORE_ATTRIBUTES: &str = "more_attributes";

/// In [`KEPT`] of a table, by attribute name: other members of declared attributes than name and type.
const ATTRIBUTE_MEMBERS: &str = "attribute_members";

/// The member of a table or an index with its units.
const CAPACITY: &str = "ProvisionedCapacitySettings";

fn is_like(look: &Look) -> bool {
    look.outline().is_some_and(|value| value.get("ModelName").is_some() && value.get("DataModel").is_some())
}
