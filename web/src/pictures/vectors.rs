//! A vector search: the query in the middle, the index entries around it, the results, and each projection's size.

mod drawing;
mod form;

use dynalab_app::request::call_result::json_of;
use dynalab_app::state::{Action, Dialog};
use dynalab_playground::views::vectors::{NearestEntries, VectorSearch};
use dynalab_service::contract::Call;
use dynalab_service::contract::vectors::DescribeVectorSearch;
use serde_json::{Value, json};
use yew::prelude::*;

use super::engine_reads::use_described_as;
use super::figure::EmptyFigure;
use super::{Canvas, figure};
use crate::page::sentences;

const TOP_K_USUAL: u64 = 5;

/// The search that the person chose. None means the default.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChosenSearch {
    index: Option<String>,
    key: Option<Value>,
    top_k: Option<u64>,
}

impl ChosenSearch {
    fn top_k(&self) -> u64 {
        self.top_k.unwrap_or(TOP_K_USUAL)
    }

    fn question(&self, table: &str) -> DescribeVectorSearch {
        DescribeVectorSearch {
            table_name: table.to_owned(),
            index_name: self.index.clone(),
            key: self.key.as_ref().map(json_of),
            top_k: Some(self.top_k()),
            ..DescribeVectorSearch::default()
        }
    }
}

/// Returns the search as an API request.
pub fn request_of(table: &str, found: &NearestEntries<Value>) -> Value {
    let vector: Vec<Value> =
        found.search_vector.iter().map(|number| json!({ "N": number.to_string() })).collect();
    let mut request = json!({
        "TableName": table, "IndexName": found.index_name, "SearchVector": vector, "TopK": found.top_k,
        "ReturnConsumedCapacity": "INDEXES",
    });
    let hash = found.hash.as_ref().and_then(|hash| hash.as_object()?.iter().next());
    if let Some((name, value)) = hash {
        request["SearchConditionExpression"] = json!("#hash = :hash");
        request["ExpressionAttributeNames"] = json!({ "#hash": name });
        request["ExpressionAttributeValues"] = json!({ ":hash": value });
    }
    request
}

#[derive(PartialEq, Properties)]
pub struct VectorsProps {
    pub canvas: Canvas,
}

#[component]
pub fn Vectors(props: &VectorsProps) -> Html {
    let canvas = &props.canvas;
    let wanted = use_state_eq(ChosenSearch::default);
    let table = &canvas.place.table;
    // A choice for another table does not apply.
    let of_table = use_mut_ref(String::new);
    let chosen = match of_table.replace(table.clone()) == *table {
        true => (*wanted).clone(),
        false => ChosenSearch::default(),
    };
    let described = use_described_as::<VectorSearch<Value>>(canvas, chosen.question(table).request());
    let Some(described) = described else { return figure::waiting(canvas) };
    let search = match described.as_ref() {
        Ok(search) => search,
        Err(why) => return figure::refused(why),
    };
    let note = |sentence| html! { <div class="picture-form"><p class="picture-caption">{ canvas.text(sentence) }</p></div> };
    if search.indexes.is_empty() {
        return empty(canvas);
    }
    let on_change = {
        let wanted = wanted.setter();
        Callback::from(move |next| wanted.set(next))
    };
    html! {
        <>
            <form::VectorsForm canvas={canvas.clone()} search={search.clone()} wanted={chosen} {on_change} />
            if let Some(found) = &search.found {
                { drawing::drawn(canvas, found).view(canvas) }
            } else {
                { note(sentences::pictures::VECTORS_EMPTY) }
            }
        </>
    }
}

/// A query and its nearest entries, in a table without a vector index.
fn empty(canvas: &Canvas) -> Html {
    let drawing = html! {
        <>
            <circle cx="75" cy="42" r="39" />
            <circle cx="75" cy="42" r="20" />
            <path d="M75 42L92 30M75 42L60 55M75 42L84 72" />
            { for [(75, 42), (92, 30), (60, 55), (84, 72)].into_iter().map(|(x, y)| html! { <circle cx={x.to_string()} cy={y.to_string()} r="3" stroke-dasharray="none" /> }) }
        </>
    };
    let page = canvas.page.clone();
    let onclick = Callback::from(move |_: MouseEvent| page.app.dispatch(Action::OpenDialog(Dialog::Samples)));
    let foot = html! {
        if !canvas.page.navigator.is_inner() {
            <button class="button button--go" type="button" data-testid="vectors-sample" disabled={!canvas.is_live()} {onclick}>{ canvas.text(sentences::pictures::NO_TABLE_SAMPLE) }</button>
        }
    };
    let (title, about) = (sentences::pictures::VECTORS_NO_INDEX, sentences::pictures::VECTORS_NONE);
    EmptyFigure { drawing, title, about, foot }.view(&canvas.messages)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_in_one_partition_names_its_value() {
        let told = json!({
            "Indexes": ["InCourse"], "IndexName": "InCourse", "DistanceFunction": "COSINE", "Dimensions": 2,
            "Hash": { "course": { "S": "main" } }, "SearchVector": [0.5, 0], "TopK": 3, "Indexed": 3, "Examined": 2,
            "Candidates": [], "Entries": [], "Projections": [],
        });
        let found = serde_json::from_value::<VectorSearch<Value>>(told).unwrap().found.unwrap();
        let request = request_of("Dishes", &found);
        assert_eq!(request["SearchVector"], json!([{ "N": "0.5" }, { "N": "0" }]));
        assert_eq!(request["ExpressionAttributeNames"], json!({ "#hash": "course" }));
        assert_eq!(request["ExpressionAttributeValues"], json!({ ":hash": { "S": "main" } }));
        let everywhere = NearestEntries { hash: None, ..found };
        assert_eq!(request_of("Dishes", &everywhere).get("SearchConditionExpression"), None);
    }

    #[test]
    fn what_nobody_chose_is_left_to_the_engine() {
        let body = ChosenSearch::default().question("T").body();
        assert_eq!(body, r#"{"TableName":"T","TopK":5}"#);
    }
}
