//! Scan: reads all items of a table or index in pages. A parallel Scan reads one of several equal segments of the hash range.

use std::ops::Bound;

use crate::database::Database;
use crate::database::change::WriteSet;
use crate::error::violation::{Constraint, ValueDisplay};
use crate::error::{DynamoError, PageError, ValidationError};
use crate::execution::context::Context;
use crate::execution::plan::Plan;
use crate::execution::read_page::{KeyRange, PageService, read_page};
use crate::request::fields::{Fields, RequestLayer};
use crate::request::operation::{Access, Operation, Step};
use crate::request::read_request::{BoundRead, ReadRequest, ReadResponse, ReadSource};
use crate::request::resource_access::ResourceAccess;
use crate::response::json_writer::ObjectWriter;

const NAME: &str = "Scan";

const SEGMENTS_MAX: i64 = 1_000_000;

/// A Scan request.
#[derive(Clone, Debug)]
pub struct Scan {
    pub read: ReadRequest,
    segment: Option<i64>,
    total_segments: Option<i64>,
    /// True in a Region with the newer checks.
    newer: bool,
}

/// The checked request and the range of keys that it reads.
#[derive(Clone, Debug)]
pub struct PlannedScan {
    bound: BoundRead,
    range: KeyRange,
}

impl Scan {
    fn bind(&self) -> Result<BoundRead, DynamoError> {
        self.read.check_select()?;
        let given = self.read.given();
        self.read.legacy.check(self.read.layer, &given)?;
        match (self.segment, self.total_segments) {
            (Some(_), None) => return Err(PageError::SegmentWithoutTotal.into()),
            (None, Some(_)) => return Err(PageError::TotalWithoutSegment.into()),
            (Some(segment), Some(total)) if segment >= total && self.newer => {
                return Err(PageError::SegmentNotBelowTotal.into());
            }
            (Some(segment), Some(total)) if segment >= total => {
                return Err(PageError::SegmentOutOfRange { segment, total_segments: total }.into());
            }
            _ => {}
        }
        let mut aliases = self.read.parameters.aliases(&given)?;
        let bound = self.read.bind(&mut aliases)?;
        self.read.parameters.finish(&aliases)?;
        Ok(bound)
    }

    /// Returns the segment and the number of segments. A whole Scan is segment 0 of 1.
    fn segment(&self) -> (u64, u64) {
        let total = self.total_segments.unwrap_or(1).max(1) as u64;
        (self.segment.unwrap_or(0).max(0) as u64, total)
    }

    fn range(&self, source: &ReadSource, bound: &BoundRead) -> Result<KeyRange, DynamoError> {
        source.check_paths(bound)?;
        let (segment, total) = self.segment();
        let range = segment_range(segment, total);
        let Some(start_key) = &self.read.start_key else { return Ok(range) };
        let invalid = match source.index {
            None if !self.newer => ValidationError::Page(PageError::StartKeyDoesNotMatch),
            _ => ValidationError::Page(PageError::StartKeyInvalid),
        };
        let start = source.start_key_bytes(start_key).ok_or(invalid)?;
        if !range.contains(&start) {
            return Err(PageError::StartKeyOtherSegment { total_segments: total, segment }.into());
        }
        Ok(range.after(&start))
    }

    fn source<'a>(&self, database: &'a Database, bound: &BoundRead) -> Result<ReadSource<'a>, DynamoError> {
        self.read.source(database, bound.projection.as_ref())
    }
}

/// Reads Segment. The newer checks report a negative one without its value.
fn decode_segment(fields: &mut Fields) -> Option<i64> {
    if !fields.manner.checks.newer_scans {
        return fields.integer_between("Segment", "Integer", 0, Some(SEGMENTS_MAX - 1));
    }
    let segment = fields.integer("Segment", "Integer")?;
    if segment < 0 {
        fields.violation("Segment", ValueDisplay::Hidden, Constraint::ValueAtLeast(0));
    }
    Some(segment)
}

/// Returns the range of keys whose hash is in the segment.
fn segment_range(segment: u64, total: u64) -> KeyRange {
    let hash_at = |segment: u64| -> Option<Vec<u8>> {
        let hash = (u128::from(segment) << 64).div_ceil(u128::from(total));
        u64::try_from(hash).ok().map(|hash| hash.to_be_bytes().to_vec())
    };
    let from = match segment {
        0 => Bound::Unbounded,
        segment => hash_at(segment).map_or(Bound::Unbounded, Bound::Included),
    };
    let to = hash_at(segment + 1).map_or(Bound::Unbounded, Bound::Excluded);
    KeyRange { from, to, forward: true }
}

impl Scan {
    fn resource_accesses(&self, _: &Database) -> Vec<ResourceAccess> {
        vec![self.read.resource_accesses(NAME)]
    }
}

impl<S: PageService> Operation<S> for Scan {
    const NAME: &'static str = NAME;
    const LAYER: RequestLayer = RequestLayer::Older;
    const READS_ONLY: bool = true;
    const ACCESS: Access<Self> = Access::Items(Scan::resource_accesses);
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| vec![&mut operation.read.table];
    type Response = ReadResponse;

    fn decode(fields: &mut Fields) -> Scan {
        Scan {
            read: ReadRequest::decode(
                fields,
                "ScanFilter",
                &["AttributesToGet", "ScanFilter", "ConditionalOperator"],
            ),
            segment: decode_segment(fields),
            total_segments: fields.integer_between("TotalSegments", "Integer", 1, Some(SEGMENTS_MAX)),
            newer: fields.manner.checks.newer_scans,
        }
    }

    type Planned = PlannedScan;

    fn plan(&self, database: &Database) -> Result<PlannedScan, DynamoError> {
        let bound = self.bind()?;
        let range = self.range(&self.source(database, &bound)?, &bound)?;
        Ok(PlannedScan { bound, range })
    }

    fn describe(&self, planned: &PlannedScan, database: &Database) -> Result<Plan, DynamoError> {
        let (segment, total_segments) = self.segment();
        Ok(Plan::ScanSegment {
            source: self.source(database, &planned.bound)?.source,
            segment,
            total_segments,
            filtered: planned.bound.filter.is_some(),
        })
    }

    fn step(
        &mut self,
        planned: &mut PlannedScan,
        context: &mut Context<S>,
    ) -> Result<Step<ReadResponse>, DynamoError> {
        let PlannedScan { bound, range } = &*planned;
        let source = self.source(context.database, bound)?;
        if S::read_piece(context, &mut self.read, &source, range)? {
            return Ok(Step::More(WriteSet::default()));
        }
        context.trace_plan(|database| Operation::<S>::describe(self, planned, database));
        let page = read_page(context, &self.read, bound, &source, range.clone())?;
        Ok(Step::Done(self.read.response(context, &source, page), WriteSet::default()))
    }

    fn encode(response: &ReadResponse, body: &mut ObjectWriter) {
        response.encode(body);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_meet_without_gap_or_overlap() {
        for total in [1, 2, 3, 7, 1_000_000] {
            let mut end = Bound::Unbounded;
            for segment in (0..total).take(20) {
                let range = segment_range(segment, total);
                match (&end, &range.from) {
                    (Bound::Unbounded, Bound::Unbounded) => assert_eq!(segment, 0),
                    (Bound::Excluded(end), Bound::Included(from)) => assert_eq!(end, from),
                    other => panic!("{other:?}"),
                }
                end = range.to;
            }
            if total <= 20 {
                assert_eq!(end, Bound::Unbounded);
            }
        }
    }
}
