//! Reads the data of the map.

use dynalab_app::pictures::global_table_state::{GlobalTableState, ReplicaRegion, key_of};
use dynalab_app::request::call_result::{CallResult, json_of};
use dynalab_app::table::arn::region_of;
use dynalab_playground::views::regions::Replication;
use dynalab_service::contract::dynamodb::DescribeTable;
use dynalab_service::contract::regions::DescribeReplication;

use crate::page::context::PageContext;
use crate::pictures::described_dials::{fetch_dials, value_of};

pub async fn fetch_state(page: PageContext, table: String) -> CallResult<GlobalTableState> {
    let described = page.look(&DescribeTable { table_name: table.clone() }).await?.table;
    let usual_lag_ms = value_of(&fetch_dials(&page).await?, "replication_lag_most_ms");
    let own = region_of(&described.table_arn).to_owned();
    let key = key_of(&described);
    let mut regions = vec![ReplicaRegion { name: own, status: "ACTIVE".to_owned() }];
    for replica in described.replicas.into_iter().flatten() {
        regions.push(ReplicaRegion { name: replica.region_name, status: replica.replica_status });
    }
    let mut replication = Replication::default();
    if regions.len() > 1 {
        // While the last replica is deleted, there may be nothing to describe.
        let request = DescribeReplication { table_name: table, key: key.as_ref().map(json_of) };
        replication = page.look_as(&request).await.unwrap_or_default();
    }
    Ok(GlobalTableState { key, regions, replication, usual_lag_ms })
}
