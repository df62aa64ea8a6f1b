//! Functions of a trigger that want more than they are given: time, memory, the page, the network, the channel to the tables.

/// The name of what a function tries, and its code.
pub const HANDLERS: &[(&str, &str)] = &[
    ("an endless loop", "export const handler = async () => { for (;;); };"),
    ("an endless chain of promises", "export const handler = async () => { for (;;) await null; };"),
    ("a promise that is never kept", "export const handler = () => new Promise(() => {});"),
    ("an endless loop when it is loaded", "for (;;); export const handler = async () => {};"),
    ("an endless recursion", "const again = () => again() + 1; export const handler = async () => again();"),
    ("a text that doubles", "export const handler = async () => { let text = 'x'; for (;;) text += text; };"),
    (
        "a list that grows",
        "export const handler = async () => { const all = []; for (;;) all.push(new Array(10000).fill(0)); };",
    ),
    (
        "a large buffer",
        "export const handler = async () => { const all = []; for (;;) all.push(new Uint8Array(1 << 26).fill(1)); };",
    ),
    (
        "many lines",
        "export const handler = async () => { for (let n = 0; n < 1000000; n++) console.log(n); };",
    ),
    ("a long line", "export const handler = async () => console.log('x'.repeat(50000000));"),
    ("an answer of 50 MB", "export const handler = async () => ({ text: 'x'.repeat(50000000) });"),
    (
        "a deep answer",
        "export const handler = async () => { let deep = {}; for (let n = 0; n < 100000; n++) deep = { deep }; return deep; };",
    ),
    (
        "an answer that contains itself",
        "export const handler = async () => { const loop = {}; loop.loop = loop; return loop; };",
    ),
    (
        "an answer that cannot be copied",
        "export const handler = async () => ({ go: () => {}, sign: Symbol('x') });",
    ),
    (
        "an error without an end",
        "export const handler = async () => { throw new Error('x'.repeat(20000000)); };",
    ),
    ("an error that is no error", "export const handler = async () => { throw null; };"),
    (
        "an error with a hostile message",
        "export const handler = async () => { throw { get message() { for (;;); } }; };",
    ),
    (
        "a flood of messages",
        "export const handler = async () => { for (let n = 0; n < 500000; n++) self.postMessage({ kind: 'answered', text: 'x' }); };",
    ),
    (
        "many requests at once",
        "export const handler = async () => Promise.all(Array.from({ length: 5000 }, () => dynamodb.listTables({})));",
    ),
    (
        "a request of 50 MB",
        "export const handler = async () => dynamodb.putItem({ TableName: 'Second', Item: { id: { S: 'x'.repeat(50000000) } } });",
    ),
    (
        "workers",
        "export const handler = async () => { for (let n = 0; n < 200; n++) new Worker(URL.createObjectURL(new Blob(['for (;;);']))); };",
    ),
    (
        "timers",
        "export const handler = async () => { const go = () => { setTimeout(go); setTimeout(go); }; go(); await new Promise(() => {}); };",
    ),
    (
        "a prototype that is polluted",
        "export const handler = async () => { Object.prototype.toJSON = () => { for (;;); }; Array.prototype.map = null; return [1]; };",
    ),
    ("a name that is no function", "export const handler = 7;"),
    ("no handler", "export const other = async () => 1;"),
    ("a mistake of syntax", "export const handler = async ( => {"),
    ("many nested brackets", "export const handler = async () => eval('['.repeat(1000000));"),
    (
        "a regular expression that backtracks",
        "export const handler = async () => /^(a+)+$/.test('a'.repeat(40) + 'b');",
    ),
    ("a large number", "export const handler = async () => { let n = 3n; for (;;) n *= n; };"),
    (
        "the end of its own worker",
        "export const handler = async () => { self.close(); await new Promise(() => {}); };",
    ),
    (
        "modules of other places",
        "export const handler = async () => (await import('https://example.com/x.js')).default;",
    ),
    (
        "a lock that is kept",
        "export const handler = async () => { await navigator.locks?.request('dynalab', () => new Promise(() => {})); };",
    ),
];
