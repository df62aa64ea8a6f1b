//! A page and its workers, simulated: everything that can happen happens in an order that a seed draws. Each effect is checked.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use dynalab_playground::protocol::{Durability, Refusal, Role, ToPage, ToWorker, WorkKind};
use dynalab_playground::workspace_choice::{WorkspaceChoice, WorkspaceId};

use super::{Effect, FromWorker, Input, Machine, Reply, Timer};
use crate::engine::event::{EngineEvent, EngineSize, WorkerEnd};

/// SplitMix64.
struct Random(u64);

impl Random {
    fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    fn below(&mut self, count: usize) -> usize {
        (self.draw() % count.max(1) as u64) as usize
    }

    fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }
}

struct Worker {
    number: u32,
    size: EngineSize,
    is_ready: bool,
    inbox: VecDeque<ToWorker>,
    checks: VecDeque<u32>,
    /// What it has sent, and the page has not heard yet.
    sent: VecDeque<FromWorker>,
    /// It has received its last message.
    is_leaving: bool,
    /// It has received a question.
    was_asked: bool,
}

#[derive(Default)]
struct Asked {
    needs_complete: bool,
    is_abandoned: bool,
    /// How often a worker executed it. A check and a change of the workspace count as executed.
    executions: u32,
    /// It is a check or a change of the workspace, which no worker of the simulation counts.
    is_own: bool,
    answers: u32,
}

pub struct Page {
    random: Random,
    machine: Machine,
    workers: Vec<Worker>,
    ended: BTreeSet<u32>,
    questions: BTreeMap<u32, Asked>,
    last_question: u32,
    /// Messages of ended workers that were on their way.
    late: VecDeque<(u32, FromWorker)>,
    timers: Vec<Timer>,
    has_beats: bool,
    /// No worker is started again by itself.
    is_stopped: bool,
    /// Whether workers can still end by themselves.
    is_stormy: bool,
    /// Effects that were seen, by their names.
    pub seen: BTreeSet<&'static str>,
}

impl Page {
    pub fn open(seed: u64) -> Page {
        let mut random = Random(seed);
        let size = [EngineSize::Core, EngineSize::Complete, EngineSize::Bench][random.below(3)];
        let (machine, effects) = Machine::start(size, Durability::Strict, workspace(0));
        let mut page = Page {
            random,
            machine,
            workers: Vec::new(),
            ended: BTreeSet::new(),
            questions: BTreeMap::new(),
            last_question: 0,
            late: VecDeque::new(),
            timers: Vec::new(),
            has_beats: false,
            is_stopped: false,
            is_stormy: true,
            seen: BTreeSet::new(),
        };
        page.perform(effects);
        page
    }

    /// Lets one thing happen.
    pub fn step(&mut self) {
        match self.random.below(100) {
            0..22 => self.ask(),
            22..25 => self.check_lesson(),
            25..29 => self.abandon(),
            29..50 => self.let_worker_work(),
            50..74 => self.hear(),
            74..78 => self.ring(),
            78..80 => self.beat(),
            80..82 => self.leave(),
            82..84 => self.receive(Input::Complete),
            84..86 => self.receive(Input::PutAway),
            86..89 => self.bring_back(),
            89 => self.receive(Input::StopWork),
            90 => self.receive(Input::Restart),
            91 => self.receive(Input::Hide),
            92 => self.receive(Input::SetDurability(Durability::Relaxed)),
            93 => self.receive(Input::Post(ToWorker::TakeOver)),
            _ => self.let_worker_end(),
        }
    }

