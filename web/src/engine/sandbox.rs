//! The page's side of the sandbox: a frame with an opaque origin and a message channel. The frame ends an invocation at its
//! timeout. If the frame does not respond, the page removes it with its workers.

use std::cell::RefCell;
use std::future::Future;
use std::rc::Rc;

use dynalab_app::pictures::handlers::answer::InvocationEnd;
use futures_channel::mpsc::{UnboundedReceiver, UnboundedSender, unbounded};
use futures_util::StreamExt;
use futures_util::lock::Mutex;
use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use gloo::utils::{document, window};
use js_sys::{Array, JSON, Object, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::{HtmlIFrameElement, MessageChannel, MessageEvent, MessagePort};

use crate::address::site;
use crate::browser::embedded::is_embedded;

const ADDRESS: &str = "/sandbox.html";
/// Additional milliseconds before the page removes a frame that did not end its invocation.
const FRAME_MS: u64 = 2_000;
/// The limits of an invocation. The worker keeps them too, with an error that the function can catch. But a function shares its worker
/// with that script and can replace what the script uses, so only the limits on this side of the channel are certain.
const CALLS_MAX: u32 = 100;
/// The script in the worker sends at most 201 lines.
const LINES_MAX: usize = 250;
const LINE_CHARACTERS_MAX: usize = 2_000;
const BODY_CHARACTERS_MAX: usize = 2_000_000;
const RESULT_CHARACTERS_MAX: usize = 65_536;
const ERROR_CHARACTERS_MAX: usize = 1_000;
const OPERATION_CHARACTERS_MAX: usize = 100;

/// The code to run, with its input.
pub struct Invocation {
    pub code: String,
    /// The text of the AWS SDK's bundle, if the code imports it.
    pub packages: Option<String>,
    /// The event as JSON. The context is JSON, too.
    pub event: String,
    pub context: String,
    pub limit_ms: u64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub level: String,
    pub text: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct InvocationResult {
    pub ended: InvocationEnd,
    pub duration_ms: u64,
    pub lines: Vec<Line>,
    pub calls: u32,
}

enum SandboxMessage {
    Ready,
    Line(Line),
    Call { number: f64, operation: String, body: String },
    Ended(InvocationEnd),
}

struct Frame {
    element: HtmlIFrameElement,
    port: MessagePort,
    _listens: Closure<dyn FnMut(MessageEvent)>,
}

impl Drop for Frame {
    fn drop(&mut self) {
        self.port.close();
        self.element.remove();
    }
}

thread_local! {
    static FRAME: RefCell<Option<Frame>> = const { RefCell::new(None) };
    /// Receives the messages of the running invocation.
    static LISTENER: RefCell<Option<UnboundedSender<SandboxMessage>>> = const { RefCell::new(None) };
    /// Held by the running invocation. A second one, of a lesson beside a trigger, waits for its end.
    static TURN: Rc<Mutex<()>> = Rc::default();
}

/// Ends the running invocation. Its result is unknown.
pub fn stop() {
    FRAME.take();
    notify_listener(SandboxMessage::Ended(InvocationEnd::Stopped));
}

fn notify_listener(heard: SandboxMessage) {
    LISTENER.with_borrow(|listener| {
        if let Some(listener) = listener {
            // After the end of an invocation, its messages have no receiver.
            let _ = listener.unbounded_send(heard);
        }
    });
}

/// Waits until no invocation is running. A function's time limit counts its calls, so work that would delay them waits with this.
pub async fn until_idle() {
    let turn = TURN.with(Rc::clone);
    turn.lock().await;
}

/// Runs an invocation. `call` sends each of its requests and returns a status and a body.
pub async fn run<Answer: Future<Output = (u16, String)> + 'static>(
    invocation: Invocation,
    call: impl Fn(String, String) -> Answer,
) -> InvocationResult {
    if is_embedded() {
        // The policy of that document refuses the sandbox, too.
        return InvocationResult {
            ended: InvocationEnd::Stopped,
            duration_ms: 0,
            lines: Vec::new(),
            calls: 0,
        };
    }
    let turn = TURN.with(Rc::clone);
    let _turn = turn.lock().await;
    let (sender, mut heard) = unbounded();
    LISTENER.replace(Some(sender));
    let watch = Timeout::new(limit(invocation.limit_ms + FRAME_MS), || {
        FRAME.take();
        notify_listener(SandboxMessage::Ended(InvocationEnd::Timeout));
    });
    let mut ran =
        InvocationResult { ended: InvocationEnd::Stopped, duration_ms: 0, lines: Vec::new(), calls: 0 };
    if let Some(port) = begin(&invocation, &mut heard).await {
        let started = now_ms();
        // The first message can be the reason why the invocation did not begin.
        while let Some(heard) = heard.next().await {
            match within_limits(&ran, heard) {
                SandboxMessage::Ready => {}
                SandboxMessage::Line(line) => ran.lines.push(line),
                SandboxMessage::Call { number, operation, body } => {
                    ran.calls += 1;
                    let (answer, port) = (call(operation, body), port.clone());
                    spawn_local(async move {
                        let (status, body) = answer.await;
                        let members =
                            [("number", number.into()), ("status", status.into()), ("body", body.into())];
                        // A worker that was ended receives nothing.
                        let _ = port.post_message(&object(members));
                    });
                }
                SandboxMessage::Ended(ended) => {
                    ran.ended = ended;
                    break;
                }
            }
        }
        ran.duration_ms = (now_ms() - started).max(0.0) as u64;
        port.set_onmessage(None);
        port.close();
        // The result is complete, so the worker is ended.
        FRAME.with_borrow(|frame| {
            if let Some(frame) = frame {
                let _ = frame.port.post_message(&Object::new());
            }
        });
    }
    drop(watch);
    LISTENER.take();
    ran
}

/// Starts the invocation in the frame. Returns the page's end of its channel.
async fn begin(
    invocation: &Invocation,
    heard: &mut UnboundedReceiver<SandboxMessage>,
) -> Option<MessagePort> {
    if FRAME.with_borrow(Option::is_none) {
        open().ok()?;
        loop {
            match heard.next().await? {
                SandboxMessage::Ready => break,
                SandboxMessage::Ended(_) => return None,
                SandboxMessage::Line(_) | SandboxMessage::Call { .. } => {}
            }
        }
    }
    let channel = MessageChannel::new().ok()?;
    let (port, other) = (channel.port1(), channel.port2());
    let listens = Closure::<dyn FnMut(MessageEvent)>::new(|event: MessageEvent| {
        if let Some(heard) = read(&event.data()) {
            notify_listener(heard);
        }
    });
    // The closure is leaked. Invocations are few, and a closure is small.
    port.set_onmessage(Some(listens.into_js_value().unchecked_ref()));
    let members = [
        ("code", invocation.code.as_str().into()),
        ("packages", invocation.packages.as_deref().map_or(JsValue::UNDEFINED, JsValue::from)),
        ("event", invocation.event.as_str().into()),
        ("context", JSON::parse(&invocation.context).unwrap_or(JsValue::NULL)),
        ("limit", (invocation.limit_ms as f64).into()),
    ];
    let message = object([("invocation", object(members).into())]);
    FRAME.with_borrow(|frame| {
        frame.as_ref()?.port.post_message_with_transferable(&message, &Array::of1(&other)).ok()
    })?;
    Some(port)
}

/// Adds a new frame, which sends "ready" when it is loaded.
fn open() -> Result<(), JsValue> {
    let element: HtmlIFrameElement = document().create_element("iframe")?.unchecked_into();
    let address = site::address(ADDRESS);
    for (name, value) in
        [("sandbox", "allow-scripts"), ("src", address.as_str()), ("title", "sandbox"), ("tabindex", "-1")]
    {
        element.set_attribute(name, value)?;
    }
    element.set_hidden(true);
    let channel = MessageChannel::new()?;
    let (port, other) = (channel.port1(), channel.port2());
    let listens =
        Closure::<dyn FnMut(MessageEvent)>::new(|event: MessageEvent| match event.data().as_string() {
            Some(text) if text == "ready" => notify_listener(SandboxMessage::Ready),
            Some(text) if text == "timeout" => notify_listener(SandboxMessage::Ended(InvocationEnd::Timeout)),
            _ => {}
        });
    port.set_onmessage(Some(listens.as_ref().unchecked_ref()));
    let loaded = element.clone();
    EventListener::once(&element, "load", move |_| {
        if let Some(inside) = loaded.content_window() {
            // The target is "*" because an opaque origin has no name. The frame's policy does not let it leave its document.
            let _ = inside.post_message_with_transfer(&JsValue::NULL, "*", &Array::of1(&other));
        }
    })
    .forget();
    document().body().ok_or(JsValue::NULL)?.append_child(&element)?;
    FRAME.replace(Some(Frame { element, port, _listens: listens }));
    Ok(())
}

/// Reads a worker's message. Returns none for an invalid message.
fn read(data: &JsValue) -> Option<SandboxMessage> {
    let member = |name: &str| Reflect::get(data, &name.into()).unwrap_or(JsValue::UNDEFINED);
    let text = |name: &str| member(name).as_string();
    Some(match text("kind")?.as_str() {
        "line" => SandboxMessage::Line(Line { level: text("level")?, text: text("text")? }),
        "call" => SandboxMessage::Call {
            number: member("number").as_f64()?,
            operation: text("operation")?,
            body: text("body")?,
        },
        "answered" => SandboxMessage::Ended(InvocationEnd::Answered(text("text")?)),
        "threw" => SandboxMessage::Ended(InvocationEnd::Threw(text("text")?)),
        _ => return None,
    })
}

/// Returns the message, or the end of an invocation that is above its limits.
fn within_limits(ran: &InvocationResult, heard: SandboxMessage) -> SandboxMessage {
    let is_longer = |text: &str, most: usize| text.len() > most && text.chars().count() > most;
    let broken = match &heard {
        SandboxMessage::Call { .. } if ran.calls >= CALLS_MAX => {
            "A handler can call DynamoDB 100 times in an invocation"
        }
        SandboxMessage::Call { operation, .. } if is_longer(operation, OPERATION_CHARACTERS_MAX) => {
            "No operation of DynamoDB has a name of more than 100 characters"
        }
        SandboxMessage::Call { body, .. } if is_longer(body, BODY_CHARACTERS_MAX) => {
            "A request cannot have more than 2000000 characters here"
        }
        SandboxMessage::Line(_) if ran.lines.len() >= LINES_MAX => {
            "A handler can write 200 lines in an invocation"
        }
        SandboxMessage::Line(line)
            if is_longer(&line.text, LINE_CHARACTERS_MAX) || is_longer(&line.level, 5) =>
        {
            "A line cannot have more than 2000 characters"
        }
        SandboxMessage::Ended(InvocationEnd::Answered(text)) if is_longer(text, RESULT_CHARACTERS_MAX) => {
            "The answer has more than 65536 characters"
        }
        SandboxMessage::Ended(InvocationEnd::Threw(text)) if is_longer(text, ERROR_CHARACTERS_MAX) => {
            "The error has more than 1000 characters"
        }
        _ => return heard,
    };
    SandboxMessage::Ended(InvocationEnd::Threw(format!("Error: {broken}")))
}

fn object<const MEMBERS: usize>(members: [(&str, JsValue); MEMBERS]) -> Object {
    let object = Object::new();
    for (name, value) in members {
        // Setting a property of a plain object cannot fail.
        let _ = Reflect::set(&object, &name.into(), &value);
    }
    object
}

fn limit(ms: u64) -> u32 {
    u32::try_from(ms).unwrap_or(u32::MAX)
}

fn now_ms() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(body: String) -> SandboxMessage {
        SandboxMessage::Call { number: 1.0, operation: "PutItem".to_owned(), body }
    }

    fn line(text: String) -> SandboxMessage {
        SandboxMessage::Line(Line { level: "log".to_owned(), text })
    }

    /// Whether the message ends the invocation with an error.
    fn ends(ran: &InvocationResult, heard: SandboxMessage) -> bool {
        matches!(within_limits(ran, heard), SandboxMessage::Ended(InvocationEnd::Threw(why)) if why.starts_with("Error: "))
    }

    #[test]
    fn what_is_above_a_limit_ends_the_invocation() {
        let mut ran =
            InvocationResult { ended: InvocationEnd::Stopped, duration_ms: 0, lines: Vec::new(), calls: 0 };
        let answered = |length| SandboxMessage::Ended(InvocationEnd::Answered("x".repeat(length)));
        let threw = |length| SandboxMessage::Ended(InvocationEnd::Threw("\u{3042}".repeat(length)));
        assert!(!ends(&ran, call("x".repeat(2_000_000))) && ends(&ran, call("x".repeat(2_000_001))));
        assert!(!ends(&ran, line("x".repeat(2_000))) && ends(&ran, line("x".repeat(2_001))));
        assert!(!ends(&ran, answered(65_536)) && ends(&ran, answered(65_537)));
        assert!(!ends(&ran, threw(1_000)) && ends(&ran, threw(1_001)));
        let level = SandboxMessage::Line(Line { level: "verbose".to_owned(), text: String::new() });
        assert!(ends(&ran, level));
        let operation = SandboxMessage::Call { number: 1.0, operation: "x".repeat(101), body: String::new() };
        assert!(ends(&ran, operation));
        ran.calls = 99;
        assert!(!ends(&ran, call(String::new())));
        ran.calls = 100;
        assert!(ends(&ran, call(String::new())));
        let one = Line { level: "log".to_owned(), text: String::new() };
        ran.lines = vec![one; 249];
        assert!(!ends(&ran, line(String::new())));
        ran.lines.extend(ran.lines.first().cloned());
        assert!(ends(&ran, line(String::new())));
    }
}
