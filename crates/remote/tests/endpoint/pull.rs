//! Pulls: the document opens and pushes again, samples keep collections whole.

use std::collections::BTreeMap;

use dynalab::Local;
use dynalab_playground::share::document::Document;
use dynalab_remote::Client;
use dynalab_remote::mask::Mask;
use dynalab_remote::pull::proposal::Proposal;
use dynalab_remote::pull::scan::Segments;
use dynalab_remote::pull::{PullError, PullOptions, Pulled, pull};
use dynalab_remote::source::Source;
use pollster::block_on;

use crate::edge::{TestEdge, client};
use crate::push::{pushed, shop};

pub fn pulled(
    client: &Client<TestEdge>,
    options: &PullOptions,
    mask: Option<&mut Mask>,
) -> (Pulled, String, Proposal) {
    let (mut output, mut proposal) = (Vec::new(), Proposal::default());
    let pulled = block_on(pull(client, options, mask, &mut output, &mut proposal, |_, _| {})).unwrap();
    (pulled, String::from_utf8(output).unwrap(), proposal)
}

pub fn with_shop() -> (Client<TestEdge>, Source) {
    let client = client(&Local::default());
    let mut design = shop();
    design.tables[0].ttl = Some("expires".to_owned());
    let source = Source::of_design(design).unwrap();
    pushed(&client, &source);
    (client, source)
}

#[test]
fn a_pulled_document_opens_and_goes_back_with_the_same_checksum() {
    let (from, source) = with_shop();
    for count in [1, 4, 7] {
        let options =
            PullOptions { segments: Segments { count, is_consistent: false }, ..PullOptions::default() };
        let (of_pull, text, _) = pulled(&from, &options, None);
        assert_eq!(of_pull.tables.iter().map(|table| table.checksum.items).sum::<u64>(), source.item_count());
        Document::parse(&text).unwrap();
        let again = Source::read("pulled.dynalab.json", &text).unwrap();
        let to = client(&Local::default());
        let tables = pushed(&to, &again);
        for (one, other) in tables.iter().zip(&of_pull.tables) {
            assert_eq!(one.found, Some(other.checksum));
        }
        let named = serde_json::json!({ "TableName": source.tables[0].table.name });
        let ttl = to.edge().local.call("DescribeTimeToLive", &named).unwrap();
        assert_eq!(ttl["TimeToLiveDescription"]["AttributeName"], "expires");
    }
}

#[test]
fn the_proposed_design_has_entities_and_runs() {
    let (from, _) = with_shop();
    let (of_pull, _, proposal) = pulled(&from, &PullOptions::default(), None);
    let text = proposal.write(of_pull.tables.iter().map(|table| table.found.clone())).unwrap();
    let design = dynalab_modeling::parse(&text).unwrap();
    assert!(design.entities.len() >= 3 && !design.patterns.is_empty(), "{text}");
    assert_eq!(design.tables[0].ttl.as_deref(), Some("expires"));
    let report = dynalab_modeling::check(&design);
    assert_eq!(report.problems, []);
}

#[test]
fn a_sample_has_whole_item_collections() {
    let (from, source) = with_shop();
    let options = PullOptions { sample: Some(5), ..PullOptions::default() };
    let (_, text, _) = pulled(&from, &options, None);
    let sampled = Source::read("sample.dynalab.json", &text).unwrap();
    let collections = |source: &Source| {
        let mut sizes: BTreeMap<String, usize> = BTreeMap::new();
        for item in &source.tables[0].items {
            let key = source.tables[0].table.partition_key[0].name.as_str();
            *sizes.entry(format!("{:?}", item.get(key))).or_default() += 1;
        }
        sizes
    };
    let (all, some) = (collections(&source), collections(&sampled));
    assert_eq!(some.len(), 5);
    for (key, size) in some {
        assert_eq!(all[&key], size, "{key}");
    }
}

#[test]
fn a_table_that_is_not_there_is_named() {
    let (from, _) = with_shop();
    let options = PullOptions { tables: Some(vec!["Nothing".to_owned()]), ..PullOptions::default() };
    let ended = block_on(pull(&from, &options, None, &mut Vec::new(), &mut Proposal::default(), |_, _| {}));
    assert!(matches!(&ended, Err(PullError::NoTable { name }) if name == "Nothing"), "{ended:?}");
}