    /// Lets the workers finish, and ends the page. Every question is answered then.
    pub fn close(mut self) -> BTreeSet<&'static str> {
        self.is_stormy = false;
        let workspace = self.machine.workspace().clone();
        self.receive(Input::BringBack(workspace));
        for _ in 0..100_000 {
            let is_busy = self.workers.iter().any(|worker| {
                !worker.is_ready
                    || !worker.inbox.is_empty()
                    || !worker.checks.is_empty()
                    || !worker.sent.is_empty()
            });
            if !is_busy {
                break;
            }
            self.let_worker_work();
            self.hear();
        }
        for (number, question) in &self.questions {
            assert!(question.answers == 1 || question.is_abandoned, "question {number} waits for ever");
        }
        if !self.is_stopped {
            assert!(!self.has_beats, "beats without a request that takes long");
            let waits = self.timers.iter().find(|timer| !matches!(timer, Timer::Stop(_)));
            assert_eq!(waits, None, "a timer for nothing");
            assert_eq!(self.workers.len(), 1, "one worker is there in the end");
        }
        self.receive(Input::End);
        assert!(self.workers.is_empty(), "every worker is ended");
        self.ask();
        self.check_lesson();
        for (number, question) in &self.questions {
            assert!(question.answers == 1 || question.is_abandoned, "question {number} has no answer");
        }
        self.seen
    }

    fn ask(&mut self) {
        let question = self.new_question();
        let needs_complete = self.random.percent(20);
        self.questions.insert(question, Asked { needs_complete, ..Asked::default() });
        let body = question.to_string();
        let space = dynalab_playground::protocol::Space::Saved;
        let operation = "PutItem".to_owned();
        let message = ToWorker::Execute { id: 0, space, operation, body, trace: false };
        self.receive(Input::Ask { question, message });
    }

    fn check_lesson(&mut self) {
        let question = self.new_question();
        self.questions.insert(question, Asked { executions: 1, is_own: true, ..Asked::default() });
        self.receive(Input::CheckLesson { question, message: vec![1] });
    }

    fn leave(&mut self) {
        let question = self.new_question();
        self.questions.insert(question, Asked { executions: 1, is_own: true, ..Asked::default() });
        let (next, delete) = (workspace(self.random.below(3)), self.random.percent(30));
        self.receive(Input::Leave { question, next, delete });
    }

    fn new_question(&mut self) -> u32 {
        self.last_question += 1;
        self.last_question
    }

    fn abandon(&mut self) {
        let open: Vec<u32> =
            self.questions.iter().filter(|(_, asked)| asked.answers == 0).map(|(n, _)| *n).collect();
        if let Some(question) = open.get(self.random.below(open.len())) {
            self.questions.get_mut(question).expect("it is there").is_abandoned = true;
            self.receive(Input::Abandon { question: *question });
        }
    }

    fn bring_back(&mut self) {
        let same = self.machine.workspace().clone();
        let workspace = if self.random.percent(70) { same } else { workspace(self.random.below(3)) };
        self.receive(Input::BringBack(workspace));
    }

    fn ring(&mut self) {
        if !self.timers.is_empty() {
            let timer = self.timers.swap_remove(self.random.below(self.timers.len()));
            self.receive(Input::Rang(timer));
        }
    }

    fn beat(&mut self) {
        if self.has_beats {
            let is_visible = self.random.percent(80);
            self.receive(Input::Beat { since_ms: 1_000.0, is_visible });
        }
    }

    /// A worker becomes ready, or handles its next message.
    fn let_worker_work(&mut self) {
        if self.workers.is_empty() {
            return;
        }
        let place = self.random.below(self.workers.len());
        let role = [Role::Writer, Role::Follower, Role::MemoryOnly][self.random.below(3)];
        let needs_complete = self.is_stormy && self.random.percent(5);
        let worker = &mut self.workers[place];
        if !worker.is_ready {
            worker.is_ready = true;
            let message = match worker.size {
                EngineSize::Core if needs_complete => ToPage::NeedsCompleteEngine,
                _ => ToPage::Ready { role, revision: 1, loaded_items: 0, loaded_ms: 1.0 },
            };
            worker.sent.push_back(FromWorker::Message(message));
        } else if let Some(message) = worker.inbox.pop_front() {
            let questions = &mut self.questions;
            let answer = worker.handle(message, questions);
            worker.sent.extend(answer.map(FromWorker::Message));
        } else if let Some(id) = worker.checks.pop_front() {
            worker.sent.push_back(FromWorker::Answer { id, bytes: vec![2] });
        }
    }

    fn hear(&mut self) {
        let talking: Vec<usize> =
            (0..self.workers.len()).filter(|place| !self.workers[*place].sent.is_empty()).collect();
        if self.random.percent(30)
            && let Some((worker, message)) = self.late.pop_front()
        {
            return self.receive(Input::Heard { worker, message });
        }
        let Some(place) = talking.get(self.random.below(talking.len())) else { return };
        let worker = &mut self.workers[*place];
        let (number, message) = (worker.number, worker.sent.pop_front());
        if let Some(message) = message {
            self.receive(Input::Heard { worker: number, message });
        }
    }

    fn let_worker_end(&mut self) {
        if self.workers.is_empty() {
            return;
        }
        let place = self.random.below(self.workers.len());
        let number = self.workers[place].number;
        let end = if self.random.percent(20) { WorkerEnd::Trapped } else { WorkerEnd::Failed };
        if self.random.percent(30) {
            let message = ToPage::Panicked { message: "a fault".to_owned() };
            self.receive(Input::Heard { worker: number, message: FromWorker::Message(message) });
        } else {
            self.receive(Input::Ended { worker: number, end });
        }
    }

    fn receive(&mut self, input: Input) {
        let effects = self.machine.receive(input);
        self.perform(effects);
    }

    fn perform(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Start { worker, size, .. } => self.start_worker(worker, size),
                Effect::Post { worker, message } => self.post(worker, message),
                Effect::Ask { worker, id, .. } => {
                    self.seen.insert("ask");
                    self.worker(worker).checks.push_back(id);
                }
                Effect::Terminate { worker } => self.terminate(worker),
                Effect::Answer { question, answer } => self.hear_answer(question, answer),
                Effect::Tell(event) => self.hear_event(&event),
                Effect::Wait { timer, .. } => {
                    let is_new = matches!(timer, Timer::Stop(_)) || !self.timers.contains(&timer);
                    assert!(is_new, "{timer:?} runs already");
                    self.timers.push(timer);
                }
                Effect::Cancel(timer) => self.timers.retain(|running| *running != timer),
                Effect::BeginBeats => assert!(!std::mem::replace(&mut self.has_beats, true), "beats twice"),
                Effect::EndBeats => assert!(std::mem::take(&mut self.has_beats), "no beats to end"),
            }
        }
    }

    fn start_worker(&mut self, number: u32, size: EngineSize) {
        assert!(!self.machine.is_put_away(), "no worker runs while the page is put away");
        assert!(!self.ended.contains(&number), "worker {number} is new");
        let second = self.workers.iter().find(|worker| !worker.is_leaving);
        assert_eq!(second.map(|worker| worker.number), None, "one worker at a time");
        self.seen.insert(match size {
            EngineSize::Core => "core",
            EngineSize::Complete => "complete",
            EngineSize::Bench => "bench",
        });
        self.workers.push(Worker {
            number,
            size,
            is_ready: false,
            inbox: VecDeque::new(),
            checks: VecDeque::new(),
            sent: VecDeque::new(),
            is_leaving: false,
            was_asked: false,
        });
        self.is_stopped = false;
    }

    fn worker(&mut self, number: u32) -> &mut Worker {
        let worker = self.workers.iter_mut().find(|worker| worker.number == number);
        worker.unwrap_or_else(|| panic!("worker {number} has ended"))
    }

    fn post(&mut self, number: u32, message: ToWorker) {
        if let ToWorker::Execute { body, .. } = &message {
            let asked = body.parse().ok().and_then(|question: u32| self.questions.get(&question));
            assert_eq!(asked.map(|asked| asked.answers), Some(0), "a refused question is not sent: {body}");
        }
        let worker = self.worker(number);
        assert!(!worker.is_leaving, "worker {number} received its last message: {message:?}");
        match &message {
            ToWorker::Leave { .. } | ToWorker::ExportState { .. } => worker.is_leaving = true,
            ToWorker::Execute { .. } => worker.was_asked = true,
            ToWorker::ImportState { .. } => {
                assert!(!worker.was_asked, "the state comes before all questions")
            }
            _ => {}
        }
        worker.inbox.push_back(message);
    }

    fn terminate(&mut self, number: u32) {
        let worker = self.worker(number);
        // What is on its way may still arrive.
        let on_its_way = std::mem::take(&mut worker.sent);
        self.workers.retain(|worker| worker.number != number);
        assert!(self.ended.insert(number), "worker {number} ends once");
        if self.random.percent(50) {
            self.late.extend(on_its_way.into_iter().map(|message| (number, message)));
        }
    }

    fn hear_answer(&mut self, question: u32, answer: Result<Reply, Refusal>) {
        let asked = self.questions.get_mut(&question).expect("a question of the page");
        asked.answers += 1;
        assert_eq!(asked.answers, 1, "question {question} is answered twice");
        assert!(!asked.is_abandoned, "nobody waits for question {question}");
        match answer {
            Ok(Reply::Message(ToPage::Answer { body, .. })) => {
                assert_eq!(body, question.to_string(), "another question's answer");
                assert_eq!(asked.executions, 1, "an acknowledged write was executed once");
                self.seen.insert("answer");
            }
            Ok(_) => {}
            Err(Refusal::Restarted) => {
                self.seen.insert("restarted");
            }
            Err(Refusal::NeedsCompleteEngine) => {
                self.seen.insert("needs complete");
            }
            Err(Refusal::NoWorker) => {
                assert_eq!(
                    asked.executions,
                    u32::from(asked.is_own),
                    "a question to no worker is not executed"
                );
                self.seen.insert("no worker");
            }
            Err(other) => panic!("question {question}: {other:?}"),
        }
    }

    fn hear_event(&mut self, event: &EngineEvent) {
        if matches!(event, EngineEvent::Stopped | EngineEvent::DoesNotFit) {
            self.is_stopped = true;
        }
        self.seen.insert(match event {
            EngineEvent::Ready { .. } => "ready",
            EngineEvent::Working(Some(_)) => "working",
            EngineEvent::StoppedJump => "stopped jump",
            EngineEvent::Opening(_) => "opening",
            EngineEvent::Restarting => "restarting",
            EngineEvent::Resuming => "resuming",
            EngineEvent::Stopped => "stopped",
            EngineEvent::DoesNotFit => "does not fit",
            _ => "other events",
        });
    }
}

