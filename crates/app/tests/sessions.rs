//! Sessions of the page as text: a lesson, a key design and a load test. Each file of `sessions` is what the real engine gives for its
//! actions, and replays to the state that they had.
//!
//! `DYNALAB_NEW_SESSIONS=1 cargo test -p dynalab-app --test sessions` writes the files.

#![allow(clippy::unwrap_used, reason = "a test may end in a panic")]

use std::fmt::Debug;
use std::path::Path;

use dynalab_app::design::edit::{
    AttributeEdit, Edit, EntityEdit, IndexEdit, PatternEdit, RateEdit, RequestEdit, ResultEdit, TableEdit,
};
use dynalab_app::design::editor::{Change, FieldProblem, OpenForm, Side};
use dynalab_app::design::templates;
use dynalab_app::learn::play::PlayAction;
use dynalab_app::pictures::load_test::LoadTestAction;
use dynalab_app::reduce::Reduce;
use dynalab_app::request::call_result::{CallResult, body_of, read};
use dynalab_app::request::history::{Outcome, RequestCard};
use dynalab_app::session::{Page, Session, Step, replay};
use dynalab_app::shared::Shared;
use dynalab_app::state::{Action, EngineStatus};
use dynalab_engine::EngineConfig;
use dynalab_lessons::author::LessonReferences;
use dynalab_lessons::author::answer::answer;
use dynalab_lessons::lesson::RequestFacts;
use dynalab_lessons::player::{self, Player};
use dynalab_lessons::proof_answer::ProofQuestion;
use dynalab_lessons::verdict::Verdict;
use dynalab_lessons::{Language, Lesson};
use dynalab_modeling::design::IndexKind;
use dynalab_modeling::{Design, Template};
use dynalab_playground::Host;
use dynalab_playground::protocol::{Role, Space, ToPage, ToWorker};
use dynalab_playground::views::load_test::report::Report;
use dynalab_playground::views::load_test::sources::Sources;
use dynalab_playground::views::timeline::{TimelineView, timeline};
use dynalab_playground::workspace_choice::WorkspaceChoice;
use dynalab_storage::MemoryStore;
use dynalab_types::Timestamp;
use futures_util::FutureExt;

const SAMPLE: &str = include_str!("../../lessons/examples/9.1-books-of-one-author.lesson");
const START_MS: u64 = 1_790_000_000_000;

/// A page that records its session.
#[derive(Default)]
struct Live {
    page: Page,
    session: Session,
}

impl Live {
    fn apply(&mut self, step: impl Into<Step>) {
        let step = step.into();
        self.session.record(&step).unwrap();
        self.page.apply(step);
    }

    fn edit(&mut self, field: Option<&str>, edit: impl Into<Edit>) {
        self.apply(Change::Edit { field: field.map(str::to_owned), edit: edit.into() });
    }

    /// Replays the recorded file. Its state is the one of this page.
    fn replayed(&self, name: &str) -> Page {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/sessions/{name}.jsonl"));
        if std::env::var_os("DYNALAB_NEW_SESSIONS").is_some() {
            std::fs::write(&path, self.session.text()).unwrap();
        }
        let page = replay(&std::fs::read_to_string(&path).unwrap()).unwrap();
        assert_same(&page, &self.page);
        page
    }
}

/// Compares two states as text, because shared values are equal only if they are the same. serde_json reads a number with at most one unit in
/// the last place of difference, so decimals are compared to ten digits.
fn assert_same<T: Debug>(replayed: &T, lived: &T) {
    let lines = |state: &T| format!("{state:#?}").lines().map(rounded).collect::<Vec<_>>();
    let (replayed, lived) = (lines(replayed), lines(lived));
    let differs = replayed.iter().zip(&lived).find(|(replayed, lived)| replayed != lived);
    assert_eq!(
        differs, None,
        "the session is another one now: the first lines of this file say how to write it"
    );
    assert_eq!(replayed.len(), lived.len());
}

fn rounded(line: &str) -> String {
    let (before, number) = line.trim_end_matches(',').rsplit_once(' ').unwrap_or(("", line));
    match number.parse::<f64>() {
        Ok(decimal) if number.contains('.') => format!("{before} {decimal:.10e}"),
        _ => line.to_owned(),
    }
}

