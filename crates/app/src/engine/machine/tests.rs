//! Each crossing of the engine's state machine, and all of them in random orders.

use std::collections::BTreeSet;

use dynalab_playground::protocol::{Durability, Refusal, Role, Space, ToPage, ToWorker, WorkKind};
use dynalab_playground::workspace_choice::{WorkspaceChoice, WorkspaceId};

use super::simulation::Page;
use super::{Effect, FromWorker, Input, Machine, Reply, Timer};
use crate::engine::event::{EngineEvent, EngineSize, LongWork, Stop, WorkerEnd};

/// A machine whose first worker is ready.
fn ready(size: EngineSize, role: Role) -> Machine {
    let (mut machine, started) = Machine::start(size, Durability::Strict, WorkspaceChoice::Visiting);
    assert!(matches!(started.as_slice(), [Effect::Start { worker: 1, .. }]));
    let told = become_ready(&mut machine, 1, role);
    assert!(matches!(told.as_slice(), [Effect::Tell(EngineEvent::Ready { .. })]));
    machine
}

fn become_ready(machine: &mut Machine, worker: u32, role: Role) -> Vec<Effect> {
    say(machine, worker, ToPage::Ready { role, revision: 0, loaded_items: 0, loaded_ms: 0.0 })
}

fn say(machine: &mut Machine, worker: u32, message: ToPage) -> Vec<Effect> {
    machine.receive(Input::Heard { worker, message: FromWorker::Message(message) })
}

fn tables(id: u32) -> ToWorker {
    ToWorker::Tables { id, space: Space::Saved }
}

fn told_tables(id: u32) -> ToPage {
    ToPage::Tables { id, tables: Vec::new(), revision: 3 }
}

fn ask(machine: &mut Machine, question: u32) -> Vec<Effect> {
    machine.receive(Input::Ask { question, message: tables(0) })
}

fn answer(question: u32, message: ToPage) -> Effect {
    Effect::Answer { question, answer: Ok(Reply::Message(message)) }
}

fn refusal(question: u32, refusal: Refusal) -> Effect {
    Effect::Answer { question, answer: Err(refusal) }
}

fn start(worker: u32, size: EngineSize) -> Effect {
    Effect::Start { worker, size, name: WorkspaceChoice::Visiting.worker_name() }
}

fn stored(number: u64) -> WorkspaceChoice {
    WorkspaceChoice::Stored { id: WorkspaceId::from_random(number) }
}

fn without_timers(effects: Vec<Effect>) -> Vec<Effect> {
    let is_timer = |effect: &Effect| matches!(effect, Effect::Wait { .. } | Effect::Cancel(_));
    effects.into_iter().filter(|effect| !is_timer(effect)).collect()
}

#[test]
fn questions_before_the_start_wait_for_it_and_answers_find_theirs() {
    let (mut machine, _) = Machine::start(EngineSize::Core, Durability::Relaxed, WorkspaceChoice::Visiting);
    assert_eq!(without_timers(ask(&mut machine, 10)), []);
    assert_eq!(without_timers(ask(&mut machine, 11)), []);
    let posted = become_ready(&mut machine, 1, Role::Writer);
    let durability = ToWorker::SetDurability { durability: Durability::Relaxed };
    let wanted = [durability, tables(1), tables(2)].map(|message| Effect::Post { worker: 1, message });
    assert_eq!(posted[..3], wanted);
    assert_eq!(without_timers(say(&mut machine, 1, told_tables(2))), [answer(11, told_tables(2))]);
    assert_eq!(without_timers(say(&mut machine, 1, told_tables(1))), [answer(10, told_tables(1))]);
    assert_eq!(without_timers(say(&mut machine, 1, told_tables(1))), [], "it was answered");
}