impl Worker {
    fn handle(&mut self, message: ToWorker, questions: &mut BTreeMap<u32, Asked>) -> Option<ToPage> {
        match message {
            ToWorker::Execute { id, body, .. } => {
                let number: u32 = body.parse().expect("the number of a question");
                let asked = questions.get_mut(&number).expect("a question of the page");
                if asked.needs_complete && self.size == EngineSize::Core {
                    return Some(ToPage::Refused { id, refusal: Refusal::NeedsCompleteEngine });
                }
                asked.executions += 1;
                assert_eq!(asked.executions, 1, "question {number} is executed twice");
                if number.is_multiple_of(5) {
                    let progress = ToPage::Working { id, work: WorkKind::Jump, permille: 500 };
                    self.sent.push_back(FromWorker::Message(progress));
                }
                let trace = Vec::new();
                Some(ToPage::Answer { id, status: 200, body, trace, revision: 1, entry: None })
            }
            ToWorker::ExportState { id } => Some(ToPage::HandedOver { id, chunks: vec![vec![7]] }),
            ToWorker::Leave { id, .. } => Some(ToPage::Done { id }),
            ToWorker::Ping => Some(ToPage::Pong),
            ToWorker::TakeOver => Some(ToPage::Role { role: Role::Writer }),
            _ => None,
        }
    }
}

fn workspace(number: usize) -> WorkspaceChoice {
    match number {
        0 => WorkspaceChoice::Visiting,
        number => WorkspaceChoice::Stored { id: WorkspaceId::from_random(number as u64) },
    }
}
