//! Damaged links, and the descriptions of traffic that links and requests contain.

use dynalab_playground::share::document::Document;
use dynalab_playground::share::link::{LinkError, decode, document_of, encode, link_of};
use dynalab_traffic::workload::Workload;
use dynalab_traffic::workload::driver::Burst;
use dynalab_types::Timestamp;

use crate::damage::cases;

const VOTES: &str = include_str!("../../../../static/samples/votes.json");
const SHOP: &str = include_str!("../fixtures/shop.workload.json");
/// The place of the compressed text in a link: after `d1.z1.`.
const PAYLOAD: usize = 6;

#[test]
fn a_damaged_link_is_refused_or_has_the_same_text() {
    let text = Document::parse(VOTES).unwrap().canonical().unwrap();
    let link = encode(&text);
    let (mut same, mut refused) = (0, 0);
    for mut chance in cases("links", 3_000) {
        let mut bytes = link.clone().into_bytes();
        // Half of the damage is in the compressed text alone, where the form of the link does not find it.
        let whole = chance.below(2) == 0;
        let mut payload = bytes.split_off(if whole { 0 } else { PAYLOAD });
        chance.damage(&mut payload);
        bytes.extend(payload);
        let damaged = String::from_utf8_lossy(&bytes);
        match decode(&damaged) {
            Ok(read) => {
                // The checksum has 32 bits, so thousands of cases find no other text.
                assert_eq!(read, text, "{damaged}");
                same += 1;
            }
            Err(error) => {
                assert!(!error.to_string().is_empty());
                refused += 1;
            }
        }
    }
    assert!(same > 0 && refused > 1_000, "{same} had the same text, {refused} were refused");
}

/// The checksum is valid, as an attacker would compute it.
#[test]
fn a_link_with_a_damaged_document_is_a_document_or_no_document() {
    let mut read = 0;
    for mut chance in cases("documents of links", 300) {
        let text = chance.damaged_text(VOTES);
        let link = encode(&text);
        assert_eq!(decode(&link).as_deref(), Ok(text.as_str()));
        match document_of(&link) {
            Ok(document) => {
                // An item is read when the document is opened, so a document can have a damaged one.
                let Ok(again) = link_of(&document) else { continue };
                assert_eq!(document_of(&again).unwrap().canonical(), document.canonical());
                read += 1;
            }
            Err(LinkError::NotADocument { .. } | LinkError::NewerVersion { .. }) => {}
            Err(error) => panic!("{error}: {text}"),
        }
    }
    assert!(read > 10, "only {read} of the damaged documents were read");
}

#[test]
fn workloads_that_are_read_are_written_and_read_again() {
    let mut read = 0;
    for mut chance in cases("workloads", 4_000) {
        let text = chance.damaged_text(SHOP);
        let Ok(workload) = Workload::parse(&text) else { continue };
        assert_eq!(Workload::parse(&workload.canonical()).as_ref(), Ok(&workload), "{text}");
        read += 1;
    }
    assert!(read > 50, "only {read} of the damaged workloads were read");
}

#[test]
fn bursts_have_a_bounded_number_of_requests() {
    let at = |epoch_ms| Timestamp::from_epoch_ms(epoch_ms);
    let started = 1_790_000_000_000;
    let workload = Workload::parse(SHOP).unwrap();
    let burst = Burst { workload, started: at(started), from: at(started), until: at(started + 100) };
    let body = burst.body();
    let mut executed = 0;
    for mut chance in cases("bursts", 4_000) {
        let text = chance.damaged_text(&body);
        let Ok(burst) = Burst::parse(&text) else { continue };
        assert_eq!(Burst::parse(&burst.body()).unwrap().body(), burst.body(), "{text}");
        if let Ok(requests) = burst.requests() {
            assert!(requests.len() <= 20_000, "{} requests of {text}", requests.len());
            executed += 1;
        }
    }
    assert!(executed > 20, "only {executed} of the damaged bursts had requests");
}
