//! Event source mappings: they invoke a function with batches of stream records, at least once and in order for each item. The
//! function is simulated or written by the user. Both are invoked in the same way.

pub(crate) mod code;
pub(crate) mod handler;
pub(crate) mod lane_reader;
pub(crate) mod pattern;
pub(crate) mod poll;
pub(crate) mod state;
mod state_codec;
mod wake;

use std::sync::Arc;

use dynalab_engine::codec::primitives::{read_flag, read_text, write_text};
use dynalab_engine::codec::record_form;
use dynalab_engine::database::stream::{StreamDefinition, StreamRecord};
use dynalab_engine::registry::{RecordKey, RecordKind};
use dynalab_types::binary::{Malformed, Reader, Writer};
use dynalab_types::fingerprint;
use dynalab_types::json::{self, Value};

use crate::event_source::code::Code;
use crate::event_source::handler::Handler;
use crate::event_source::pattern::Pattern;
use crate::stream_event::StreamEvent;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mapping {
    pub name: Arc<str>,
    pub stream: Arc<str>,
    /// The sequence number of the first record to process.
    pub starts_from: u64,
    /// The maximum number of records in a batch.
    pub batch_size: u64,
    /// How long an incomplete batch waits for more records, in milliseconds.
    pub window_ms: u64,
    /// The number of concurrent batches per shard (parallelization factor). All records of an item are in the same lane.
    pub lanes: u64,
    pub bisects: bool,
    /// `None` retries until the record expires.
    pub retries_most: Option<u64>,
    pub age_most_ms: Option<u64>,
    /// A record must match at least one filter. Without filters, all records match.
    pub filters: Vec<Filter>,
    /// The on-failure destination.
    pub on_failure: Option<Box<str>>,
    /// True if the function reports the failed record. The records before it count as processed.
    pub reports_items: bool,
    pub handler: Handler,
    /// The user's handler. It replaces the simulated function.
    pub code: Option<Code>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Filter {
    /// The pattern as the request contained it.
    pub text: Box<str>,
    pub pattern: Pattern,
}

/// Returns the lane of a record. All records of an item are in one lane of their shard.
pub(crate) fn lane_of(record: &StreamRecord, lanes: u64) -> u64 {
    if lanes == 1 { 0 } else { fingerprint(record.key.as_slice()) as u64 % lanes }
}

impl Mapping {
    /// Returns the key of the record with this name.
    pub fn key(name: &str) -> RecordKey {
        RecordKey::of_account(RecordKind::EVENT_SOURCE_MAPPING, name)
    }

    /// Returns true if the record matches the filters.
    pub fn matches(&self, record: &StreamRecord, stream: &StreamDefinition, region: &str) -> bool {
        if self.filters.is_empty() {
            return true;
        }
        let json = StreamEvent::new(stream, record).json_for_function(region);
        let event: Option<Value> = json::parse(&json).ok();
        self.filters.iter().any(|filter| filter.pattern.matches(event.as_ref()))
    }

    /// Encodes the record.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = record_form::begin();
        writer.text(&self.stream);
        [self.starts_from, self.batch_size, self.window_ms, self.lanes]
            .into_iter()
            .for_each(|number| writer.unsigned(number));
        writer.byte(u8::from(self.bisects));
        writer.byte(u8::from(self.reports_items));
        write_most(self.retries_most, &mut writer);
        write_most(self.age_most_ms, &mut writer);
        writer.unsigned(self.filters.len() as u64);
        self.filters.iter().for_each(|filter| writer.text(&filter.text));
        write_text(self.on_failure.as_deref(), &mut writer);
        self.handler.write(&mut writer);
        Code::write(self.code.as_ref(), &mut writer);
        writer.bytes
    }

    /// Decodes the record.
    ///
    /// # Errors
    /// The bytes are no such record.
    pub fn from_bytes(name: &Arc<str>, bytes: &[u8]) -> Result<Mapping, Malformed> {
        let mut reader = record_form::content(bytes)?;
        Ok(Mapping {
            name: name.clone(),
            stream: reader.text()?.into(),
            starts_from: reader.unsigned()?,
            batch_size: reader.unsigned()?,
            window_ms: reader.unsigned()?,
            lanes: reader.unsigned()?.max(1),
            bisects: read_flag(&mut reader)?,
            reports_items: read_flag(&mut reader)?,
            retries_most: read_most(&mut reader)?,
            age_most_ms: read_most(&mut reader)?,
            filters: {
                let mut filters = Vec::new();
                for _ in 0..reader.count()? {
                    let text = reader.text()?;
                    let pattern = Pattern::parse(text).map_err(|_| Malformed)?;
                    filters.push(Filter { text: text.into(), pattern });
                }
                filters
            },
            on_failure: read_text(&mut reader)?,
            handler: Handler::read(&mut reader)?,
            code: Code::read(&mut reader)?,
        })
    }
}

fn write_most(most: Option<u64>, writer: &mut Writer) {
    writer.byte(u8::from(most.is_some()));
    writer.unsigned(most.unwrap_or_default());
}

fn read_most(reader: &mut Reader) -> Result<Option<u64>, Malformed> {
    let (limited, most) = (read_flag(reader)?, reader.unsigned()?);
    Ok(limited.then_some(most))
}
