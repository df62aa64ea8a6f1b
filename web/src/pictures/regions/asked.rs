//! What is asked for the map: the table with its replicas, what is between them, and the one item as each Region has it.

use dynalab_playground::views::regions::{Member, Replication};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::page_context::{PageContext, Told};
use crate::pictures::described_dials::DescribedDials;
use crate::pictures::table_keys::{DescribedTable, TableKeys};

/// The attribute of the one item that says who wrote it.
pub const VALUE: &str = "written";

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Described {
    table: Table,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Table {
    table_arn: String,
    #[serde(default)]
    replicas: Vec<Replica>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Replica {
    region_name: String,
    replica_status: String,
}

/// One Region of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct There {
    pub name: String,
    /// CREATING, ACTIVE and so on.
    pub status: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct World {
    /// None where the keys are bytes.
    pub key: Option<Value>,
    /// The Region of the tables first.
    pub regions: Vec<There>,
    pub replication: Replication,
    /// The most that a write takes from Region to Region where a link has no time of its own.
    pub usual_lag_ms: u64,
}

impl World {
    pub fn is_global(&self) -> bool {
        self.regions.len() > 1
    }

    pub fn member(&self, region: &str) -> Option<&Member> {
        self.replication.replicas.iter().find(|member| member.region_name == region)
    }

    /// What the one item says there.
    pub fn value(&self, region: &str) -> Option<&str> {
        self.member(region)?.text(VALUE)
    }

    pub fn is_late(&self) -> bool {
        self.usual_lag_ms > 0 || self.replication.links.iter().any(|link| link.lag_ms.is_some())
    }
}

pub async fn ask(page: PageContext, table: String) -> Told<World> {
    let named = json!({ "TableName": table });
    let told: Value = page.look("DescribeTable", &named).await?;
    let keys: DescribedTable = serde_json::from_value(told.clone()).map_err(|error| error.to_string())?;
    let described: Described = serde_json::from_value(told).map_err(|error| error.to_string())?;
    let usual_lag_ms = DescribedDials::ask(&page).await?.value("replication_lag_most_ms");
    let own = described.table.table_arn.split(':').nth(3).unwrap_or_default().to_owned();
    let key = key_of(&keys.table);
    let mut regions = vec![There { name: own, status: "ACTIVE".to_owned() }];
    for replica in described.table.replicas {
        regions.push(There { name: replica.region_name, status: replica.replica_status });
    }
    let mut replication = Replication::default();
    if regions.len() > 1 {
        // Where the last replica is just going there is nothing to describe any more.
        let mut asked = named;
        if let Some(key) = &key {
            asked["Key"] = key.clone();
        }
        replication = page.look("Dynalab.DescribeReplication", &asked).await.unwrap_or_default();
    }
    Ok(World { key, regions, replication, usual_lag_ms })
}

fn key_of(keys: &TableKeys) -> Option<Value> {
    let is_bytes = |place| keys.attribute(place).is_some_and(|(_, attribute_type)| attribute_type == "B");
    (0..2).all(|place| !is_bytes(place)).then(|| keys.key_named("REGIONS", 1))
}
