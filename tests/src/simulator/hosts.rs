//! The property of the host: two hosts share a failing disk, and every acknowledged write stays stored.

use dynalab_playground::Host;
use dynalab_playground::host::BatchResult;
use dynalab_playground::protocol::{Role, Space, ToPage, ToWorker};
use dynalab_storage::{FailingStore, Fault, MemoryStore, Refusal};
use dynalab_types::Timestamp;
use pollster::block_on;

use crate::simulator::chance::Chance;
use crate::simulator::command_target::{config, plain_reply};
use crate::simulator::compare::compare;
use crate::simulator::generation::Plan;
use crate::simulator::model::Model;
use crate::simulator::request::{Command, KeyShape, Request, TableShape};
use crate::simulator::run::{Checked, Failure, questions};
use crate::simulator::value::Kind;

/// A browser tab: the host of its worker, and its own handle to the shared disk.
struct Tab {
    host: Host<FailingStore>,
    store: FailingStore,
}

struct World<'a> {
    plan: &'a Plan,
    chance: Chance,
    disk: MemoryStore,
    tabs: Vec<Tab>,
    /// The tab that last became the writer.
    writer: usize,
    /// All acknowledged writes.
    kept: Model,
    now_ms: u64,
    takeovers: u32,
}

pub fn hosts_keep_acknowledged_writes(plan: &Plan) -> Checked {
    let disk = MemoryStore::new();
    let tabs = (0..2).map(|_| tab(&disk, plan)).collect();
    let kept = Model::new(plan.delays);
    let chance = Chance::new(plan.seed);
    let mut world = World { plan, chance, disk, tabs, writer: 0, kept, now_ms: 0, takeovers: 0 };
    world.elect(0)?;
    let commands: Vec<&Command> = plan.commands.iter().filter(|command| is_one_request(command)).collect();
    let mut commands = &commands[..];
    while let Some(first) = commands.first() {
        world.chance = Chance::at(plan.seed ^ 0x4057, first.at_ms);
        let (batch, rest) = commands.split_at(commands.len().min(1 + world.chance.below(5)));
        world.something_happens()?;
        world.send(batch)?;
        commands = rest;
    }
    world.crash()?;
    world.audit()
}

fn tab(disk: &MemoryStore, plan: &Plan) -> Tab {
    let store = FailingStore::new(disk.clone());
    let host = block_on(Host::open(Ok(store.clone()), plan.seed, config(plan.delays)));
    Tab { host, store }
}

/// Returns whether a command is one request. Pages and segments need the response before the next request.
fn is_one_request(command: &Command) -> bool {
    match &command.request {
        Request::Query { read, .. } => read.limit.is_none(),
        Request::Scan { read, segments } => read.limit.is_none() && *segments == 1,
        _ => true,
    }
}

