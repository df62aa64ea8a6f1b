//! The latest requests with their responses as cards, newest first.
//!
//! Their number and their bytes are limited. Only the shown card has its items and its whole trace; the others keep what the list and the
//! sums need. The oldest keep no response either: the worker executes the request of a history entry again when it is shown.

use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

use dynalab_playground::protocol::Refusal;
use dynalab_playground::views::trace::TraceLine;

use crate::request::answer::{AnswerSummary, CapacityUnit};
use crate::shared::Shared;

pub const CARDS_MAX: usize = 200;
/// The bytes of all requests and responses that cards keep, beside those of the shown card.
pub const CARDS_BYTES_MAX: usize = 32 * 1024 * 1024;
/// A card that is not shown keeps a trace of this length. Of a longer one it keeps the lines with charges.
const TRACE_LINES_MAX: usize = 100;
/// A request up to this length stays with its card: it says in the list which items it was about.
const REQUEST_BYTES_KEPT: usize = 4 * 1024;
/// What a line of a trace occupies beside its text.
const LINE_BYTES: usize = 100;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RequestCard {
    /// The number of the card, counted from 1. It is set when the card joins the history.
    pub number: u32,
    pub operation: String,
    pub body: String,
    pub outcome: Outcome,
    /// The duration in milliseconds, or none if the response is from an earlier visit.
    pub elapsed_ms: Option<f64>,
    /// The id of its history entry, if it has one.
    pub entry: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "PrintedOutcome")]
pub enum Outcome {
    Answered {
        status: u16,
        body: Shared<String>,
        trace: Shared<Vec<TraceLine>>,
        #[serde(skip)]
        summary: Shared<AnswerSummary>,
        left_out: LeftOut,
    },
    Refused(Refusal),
}

/// An outcome as text. Its summary is that of its response.
#[derive(Deserialize)]
enum PrintedOutcome {
    Answered { status: u16, body: Shared<String>, trace: Shared<Vec<TraceLine>>, left_out: LeftOut },
    Refused(Refusal),
}

impl From<PrintedOutcome> for Outcome {
    fn from(printed: PrintedOutcome) -> Outcome {
        match printed {
            PrintedOutcome::Answered { status, body, trace, left_out } => {
                let summary = Shared::new(AnswerSummary::read(status, &body));
                Outcome::Answered { status, body, trace, summary, left_out }
            }
            PrintedOutcome::Refused(refusal) => Outcome::Refused(refusal),
        }
    }
}

/// What a card no longer has, although its request and response had it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    pub request: bool,
    pub response: bool,
    pub trace: bool,
}

impl Outcome {
    pub fn answered(status: u16, body: String, trace: Vec<TraceLine>) -> Outcome {
        let summary = Shared::new(AnswerSummary::read(status, &body));
        let (body, trace) = (Shared::new(body), Shared::new(trace));
        Outcome::Answered { status, body, trace, summary, left_out: LeftOut::default() }
    }
}

impl RequestCard {
    pub fn summary(&self) -> Option<&AnswerSummary> {
        match &self.outcome {
            Outcome::Answered { summary, .. } => Some(&**summary),
            Outcome::Refused(_) => None,
        }
    }

    pub fn succeeded(&self) -> bool {
        matches!(&self.outcome, Outcome::Answered { status, .. } if *status < 400)
    }

    pub fn unit(&self) -> CapacityUnit {
        CapacityUnit::from_request(&self.operation, &self.body)
    }

    pub fn left_out(&self) -> LeftOut {
        match &self.outcome {
            Outcome::Answered { left_out, .. } => *left_out,
            Outcome::Refused(_) => LeftOut::default(),
        }
    }

    /// The bytes that the card keeps: its texts, and the lines of its trace. Only the shown card has items, too.
    fn size_bytes(&self) -> usize {
        let Outcome::Answered { body, trace, .. } = &self.outcome else { return self.body.len() };
        let line_bytes = |line: &TraceLine| {
            let values = line.values.iter().map(|(name, value)| name.len() + value.len());
            LINE_BYTES + line.code.len() + values.sum::<usize>()
        };
        self.body.len() + body.len() + trace.iter().map(line_bytes).sum::<usize>()
    }

    /// Whether [`leave`](RequestCard::leave) would change anything.
    fn has_what_only_a_shown_card_has(&self) -> bool {
        match &self.outcome {
            Outcome::Answered { trace, summary, left_out, .. } => {
                !summary.items.is_empty() || (trace.len() > TRACE_LINES_MAX && !left_out.trace)
            }
            Outcome::Refused(_) => false,
        }
    }

    /// Another card is shown from now on.
    fn leave(&mut self) {
        let Outcome::Answered { trace, summary, left_out, .. } = &mut self.outcome else { return };
        if !summary.items.is_empty() {
            *summary = Shared::new(summary.without_items());
        }
        if trace.len() > TRACE_LINES_MAX && !left_out.trace {
            *trace = Shared::new(trace.iter().filter(|line| line.charge().is_some()).cloned().collect());
            left_out.trace = true;
        }
    }