fn template(text: &str) -> Template {
    Template::parse(text).unwrap()
}

/// The edits of the design, each with the field in which it was typed.
fn design_edits() -> Vec<(Option<&'static str>, Edit)> {
    let name = |text: &str| EntityEdit::Rename(text.to_owned()).of(0);
    let attribute = |number, edit| EntityEdit::Attribute { number, edit }.of(0);
    let key = |attribute: &str, text: &str| {
        TableEdit::SetKey { item: 0, attribute: attribute.to_owned(), template: template(text) }.of(0)
    };
    vec![
        (Some("design-name"), Edit::SetName("Stations".to_owned())),
        (None, Edit::AddEntity),
        (Some("design-entity-name"), name("St")),
        (Some("design-entity-name"), name("Station")),
        (Some("design-entity-count"), EntityEdit::SetCount(120).of(0)),
        (None, EntityEdit::AddAttribute.of(0)),
        (Some("design-attribute-1"), attribute(1, AttributeEdit::Rename("city".to_owned()))),
        (None, attribute(1, AttributeEdit::ChooseValues("choice".to_owned()))),
        (None, TableEdit::AddIndex.of(0)),
        (Some("design-index-name-0"), IndexEdit::Rename("by_city".to_owned()).of((0, 0))),
        (None, IndexEdit::SetKind(IndexKind::Global).of((0, 0))),
        (Some("design-key-0-0-GSI1PK"), key("GSI1PK", "CITY#{city}")),
        (Some("design-key-0-0-GSI1SK"), key("GSI1SK", "{station_id}")),
        (None, Edit::AddPattern { word: "Pattern".to_owned() }),
        (Some("design-pattern-name"), PatternEdit::Rename("Stations of a city".to_owned()).of(0)),
        (None, RequestEdit::SetPlace { table: "Table1".to_owned(), index: Some("by_city".to_owned()) }.of(0)),
        (Some("design-pattern-average"), RateEdit::SetAverage(40.0).of(0)),
        (None, ResultEdit::Choose { form: "at_least".to_owned(), returned: 5 }.of(0)),
    ]
}

fn checked(live: &Live) -> Change {
    let design = live.page.design.now().design().clone();
    let outcome = Ok((Box::new(dynalab_modeling::check(&design)), 12.5));
    Change::Checked { side: Side::A, design, outcome }
}

#[test]
fn a_design_is_edited_until_its_check_is_green() {
    let mut live = Live::default();
    live.apply(Step::OpenDesigns { a: Box::new(templates::empty()), b: None });
    live.apply(checked(&live));
    let stale = checked(&live);
    for (place, (field, edit)) in design_edits().into_iter().enumerate() {
        match place {
            1 => live.apply(Change::Open(Some(OpenForm::Entity(0)))),
            13 => live.apply(Change::Open(Some(OpenForm::Pattern(0)))),
            _ => {}
        }
        live.edit(field, edit);
    }
    // A check of the design before the edits, a text that no field accepts, and an edit that is taken back.
    live.apply(stale);
    let problem = FieldProblem { field: "design-pattern-peak".to_owned(), sentence: "A number".to_owned() };
    live.apply(Change::Problem(Some(problem)));
    live.edit(None, TableEdit::Remove.of(0));
    live.apply(Change::Undo);
    live.apply(checked(&live));

    let page = live.replayed("design");
    let mut direct: Design = templates::empty();
    design_edits().into_iter().for_each(|(_, edit)| edit.apply(&mut direct));
    let editor = &page.design;
    assert_eq!(**editor.a.design(), direct);
    assert!(editor.a.is_current() && editor.problem.is_none() && editor.a.history.can_redo());
    let report = editor.a.report().unwrap();
    assert_same(&**report, &dynalab_modeling::check(&direct));
    assert!(report.patterns.iter().all(|pattern| pattern.verdict.is_green()), "{:?}", report.patterns);
    assert_eq!(report.totals.green, 1);
}

