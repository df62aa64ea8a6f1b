//! Shows a part of the page that is fetched when first shown: a frame until it is loaded, or a notice with a button if loading
//! failed.

use std::cell::RefCell;

use dynalab_app::state::Action;
use gloo::timers::future::TimeoutFuture;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::components::dialog::DialogFrame;
use crate::components::icon::Icon;
use crate::page::first_paint::use_first_paint_hold;
use crate::page::part_fetch::PartError;
use crate::page::parts::{PagePart, View};
use crate::page::renderings;
use crate::page::scene::{Scene, StillScene, use_own_scene};
use crate::page::sentences;
use crate::page::style_sheets;
use crate::page::usable::use_usable_mark;

thread_local! {
    /// The loaded parts by name, so that they are shown at once the next time.
    static HERE: RefCell<Vec<(&'static str, View)>> = const { RefCell::new(Vec::new()) };
}

/// The surroundings of a part that is not loaded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Around {
    #[default]
    Page,
    Dialog,
}

#[derive(PartialEq, Properties)]
pub struct PartProps {
    pub part: PagePart,
    pub scene: StillScene,
    #[prop_or_default]
    pub around: Around,
    /// The content that replaces the part if it cannot be loaded.
    #[prop_or_default]
    pub instead: Html,
}

#[component]
pub fn Part(props: &PartProps) -> Html {
    let PartProps { part, scene, around, instead } = props;
    renderings::count(part.name);
    let scene = &use_own_scene(scene);
    let view = here(part);
    let failed = use_state_eq(|| false);
    let attempt = use_state(|| 0_u32);
    let redraw = use_force_update();
    use_first_paint_hold(view.is_none() && !*failed);
    {
        let (part, failed) = (*part, failed.setter());
        use_effect_with((part, *attempt, view.is_some()), move |(.., is_here)| {
            if !*is_here {
                spawn_local(async move {
                    failed.set(fetch(part).await.is_err());
                    redraw.force_update();
                });
            }
        });
    }
    // The workbench needs its tables too, and says so itself.
    let is_whole_page = *around == Around::Page && *part != scene.page.parts.workbench();
    use_usable_mark(is_whole_page && (view.is_some() || *failed));
    if let Some(view) = view {
        return view(scene);
    }
    let inside = if *failed {
        let (attempt, failed) = (attempt.clone(), failed.setter());
        let again = Callback::from(move |_: MouseEvent| {
            failed.set(false);
            attempt.set(*attempt + 1);
        });
        html! { <>{ missing(part, scene, again) }{ instead.clone() }</> }
    } else {
        html! { <p class="items-waiting" role="status" data-testid="part-waiting" data-part={part.name}>{ scene.text(sentences::shell::LOADING) }</p> }
    };
    match around {
        Around::Page => inside,
        Around::Dialog => html! {
            <DialogFrame
                name="part-dialog" title={scene.text(sentences::shell::LOADING)} close={scene.text(sentences::shell::CLOSE)}
                on_close={scene.dispatch_callback(|| Action::CloseDialog)}
            >
                { inside }
            </DialogFrame>
        },
    }
}

fn here(part: &PagePart) -> Option<View> {
    HERE.with_borrow(|here| here.iter().find(|(name, _)| *name == part.name).map(|(_, view)| *view))
}

/// Fetches the program and the style sheet in parallel.
async fn fetch(part: PagePart) -> Result<(), PartError> {
    let (view, ()) = futures_util::join!((part.view)(), style_sheets::link(part.name));
    let view = view?;
    // The browser can respond between the start of the part and its first rendering.
    TimeoutFuture::new(0).await;
    HERE.with_borrow_mut(|here| {
        here.retain(|(name, _)| *name != part.name);
        here.push((part.name, view));
    });
    Ok(())
}

fn missing(part: &PagePart, scene: &Scene, again: Callback<MouseEvent>) -> Html {
    html! {
        <div class="banner banner--bad" role="alert" data-testid="part-missing" data-part={part.name}>
            { Icon::Warning.draw() }<p>{ scene.text(sentences::shell::PART_MISSING) }</p>
            <button class="button" type="button" data-testid="part-again" onclick={again}>{ scene.text(sentences::shell::TRY_AGAIN) }</button>
        </div>
    }
}