impl World<'_> {
    fn something_happens(&mut self) -> Checked {
        match self.chance.below(12) {
            0 => self.elect(1 - self.writer),
            1 => self.take_over_silently(),
            2 => self.crash(),
            3 => {
                let follower = 1 - self.writer;
                block_on(self.tabs[follower].host.catch_up());
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Changes the writer in order: one tab steps down, the other claims, sometimes after a fault.
    fn elect(&mut self, tab: usize) -> Checked {
        self.tabs[1 - tab].host.step_down();
        if self.chance.one_in(3) {
            let refusal = *self.chance.pick(&[Refusal::Full, Refusal::Interrupted]);
            let fault = *self.chance.pick(&[Fault::Refuse(refusal), Fault::LoseAnswer]);
            self.tabs[tab].store.at_next_write(fault);
        }
        block_on(self.tabs[tab].host.become_writer());
        self.writer = tab;
        if self.tabs[tab].host.role() == Role::Writer {
            Ok(())
        } else {
            Err(Failure::from_text("elected, and no writer"))
        }
    }

    /// Changes the writer without notice to the old one. Its next write is rejected. If it never claimed the store, it claims
    /// it now and is the writer again.
    fn take_over_silently(&mut self) -> Checked {
        let (before, after) = (self.writer, 1 - self.writer);
        // A remaining fault affects the first attempt.
        for _ in 0..2 {
            block_on(self.tabs[after].host.become_writer());
        }
        self.takeovers += 1;
        let key = KeyShape { partition: ("pk".into(), Kind::S), sort: None };
        let name = format!("Takeover{}", self.takeovers);
        let create = Request::CreateTable(TableShape { name, key, indexes: Vec::new() });
        for _ in 0..2 {
            let processed = self.process(before, &[&create]);
            if self.check_answers(&[&create], &processed)? {
                return self.audit();
            }
            if processed.deposed {
                self.writer = after;
                return self.audit();
            }
        }
        Err(Failure::from_text("a deposed writer does not find out"))
    }

    /// The process of the writer ends. A new one loads the stored data.
    fn crash(&mut self) -> Checked {
        self.disk = self.disk.reopened();
        self.tabs = (0..2).map(|_| tab(&self.disk, self.plan)).collect();
        self.elect(self.writer)?;
        self.audit()
    }

    fn process(&mut self, tab: usize, requests: &[&Request]) -> BatchResult {
        let message = |(id, request): (usize, &&Request)| ToWorker::Execute {
            id: id as u32,
            space: Space::Saved,
            operation: request.operation().to_owned(),
            body: request.body().to_string(),
            trace: false,
        };
        let batch = requests.iter().enumerate().map(message).collect();
        block_on(self.tabs[tab].host.process(batch, Timestamp::from_epoch_ms(self.now_ms)))
    }

    /// Sends a batch. Either it gets responses, or its writes are refused and have no effect.
    fn send(&mut self, batch: &[&Command]) -> Checked {
        self.now_ms = batch.iter().map(|command| command.at_ms).fold(self.now_ms, u64::max);
        self.plan_a_fault();
        let requests: Vec<&Request> = batch.iter().map(|command| &command.request).collect();
        let processed = self.process(self.writer, &requests);
        self.tabs[self.writer].store.set_room_bytes(None);
        if self.check_answers(&requests, &processed)? { Ok(()) } else { self.audit() }
    }

    /// Compares the responses with the model. Returns true if all requests were acknowledged.
    fn check_answers(&mut self, requests: &[&Request], processed: &BatchResult) -> Result<bool, Failure> {
        let mut tried = self.kept.clone();
        let mut refused = 0;
        for (id, request) in requests.iter().enumerate() {
            let command = Command { at_ms: self.now_ms, request: (*request).clone() };
            let expected = tried.execute(&command);
            let told = processed.messages.iter().filter_map(|message| match message {
                ToPage::Answer { id: told, status, body, .. } if *told == id as u32 => {
                    Some(Some((*status, body)))
                }
                ToPage::Refused { id: told, .. } if *told == id as u32 => Some(None),
                _ => None,
            });
            let told: Vec<_> = told.collect();
            match told[..] {
                [Some((status, body))] => {
                    let reply = plain_reply(status, body);
                    let what = |difference| {
                        Failure::from_text(format!(
                            "{} {}\n  {difference}",
                            request.operation(),
                            request.body()
                        ))
                    };
                    compare(request, &expected, &[vec![reply]]).map_err(what)?;
                }
                [None] => refused += 1,
                _ => {
                    return Err(Failure::from_text(format!(
                        "{} is answered {} times",
                        request.body(),
                        told.len()
                    )));
                }
            }
        }
        if refused == 0 {
            self.kept = tried;
        }
        Ok(refused == 0)
    }

    fn plan_a_fault(&mut self) {
        let store = &self.tabs[self.writer].store;
        match self.chance.below(10) {
            0 => store.at_next_write(Fault::Refuse(Refusal::Full)),
            1 => store.at_next_write(Fault::Refuse(Refusal::Interrupted)),
            2 => store.at_next_write(Fault::Tear { stored_bytes: self.chance.below(300) }),
            3 => store.at_next_write(Fault::LoseAnswer),
            4 => store.set_room_bytes(Some(self.disk.stored().size_bytes() + self.chance.below(300) as u64)),
            _ => {}
        }
    }

    /// Reads every table through the writer, without new faults.
    fn audit(&mut self) -> Checked {
        self.kept.advance(self.now_ms);
        let shapes = self.kept.shapes();
        let questions: Vec<Request> = shapes.iter().flat_map(questions).collect();
        let requests: Vec<&Request> = questions.iter().collect();
        // A remaining fault for the next write fails one attempt.
        for _ in 0..3 {
            let processed = self.process(self.writer, &requests);
            if self.check_answers(&requests, &processed)? {
                return Ok(());
            }
        }
        Err(Failure::from_text("the writer goes on refusing"))
    }
}
