//! The lengths of a month, a GB and a KB. AWS's tools differ, so each is a choice, with three tools as presets.

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Month {
    #[default]
    Hours730,
    Days30Half,
    Days30,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Gigabyte {
    /// 1,024 x 1,024 x 1,024 bytes.
    #[default]
    Binary,
    /// 1,000,000,000 bytes.
    Decimal,
}

/// The tool whose conventions are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// DynamoDB's pricing page.
    PricePage,
    /// The calculator of AWS's MCP server.
    McpCalculator,
    /// The calculator of AWS's agent skill.
    AgentSkill,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Conventions {
    pub month: Month,
    pub gigabyte: Gigabyte,
    pub has_free_tier: bool,
}

impl Month {
    pub fn hours(self) -> f64 {
        match self {
            Month::Hours730 => 730.0,
            Month::Days30Half => 732.0,
            Month::Days30 => 720.0,
        }
    }

    pub fn seconds(self) -> f64 {
        self.hours() * 3_600.0
    }

    pub fn days(self) -> f64 {
        self.hours() / 24.0
    }
}

impl Gigabyte {
    pub fn bytes(self) -> f64 {
        match self {
            Gigabyte::Binary => 1_073_741_824.0,
            Gigabyte::Decimal => 1_000_000_000.0,
        }
    }
}

impl Preset {
    pub const ALL: [Preset; 3] = [Preset::PricePage, Preset::McpCalculator, Preset::AgentSkill];

    pub fn month_and_gigabyte(self) -> (Month, Gigabyte) {
        match self {
            Preset::PricePage => (Month::Hours730, Gigabyte::Binary),
            Preset::McpCalculator => (Month::Days30Half, Gigabyte::Binary),
            Preset::AgentSkill => (Month::Days30, Gigabyte::Decimal),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tools_of_aws_differ_by_7_4_percent_in_storage_and_1_7_in_time() {
        let (long, binary) = Preset::McpCalculator.month_and_gigabyte();
        let (short, decimal) = Preset::AgentSkill.month_and_gigabyte();
        assert_eq!(long.seconds(), 2_635_200.0);
        assert_eq!(short.seconds(), 2_592_000.0);
        assert_eq!(((long.seconds() / short.seconds() - 1.0) * 1_000.0).round(), 17.0);
        assert_eq!(((binary.bytes() / decimal.bytes() - 1.0) * 1_000.0).round(), 74.0);
    }
}
