//! The names of Regions, as the page shows them.

use dynalab_messages::Language;
use dynalab_types::region;

/// Returns the place of a Region, such as "Tokyo", or the name of an unknown Region.
pub fn place(name: &str, language: Language) -> String {
    region::find(name).map_or(name, |region| region.places[language as usize]).to_owned()
}

/// Returns the name of a Region with its place: "ap-northeast-1 (Tokyo)".
pub fn region_label(name: &str, language: Language) -> String {
    format!("{name} ({})", place(name, language))
}

#[cfg(test)]
mod tests {
    use super::place;
    use dynalab_messages::Language;

    #[test]
    fn an_unknown_region_is_shown_by_its_name() {
        assert_eq!(place("us-east-1", Language::English), "N. Virginia");
        assert_eq!(place("ap-northeast-1", Language::Japanese), "東京");
        assert_eq!(place("mars-1", Language::English), "mars-1");
    }
}
