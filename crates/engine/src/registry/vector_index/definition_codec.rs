//! Encodes and decodes the definition of a vector index. New members are only added at the end.

use dynalab_types::binary::{Malformed, Reader, Writer};
use dynalab_types::{KeyAttribute, KeySchema};

use crate::codec::primitives::{
    read_flag, read_projection, read_scalar_type, read_status, status_byte, write_projection,
};
use crate::codec::record_form;
use crate::registry::vector_index::{
    DistanceFunction, SearchAttribute, SearchRole, VectorIndexDefinition, projected_attributes,
};

pub(crate) fn bytes_of(index: &VectorIndexDefinition) -> Vec<u8> {
    let mut writer = record_form::begin();
    writer.text(&index.vector_attribute);
    writer.unsigned(index.dimensions);
    writer.byte(match index.distance {
        DistanceFunction::Cosine => 0,
        DistanceFunction::DotProduct => 1,
        DistanceFunction::Euclidean => 2,
    });
    writer.unsigned(index.search_schema.len() as u64);
    for element in &index.search_schema {
        writer.text(&element.attribute.name);
        writer.text(element.attribute.scalar_type.name());
        writer.byte(u8::from(element.role == SearchRole::InlineFilter));
    }
    write_projection(&index.projection, &mut writer);
    writer.byte(status_byte(index.status));
    writer.byte(u8::from(index.made_with_table));
    writer.bytes
}

/// Decodes the definition of the index with this name.
///
/// # Errors
/// The bytes are no such record.
pub fn read(name: &str, table_key: &KeySchema, bytes: &[u8]) -> Result<VectorIndexDefinition, Malformed> {
    let mut reader = record_form::content(bytes)?;
    let vector_attribute: Box<str> = reader.text()?.into();
    let dimensions = reader.unsigned()?;
    let distance = *DistanceFunction::ALL.get(usize::from(reader.byte()?)).ok_or(Malformed)?;
    let mut search_schema = Vec::new();
    for _ in 0..reader.count()? {
        let name = reader.text()?.into();
        let attribute = KeyAttribute { name, scalar_type: read_scalar_type(&mut reader)? };
        let role = if read_flag(&mut reader)? { SearchRole::InlineFilter } else { SearchRole::Hash };
        search_schema.push(SearchAttribute { attribute, role });
    }
    let projection = read_projection(&mut reader)?;
    let projected = projected_attributes(&projection, table_key, &vector_attribute, &search_schema);
    Ok(VectorIndexDefinition {
        name: name.into(),
        vector_attribute,
        dimensions,
        distance,
        search_schema,
        projection,
        projected,
        status: read_status(&mut reader)?,
        made_with_table: read_flag(&mut reader)?,
    })
}

/// Writes all definitions of a table with their names.
pub(crate) fn write_all(indexes: &[VectorIndexDefinition], writer: &mut Writer) {
    writer.unsigned(indexes.len() as u64);
    for index in indexes {
        writer.text(&index.name);
        writer.slice(&bytes_of(index));
    }
}

pub(crate) fn read_all(
    table_key: &KeySchema,
    reader: &mut Reader,
) -> Result<Vec<VectorIndexDefinition>, Malformed> {
    let count = reader.count()?;
    let mut indexes = Vec::with_capacity(count);
    for _ in 0..count {
        let name = reader.text()?;
        indexes.push(read(name, table_key, reader.slice()?)?);
    }
    Ok(indexes)
}
