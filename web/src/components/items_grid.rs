//! The grid: a window of the rows of a table or index. The scroll bar and the keyboard move it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use dynalab_app::engine::answers::ItemsQuestion;
use dynalab_app::items::highlighted::HighlightedItems;
use dynalab_app::items::window::{self, ScrollPosition};
use dynalab_app::shared::Shared;
use dynalab_app::state::EngineStatus;
use dynalab_playground::protocol::Space;
use dynalab_playground::views::items::{Around, ItemsView};
use dynalab_playground::views::tables::KeyNames;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Element, HtmlInputElement};
use yew::prelude::*;

use crate::components::items_rows::{self, DrawnRows};
use crate::components::scroll_frame::{ScrollFrame, use_scroll_frame};
use crate::engine::latest_only_queue::LatestOnlyQueue;
use crate::engine::submit;
use crate::page::messages::Messages;
use crate::page::renderings;
use crate::page::scene::{Scene, StillScene, use_own_scene};
use crate::page::sentences;

/// The fewest and the most rows that are asked for at once: three times those that fit.
const ROWS_LEAST: u64 = 48;
const ROWS_MOST: u64 = 500;

#[derive(PartialEq, Properties)]
pub struct ItemsGridProps {
    pub scene: StillScene,
    pub table: String,
    pub index: Option<String>,
    /// The key of the table or index that is shown.
    pub key_names: KeyNames,
    /// The key attributes of the table's indexes.
    pub index_keys: Vec<String>,
    pub marks: Rc<HighlightedItems>,
    /// Changes when the set of highlighted rows may change.
    pub trigger: u32,
    /// The id of the tab that controls this panel.
    pub tab: AttrValue,
    /// Opens an item. The argument is its key as DynamoDB JSON.
    pub on_open: Callback<String>,
}

/// Rows, and how to scroll after they are drawn.
struct Window {
    view: ItemsView,
    /// Whether the visible rows keep their position on screen, wherever they moved in the table.
    stay: bool,
}

/// The grid's state at the last render.
#[derive(Clone)]
struct Grid {
    frame: ScrollFrame,
    shown: UseStateHandle<Option<Shared<Window>>>,
    /// The window that was drawn before.
    before: Rc<RefCell<Option<Shared<Window>>>>,
    cursor: UseStateHandle<u64>,
    /// The height of a row in pixels.
    height: UseStateHandle<f64>,
    /// Requests rows. The arguments are the position, and whether the visible rows keep their position on screen.
    ask: Callback<(Around, bool)>,
    on_open: Callback<String>,
}

#[component]
pub fn ItemsGrid(props: &ItemsGridProps) -> Html {
    renderings::count("items-grid");
    let scene = use_own_scene(&props.scene);
    let focused = use_state_eq(|| false);
    let columns = use_mut_ref(Vec::<String>::new);
    let grid = use_grid(props, &scene);
    // The handlers are those of the first drawing, and act on the newest state.
    let latest = use_mut_ref(|| grid.clone());
    latest.replace(grid.clone());
    let handlers = use_memo((), |()| {
        let [pressed, clicked, jumped] = [(); 3].map(|()| latest.clone());
        let newest = |latest: &Rc<RefCell<Grid>>| latest.borrow().clone();
        RowHandlers {
            press: Callback::from(move |event| newest(&pressed).press(&event)),
            click: Callback::from(move |event| newest(&clicked).click(&event)),
            jump: Callback::from(move |text| newest(&jumped).ask.emit((Around::Text(text), false))),
        }
    });
    let Some(window) = grid.shown.as_ref().cloned() else {
        return html! { <p class="items-waiting">{ scene.text(sentences::shell::LOADING) }</p> };
    };
    window::join(&mut columns.borrow_mut(), &window.view.columns, window.view.item_count);
    let scrolled = grid.clone();
    let [gets_focus, loses_focus] = [(); 2].map(|()| focused.setter());
    html! {
        <div
            class={classes!("items", "items--searchable", focused.then_some("items--focused"))} id="items-panel" role="tabpanel"
            aria-labelledby={props.tab.clone()} data-testid="items" ref={grid.frame.node.clone()}
            onfocusin={move |event: FocusEvent| gets_focus.set(items_rows::shows_focus(&event))}
            onfocusout={move |_: FocusEvent| loses_focus.set(false)}
            onscroll={move |_: Event| {
                scrolled.frame.note_scroll();
                scrolled.fill();
            }}
        >
            <GridRows
                {window} columns={columns.borrow().clone()} key_names={props.key_names.clone()} index_keys={props.index_keys.clone()}
                marks={SharedMarks(props.marks.clone())} cursor={*grid.cursor} height={*grid.height} messages={*scene.messages()} {handlers}
            />
        </div>
    }
}