#[test]
fn the_complete_engine_continues_where_the_core_stopped() {
    let mut machine = ready(EngineSize::Core, Role::MemoryOnly);
    ask(&mut machine, 10);
    ask(&mut machine, 11);
    let needs = ToPage::Refused { id: 1, refusal: Refusal::NeedsCompleteEngine };
    let export = Effect::Post { worker: 1, message: ToWorker::ExportState { id: 3 } };
    assert_eq!(without_timers(say(&mut machine, 1, needs)), [export]);
    // What the core has received is answered first, and what comes later waits.
    assert_eq!(without_timers(ask(&mut machine, 12)), []);
    assert_eq!(without_timers(say(&mut machine, 1, told_tables(2))), [answer(11, told_tables(2))]);
    let state = vec![vec![1, 2]];
    let handed_over = ToPage::HandedOver { id: 3, chunks: state.clone() };
    assert_eq!(
        without_timers(say(&mut machine, 1, handed_over)),
        [Effect::Terminate { worker: 1 }, start(3, EngineSize::Complete)]
    );
    let posted = become_ready(&mut machine, 3, Role::MemoryOnly);
    let wanted = [ToWorker::ImportState { chunks: state }, tables(4), tables(5)];
    assert_eq!(posted[..3], wanted.map(|message| Effect::Post { worker: 3, message }));
    assert_eq!(without_timers(say(&mut machine, 3, told_tables(5))), [answer(10, told_tables(5))]);
    // A question is asked twice at most.
    let needs = |id| ToPage::Refused { id, refusal: Refusal::NeedsCompleteEngine };
    let again = Effect::Post { worker: 3, message: tables(6) };
    assert_eq!(without_timers(say(&mut machine, 3, needs(4))), [again]);
    let refused = refusal(12, Refusal::NeedsCompleteEngine);
    assert_eq!(without_timers(say(&mut machine, 3, needs(6))), [refused]);
}

#[test]
fn a_hand_over_that_another_workspace_overtakes_refuses_its_question() {
    let mut machine = ready(EngineSize::Core, Role::Writer);
    ask(&mut machine, 10);
    say(&mut machine, 1, ToPage::Refused { id: 1, refusal: Refusal::NeedsCompleteEngine });
    let leave = machine.receive(Input::Leave { question: 11, next: stored(1), delete: false });
    let refused = leave.iter().filter(|effect| **effect == refusal(10, Refusal::Restarted)).count();
    assert_eq!(refused, 1, "{leave:?}");
    let ended = leave.iter().position(|effect| *effect == Effect::Terminate { worker: 1 });
    assert!(ended.is_some(), "{leave:?}");
    assert!(leave.iter().any(|effect| matches!(effect, Effect::Start { size: EngineSize::Complete, .. })));
}

#[test]
fn stored_data_that_needs_the_complete_engine_starts_it() {
    let (mut machine, _) = Machine::start(EngineSize::Core, Durability::Strict, WorkspaceChoice::Visiting);
    ask(&mut machine, 10);
    assert_eq!(
        say(&mut machine, 1, ToPage::NeedsCompleteEngine),
        [Effect::Terminate { worker: 1 }, start(2, EngineSize::Complete)]
    );
    assert_eq!(say(&mut machine, 1, ToPage::NeedsCompleteEngine), [], "the core has ended");
    let posted = become_ready(&mut machine, 2, Role::Writer);
    assert_eq!(posted[0], Effect::Post { worker: 2, message: tables(1) }, "the question waited");
}

#[test]
fn a_complete_engine_that_cannot_be_fetched_leaves_the_core() {
    let mut machine = ready(EngineSize::Core, Role::Writer);
    machine.receive(Input::Complete);
    let chunks = Vec::new();
    say(&mut machine, 1, ToPage::HandedOver { id: 1, chunks });
    let ended = machine.receive(Input::Ended { worker: 3, end: WorkerEnd::Failed });
    let restarting = Effect::Tell(EngineEvent::Restarting);
    assert_eq!(ended, [Effect::Terminate { worker: 3 }, restarting, start(4, EngineSize::Core)]);
}

#[test]
fn a_page_in_the_page_cache_has_no_worker() {
    let mut machine = ready(EngineSize::Core, Role::Writer);
    ask(&mut machine, 10);
    let away = without_timers(machine.receive(Input::PutAway));
    assert_eq!(away, [Effect::Terminate { worker: 1 }, refusal(10, Refusal::Restarted)]);
    assert!(machine.is_put_away());
    assert_eq!(machine.receive(Input::PutAway), []);
    assert_eq!(without_timers(ask(&mut machine, 11)), [], "it waits for the page");
    let back = machine.receive(Input::BringBack(WorkspaceChoice::Visiting));
    assert!(matches!(back[..], [Effect::Tell(EngineEvent::Resuming), Effect::Start { .. }]), "{back:?}");
    assert_eq!(machine.receive(Input::BringBack(stored(1))), [], "it is back already");
    let posted = become_ready(&mut machine, 3, Role::Writer);
    assert_eq!(posted[0], Effect::Post { worker: 3, message: tables(2) });
}

