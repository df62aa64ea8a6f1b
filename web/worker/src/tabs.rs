//! Other tabs of this origin: who appends says so, who follows hears it.

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
    /// None in a browser without channels: then tabs see each other's writes when they are opened again.
    pub fn listen(name: &str, events: UnboundedSender<Event>) -> Option<Tabs> {
        let channel = BroadcastChannel::new(name).ok()?;
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |_: MessageEvent| {
            drop(events.unbounded_send(Event::Appended));
        });
        channel.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        on_message.forget();
        Some(Tabs { channel, is_about_to_tell: Rc::default() })
    }

    /// What was appended is in the store; the message only says that it is worth looking. Sent after a moment, it costs
    /// the next append nothing, and one message is enough for all that was appended meanwhile.
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
