//! The place of a module that is fetched when it is first needed. What is in it is the module's own app.

use wasm_bindgen_futures::spawn_local;
use web_sys::Element;
use yew::prelude::*;

use crate::page_module::PageModule;
use crate::scene::Scene;
use crate::state::{Action, AppDispatcher, Notice};

#[derive(PartialEq, Properties)]
pub struct ModuleFrameProps {
    pub module: Module,
    pub class: &'static str,
    /// What the module is told, as JSON.
    pub place: String,
    dispatcher: AppDispatcher,
    /// What does in its place when the module cannot be fetched.
    pub instead: Html,
}

#[derive(Clone, Copy)]
pub struct Module(pub &'static PageModule);

impl PartialEq for Module {
    fn eq(&self, other: &Module) -> bool {
        self.0.path == other.0.path
    }
}

#[component]
pub fn ModuleFrame(props: &ModuleFrameProps) -> Html {
    let module = props.module.0;
    let frame = use_node_ref();
    let failed = use_state_eq(|| false);
    {
        let (frame, dispatcher, failed) = (frame.clone(), props.dispatcher.clone(), failed.setter());
        use_effect_with(props.place.clone(), move |place| {
            let place = place.clone();
            spawn_local(async move {
                let Some(frame) = frame.cast::<Element>() else { return };
                if module.show(&frame, &place).await.is_err() {
                    dispatcher.dispatch(Action::Tell(Notice::FetchFailed(module.path.to_owned())));
                    failed.set(true);
                }
            });
        });
    }
    use_effect_with((), move |()| move || spawn_local(module.hide()));
    html! { <><div class={props.class} ref={frame}></div>if *failed { { props.instead.clone() } }</> }
}

pub fn view(
    scene: &Scene,
    module: &'static PageModule,
    class: &'static str,
    place: String,
    instead: Html,
) -> Html {
    html! { <ModuleFrame module={Module(module)} {class} {place} {instead} dispatcher={scene.dispatcher()} /> }
}
