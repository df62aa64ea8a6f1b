//! A rest, in which the page draws and hears what a person does.

use gloo::utils::window;
use js_sys::Promise;
use wasm_bindgen_futures::JsFuture;

pub async fn pause(milliseconds: i32) {
    let rest = Promise::new(&mut |resolve, _| {
        // A window has timers; without one there is nobody to rest for.
        let _ = window().set_timeout_with_callback_and_timeout_and_arguments_0(&resolve, milliseconds);
    });
    // It is never refused.
    let _ = JsFuture::from(rest).await;
}
