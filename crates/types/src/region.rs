//! The Regions of the commercial partition, October 2026, in one table. Option lists, diagrams and error messages read it.

/// A Region of AWS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// For example "ap-northeast-1".
    pub name: &'static str,
    /// The place in English and in Japanese, in the order of the languages of a sentence.
    pub places: [&'static str; 2],
    /// True if it supports multi-Region strong consistency.
    pub is_strong: bool,
}

/// All Regions, sorted by name, as DynamoDB lists them in messages.
pub const REGIONS: &[Region] = &[
    Region { name: "af-south-1", places: ["Cape Town", "ケープタウン"], is_strong: false },
    Region { name: "ap-east-1", places: ["Hong Kong", "香港"], is_strong: false },
    Region { name: "ap-east-2", places: ["Taipei", "台北"], is_strong: false },
    Region { name: "ap-northeast-1", places: ["Tokyo", "東京"], is_strong: true },
    Region { name: "ap-northeast-2", places: ["Seoul", "ソウル"], is_strong: true },
    Region { name: "ap-northeast-3", places: ["Osaka", "大阪"], is_strong: true },
    Region { name: "ap-south-1", places: ["Mumbai", "ムンバイ"], is_strong: false },
    Region { name: "ap-south-2", places: ["Hyderabad", "ハイデラバード"], is_strong: false },
    Region { name: "ap-southeast-1", places: ["Singapore", "シンガポール"], is_strong: false },
    Region { name: "ap-southeast-2", places: ["Sydney", "シドニー"], is_strong: false },
    Region { name: "ap-southeast-3", places: ["Jakarta", "ジャカルタ"], is_strong: false },
    Region { name: "ap-southeast-4", places: ["Melbourne", "メルボルン"], is_strong: false },
    Region { name: "ap-southeast-5", places: ["Malaysia", "マレーシア"], is_strong: false },
    Region { name: "ap-southeast-6", places: ["New Zealand", "ニュージーランド"], is_strong: false },
    Region { name: "ap-southeast-7", places: ["Thailand", "タイ"], is_strong: false },
    Region { name: "ca-central-1", places: ["Central Canada", "カナダ中部"], is_strong: false },
    Region { name: "ca-west-1", places: ["Calgary", "カルガリー"], is_strong: false },
    Region { name: "eu-central-1", places: ["Frankfurt", "フランクフルト"], is_strong: true },
    Region { name: "eu-central-2", places: ["Zurich", "チューリッヒ"], is_strong: false },
    Region { name: "eu-north-1", places: ["Stockholm", "ストックホルム"], is_strong: false },
    Region { name: "eu-south-1", places: ["Milan", "ミラノ"], is_strong: false },
    Region { name: "eu-south-2", places: ["Spain", "スペイン"], is_strong: false },
    Region { name: "eu-west-1", places: ["Ireland", "アイルランド"], is_strong: true },
    Region { name: "eu-west-2", places: ["London", "ロンドン"], is_strong: true },
    Region { name: "eu-west-3", places: ["Paris", "パリ"], is_strong: true },
    Region { name: "il-central-1", places: ["Tel Aviv", "テルアビブ"], is_strong: false },
    Region { name: "me-central-1", places: ["UAE", "アラブ首長国連邦"], is_strong: false },
    Region { name: "me-south-1", places: ["Bahrain", "バーレーン"], is_strong: false },
    Region { name: "mx-central-1", places: ["Mexico", "メキシコ"], is_strong: false },
    Region { name: "sa-east-1", places: ["São Paulo", "サンパウロ"], is_strong: false },
    Region { name: "us-east-1", places: ["N. Virginia", "バージニア北部"], is_strong: true },
    Region { name: "us-east-2", places: ["Ohio", "オハイオ"], is_strong: true },
    Region { name: "us-west-1", places: ["N. California", "北カリフォルニア"], is_strong: false },
    Region { name: "us-west-2", places: ["Oregon", "オレゴン"], is_strong: true },
];

/// Returns the Region with this name.
pub fn find(name: &str) -> Option<&'static Region> {
    REGIONS.iter().find(|region| region.name == name)
}

/// Returns the names of all Regions, in their order.
pub fn names() -> impl Iterator<Item = &'static str> {
    REGIONS.iter().map(|region| region.name)
}

/// Returns true for the name of a Region of the table.
pub fn is_region(name: &str) -> bool {
    find(name).is_some()
}

/// Returns true if the Region supports multi-Region strong consistency.
pub fn can_be_strong(name: &str) -> bool {
    find(name).is_some_and(|region| region.is_strong)
}

#[cfg(test)]
mod tests {
    use super::{REGIONS, can_be_strong, find, names};

    #[test]
    fn regions_are_sorted_and_have_places_of_their_own() {
        assert!(REGIONS.is_sorted_by(|one, next| one.name < next.name));
        for language in 0..2 {
            let mut places: Vec<&str> = REGIONS.iter().map(|region| region.places[language]).collect();
            places.sort_unstable();
            places.dedup();
            assert_eq!(places.len(), names().count());
        }
        assert_eq!(find("sa-east-1").map(|region| region.places[0]), Some("São Paulo"));
        assert!(can_be_strong("us-west-2") && !can_be_strong("us-west-1") && !can_be_strong("mars-1"));
    }
}