#[test]
fn a_page_comes_back_to_another_workspace_if_its_own_was_deleted() {
    let mut machine = ready(EngineSize::Core, Role::Writer);
    machine.receive(Input::PutAway);
    ask(&mut machine, 10);
    let back = without_timers(machine.receive(Input::BringBack(stored(1))));
    let started = Effect::Start { worker: 3, size: EngineSize::Core, name: stored(1).worker_name() };
    let opening = Effect::Tell(EngineEvent::Opening(stored(1)));
    assert_eq!(back, [opening, started, refusal(10, Refusal::Restarted)]);
    assert_eq!(*machine.workspace(), stored(1));
}

#[test]
fn data_in_memory_only_keeps_its_worker_in_the_page_cache() {
    let mut machine = ready(EngineSize::Core, Role::MemoryOnly);
    assert_eq!(machine.receive(Input::PutAway), []);
    assert!(!machine.is_put_away());
    say(&mut machine, 1, ToPage::Role { role: Role::Writer });
    assert_eq!(machine.receive(Input::PutAway), [Effect::Terminate { worker: 1 }]);
}

#[test]
fn a_worker_that_ends_is_replaced_and_its_questions_are_refused() {
    let mut machine = ready(EngineSize::Core, Role::Writer);
    ask(&mut machine, 10);
    let restarted = |worker, next| {
        let restarting = Effect::Tell(EngineEvent::Restarting);
        vec![Effect::Terminate { worker }, restarting, start(next, EngineSize::Core)]
    };
    let mut wanted = restarted(1, 2);
    wanted.push(refusal(10, Refusal::Restarted));
    let ended = machine.receive(Input::Ended { worker: 1, end: WorkerEnd::Trapped });
    assert_eq!(without_timers(ended), wanted);
    assert_eq!(machine.receive(Input::Ended { worker: 1, end: WorkerEnd::Failed }), [], "it has ended");
    assert_eq!(without_timers(say(&mut machine, 1, told_tables(1))), [], "its question was refused");
    // One that never becomes ready is started three times.
    let panicked = || ToPage::Panicked { message: "a fault".to_owned() };
    assert_eq!(say(&mut machine, 2, panicked()), restarted(2, 3));
    assert_eq!(machine.receive(Input::Ended { worker: 3, end: WorkerEnd::Failed }), restarted(3, 4));
    let stopped = machine.receive(Input::Ended { worker: 4, end: WorkerEnd::Failed });
    assert_eq!(stopped, [Effect::Terminate { worker: 4 }, Effect::Tell(EngineEvent::Stopped)]);
}

#[test]
fn stored_data_that_does_not_fit_is_not_loaded_again() {
    let (mut machine, _) = Machine::start(EngineSize::Core, Durability::Strict, stored(1));
    ask(&mut machine, 10);
    let ended = without_timers(machine.receive(Input::Ended { worker: 1, end: WorkerEnd::Trapped }));
    let does_not_fit = Effect::Tell(EngineEvent::DoesNotFit);
    assert_eq!(ended, [Effect::Terminate { worker: 1 }, does_not_fit, refusal(10, Refusal::Restarted)]);
    assert_eq!(ask(&mut machine, 11), [refusal(11, Refusal::NoWorker)]);
}

#[test]
fn a_browser_without_module_workers_has_no_engine() {
    let (mut machine, _) = Machine::start(EngineSize::Core, Durability::Strict, stored(1));
    ask(&mut machine, 10);
    let stopped = without_timers(machine.receive(Input::NotStarted { worker: 1 }));
    assert_eq!(stopped, [Effect::Tell(EngineEvent::Stopped), refusal(10, Refusal::NoWorker)]);
    assert_eq!(machine.receive(Input::Restart), [], "there is nothing to end");
    assert_eq!(ask(&mut machine, 11), [refusal(11, Refusal::NoWorker)]);
}

#[test]
fn a_question_to_an_engine_that_has_ended_is_refused_at_once() {
    let mut machine = ready(EngineSize::Bench, Role::MemoryOnly);
    machine.receive(Input::End);
    assert_eq!(ask(&mut machine, 10), [refusal(10, Refusal::NoWorker)]);
    let check = Input::CheckLesson { question: 11, message: vec![5] };
    assert_eq!(without_timers(machine.receive(check)), [refusal(11, Refusal::NoWorker)]);
    assert_eq!(machine.receive(Input::Post(ToWorker::TakeOver)), [], "nobody receives it");
}

