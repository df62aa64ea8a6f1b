//! A part of the page that is fetched when it is first shown: a frame until it is here, and a notice with a button when it did not
//! arrive. The page around it goes on either way.

use std::cell::RefCell;

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::components::dialog::DialogFrame;
use crate::components::icon::Icon;
use crate::parts::{NotFetched, PagePart, View};
use crate::scene::Scene;
use crate::state::Action;
use crate::{messages, style_sheets};

thread_local! {
    /// The parts that are here, by name: shown again, they are there at once.
    static HERE: RefCell<Vec<(&'static str, View)>> = const { RefCell::new(Vec::new()) };
}

/// What surrounds a part that is not here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Around {
    #[default]
    Page,
    Dialog,
}

#[derive(PartialEq, Properties)]
pub struct PartProps {
    pub part: PagePart,
    pub scene: Scene,
    #[prop_or_default]
    pub around: Around,
    /// What the page offers as long as the part cannot be had.
    #[prop_or_default]
    pub instead: Html,
}

#[component]
pub fn Part(props: &PartProps) -> Html {
    let PartProps { part, scene, around, instead } = props;
    let view = here(part, scene);
    let failed = use_state_eq(|| false);
    let attempt = use_state(|| 0_u32);
    let redraw = use_force_update();
    {
        let (part, dispatcher, failed) = (*part, scene.dispatcher(), failed.setter());
        let language = scene.app.language();
        use_effect_with((part, language, *attempt, view.is_some()), move |(.., is_here)| {
            if !*is_here {
                spawn_local(async move {
                    failed.set(fetch(part, language).await.is_err());
                    dispatcher.dispatch(Action::SentencesArrived);
                    redraw.force_update();
                });
            }
        });
    }
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
        html! { <p class="items-waiting" role="status" data-testid="part-waiting" data-part={part.name}>{ scene.text("loading") }</p> }
    };
    match around {
        Around::Page => inside,
        Around::Dialog => html! {
            <DialogFrame name="part-dialog" title={scene.text("loading")} close={scene.text("close")} on_close={scene.does(|| Action::CloseDialog)}>{ inside }</DialogFrame>
        },
    }
}

fn here(part: &PagePart, scene: &Scene) -> Option<View> {
    let speaks = part.sentences.iter().all(|part| scene.messages().has(*part));
    HERE.with_borrow(|here| here.iter().find(|(name, _)| *name == part.name).map(|(_, view)| *view))
        .filter(|_| speaks)
}

/// The program, the style sheet and the sentences, side by side.
async fn fetch(part: PagePart, language: crate::language::Language) -> Result<(), NotFetched> {
    let sentences = messages::load(language, part.sentences.iter().copied());
    let (view, sentences, ()) =
        futures_util::join!((part.view)(), sentences, style_sheets::link(part.styles));
    let view = view?;
    sentences.map_err(|_| NotFetched)?;
    HERE.with_borrow_mut(|here| {
        here.retain(|(name, _)| *name != part.name);
        here.push((part.name, view));
    });
    Ok(())
}

fn missing(part: &PagePart, scene: &Scene, again: Callback<MouseEvent>) -> Html {
    html! {
        <div class="banner banner--bad" role="alert" data-testid="part-missing" data-part={part.name}>
            { Icon::Warning.draw() }<p>{ scene.text("part-missing") }</p>
            <button class="button" type="button" data-testid="part-again" onclick={again}>{ scene.text("try-again") }</button>
        </div>
    }
}
