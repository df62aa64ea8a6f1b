//! The page's end of a module that is fetched when it is first needed: an app of its own, which is given a frame and told, again
//! and again, where the page stands.

use std::sync::atomic::{AtomicBool, Ordering};

use js_sys::Promise;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::Element;

/// What is drawn beside the items, and what turns the world around the tables.
pub static PICTURES: PageModule = PageModule::new("/pictures.js");
/// The request as text, in every form that it can be written in.
pub static EDITOR: PageModule = PageModule::new("/editor.js");
/// Dialogs that are too heavy for every visit.
pub static DIALOGS: PageModule = PageModule::new("/dialogs.js");

pub struct PageModule {
    pub path: &'static str,
    /// Nothing is fetched only to be hidden.
    fetched: AtomicBool,
}

#[wasm_bindgen]
extern "C" {
    /// The browser's own `import()`: the same module every time.
    #[wasm_bindgen(js_name = import)]
    fn import_module(path: &str) -> Promise;

    type Module;

    #[wasm_bindgen(method, js_name = default)]
    fn start(this: &Module) -> Promise;

    #[wasm_bindgen(method)]
    fn show(this: &Module, frame: &Element, place: &str);

    #[wasm_bindgen(method)]
    fn hide(this: &Module);
}

impl PageModule {
    const fn new(path: &'static str) -> PageModule {
        PageModule { path, fetched: AtomicBool::new(false) }
    }

    /// Shows what belongs to a place, unless the frame is gone when the module has arrived.
    ///
    /// # Errors
    /// In the browser's words, when the module does not arrive.
    pub async fn show(&self, frame: &Element, place: &str) -> Result<(), JsValue> {
        let module = self.module().await?;
        if frame.is_connected() {
            module.show(frame, place);
        }
        Ok(())
    }

    pub async fn hide(&self) {
        if self.fetched.load(Ordering::Relaxed)
            && let Ok(module) = self.module().await
        {
            module.hide();
        }
    }

    async fn module(&self) -> Result<Module, JsValue> {
        let module: Module = JsFuture::from(import_module(self.path)).await?.unchecked_into();
        JsFuture::from(module.start()).await?;
        self.fetched.store(true, Ordering::Relaxed);
        Ok(module)
    }
}
