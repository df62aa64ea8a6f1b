//! The structs of a workspace's controls have every member of its responses: what is read into them is written again as it was.

use dynalab_playground::contract::{
    Advise, Compare, DescribeTraffic, Explore, ListMoments, PointChoice, StepClients,
};
use dynalab_playground::protocol::{Space, ToPage, ToWorker, Travel};
use dynalab_service::contract::{Call, Json, write_json};
use dynalab_storage::MemoryStore;
use serde::Serialize;
use serde_json::Value;

use crate::page::Page;

/// Sends a request as a dry run. Returns its response, after it was compared with what the struct writes.
fn look<C: Call<Response: Serialize>>(page: &mut Page<MemoryStore>, request: &C) -> C::Response {
    let (operation, body) = request.request();
    let operation = operation.to_owned();
    match page.ask(ToWorker::DryRun { id: 1, space: Space::Saved, operation, body }) {
        ToPage::Answer { status: 200, body, .. } => {
            let response = serde_json::from_str(&body).unwrap_or_else(|error| panic!("{body}: {error}"));
            let mut written = String::new();
            write_json(&response, &mut written);
            let values = [&body, &written].map(|text| serde_json::from_str::<Value>(text).expect("JSON"));
            assert_eq!(values[0], values[1], "{}", C::NAME);
            response
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn structs_have_every_member() {
    let mut page = Page::with_notes(MemoryStore::new());
    for id in 1..4 {
        page.put(id);
    }
    let first = look(&mut page, &ListMoments {}).moments.last().expect("the table").moment;
    page.travel(Travel::LookAt { number: 2 });
    page.put(50);
    let one = PointChoice { moment: Some(first), ..PointChoice::default() };
    let compared = look(&mut page, &Compare { one, ..Compare::default() });
    assert_eq!(compared.tables[0].differences(), 2);

    let scan = Json(r#"{"TableName":"Notes"}"#.to_owned());
    let request = Advise { operation: Some("Scan".to_owned()), request: Some(scan), ..Advise::default() };
    assert_eq!(look(&mut page, &request).asked.operation, "Scan");
    let wrong = Json(r##"{"TableName":"Notes","FilterExpression":"size > :a"}"##.to_owned());
    let request = Advise { operation: Some("Scan".to_owned()), request: Some(wrong), ..Advise::default() };
    assert!(look(&mut page, &request).met.error.is_some());

    let put = |by: u32| {
        let item = format!(r#"{{"id":{{"N":"1"}},"by":{{"N":"{by}"}}}}"#);
        let put = format!(r#"{{"TableName":"Notes","Item":{item}}}"#);
        Json(format!(r#"[{{"Operation":"PutItem","Request":{put}}}]"#))
    };
    let clients = vec![put(1), put(2)];
    let explored = look(&mut page, &Explore { clients: clients.clone() });
    assert_eq!(explored.outcomes.iter().map(|outcome| outcome.count).sum::<u64>(), explored.interleavings);
    let stepped = look(&mut page, &StepClients { clients, schedule: vec![0, 1] });
    assert_eq!((stepped.steps.len(), stepped.items.len()), (2, 1));
    assert!(!look(&mut page, &DescribeTraffic {}).running);
}
