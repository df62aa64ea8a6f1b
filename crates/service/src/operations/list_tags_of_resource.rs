//! ListTagsOfResource: returns the tags of a table, all on one page.

use dynalab_engine::change::WriteSet;
use dynalab_engine::database::Database;
use dynalab_engine::error::DynamoError;
use dynalab_engine::fields::{Fields, RequestLayer};
use dynalab_engine::json_writer::ObjectWriter;
use dynalab_engine::operation::{Access, Operation, Step, reads_nothing};
use dynalab_engine::plan::Plan;
use dynalab_types::SmallMap;

use crate::complete::{Complete, Context};
use crate::table_times::cool_downs;
use crate::table_times::gate::{self, Setting};

#[derive(Clone, Debug)]
pub struct ListTagsOfResource {
    arn: String,
}

impl Operation<Complete> for ListTagsOfResource {
    const NAME: &'static str = "ListTagsOfResource";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    const ACCESS: Access<Self> = Access::Arn(|operation| &operation.arn);
    type Response = SmallMap<String, String>;

    fn decode(fields: &mut Fields) -> ListTagsOfResource {
        fields.require("ResourceArn");
        fields.text("NextToken");
        ListTagsOfResource { arn: fields.text_of_length("ResourceArn", 1, 1283).unwrap_or_default() }
    }

    reads_nothing!();

    /// An execution checks in another order, so the plan checks the table here.
    fn describe(&self, (): &(), database: &Database) -> Result<Plan, DynamoError> {
        database.table_of_arn(&self.arn).map(|_| Plan::NoRead)
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<Self::Response>, DynamoError> {
        // Unlike the other tag operations, this one checks permissions before it looks for the table.
        let refused = |error| match error {
            DynamoError::ArnNotFound { arn } => {
                let account_id = context.config.account_id.clone();
                DynamoError::NotAuthorized { account_id, action: ListTagsOfResource::NAME, arn }
            }
            other => other,
        };
        let table = context.database.table_of_arn(&self.arn).map_err(refused)?;
        gate::check(context, table, Setting::OtherTags)?;
        Ok(Step::Done(cool_downs::shown_tags(context, table), WriteSet::default()))
    }

    fn encode(response: &SmallMap<String, String>, body: &mut ObjectWriter) {
        body.objects("Tags", response.iter(), |tag, (key, value)| {
            tag.text("Key", key);
            tag.text("Value", value);
        });
    }
}
