//! DescribeContributorInsights: returns the status and the rule names of a table or global index.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::WriteSet;
use dynalab_engine::error::DynamoError;
use dynalab_engine::registry::contributor_insights::{InsightsResource, InsightsSummary};
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Access, Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_types::Timestamp;

use crate::complete::{Complete, Context};

/// A DescribeContributorInsights request.
#[derive(Clone, Debug)]
pub struct DescribeContributorInsights {
    observed: InsightsResource,
}

/// The response of DescribeContributorInsights.
#[derive(Debug)]
pub struct InsightsDescription {
    summary: InsightsSummary,
    rules: Vec<String>,
    changed_at: Option<Timestamp>,
}

impl Operation<Complete> for DescribeContributorInsights {
    const NAME: &'static str = "DescribeContributorInsights";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    const ACCESS: Access<Self> = Access::Table(|operation| operation.observed.table_name());
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| vec![operation.observed.table_mut()];
    type Response = InsightsDescription;

    fn decode(fields: &mut Fields) -> DescribeContributorInsights {
        DescribeContributorInsights { observed: InsightsResource::decode(fields) }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        self.observed.find(database).map(|_| ())
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<InsightsDescription>, DynamoError> {
        let (table, insights) = self.observed.find(context.database)?;
        let index = self.observed.index.as_deref();
        let description = match insights {
            Some(insights) => InsightsDescription {
                summary: InsightsSummary::load(&self.observed.key(), &insights, context.now, context.config),
                rules: insights.rules(table, index),
                changed_at: Some(insights.changed_at),
            },
            None => InsightsDescription {
                summary: InsightsSummary {
                    table: self.observed.table_name().to_owned(),
                    index: index.map(str::to_owned),
                    status: "DISABLED",
                    mode: None,
                },
                rules: Vec::new(),
                changed_at: None,
            },
        };
        Ok(Step::Done(description, WriteSet::default()))
    }

    fn encode(response: &InsightsDescription, body: &mut ObjectWriter) {
        response.summary.encode(body);
        if !response.rules.is_empty() {
            body.list("ContributorInsightsRuleList", &response.rules, |json, rule| {
                dynalab_types::wire::write_json_string(rule, json);
            });
        }
        if let Some(changed_at) = response.changed_at {
            body.date("LastUpdateDateTime", changed_at);
        }
    }
}