#[test]
fn an_engine_that_stopped_refuses_until_another_workspace_starts_one() {
    let (mut machine, _) = Machine::start(EngineSize::Core, Durability::Strict, stored(1));
    for worker in 1..=3 {
        machine.receive(Input::Ended { worker, end: WorkerEnd::Failed });
    }
    assert_eq!(ask(&mut machine, 10), [refusal(10, Refusal::NoWorker)]);
    let opened = machine.receive(Input::Leave { question: 11, next: stored(2), delete: false });
    assert!(opened.iter().any(|effect| matches!(effect, Effect::Start { .. })), "{opened:?}");
    assert_eq!(without_timers(ask(&mut machine, 12)), [], "it waits for the start");
}

#[test]
fn another_workspace_opens_when_the_first_has_answered() {
    let mut machine = ready(EngineSize::Core, Role::Writer);
    ask(&mut machine, 10);
    let leave = machine.receive(Input::Leave { question: 11, next: stored(1), delete: true });
    let last = Effect::Post { worker: 1, message: ToWorker::Leave { id: 2, delete: true } };
    assert_eq!(without_timers(leave), [Effect::Tell(EngineEvent::Opening(stored(1))), last]);
    machine.receive(Input::Abandon { question: 11 });
    assert_eq!(without_timers(ask(&mut machine, 12)), []);
    assert_eq!(without_timers(say(&mut machine, 1, told_tables(1))), [answer(10, told_tables(1))]);
    let left = without_timers(say(&mut machine, 1, ToPage::Done { id: 2 }));
    let started = Effect::Start { worker: 3, size: EngineSize::Core, name: stored(1).worker_name() };
    assert_eq!(left, [Effect::Terminate { worker: 1 }, started], "it goes on although nobody waits");
    assert_eq!(
        become_ready(&mut machine, 3, Role::Writer)[0],
        Effect::Post { worker: 3, message: tables(3) }
    );
}

#[test]
fn a_worker_that_does_not_leave_is_ended() {
    let mut machine = ready(EngineSize::Core, Role::Writer);
    ask(&mut machine, 10);
    let leave = machine.receive(Input::Leave { question: 11, next: stored(1), delete: false });
    assert!(leave.contains(&Effect::Wait { ms: 10_000, timer: Timer::Patience(2) }));
    let left = without_timers(machine.receive(Input::Rang(Timer::Patience(2))));
    let started = Effect::Start { worker: 3, size: EngineSize::Core, name: stored(1).worker_name() };
    let refused = |question| refusal(question, Refusal::Restarted);
    assert_eq!(left, [Effect::Terminate { worker: 1 }, started, refused(11), refused(10)]);
}

#[test]
fn a_request_that_takes_long_is_shown_and_can_be_stopped() {
    let mut machine = ready(EngineSize::Core, Role::Writer);
    assert!(ask(&mut machine, 10).contains(&Effect::Wait { ms: 1_000, timer: Timer::Slow(1) }));
    let working = |progress, stop| Effect::Tell(EngineEvent::Working(Some(LongWork { progress, stop })));
    let shown = machine.receive(Input::Rang(Timer::Slow(1)));
    assert_eq!(shown, [working(None, Stop::NotAsked), Effect::BeginBeats]);
    let half = Some((WorkKind::Jump, 500));
    let jump = ToPage::Working { id: 1, work: WorkKind::Jump, permille: 500 };
    assert_eq!(say(&mut machine, 1, jump), [working(half, Stop::NotAsked)]);
    let stop = machine.receive(Input::StopWork);
    let post = Effect::Post { worker: 1, message: ToWorker::Stop };
    let timer = Timer::Stop(2);
    assert_eq!(stop, [working(half, Stop::Asked), post, Effect::Wait { ms: 3_000, timer }]);
    assert_eq!(machine.receive(Input::Rang(timer)), [working(half, Stop::Unanswered)]);
    let ended = say(&mut machine, 1, told_tables(1));
    let wanted = [
        Effect::Cancel(Timer::Slow(1)),
        Effect::EndBeats,
        Effect::Tell(EngineEvent::Working(None)),
        Effect::Tell(EngineEvent::StoppedJump),
        answer(10, told_tables(1)),
    ];
    assert_eq!(ended, wanted);
}

