//! The view model of a global table as a map: its Regions, the pending writes between them, and conflicting writes. Computed from
//! the response of `Dynalab.DescribeReplication`.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::IgnoredAny;

/// A key in DynamoDB JSON. The value of a key is a JSON string for every type.
pub type Key = BTreeMap<String, BTreeMap<String, String>>;

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct Replication {
    /// EVENTUAL or STRONG.
    pub multi_region_consistency: String,
    pub replicas: Vec<Member>,
    pub links: Vec<Link>,
    conflicts: Vec<Conflict>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct Member {
    pub region_name: String,
    pub item_count: u64,
    /// The item with the requested key, in DynamoDB JSON.
    pub item: Option<BTreeMap<String, DisplayValue>>,
}

/// A value in DynamoDB JSON: a string under its type, or another value that is not shown.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum DisplayValue {
    Text(BTreeMap<String, String>),
    Other(IgnoredAny),
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct Link {
    pub from: String,
    pub to: String,
    /// `None`: the setting of the simulation applies.
    pub lag_ms: Option<u64>,
    pub up: bool,
    pub pending: u64,
    pub oldest_pending_ms: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Conflict {
    /// In seconds since 1970, like all times in this response.
    at: f64,
    region_name: String,
    key: Key,
    winner: Version,
    loser: Version,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct Version {
    pub region_name: String,
    written_at: f64,
}

impl Member {
    /// Returns the value of an attribute if it is a string or number.
    pub fn text(&self, attribute: &str) -> Option<&str> {
        match self.item.as_ref()?.get(attribute)? {
            DisplayValue::Text(value) => value.values().next().map(String::as_str),
            DisplayValue::Other(_) => None,
        }
    }
}

impl Version {
    pub fn written_at_ms(&self) -> u64 {
        milliseconds(self.written_at)
    }
}

/// Two conflicting writes of one item, in one or more Regions.
#[derive(Clone, Debug, PartialEq)]
pub struct Meeting {
    /// The time of the first conflict.
    pub at_ms: u64,
    /// The Regions with the conflict, in order of time.
    pub regions: Vec<String>,
    pub key: Key,
    pub winner: Version,
    pub loser: Version,
}

/// Two Regions and the links in both directions.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    pub there: Link,
    pub back: Link,
}

impl Pair {
    pub fn is_up(&self) -> bool {
        self.there.up && self.back.up
    }
}

impl Replication {
    pub fn is_strong(&self) -> bool {
        self.multi_region_consistency == "STRONG"
    }

    pub fn on_the_way(&self) -> u64 {
        self.links.iter().map(|link| link.pending).sum()
    }

    /// Returns the conflicts, the newest first. The same two writes conflict in each Region that has one of them and receives the
    /// second.
    pub fn meetings(&self) -> Vec<Meeting> {
        let mut meetings: Vec<Meeting> = Vec::new();
        for conflict in &self.conflicts {
            let Conflict { at, region_name, key, winner, loser } = conflict;
            let is_it = |meeting: &&mut Meeting| {
                meeting.key == *key && meeting.winner == *winner && meeting.loser == *loser
            };
            match meetings.iter_mut().find(is_it) {
                Some(meeting) => meeting.regions.push(region_name.clone()),
                None => meetings.push(Meeting {
                    at_ms: milliseconds(*at),
                    regions: vec![region_name.clone()],
                    key: key.clone(),
                    winner: winner.clone(),
                    loser: loser.clone(),
                }),
            }
        }
        meetings.reverse();
        meetings
    }

    /// Returns every pair of Regions once.
    pub fn pairs(&self) -> Vec<Pair> {
        let find = |from: &str, to: &str| self.links.iter().find(|link| link.from == from && link.to == to);
        let mut pairs = Vec::new();
        for (place, one) in self.replicas.iter().enumerate() {
            for other in &self.replicas[place + 1..] {
                let there = find(&one.region_name, &other.region_name);
                if let Some((there, back)) = there.zip(find(&other.region_name, &one.region_name)) {
                    pairs.push(Pair { there: there.clone(), back: back.clone() });
                }
            }
        }
        pairs
    }
}

/// Returns the progress of the oldest write on a link, 0 to 1. It is at the beginning while the link is disconnected.
pub fn progress(link: &Link, usual_lag_ms: u64) -> f64 {
    match (link.up, link.oldest_pending_ms) {
        (true, Some(oldest_ms)) => {
            let lag_ms = link.lag_ms.unwrap_or(usual_lag_ms).max(1);
            (oldest_ms as f64 / lag_ms as f64).clamp(0.1, 0.9)
        }
        _ => 0.1,
    }
}

/// A position on the map, as fractions of its width and height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    pub x: f64,
    pub y: f64,
}

/// Returns the positions of the Regions: two beside each other, more on an ellipse with the first at the top.
pub fn places(count: usize) -> Vec<Place> {
    match count {
        0 => Vec::new(),
        1 => vec![Place { x: 0.5, y: 0.5 }],
        2 => vec![Place { x: 0.0, y: 0.5 }, Place { x: 1.0, y: 0.5 }],
        _ => {
            let turn = |place: usize| place as f64 / count as f64 * std::f64::consts::TAU;
            let at = |place: usize| {
                let (sine, cosine) = turn(place).sin_cos();
                Place { x: 0.5 + 0.5 * sine, y: 0.5 - 0.5 * cosine }
            };
            let spread: Vec<Place> = (0..count).map(at).collect();
            fill(&spread)
        }
    }
}

/// Scales the positions so that they reach all four edges.
fn fill(places: &[Place]) -> Vec<Place> {
    let edges = |of: fn(&Place) -> f64| {
        let least = places.iter().map(of).fold(f64::MAX, f64::min);
        let most = places.iter().map(of).fold(f64::MIN, f64::max);
        (least, (most - least).max(f64::EPSILON))
    };
    let ((left, width), (top, height)) = (edges(|place| place.x), edges(|place| place.y));
    let fill = |place: &Place| Place { x: (place.x - left) / width, y: (place.y - top) / height };
    places.iter().map(fill).collect()
}

fn milliseconds(seconds: f64) -> u64 {
    (seconds * 1_000.0).round().max(0.0) as u64
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may end in a panic")]

    use super::*;

    const TOLD: &str = r#"{"TableName":"T","MultiRegionConsistency":"EVENTUAL",
        "Replicas":[{"RegionName":"us-east-1","ItemCount":2,"Item":{"id":{"S":"a"},"tags":{"L":[{"S":"x"}]},"on":{"BOOL":true}}},{"RegionName":"eu-west-1","ItemCount":1}],
        "Links":[{"From":"us-east-1","To":"eu-west-1","LagMs":1000,"Up":true,"Pending":2,"OldestPendingMs":500},
            {"From":"eu-west-1","To":"us-east-1","Up":false,"Pending":1,"OldestPendingMs":700}],
        "Conflicts":[
            {"At":10.5,"RegionName":"eu-west-1","Key":{"id":{"S":"a"}},"Winner":{"RegionName":"eu-west-1","WrittenAt":10.1},"Loser":{"RegionName":"us-east-1","WrittenAt":10.0}},
            {"At":10.75,"RegionName":"us-east-1","Key":{"id":{"S":"a"}},"Winner":{"RegionName":"eu-west-1","WrittenAt":10.1},"Loser":{"RegionName":"us-east-1","WrittenAt":10.0}},
            {"At":20,"RegionName":"us-east-1","Key":{"id":{"S":"a"}},"Winner":{"RegionName":"us-east-1","WrittenAt":19.9},"Loser":{"RegionName":"eu-west-1","WrittenAt":19.8}}]}"#;

    fn sample_replication() -> Replication {
        serde_json::from_str(TOLD).unwrap()
    }

    #[test]
    fn counts_one_conflict_for_two_writes_in_many_regions() {
        let meetings = sample_replication().meetings();
        assert_eq!(meetings.len(), 2);
        assert_eq!(meetings[0].winner.region_name, "us-east-1", "the newest first");
        assert_eq!(meetings[1].regions, ["eu-west-1", "us-east-1"]);
        assert_eq!((meetings[1].at_ms, meetings[1].loser.written_at_ms()), (10_500, 10_000));
    }

    #[test]
    fn describes_an_item_in_each_region() {
        let replicas = sample_replication().replicas;
        assert_eq!((replicas[0].text("id"), replicas[0].text("tags")), (Some("a"), None));
        assert_eq!(replicas[1].text("id"), None);
    }

    #[test]
    fn each_two_regions_are_a_pair() {
        let pairs = sample_replication().pairs();
        assert_eq!(pairs.len(), 1);
        assert_eq!(pairs[0].there.to, "eu-west-1");
        assert!(!pairs[0].is_up(), "one way is down");
        assert_eq!(sample_replication().on_the_way(), 3);
    }

    #[test]
    fn what_is_on_its_way_comes_nearer_and_waits_where_the_link_is_down() {
        let links = sample_replication().links;
        assert_eq!(progress(&links[0], 300), 0.5);
        assert_eq!(progress(&links[1], 300), 0.1);
        assert_eq!(progress(&Link { lag_ms: None, ..links[0].clone() }, 300), 0.9);
    }

    #[test]
    fn places_fill_the_map() {
        assert_eq!(places(2), [Place { x: 0.0, y: 0.5 }, Place { x: 1.0, y: 0.5 }]);
        for count in 3..9 {
            let places = places(count);
            for edge in [0.0, 1.0] {
                assert!(places.iter().any(|place| (place.x - edge).abs() < 1e-9), "{count} {edge}");
                assert!(places.iter().any(|place| (place.y - edge).abs() < 1e-9), "{count} {edge}");
            }
            assert!((places[0].y).abs() < 1e-9, "the first at the top");
        }
    }
}