    /// The card is shown again. Its items come from its response, if it still has that.
    fn return_to_view(&mut self) {
        let Outcome::Answered { status, body, summary, left_out, .. } = &mut self.outcome else { return };
        if !left_out.response {
            *summary = Shared::new(AnswerSummary::read(*status, body));
        }
    }

    /// Leaves out what the worker can produce again.
    fn leave_out_texts(&mut self) {
        let Outcome::Answered { body, left_out, .. } = &mut self.outcome else { return };
        *body = Shared::default();
        left_out.response = true;
        if self.body.len() > REQUEST_BYTES_KEPT {
            self.body = String::new();
            left_out.request = true;
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    cards: VecDeque<Shared<RequestCard>>,
    selected: Option<u32>,
    last_number: u32,
}

impl History {
    /// Adds a card and selects it.
    pub fn add(&mut self, mut card: RequestCard) {
        self.last_number += 1;
        card.number = self.last_number;
        self.selected = Some(card.number);
        self.cards.push_front(Shared::new(card));
        self.cards.truncate(CARDS_MAX);
        self.keep_within_limits();
    }

    /// Gives a card back what it left out, and selects it. A card for a history entry that has none is added.
    pub fn put_back(&mut self, recalled: RequestCard) {
        let known = self.cards.iter_mut().find(|card| card.entry.is_some() && card.entry == recalled.entry);
        let Some(known) = known else { return self.add(recalled) };
        let RequestCard { number, elapsed_ms, .. } = **known;
        *known = Shared::new(RequestCard { number, elapsed_ms, ..recalled });
        self.selected = Some(number);
        self.keep_within_limits();
    }

    /// Leaves out what only the shown card needs, and then the texts of the oldest cards.
    fn keep_within_limits(&mut self) {
        let mut kept_bytes = 0;
        for card in &mut self.cards {
            if self.selected == Some(card.number) {
                continue;
            }
            if card.has_what_only_a_shown_card_has() {
                card.make_mut().leave();
            }
            if kept_bytes + card.size_bytes() > CARDS_BYTES_MAX && !card.left_out().response {
                card.make_mut().leave_out_texts();
            }
            kept_bytes += card.size_bytes();
        }
    }

    pub fn of_entry(&self, entry: u64) -> Option<&Shared<RequestCard>> {
        self.cards.iter().find(|card| card.entry == Some(entry))
    }

    /// Returns the cards, newest first.
    pub fn cards(&self) -> impl DoubleEndedIterator<Item = &RequestCard> {
        self.cards.iter().map(|card| &**card)
    }

    /// Selects the card of a history entry, or no card if the list does not contain it.
    pub fn show_entry(&mut self, entry: u64) {
        let before = self.selected;
        let card = self.cards.iter_mut().find(|card| card.entry == Some(entry));
        self.selected = card.as_ref().map(|card| card.number);
        if let Some(card) = card
            && self.selected != before
        {
            card.make_mut().return_to_view();
        }
        self.keep_within_limits();
    }

    /// Returns the id of the latest export: the last part of its ARN.
    pub fn newest_export(&self) -> Option<&str> {
        let mut ids = self.cards.iter().filter_map(|card| match &card.outcome {
            Outcome::Answered { body, .. } if card.operation == "ExportTableToPointInTime" => {
                body.split("/export/").nth(1)?.split('"').next()
            }
            _ => None,
        });
        ids.next()
    }

    pub fn displayed_card(&self) -> Option<&Shared<RequestCard>> {
        let selected = self.selected?;
        self.cards.iter().find(|card| card.number == selected)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(body: &str) -> RequestCard {
        let outcome = Outcome::Refused(Refusal::Restarted);
        RequestCard {
            number: 0,
            operation: "GetItem".into(),
            body: body.into(),
            outcome,
            elapsed_ms: Some(1.0),
            entry: None,
        }
    }

    #[test]
    fn the_newest_card_is_shown_and_the_oldest_leave() {
        let mut history = History::default();
        for entry in 0..CARDS_MAX as u64 + 5 {
            history.add(RequestCard { entry: Some(entry), ..card("{}") });
        }
        assert_eq!(history.displayed_card().map(|card| card.number), Some(205));
        assert!(history.of_entry(4).is_none());
        assert_eq!(history.of_entry(5).map(|card| card.number), Some(6));
    }

    fn line(code: &str, values: &[(&str, &str)]) -> TraceLine {
        let values = values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        TraceLine { code: code.to_owned(), values }
    }

    /// A page of `items` items, with a line of the trace for each.
    fn page(entry: u64, items: usize) -> RequestCard {
        let list: Vec<String> =
            (0..items).map(|item| format!(r#"{{"PK":{{"S":"{item:>0100}"}}}}"#)).collect();
        let body = format!(r#"{{"Items":[{}],"Count":{items}}}"#, list.join(","));
        let read = (0..items).map(|item| line("trace-read", &[("key", &format!("PK={item}"))]));
        let charge = [("owner", "Shop"), ("units", "128"), ("unit", "RCU")];
        let trace = read.chain([line("trace-charged", &charge)]).collect();
        let outcome = Outcome::answered(200, body, trace);
        RequestCard { outcome, entry: Some(entry), ..card(r#"{"TableName":"Shop"}"#) }
    }

    fn items(card: &RequestCard) -> usize {
        card.summary().map_or(0, |summary| summary.items.len())
    }

    fn kept_bytes(history: &History) -> usize {
        history.cards().map(RequestCard::size_bytes).sum()
    }

    #[test]
    fn only_the_shown_card_has_items_and_a_long_trace() {
        let mut history = History::default();
        (1..=3).for_each(|entry| history.add(page(entry, 2_000)));
        let lines = |card: &RequestCard| match &card.outcome {
            Outcome::Answered { trace, .. } => trace.len(),
            Outcome::Refused(_) => 0,
        };
        let all: Vec<_> = history.cards().map(|card| (items(card), lines(card))).collect();
        assert_eq!(all, [(2_000, 2_001), (0, 1), (0, 1)]);
        let earlier = history.of_entry(1).expect("it is kept");
        assert_eq!(earlier.left_out(), LeftOut { trace: true, ..LeftOut::default() });
        let kept = earlier.summary().and_then(|summary| summary.count);
        assert_eq!(kept, Some(2_000), "what the list needs stays");
        history.show_entry(1);
        let shown: Vec<_> = history.cards().map(items).collect();
        assert_eq!(shown, [0, 0, 2_000], "items come from the response again");
    }

    #[test]
    fn old_responses_leave_and_come_back_for_their_card() {
        let mut history = History::default();
        let pages = 2 * CARDS_BYTES_MAX as u64
            / kept_bytes(&{
                let mut one = History::default();
                one.add(page(0, 8_000));
                one.add(card("{}"));
                one
            }) as u64;
        (1..=pages).for_each(|entry| history.add(page(entry, 8_000)));
        let shown = history.displayed_card().map_or(0, |card| card.size_bytes());
        assert!(kept_bytes(&history) - shown <= CARDS_BYTES_MAX + pages as usize * 1_000);
        let oldest = history.of_entry(1).expect("the card stays");
        assert!(oldest.left_out().response && oldest.succeeded() && !oldest.left_out().request);
        assert_eq!(oldest.body, r#"{"TableName":"Shop"}"#);
        let (number, cards) = (oldest.number, history.cards().count());
        history.put_back(RequestCard { elapsed_ms: None, ..page(1, 8_000) });
        let again = history.displayed_card().expect("it is shown");
        assert_eq!((again.number, again.elapsed_ms, items(again)), (number, Some(1.0), 8_000));
        assert_eq!((again.left_out(), history.cards().count()), (LeftOut::default(), cards));
        history.add(card("{}"));
        assert!(history.of_entry(1).is_some_and(|card| card.left_out().response), "it is the oldest again");
    }

    #[test]
    fn long_requests_leave_with_their_responses() {
        let mut history = History::default();
        let long = format!(r#"{{"TableName":"Shop","x":"{}"}}"#, "x".repeat(16 << 20));
        for entry in 1..=5 {
            let outcome = Outcome::answered(200, "{}".to_owned(), Vec::new());
            history.add(RequestCard { outcome, entry: Some(entry), ..card(&long) });
        }
        let left_out: Vec<bool> = history.cards().map(|card| card.left_out().request).collect();
        assert_eq!(left_out, [false, false, true, true, true]);
    }

    #[test]
    fn a_card_of_its_own_size_is_shown_however_large_it_is() {
        let mut history = History::default();
        let large = format!(r#"{{"x":"{}"}}"#, "x".repeat(CARDS_BYTES_MAX + 1));
        let outcome = Outcome::answered(200, large, Vec::new());
        history.add(RequestCard { outcome, entry: Some(1), ..card("{}") });
        assert!(history.displayed_card().is_some_and(|card| !card.left_out().response));
        history.add(card("{}"));
        assert!(history.of_entry(1).is_some_and(|card| card.left_out().response));
    }

    #[test]
    fn an_entry_is_shown_by_its_card_or_not_at_all() {
        let mut history = History::default();
        history.add(RequestCard { entry: Some(7), ..card("{}") });
        history.add(card("{}"));
        history.show_entry(7);
        assert_eq!(history.displayed_card().and_then(|card| card.entry), Some(7));
        history.show_entry(8);
        assert!(history.displayed_card().is_none());
    }
}