/// The lesson of the builder, as the proof makes it.
fn lesson() -> Lesson {
    let surroundings = serde_json::to_string(&LessonReferences::default()).unwrap();
    let question = ProofQuestion { text: SAMPLE.to_owned(), surroundings, plays: true };
    serde_json::from_str(&answer(&question).unwrap().lesson.unwrap()).unwrap()
}

fn timeline_of(player: &mut Player) -> TimelineView {
    let workspace = player.workspace();
    let clock = workspace.clock_face(Timestamp::from_epoch_ms(START_MS));
    timeline(workspace.history(), clock, false)
}

/// Runs a request as the page does, and checks the goals afterward.
fn send(live: &mut Live, player: &mut Player, lesson: &Lesson, request: &RequestFacts) -> Verdict {
    let (operation, body) = (request.operation.clone(), request.body.text());
    live.apply(Action::Edit { operation: operation.clone(), body: body.clone() });
    live.apply(Action::Running);
    let answered = player.run(request);
    let timeline = timeline_of(player);
    let card = RequestCard {
        number: 0,
        operation,
        body,
        outcome: Outcome::answered(answered.status, answered.body, Vec::new()),
        elapsed_ms: Some(1.0),
        entry: Some(timeline.shown_id),
    };
    live.apply(Action::Answered(card));
    live.apply(Action::TimelineRead { revision: u64::from(timeline.head), timeline });
    let given = live.page.lesson.given.clone();
    let attempt = player::Play { requests: &[], given: &given, clients: &[], design: None };
    let verdict = player.play(&lesson.facts, &attempt).unwrap();
    let (opening, is_new_run) = (live.page.lesson.opening, true);
    let checked = Box::new(verdict.clone());
    live.apply(PlayAction::Checked { opening, verdict: checked, is_new_run, real: None });
    verdict
}

#[test]
fn a_lesson_is_opened_tried_and_solved() {
    let lesson = Shared::new(lesson());
    let mut player = Player::open(&lesson.facts).unwrap();
    let mut live = Live::default();
    live.apply(PlayAction::Wait { opening: 1 });
    let (given, design) = (Default::default(), None);
    live.apply(PlayAction::Open { opening: 2, lesson: lesson.clone(), given, design });
    live.apply(Action::OpeningWorkspace(WorkspaceChoice::Visiting));
    let (role, timeline) = (Role::MemoryOnly, timeline_of(&mut player));
    live.apply(Action::EngineReady { role, revision: 1, loaded_items: 0, loaded_ms: 0.0 });
    let after = timeline.head;
    live.apply(Action::TimelineRead { timeline, revision: 1 });
    live.apply(PlayAction::Prepared { after });
    for (question, answer) in lesson.facts.solutions[0].given.clone() {
        live.apply(PlayAction::Give { question, answer });
    }
    let mut verdicts: Vec<Verdict> = Vec::new();
    for request in lesson.facts.naive.requests.iter().chain(&lesson.facts.solutions[0].requests) {
        verdicts.push(send(&mut live, &mut player, &lesson, request));
    }
    // A result of the opening before.
    live.apply(PlayAction::Checked { opening: 1, verdict: Box::default(), is_new_run: false, real: None });
    live.apply(PlayAction::ShowTables(true));

    let page = live.replayed("lesson");
    let play = &page.lesson;
    assert!(!verdicts[0].solved, "the first attempt of the lesson fails");
    assert_eq!(play.verdict.as_ref(), verdicts.last());
    assert!(play.is_solved() && play.has_run && play.shows_tables);
    assert_eq!((play.opening, play.after), (2, Some(after)));
    assert_eq!(play.lesson.as_ref().map(|lesson| &lesson.facts), Some(&lesson.facts));
    assert_eq!((page.app.status, page.app.language()), (EngineStatus::Ready, Language::English));
    let card = page.app.history.displayed_card().unwrap();
    let summary = card.summary().unwrap();
    assert_eq!(page.app.last_entry, Some(timeline_of(&mut player).shown_id));
    assert!(summary.error.is_none() && !summary.items.is_empty(), "{summary:?}");
}

/// The worker with its host. Its clock goes on by a second with each message.
struct Worker {
    host: Host<MemoryStore>,
    now_ms: u64,
}

