//! The script of `static/sandbox.html` in a JavaScript engine, with the parts of a browser's worker that it uses.

use std::rc::Rc;

use boa_engine::module::MapModuleLoader;
use boa_engine::object::JsObject;
use boa_engine::{Context, JsError, JsResult, JsValue, Module, Source, js_string};
use serde_json::Value;

const SANDBOX: &str = include_str!("../../../../static/sandbox.html");
const BEGIN: &str = "const AROUND = String.raw`\n";
const END: &str = "\n`;\n";
/// Maximum loop iterations of a function.
const LOOPS_MAX: u64 = 1_000_000;
/// The module name under which the function is imported.
const MODULE: &str = "handler";

/// The worker globals that the script uses. `take` returns its messages, `reply` passes it the response to a request.
const WORKER: &str = r#"
globalThis.self = globalThis;
globalThis.console = {};
globalThis.addEventListener = () => {};
globalThis.Blob = class {};
globalThis.URL = { createObjectURL: () => "handler" };
(() => {
  const sent = [], write = JSON.stringify, read = JSON.parse;
  const port = { postMessage: (message) => sent.push(message) };
  return {
    begin: (text) => self.onmessage({ data: read(text), ports: [port] }),
    take: () => write(sent.splice(0)),
    reply: (text) => port.onmessage({ data: read(text) }),
  };
})()
"#;

pub(super) struct Script {
    context: Context,
    worker: JsObject,
}

impl Script {
    /// # Errors
    /// Returns the text of the error if the function's code cannot be parsed.
    pub fn begin(data: &Value) -> Result<Script, String> {
        let loader = Rc::new(MapModuleLoader::new());
        let mut context =
            Context::builder().module_loader(loader.clone()).build().map_err(|error| error.to_string())?;
        context.runtime_limits_mut().set_loop_iteration_limit(LOOPS_MAX);
        let code = data["code"].as_str().unwrap_or_default();
        let module =
            Module::parse(Source::from_bytes(code), None, &mut context).map_err(|error| sentence(&error))?;
        loader.insert(MODULE, module);
        let worker = context.eval(Source::from_bytes(WORKER)).map_err(|error| sentence(&error))?;
        let worker = worker.as_object().ok_or("The worker is no object.")?;
        let around = SANDBOX.split_once(BEGIN).and_then(|(_, rest)| rest.split_once(END));
        let (around, _) = around.ok_or("The sandbox has no script.")?;
        context.eval(Source::from_bytes(around)).map_err(|error| sentence(&error))?;
        let mut script = Script { context, worker };
        script.call("begin", Some(data)).map_err(|error| sentence(&error))?;
        Ok(script)
    }

    /// Returns the messages that the script sent since the last call.
    ///
    /// # Errors
    /// Fails if the function runs for too long.
    pub fn messages(&mut self) -> Result<Vec<Value>, String> {
        self.context.run_jobs().map_err(|error| sentence(&error))?;
        let text = self.call("take", None).map_err(|error| sentence(&error))?;
        let text = text.as_string().map(|text| text.to_std_string_escaped()).unwrap_or_default();
        serde_json::from_str(&text).map_err(|error| error.to_string())
    }

    pub fn reply(&mut self, reply: &Value) -> Result<(), String> {
        self.call("reply", Some(reply)).map(|_| ()).map_err(|error| sentence(&error))
    }

    fn call(&mut self, name: &str, argument: Option<&Value>) -> JsResult<JsValue> {
        let function = self.worker.get(js_string!(name), &mut self.context)?;
        let arguments: Vec<JsValue> =
            argument.iter().map(|value| js_string!(value.to_string()).into()).collect();
        match function.as_callable() {
            Some(function) => function.call(&JsValue::undefined(), &arguments, &mut self.context),
            None => Ok(JsValue::undefined()),
        }
    }
}

fn sentence(error: &JsError) -> String {
    error.to_string()
}
