//! One of a few, as a row of keys of which one is pressed; the words are `{name}-{option}`.

use yew::prelude::*;

use super::Canvas;

pub fn switch(
    canvas: &Canvas,
    name: &'static str,
    options: &[&'static str],
    chosen: &str,
    on_choose: Callback<&'static str>,
) -> Html {
    html! {
        <span class="picture-switch" role="group" aria-label={canvas.text(name)}>
            { for options.iter().map(|option| {
                let option = *option;
                let (pressed, on_choose) = ((option == chosen).to_string(), on_choose.clone());
                let onclick = Callback::from(move |_: MouseEvent| on_choose.emit(option));
                html! { <button type="button" class="button button--quiet" aria-pressed={pressed} data-testid={format!("{name}-{option}")} {onclick}>{ canvas.text(&format!("{name}-{option}")) }</button> }
            }) }
        </span>
    }
}
