//! The number of partitions of a table, and the throughput of each.

/// Maximum read units per second of a partition.
pub const PARTITION_READ_UNITS: u64 = 3_000;
/// Maximum write units per second of a partition.
pub const PARTITION_WRITE_UNITS: u64 = 1_000;
/// The size at which a partition is split: 10 GB.
pub const PARTITION_SIZE_BYTES: u64 = 10 * 1024 * 1024 * 1024;

/// A new on-demand table serves 12,000 read and 4,000 write units per second, as four partitions do. Source: DynamoDB Developer Guide,
/// "On-demand capacity mode". The number of partitions is inferred.
pub const ON_DEMAND_INITIAL_PARTITIONS: u64 = 4;

/// Returns the partitions of a provisioned table, by the formula that AWS published until about 2018. The throughput needs reads /
/// 3,000 + writes / 1,000 partitions, the size one per 10 GB. Units are per second.
pub fn provisioned_partitions(read_units: u64, write_units: u64, size_bytes: u64) -> u64 {
    let weighted = read_units * PARTITION_WRITE_UNITS + write_units * PARTITION_READ_UNITS;
    let for_throughput = weighted.div_ceil(PARTITION_READ_UNITS * PARTITION_WRITE_UNITS);
    let for_size = size_bytes.div_ceil(PARTITION_SIZE_BYTES);
    for_throughput.max(for_size).max(1)
}

/// Returns the partitions of an on-demand table: enough for its peak reads, its peak writes and its size. AWS publishes no formula.
/// This one gives the four partitions of a new table.
pub fn on_demand_partitions(read_units: u64, write_units: u64, size_bytes: u64) -> u64 {
    let for_reads = read_units.div_ceil(PARTITION_READ_UNITS);
    let for_writes = write_units.div_ceil(PARTITION_WRITE_UNITS);
    for_reads.max(for_writes).max(size_bytes.div_ceil(PARTITION_SIZE_BYTES)).max(1)
}

/// Returns a partition's share in thousandths of a unit, if a table's throughput is divided evenly.
pub fn even_share_milli(units: u64, partitions: u64) -> u64 {
    units.saturating_mul(1_000) / partitions.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GB: u64 = 1024 * 1024 * 1024;

    #[test]
    fn the_published_formula() {
        assert_eq!(provisioned_partitions(5_000, 500, 8 * GB), 3);
        assert_eq!(provisioned_partitions(5, 5, 0), 1);
        assert_eq!(provisioned_partitions(0, 0, 25 * GB), 3);
    }

    #[test]
    fn the_figures_of_the_old_documentation() {
        let partitions = provisioned_partitions(5_000, 500, 8 * GB);
        assert_eq!(even_share_milli(5_000, partitions), 1_666_666);
        assert_eq!(even_share_milli(500, partitions), 166_666);
        assert_eq!(even_share_milli(8, partitions), 2_666, "GB");
    }

    #[test]
    fn a_new_on_demand_table_has_four_partitions() {
        assert_eq!(on_demand_partitions(12_000, 4_000, 0), ON_DEMAND_INITIAL_PARTITIONS);
        assert_eq!(on_demand_partitions(12_000, 40_000, 0), 40);
        assert_eq!(on_demand_partitions(0, 0, 11 * GB), 2);
    }
}
