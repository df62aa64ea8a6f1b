//! The word lists of placeholders. The drawn words are part of the format, so a list must never change.

const NAMES: [&str; 24] = [
    "Aiko", "Amara", "Ben", "Chloe", "Daichi", "Elena", "Farid", "Grace", "Haruto", "Ines", "Jonas", "Kenji",
    "Lina", "Mateo", "Nadia", "Omar", "Priya", "Ren", "Sora", "Tomas", "Uma", "Viktor", "Yuki", "Zoe",
];
const WORDS: [&str; 24] = [
    "amber", "basil", "cedar", "delta", "ember", "fjord", "grove", "harbor", "indigo", "juniper", "kettle",
    "lantern", "maple", "nectar", "orchid", "pebble", "quartz", "river", "saffron", "timber", "umber",
    "violet", "willow", "zephyr",
];

/// Returns the list for the name of a placeholder.
pub fn list(gap: &str) -> Option<&'static [&'static str]> {
    match gap {
        "name" => Some(&NAMES),
        "word" => Some(&WORDS),
        _ => None,
    }
}