/// The memory store never waits.
fn now<T>(future: impl Future<Output = T>) -> T {
    future.now_or_never().unwrap()
}

impl Worker {
    fn open() -> Worker {
        let mut host = now(Host::open(Ok(MemoryStore::default()), 7, EngineConfig::instant()));
        now(host.become_writer());
        Worker { host, now_ms: START_MS }
    }

    fn execute(&mut self, operation: &str, body: &str) -> CallResult<String> {
        let (operation, body) = (operation.to_owned(), body.to_owned());
        self.now_ms += 1_000;
        let message = ToWorker::Execute { id: 1, space: Space::Saved, operation, body, trace: false };
        let processed = now(self.host.process(vec![message], Timestamp::from_epoch_ms(self.now_ms)));
        let answer = processed.messages.into_iter().find_map(|message| match message {
            ToPage::Answer { status, body, .. } => Some((status, body)),
            _ => None,
        });
        body_of(answer.unwrap())
    }

    fn with_rides() -> Worker {
        let mut worker = Worker::open();
        let table = r#"{"TableName":"Rides","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
            "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],"BillingMode":"PAY_PER_REQUEST"}"#;
        worker.execute("CreateTable", table).unwrap();
        for number in 0..20 {
            let body = format!(r#"{{"TableName":"Rides","Item":{{"pk":{{"S":"RIDE#{number}"}}}}}}"#);
            worker.execute("PutItem", &body).unwrap();
        }
        worker
    }

    fn report(&mut self) -> CallResult<Report> {
        self.execute("Dynalab.DescribeLoadTest", "{}").and_then(|body| read(&body))
    }
}

/// Sends the start that the form has, and reads the answer.
fn start(live: &mut Live, worker: &mut Worker, sources: &Sources) {
    live.apply(LoadTestAction::Sent);
    let body = serde_json::to_string(&live.page.load_test.draft.start(sources)).unwrap();
    let answer = worker.execute("Dynalab.StartLoadTest", &body).map(|_| ());
    live.apply(LoadTestAction::Answered(answer));
}

#[test]
fn a_load_test_is_refused_started_and_finished() {
    let mut worker = Worker::with_rides();
    let mut live = Live::default();
    let body = worker.execute("Dynalab.DescribeLoadTestSources", r#"{"TableName":"Rides"}"#);
    let sources: CallResult<Sources> = body.and_then(|body| read(&body));
    live.apply(LoadTestAction::SourcesRead(Some(Shared::new(sources.clone()))));
    live.apply(LoadTestAction::ReportRead(Some(Shared::new(worker.report()))));
    let sources = sources.unwrap();
    live.apply(LoadTestAction::SetPerSecond(0));
    start(&mut live, &mut worker, &sources);
    assert!(live.page.load_test.refusal.is_some(), "a load test has at least one request per second");
    let pattern = sources.patterns[0].id.clone();
    live.apply(LoadTestAction::SetPerSecond(300));
    live.apply(LoadTestAction::SetSeconds(4));
    live.apply(LoadTestAction::SetShare { pattern: pattern.clone(), percent: Some(100) });
    start(&mut live, &mut worker, &sources);
    live.apply(LoadTestAction::ReportRead(Some(Shared::new(worker.report()))));
    let mut beats = 0;
    while live.page.load_test.is_running() {
        live.apply(LoadTestAction::Beat);
        live.apply(LoadTestAction::ReportRead(Some(Shared::new(worker.report()))));
        beats += 1;
        assert!(beats < 100, "a load test of four seconds ends");
    }
    assert!(beats > 1);

    let page = live.replayed("load_test");
    let test = &page.load_test;
    assert_eq!((test.refusal.clone(), test.reads, test.is_running()), (None, beats + 2, false));
    let report = (**test.report.as_ref().unwrap()).as_ref().unwrap();
    assert_eq!(Ok(report), worker.report().as_ref());
    assert_eq!((report.per_second, report.seconds, report.failed.len()), (300, 4, 0));
    assert!(report.requests > 1_000 && report.ok == report.requests, "{report:?}");
    assert_eq!(test.draft.start(&sources), live.page.load_test.draft.start(&sources));
}
