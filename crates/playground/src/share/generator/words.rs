//! The lists of words that a gap can be filled from. What is drawn is part of the format: a list stays as it is.

const NAMES: [&str; 24] = [
    "Aiko", "Amara", "Ben", "Chloe", "Daichi", "Elena", "Farid", "Grace", "Haruto", "Ines", "Jonas", "Kenji",
    "Lina", "Mateo", "Nadia", "Omar", "Priya", "Ren", "Sora", "Tomas", "Uma", "Viktor", "Yuki", "Zoe",
];
const WORDS: [&str; 24] = [
    "amber", "basil", "cedar", "delta", "ember", "fjord", "grove", "harbor", "indigo", "juniper", "kettle",
    "lantern", "maple", "nectar", "orchid", "pebble", "quartz", "river", "saffron", "timber", "umber",
    "violet", "willow", "zephyr",
];

/// By the name of the gap.
pub fn list(gap: &str) -> Option<&'static [&'static str]> {
    match gap {
        "name" => Some(&NAMES),
        "word" => Some(&WORDS),
        _ => None,
    }
}
