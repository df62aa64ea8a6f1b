//! The view model of a vector search as a map. The query is in the center, and each entry is at the distance of its score. It
//! also has the size of each projection. Computed from the response of `Dynalab.DescribeVectorSearch`.

use serde::Deserialize;

use crate::views::cache::Json;

/// The number of power iterations for an axis. More precision would not be visible.
const STEPS: usize = 32;

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase", bound = "Key: Json")]
pub struct VectorSearch<Key> {
    pub indexes: Vec<String>,
    #[serde(flatten)]
    pub found: Option<NearestEntries<Key>>,
}

/// The query and its nearest entries.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase", bound = "Key: Json")]
pub struct NearestEntries<Key> {
    pub index_name: String,
    /// COSINE, EUCLIDEAN or DOT_PRODUCT.
    pub distance_function: String,
    pub dimensions: u64,
    /// The key of the item whose vector is the query.
    pub key: Option<Key>,
    /// The partition key attribute and value of the search.
    pub hash: Option<Key>,
    pub search_vector: Vec<f64>,
    pub top_k: usize,
    pub indexed: u64,
    pub examined: u64,
    pub candidates: Vec<Candidate<Key>>,
    /// The nearest entries, the nearest first.
    pub entries: Vec<Entry<Key>>,
    pub projections: Vec<ProjectionBytes>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase", bound = "Key: Json")]
pub struct Candidate<Key> {
    pub key: Key,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase", bound = "Key: Json")]
pub struct Entry<Key> {
    pub key: Key,
    pub score: f64,
    pub size_bytes: u64,
    pub vector: Vec<f64>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct ProjectionBytes {
    /// KEYS_ONLY, INCLUDE or ALL.
    pub projection_type: String,
    pub current: bool,
    /// The size of all listed entries.
    pub entry_bytes: u64,
    pub returned_bytes: u64,
    pub search_bytes: u64,
}

/// An entry on the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// The distance from the query. 1 is the farthest listed entry.
    pub radius: f64,
    /// The direction, as a vector of length 1.
    pub direction: (f64, f64),
    pub is_returned: bool,
}

impl<Key> NearestEntries<Key> {
    /// Returns a place for each entry. The distance from the center is exact. The direction separates the entries by the two axes
    /// along which they differ most.
    pub fn places(&self) -> Vec<Place> {
        let scores = self.entries.iter().map(|entry| self.distance_of(entry.score));
        let distances: Vec<f64> = scores.collect();
        let farthest = distances.iter().copied().fold(0.0, f64::max);
        let apart = self.apart();
        let (across, up) = axes(&apart);
        let place = |(rank, (distance, apart)): (usize, (&f64, &Vec<f64>))| Place {
            radius: if farthest > 0.0 { distance / farthest } else { 0.0 },
            direction: unit(dot(apart, &across), dot(apart, &up)).unwrap_or_else(|| spread(rank)),
            is_returned: rank < self.top_k,
        };
        distances.iter().zip(&apart).enumerate().map(place).collect()
    }

    /// Returns the radius of the circle around the results, between the last result and the next entry. `None` if all are
    /// results.
    pub fn reach(&self, places: &[Place]) -> Option<f64> {
        let (last, next) = (places.get(self.top_k.checked_sub(1)?)?, places.get(self.top_k)?);
        Some(f64::midpoint(last.radius, next.radius))
    }

    /// Returns the distance for a score. A larger dot product is nearer, so the difference to the largest one counts.
    fn distance_of(&self, score: f64) -> f64 {
        match (self.distance_function.as_str(), self.entries.first()) {
            ("DOT_PRODUCT", Some(nearest)) => nearest.score - score,
            _ => score,
        }
    }

    /// Returns the difference of each entry from the mean of all.
    fn apart(&self) -> Vec<Vec<f64>> {
        let mut mean = vec![0.0; self.search_vector.len()];
        let share = 1.0 / self.entries.len().max(1) as f64;
        for entry in &self.entries {
            mean.iter_mut().zip(&entry.vector).for_each(|(sum, value)| *sum += value * share);
        }
        let differ =
            |entry: &Entry<Key>| entry.vector.iter().zip(&mean).map(|(value, mean)| value - mean).collect();
        self.entries.iter().map(differ).collect()
    }
}

fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

fn unit(x: f64, y: f64) -> Option<(f64, f64)> {
    let length = x.hypot(y);
    (length > 1e-9).then(|| (x / length, y / length))
}

/// Returns a direction by rank, for entries that the axes do not separate.
fn spread(rank: usize) -> (f64, f64) {
    const AROUND: [(f64, f64); 4] = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)];
    AROUND[rank % AROUND.len()]
}

