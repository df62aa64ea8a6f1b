//! Auto scaling settings of a table, by Region, index and kind of capacity.

pub use dynalab_capacity::scaling::ScalingTarget;
use dynalab_types::binary::{Malformed, Reader};
use serde::{Deserialize, Serialize};

use crate::codec::primitives::read_flag;
use crate::codec::record_form;
use crate::database::Database;
use crate::error::violation::ValueDisplay;
use crate::error::{Constraint, GlobalTableError, ScalingError};
use crate::registry::{Checked, RecordKey, RecordKind};
use crate::request::fields::Fields;
use crate::response::json_writer::ObjectWriter;
use crate::settings::config::EngineConfig;

/// The range of the target utilization in thousandths of a percent.
const TARGET_THOUSANDTHS_LEAST: i64 = 20_000;
const TARGET_THOUSANDTHS_MOST: i64 = 90_000;
const PRINTABLE: &str = "\\p{Print}+";
/// The Region of settings for write capacity, which are the same in all Regions.
pub const EVERY_REGION: &str = "";

/// The capacity that settings apply to: of a table or an index, for reads or writes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScaledResource {
    pub region: String,
    /// Empty for the table itself.
    pub index: String,
    pub writes: bool,
}

/// The settings of one scaled resource.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScalingSettings {
    minimum: Option<u64>,
    maximum: Option<u64>,
    disabled: bool,
    role: Option<String>,
    policy: Option<ScalingPolicy>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct ScalingPolicy {
    name: Option<String>,
    no_scale_in: bool,
    scale_in_cooldown: Option<u64>,
    scale_out_cooldown: Option<u64>,
    target_thousandths: i64,
}

/// All auto scaling settings of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AutoScaling {
    settings: Vec<(ScaledResource, ScalingSettings)>,
}

impl AutoScaling {
    /// Returns the key of the record of a table.
    pub fn key(table: &str) -> RecordKey {
        RecordKey::of_table(RecordKind::AUTO_SCALING, table, "")
    }

    /// Returns the stored settings of a table.
    pub fn load(database: &Database, table: &str) -> AutoScaling {
        let bytes = database.record(&AutoScaling::key(table));
        bytes.and_then(|bytes| AutoScaling::from_bytes(bytes).checked()).unwrap_or_default()
    }

    /// Returns the settings of a table or index for reads or writes. Those for every Region apply to each.
    pub fn find(&self, region: &str, index: &str, writes: bool) -> Option<&ScalingSettings> {
        let is_it = |scaled: &ScaledResource| {
            scaled.index == index
                && scaled.writes == writes
                && (scaled.region == region || scaled.region == EVERY_REGION)
        };
        self.settings.iter().find(|(scaled, _)| is_it(scaled)).map(|(_, settings)| settings)
    }

    /// Returns the scaled capacities of this Region with their targets.
    pub fn targets(&self, region: &str) -> impl Iterator<Item = (&ScaledResource, ScalingTarget)> {
        let here = move |scaled: &ScaledResource| scaled.region == region || scaled.region == EVERY_REGION;
        let settings = self.settings.iter().filter(move |(scaled, _)| here(scaled));
        settings.filter_map(|(scaled, settings)| Some((scaled, settings.target()?)))
    }

    pub fn is_empty(&self) -> bool {
        self.settings.is_empty()
    }

    /// Sets the settings of one resource. Members that the request does not have stay as they are.
    ///
    /// # Errors
    /// A member is missing, or is given while scaling is turned off; the target is out of range, or the minimum is above the
    /// maximum.
    pub fn set(
        &mut self,
        table: &str,
        scaled: ScaledResource,
        settings: ScalingSettings,
    ) -> Result<(), GlobalTableError> {
        settings.check(table)?;
        match self.settings.iter_mut().find(|(other, _)| *other == scaled) {
            Some((_, current)) => current.merge(settings),
            None => self.settings.push((scaled, settings)),
        }
        Ok(())
    }

    /// Writes the settings of `of` as one member of a description. Capacity without settings is written as disabled.
    pub fn encode(&self, member: &str, of: &ScaledResource, resource: &Resource, object: &mut ObjectWriter) {
        let settings = self.find(&of.region, &of.index, of.writes);
        object.object(member, |object| match settings {
            Some(settings) => settings.encode(of, resource, object),
            None => {
                object.boolean("AutoScalingDisabled", true);
                object.objects("ScalingPolicies", [(); 0], |_, ()| ());
            }
        });
    }

    /// Encodes the record.
    pub fn to_bytes(&self) -> Vec<u8> {
        record_form::write(self)
    }

    /// Decodes the record.
    ///
    /// # Errors
    /// The bytes are no such record.
    pub fn from_bytes(bytes: &[u8]) -> Result<AutoScaling, Malformed> {
        record_form::read(bytes, AutoScaling::read_older)
    }

