//! What a fix changes, measured on a copy of the design.

use dynalab_messages::figures::{money, units};
use dynalab_messages::{Language, Message};
use serde::{Deserialize, Serialize};

use crate::sentences::{self, findings as words};

/// The figures of a design before and after a fix, and the patterns that the fix breaks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Cure {
    pub before: CureFigures,
    pub after: CureFigures,
    /// The names of the patterns that were green and are red with the fix, in the order of the design.
    pub broken: Vec<String>,
    /// The names of the patterns that are green because their key conditions were rewritten from the key templates.
    pub rewritten: Vec<String>,
    /// True if the finding is gone with the fix.
    pub is_gone: bool,
}

/// What a design costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CureFigures {
    /// Read units per second at the average rates, at the size of production.
    pub read_units_per_second: f64,
    pub write_units_per_second: f64,
    pub usd_per_month: f64,
    /// Number of keys above the limit of a partition.
    pub hot_keys: u32,
}

impl Message for Cure {
    fn write(&self, language: Language) -> String {
        let (before, after) = (&self.before, &self.after);
        let mut parts = vec![
            words::CureFigures {
                usd_before: money(before.usd_per_month).as_str().into(),
                usd_after: money(after.usd_per_month).as_str().into(),
                reads_before: units(before.read_units_per_second).as_str().into(),
                reads_after: units(after.read_units_per_second).as_str().into(),
                writes_before: units(before.write_units_per_second).as_str().into(),
                writes_after: units(after.write_units_per_second).as_str().into(),
            }
            .write(language),
        ];
        let joined = |names: &[String]| sentences::joined(language, names);
        if !self.rewritten.is_empty() {
            let patterns = joined(&self.rewritten);
            parts.push(words::CureRewrites { patterns: patterns.as_str().into() }.write(language));
        }
        parts.push(match self.broken.is_empty() {
            true => words::CURE_BREAKS_NOTHING.write(language),
            false => {
                let patterns = joined(&self.broken);
                words::CureBreaks { patterns: patterns.as_str().into() }.write(language)
            }
        });
        if !self.is_gone {
            parts.push(words::CURE_FINDING_STAYS.write(language));
        }
        parts
            .into_iter()
            .reduce(|all, next| sentences::in_sequence(language, &all, &next))
            .unwrap_or_default()
    }
}
