//! The names of the tables that store replicas in other Regions.

use crate::settings::config::EngineConfig;

/// The sign between the name of a table and the Region of its replica. No table name of the API contains it.
pub const MARK: char = '@';

/// Returns true for the name of a replica's table. Responses never contain such a table.
#[inline]
pub fn is_replica(table: &str) -> bool {
    table.contains(MARK)
}

/// Returns the name of the table that stores the replica of a Region.
pub fn member_name(table: &str, region: &str, config: &EngineConfig) -> String {
    match region == config.region {
        true => table.to_owned(),
        false => format!("{table}{MARK}{region}"),
    }
}

/// Returns the ARN of a table, or of the replica that the table stores.
pub fn member_arn(table: &str, config: &EngineConfig) -> String {
    match table.split_once(MARK) {
        None => config.table_arn(table),
        Some((name, region)) => config.table_arn(name).replacen(&config.region, region, 1),
    }
}
