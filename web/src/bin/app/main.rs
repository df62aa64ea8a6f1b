//! The page's program: links the styles of the first page, then starts the app. Built with `split`, its parts are programs of their own.

mod parts;

use dynalab_web::address::route::Route;
use dynalab_web::address::site;
use dynalab_web::page::app::{App, AppProps};
use dynalab_web::page::parts::Parts;
use dynalab_web::page::{first_paint, style_sheets};
use gloo::timers::future::TimeoutFuture;
use gloo::utils::window;
use wasm_bindgen_futures::spawn_local;

fn main() {
    yew::set_custom_panic_hook(Box::new(|panic| {
        web_sys::console::error_1(&panic.to_string().into());
        // `boot.js` tells the person. This program ends here.
        if let Ok(event) = web_sys::Event::new("dynalab-panicked") {
            let _ = window().dispatch_event(&event);
        }
    }));
    spawn_local(async {
        if is_app_needed() {
            style_sheets::link(style_sheets::WORKBENCH).await;
        }
        // The browser can respond between the start of the program and the first rendering.
        TimeoutFuture::new(0).await;
        if let Some((root, hold)) = first_paint::begin() {
            let props = AppProps { parts: Parts(&parts::FETCHES) };
            yew::Renderer::<App>::with_root_and_props(root, props).render();
            drop(hold);
        }
    });
}

/// Whether more is shown first than the home page.
fn is_app_needed() -> bool {
    window().location().pathname().is_ok_and(|path| Route::read(&site::path_of(&path)).1 != Route::Home)
}
