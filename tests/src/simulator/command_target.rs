//! Sends requests to an engine or a workspace, and collects their results.

use std::collections::BTreeMap;

use dynalab_engine::database::change::Change;
use dynalab_engine::database::charges::{CapacityKind, Charges as EngineCharges};
use dynalab_engine::trace::Trace;
use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_playground::Workspace;
use dynalab_service::{Command as EngineCommand, Engine, Request as EngineRequest};
use dynalab_types::Timestamp;
use serde_json::Value as Json;

use crate::simulator::model::{Charges, Delays};
use crate::simulator::request::{Command, Request};

/// Maximum pages of a read. A longer read would not end.
const PAGES_MAX: usize = 10_000;

pub trait CommandTarget {
    fn send(&mut self, at_ms: u64, operation: &str, body: &str) -> Reply;
}

#[derive(Clone, Debug)]
pub struct Reply {
    pub status: u16,
    pub text: String,
    pub body: Json,
    /// None if the host does not report them.
    pub charges: Option<Charges>,
    pub trace: Trace,
    /// Empty for a workspace, which stores them itself.
    pub changes: Vec<Change>,
}

impl Reply {
    /// Returns the name of the error, without its namespace.
    pub fn error(&self) -> Option<&str> {
        self.body.get("__type")?.as_str()?.rsplit('#').next()
    }
}

impl CommandTarget for Engine {
    fn send(&mut self, at_ms: u64, operation: &str, body: &str) -> Reply {
        let at = Timestamp::from_epoch_ms(at_ms);
        match EngineRequest::parse(operation, body) {
            Ok(request) => {
                let mut execution = self.execute(EngineCommand { at, request }, TraceLevel::Full);
                let (status, text) = execution.answer();
                let changes = std::mem::take(&mut execution.changes);
                let charges = Some(charges_of(&execution.charges));
                Reply { status, body: parsed(&text), text, charges, trace: execution.trace, changes }
            }
            Err(error) => {
                Reply { charges: Some(Charges::new()), ..plain_reply(error.http_status(), &error.to_json()) }
            }
        }
    }
}

impl CommandTarget for Workspace {
    fn send(&mut self, at_ms: u64, operation: &str, body: &str) -> Reply {
        let answer = self.execute(Timestamp::from_epoch_ms(at_ms), operation, body, TraceLevel::Off);
        Reply { charges: Some(charges_of(&answer.charges)), ..plain_reply(answer.status, &answer.body) }
    }
}

/// Returns a reply of which only the status and the text are known.
pub fn plain_reply(status: u16, text: &str) -> Reply {
    Reply {
        status,
        text: text.to_owned(),
        body: parsed(text),
        charges: None,
        trace: Trace::new(),
        changes: Vec::new(),
    }
}

fn parsed(text: &str) -> Json {
    serde_json::from_str(text).unwrap_or(Json::Null)
}

fn charges_of(charges: &EngineCharges) -> Charges {
    let mut found = BTreeMap::new();
    for charge in charges.iter().filter(|charge| !charge.units.is_zero()) {
        let index = charge.owner.index.as_ref().map(|(_, name)| name.to_string());
        // No operation consumes both read and write units, so the sum needs no kind.
        debug_assert!(matches!(charge.kind, CapacityKind::Read | CapacityKind::Write));
        *found.entry((charge.owner.table.to_string(), index)).or_default() += charge.units.0;
    }
    found
}

/// Executes a command. Reads continue to the last page of the last segment. Returns the replies by segment, one per request.
pub fn perform(target: &mut impl CommandTarget, command: &Command) -> Vec<Vec<Reply>> {
    let body = command.request.body();
    let operation = command.request.operation();
    let segments = match &command.request {
        Request::Scan { segments, .. } => *segments,
        _ => 1,
    };
    let is_read = matches!(command.request, Request::Scan { .. } | Request::Query { .. });
    (0..segments)
        .map(|segment| {
            let mut body = body.clone();
            if segments > 1 {
                body["Segment"] = segment.into();
                body["TotalSegments"] = segments.into();
            }
            if is_read {
                return walk(target, command.at_ms, operation, body);
            }
            vec![target.send(command.at_ms, operation, &body.to_string())]
        })
        .collect()
}

/// Reads all pages, each from the last evaluated key of the one before.
fn walk(target: &mut impl CommandTarget, at_ms: u64, operation: &str, mut body: Json) -> Vec<Reply> {
    let mut pages = Vec::new();
    while pages.len() < PAGES_MAX {
        let reply = target.send(at_ms, operation, &body.to_string());
        let next = reply.body.get("LastEvaluatedKey").cloned();
        pages.push(reply);
        match next {
            Some(key) => body["ExclusiveStartKey"] = key,
            None => break,
        }
    }
    pages
}

pub fn config(delays: Delays) -> EngineConfig {
    EngineConfig {
        delays: dynalab_engine::Delays {
            table_change_ms: delays.table_change_ms,
            index_propagation_ms: delays.index_propagation_ms,
            index_backfill_ms: delays.index_backfill_ms,
            time_to_live_change_ms: 0,
            setting_change_ms: 0,
            recovery_ms: 0,
        },
        ..EngineConfig::instant()
    }
}
