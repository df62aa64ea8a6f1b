//! ListTagsOfResource: returns the tags of a table or a stream, all on one page.

use dynalab_engine::database::change::WriteSet;
use dynalab_engine::database::table::tags::Tags;
use dynalab_engine::error::DynamoError;
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Access, Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
use crate::table_times::gate::Setting;
use crate::tagged_resource::TaggedResource;

/// A ListTagsOfResource request.
#[derive(Clone, Debug)]
pub struct ListTagsOfResource {
    arn: String,
}

impl Operation<Complete> for ListTagsOfResource {
    const NAME: &'static str = "ListTagsOfResource";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    const ACCESS: Access<Self> = Access::Arn(|operation| &operation.arn);
    type Response = Tags;

    fn decode(fields: &mut Fields) -> ListTagsOfResource {
        fields.require("ResourceArn");
        // All tags are on one page, so no token means anything. DynamoDB ignores one that it cannot read.
        fields.text("NextToken");
        ListTagsOfResource { arn: fields.text_of_length("ResourceArn", 1, 1283).unwrap_or_default() }
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<Tags>, DynamoError> {
        let resource = TaggedResource::find(&self.arn, context.database, context.config)?;
        resource.check_state(context, Setting::OtherTags)?;
        Ok(Step::Done(resource.shown(context), WriteSet::default()))
    }

    fn encode(response: &Tags, body: &mut ObjectWriter) {
        body.objects("Tags", response.iter(), |tag, (key, value)| {
            tag.text("Key", key);
            tag.text("Value", value);
        });
    }
}
