//! Requests of DynamoDB that the page sends, and the parts of their responses that it reads. Responses have other members too:
//! the service writes them in the order of DynamoDB, without these structs.

use super::NoMembers;

crate::contract! {
    /// Lists the names of tables.
    pub struct ListTables: "ListTables" -> TableNames {
        /// The last name of the previous page.
        pub exclusive_start_table_name: Option<String>,
    }

    /// A page of names.
    pub struct TableNames {
        pub table_names: Vec<String>,
        /// Absent on the last page.
        pub last_evaluated_table_name: Option<String>,
    }

    /// Describes a table.
    pub struct DescribeTable: "DescribeTable" -> DescribedTable {
        pub table_name: String,
    }

    /// The description of a table.
    pub struct DescribedTable {
        pub table: TableDescription,
    }

    /// The keys, sizes, indexes and replicas of a table.
    pub struct TableDescription {
        pub table_name: String,
        pub table_arn: String,
        pub key_schema: Vec<KeyElement>,
        pub attribute_definitions: Vec<AttributeDefinition>,
        pub item_count: u64,
        pub table_size_bytes: u64,
        pub global_secondary_indexes: Option<Vec<IndexSizes>>,
        pub local_secondary_indexes: Option<Vec<IndexSizes>>,
        /// The replicas in other Regions.
        pub replicas: Option<Vec<ReplicaStatus>>,
    }

    /// An attribute of a key, the partition key first.
    pub struct KeyElement {
        pub attribute_name: String,
    }

    /// The type of a key attribute.
    pub struct AttributeDefinition {
        pub attribute_name: String,
        /// `S`, `N` or `B`.
        pub attribute_type: String,
    }

    /// The size of an index.
    pub struct IndexSizes {
        pub item_count: u64,
        pub index_size_bytes: u64,
    }

    /// A replica of a global table.
    pub struct ReplicaStatus {
        pub region_name: String,
        /// Such as `CREATING` or `ACTIVE`.
        pub replica_status: String,
    }

    /// Turns the stream of a table on or off.
    pub struct UpdateStream: "UpdateTable" -> NoMembers {
        pub table_name: String,
        pub stream_specification: StreamSpecification,
    }

    /// The settings of a stream.
    pub struct StreamSpecification {
        pub stream_enabled: bool,
        /// Such as `NEW_AND_OLD_IMAGES`.
        pub stream_view_type: Option<String>,
    }

    /// Turns TTL of a table on or off.
    pub struct UpdateTimeToLive: "UpdateTimeToLive" -> NoMembers {
        pub table_name: String,
        pub time_to_live_specification: TimeToLiveSpecification,
    }

    /// The settings of TTL.
    pub struct TimeToLiveSpecification {
        pub enabled: bool,
        pub attribute_name: String,
    }
}

impl UpdateStream {
    /// Returns the request that turns on the stream of a table, with old and new images.
    pub fn with_images(table_name: &str) -> UpdateStream {
        let view = Some("NEW_AND_OLD_IMAGES".to_owned());
        UpdateStream {
            table_name: table_name.to_owned(),
            stream_specification: StreamSpecification { stream_enabled: true, stream_view_type: view },
        }
    }
}
