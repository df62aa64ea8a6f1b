//! A stream record as GetRecords and function events contain it.

use dynalab_engine::database::stream::{RecordedBy, StreamDefinition, StreamRecord, sequence_text};
use dynalab_engine::response::json_writer::{ObjectWriter, write_object};
use dynalab_types::{Item, fingerprint};

/// A stream record with its keys and size.
#[derive(Debug)]
pub(crate) struct StreamEvent<'a> {
    pub stream: &'a StreamDefinition,
    pub record: &'a StreamRecord,
    pub keys: Item,
    /// The size of the keys and the included images in bytes, measured like items.
    pub size_bytes: u64,
}

impl<'a> StreamEvent<'a> {
    /// Returns the event of a record, with the images of the stream's view.
    pub fn new(stream: &'a StreamDefinition, record: &'a StreamRecord) -> StreamEvent<'a> {
        let keys = record.keys(&stream.key);
        let (new, old) = record.images(stream.view);
        let images = [new, old].into_iter().flatten().map(|image| image.size_bytes());
        let size_bytes = keys.size_bytes() + images.sum::<u64>();
        StreamEvent { stream, record, keys, size_bytes }
    }

    /// Returns the record as a function event contains it.
    pub fn json_for_function(&self, region: &str) -> String {
        let mut json = String::new();
        write_object(&mut json, |object| self.write(region, true, object));
        json
    }

    /// Writes the record as GetRecords returns it. For functions, the members of `userIdentity` are spelled differently.
    pub fn write(&self, region: &str, for_function: bool, object: &mut ObjectWriter) {
        let StreamEvent { stream, record, keys, size_bytes } = self;
        let sequence = sequence_text(record.sequence);
        let id = fingerprint(format!("{}{sequence}", stream.arn).as_bytes());
        object.text("eventID", &format!("{id:032x}"));
        object.text("eventName", record.event_name());
        object.text("eventVersion", "1.1");
        object.text("eventSource", "aws:dynamodb");
        object.text("awsRegion", region);
        object.object("dynamodb", |object| {
            // In whole seconds.
            object.integer("ApproximateCreationDateTime", record.at.epoch_ms / 1000);
            object.item("Keys", keys);
            let (new, old) = record.images(stream.view);
            if let Some(new) = new {
                object.packed_item("NewImage", new);
            }
            if let Some(old) = old {
                object.packed_item("OldImage", old);
            }
            object.text("SequenceNumber", &sequence);
            object.integer("SizeBytes", *size_bytes);
            object.text("StreamViewType", stream.view.name());
        });
        if record.by == RecordedBy::Service {
            let (principal, kind) =
                if for_function { ("principalId", "type") } else { ("PrincipalId", "Type") };
            object.object("userIdentity", |identity| {
                identity.text(principal, "dynamodb.amazonaws.com");
                identity.text(kind, "Service");
            });
        }
        if for_function {
            object.text("eventSourceARN", &stream.arn);
        }
    }
}
