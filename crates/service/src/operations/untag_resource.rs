//! UntagResource: removes tags from a table or a stream. Missing tags are not an error.

use dynalab_engine::database::table::tags::check_keys;
use dynalab_engine::error::{DynamoError, SettingError};
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Access, Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
use crate::table_times::gate::Setting;
use crate::tagged_resource::TaggedResource;

/// An UntagResource request.
#[derive(Clone, Debug)]
pub struct UntagResource {
    arn: String,
    keys: Vec<String>,
}

impl Operation<Complete> for UntagResource {
    const NAME: &'static str = "UntagResource";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const ACCESS: Access<Self> = Access::Arn(|operation| &operation.arn);
    type Response = ();

    fn decode(fields: &mut Fields) -> UntagResource {
        fields.require("ResourceArn");
        fields.require("TagKeys");
        UntagResource {
            arn: fields.text_of_length("ResourceArn", 1, 1283).unwrap_or_default(),
            keys: fields.texts("TagKeys").unwrap_or_default(),
        }
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<()>, DynamoError> {
        if self.keys.is_empty() {
            return Err(SettingError::NoTagKeysGiven.into());
        }
        check_keys(&self.keys)?;
        let resource = TaggedResource::find(&self.arn, context.database, context.config)?;
        resource.check_state(context, Setting::OtherTags)?;
        let tags = resource.tags.clone().without(&self.keys);
        Ok(Step::Done((), resource.change(context, tags, &[])?))
    }

    fn encode(_response: &(), _body: &mut ObjectWriter) {}
}