/// What the rows do.
struct RowHandlers {
    press: Callback<KeyboardEvent>,
    click: Callback<MouseEvent>,
    jump: Callback<String>,
}

impl PartialEq for RowHandlers {
    /// There is one set of them for a grid.
    fn eq(&self, _: &RowHandlers) -> bool {
        true
    }
}

/// Marks, which are equal if they are the same.
#[derive(Clone)]
struct SharedMarks(Rc<HighlightedItems>);

impl PartialEq for SharedMarks {
    fn eq(&self, other: &SharedMarks) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

#[derive(PartialEq, Properties)]
struct GridRowsProps {
    window: Shared<Window>,
    columns: Vec<String>,
    key_names: KeyNames,
    index_keys: Vec<String>,
    marks: SharedMarks,
    cursor: u64,
    height: f64,
    messages: Messages,
    handlers: Rc<RowHandlers>,
}

/// The drawn rows. They are drawn again only when they, their marks or the cursor changed.
#[component]
fn GridRows(props: &GridRowsProps) -> Html {
    renderings::count("items-rows");
    let RowHandlers { press, click, jump } = &*props.handlers;
    let drawn = DrawnRows {
        view: &props.window.view,
        columns: &props.columns,
        key_names: &props.key_names,
        index_keys: &props.index_keys,
        marks: &props.marks.0,
        cursor: props.cursor,
        height: props.height,
        messages: &props.messages,
    };
    drawn.table(press.clone(), click.clone(), jump.clone())
}

/// The state of the grid. It asks for rows again when the tables change, and when another part of them comes into view.
#[hook]
fn use_grid(props: &ItemsGridProps, scene: &Scene) -> Grid {
    let app = &scene.app;
    // How many rows fit, and their height. The scroll position is not part of it.
    let measured = use_state_eq(|| (0, 0.0));
    let frame = {
        let measured = measured.setter();
        use_scroll_frame(Callback::from(move |position: ScrollPosition| {
            measured.set((position.rows, position.height))
        }))
    };
    let shown = use_state(|| None::<Shared<Window>>);
    let turnstile = use_memo((), |()| LatestOnlyQueue::default());
    let cursor = use_state(|| 0);
    let moves = use_memo((), |()| Cell::new(0_u32));
    let grid = Grid {
        before: use_mut_ref(|| None),
        height: use_state_eq(|| ScrollPosition::default().height),
        ask: asking(
            props,
            scene,
            Asking { frame: frame.clone(), shown: shown.setter(), cursor: cursor.setter(), moves, turnstile },
        ),
        cursor,
        on_open: props.on_open.clone(),
        frame,
        shown,
    };
    {
        let asked = (*app.revision(), *app.starts(), app.looked_at(), *app.status() == EngineStatus::Ready);
        let grid = grid.clone();
        use_effect_with(asked, move |(_, _, _, ready)| {
            if *ready {
                grid.ask.emit((window::to_stay(grid.view(), &grid.frame.position()), true));
            }
        });
    }
    {
        let (grid, marks) = (grid.clone(), props.marks.clone());
        use_effect_with(props.trigger, move |_| grid.show_first_of(&marks));
    }
    {
        let grid = grid.clone();
        use_effect_with(grid.shown.clone(), move |_| grid.settle());
    }
    {
        let grid = grid.clone();
        use_effect_with(*measured, move |_| {
            grid.height.set(grid.frame.position().height);
            grid.fill();
        });
    }
    grid
}

/// What a question for rows changes.
struct Asking {
    frame: ScrollFrame,
    shown: UseStateSetter<Option<Shared<Window>>>,
    cursor: UseStateSetter<u64>,
    /// How many moves were asked for. A refresh that was asked for before a move shows nothing, because the move shows the newest rows.
    moves: Rc<Cell<u32>>,
    turnstile: Rc<LatestOnlyQueue>,
}

fn asking(props: &ItemsGridProps, scene: &Scene, asking: Asking) -> Callback<(Around, bool)> {
    let (scene, table, index) = (scene.clone(), props.table.clone(), props.index.clone());
    let Asking { frame, shown, cursor, moves, turnstile } = asking;
    Callback::from(move |(around, stay): (Around, bool)| {
        if !stay {
            moves.set(moves.get() + 1);
        }
        let (moves, begun) = (moves.clone(), moves.get());
        let limit = (frame.position().rows * 3).clamp(ROWS_LEAST, ROWS_MOST) as u32;
        let (space, table, index) = (Space::Saved, table.clone(), index.clone());
        let here = Around::Row(frame.position().first);
        let question = ItemsQuestion { space, table, index, around, limit };
        let (scene, shown, cursor) = (scene.clone(), shown.clone(), cursor.clone());
        let show = move |view, stay| shown.set(Some(Shared::new(Window { view, stay })));
        let task = async move {
            match scene.page.engine.items(question.clone()).await {
                Ok(_) if stay && moves.get() != begun => {}
                Ok(view) => {
                    if !stay {
                        cursor.set(view.at);
                    }
                    show(view, stay);
                }
                Err(refusal) if !stay => {
                    submit::tell_refusal(&scene.dispatcher(), refusal);
                    // Instead of a refresh that was asked for before it.
                    if let Ok(view) =
                        scene.page.engine.items(ItemsQuestion { around: here, ..question }).await
                    {
                        show(view, true);
                    }
                }
                // The table was deleted meanwhile. The list shows that already.
                Err(_) => {}
            }
        };
        // Only refreshes wait their turn. A move that a person requested runs at once.
        if stay { turnstile.submit(task) } else { spawn_local(task) }
    })
}

impl Grid {
    fn view(&self) -> Option<&ItemsView> {
        self.shown.as_ref().map(|window| &window.view)
    }