    /// Reads the format that was in use before records had versions.
    fn read_older(reader: &mut Reader) -> Result<AutoScaling, Malformed> {
        let mut settings = Vec::new();
        for _ in 0..reader.count()? {
            let scaled = ScaledResource {
                region: reader.text()?.to_owned(),
                index: reader.text()?.to_owned(),
                writes: read_flag(reader)?,
            };
            settings.push((scaled, ScalingSettings::read(reader)?));
        }
        Ok(AutoScaling { settings })
    }
}

/// The table whose capacity is scaled, for the names of policies and roles.
pub struct Resource<'a> {
    pub table: &'a str,
    pub config: &'a EngineConfig,
}

/// Returns true if auto scaling manages the write capacity of a table. Replicas require it.
pub(crate) fn is_write_scaled(database: &Database, table: &str) -> bool {
    let scaling = AutoScaling::load(database, table);
    scaling.find(EVERY_REGION, "", true).is_some_and(|settings| !settings.disabled)
}

/// Returns true if auto scaling manages the write capacity of this index.
pub(crate) fn index_writes_are_scaled(database: &Database, table: &str, index: &str) -> bool {
    let scaling = AutoScaling::load(database, table);
    scaling.find(EVERY_REGION, index, true).is_some_and(|settings| !settings.disabled)
}

/// Reads the members of AutoScalingSettingsUpdate.
pub fn decode_settings(fields: &mut Fields) -> ScalingSettings {
    let units = |fields: &mut Fields, name: &str| {
        fields.integer_between(name, "Long", 1, None).and_then(|units| u64::try_from(units).ok())
    };
    ScalingSettings {
        minimum: units(fields, "MinimumUnits"),
        maximum: units(fields, "MaximumUnits"),
        disabled: fields.boolean("AutoScalingDisabled").unwrap_or_default(),
        role: fields.text_of_length("AutoScalingRoleArn", 1, 1600),
        policy: fields.nested("ScalingPolicyUpdate", |policy| {
            let name = policy.text_of_length("PolicyName", 1, 256);
            if let Some(name) = name.as_ref().filter(|name| name.chars().any(char::is_control)) {
                policy.violation(
                    "PolicyName",
                    ValueDisplay::Text(name.clone()),
                    Constraint::Pattern(PRINTABLE),
                );
            }
            policy.require("TargetTrackingScalingPolicyConfiguration");
            let tracking = policy.nested("TargetTrackingScalingPolicyConfiguration", |tracking| {
                tracking.require("TargetValue");
                let seconds = |tracking: &mut Fields, name: &str| {
                    tracking.integer(name, "Integer").and_then(|seconds| u64::try_from(seconds).ok())
                };
                ScalingPolicy {
                    name: None,
                    no_scale_in: tracking.boolean("DisableScaleIn").unwrap_or_default(),
                    scale_in_cooldown: seconds(tracking, "ScaleInCooldown"),
                    scale_out_cooldown: seconds(tracking, "ScaleOutCooldown"),
                    target_thousandths: tracking.thousandths("TargetValue").unwrap_or_default(),
                }
            });
            ScalingPolicy { name, ..tracking.unwrap_or_default() }
        }),
    }
}

impl ScalingSettings {
    fn check(&self, table: &str) -> Result<(), GlobalTableError> {
        let given = [
            ("MaximumUnits", self.maximum.is_some()),
            ("ScalingPolicyUpdate", self.policy.is_some()),
            ("MinimumUnits", self.minimum.is_some()),
        ];
        let wrong = given.iter().filter(|(_, given)| *given == self.disabled).map(|(name, _)| *name);
        let names: Vec<&'static str> = wrong.collect();
        if !names.is_empty() {
            let (table, missing) = (table.to_owned(), !self.disabled);
            return Err(GlobalTableError::Scaling(ScalingError::Members { table, missing, names }));
        }
        let targets = TARGET_THOUSANDTHS_LEAST..=TARGET_THOUSANDTHS_MOST;
        if self.policy.as_ref().is_some_and(|policy| !targets.contains(&policy.target_thousandths)) {
            return Err(GlobalTableError::Scaling(ScalingError::Target));
        }
        match (self.minimum, self.maximum) {
            (Some(minimum), Some(maximum)) if minimum > maximum => {
                Err(GlobalTableError::Scaling(ScalingError::Bounds))
            }
            _ => Ok(()),
        }
    }

