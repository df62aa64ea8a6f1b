//! A part of the screen that is drawn again only when something that it shows changed: a field of the state that it read, the page or the place.

use yew::prelude::*;

use crate::page::renderings;
use crate::page::scene::{Scene, StillScene, use_own_scene};

#[derive(PartialEq, Properties)]
pub struct PanelProps {
    /// Its name, for the counts of renderings.
    pub name: &'static str,
    pub view: View,
    pub scene: StillScene,
}

/// What a panel draws. A panel of one name always draws the same.
#[derive(Clone, Copy)]
pub struct View(fn(&Scene) -> Html);

impl PartialEq for View {
    fn eq(&self, _: &View) -> bool {
        true
    }
}

#[component]
pub fn Panel(props: &PanelProps) -> Html {
    renderings::count(props.name);
    let scene = use_own_scene(&props.scene);
    (props.view.0)(&scene)
}

/// Returns a panel with a view.
pub fn panel(name: &'static str, view: fn(&Scene) -> Html, scene: &Scene) -> Html {
    html! { <Panel {name} view={View(view)} scene={scene.still()} /> }
}
