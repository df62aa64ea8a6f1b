//! The table of the home page: a sample in the worker's memory. It receives real requests, and a traffic model's load on its
//! keys.

use std::rc::Rc;

use dynalab_app::engine::answers::ItemsQuestion;
use dynalab_app::home::recorded_states::RecordedStates;
use dynalab_app::request::answer::CapacityUnit;
use dynalab_app::request::history::RequestCard;
use dynalab_app::samples::{LocalText, Sale, TrafficStep};
use dynalab_app::shared::Shared;
use dynalab_app::state::EngineStatus;
use dynalab_playground::protocol::{Refusal, Space};
use dynalab_playground::views::items::{Around, ItemsView};
use dynalab_playground::views::live_load::{LiveLoad, SECONDS_SHOWN};
use dynalab_playground::views::tables::TableSummary;
use gloo::timers::callback::Interval;
use gloo::utils::{document, window};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::engine::handle::EngineHandle;
use crate::engine::samples;
use crate::engine::submit;
use crate::page::scene::Scene;

pub const SAMPLE: &str = "shop";
const STEP_MS: u32 = 2_400;
const SECOND_MS: u32 = 1_000;
const ROWS_MAX: u32 = 300;

/// The content of the stage at one point in time.
#[derive(Clone, PartialEq)]
pub struct StageContent {
    pub view: Option<Shared<ItemsView>>,
    pub load: Option<Shared<LiveLoad>>,
    pub last: Option<Shared<(LocalText, RequestCard)>>,
    pub requests: u64,
    pub read_units: f64,
    pub write_units: f64,
    pub kind: StateKind,
}

/// The kind of mark above the slider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateKind {
    Second,
    Throttled,
    Request,
    Refused,
}

#[derive(Clone, Default, PartialEq)]
pub struct Demo {
    pub table: Option<Shared<TableSummary>>,
    pub view: Option<Shared<ItemsView>>,
    pub steps: Shared<Vec<TrafficStep>>,
    pub sale: Option<Sale>,
    /// The simulated load on the table's items.
    pub load: Option<Shared<LiveLoad>>,
    /// The index of the step that is sent next.
    pub next: usize,
    pub last: Option<Shared<(LocalText, RequestCard)>>,
    pub requests: u64,
    pub read_units: f64,
    pub write_units: f64,
    pub running: bool,
    pub failed: Option<String>,
    pub states: RecordedStates<StageContent>,
}

pub enum DemoAction {
    Loaded {
        table: TableSummary,
        view: ItemsView,
        sale: Sale,
        steps: Vec<TrafficStep>,
    },
    Stepped {
        title: LocalText,
        card: RequestCard,
        view: ItemsView,
    },
    SetRunning(bool),
    /// Advances the load by one second.
    Advance,
    /// Turns limits as in DynamoDB on or off.
    Limit(bool),
    /// Shows a recorded point in time, by its position.
    LookAt(usize),
    Failed(String),
}

impl Reducible for Demo {
    type Action = DemoAction;

    fn reduce(self: Rc<Self>, action: DemoAction) -> Rc<Self> {
        let mut next = Demo::clone(&self);
        match action {
            DemoAction::Loaded { table, view, sale, steps } => {
                next.load = Some(Shared::new(self.load_of(&table, &view, &sale)));
                next.sale = Some(sale);
                next.table = Some(Shared::new(table));
                next.view = Some(Shared::new(view));
                next.steps = Shared::new(steps);
                next.next = 0;
                next.failed = None;
            }
            DemoAction::Stepped { title, card, view } => {
                let units = card.summary().and_then(|summary| summary.units_total()).unwrap_or(0.0);
                match card.unit() {
                    CapacityUnit::Read => next.read_units += units,
                    CapacityUnit::Write => next.write_units += units,
                }
                next.requests += 1;
                next.next += 1;
                if let (Some(load), Some(table)) = (&mut next.load, &next.table) {
                    load.make_mut().sync_with_view(table, &view);
                }
                next.view = Some(Shared::new(view));
                let is_refused = !card.succeeded();
                next.last = Some(Shared::new((title, card)));
                next.states.look_at_now();
                next.keep(if is_refused { StateKind::Refused } else { StateKind::Request });
            }
            DemoAction::SetRunning(running) => {
                next.running = running;
                next.states.look_at_now();
            }
            DemoAction::Advance => {
                if let Some(load) = &mut next.load {
                    load.make_mut().advance();
                    let is_throttled = load.hot_key().is_some_and(|hot| hot.throttled > 0);
                    next.keep(if is_throttled { StateKind::Throttled } else { StateKind::Second });
                }
            }
            DemoAction::LookAt(place) => {
                next.running = false;
                next.states.look_at(place);
            }
            DemoAction::Limit(is_limited) => {
                if let Some(load) = &mut next.load {
                    load.make_mut().limit(is_limited);
                }
                next.states.look_at_now();
            }
            DemoAction::Failed(detail) => next.failed = Some(detail),
        }
        Rc::new(next)
    }
}

impl Demo {
    fn keep(&mut self, kind: StateKind) {
        self.states.keep(StageContent {
            view: self.view.clone(),
            load: self.load.clone(),
            last: self.last.clone(),
            requests: self.requests,
            read_units: self.read_units,
            write_units: self.write_units,
            kind,
        });
    }