    /// Requests rows that scroll into view.
    fn fill(&self) {
        let wanted = self.view().and_then(|view| window::wanted(view, &self.frame.position()));
        if let Some(row) = wanted {
            self.ask.emit((Around::Row(row), true));
        }
    }

    fn show_first_of(&self, marks: &HighlightedItems) {
        let (Some(view), Some(key)) = (self.view(), marks.first()) else { return };
        let stand = self.frame.position();
        if !window::is_seen(view, &stand, |row| marks.is_marked(row)) {
            self.ask.emit((Around::Key(key, stand.first + stand.rows / 3), false));
        }
    }

    /// Scrolls after new rows are drawn: to the requested row, or so that the visible rows keep their position.
    fn settle(&self) {
        let Some(window) = self.shown.as_ref() else { return };
        let (at, stand) = (window.view.at, self.frame.position());
        self.height.set(stand.height);
        let before = self.before.replace(Some(window.clone()));
        if !window.stay {
            self.frame.scroll(|_| at.saturating_sub(stand.rows / 3) as f64 * stand.height);
            self.cursor.set(at);
        } else if let Some(before) = before
            && let moved = window::moved(&before.view, &window.view, &stand)
            && moved != 0
        {
            self.frame.scroll(|top| top + moved as f64 * stand.height);
            self.cursor.set(self.cursor.saturating_add_signed(moved));
        }
        self.fill();
    }

    fn press(&self, event: &KeyboardEvent) {
        let Some(view) = self.view() else { return };
        let in_text = event.target_dyn_into::<HtmlInputElement>().is_some();
        if in_text || event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let stand = self.frame.position();
        if let Some(next) = window::next(&event.key(), *self.cursor, &stand, view.item_count) {
            event.prevent_default();
            self.cursor.set(next);
            self.frame.scroll(|top| window::top_to_see(next, top, &stand));
        } else if event.key() == "Enter"
            && let Some(row) = window::row(view, *self.cursor)
        {
            self.on_open.emit(row.key_json.clone());
        }
    }

    fn click(&self, event: &MouseEvent) {
        let target = event.target_dyn_into::<Element>();
        let position = target.as_ref().and_then(items_rows::position_of);
        let row = position.and_then(|position| window::row(self.view()?, position));
        if let (Some(target), Some(position), Some(row)) = (target, position, row) {
            self.cursor.set(position);
            if target.closest("button").is_ok_and(|button| button.is_some()) {
                self.on_open.emit(row.key_json.clone());
            }
        }
    }
}
