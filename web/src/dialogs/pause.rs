//! A pause in which the page can draw and handle events.

use gloo::utils::window;
use js_sys::Promise;
use wasm_bindgen_futures::JsFuture;

pub async fn pause(milliseconds: i32) {
    let rest = Promise::new(&mut |resolve, _| {
        // A window has timers. Without a window there is no page to pause.
        let _ = window().set_timeout_with_callback_and_timeout_and_arguments_0(&resolve, milliseconds);
    });
    // The promise is never rejected.
    let _ = JsFuture::from(rest).await;
}