    /// Returns the state to draw: the present one, or the selected point in time.
    pub fn displayed_state(&self) -> Demo {
        let Some(past) = self.states.past().cloned() else { return self.clone() };
        let StageContent { view, load, last, requests, read_units, write_units, .. } = past;
        Demo { view, load, last, requests, read_units, write_units, ..self.clone() }
    }

    /// Returns the load for the present items. It continues if the sample is loaded again. A new load has a past; without motion, it shows
    /// the sale.
    fn load_of(&self, table: &TableSummary, view: &ItemsView, sale: &Sale) -> LiveLoad {
        if let Some(load) = &self.load {
            let mut load = LiveLoad::clone(load);
            load.sync_with_view(table, view);
            return load;
        }
        let mut load = LiveLoad::new(&sale.key.to_string());
        load.sync_with_view(table, view);
        if self.running {
            (0..SECONDS_SHOWN).for_each(|_| load.advance());
        } else {
            load.advance_to_sale();
        }
        load
    }
}

impl Demo {
    /// Returns true if its table is there, and its first request has an answer unless it stands still, or if it cannot be shown.
    pub fn is_shown(&self) -> bool {
        self.failed.is_some() || (self.table.is_some() && (self.last.is_some() || !self.running))
    }
}

pub type DemoHandle = UseReducerHandle<Demo>;

/// Loads the demo when the engine is ready. Returns the demo and a callback that sends its next request.
#[hook]
pub fn use_demo(scene: &Scene) -> (DemoHandle, Callback<()>) {
    let (app, engine) = (&scene.app, scene.page.engine.clone());
    let demo = use_reducer(|| Demo { running: !has_reduced_motion(), ..Demo::default() });
    let ready = *app.status() == EngineStatus::Ready;
    {
        let (engine, dispatcher) = (engine.clone(), demo.dispatcher());
        use_effect_with((*app.starts(), ready), move |(_, ready)| {
            if *ready {
                spawn_local(async move {
                    dispatcher.dispatch(load(&engine).await.unwrap_or_else(DemoAction::Failed));
                });
            }
        });
    }
    let busy = use_mut_ref(|| false);
    let latest = use_mut_ref(|| demo.clone());
    *latest.borrow_mut() = demo.clone();
    let step = use_callback(ready, move |(), ready| {
        let demo = latest.borrow().clone();
        if !*ready || demo.table.is_none() || busy.replace(true) {
            return;
        }
        let (engine, busy) = (engine.clone(), busy.clone());
        spawn_local(async move {
            demo.dispatch(take_step(&engine, &demo).await.unwrap_or_else(DemoAction::Failed));
            busy.replace(false);
        });
    });
    {
        let step = step.clone();
        use_effect_with((demo.running, demo.table.is_some()), move |(running, loaded)| {
            let timer = (*running && *loaded).then(|| {
                Interval::new(STEP_MS, move || {
                    if !document().hidden() {
                        step.emit(());
                    }
                })
            });
            move || drop(timer)
        });
    }
    {
        let dispatcher = demo.dispatcher();
        use_effect_with((demo.running, demo.table.is_some()), move |(running, loaded)| {
            let timer = (*running && *loaded).then(|| {
                Interval::new(SECOND_MS, move || {
                    if !document().hidden() {
                        dispatcher.dispatch(DemoAction::Advance);
                    }
                })
            });
            move || drop(timer)
        });
    }
    (demo, step)
}

async fn load(engine: &EngineHandle) -> Result<DemoAction, String> {
    let sample = samples::fetch_sample(SAMPLE).await?;
    let traffic = samples::fetch_traffic().await?;
    engine.open_document(Space::Demo, sample).await.map_err(detail)?;
    let (tables, _) = engine.tables(Space::Demo).await.map_err(detail)?;
    let table = tables.into_iter().next().ok_or("the sample has no table")?;
    let view = items(engine, &table.name).await?;
    Ok(DemoAction::Loaded { table, view, sale: traffic.sale, steps: traffic.steps })
}

/// Sends the next request. At the end of the script, loads the sample again, so that its orders can be placed again.
async fn take_step(engine: &EngineHandle, demo: &Demo) -> Result<DemoAction, String> {
    let (Some(step), Some(table)) = (demo.steps.get(demo.next), &demo.table) else {
        return load(engine).await;
    };
    let (card, _) = submit::run(engine, Space::Demo, &step.operation, step.request.get()).await;
    let view = items(engine, &table.name).await?;
    Ok(DemoAction::Stepped { title: step.title.clone(), card, view })
}

async fn items(engine: &EngineHandle, table: &str) -> Result<ItemsView, String> {
    let question = ItemsQuestion {
        space: Space::Demo,
        table: table.to_owned(),
        index: None,
        around: Around::Row(0),
        limit: ROWS_MAX,
    };
    engine.items(question).await.map_err(detail)
}

fn detail(refusal: Refusal) -> String {
    format!("{refusal:?}")
}

fn has_reduced_motion() -> bool {
    let query = window().match_media("(prefers-reduced-motion: reduce)").ok().flatten();
    query.is_some_and(|query| query.matches())
}
