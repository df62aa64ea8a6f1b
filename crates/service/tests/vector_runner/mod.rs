//! Sends one file of vectors through the engine's public API.

use dynalab_engine::engine::{Command, Engine};
use dynalab_engine::hooks::Service;
use dynalab_engine::{EngineConfig, TraceLevel, operations};
use dynalab_types::Timestamp;
use dynalab_vectors::{Answer, Outcome, Replay, Request};

/// Replays a file. It starts with an empty database, and one second passes between requests.
pub fn replay<S: Service>(lines: &str) -> Outcome {
    let mut engine = Engine::<S>::new(1, EngineConfig::instant());
    let mut replay = Replay::new(lines);
    let mut now_ms = 1_780_000_000_000;
    loop {
        let requests = replay.sendable();
        if requests.is_empty() {
            return replay.outcome();
        }
        for request in requests {
            replay.answer(&execute(&mut engine, Timestamp::from_epoch_ms(now_ms), &request));
            now_ms += 1000;
        }
    }
}

fn execute<S: Service>(engine: &mut Engine<S>, at: Timestamp, request: &Request) -> Answer {
    let (status, body) = match operations::Request::parse(&request.operation, &request.body) {
        Ok(request) => engine.execute(Command { at, request }, TraceLevel::Off).answer(),
        Err(error) => (error.http_status(), error.to_json()),
    };
    Answer { status, body }
}
