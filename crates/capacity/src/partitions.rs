//! How many partitions a table needs, and what each has of its throughput.

/// A partition serves at most this many read units a second.
pub const PARTITION_READ_UNITS: u64 = 3_000;
/// A partition serves at most this many write units a second.
pub const PARTITION_WRITE_UNITS: u64 = 1_000;
pub const PARTITION_SIZE_BYTES: u64 = 10 * 1024 * 1024 * 1024;

/// A new table that is paid by request serves 12,000 read and 4,000 write units a second: four partitions' worth.
/// Source: developer guide, "On-demand capacity mode"; the number of partitions is inferred.
pub const ON_DEMAND_INITIAL_PARTITIONS: u64 = 4;

/// The formula that the service published until about 2018: enough partitions for the throughput (reads over 3,000 plus
/// writes over 1,000) and for the size (10 GB each). Units a second and bytes.
pub fn provisioned_partitions(read_units: u64, write_units: u64, size_bytes: u64) -> u64 {
    let weighted = read_units * PARTITION_WRITE_UNITS + write_units * PARTITION_READ_UNITS;
    let for_throughput = weighted.div_ceil(PARTITION_READ_UNITS * PARTITION_WRITE_UNITS);
    let for_size = size_bytes.div_ceil(PARTITION_SIZE_BYTES);
    for_throughput.max(for_size).max(1)
}

/// The same for a table that is paid by request and may be asked for that much at once: partitions enough for the reads, for
/// the writes and for the size. The service tells no formula for them; this one gives the four of a new table.
pub fn on_demand_partitions(read_units: u64, write_units: u64, size_bytes: u64) -> u64 {
    let for_reads = read_units.div_ceil(PARTITION_READ_UNITS);
    let for_writes = write_units.div_ceil(PARTITION_WRITE_UNITS);
    for_reads.max(for_writes).max(size_bytes.div_ceil(PARTITION_SIZE_BYTES)).max(1)
}

/// A partition's part, in thousandths of a unit, where the throughput of a table is divided evenly.
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
    fn a_new_table_paid_by_request_has_four() {
        assert_eq!(on_demand_partitions(12_000, 4_000, 0), ON_DEMAND_INITIAL_PARTITIONS);
        assert_eq!(on_demand_partitions(12_000, 40_000, 0), 40);
        assert_eq!(on_demand_partitions(0, 0, 11 * GB), 2);
    }
}