#[test]
fn a_worker_that_hears_that_it_should_stop_is_not_ended() {
    let mut machine = ready(EngineSize::Core, Role::Writer);
    ask(&mut machine, 10);
    machine.receive(Input::Rang(Timer::Slow(1)));
    machine.receive(Input::StopWork);
    say(&mut machine, 1, ToPage::Pong);
    assert_eq!(machine.receive(Input::Rang(Timer::Stop(1))), []);
}

#[test]
fn a_silent_worker_can_be_ended_and_its_request_is_refused() {
    let mut machine = ready(EngineSize::Core, Role::Writer);
    ask(&mut machine, 10);
    machine.receive(Input::Rang(Timer::Slow(1)));
    let beat = Input::Beat { since_ms: 1_000.0, is_visible: true };
    let ping = Effect::Post { worker: 1, message: ToWorker::Ping };
    assert_eq!(machine.receive(beat.clone()), [ping]);
    assert!((0..9).all(|_| machine.receive(beat.clone()).is_empty()));
    let silent = LongWork { progress: None, stop: Stop::Unanswered };
    assert_eq!(machine.receive(beat.clone()), [Effect::Tell(EngineEvent::Working(Some(silent)))]);
    assert_eq!(machine.receive(beat), [], "it is shown already");
    let ended = without_timers(machine.receive(Input::Restart));
    assert_eq!(ended[..2], [Effect::Terminate { worker: 1 }, Effect::Tell(EngineEvent::Restarting)]);
    assert_eq!(ended.last(), Some(&refusal(10, Refusal::Restarted)));
    assert!(ended.contains(&Effect::EndBeats));
}

#[test]
fn nobody_hears_the_answer_to_an_abandoned_question() {
    let mut machine = ready(EngineSize::Core, Role::Writer);
    ask(&mut machine, 10);
    assert_eq!(machine.receive(Input::Abandon { question: 10 }), [Effect::Cancel(Timer::Slow(1))]);
    let needs = ToPage::Refused { id: 1, refusal: Refusal::NeedsCompleteEngine };
    assert_eq!(say(&mut machine, 1, needs), [], "nothing is fetched for nobody");
}

#[test]
fn a_check_of_a_lesson_is_answered_by_its_worker_alone() {
    let (mut machine, _) = Machine::start(EngineSize::Bench, Durability::Strict, WorkspaceChoice::Visiting);
    let check = |question| Input::CheckLesson { question, message: vec![5] };
    assert_eq!(without_timers(machine.receive(check(10))), [refusal(10, Refusal::Restarted)]);
    become_ready(&mut machine, 1, Role::MemoryOnly);
    let asked = Effect::Ask { worker: 1, id: 2, message: vec![5] };
    assert_eq!(without_timers(machine.receive(check(11))), [asked]);
    let answer = |worker, id| Input::Heard { worker, message: FromWorker::Answer { id, bytes: vec![6] } };
    let verdict = Effect::Answer { question: 11, answer: Ok(Reply::Bytes(vec![6])) };
    assert_eq!(without_timers(machine.receive(answer(0, 2))), [], "an earlier worker");
    assert_eq!(without_timers(machine.receive(answer(1, 2))), [verdict]);
    machine.receive(check(12));
    let ended = without_timers(machine.receive(Input::End));
    assert_eq!(ended, [Effect::Terminate { worker: 1 }, refusal(12, Refusal::Restarted)]);
}

#[test]
fn in_every_order_each_question_has_one_answer_and_no_ended_worker_a_message() {
    let mut seen = BTreeSet::new();
    for seed in 0..400 {
        let mut page = Page::open(seed);
        for _ in 0..300 {
            page.step();
        }
        seen.extend(page.close());
    }
    let wanted = [
        "answer",
        "ask",
        "bench",
        "complete",
        "core",
        "does not fit",
        "opening",
        "no worker",
        "ready",
        "restarted",
        "restarting",
        "resuming",
        "stopped",
        "working",
    ];
    let missing: Vec<&str> = wanted.into_iter().filter(|name| !seen.contains(name)).collect();
    assert_eq!(missing, [] as [&str; 0], "the orders reach every state");
}
