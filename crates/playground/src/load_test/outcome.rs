//! The outcome of one request of a load test: success, throttling with its reason and place, or another error.

use std::sync::Arc;

use dynalab_engine::DynamoError;
use dynalab_engine::database::table::BillingMode;
use dynalab_engine::error::{CancellationReason, FaultError, Throttle};
use dynalab_engine::trace::{Event, EventKind};

pub(super) enum Outcome {
    Ok,
    /// Also if DynamoDB throttles only a part of the request.
    Throttled {
        reason: String,
        at: Vec<ThrottledPlace>,
    },
    Failed {
        name: &'static str,
    },
}

/// A table, or a global index.
pub(super) struct ThrottledPlace {
    table: Arc<str>,
    index: Option<Arc<str>>,
}

impl Outcome {
    /// `trace` is empty for requests whose response says whether they were throttled.
    pub fn from_execution(result: Result<(), DynamoError>, trace: &[Event]) -> Outcome {
        let throttle = match &result {
            Ok(()) => None,
            Err(
                DynamoError::Throttled(throttle)
                | DynamoError::Fault(FaultError::Throttled { throttle: Some(throttle), .. }),
            ) => Some(throttle),
            Err(DynamoError::TransactionCanceled { reasons }) => {
                reasons.iter().find_map(|reason| match reason {
                    CancellationReason::Throttled(throttle) => Some(throttle),
                    _ => None,
                })
            }
            Err(error) => return Outcome::Failed { name: error.name() },
        };
        if let Some(throttle) = throttle {
            return Outcome::Throttled {
                reason: throttle.reason(),
                at: place_of(throttle).into_iter().collect(),
            };
        }
        if let Err(error) = result {
            return Outcome::Failed { name: error.name() };
        }
        Outcome::of_trace(trace)
    }

    fn of_trace(trace: &[Event]) -> Outcome {
        let (mut first, mut at) = (None, Vec::new());
        for event in trace {
            if let EventKind::Throttled { owner, kind, refusal, .. } = &event.kind {
                let index = owner.index.as_ref().map(|(_, name)| name.clone());
                first.get_or_insert_with(|| {
                    let (refusal, kind, is_index) = (*refusal, *kind, index.is_some());
                    let (billing, resource) = (BillingMode::PayPerRequest, String::new());
                    Throttle { refusal, kind, billing, is_index, resource }.reason()
                });
                at.push(ThrottledPlace { table: owner.table.clone(), index });
            }
        }
        first.map_or(Outcome::Ok, |reason| Outcome::Throttled { reason, at })
    }

    pub fn is_throttled_at(&self, table: &str, index: Option<&str>) -> bool {
        let Outcome::Throttled { at, .. } = self else { return false };
        at.iter().any(|place| place.table.as_ref() == table && place.index.as_deref() == index)
    }
}

/// Reads the table and the index in the ARN of the throttled resource.
fn place_of(throttle: &Throttle) -> Option<ThrottledPlace> {
    let (_, names) = throttle.resource.split_once(":table/")?;
    let (table, index) = match names.split_once("/index/") {
        Some((table, index)) => (table, Some(index.into())),
        None => (names, None),
    };
    Some(ThrottledPlace { table: table.into(), index })
}
