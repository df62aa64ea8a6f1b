//! What a table is, in a few words: its key, indexes, TTL, stream and mode.

use dynalab_messages::{Language, Message};

use super::findings as words;
use crate::design::{IndexKind, KeyAttribute, Table};
use crate::differences;

/// Returns the parts of a line about a table: its key, each index, its TTL, its stream, its mode.
pub fn parts(table: &Table, language: Language) -> Vec<String> {
    let key = key(&table.partition_key, &table.sort_key);
    let mut parts = vec![words::ReportKey { key: (&key).into() }.write(language)];
    parts.extend(indexes(table, language));
    if parts.len() == 1 {
        parts.push(words::REPORT_NO_INDEX.write(language));
    }
    parts.push(match &table.ttl {
        Some(attribute) => words::ReportTtl { attribute: attribute.into() }.write(language),
        None => words::REPORT_NO_TTL.write(language),
    });
    parts.push(match &table.stream {
        Some(stream) => words::ReportStream { view: (&stream.view).into() }.write(language),
        None => words::REPORT_NO_STREAM.write(language),
    });
    parts.push(differences::billing_mode(table).to_owned());
    parts
}

/// Joins the parts of a line.
pub fn joined(parts: &[String], language: Language) -> String {
    parts.join(match language {
        Language::English => ", ",
        Language::Japanese => "、",
    })
}

/// Returns the attributes of a key with their types.
pub fn key(partition: &[KeyAttribute], sort: &[KeyAttribute]) -> String {
    let parts = [differences::key(partition), differences::key(sort)];
    parts.into_iter().flatten().collect::<Vec<String>>().join(", ")
}

fn indexes(table: &Table, language: Language) -> impl Iterator<Item = String> {
    let own = table.indexes.iter().map(move |index| {
        let projection = differences::projection(&index.projection);
        let key = key(&index.partition_key, &index.sort_key);
        let (name, key, projection) = ((&index.name).into(), (&key).into(), (&projection).into());
        match index.kind {
            IndexKind::Global => words::ReportIndex { name, key, projection }.write(language),
            IndexKind::Local => words::ReportLocalIndex { name, key, projection }.write(language),
        }
    });
    let vectors = table.vector_indexes.iter().map(move |index| {
        let projection = differences::projection(&index.projection);
        let (name, key) = ((&index.name).into(), (&index.attribute).into());
        words::ReportVectorIndex { name, key, projection: (&projection).into() }.write(language)
    });
    own.chain(vectors)
}
