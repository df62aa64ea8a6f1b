//! Other tabs of this origin: who appends says so, who follows hears it.

use futures_channel::mpsc::UnboundedSender;
use wasm_bindgen::prelude::*;
use web_sys::{BroadcastChannel, MessageEvent};

use crate::Event;

pub struct Tabs {
    channel: BroadcastChannel,
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
        Some(Tabs { channel })
    }

    /// What was appended is in the store; the message only says that it is worth looking.
    pub fn tell_appended(&self) {
        drop(self.channel.post_message(&"appended".into()));
    }
}
