//! ListContributorInsights: returns the tables and indexes whose insights are on, in pages.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::WriteSet;
use dynalab_engine::error::violation::ValueDisplay;
use dynalab_engine::error::{Constraint, DynamoError, InsightsError};
use dynalab_engine::registry::contributor_insights::{ContributorInsights, InsightsSummary};
use dynalab_engine::registry::{Checked, RecordKey, RecordKind};
use dynalab_engine::request::fields::{Fields, RequestLayer, table_name_of};
use dynalab_engine::request::operation::{Access, Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_types::wire::{base64_bytes, base64_text};

use crate::complete::{Complete, Context};

const PAGE_MAX: i64 = 100;

/// A ListContributorInsights request.
#[derive(Clone, Debug)]
pub struct ListContributorInsights {
    table: Option<String>,
    token: Option<String>,
    limit: Option<i64>,
}

/// The response of ListContributorInsights.
#[derive(Debug)]
pub struct ListContributorInsightsResponse {
    summaries: Vec<InsightsSummary>,
    token: Option<String>,
}

impl ListContributorInsights {
    /// Returns the table that the list is limited to.
    fn table(&self, database: &Database) -> Result<Option<&str>, DynamoError> {
        let Some(table) = self.table.as_deref().map(table_name_of) else { return Ok(None) };
        database.described_table(table).map(|_| Some(table))
    }

    /// Returns the table and index after which the page begins.
    fn start(&self) -> Result<Option<(String, String)>, InsightsError> {
        let Some(token) = &self.token else { return Ok(None) };
        let text = base64_bytes(token).and_then(|bytes| String::from_utf8(bytes).ok());
        let names = text.as_deref().and_then(|text| text.split_once('/'));
        let (table, index) = names.ok_or(InsightsError::InvalidToken)?;
        Ok(Some((table.to_owned(), index.to_owned())))
    }
}

/// Returns false for a deleted index, because deleting an index keeps its insights record.
fn still_there(key: &RecordKey, database: &Database) -> bool {
    let table = database.find(&key.table);
    key.name.is_empty() || table.is_some_and(|table| table.definition.index(&key.name).is_some())
}

impl Operation<Complete> for ListContributorInsights {
    const NAME: &'static str = "ListContributorInsights";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    const ACCESS: Access<Self> = Access::Account;
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| operation.table.iter_mut().collect();
    type Response = ListContributorInsightsResponse;

    fn decode(fields: &mut Fields) -> ListContributorInsights {
        let limit = fields.integer("MaxResults", "Integer");
        if let Some(limit) = limit.filter(|limit| *limit > PAGE_MAX) {
            let shown = ValueDisplay::Text(limit.to_string());
            fields.violation("MaxResults", shown, Constraint::ValueAtMost(PAGE_MAX));
        }
        ListContributorInsights {
            table: fields.has("TableName").then(|| fields.table_name()),
            token: fields.text("NextToken"),
            limit,
        }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        self.table(database).map(|_| ())
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<Self::Response>, DynamoError> {
        let (table, start) = (self.table(context.database)?, self.start()?);
        // A limit of zero would never end, so it counts as no limit.
        let limit = self.limit.filter(|limit| *limit > 0).unwrap_or(PAGE_MAX) as usize;
        let records = context.database.registry().of_kind(RecordKind::CONTRIBUTOR_INSIGHTS);
        let mut found = records
            .filter(|(key, _)| table.is_none_or(|table| key.table.as_ref() == table))
            .filter(|(key, _)| {
                let names = (key.table.as_ref(), key.name.as_ref());
                start.as_ref().is_none_or(|(table, index)| names > (table.as_str(), index.as_str()))
            })
            .filter(|(key, _)| still_there(key, context.database))
            .filter_map(|(key, bytes)| Some((key, ContributorInsights::from_bytes(bytes).checked()?)))
            .filter(|(_, insights)| insights.status(context.now, context.config) != "DISABLED");
        let mut summaries = Vec::new();
        let mut last = None;
        for (key, insights) in found.by_ref().take(limit) {
            summaries.push(InsightsSummary::load(key, &insights, context.now, context.config));
            last = Some(key);
        }
        let last = last.filter(|_| found.next().is_some());
        let token = last.map(|key| base64_text(format!("{}/{}", key.table, key.name).as_bytes()));
        Ok(Step::Done(ListContributorInsightsResponse { summaries, token }, WriteSet::default()))
    }

    fn encode(response: &ListContributorInsightsResponse, body: &mut ObjectWriter) {
        body.objects("ContributorInsightsSummaries", &response.summaries, |object, summary| {
            summary.encode(object);
        });
        if let Some(token) = &response.token {
            body.text("NextToken", token);
        }
    }
}
