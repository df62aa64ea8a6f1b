//! Writes a stored workspace as text for fixtures: one line `place: bytes` per chunk.

use dynalab_storage::Stored;

pub fn write_hex(stored: &Stored) -> String {
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let mut lines: Vec<String> = stored.head.iter().map(|head| format!("head: {}", hex(head))).collect();
    lines.extend(
        stored.snapshot.iter().enumerate().map(|(place, chunk)| format!("snapshot {place}: {}", hex(chunk))),
    );
    lines.extend(stored.log.iter().map(|(revision, chunk)| format!("log {revision}: {}", hex(chunk))));
    lines.join("\n") + "\n"
}

pub fn read_hex(text: &str) -> Stored {
    let mut stored = Stored::default();
    for line in text.lines() {
        let (place, hex) = line.split_once(": ").expect("a place");
        let byte = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).expect("hexadecimal digits");
        let bytes: Vec<u8> = (0..hex.len()).step_by(2).map(byte).collect();
        match place.split_once(' ') {
            None => stored.head = Some(bytes),
            Some(("snapshot", _)) => stored.snapshot.push(bytes),
            Some((_, revision)) => drop(stored.log.insert(revision.parse().expect("a number"), bytes)),
        }
    }
    stored
}