/// Returns the two directions in which the entries differ most. The second is orthogonal to the first.
fn axes(away: &[Vec<f64>]) -> (Vec<f64>, Vec<f64>) {
    let first = axis(away, None);
    let second = axis(away, Some(&first));
    (first, second)
}

/// Computes one direction by power iteration, with the same start on every platform.
fn axis(away: &[Vec<f64>], other: Option<&[f64]>) -> Vec<f64> {
    let dimensions = away.first().map_or(0, Vec::len);
    let mut axis: Vec<f64> = (0..dimensions).map(|place| 1.0 / (place as f64 + 1.0)).collect();
    for _ in 0..STEPS {
        let mut next = vec![0.0; dimensions];
        for vector in away {
            let share = dot(vector, &axis);
            next.iter_mut().zip(vector).for_each(|(sum, value)| *sum += share * value);
        }
        if let Some(other) = other {
            let share = dot(&next, other);
            next.iter_mut().zip(other).for_each(|(value, along)| *value -= share * along);
        }
        let length = dot(&next, &next).sqrt();
        if length < 1e-12 {
            return vec![0.0; dimensions];
        }
        axis = next.into_iter().map(|value| value / length).collect();
    }
    axis
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(score: f64, vector: &[f64]) -> Entry<String> {
        Entry { key: String::new(), score, size_bytes: 10, vector: vector.to_vec() }
    }

    fn found(
        function: &str,
        query: &[f64],
        top_k: usize,
        entries: Vec<Entry<String>>,
    ) -> NearestEntries<String> {
        NearestEntries {
            index_name: "ByTaste".to_owned(),
            distance_function: function.to_owned(),
            dimensions: query.len() as u64,
            key: None,
            hash: None,
            search_vector: query.to_vec(),
            top_k,
            indexed: entries.len() as u64,
            examined: entries.len() as u64,
            candidates: Vec::new(),
            entries,
            projections: Vec::new(),
        }
    }

    #[test]
    fn an_entry_is_as_far_from_the_middle_as_its_score() {
        let entries = vec![
            entry(0.0, &[1.0, 1.0]),
            entry(2.0, &[3.0, 1.0]),
            entry(4.0, &[1.0, 5.0]),
            entry(8.0, &[-7.0, 1.0]),
        ];
        let found = found("EUCLIDEAN", &[1.0, 1.0], 2, entries);
        let places = found.places();
        assert_eq!(places.iter().map(|place| place.radius).collect::<Vec<_>>(), [0.0, 0.25, 0.5, 1.0]);
        assert_eq!(
            places.iter().map(|place| place.is_returned).collect::<Vec<_>>(),
            [true, true, false, false]
        );
        // The first axis is the widest: the left and the right entry are on opposite sides.
        let (second, fourth) = (places[1].direction, places[3].direction);
        assert!(second.0 * fourth.0 < -0.8, "{second:?} {fourth:?}");
        assert!(places[2].direction.1.abs() > 0.8, "{:?}", places[2].direction);
        assert_eq!(found.reach(&places), Some(0.375));
    }

    #[test]
    fn a_larger_dot_product_is_nearer() {
        let found =
            found("DOT_PRODUCT", &[1.0], 5, vec![entry(9.0, &[9.0]), entry(6.0, &[6.0]), entry(3.0, &[3.0])]);
        let places = found.places();
        assert_eq!(places.iter().map(|place| place.radius).collect::<Vec<_>>(), [0.0, 0.5, 1.0]);
        assert_eq!(found.reach(&places), None, "all are results");
    }

    #[test]
    fn entries_at_one_place_have_directions_all_the_same() {
        let found = found("COSINE", &[0.0, 0.0], 1, vec![entry(0.0, &[0.0, 0.0]), entry(0.0, &[0.0, 0.0])]);
        for place in found.places() {
            assert_eq!(place.radius, 0.0);
            assert!((place.direction.0.hypot(place.direction.1) - 1.0).abs() < 1e-9);
        }
        assert!(super::axes(&[]).0.is_empty());
    }

    #[test]
    fn a_description_without_a_search_has_names_only() {
        let read = |text: &str| serde_json::from_str::<VectorSearch<serde_json::Value>>(text).unwrap();
        assert_eq!(read(r#"{"Indexes":[]}"#), VectorSearch { indexes: Vec::new(), found: None });
        let told = r#"{"Indexes":["A"],"IndexName":"A","DistanceFunction":"COSINE","Dimensions":1,"SearchVector":[1],"TopK":5,
            "Indexed":1,"Examined":1,"Candidates":[{"Key":{"id":{"S":"a"}}}],"Projections":[],
            "Entries":[{"Key":{"id":{"S":"a"}},"Score":0.0,"SizeBytes":7,"Vector":[1]}]}"#;
        let found = read(told).found.unwrap();
        assert_eq!((found.entries.len(), found.candidates.len(), found.top_k), (1, 1, 5));
    }
}
