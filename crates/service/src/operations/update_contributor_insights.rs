//! UpdateContributorInsights: turns the insights of a table or a global index on or off.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::error::DynamoError;
use dynalab_engine::registry::contributor_insights::{
    ContributorInsights, InsightsMode, InsightsResource, InsightsSummary,
};
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Access, Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
use crate::table_times::gate::{self, Setting};

/// A UpdateContributorInsights request.
#[derive(Clone, Debug)]
pub struct UpdateContributorInsights {
    observed: InsightsResource,
    enable: bool,
    mode: Option<InsightsMode>,
}

impl Operation<Complete> for UpdateContributorInsights {
    const NAME: &'static str = "UpdateContributorInsights";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const ACCESS: Access<Self> = Access::Table(|operation| operation.observed.table_name());
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| vec![operation.observed.table_mut()];
    type Response = InsightsSummary;

    fn decode(fields: &mut Fields) -> UpdateContributorInsights {
        let observed = InsightsResource::decode(fields);
        fields.require("ContributorInsightsAction");
        let known = [("ENABLE", true), ("DISABLE", false)];
        let action = fields.enumeration("ContributorInsightsAction", &["ENABLE", "DISABLE"], &known);
        let mode = InsightsMode::decode(fields);
        UpdateContributorInsights { observed, enable: action.unwrap_or_default(), mode }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        self.observed.find(database).map(|_| ())
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<InsightsSummary>, DynamoError> {
        let (table, current) = self.observed.find(context.database)?;
        gate::check(context, table, Setting::Insights)?;
        self.observed.check_made(table)?;
        // Turning insights off does not change the mode.
        let kept = current.as_ref().filter(|_| !self.enable).map(|current| current.mode);
        let mode = kept.or(self.mode).unwrap_or(InsightsMode::AccessedAndThrottledKeys);
        let (now, config, key) = (context.now, context.config, self.observed.key());
        let unchanged = match &current {
            Some(current) if self.enable => current.enabled && current.mode == mode,
            Some(current) => !current.enabled,
            None => !self.enable,
        };
        if let Some(current) = current.as_ref().filter(|_| unchanged) {
            let summary = InsightsSummary::load(&key, current, now, config);
            return Ok(Step::Done(summary, WriteSet::default()));
        }
        let before = current.as_ref().filter(|current| current.enabled);
        let enabled_at = before.map_or(now, |current| current.enabled_at);
        let insights = ContributorInsights { enabled: self.enable, mode, changed_at: now, enabled_at };
        let summary = InsightsSummary::load(&key, &insights, now, config);
        if unchanged {
            return Ok(Step::Done(
                InsightsSummary { status: "DISABLED", mode: None, ..summary },
                WriteSet::default(),
            ));
        }
        // The response always has the status of a change in progress, even without a delay.
        let status = if self.enable { "ENABLING" } else { "DISABLING" };
        let writes = WriteSet::from_change(Change::record(key, Some(insights.to_bytes())));
        Ok(Step::Done(InsightsSummary { status, ..summary }, writes))
    }

    fn encode(response: &InsightsSummary, body: &mut ObjectWriter) {
        response.encode(body);
    }
}
