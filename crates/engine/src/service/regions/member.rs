//! The names of tables that stand for replicas in other Regions.

use crate::config::EngineConfig;

pub(super) const MARK: char = '@';

/// Whether it is the name of a replica's table, which is shown to nobody.
pub(crate) fn is_replica(table: &str) -> bool {
    table.contains(MARK)
}

pub(crate) fn member_name(table: &str, region: &str, config: &EngineConfig) -> String {
    match region == config.region {
        true => table.to_owned(),
        false => format!("{table}{MARK}{region}"),
    }
}

/// Of a table, or of the replica that it stands for.
pub(crate) fn member_arn(table: &str, config: &EngineConfig) -> String {
    match table.split_once(MARK) {
        None => config.table_arn(table),
        Some((name, region)) => config.table_arn(name).replacen(&config.region, region, 1),
    }
}