    /// Returns the target, or `None` without a policy or if auto scaling is disabled.
    fn target(&self) -> Option<ScalingTarget> {
        let policy = self.policy.as_ref().filter(|_| !self.disabled)?;
        let cooldown_ms = |seconds: Option<u64>| seconds.unwrap_or_default().saturating_mul(1_000);
        Some(ScalingTarget {
            thousandths: policy.target_thousandths.unsigned_abs(),
            minimum: self.minimum.unwrap_or(1),
            maximum: self.maximum.unwrap_or(u64::MAX),
            scales_in: !policy.no_scale_in,
            scale_in_cooldown_ms: cooldown_ms(policy.scale_in_cooldown),
            scale_out_cooldown_ms: cooldown_ms(policy.scale_out_cooldown),
        })
    }

    fn merge(&mut self, other: ScalingSettings) {
        *self = ScalingSettings {
            minimum: other.minimum.or(self.minimum),
            maximum: other.maximum.or(self.maximum),
            disabled: other.disabled,
            role: other.role.or(self.role.take()),
            policy: other.policy.or(self.policy.take()),
        };
    }

    fn encode(&self, of: &ScaledResource, resource: &Resource, object: &mut ObjectWriter) {
        if self.disabled {
            object.boolean("AutoScalingDisabled", true);
            return object.objects("ScalingPolicies", [(); 0], |_, ()| ());
        }
        for (name, units) in [("MinimumUnits", self.minimum), ("MaximumUnits", self.maximum)] {
            if let Some(units) = units {
                object.integer(name, units);
            }
        }
        object.text("AutoScalingRoleArn", &self.role.clone().unwrap_or_else(|| resource.role()));
        if let Some(policy) = &self.policy {
            object.objects("ScalingPolicies", [policy], |object, policy| {
                let name = policy.name.clone().unwrap_or_else(|| resource.policy_name(of));
                object.text("PolicyName", &name);
                object.object("TargetTrackingScalingPolicyConfiguration", |object| policy.encode(object));
            });
        }
    }

    fn read(reader: &mut Reader) -> Result<ScalingSettings, Malformed> {
        let text = |reader: &mut Reader| Ok(Some(reader.text()?.to_owned()).filter(|text| !text.is_empty()));
        let mut settings = ScalingSettings {
            minimum: reader.unsigned()?.checked_sub(1),
            maximum: reader.unsigned()?.checked_sub(1),
            disabled: read_flag(reader)?,
            role: text(reader)?,
            policy: None,
        };
        if read_flag(reader)? {
            settings.policy = Some(ScalingPolicy {
                name: text(reader)?,
                no_scale_in: read_flag(reader)?,
                scale_in_cooldown: reader.unsigned()?.checked_sub(1),
                scale_out_cooldown: reader.unsigned()?.checked_sub(1),
                target_thousandths: i64::try_from(reader.unsigned()?).map_err(|_| Malformed)?,
            });
        }
        Ok(settings)
    }
}

impl ScalingPolicy {
    fn encode(&self, object: &mut ObjectWriter) {
        object.boolean("DisableScaleIn", self.no_scale_in);
        let cooldowns =
            [("ScaleInCooldown", self.scale_in_cooldown), ("ScaleOutCooldown", self.scale_out_cooldown)];
        for (name, seconds) in cooldowns {
            if let Some(seconds) = seconds {
                object.integer(name, seconds);
            }
        }
        object.double("TargetValue", self.target_thousandths as f64 / 1000.0);
    }
}

impl Resource<'_> {
    /// Returns the ARN of the service-linked role of auto scaling.
    fn role(&self) -> String {
        format!(
            "arn:aws:iam::{}:role/aws-service-role/dynamodb.application-autoscaling.amazonaws.com/\
             AWSServiceRoleForApplicationAutoScaling_DynamoDBTable",
            self.config.account_id
        )
    }

    fn policy_name(&self, of: &ScaledResource) -> String {
        let capacity = if of.writes { "Write" } else { "Read" };
        let index = if of.index.is_empty() { String::new() } else { format!("/index/{}", of.index) };
        format!("DynamoDB{capacity}CapacityUtilization:table/{}{index}", self.table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_with_a_version_and_without() {
        const BEFORE: &[u8] =
            &[1, 9, 117, 115, 45, 101, 97, 115, 116, 45, 49, 0, 1, 2, 11, 0, 0, 1, 0, 1, 0, 61, 240, 162, 4];
        let scaled = ScaledResource { region: "us-east-1".to_owned(), index: String::new(), writes: true };
        let policy = ScalingPolicy {
            name: None,
            no_scale_in: true,
            scale_in_cooldown: None,
            scale_out_cooldown: Some(60),
            target_thousandths: 70_000,
        };
        let settings = ScalingSettings {
            minimum: Some(1),
            maximum: Some(10),
            disabled: false,
            role: None,
            policy: Some(policy),
        };
        let kept = AutoScaling { settings: vec![(scaled, settings)] };
        assert_eq!(AutoScaling::from_bytes(BEFORE), Ok(kept.clone()));
        assert_eq!(AutoScaling::from_bytes(&kept.to_bytes()), Ok(kept));
    }
}
