//! Records the transactions of this page or worker, and makes those of one database fail on demand.

use wasm_bindgen::JsValue;

const INSTALL: &str = r#"
    if (!globalThis.storageSpy) {
        const spy = { transactions: [], sabotage: {}, uncaught: [] };
        globalThis.storageSpy = spy;
        const full = () => new DOMException("no room", "QuotaExceededError");
        addEventListener("error", event => spy.uncaught.push(event.message));
        const create = IDBDatabase.prototype.createObjectStore;
        IDBDatabase.prototype.createObjectStore = function (name) {
            if (spy.sabotage[this.name] === "creation throws") throw full();
            return create.call(this, name);
        };
        const open = IDBFactory.prototype.open;
        IDBFactory.prototype.open = function (name, ...version) {
            if (spy.sabotage[name] === "opening throws") throw new DOMException("blocked", "SecurityError");
            return open.call(this, name, ...version);
        };
        const begin = IDBDatabase.prototype.transaction;
        IDBDatabase.prototype.transaction = function (...scope) {
            const transaction = begin.apply(this, scope);
            spy.transactions.push(transaction);
            switch (spy.sabotage[this.name]) {
                case "put throws":
                    transaction.objectStore = function (name) {
                        const store = IDBTransaction.prototype.objectStore.call(this, name);
                        store.put = store.add = () => { throw full(); };
                        return store;
                    };
                    break;
                case "commit is full":
                    transaction.commit = function () {
                        Object.defineProperty(this, "error", { value: full() });
                        this.abort();
                    };
                    break;
                case "commit aborts":
                    transaction.commit = function () { this.abort(); };
                    break;
            }
            return transaction;
        };
    }
"#;

pub fn install() {
    run(INSTALL);
}

/// Returns mode and durability of every transaction on the database so far.
pub fn transactions(name: &str) -> Vec<String> {
    let of_database = format!("storageSpy.transactions.filter(each => each.db.name === '{name}')");
    let told = run(&format!("{of_database}.map(each => each.mode + ' ' + each.durability).join()"));
    told.as_string().unwrap().split(',').map(str::to_string).collect()
}

/// Returns the number of connections to the database that were used.
pub fn connection_count(name: &str) -> u32 {
    let connections =
        format!("storageSpy.transactions.map(each => each.db).filter(db => db.name === '{name}')");
    run(&format!("new Set({connections}).size")).as_f64().unwrap() as u32
}

/// Closes every connection to the database without an event.
pub fn close_connections(name: &str) {
    run(&format!(
        "storageSpy.transactions.forEach(each => {{ if (each.db.name === '{name}') each.db.close(); }})"
    ));
}

/// Returns the messages of uncaught errors, one per line. Such an error ends a worker.
pub fn uncaught() -> String {
    run("storageSpy.uncaught.join('\\n')").as_string().unwrap()
}

pub fn sabotage(name: &str, what: Option<&str>) {
    run(&format!("storageSpy.sabotage['{name}'] = '{}'", what.unwrap_or_default()));
}

/// Replaces the getter of `indexedDB` with this script until [`show_indexed_db`] is called.
pub fn hide_indexed_db(answer: &str) {
    run("globalThis.hiddenIndexedDb = Object.getOwnPropertyDescriptor(globalThis, 'indexedDB')");
    run(&format!(
        "Object.defineProperty(globalThis, 'indexedDB', {{ configurable: true, get() {{ {answer} }} }})"
    ));
}

pub fn show_indexed_db() {
    run("delete globalThis.indexedDB");
    run("if (hiddenIndexedDb) Object.defineProperty(globalThis, 'indexedDB', hiddenIndexedDb)");
}

fn run(script: &str) -> JsValue {
    js_sys::eval(script).unwrap()
}
