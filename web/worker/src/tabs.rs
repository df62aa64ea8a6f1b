//! The channel to other tabs of this origin: the writer announces appends, and followers receive that.

use std::cell::Cell;
use std::rc::Rc;

use futures_channel::mpsc::UnboundedSender;
use wasm_bindgen::prelude::*;
use web_sys::{BroadcastChannel, MessageEvent};

use crate::Event;
use crate::lock::set_timeout;

const TELL_AFTER_MS: i32 = 20;

pub struct Tabs {
    channel: BroadcastChannel,
    is_about_to_tell: Rc<Cell<bool>>,
}

impl Tabs {
    /// `None` in a browser without channels. Then tabs see each other's writes when they are opened again.
    pub fn listen(name: &str, events: UnboundedSender<Event>) -> Option<Tabs> {
        let channel = BroadcastChannel::new(name).ok()?;
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |_: MessageEvent| {
            drop(events.unbounded_send(Event::Appended));
        });
        channel.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        on_message.forget();
        Some(Tabs { channel, is_about_to_tell: Rc::default() })
    }

    /// Announces an append. Followers read it from the store. It is sent with a short delay, so it does not slow the next append, and one
    /// message covers all appends until then.
    pub fn tell_appended(&self) {
        if self.is_about_to_tell.replace(true) {
            return;
        }
        let (channel, is_about_to_tell) = (self.channel.clone(), self.is_about_to_tell.clone());
        let tell = Closure::once_into_js(move || {
            is_about_to_tell.set(false);
            drop(channel.post_message(&"appended".into()));
        });
        set_timeout(tell.unchecked_ref(), TELL_AFTER_MS);
    }
}
