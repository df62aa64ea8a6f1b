//! VectorIndexDescription: a vector index as the operations on tables return it.

use crate::database::table::TableStatus;
use crate::registry::vector_index::VectorIndexDefinition;
use crate::registry::vector_index::entries::VectorIndex;
use crate::response::definition_members::encode_projection;
use crate::response::json_writer::ObjectWriter;

/// A definition with the item count and size at one time.
#[derive(Debug)]
pub(crate) struct VectorIndexDescription {
    definition: VectorIndexDefinition,
    item_count: u64,
    size_bytes: u64,
}

impl VectorIndexDescription {
    /// Returns the description with the present number and size of entries.
    pub fn from_index(index: &VectorIndex) -> VectorIndexDescription {
        VectorIndexDescription {
            definition: index.definition.clone(),
            item_count: index.entries.len() as u64,
            size_bytes: index.size_bytes,
        }
    }

    /// Describes an index that is not created yet.
    pub fn empty(definition: VectorIndexDefinition) -> VectorIndexDescription {
        VectorIndexDescription { definition, item_count: 0, size_bytes: 0 }
    }

    /// Returns the name of the index.
    pub fn name(&self) -> &str {
        &self.definition.name
    }

    /// Sets the status that the description shows.
    pub fn set_status(&mut self, status: TableStatus) {
        self.definition.status = status;
    }

    /// Writes the members of a VectorIndexDescription.
    pub fn encode(&self, table_arn: &str, table_status: TableStatus, object: &mut ObjectWriter) {
        let index = &self.definition;
        encode_definition(index, object);
        // An index of CreateTable becomes ACTIVE together with the table.
        let with_table = index.made_with_table && table_status == TableStatus::Creating;
        let status = if with_table { TableStatus::Creating } else { index.status };
        object.text("IndexStatus", status.name());
        if status == TableStatus::Creating && !index.made_with_table {
            // DynamoDB allocates resources while the table is UPDATING, then starts the backfill.
            object.boolean("Backfilling", table_status != TableStatus::Updating);
        }
        object.integer("IndexSizeBytes", self.size_bytes);
        object.integer("ItemCount", self.item_count);
        object.text("IndexArn", &format!("{table_arn}/index/{}", index.name));
    }
}

/// Writes the definition as in CreateTable: a VectorIndexInfo.
pub fn encode_definition(index: &VectorIndexDefinition, object: &mut ObjectWriter) {
    object.text("IndexName", &index.name);
    if !index.search_schema.is_empty() {
        object.objects("SearchSchema", &index.search_schema, |object, element| {
            object.text("AttributeName", &element.attribute.name);
            object.text("SearchSchemaElementType", element.role.name());
        });
    }
    encode_projection(&index.projection, object);
    object.object("VectorAttribute", |object| object.text("AttributeName", &index.vector_attribute));
    object.integer("Dimensions", index.dimensions);
    object.text("DistanceFunction", index.distance.name());
}
