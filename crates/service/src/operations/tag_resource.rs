//! TagResource: adds tags to a table or a stream, or changes the values of existing ones.

use dynalab_engine::database::table::tags::{RequestedTag, Tags};
use dynalab_engine::error::{DynamoError, SettingError};
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Access, Operation, Step, reads_nothing};
use dynalab_engine::request::table_members::decode_tags;
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
use crate::table_times::gate::Setting;
use crate::tagged_resource::TaggedResource;

/// A TagResource request.
#[derive(Clone, Debug)]
pub struct TagResource {
    arn: String,
    tags: Vec<RequestedTag>,
}

impl Operation<Complete> for TagResource {
    const NAME: &'static str = "TagResource";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const ACCESS: Access<Self> = Access::Arn(|operation| &operation.arn);
    type Response = ();

    fn decode(fields: &mut Fields) -> TagResource {
        fields.require("ResourceArn");
        fields.require("Tags");
        TagResource {
            arn: fields.text_of_length("ResourceArn", 1, 1283).unwrap_or_default(),
            tags: decode_tags(fields).unwrap_or_default(),
        }
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<()>, DynamoError> {
        if self.tags.is_empty() {
            return Err(SettingError::NoTagsGiven.into());
        }
        // What is wrong with the tags on their own comes before a resource that is not there.
        Tags::default().with(&self.tags)?;
        let resource = TaggedResource::find(&self.arn, context.database, context.config)?;
        resource.check_state(context, Setting::Tag)?;
        let tags = resource.tags.clone().with(&self.tags)?;
        Ok(Step::Done((), resource.change(context, tags, &self.tags)?))
    }

    fn encode(_response: &(), _body: &mut ObjectWriter) {}
}
